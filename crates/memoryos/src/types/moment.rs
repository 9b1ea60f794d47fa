//! When something happened, and in which zone it was said.

use jiff::{
    Timestamp, civil,
    tz::{Offset, TimeZone},
};

/// Why a text is no time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{text:?} is no time: expected ISO 8601 (2026-02-03T10:00:00Z), \"2026-02-03 10:00:00\" or Unix seconds"
)]
pub struct InvalidMoment {
    /// What was given.
    pub text: String,
}

/// A bare number below this is not taken for Unix time: 1973.
const LEAST_UNIX_SECONDS: f64 = 1e8;

/// A point in time, with the speaker's offset from UTC where it is known.
///
/// Times without an offset are read as UTC, so that the same file means the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Moment {
    /// The instant.
    pub at: Timestamp,
    /// The zone in which it was said; `None` when the source named none.
    pub offset: Option<Offset>,
}

impl Moment {
    /// A moment in UTC whose zone is not known.
    pub const fn utc(at: Timestamp) -> Self {
        Self { at, offset: None }
    }

    /// A wall-clock time without a zone, read as UTC.
    ///
    /// # Errors
    /// When the date lies outside the years −9999 to 9999.
    pub fn from_civil(time: civil::DateTime) -> Result<Self, InvalidMoment> {
        TimeZone::UTC.to_timestamp(time).map(Self::utc).map_err(|_| InvalidMoment { text: time.to_string() })
    }

    /// Reads ISO 8601 with `Z` or an offset, with `T` or a space, with or without seconds and fractions, a bare
    /// date, or Unix time in seconds (milliseconds when it has 12 digits or more).
    ///
    /// # Errors
    /// When the text is none of these.
    pub fn parse(text: &str) -> Result<Self, InvalidMoment> {
        let text = text.trim();
        let invalid = || InvalidMoment { text: text.to_owned() };
        if let Ok(number) = text.parse::<f64>() {
            // Fewer digits are a year, or a date without its hyphens, and not the first days of 1970.
            if !number.is_finite() || number.abs() < LEAST_UNIX_SECONDS {
                return Err(invalid());
            }
            let millis = if number.abs() >= 1e11 { number } else { number * 1e3 };
            return Timestamp::from_millisecond(millis as i64).map(Self::utc).map_err(|_| invalid());
        }
        let pieces = jiff::fmt::temporal::DateTimeParser::new().parse_pieces(text).map_err(|_| invalid())?;
        let time = civil::DateTime::from_parts(pieces.date(), pieces.time().unwrap_or_default());
        match pieces.to_numeric_offset() {
            None => Self::from_civil(time).map_err(|_| invalid()),
            Some(offset) => {
                let at = offset.to_timestamp(time).map_err(|_| invalid())?;
                Ok(Self { at, offset: Some(offset) })
            }
        }
    }

    /// The wall-clock time where it was said, or in UTC.
    pub fn civil(&self) -> civil::DateTime {
        self.offset.unwrap_or(Offset::UTC).to_datetime(self.at)
    }
}

impl std::fmt::Display for Moment {
    /// `2026-02-03 10:00`, the wall-clock time where it was said.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&self.civil().strftime("%Y-%m-%d %H:%M").to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_ways_to_write_a_time_are_read() {
        let ten = Moment::parse("2026-02-03T10:00:00Z").expect("zulu");
        for same in [
            "2026-02-03 10:00:00",
            "2026-02-03T10:00",
            "2026-02-03T12:00:00+02:00",
            "1770112800",
            "1770112800000",
        ] {
            assert_eq!(Moment::parse(same).expect(same).at, ten.at, "{same}");
        }
        assert_eq!(
            Moment::parse("2026-02-03T12:00:00+02:00").expect("offset").to_string(),
            "2026-02-03 12:00"
        );
        assert_eq!(Moment::parse("2026-02-03").expect("date").to_string(), "2026-02-03 00:00");
        for wrong in ["soon", "", "2026-13-01", "10:00", "nan", "inf", "2026", "20260203"] {
            assert!(Moment::parse(wrong).is_err(), "{wrong}");
        }
    }
}
