//! A model's files from a hub, each going on where an earlier attempt broke off.

use std::io::Write;

use memoryos::ports::BoxError;
use reqwest::{StatusCode, Url, header};

use super::staging::Staging;
use super::{InstallError, Manifest, PinnedFile, Progress};
use crate::http;

/// The environment variable that names a mirror of the hub, by its base URL.
pub const HUB_MIRROR_VARIABLE: &str = "MEMORYOS_HUB_MIRROR";
/// The hub that publishes the models.
const HUB: &str = "https://huggingface.co";

/// The base URL of the hub: the mirror of the environment, else the public one.
pub fn hub_url() -> String {
    let mirror = std::env::var(HUB_MIRROR_VARIABLE).ok().filter(|mirror| !mirror.trim().is_empty());
    mirror.unwrap_or_else(|| HUB.to_owned())
}

/// Brings every file of `model` into `staging`, each checked.
pub(super) async fn fetch(
    model: &Manifest,
    base_url: &str,
    staging: &Staging<'_>,
    progress: &(dyn Fn(Progress<'_>) + Send + Sync),
) -> Result<(), InstallError> {
    for file in model.files {
        let url =
            format!("{}/{}/resolve/main/{}", base_url.trim_end_matches('/'), model.repository, file.hub_path);
        if staging.held_bytes(file) != file.bytes {
            let arrived = rest_of(file, &url, staging, progress).await;
            arrived.map_err(|source| InstallError::Download { url, source })?;
        }
        staging.check(file)?;
    }
    Ok(())
}

/// Appends what is missing of `file` to its part. A server that ignores the range sends all of it again.
async fn rest_of(
    file: &PinnedFile,
    url: &str,
    staging: &Staging<'_>,
    progress: &(dyn Fn(Progress<'_>) + Send + Sync),
) -> Result<(), BoxError> {
    let url = Url::parse(url)?;
    // A part longer than the file is of another; it begins anew.
    let held = Some(staging.held_bytes(file)).filter(|held| *held < file.bytes).unwrap_or(0);
    let mut request = http::client(&url)?.get(url);
    if held > 0 {
        request = request.header(header::RANGE, format!("bytes={held}-"));
    }
    let mut response = request.send().await?.error_for_status()?;
    let mut arrived = if response.status() == StatusCode::PARTIAL_CONTENT { held } else { 0 };
    let mut part = staging.resume(file, arrived)?;
    while let Some(bytes) = response.chunk().await? {
        arrived += bytes.len() as u64;
        if arrived > file.bytes {
            return Err(format!("it is longer than {} bytes", file.bytes).into());
        }
        part.write_all(&bytes)?;
        progress(Progress { file: file.name, bytes: arrived, total_bytes: file.bytes });
    }
    if arrived < file.bytes {
        return Err(format!("it broke off after {arrived} of {} bytes", file.bytes).into());
    }
    Ok(())
}
