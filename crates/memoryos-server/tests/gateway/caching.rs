//! How much of a prompt a provider's cache can keep from one turn to the next.

use serde_json::{Value, json};

use crate::{
    support::Gateway,
    upstream::{Answer, Asked, Upstream},
};

/// Turns of the conversation.
const TURNS: usize = 10;

/// What the user asks, about things of earlier conversations; and the replies.
const ASKED: &str = "How are my goats, and what did I plan for the garden, the cello and the trip to Lisbon";
const REPLY: &str = "You have two goats, Heidi and Peter. The garden gets beans this year, the cello lessons are on \
                     Tuesdays, and the trip to Lisbon is planned for the second week of May, by train.";

async fn prompts() -> Vec<String> {
    let upstream = Upstream::always(Answer::says(REPLY));
    let gateway = Gateway::before(&upstream).await;
    for number in 0..40 {
        let said = format!(
            "My name is Ada. Note {number}: goats, the garden, the cello or a trip to Lisbon, in May."
        );
        gateway.remember("ann", &said, "Noted.").await;
    }
    gateway.memory.settle(&crate::support::owner("ann")).await.expect("settled");
    let mut messages =
        vec![json!({"role": "system", "content": "You are a friendly assistant of a small farm."})];
    for number in 0..TURNS {
        messages.push(json!({"role": "user", "content": format!("{ASKED}, question {number}?")}));
        gateway.chat(&Value::Array(messages.clone())).await;
        messages.push(json!({"role": "assistant", "content": REPLY}));
    }
    upstream.asked().iter().map(Asked::prompt).collect()
}

fn common_bytes(one: &str, other: &str) -> usize {
    one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count()
}

/// The same prompts with the block where one might put it instead: `in_system` after the rules, else in a message
/// before the user's last words.
fn elsewhere(prompt: &str, in_system: bool) -> String {
    let start = prompt.rfind("\n\n<memory>").expect("a block");
    let end = prompt[start..].find("</memory>").expect("its end") + start + "</memory>".len();
    let (block, rest) = (&prompt[start..end], format!("{}{}", &prompt[..start], &prompt[end..]));
    let place = if in_system { rest.find("\n\nYou are a friendly") } else { rest.rfind("<\"user\">") };
    let place = place.expect("a place");
    format!("{}{block}{}", &rest[..place], &rest[place..])
}

fn shares(prompts: &[String]) -> Vec<f64> {
    prompts.windows(2).map(|pair| common_bytes(&pair[0], &pair[1]) as f64 / pair[0].len() as f64).collect()
}

fn mean(shares: &[f64]) -> f64 {
    shares.iter().sum::<f64>() / shares.len() as f64
}

#[tokio::test]
async fn most_of_a_prompt_is_the_beginning_of_the_next() {
    let prompts = prompts().await;
    assert!(prompts.iter().all(|prompt| prompt.matches("<memory>\n").count() == 2), "{}", prompts[0]);
    let ours = shares(&prompts);
    let moved = |in_system| {
        let moved: Vec<String> = prompts.iter().map(|prompt| elsewhere(prompt, in_system)).collect();
        mean(&shares(&moved))
    };
    let (before_words, in_system) = (moved(false), moved(true));
    let shown: Vec<String> = ours.iter().map(|share| format!("{share:.2}")).collect();
    eprintln!(
        "share of a prompt that the next one begins with, over {TURNS} turns: {} (mean {:.3}); with the memories \
         before the user's last words {before_words:.3}, in the system's message {in_system:.3}",
        shown.join(" "),
        mean(&ours),
    );
    for (pair, share) in prompts.windows(2).zip(&ours) {
        // All but the memories of that turn, whose block begins like the next reply's place does.
        let block = pair[0].len() - pair[0].rfind("\n\n<memory>").expect("a block");
        assert!(
            share * pair[0].len() as f64 >= (pair[0].len() - block) as f64,
            "only the last block may change"
        );
    }
    assert!(mean(&ours) > before_words && before_words > in_system);
}
