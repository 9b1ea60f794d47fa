//! Ids as columns (16 bytes) and within JSON (their 26 characters).

use std::{fmt, str::FromStr};

use memoryos::{
    ports::BoxError,
    types::{ChainId, FactId, JobId, PageId, SegmentId},
};
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, Value, ValueRef};

/// The bits of an id as a column: 16 bytes, highest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sqlite) struct IdBytes(pub(in crate::sqlite) u128);

impl ToSql for IdBytes {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Owned(Value::Blob(self.0.to_be_bytes().to_vec())))
    }
}

impl FromSql for IdBytes {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let bytes = value.as_blob()?;
        let bytes = bytes.try_into().map_err(|error| FromSqlError::Other(Box::new(error)))?;
        Ok(Self(u128::from_be_bytes(bytes)))
    }
}

macro_rules! id_columns {
    ($($id:ident),+) => {$(
        impl From<$id> for IdBytes {
            fn from(id: $id) -> Self {
                Self(id.bits())
            }
        }

        impl From<IdBytes> for $id {
            fn from(bytes: IdBytes) -> Self {
                Self::from_bits(bytes.0)
            }
        }
    )+};
}

id_columns!(ChainId, FactId, JobId, PageId, SegmentId);

/// An id from its 26 characters.
pub(super) fn id_from_text<Id: FromStr<Err: fmt::Display>>(text: &str) -> Result<Id, BoxError> {
    text.parse().map_err(|error| format!("{text:?} is no id: {error}").into())
}

/// An id as the id column of a record.
pub(super) fn id_value(id: impl Into<IdBytes>) -> Value {
    Value::Blob(id.into().0.to_be_bytes().to_vec())
}

/// An id from the id column of a record.
pub(super) fn id_from<Id: From<IdBytes>>(value: &Value) -> Result<Id, BoxError> {
    Ok(IdBytes::column_result(value.into())?.into())
}
