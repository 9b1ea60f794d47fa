//! An embedder that embeds nothing twice, so that one conversation can be asked in many ways at little cost.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use anyhow::{Context, Result};
use async_trait::async_trait;
use memoryos::{
    ports::{EmbedError, Embedder, EmbedderSpec, TextRole},
    types::Embedding,
};

use super::{
    vector_file::VectorFile,
    vectors::{Made, Vectors},
};

/// Remembers the vectors of passages and of the questions that were timed. Anything else that is searched for is
/// embedded each time, so that what a recall embeds beyond its question costs what it costs.
pub struct Remembering {
    inner: Arc<dyn Embedder>,
    vectors: Mutex<Vectors>,
    kept: Option<Kept>,
}

/// Where vectors are kept.
struct Kept {
    path: PathBuf,
    file: Mutex<VectorFile>,
}

impl Remembering {
    /// Forgets with each conversation.
    pub fn new(inner: Arc<dyn Embedder>) -> Self {
        Self { inner, vectors: Mutex::default(), kept: None }
    }

    /// Keeps all vectors in a file, with the time that each question took when it was embedded. What is no whole
    /// vector at the end of a file that was torn is cut away.
    ///
    /// # Errors
    /// When the file cannot be written, another run has it, or it holds no vectors of this embedder.
    pub fn kept_in(inner: Arc<dyn Embedder>, file: &Path) -> Result<Self> {
        let spec = inner.spec();
        let (opened, vectors) = VectorFile::open(file, &spec.model_id, spec.dimensions)
            .with_context(|| format!("{} cannot be used for vectors", file.display()))?;
        let kept = Kept { path: file.to_owned(), file: Mutex::new(opened) };
        Ok(Self { vectors: Mutex::new(vectors), kept: Some(kept), inner })
    }

    /// How many bytes were cut away from the file because they were no whole vector; 0 for a sound file.
    pub fn torn_bytes(&self) -> u64 {
        self.kept.as_ref().map_or(0, |kept| unpoisoned(&kept.file).torn)
    }

    /// What the embedder's vectors are called.
    pub fn model_id(&self) -> &str {
        &self.inner.spec().model_id
    }

    /// Embeds a question by itself, and keeps its vector for the recalls that follow. Returns the milliseconds it
    /// took, now or when it was embedded for the file.
    ///
    /// # Errors
    /// When the model fails.
    pub(super) async fn time_query(&self, query: &str) -> Result<f64, EmbedError> {
        if let Some(made) = self.lock().get(TextRole::Query, query) {
            return Ok(made.millis);
        }
        let start = Instant::now();
        let vectors = self.inner.embed(&[query], TextRole::Query).await?;
        let millis = start.elapsed().as_secs_f64() * 1e3;
        for vector in vectors {
            self.lock().put(TextRole::Query, query, Made { vector, millis });
        }
        Ok(millis)
    }

    /// A conversation is done: its vectors go to the file, or are forgotten.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(super) fn end_conversation(&self) -> Result<()> {
        let mut vectors = self.lock();
        match &self.kept {
            None => vectors.clear(),
            Some(Kept { path, file }) => unpoisoned(file)
                .save(&mut vectors)
                .with_context(|| format!("writing vectors to {}", path.display()))?,
        }
        Ok(())
    }

    fn known(&self, texts: &[&str], role: TextRole) -> Option<Vec<Embedding>> {
        let vectors = self.lock();
        texts.iter().map(|text| Some(vectors.get(role, text)?.vector.clone())).collect()
    }

    async fn make_passages(&self, texts: &[&str]) -> Result<(), EmbedError> {
        let role = TextRole::Passage;
        let missing: Vec<&str> = {
            let vectors = self.lock();
            texts.iter().filter(|text| vectors.get(role, text).is_none()).copied().collect()
        };
        let made = self.inner.embed(&missing, role).await?;
        let mut vectors = self.lock();
        for (text, vector) in missing.iter().zip(made) {
            vectors.put(role, text, Made { vector, millis: 0.0 });
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Vectors> {
        unpoisoned(&self.vectors)
    }
}

/// Each holder leaves whole vectors behind, whatever became of it.
fn unpoisoned<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[async_trait]
impl Embedder for Remembering {
    fn spec(&self) -> &EmbedderSpec {
        self.inner.spec()
    }

    async fn embed(&self, texts: &[&str], role: TextRole) -> Result<Vec<Embedding>, EmbedError> {
        if let Some(known) = self.known(texts, role) {
            return Ok(known);
        }
        match role {
            TextRole::Query => self.inner.embed(texts, role).await,
            TextRole::Passage => {
                self.make_passages(texts).await?;
                Ok(self.known(texts, role).expect("all of them were made"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use memoryos_testkit::HashEmbedder;

    use super::*;

    #[tokio::test]
    async fn vectors_are_those_of_the_embedder_however_often_they_are_asked_for() {
        let inner: Arc<dyn Embedder> = Arc::new(HashEmbedder::new(64));
        let remembering = Remembering::new(Arc::clone(&inner));
        let texts = ["goats", "figs", "goats"];
        let fresh = inner.embed(&texts, TextRole::Passage).await.expect("vectors");
        for _ in 0..2 {
            assert_eq!(remembering.embed(&texts, TextRole::Passage).await.expect("vectors"), fresh);
        }
        let first = remembering.time_query("figs?").await.expect("timed");
        assert_eq!(remembering.time_query("figs?").await.expect("known").to_bits(), first.to_bits());
        let asked = inner.embed(&["figs?"], TextRole::Query).await.expect("vectors");
        assert_eq!(remembering.embed(&["figs?"], TextRole::Query).await.expect("vectors"), asked);
    }
}
