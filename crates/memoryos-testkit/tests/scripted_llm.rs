//! The stand-ins keep the promises of the port as well.

use async_trait::async_trait;
use memoryos::ports::{Llm, LlmError};
use memoryos_testkit::{
    llm::{LlmStage, Written, request},
    llm_suite,
    scripted_llm::ScriptedLlm,
};

struct Scripted;

#[async_trait]
impl LlmStage for Scripted {
    async fn llm(&self, replies: &[Written]) -> Box<dyn Llm> {
        let script = replies.iter().fold(ScriptedLlm::new(), |script, reply| match *reply {
            Written::Whole(text) => script.says(text),
            Written::Cut(text) => script.says_cut(text),
            Written::BrokenOff(text) => script.breaks_off(text),
            Written::Failure => script.fails(LlmError::Status { status: 500, message: String::new() }),
            Written::Refusal => script.fails(LlmError::Refused),
        });
        Box::new(script)
    }
}

llm_suite!(Scripted);

#[tokio::test]
#[should_panic(expected = "an unforeseen request")]
async fn an_unforeseen_request_fails_and_shows_the_prompt() {
    let llm = ScriptedLlm::new().says("one").replies_to("weather", "sunny");
    assert_eq!(llm.chat(&request("Hi")).await.expect("its line").text, "one");
    assert_eq!(llm.chat(&request("How is the weather?")).await.expect("its reply").text, "sunny");
    assert_eq!((llm.requests().len(), llm.lines_left()), (2, 0));
    let _ = llm.chat(&request("And you?")).await;
}
