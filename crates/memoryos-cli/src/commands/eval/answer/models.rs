//! The models of an evaluation: the one that answers, and the one that judges.

use std::{env, path::PathBuf, sync::Arc, time::Duration};

use anyhow::{Context, Result};
use memoryos::ports::{Llm, LlmError, Purpose, Usage};
use memoryos_eval::answer::{CachedLlm, Spent, Unconnected};
use memoryos_host::{Settings, language_model};
use memoryos_models::{
    http::Retry,
    openai::{OpenAiConfig, OpenAiLlm},
};

use super::Arguments;
use crate::{session::Session, ui};

/// The folder of replies within the data folder.
const CACHE_FOLDER: &str = "eval-cache";

/// Holds the key for a judge on a server of its own.
const JUDGE_KEY: &str = "MEMORYOS_JUDGE_API_KEY";

/// The models, with a cache before each.
pub(super) struct Models {
    pub(super) model: Arc<CachedLlm>,
    pub(super) judge: Option<Arc<CachedLlm>>,
    cache: PathBuf,
}

impl Models {
    /// # Errors
    /// When no model is set and one is to be asked, one cannot be used, or the cache's folder cannot be made.
    pub(super) fn new(session: &Session, arguments: &Arguments) -> Result<Self> {
        let settings = &session.settings;
        let cache = arguments.cache.clone().unwrap_or_else(|| settings.data.join(CACHE_FOLDER));
        let cached = |llm| {
            let cached = CachedLlm::new(llm, &cache);
            cached.map(Arc::new).with_context(|| format!("replies cannot be kept in {}", cache.display()))
        };
        // An estimate asks nothing: the names are enough, which tell what is asked already.
        let named = |name: &str| Arc::new(Unconnected(name.to_owned())) as Arc<dyn Llm>;
        let model = if arguments.estimate {
            named(&settings.llm.model)
        } else {
            language_model(settings)?.ok_or(LlmError::NotConfigured)?
        };
        let judge = match &arguments.judge_model {
            Some(name) if arguments.estimate => Some(named(name)),
            Some(name) => Some(judge(settings, name, arguments.judge_url.as_deref())?),
            None => None,
        };
        let (model, judge) = (cached(model)?, judge.map(cached).transpose()?);
        Ok(Self { model, judge, cache })
    }

    /// What settling conversations through the model came to; nothing where rules did it.
    pub(super) fn distilling(&self) -> Spent {
        let spent = self.model.spent();
        together(spent.into_iter().filter(|(purpose, _)| *purpose != Purpose::Answer).map(|(_, spent)| spent))
    }

    /// Says that a run that ended while it settled can go on.
    pub(super) fn tell_kept(&self) {
        let cache = self.cache.display();
        ui::note(&format!("what was settled so far is kept in {cache}; run the same again to go on"));
    }
}

/// The sum of several.
pub(super) fn together(all: impl Iterator<Item = Spent>) -> Spent {
    all.fold(Spent::default(), |sum, spent| Spent {
        calls: sum.calls + spent.calls,
        usage: Usage {
            prompt_tokens: sum.usage.prompt_tokens + spent.usage.prompt_tokens,
            completion_tokens: sum.usage.completion_tokens + spent.usage.completion_tokens,
        },
    })
}

/// The judge. The key of the model's server is shown to no other.
fn judge(settings: &Settings, name: &str, url: Option<&str>) -> Result<Arc<dyn Llm>> {
    let mut settings = settings.clone();
    name.clone_into(&mut settings.llm.model);
    let Some(url) = url.filter(|url| *url != settings.llm.url) else {
        return Ok(language_model(&settings)?.ok_or(LlmError::NotConfigured)?);
    };
    let mut config = OpenAiConfig::new(url, name).with_key(&env::var(JUDGE_KEY).unwrap_or_default());
    config.timeout = Duration::from_secs(settings.llm.timeout_secs);
    config.retry = Retry { attempts: settings.llm.retries, ..Retry::default() };
    Ok(Arc::new(OpenAiLlm::new(config).context("the judge cannot be used")?))
}
