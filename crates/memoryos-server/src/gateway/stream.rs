//! A streamed answer: passed on byte for byte, read along, and remembered at its end.

use std::{pin::Pin, time::Duration};

use axum::body::{Body, Bytes};
use futures::{Stream, StreamExt, stream};
use reqwest::Response;

use super::{
    remember::Remembering,
    reply::{Outcome, Reading},
    report::Report,
};

/// Why a stream ends early. The client sees its connection break, as it would without us.
#[derive(Debug, thiserror::Error)]
enum Broken {
    #[error("the upstream broke off")]
    Upstream(#[source] reqwest::Error),
    #[error("the upstream fell silent")]
    Silent,
}

/// Passes an answer on as it comes, at the pace at which the client takes it.
///
/// The turn is remembered before the client sees the end of the answer: whoever asks next finds it. A report follows
/// the answer where one is asked for.
pub(super) fn passed_on(
    response: Response,
    silence: Duration,
    remembering: Option<Remembering>,
    report: Report,
    wants_report: bool,
) -> Body {
    let upstream = Box::pin(response.bytes_stream());
    let reading = Reading::default();
    let report = wants_report.then_some(report);
    let passing = Passing {
        upstream,
        silence,
        reading,
        remembering,
        report,
        held: Vec::new(),
        has_ended: false,
        is_over: false,
    };
    Body::from_stream(stream::unfold(Some(passing), |passing| async {
        let mut passing = passing?;
        match passing.next().await {
            Ok(Some(bytes)) => Some((Ok(bytes), Some(passing))),
            Ok(None) => None,
            Err(error) => Some((Err(error), None)),
        }
    }))
}

struct Passing {
    upstream: Pin<Box<dyn Stream<Item = Result<Bytes, reqwest::Error>> + Send>>,
    silence: Duration,
    reading: Reading,
    /// The turn, until it is remembered or is known to come to nothing.
    remembering: Option<Remembering>,
    /// Where one is asked for, until it is told.
    report: Option<Report>,
    /// The beginning of a line, where a report must find the last one whole.
    held: Vec<u8>,
    /// Whether the answer is at its end; the upstream may have more to send.
    has_ended: bool,
    /// Whether the upstream has no more to send.
    is_over: bool,
}

impl Passing {
    async fn next(&mut self) -> Result<Option<Bytes>, Broken> {
        while !self.is_over {
            let bytes = match tokio::time::timeout(self.silence, self.upstream.next()).await {
                Ok(Some(Ok(bytes))) => bytes,
                Ok(None) => {
                    self.is_over = true;
                    self.end().await;
                    return Ok(self.rest());
                }
                Ok(Some(Err(error))) => return Err(self.broken(Broken::Upstream(error.without_url()))),
                Err(_) => return Err(self.broken(Broken::Silent)),
            };
            self.reading.push(&bytes);
            if self.reading.is_done() {
                self.end().await;
            }
            let bytes = self.with_report(bytes);
            if !bytes.is_empty() {
                return Ok(Some(bytes));
            }
        }
        Ok(None)
    }

    /// The answer is at its end: what it came to decides what becomes of the turn.
    async fn end(&mut self) {
        if std::mem::replace(&mut self.has_ended, true) {
            return;
        }
        let kept = match (self.reading.outcome(), self.remembering.take()) {
            (Outcome::Said(text), Some(turn)) => turn.remember(text).await.map(|()| true),
            _ => Ok(false),
        };
        if let Some(report) = &mut self.report {
            report.settle(kept);
        }
    }

    /// A broken answer is no answer; the client will ask again.
    fn broken(&mut self, broken: Broken) -> Broken {
        tracing::warn!(error = &broken as &dyn std::error::Error, "a stream ended early");
        self.remembering = None;
        broken
    }

    /// The same bytes, with the report before the line that ends the answer, if they hold it. Lines are kept together
    /// for that.
    fn with_report(&mut self, bytes: Bytes) -> Bytes {
        let Some(report) = &self.report else {
            let held = std::mem::take(&mut self.held);
            return if held.is_empty() { bytes } else { [held, bytes.to_vec()].concat().into() };
        };
        self.held.extend_from_slice(&bytes);
        let whole = self.held.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let rest = self.held.split_off(whole);
        let mut lines = std::mem::replace(&mut self.held, rest);
        if self.reading.is_done() {
            let mut starts = std::iter::once(0)
                .chain(lines.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(i, _)| i + 1));
            let done = starts.rfind(|start| is_done(&lines[*start..]));
            if let Some(done) = done {
                lines.splice(done..done, report.event().into_bytes());
                self.report = None;
            }
        }
        lines.into()
    }

    /// What was held when the stream ended, and the report if it was not told.
    fn rest(&mut self) -> Option<Bytes> {
        let mut rest = std::mem::take(&mut self.held);
        if let Some(report) = self.report.take() {
            let place = if is_done(&rest) { 0 } else { rest.len() };
            rest.splice(place..place, report.event().into_bytes());
        }
        (!rest.is_empty()).then(|| rest.into())
    }
}

fn is_done(line: &[u8]) -> bool {
    line.strip_prefix(b"data:").is_some_and(|data| data.trim_ascii_start().starts_with(b"[DONE]"))
}

impl Drop for Passing {
    /// The client has hung up, if the turn is still there. The user did say it, and has read a part of the reply: both
    /// are kept. Before the first word of the reply nothing is, since clients that gave up waiting ask again.
    fn drop(&mut self) {
        let Some(remembering) = self.remembering.take() else { return };
        let Some(reply) = self.reading.broken_off() else { return };
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(remembering.remember(reply));
        }
    }
}
