//! Both paths: words that say nothing about what a text is about.

use std::{collections::HashSet, sync::LazyLock};

/// English function words and fillers, contractions with their apostrophe dropped.
const ENGLISH: &str = "a an the this that these those here there \
    i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself \
    she her hers herself it its itself they them their theirs themselves someone anyone everyone \
    who whom whose which what when where why how \
    am is are was were be been being do does did doing done have has had having \
    can could will would shall should may might must ought \
    dont doesnt didnt isnt arent wasnt werent wont wouldnt cant couldnt shouldnt hasnt havent hadnt aint \
    im ive id ill youre youve theyre thats whats theres lets \
    and or but nor so yet if then else than as because while until though although \
    of at by for with about against between into through during before after above below to from up down in out \
    on off over under again further once onto upon via per \
    no not only own same too very just also even still ever rather quite such both each few more most other some \
    any all s t d ll m re ve \
    oh ah hey hi hello yeah yes ok okay wow well really please thanks thank";

/// Chinese characters that mostly serve grammar. Alone they find nothing; beside another character they may be part
/// of a word (有趣, 会议, 要求), which therefore stays a term.
const CHINESE: &str = "的了是我你您他她它们在有和就都而及与也很吗呢吧啊呀哦嗯这那么怎哪什个一不会能要想给说过着到曾被把得地之其或但则若该让跟对";

static ENGLISH_SET: LazyLock<HashSet<&'static str>> = LazyLock::new(|| ENGLISH.split_whitespace().collect());

/// Whether a lower-case word, without its apostrophe, is too common to search by.
pub fn is_stop_word(word: &str) -> bool {
    ENGLISH_SET.contains(word)
}

/// Whether a Chinese character mostly serves grammar.
pub fn is_function_character(c: char) -> bool {
    static SET: LazyLock<HashSet<char>> = LazyLock::new(|| CHINESE.chars().collect());
    SET.contains(&c)
}
