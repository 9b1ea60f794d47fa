//! How long things take, and how much memory this process has.

use std::{
    fs,
    time::{Duration, Instant},
};

/// One measured number.
pub(crate) struct Figure {
    /// What was measured, with its size in the name.
    pub(crate) name: String,
    /// Its median, or its only value.
    pub(crate) value: f64,
    /// Its 95th percentile, where it was measured often.
    pub(crate) p95: Option<f64>,
    /// Its 99th percentile, likewise.
    pub(crate) p99: Option<f64>,
    /// What one of it means.
    pub(crate) unit: &'static str,
}

impl Figure {
    /// A number measured once.
    pub(crate) fn one(name: impl Into<String>, value: f64, unit: &'static str) -> Self {
        Self { name: name.into(), value, p95: None, p99: None, unit }
    }

    /// Median, 95th and 99th percentile of durations, in milliseconds.
    pub(crate) fn durations(name: impl Into<String>, mut durations: Vec<Duration>) -> Self {
        durations.sort();
        let at = |share: f64| {
            let index = ((durations.len() - 1) as f64 * share).round() as usize;
            durations[index].as_secs_f64() * 1e3
        };
        Self { name: name.into(), value: at(0.5), p95: Some(at(0.95)), p99: Some(at(0.99)), unit: "ms" }
    }
}

/// How long `work` takes.
pub(crate) async fn timed<T>(work: impl Future<Output = T>) -> (Duration, T) {
    let began = Instant::now();
    let result = work.await;
    (began.elapsed(), result)
}

/// Resident memory of this process in MB, where the system tells.
pub(crate) fn resident_mb() -> Option<f64> {
    told_mb("self", "VmRSS:")
}

/// The most memory that a process has had resident so far, in MB, where the system tells.
pub(crate) fn peak_resident_mb(process: u32) -> Option<f64> {
    told_mb(&process.to_string(), "VmHWM:")
}

fn told_mb(process: &str, name: &str) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with(name))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1024.0)
}
