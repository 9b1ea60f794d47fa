//! What models cost, day by day.

use std::sync::Arc;

use axum::{Json, extract::State};
use jiff::{Timestamp, ToSpan, civil::Date, tz::TimeZone};
use memoryos::ports::{Clock, Spend, Usage};
use memoryos_api::{SpendShape, spend};
use memoryos_host::SystemClock;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::listing::within;
use crate::{
    App, Problem, Problems,
    extract::{Asked, AssistantQuery, Of, UserPath},
};

/// Days that are told of where nothing else is asked for: a month.
const DAYS: usize = 30;

/// Days that are told of at most: each is a look into the ledger.
const MOST_DAYS: usize = 366;

/// How far back.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Back {
    /// How many days, today included [default: 30].
    #[param(minimum = 1, maximum = 366)]
    days: Option<usize>,
}

/// Model calls of a day.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Day {
    /// The day, in UTC.
    day: String,
    /// By purpose; empty when no model was called.
    spend: Vec<SpendShape>,
}

/// Model calls day by day.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Days {
    /// Oldest first; the last is today.
    days: Vec<Day>,
}

/// Model calls day by day, in UTC.
#[utoipa::path(
    get, path = "/v1/users/{user}/spend", tag = "status", params(UserPath, AssistantQuery, Back),
    responses((status = 200, body = Days), Problems)
)]
pub(crate) async fn by_day(
    State(app): State<Arc<App>>,
    of: Of,
    Asked(back): Asked<Back>,
) -> Result<Json<Days>, Problem> {
    let today = TimeZone::UTC.to_datetime(SystemClock.now()).date();
    let mut days = Vec::new();
    // The ledger tells what was spent since a moment: a day is the difference between two.
    let mut later = Vec::new();
    for ago in 0..within("days", back.days.unwrap_or(DAYS), MOST_DAYS)? {
        let day = today.saturating_sub(i64::try_from(ago).unwrap_or(0).days());
        let since = app.memory.spend_since(&of.owner, beginning(day)).await?;
        days.push(Day { day: day.to_string(), spend: without(&since, &later).iter().map(spend).collect() });
        later = since;
    }
    days.reverse();
    Ok(Json(Days { days }))
}

fn beginning(day: Date) -> Timestamp {
    TimeZone::UTC.to_timestamp(day.at(0, 0, 0, 0)).unwrap_or(Timestamp::MIN)
}

/// What `since` has beyond `later`. Calls that came in between the two looks do not make it negative.
fn without(since: &[Spend], later: &[Spend]) -> Vec<Spend> {
    let beyond = |all: &Spend| {
        let Some(part) = later.iter().find(|part| part.purpose == all.purpose) else { return *all };
        Spend {
            purpose: all.purpose,
            calls: all.calls.saturating_sub(part.calls),
            failed: all.failed.saturating_sub(part.failed),
            usage: Usage {
                prompt_tokens: all.usage.prompt_tokens.saturating_sub(part.usage.prompt_tokens),
                completion_tokens: all.usage.completion_tokens.saturating_sub(part.usage.completion_tokens),
            },
            latency: all.latency.saturating_sub(part.latency),
        }
    };
    since.iter().map(beyond).filter(|spend| spend.calls > 0).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use memoryos::ports::Purpose;

    use super::*;

    #[test]
    fn a_day_is_what_was_spent_since_it_began_without_what_was_spent_since_it_ended() {
        let spent = |purpose, calls, prompt_tokens| Spend {
            purpose,
            calls,
            failed: 0,
            usage: Usage { prompt_tokens, completion_tokens: 0 },
            latency: Duration::ZERO,
        };
        let (answered, learned) = (spent(Purpose::Answer, 3, 900), spent(Purpose::Learn, 1, 50));
        let check = |since: &[Spend], later: &[Spend], expected: &[Spend]| {
            assert_eq!(without(since, later), expected);
        };
        check(&[answered, learned], &[], &[answered, learned]);
        check(
            &[answered, learned],
            &[spent(Purpose::Answer, 1, 200)],
            &[spent(Purpose::Answer, 2, 700), learned],
        );
        check(&[answered], &[answered], &[]);
        // A call that was written between the two looks.
        check(&[answered], &[spent(Purpose::Answer, 4, 1000)], &[]);
    }
}
