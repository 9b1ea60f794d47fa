//! Made-up talk of the usual length and spread of words, the same every time.

use jiff::Timestamp;
use memoryos::types::{Message, Moment, Turn};

const SUBJECTS: [&str; 24] = [
    "the bakery",
    "my sister",
    "the garden",
    "our neighbour",
    "the project",
    "a friend from school",
    "the dentist",
    "the landlord",
    "my manager",
    "the cello teacher",
    "the dog",
    "the climbing gym",
    "our trip",
    "the new flat",
    "the bicycle",
    "the team",
    "grandmother",
    "the car",
    "the budget",
    "the concert",
    "the recipe",
    "the course",
    "the museum",
    "the train",
];
const VERBS: [&str; 16] = [
    "moved",
    "asked about",
    "forgot",
    "repaired",
    "planned",
    "cancelled",
    "recommended",
    "visited",
    "described",
    "worried about",
    "celebrated",
    "compared",
    "finished",
    "postponed",
    "paid for",
    "looked for",
];
const DETAILS: [&str; 24] = [
    "a green notebook",
    "the kitchen window",
    "two tickets to Lyon",
    "the old piano",
    "a sourdough starter",
    "three spreadsheets",
    "the blue tag",
    "a broken chain",
    "the Thursday meeting",
    "a long letter",
    "the wool blanket",
    "some peppermint tea",
    "the north stairs",
    "a quiet room",
    "the first chapter",
    "an expensive lens",
    "the spare key",
    "a second opinion",
    "the early bus",
    "a wooden shelf",
    "the last invoice",
    "a heavy parcel",
    "the harbour lights",
    "a small lamp",
];

/// `n` turns, two minutes apart, of about thirty words a side, each with a number no other has.
pub(crate) fn turns(n: usize, began: Timestamp) -> Vec<Turn> {
    (0..n)
        .map(|i| {
            let at = began
                .checked_add(jiff::SignedDuration::from_secs(120 * i64::try_from(i).expect("a small number")))
                .expect("within range");
            let [said, replied] = sides(i);
            Turn::new(Message::new(said), Message::new(replied), Moment::utc(at)).expect("words")
        })
        .collect()
}

/// What is said and replied in the turn of this number.
pub(crate) fn sides(i: usize) -> [String; 2] {
    [words(2 * i, i), words(2 * i + 1, i)]
}

/// A question about the turn of this number.
pub(crate) fn question(i: usize) -> String {
    let mut random = Random(2 * i as u64 + 1);
    format!("What about {} and {}, number {i}?", random.of(&SUBJECTS), random.of(&DETAILS))
}

fn words(seed: usize, number: usize) -> String {
    let mut random = Random(seed as u64 + 1);
    let clause = |random: &mut Random| {
        format!(
            "{} {} {} before {}",
            random.of(&SUBJECTS),
            random.of(&VERBS),
            random.of(&DETAILS),
            random.of(&SUBJECTS)
        )
    };
    format!(
        "Today {}, and {}. Then {} for case {number}.",
        clause(&mut random),
        clause(&mut random),
        clause(&mut random)
    )
}

/// A linear congruential generator: any fixed sequence will do.
struct Random(u64);

impl Random {
    fn of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        for _ in 0..3 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        }
        choices[(self.0 >> 33) as usize % choices.len()]
    }
}
