//! A turn comes in: what English verbs in the first person state. The first rule with a pattern that fits decides,
//! so the narrower ones stand first. Patterns are plain words: `am` stands for `'m` as well.

use super::{
    many,
    nouns::{
        APPOINTMENTS, BONDS, DIETS, FAMILY, ILLNESSES, PETS, PLANNED, RESTRICTIONS, STEPS, TALENTS, TRADES,
    },
    one,
};
use crate::{distill::offline::facts::Kind, types::Cardinality};

/// Some patterns, and what they state.
pub(super) struct Rule {
    pub(super) kind: Kind,
    /// What follows the subject.
    pub(super) patterns: &'static [&'static str],
    /// The slot its object fills.
    pub(super) slot: Option<(&'static str, Cardinality)>,
    /// Whether the value ends at the next preposition.
    pub(super) splits_place: bool,
    /// Words of which one must stand at the head of the object.
    pub(super) only: Option<&'static [&'static str]>,
    /// Whether the clause must name a date to be worth keeping.
    pub(super) needs_date: bool,
}

const fn rule(kind: Kind, patterns: &'static [&'static str]) -> Rule {
    Rule { kind, patterns, slot: None, splits_place: false, only: None, needs_date: false }
}

impl Rule {
    const fn fills(self, slot: (&'static str, Cardinality)) -> Self {
        Self { slot: Some(slot), ..self }
    }

    const fn of_place(self) -> Self {
        Self { splits_place: true, ..self }
    }

    const fn only(self, list: &'static [&'static str]) -> Self {
        Self { only: Some(list), ..self }
    }

    const fn dated(self) -> Self {
        Self { needs_date: true, ..self }
    }
}

/// Every rule; earlier ones win.
pub(super) const RULES: &[Rule] = &[
    // Tastes that have turned: what is no longer liked is disliked.
    rule(
        Kind::Dislike,
        &[
            "no longer like",
            "no longer love",
            "no longer enjoy",
            "stopped liking",
            "have stopped liking",
            "have gone off",
            "went off",
            "am sick of",
            "am tired of",
            "got sick of",
            "got tired of",
            "have come to hate",
            "have grown to hate",
        ],
    )
    .fills(many("dislikes")),
    rule(
        Kind::State,
        &[
            "no longer eat",
            "no longer drink",
            "stopped eating",
            "stopped drinking",
            "have stopped eating",
            "have stopped drinking",
            "quit eating",
            "quit drinking",
            "have quit drinking",
            "gave up eating",
            "gave up drinking",
            "have given up eating",
            "have given up drinking",
        ],
    )
    .fills(many("avoids")),
    // What no longer holds otherwise says so itself and fills no slot.
    rule(
        Kind::State,
        &[
            "no longer",
            "do not live",
            "do not work",
            "do not play",
            "have never been to",
            "have never had",
            "stopped",
            "quit",
            "gave up",
            "have stopped",
            "have quit",
            "have given up",
            "used to",
            "am giving up",
            "am quitting",
        ],
    ),
    rule(
        Kind::Dislike,
        &[
            "hate",
            "dislike",
            "despise",
            "can not stand",
            "cannot stand",
            "do not like",
            "do not love",
            "do not enjoy",
            "am not a fan of",
            "am not a big fan of",
            "am not into",
            "am not fond of",
            "never liked",
            "am not keen on",
            "do not care for",
            "am scared of",
            "am afraid of",
        ],
    )
    .fills(many("dislikes")),
    rule(Kind::State, &["am not allergic to"]),
    rule(
        Kind::State,
        &["am allergic to", "have an allergy to", "am severely allergic to", "am intolerant to"],
    )
    .fills(many("allergy")),
    rule(
        Kind::State,
        &[
            "do not eat",
            "can not eat",
            "do not drink",
            "can not drink",
            "cannot eat",
            "cannot drink",
            "avoid eating",
            "never eat",
            "never drink",
        ],
    )
    .fills(many("avoids")),
    rule(
        Kind::State,
        &[
            "am a",
            "am",
            "became a",
            "became",
            "have become a",
            "have become",
            "went",
            "have gone",
            "turned",
            "have turned",
            "have been a",
            "have been",
        ],
    )
    .only(DIETS)
    .fills(one("diet")),
    rule(Kind::State, &["am a", "am", "became", "went", "have gone", "have been", "eat", "keep"])
        .only(RESTRICTIONS)
        .fills(many("diet")),
    rule(
        Kind::Event,
        &[
            "switched to",
            "have switched to",
            "switched over to",
            "switched from",
            "changed to",
            "have changed to",
        ],
    ),
    rule(
        Kind::Event,
        &[
            "moved to",
            "have moved to",
            "moved back to",
            "have moved back to",
            "moved over to",
            "moved from * to",
            "have moved from * to",
            "relocated to",
            "have relocated to",
            "relocated from * to",
            "moved into",
            "settled in",
            "have settled in",
            "settled down in",
        ],
    )
    .fills(one("home"))
    .of_place(),
    rule(
        Kind::State,
        &["live in", "am living in", "am based in", "have lived in", "live near", "have been living in"],
    )
    .fills(one("home"))
    .of_place(),
    rule(
        Kind::State,
        &["am from", "come from", "grew up in", "was born in", "was raised in", "am originally from"],
    )
    .fills(one("origin"))
    .of_place(),
    rule(
        Kind::State,
        &[
            "work at",
            "work for",
            "am working at",
            "am working for",
            "started working at",
            "started working for",
            "have started working at",
            "have started working for",
            "got a job at",
            "got a new job at",
            "have got a new job at",
            "found a job at",
            "found a new job at",
            "landed a job at",
            "started a job at",
            "started a new job at",
            "have started a new job at",
            "started at",
            "have started at",
            "am employed at",
            "am employed by",
            "got hired at",
            "got hired by",
        ],
    )
    .fills(one("employer"))
    .of_place(),
    rule(
        Kind::State,
        &[
            "work as a",
            "work as an",
            "am working as a",
            "am working as an",
            "started working as a",
            "started working as an",
            "have started working as a",
            "retrained as a",
            "have retrained as a",
            "got a job as a",
            "got a job as an",
        ],
    )
    .fills(one("occupation"))
    .of_place(),
    rule(Kind::State, &["am a", "am an", "am", "became a", "became an", "have become a", "have become an"])
        .only(TRADES)
        .fills(one("occupation"))
        .of_place(),
    rule(
        Kind::State,
        &["study", "am studying", "am majoring in", "majored in", "studied", "have been studying"],
    )
    .fills(many("studies")),
    rule(Kind::State, &["speak"]).fills(many("languages")),
    rule(Kind::Like, &["play", "have been playing"]).fills(many("plays")),
    rule(Kind::State, &["am", "have been", "got"]).only(BONDS),
    rule(
        Kind::State,
        &[
            "have got",
            "have",
            "was diagnosed with",
            "suffer from",
            "have been diagnosed with",
            "got diagnosed with",
            "am suffering from",
        ],
    )
    .only(ILLNESSES)
    .fills(many("health")),
    rule(Kind::State, &["have got", "have", "adopted", "got", "own", "have adopted", "have had"])
        .only(PETS)
        .fills(many("pet")),
    rule(Kind::State, &["have got", "have"]).only(FAMILY).fills(many("family")),
    rule(Kind::Plan, &["have got", "have"]).only(APPOINTMENTS).dated(),
    rule(
        Kind::Like,
        &[
            "am a fan of",
            "am a big fan of",
            "am a huge fan of",
            "am fond of",
            "am into",
            "am passionate about",
            "love",
            "like",
            "enjoy",
            "adore",
            "prefer",
            "am keen on",
            "am crazy about",
            "am obsessed with",
            "have come to love",
            "have come to like",
            "have grown to love",
            "have grown to like",
            "started liking",
            "have started liking",
            "have started to like",
            "do like",
            "do love",
        ],
    )
    .fills(many("likes")),
    rule(
        Kind::Like,
        &[
            "collect",
            "practice",
            "practise",
            "volunteer at",
            "volunteer with",
            "volunteer for",
            "teach",
            "own",
            "run a",
            "drive a",
            "coach",
            "have been practicing",
            "have been learning",
            "am learning",
            "have been taking",
            "have been writing",
            "have been working on",
            "am training for",
            "have been training for",
        ],
    ),
    rule(
        Kind::Plan,
        &[
            "am planning to",
            "plan to",
            "am planning on",
            "am planning",
            "intend to",
            "am going to",
            "am gonna",
            "am flying to",
            "am travelling to",
            "am traveling to",
            "am moving to",
            "am getting married",
            "am meeting",
            "am starting",
            "signed up for",
            "booked",
            "have booked",
            "am visiting",
            "am thinking of",
        ],
    ),
    rule(Kind::Plan, &["gonna", "will", "want to", "hope to"]).only(PLANNED).dated(),
    rule(Kind::Plan, &["want to"]).only(&["become", "learn", "visit", "travel", "move", "open", "adopt"]),
    rule(Kind::Event, &["got", "have gotten"]).only(STEPS),
    rule(
        Kind::Event,
        &[
            "went to",
            "went on",
            "went",
            "visited",
            "have visited",
            "have been to",
            "ran a",
            "ran the",
            "ran in",
            "ran my",
            "ran for",
            "started",
            "have started",
            "began",
            "finished",
            "have finished",
            "joined",
            "have joined",
            "won",
            "bought",
            "have bought",
            "adopted",
            "graduated",
            "lost my",
            "lost our",
            "met",
            "attended",
            "volunteered",
            "donated",
            "launched",
            "opened",
            "published",
            "completed",
            "passed",
            "took",
            "learned",
            "learnt",
            "broke my",
            "painted",
            "cooked",
            "baked",
            "watched",
            "read",
            "wrote",
            "built",
            "hosted",
            "organized",
            "organised",
            "planted",
            "hiked",
            "climbed",
            "travelled",
            "traveled",
            "flew",
            "drove to",
            "camped",
            "swam",
            "performed",
            "registered",
            "enrolled",
            "applied",
            "received",
            "earned",
            "celebrated",
            "gave a",
            "became",
            "created",
            "made a",
            "made some",
            "made my",
            "saw",
            "bought",
            "sold",
            "signed",
            "submitted",
            "recorded",
            "played",
            "participated in",
            "competed in",
            "scored",
            "tried",
            "injured",
            "sprained",
            "twisted",
            "hurt my",
            "ordered",
            "discovered",
            "have been reading",
            "have been watching",
            "reached",
            "bought",
            "set up",
            "attended",
            "moved",
            "spent",
            "led",
            "raised",
            "helped",
            "designed",
            "ate",
            "drank",
            "had dinner",
            "had lunch",
        ],
    ),
    rule(Kind::Event, &["had", "have had"]).dated(),
    rule(Kind::State, &["can"]).only(TALENTS),
];
