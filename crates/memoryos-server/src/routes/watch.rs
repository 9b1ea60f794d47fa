//! A memory in numbers, again whenever they change.

use std::{convert::Infallible, sync::Arc, time::Duration};

use axum::response::sse::Event;
use futures::{Stream, stream};
use memoryos::ports::Revision;
use tokio_util::sync::CancellationToken;

use super::{answer::event, status::shape};
use crate::{App, extract::Of};

/// How often it is looked whether anything has changed: within what a person takes for at once, and a look costs
/// the store less than a millisecond.
const EVERY: Duration = Duration::from_millis(300);

/// What was told last, and whether that was the end.
struct Told {
    last: Option<(Revision, String)>,
    is_over: bool,
}

/// A `status` at once and whenever it has changed, until the server closes; a `problem` ends it early.
pub(super) fn changes(
    app: Arc<App>,
    of: Of,
    closing: CancellationToken,
) -> impl Stream<Item = Result<Event, Infallible>> {
    let none_yet = Told { last: None, is_over: false };
    stream::unfold((app, of, closing, none_yet), async |(app, of, closing, mut told)| {
        if told.is_over {
            return None;
        }
        loop {
            match shape(&app, &of).await {
                Ok((revision, status)) => {
                    // Sizes follow what else goes on in the process: alone they are no news.
                    let numbers = (&status.tiers, &status.jobs, &status.spend);
                    let numbers = serde_json::to_string(&numbers).expect("our shapes are JSON");
                    let told_last = told.last.replace((revision, numbers));
                    if told_last != told.last {
                        return Some((Ok(event("status", &status)), (app, of, closing, told)));
                    }
                }
                Err(problem) => {
                    told.is_over = true;
                    return Some((Ok(event("problem", &problem)), (app, of, closing, told)));
                }
            }
            tokio::select! {
                () = closing.cancelled() => return None,
                () = tokio::time::sleep(EVERY) => {}
            }
        }
    })
}
