//! The one place that speaks HTTP: how the client is built, and how a failed call is tried again.

use std::{
    future::Future,
    hash::{DefaultHasher, Hash, Hasher},
    sync::Once,
    time::Duration,
};

use reqwest::header::{DATE, HeaderMap, RETRY_AFTER};
use tokio::time::{Instant, sleep};

/// How long a connection may take to come about; beyond it the server is down or the network is.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Of a pause, the part that jitter may take away, so that many clients do not come back at once.
const JITTER: f64 = 0.5;
/// What names us to servers.
const USER_AGENT: &str = concat!("memoryos/", env!("CARGO_PKG_VERSION"));

/// A client with TLS by rustls and ring. Proxies of the environment are used, except towards this machine itself.
///
/// # Errors
/// When TLS cannot be set up, as where the system has no certificates at all.
pub fn client(server: &reqwest::Url) -> Result<reqwest::Client, reqwest::Error> {
    builder(server).build()
}

/// The same, for those who set more.
pub fn builder(server: &reqwest::Url) -> reqwest::ClientBuilder {
    static PROVIDER: Once = Once::new();
    // An error only says that the program has installed one already, which is as good.
    PROVIDER.call_once(|| drop(rustls::crypto::ring::default_provider().install_default()));
    let builder = reqwest::Client::builder().user_agent(USER_AGENT).connect_timeout(CONNECT_TIMEOUT);
    if is_loopback(server) { builder.no_proxy() } else { builder }
}

fn is_loopback(server: &reqwest::Url) -> bool {
    let host = server.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// How often and how long a failed call is tried again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retry {
    /// Attempts after the first.
    pub attempts: u32,
    /// The pause before the first of them; each later one is twice as long, and all are shortened at random by up
    /// to a half.
    pub first_pause: Duration,
    /// The longest pause. A server that asks for a longer one is not asked again: the caller is told to wait.
    pub longest_pause: Duration,
    /// The longest all attempts and pauses may take together.
    pub deadline: Duration,
}

impl Default for Retry {
    /// Three more attempts within five minutes: about 0.5, 1 and 2 s apart, or as the server says, up to 30 s.
    fn default() -> Self {
        Self {
            attempts: 3,
            first_pause: Duration::from_millis(500),
            longest_pause: Duration::from_secs(30),
            deadline: Duration::from_mins(5),
        }
    }
}

impl Retry {
    /// No second attempt.
    pub fn never() -> Self {
        Self { attempts: 0, ..Self::default() }
    }

    /// Calls until it succeeds. `call` gets the time it has left; `seed` decides the jitter: calls with different
    /// seeds come back at different times.
    ///
    /// # Errors
    /// The last one, when `again` says that trying again is no use, or attempts or time are used up.
    pub async fn run<T, E, F>(
        &self,
        seed: u64,
        mut call: impl FnMut(Duration) -> F,
        again: impl Fn(&E) -> Again,
    ) -> Result<T, E>
    where
        F: Future<Output = Result<T, E>>,
    {
        let end = Instant::now() + self.deadline;
        let mut attempt = 0;
        loop {
            let error = match call(end.saturating_duration_since(Instant::now())).await {
                Ok(value) => return Ok(value),
                Err(error) => error,
            };
            let Some(pause) = self.pause(attempt, seed, again(&error)) else { return Err(error) };
            if Instant::now() + pause >= end {
                return Err(error);
            }
            tracing::debug!(attempt, ?pause, "trying again");
            sleep(pause).await;
            attempt += 1;
        }
    }

    /// How long to wait after the failed `attempt`, counted from 0; `None` to give up.
    fn pause(&self, attempt: u32, seed: u64, again: Again) -> Option<Duration> {
        if attempt >= self.attempts {
            return None;
        }
        match again {
            Again::Never => None,
            Again::After(asked) => (asked <= self.longest_pause).then_some(asked),
            Again::Soon => {
                let doubled = self.first_pause.saturating_mul(2_u32.saturating_pow(attempt));
                Some(doubled.min(self.longest_pause).mul_f64(1.0 - JITTER * share(seed, attempt)))
            }
        }
    }
}

/// Whether a failed call is worth another attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// It would fail again.
    Never,
    /// After the usual pause.
    Soon,
    /// After the time the server asked for.
    After(Duration),
}

/// A number from 0 to 1 that follows from its arguments and looks random.
fn share(seed: u64, attempt: u32) -> f64 {
    let mut hasher = DefaultHasher::new();
    (seed, attempt).hash(&mut hasher);
    hasher.finish() as f64 / u64::MAX as f64
}

/// How long the server asks to wait: seconds, milliseconds, or a date, which is read by the server's own clock.
pub fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let header = |name: &str| headers.get(name)?.to_str().ok();
    if let Some(millis) = header("retry-after-ms").and_then(|ms| ms.trim().parse::<f64>().ok()) {
        return Duration::try_from_secs_f64(millis / 1e3).ok();
    }
    let asked = header(RETRY_AFTER.as_str())?.trim();
    if let Ok(secs) = asked.parse::<f64>() {
        return Duration::try_from_secs_f64(secs).ok();
    }
    let instant = |text: &str| jiff::fmt::rfc2822::parse(text).ok().map(|time| time.timestamp());
    let wait = instant(asked)?.duration_since(instant(header(DATE.as_str())?)?);
    Some(Duration::try_from(wait).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn retry() -> Retry {
        Retry { longest_pause: Duration::from_secs(2), ..Retry::default() }
    }

    #[test]
    fn pauses_double_up_to_the_longest_and_are_shortened_by_half_at_most() {
        for (attempt, millis) in [(0, 500), (1, 1_000), (2, 2_000)] {
            let pause = retry().pause(attempt, 7, Again::Soon).expect("a pause");
            let full = Duration::from_millis(millis);
            assert!(pause <= full && pause >= full / 2, "{attempt}: {pause:?}");
        }
        assert_eq!(retry().pause(3, 7, Again::Soon), None);
        assert_eq!(retry().pause(0, 7, Again::Never), None);
        assert_ne!(retry().pause(0, 7, Again::Soon), retry().pause(0, 8, Again::Soon));
    }

    #[test]
    fn a_server_is_not_asked_again_before_the_time_it_named() {
        let asked = |secs| retry().pause(0, 7, Again::After(Duration::from_secs(secs)));
        assert_eq!(asked(1), Some(Duration::from_secs(1)));
        assert_eq!(asked(3_600), None);
    }

    #[test]
    fn the_time_to_wait_is_read_in_all_its_forms() {
        let headers = |pairs: &[(&'static str, &'static str)]| -> HeaderMap {
            pairs.iter().map(|(k, v)| (k.parse().expect("a name"), v.parse().expect("a value"))).collect()
        };
        let date = ("date", "Wed, 21 Oct 2026 07:28:00 GMT");
        for (given, millis) in [
            (headers(&[("retry-after", "2")]), Some(2_000)),
            (headers(&[("retry-after", "0.5")]), Some(500)),
            (headers(&[("retry-after-ms", "20"), ("retry-after", "2")]), Some(20)),
            (headers(&[date, ("retry-after", "Wed, 21 Oct 2026 07:28:09 GMT")]), Some(9_000)),
            (headers(&[date, ("retry-after", "Wed, 21 Oct 2026 07:27:00 GMT")]), Some(0)),
            (headers(&[("retry-after", "Wed, 21 Oct 2026 07:28:09 GMT")]), None),
            (headers(&[("retry-after", "-1")]), None),
            (headers(&[("retry-after", "soon")]), None),
            (headers(&[]), None),
        ] {
            assert_eq!(retry_after(&given), millis.map(Duration::from_millis), "{given:?}");
        }
    }

    #[test]
    fn this_machine_is_known_by_its_names() {
        for (url, own) in [
            ("http://localhost:1/v1", true),
            ("http://127.0.0.1/v1", true),
            ("http://[::1]:8080", true),
            ("https://api.example.com", false),
            ("http://localhost.example.com", false),
        ] {
            assert_eq!(is_loopback(&url.parse().expect("a URL")), own, "{url}");
        }
    }
}
