//! Asks what is not asked yet: several questions at a time, each reply written down when it comes.

use std::sync::{Mutex, PoisonError};

use futures::{StreamExt, stream};
use memoryos::ports::{ChatRequest, Llm as _, LlmError};

use super::{
    Answered, CachedLlm, Journal, JournalError, Judged, Prepared, Scored,
    judge::{self, JudgeInputs},
};

/// Who answers, who judges, and where it is written down.
pub struct Examination<'a> {
    /// The model that answers.
    pub model: &'a CachedLlm,
    /// The model that judges, where one does.
    pub judge: Option<&'a CachedLlm>,
    /// What is done already, and where the rest is written.
    pub journal: &'a Journal,
    /// How many questions are out at a time; at least 1.
    pub concurrency: usize,
}

/// Why the run stopped. What was done before is kept.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// A model cannot be asked, and would not be reached for the next question either.
    #[error("{model} failed at question {index} of {conversation}")]
    Model {
        /// Which model.
        model: String,
        /// The conversation.
        conversation: String,
        /// The question's place in it, from 0.
        index: usize,
        /// What went wrong.
        #[source]
        source: LlmError,
    },
    /// Results cannot be written down.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

impl Examination<'_> {
    /// Asks all that is not asked yet. `progress` is called after each question, with how many are done.
    ///
    /// A model that declines or says nothing has answered in its way: that is written down and scored as no answer.
    /// Any other failure, once the client has given up, ends the run; what is out is waited for and kept.
    ///
    /// # Errors
    /// When a model cannot be asked or a result cannot be written down. Running again goes on from there.
    pub async fn run(&self, prepared: &[Prepared], progress: impl Fn(usize)) -> Result<(), Failure> {
        let first_failure: Mutex<Option<Failure>> = Mutex::new(None);
        let failure = || first_failure.lock().unwrap_or_else(PoisonError::into_inner);
        let done = Mutex::new(0);
        let questions = stream::iter(prepared);
        questions
            .for_each_concurrent(self.concurrency.max(1), async |question| {
                if failure().is_some() {
                    return;
                }
                match self.examine(question).await {
                    Ok(()) => {
                        let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                        *done += 1;
                        progress(*done);
                    }
                    Err(error) => {
                        failure().get_or_insert(error);
                    }
                }
            })
            .await;
        first_failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }

    /// The reply that is written down for a question, if there is one.
    pub fn answered(&self, prepared: &Prepared) -> Option<Answered> {
        let hash = self.model.hash(&prepared.request);
        self.journal.answer(&prepared.conversation, prepared.question.index, &hash)
    }

    /// What the judge said of a reply, if it was asked.
    pub fn judged(&self, prepared: &Prepared, answered: &Answered) -> Option<Judged> {
        let hash = self.judge?.hash(&judge_request(prepared, answered)?);
        self.journal.judgement(&answered.conversation, answered.index, &hash)
    }

    /// What is known of a question before it is answered.
    pub(super) fn unanswered(&self, prepared: &Prepared) -> Answered {
        let question = prepared.question.clone();
        Answered {
            conversation: prepared.conversation.clone(),
            index: question.index,
            prompt_hash: self.model.hash(&prepared.request),
            model: self.model.model().to_owned(),
            category: if question.kind.is_none() { question.category } else { 0 },
            kind: question.label(),
            question: question.text,
            answers: question.answers,
            adversarial_answer: question.adversarial_answer,
            answerable: question.answerable,
            reply: None,
            failure: None,
            truncated: false,
            prompt_tokens: 0,
            completion_tokens: 0,
            latency_ms: 0.0,
            items: prepared.items,
            context_tokens: prepared.context_tokens,
            recall_ms: prepared.recall_ms,
        }
    }

    /// What was written down about these questions, scored.
    pub fn scored(&self, prepared: &[Prepared]) -> Vec<Scored> {
        let scored = |question: &Prepared| {
            let answered = self.answered(question)?;
            let judged = self.judged(question, &answered);
            Some(Scored::new(answered, judged))
        };
        prepared.iter().filter_map(scored).collect()
    }

    async fn examine(&self, prepared: &Prepared) -> Result<(), Failure> {
        let answered = match self.answered(prepared) {
            Some(answered) => answered,
            None => self.ask(prepared).await?,
        };
        if let (Some(judge), Some(request), None) =
            (self.judge, judge_request(prepared, &answered), self.judged(prepared, &answered))
        {
            self.ask_judge(judge, &answered, &request).await?;
        }
        Ok(())
    }

    async fn ask(&self, prepared: &Prepared) -> Result<Answered, Failure> {
        let mut answered = self.unanswered(prepared);
        match self.model.ask(&prepared.request).await {
            Ok(asked) => {
                answered.truncated = asked.chat.truncated;
                answered.prompt_tokens = asked.chat.usage.prompt_tokens;
                answered.completion_tokens = asked.chat.usage.completion_tokens;
                answered.latency_ms = asked.latency_ms;
                answered.reply = Some(asked.chat.text);
            }
            Err(error @ (LlmError::Refused | LlmError::Empty)) => answered.failure = Some(error.to_string()),
            Err(source) => return Err(failed(self.model, &answered, source)),
        }
        self.journal.write_answer(answered.clone())?;
        Ok(answered)
    }

    async fn ask_judge(
        &self,
        judge: &CachedLlm,
        answered: &Answered,
        request: &ChatRequest,
    ) -> Result<(), Failure> {
        let mut judged = Judged {
            conversation: answered.conversation.clone(),
            index: answered.index,
            judge_hash: judge.hash(request),
            model: judge.model().to_owned(),
            correct: None,
            failure: None,
            prompt_tokens: 0,
            completion_tokens: 0,
        };
        match judge.ask(request).await {
            Ok(asked) => {
                judged.prompt_tokens = asked.chat.usage.prompt_tokens;
                judged.completion_tokens = asked.chat.usage.completion_tokens;
                match judge::verdict(&asked.chat.text) {
                    Ok(correct) => judged.correct = Some(correct),
                    Err(error) => judged.failure = Some(error.to_string()),
                }
            }
            Err(error @ (LlmError::Refused | LlmError::Empty)) => judged.failure = Some(error.to_string()),
            Err(source) => return Err(failed(judge, answered, source)),
        }
        Ok(self.journal.write_judgement(judged)?)
    }
}

fn failed(model: &CachedLlm, answered: &Answered, source: LlmError) -> Failure {
    let (conversation, index) = (answered.conversation.clone(), answered.index);
    Failure::Model { model: model.model().to_owned(), conversation, index, source }
}

/// What a judge is asked about a reply; `None` where there is no reply, or nothing to hold it against.
pub(super) fn judge_request(prepared: &Prepared, answered: &Answered) -> Option<ChatRequest> {
    let is_judgeable = !answered.answerable || !answered.answers.is_empty();
    let inputs = JudgeInputs {
        question: &answered.question,
        answers: if answered.answerable { &answered.answers } else { &[] },
        trap: answered.adversarial_answer.as_deref(),
        reply: answered.reply.as_deref().filter(|_| is_judgeable)?,
    };
    Some(judge::request(prepared.request.owner.clone(), &inputs))
}
