//! A turn comes in: the words that tell what pages are about, by how often they occur and how rare they are.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::text::{
    language::{Language, language},
    words::{fold, is_stop_word, stem, words},
};

mod chinese;

/// The most keywords of a topic.
const MAX_KEYWORDS: usize = 8;
/// The fewest letters of an English keyword.
const MIN_LETTERS: usize = 3;
/// How much more a word weighs that is written with a capital within a sentence: names tell topics apart.
const CAPITAL_WEIGHT: f64 = 1.6;

/// Words too vague to tell a topic, beside the stop words: what all chats are full of.
const VAGUE: &str = "good great nice cool awesome amazing wonderful really lot lots thing things something anything everything nothing \
    time times day days today way ways get got getting go going gonna gone went come came make made making take took taking \
    know think thought feel feeling felt see saw look looking looks sound sounds say said tell told talk talking chat hear heard \
    want wanted need like likes love loved enjoy try tried help helps sure keep new one two first last next much many little big \
    bit always never maybe pretty super glad happy hope excited sorry friend hey bye wish wishes welcome suggestion suggestions \
    advice recommend recommended recommendation idea ideas question questions let put give gave people person someone life \
    world year years week weeks month months yesterday tomorrow recently back still around work best better different important \
    right kind kinds interesting special fun start started find found use used using long old able well yes yeah ill id ive youre \
    though also whats thats hows theyre theres cant wont dont image description photo picture share sharing mean means part \
    experience remember since chatted swamped yep yup till soon totally key exciting remember understand believe agree absolutely definitely course can't wait check stuff guys wow thanks thank ever assistant user \
    companion topic provide ask chatting free anytime learn bring brings full finally even already true real hard";

/// A text of the batch a topic is part of, so that rarity can be told.
pub(super) struct Corpus {
    pages_with: HashMap<String, usize>,
    pages: usize,
}

impl Corpus {
    pub(super) fn new<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut corpus = Self { pages_with: HashMap::new(), pages: 0 };
        for text in texts {
            corpus.pages += 1;
            let keys: HashSet<String> = candidates(text).into_iter().map(|candidate| candidate.key).collect();
            for key in keys {
                *corpus.pages_with.entry(key).or_default() += 1;
            }
        }
        corpus
    }

    /// How much a word tells: more when fewer pages of the batch have it.
    fn rarity(&self, key: &str) -> f64 {
        let with = self.pages_with.get(key).copied().unwrap_or(0);
        ((self.pages as f64 + 1.0) / (with as f64 + 0.5)).ln().max(0.1)
    }
}

/// The keywords of `texts`, most telling first, lower case, at most eight, no word twice. Words of the same stem
/// count together and show the form used most. The speakers' own names, lower case, are left out: they are on every page.
pub(super) fn keywords(texts: &[&str], corpus: &Corpus, speakers: &HashSet<String>) -> Vec<String> {
    let mut scores: BTreeMap<String, (f64, usize, BTreeMap<String, usize>)> = BTreeMap::new();
    let mut seen = 0;
    for candidate in texts.iter().flat_map(|text| candidates(text)) {
        seen += 1;
        let entry = scores.entry(candidate.key).or_insert((0.0, seen, BTreeMap::new()));
        entry.0 += candidate.weight;
        *entry.2.entry(candidate.form).or_default() += 1;
    }
    let mut ranked: Vec<(f64, usize, String)> = scores
        .into_iter()
        .map(|(key, (weight, first, forms))| {
            let form = forms
                .into_iter()
                .max_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(&a.0)))
                .map_or_else(String::new, |best| best.0);
            ((1.0 + weight).ln() * (1.0 + corpus.rarity(&key)), first, form)
        })
        .collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    without_parts(ranked.into_iter().map(|(_, _, form)| form).filter(|form| !speakers.contains(form)))
}

/// The first keywords; a word that is part of a phrase already there is left out.
fn without_parts(ranked: impl Iterator<Item = String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for word in ranked {
        let is_part = kept.iter().any(|other| {
            other == &word
                || other.split(' ').any(|part| part == word)
                || (!word.is_ascii() && other.contains(&word))
        });
        if !is_part {
            kept.push(word);
        }
        if kept.len() == MAX_KEYWORDS {
            break;
        }
    }
    kept
}

/// A word that might be a keyword.
struct Candidate {
    /// What makes two forms the same word.
    key: String,
    /// How people read it.
    form: String,
    weight: f64,
}

fn candidates(text: &str) -> Vec<Candidate> {
    match language(text) {
        Language::Chinese => chinese::words(text)
            .into_iter()
            .map(|word| Candidate { key: word.clone(), form: word, weight: 1.0 })
            .collect(),
        Language::English => english(text),
    }
}

fn english(text: &str) -> Vec<Candidate> {
    let vague: HashSet<&str> = VAGUE.split_whitespace().collect();
    let capitals = capitals(text);
    let is_telling = |word: &String| {
        word.chars().count() >= MIN_LETTERS
            && !is_stop_word(word)
            && !vague.contains(word.as_str())
            && word.chars().any(char::is_alphabetic)
    };
    let single = words(text).into_iter().filter(is_telling).map(|word| {
        let weight = if capitals.contains(&word) { CAPITAL_WEIGHT } else { 1.0 };
        Candidate { key: stem(&word), form: word, weight }
    });
    single.chain(phrases(text, &vague)).collect()
}

/// Words written with a capital although no sentence begins with them.
fn capitals(text: &str) -> HashSet<String> {
    let mut found = HashSet::new();
    let mut at_start = true;
    for word in text.split_whitespace() {
        if !at_start && word.starts_with(char::is_uppercase) {
            found.extend(words(word));
        }
        at_start = word.ends_with(['.', '!', '?', '"', ':', '…']);
    }
    found
}

/// Two or three capitalised words in a row: "Harry Potter", "Under Armour".
fn phrases(text: &str, vague: &HashSet<&str>) -> Vec<Candidate> {
    let mut found = Vec::new();
    let mut run: Vec<String> = Vec::new();
    let mut close = |run: &mut Vec<String>| {
        if (2..=3).contains(&run.len()) {
            let form = run.join(" ");
            found.push(Candidate { key: form.clone(), form, weight: 2.0 * CAPITAL_WEIGHT });
        }
        run.clear();
    };
    let mut ended = true;
    for word in text.split_whitespace() {
        let plain = fold(word.trim_matches(|c: char| !c.is_alphanumeric()));
        let is_name = word.starts_with(char::is_uppercase)
            && !is_stop_word(&plain)
            && !vague.contains(plain.as_str())
            && plain.chars().all(char::is_alphabetic);
        if !is_name || ended {
            close(&mut run);
        }
        if is_name && !plain.is_empty() && !ended {
            run.push(plain);
        }
        ended = word.ends_with(['.', '!', '?', '"', ':', '…']);
        if word.ends_with([',', '.', '!', '?', ')', ';']) {
            close(&mut run);
        }
    }
    close(&mut run);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(texts: &[&str], expected: &[&str]) {
        let found = keywords(texts, &Corpus::new(texts.iter().copied()), &HashSet::new());
        for word in expected {
            assert!(found.iter().any(|keyword| keyword == word), "{word} in {found:?}");
        }
        assert!(found.len() <= MAX_KEYWORDS);
    }

    #[test]
    fn keywords_are_what_the_pages_keep_coming_back_to() {
        check(
            &["My bees swarmed yesterday.", "The bees like the clover. A hive of bees is loud."],
            &["bees", "clover", "hive"],
        );
        check(&["I read all of the Harry Potter books and Harry Potter is the best."], &["harry potter"]);
        check(&["我很喜欢绘画、弹钢琴和品茶", "最近在学绘画"], &["绘画"]);
    }

    #[test]
    fn stop_words_are_no_keywords() {
        assert_eq!(
            keywords(&["I really think it was so great, thanks!"], &Corpus::new(["x"]), &HashSet::new()),
            [""; 0]
        );
        assert_eq!(keywords(&["好的，谢谢你，我知道了。"], &Corpus::new(["x"]), &HashSet::new()), [""; 0]);
    }
}
