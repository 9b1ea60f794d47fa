//! The place beside a model's folder where its files gather until all are there and right.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::{InstallError, Manifest, PinnedFile, Progress, file_error};

/// Bytes copied at a time: large enough for the disk, small enough for a smooth progress bar.
const CHUNK_BYTES: usize = 1 << 20;

/// A folder of parts, kept between attempts so that a download can go on.
pub(super) struct Staging<'a> {
    model: &'a Manifest,
    parts: PathBuf,
    folder: PathBuf,
}

impl<'a> Staging<'a> {
    pub(super) fn open(models_dir: &Path, model: &'a Manifest) -> Result<Self, InstallError> {
        let parts = models_dir.join(format!(".{}.parts", model.model_id));
        fs::create_dir_all(&parts).map_err(file_error("making", &parts))?;
        Ok(Self { model, parts, folder: models_dir.join(model.model_id) })
    }

    /// How many bytes of `file` an earlier attempt left here.
    pub(super) fn held_bytes(&self, file: &PinnedFile) -> u64 {
        fs::metadata(self.part(file)).map_or(0, |part| part.len())
    }

    /// Opens the part of `file` for what follows its first `held` bytes; 0 begins anew.
    pub(super) fn resume(&self, file: &PinnedFile, held: u64) -> Result<File, InstallError> {
        let path = self.part(file);
        let part =
            OpenOptions::new().create(true).append(true).open(&path).map_err(file_error("opening", &path))?;
        part.set_len(held).map_err(file_error("cutting", &path))?;
        Ok(part)
    }

    /// Writes the whole of `file` from `source`, and checks it.
    pub(super) fn copy(
        &self,
        file: &PinnedFile,
        mut source: impl Read,
        progress: &(dyn Fn(Progress<'_>) + Send + Sync),
    ) -> Result<(), InstallError> {
        let path = self.part(file);
        let mut part = self.resume(file, 0)?;
        let mut copied = 0;
        let mut buffer = vec![0; CHUNK_BYTES];
        // One byte more than expected is enough to know that the file is another.
        while copied <= file.bytes {
            let read = source.read(&mut buffer).map_err(file_error("reading for", &path))?;
            if read == 0 {
                break;
            }
            part.write_all(&buffer[..read]).map_err(file_error("writing", &path))?;
            copied += read as u64;
            progress(Progress { file: file.name, bytes: copied, total_bytes: file.bytes });
        }
        self.check(file)
    }

    /// Checks the part of `file` and makes it durable; a wrong one is removed.
    pub(super) fn check(&self, file: &PinnedFile) -> Result<(), InstallError> {
        let path = self.part(file);
        let found = sha256(&path).map_err(file_error("reading", &path))?;
        if found != file.sha256 {
            fs::remove_file(&path).map_err(file_error("removing", &path))?;
            return Err(InstallError::Checksum { file: file.name, expected: file.sha256, found });
        }
        let durable = OpenOptions::new().append(true).open(&path).and_then(|part| part.sync_all());
        durable.map_err(file_error("syncing", &path))
    }

    /// Moves the checked parts to the model's folder, in place of what is there.
    pub(super) fn publish(self) -> Result<PathBuf, InstallError> {
        // Leftovers of a former version of the manifest would otherwise become part of the model.
        self.remove_strangers().map_err(file_error("clearing", &self.parts))?;
        sync_folder(&self.parts).map_err(file_error("syncing", &self.parts))?;
        let old = self.parts.with_extension("old");
        remove_folder(&old)?;
        if self.folder.exists() {
            fs::rename(&self.folder, &old).map_err(file_error("moving", &self.folder))?;
        }
        fs::rename(&self.parts, &self.folder).map_err(file_error("moving", &self.parts))?;
        let parent = self.folder.parent().expect("the folder lies in the models' folder");
        sync_folder(parent).map_err(file_error("syncing", parent))?;
        remove_folder(&old)?;
        Ok(self.folder)
    }

    fn remove_strangers(&self) -> io::Result<()> {
        for entry in fs::read_dir(&self.parts)? {
            let entry = entry?;
            if !self.model.files.iter().any(|file| entry.file_name() == file.name) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    fn part(&self, file: &PinnedFile) -> PathBuf {
        self.parts.join(file.name)
    }
}

/// Removes `folder` and all within; one that is not there is removed already.
pub(super) fn remove_folder(folder: &Path) -> Result<(), InstallError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(file_error("removing", folder)(error)),
        _ => Ok(()),
    }
}

fn sha256(path: &Path) -> io::Result<String> {
    let (mut file, mut hash, mut buffer) = (File::open(path)?, Sha256::new(), vec![0; CHUNK_BYTES]);
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            return Ok(hash.finalize().iter().flat_map(|byte| [byte >> 4, byte & 15]).map(digit).collect());
        }
        hash.update(&buffer[..read]);
    }
}

fn digit(value: u8) -> char {
    char::from_digit(value.into(), 16).expect("half a byte is a hexadecimal digit")
}

/// Makes renames within `folder` durable, where the system lets folders be opened.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
