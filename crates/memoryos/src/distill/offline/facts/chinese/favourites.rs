//! A turn comes in: what a Chinese speaker calls a favourite: one for each kind of thing, a newer one in place of the
//! older.

use super::{
    super::{Kind, Reading, Voice},
    VALUE_ENDS, is_telling, persons, subject_name, value,
};
use crate::types::Cardinality::One;

/// The longest name of a kind of thing, in characters.
const LONGEST_KIND: usize = 6;
/// What tells when, before 是.
const TIMES: &[&str] = &["现在", "目前", "如今", "一直", "还"];

/// 最喜欢的食物是拉面, 现在最爱的运动是网球; `rest` follows 我.
pub(super) fn favourite(rest: &str, voice: Voice<'_>) -> Option<Reading> {
    let (_, told) = rest.split_once("最喜欢的").or_else(|| rest.split_once("最爱的"))?;
    let (kind, object) = told.split_once('是').filter(|_| !rest.contains(['不', '没']))?;
    let kind = TIMES.iter().find_map(|time| kind.strip_suffix(time)).unwrap_or(kind);
    let value = value(object, VALUE_ENDS);
    let is_kind =
        (1..=LONGEST_KIND).contains(&kind.chars().count()) && kind.chars().all(char::is_alphanumeric);
    if !is_kind || value.is_empty() || !is_telling(object) || !persons::names_whom_it_means(object) {
        return None;
    }
    let text = format!("{}最喜欢的{kind}是{value}", subject_name(voice));
    Some(Reading::new(Kind::Like, text).with_slot(&format!("favorite {kind}"), One, value))
}
