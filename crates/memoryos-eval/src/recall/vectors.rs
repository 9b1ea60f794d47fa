//! Vectors that were made once: what an evaluation with a slow model keeps between its runs.

use std::{
    collections::HashMap,
    fs, io,
    io::{BufRead, Read, Write},
    path::Path,
};

use memoryos::{ports::TextRole, types::Embedding};

/// Says what the file is.
const HEAD: &str = "memoryos vectors 1";

/// A vector and what it cost.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Made {
    pub(super) vector: Embedding,
    /// Milliseconds it took alone; 0 for passages, which are made in batches and never timed.
    pub(super) millis: f64,
}

/// Vectors of one model by role and text.
#[derive(Debug, Default)]
pub(super) struct Vectors(HashMap<(bool, String), Made>);

impl Vectors {
    pub(super) fn get(&self, role: TextRole, text: &str) -> Option<&Made> {
        self.0.get(&(role == TextRole::Query, text.to_owned()))
    }

    pub(super) fn put(&mut self, role: TextRole, text: &str, made: Made) {
        self.0.insert((role == TextRole::Query, text.to_owned()), made);
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// What the file holds of this model; nothing where it is missing.
    ///
    /// # Errors
    /// When it cannot be read, or holds something else.
    pub(super) fn load(path: &Path, model_id: &str, dimensions: usize) -> io::Result<Self> {
        let file = match fs::File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            file => file?,
        };
        let mut file = io::BufReader::new(file);
        let mut head = String::new();
        file.read_line(&mut head)?;
        if head.trim_end() != self::head(model_id, dimensions) {
            return Err(io::Error::other(format!("it does not hold vectors of {model_id}")));
        }
        let mut vectors = Self::default();
        while !file.fill_buf()?.is_empty() {
            let (key, made) = record(&mut file, dimensions)?;
            vectors.0.insert(key, made);
        }
        Ok(vectors)
    }

    /// Writes all of them.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(super) fn save(&self, path: &Path, model_id: &str, dimensions: usize) -> io::Result<()> {
        let mut file = io::BufWriter::new(fs::File::create(path)?);
        writeln!(file, "{}", head(model_id, dimensions))?;
        for ((is_query, text), made) in &self.0 {
            file.write_all(&[u8::from(*is_query)])?;
            file.write_all(&made.millis.to_le_bytes())?;
            file.write_all(&(text.len() as u64).to_le_bytes())?;
            file.write_all(text.as_bytes())?;
            for number in made.vector.values() {
                file.write_all(&number.to_le_bytes())?;
            }
        }
        file.flush()
    }
}

fn head(model_id: &str, dimensions: usize) -> String {
    format!("{HEAD} {model_id} {dimensions}")
}

fn record(file: &mut impl Read, dimensions: usize) -> io::Result<((bool, String), Made)> {
    let is_query = bytes::<1>(file)?[0] == 1;
    let millis = f64::from_le_bytes(bytes(file)?);
    let length = u64::from_le_bytes(bytes(file)?);
    let mut text = String::new();
    file.take(length).read_to_string(&mut text)?;
    let numbers = (0..dimensions).map(|_| bytes(file).map(f32::from_le_bytes));
    let numbers = numbers.collect::<io::Result<Vec<f32>>>()?;
    let vector = Embedding::new(numbers).map_err(io::Error::other)?;
    Ok(((is_query, text), Made { vector, millis }))
}

fn bytes<const N: usize>(file: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_come_back_as_they_were_and_those_of_another_model_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("vectors");
        let made = Made { vector: Embedding::new(vec![0.6, 0.8]).expect("of length 1"), millis: 1.5 };
        let mut vectors = Vectors::load(&path, "model", 2).expect("no file is none");
        vectors.put(TextRole::Query, "猫\ncats", made.clone());
        vectors.save(&path, "model", 2).expect("written");
        let again = Vectors::load(&path, "model", 2).expect("read");
        assert_eq!(again.get(TextRole::Query, "猫\ncats"), Some(&made));
        assert_eq!(again.get(TextRole::Passage, "猫\ncats"), None);
        assert!(Vectors::load(&path, "other", 2).is_err());
        fs::write(&path, "{}").expect("written");
        assert!(Vectors::load(&path, "model", 2).is_err());
    }
}
