//! API keys: made once, shown once, kept as hashes in a file beside the memory.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use jiff::Timestamp;
use memoryos_api::Access;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// What every key begins with, so that scanners for leaked secrets and people know one.
const PREFIX: &str = "mos_";

/// A key without its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Key {
    /// Names it; not secret.
    pub id: String,
    /// What it is for, in its maker's words.
    pub name: String,
    /// What it allows.
    #[serde(flatten)]
    pub access: Access,
    /// When it was made.
    pub created_at: Timestamp,
    /// SHA-256 of the secret in hexadecimal. The secret has 256 random bits, so that no slow hash is needed.
    sha256: String,
}

/// A key with its secret, which nobody sees again.
#[derive(Clone, Debug)]
pub struct NewKey {
    /// The key.
    pub key: Key,
    /// What its holder sends.
    pub secret: String,
}

/// Why keys cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KeyError {
    /// The file cannot be read or written.
    #[error("the keys in {} cannot be {action}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// `read` or `written`.
        action: &'static str,
        /// What went wrong.
        #[source]
        source: io::Error,
    },
    /// The file holds something else. It was not changed.
    #[error("{} holds no keys", path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        #[source]
        source: serde_json::Error,
    },
    /// There is no such key.
    #[error("there is no key {0}")]
    Unknown(String),
}

/// The file that keeps them: `keys.json` in the data folder.
#[derive(Clone, Debug)]
pub struct KeyFile {
    path: PathBuf,
}

impl KeyFile {
    /// That of a data folder.
    pub fn in_folder(data: &Path) -> Self {
        Self { path: data.join("keys.json") }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Every key, oldest first; `None` when there never was one.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn keys(&self) -> Result<Option<Vec<Key>>, KeyError> {
        let bytes = match fs::read(&self.path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(self.failed("read", source)),
        };
        let corrupt = |source| KeyError::Corrupt { path: self.path.clone(), source };
        serde_json::from_slice(&bytes).map(Some).map_err(corrupt)
    }

    /// Makes a key.
    ///
    /// # Errors
    /// When the file cannot be written; then there is no key.
    pub fn create(&self, name: &str, access: Access, now: Timestamp) -> Result<NewKey, KeyError> {
        let random = || {
            let mut bits = [0; 16];
            getrandom::fill(&mut bits).map_err(|error| self.failed("written", io::Error::other(error)))?;
            Ok::<_, KeyError>(u128::from_ne_bytes(bits))
        };
        let id = format!("{:08x}", random()? as u32);
        let secret = format!("{PREFIX}{:032x}{:032x}", random()?, random()?);
        let sha256 = hash(&secret);
        let key = Key { id, name: name.to_owned(), access, created_at: now, sha256 };
        self.change(|keys| {
            keys.push(key.clone());
            Ok(())
        })?;
        Ok(NewKey { key, secret })
    }

    /// Takes a key back. A running server refuses it from its next request on.
    ///
    /// # Errors
    /// When there is no such key, or the file cannot be written.
    pub fn revoke(&self, id: &str) -> Result<Key, KeyError> {
        self.change(|keys| {
            let index = keys.iter().position(|key| key.id == id);
            Ok(keys.remove(index.ok_or_else(|| KeyError::Unknown(id.to_owned()))?))
        })
    }

    /// The keys as `change` leaves them, written whole or not at all; one writer at a time.
    fn change<T>(&self, change: impl FnOnce(&mut Vec<Key>) -> Result<T, KeyError>) -> Result<T, KeyError> {
        let failed = |source| self.failed("written", source);
        let folder = self.path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(failed)?;
        // The file itself is replaced, so that another one holds the lock.
        let lock = File::create(self.path.with_extension("lock")).map_err(failed)?;
        lock.lock().map_err(failed)?;
        let mut keys = self.keys()?.unwrap_or_default();
        let changed = change(&mut keys)?;
        let mut file = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
        let bytes = serde_json::to_vec_pretty(&keys).map_err(io::Error::from).map_err(failed)?;
        file.write_all(&bytes).and_then(|()| file.as_file().sync_all()).map_err(failed)?;
        file.persist(&self.path).map_err(|refused| failed(refused.error))?;
        Ok(changed)
    }

    fn failed(&self, action: &'static str, source: io::Error) -> KeyError {
        KeyError::File { path: self.path.clone(), action, source }
    }
}

/// The key of this secret. Takes as long for a wrong secret as for a right one.
pub(super) fn find<'a>(keys: &'a [Key], secret: &str) -> Option<&'a Key> {
    let sha256 = hash(secret);
    let mut found = None;
    for key in keys {
        if bool::from(key.sha256.as_bytes().ct_eq(sha256.as_bytes())) {
            found = Some(key);
        }
    }
    found
}

fn hash(secret: &str) -> String {
    hex::encode(Sha256::digest(secret))
}

#[cfg(test)]
mod tests {
    use memoryos_api::{Scope, Users};

    use super::*;

    fn file() -> (tempfile::TempDir, KeyFile) {
        let folder = tempfile::tempdir().expect("a folder");
        let file = KeyFile::in_folder(folder.path());
        (folder, file)
    }

    fn of_ann() -> Access {
        Access { users: Users::Only(["ann".to_owned()].into()), scope: Scope::Write }
    }

    #[test]
    fn a_key_is_found_by_its_secret_until_it_is_revoked() {
        let (_folder, file) = file();
        assert_eq!(file.keys().expect("read"), None);
        let made = file.create("laptop", of_ann(), Timestamp::UNIX_EPOCH).expect("made");
        let keys = file.keys().expect("read").expect("there");
        assert_eq!(find(&keys, &made.secret), Some(&made.key));
        assert_eq!(find(&keys, "mos_0"), None);
        assert!(!fs::read_to_string(file.path()).expect("text").contains(&made.secret[PREFIX.len()..]));
        file.revoke(&made.key.id).expect("revoked");
        assert_eq!(file.keys().expect("read"), Some(Vec::new()), "there were keys, so that doors stay shut");
        assert!(matches!(file.revoke(&made.key.id), Err(KeyError::Unknown(_))));
    }

    #[test]
    fn keys_made_at_once_are_all_kept() {
        let (_folder, file) = file();
        std::thread::scope(|scope| {
            for n in 0..8 {
                let file = file.clone();
                scope.spawn(move || {
                    file.create(&format!("{n}"), of_ann(), Timestamp::UNIX_EPOCH).expect("made")
                });
            }
        });
        assert_eq!(file.keys().expect("read").expect("there").len(), 8);
    }

    #[test]
    fn a_file_that_holds_something_else_is_not_written_over() {
        let (_folder, file) = file();
        fs::write(file.path(), "not keys").expect("written");
        assert!(matches!(file.create("x", of_ann(), Timestamp::UNIX_EPOCH), Err(KeyError::Corrupt { .. })));
        assert_eq!(fs::read_to_string(file.path()).expect("text"), "not keys");
    }
}
