//! A turn comes in: what a speaker calls a favourite: one for each kind of thing, a newer one in place of the older.

use super::{
    super::{Kind, Reading, Voice},
    clause::Clause,
    object::Object,
    wording::{of_theirs, subject_name},
};
use crate::types::Cardinality::One;

/// What may stand before "favourite".
const BEFORE: &[&str] = &["new", "current", "absolute", "all-time"];
/// Words that tell when it is one, between the thing and the verb.
const TIMES: &[&str] =
    &["now", "these", "days", "right", "at", "the", "moment", "currently", "nowadays", "still", "lately"];
/// What names nothing in place of a favourite.
const POINTERS: &[&str] =
    &["it", "this", "that", "which", "they", "these", "those", "one", "what", "he", "she"];
/// Kinds of things too vague to have one favourite each.
const VAGUE: &[&str] = &["part", "thing", "of", "one", "person"];
/// The longest value before "is my favourite", in words.
const LONGEST_VALUE: usize = 5;
/// The longest name of a kind of thing, in words.
const LONGEST_THING: usize = 3;
/// The farthest word with which "my favourite" begins when the value follows.
const FARTHEST: usize = 3;

/// `My favourite food is ramen`, `my new favourite food is now ramen`, `ramen is my favourite food`.
pub(super) fn favourite(clause: &Clause<'_>, voice: Voice<'_>) -> Option<Reading> {
    let my = clause.words().position(|word| word == "my")?;
    let favourite = my + 1 + usize::from(BEFORE.contains(&clause.word(my + 1)));
    if !matches!(clause.word(favourite), "favorite" | "favourite" | "fave" | "fav") {
        return None;
    }
    let is = (favourite + 1..favourite + 8).find(|at| matches!(clause.word(*at), "is" | "are" | "'s"));
    match is {
        Some(is) if my <= FARTHEST => named_after(clause, voice, my, favourite, is),
        Some(_) => None,
        None => named_before(clause, voice, my, favourite),
    }
}

fn named_after(
    clause: &Clause<'_>,
    voice: Voice<'_>,
    my: usize,
    favourite: usize,
    is: usize,
) -> Option<Reading> {
    let thing = thing(clause, favourite + 1, is)?;
    let start = clause.after_adverbs(is + 1);
    let object = Object::new(clause, start).filter(|_| clause.word(start) != "not")?;
    let is_clear = object.names_whom_it_means() && (object.is_telling(Kind::State) || clause.has_date());
    is_clear.then(|| {
        let text = of_theirs(clause, my, object.end(), voice);
        Reading::new(Kind::Like, text).with_slot(&format!("favorite {thing}"), One, object.value(false))
    })
}

fn named_before(clause: &Clause<'_>, voice: Voice<'_>, my: usize, favourite: usize) -> Option<Reading> {
    let is =
        my.checked_sub(1).map(|before| before - usize::from(before > 0 && clause.word(before) == "now"))?;
    let start = clause.after_adverbs(0);
    let is_short = (1..=LONGEST_VALUE).contains(&is.saturating_sub(start));
    let points = (start..is).any(|at| POINTERS.contains(&clause.word(at)) || !is_plain(clause.word(at)));
    if !is_short || points || !matches!(clause.word(is), "is" | "are") {
        return None;
    }
    let words = (favourite + 1..=favourite + LONGEST_THING).take_while(|at| is_plain(clause.word(*at)));
    let thing = thing(clause, favourite + 1, favourite + 1 + words.count())?;
    let value = clause.text[clause.parts[start].span.start..clause.parts[is - 1].span.end].to_owned();
    let verb = clause.word(is);
    let text = format!("{}'s favourite {thing} {verb} {value}", subject_name(voice));
    Some(Reading::new(Kind::Like, text).with_slot(&format!("favorite {thing}"), One, value))
}

/// The kind of thing between two positions, without the words that tell when.
fn thing(clause: &Clause<'_>, from: usize, to: usize) -> Option<String> {
    let words = (from..to).map(|at| clause.word(at)).take_while(|word| !TIMES.contains(word));
    let words: Vec<&str> = words.collect();
    (!words.is_empty() && !words.iter().any(|word| VAGUE.contains(&word.trim_end_matches('s'))))
        .then(|| words.join(" "))
}

fn is_plain(word: &str) -> bool {
    word.starts_with(char::is_alphanumeric)
}
