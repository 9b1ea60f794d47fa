//! The file of vectors: what an evaluation with a slow model keeps between its runs. Records are only ever added at
//! its end, so that a run that is ended tears at most the last of them.

use std::{
    collections::HashMap,
    fs::{File, OpenOptions, TryLockError},
    io::{self, BufRead, Read, Seek, SeekFrom, Write},
    path::Path,
};

use memoryos::types::Embedding;

use super::vectors::{Key, Made, Vectors};

/// Says what the file is.
const HEAD: &str = "memoryos vectors 1";

/// The open file, at its end. No other run has it.
#[derive(Debug)]
pub(super) struct VectorFile {
    file: File,
    /// Bytes that hold whole records, the head included.
    sound: u64,
    /// Bytes behind them that were cut away when the file was opened.
    pub(super) torn: u64,
}

impl VectorFile {
    /// The file, made where it is missing, with the vectors of this model that it holds. What follows the last whole
    /// record is cut away.
    ///
    /// # Errors
    /// When it cannot be read and written, another run has it, or it holds something else; then it is left alone.
    pub(super) fn open(path: &Path, model_id: &str, dimensions: usize) -> io::Result<(Self, Vectors)> {
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(io::Error::other("another run is writing to it"));
        }
        let length = file.metadata()?.len();
        let head = format!("{HEAD} {model_id} {dimensions}\n");
        let mut reader = io::BufReader::new(&file);
        let mut found = Vec::new();
        reader.by_ref().take(head.len() as u64).read_until(b'\n', &mut found)?;
        if !head.as_bytes().starts_with(&found) {
            return Err(io::Error::other(format!("it does not hold vectors of {model_id}")));
        }
        let has_head = found.len() == head.len();
        let mut made = HashMap::new();
        let mut sound = if has_head { head.len() as u64 } else { 0 };
        while has_head && let Some((key, one, bytes)) = record(&mut reader, dimensions)? {
            made.insert(key, one);
            sound += bytes;
        }
        let mut opened = Self { file, sound, torn: length - sound };
        opened.file.set_len(sound)?;
        if !has_head {
            opened.append(head.as_bytes())?;
        }
        Ok((opened, Vectors::saved(made)))
    }

    /// Adds those that are in no file yet.
    ///
    /// # Errors
    /// When the file cannot be written; then none of them is in it.
    pub(super) fn save(&mut self, vectors: &mut Vectors) -> io::Result<()> {
        let mut bytes = Vec::new();
        for ((is_query, text), made) in vectors.unsaved() {
            bytes.push(u8::from(*is_query));
            bytes.extend(made.millis.to_le_bytes());
            bytes.extend((text.len() as u64).to_le_bytes());
            bytes.extend(text.as_bytes());
            bytes.extend(made.vector.values().iter().flat_map(|number| number.to_le_bytes()));
        }
        self.append(&bytes)?;
        vectors.mark_saved();
        Ok(())
    }

    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.sound))?;
        self.file.write_all(bytes)?;
        self.sound += bytes.len() as u64;
        Ok(())
    }
}

/// The next record with the bytes it takes; `None` at the end of the file, and where what follows is no record.
///
/// # Errors
/// When the file cannot be read.
fn record(file: &mut impl BufRead, dimensions: usize) -> io::Result<Option<(Key, Made, u64)>> {
    match whole_record(file, dimensions) {
        Ok(record) => Ok(Some(record)),
        Err(error) if matches!(error.kind(), io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData) => {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

fn whole_record(file: &mut impl Read, dimensions: usize) -> io::Result<(Key, Made, u64)> {
    let invalid = |what: &'static str| io::Error::new(io::ErrorKind::InvalidData, what);
    let is_query = match bytes::<1>(file)? {
        [0] => false,
        [1] => true,
        _ => return Err(invalid("a role")),
    };
    let millis = f64::from_le_bytes(bytes(file)?);
    let length = u64::from_le_bytes(bytes(file)?);
    let mut text = String::new();
    if file.take(length).read_to_string(&mut text)? as u64 != length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let numbers = (0..dimensions).map(|_| bytes(file).map(f32::from_le_bytes));
    let numbers = numbers.collect::<io::Result<Vec<f32>>>()?;
    let vector = Embedding::new(numbers).map_err(|_| invalid("a vector"))?;
    let taken = (1 + size_of::<f64>() + size_of::<u64>() + dimensions * size_of::<f32>()) as u64 + length;
    Ok(((is_query, text), Made { vector, millis }, taken))
}

fn bytes<const N: usize>(file: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use memoryos::ports::TextRole;

    use super::*;

    fn made(millis: f64) -> Made {
        Made { vector: Embedding::new(vec![0.6, 0.8]).expect("of length 1"), millis }
    }

    fn open(path: &Path) -> (VectorFile, Vectors) {
        VectorFile::open(path, "model", 2).expect("a file of vectors")
    }

    #[test]
    fn vectors_come_back_as_they_were_and_are_written_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("vectors");
        let (mut file, mut vectors) = open(&path);
        vectors.put(TextRole::Query, "猫\ncats", made(1.5));
        file.save(&mut vectors).expect("written");
        let length = fs::metadata(&path).expect("there").len();
        file.save(&mut vectors).expect("nothing to write");
        assert_eq!(fs::metadata(&path).expect("there").len(), length);
        vectors.put(TextRole::Passage, "dogs", made(0.0));
        file.save(&mut vectors).expect("written");
        assert!(VectorFile::open(&path, "model", 2).is_err(), "another run has it");
        drop(file);
        let (file, again) = open(&path);
        assert_eq!(again.get(TextRole::Query, "猫\ncats"), Some(&made(1.5)));
        assert_eq!(again.get(TextRole::Passage, "dogs"), Some(&made(0.0)));
        assert_eq!((again.get(TextRole::Passage, "猫\ncats"), file.torn), (None, 0));
    }

    #[test]
    fn a_file_that_is_torn_anywhere_keeps_its_whole_records_and_goes_on() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("vectors");
        let (mut file, mut vectors) = open(&path);
        let head = fs::metadata(&path).expect("there").len() as usize;
        for text in ["cats", "dogs"] {
            vectors.put(TextRole::Passage, text, made(0.0));
        }
        file.save(&mut vectors).expect("written");
        drop(file);
        let whole = fs::read(&path).expect("read");
        let middle = head + (whole.len() - head) / 2;
        for end in 0..whole.len() {
            fs::write(&path, &whole[..end]).expect("torn");
            let (mut file, mut vectors) = open(&path);
            let has_first = vectors.get(TextRole::Passage, "cats").is_some();
            let sound = if end >= middle {
                middle
            } else if end >= head {
                head
            } else {
                0
            };
            assert_eq!((has_first, file.torn), (end >= middle, (end - sound) as u64), "{end}");
            assert_eq!(vectors.get(TextRole::Passage, "dogs"), None, "{end}");
            for text in ["cats", "dogs"] {
                vectors.put(TextRole::Passage, text, made(0.0));
            }
            file.save(&mut vectors).expect("written");
            drop(file);
            assert!(fs::read(&path).expect("read").starts_with(&whole[..middle]), "{end}");
            assert!(open(&path).1.get(TextRole::Passage, "dogs").is_some(), "{end}");
        }
        let mut scribbled = whole.clone();
        scribbled[middle] = 7;
        fs::write(&path, &scribbled).expect("scribbled");
        assert_eq!(open(&path).0.torn, (whole.len() - middle) as u64);
    }

    #[test]
    fn a_file_of_something_else_is_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("vectors");
        for content in ["{}", "memoryos vectors 1 other 2\n", "memoryos vectors 1 model 20\n"] {
            fs::write(&path, content).expect("written");
            assert!(VectorFile::open(&path, "model", 2).is_err(), "{content}");
            assert_eq!(fs::read_to_string(&path).expect("there"), content);
        }
    }
}
