//! The dimensions along which traits are told: psychology after the Big Five, Maslow and Murray; alignment, after
//! what people ask of assistants; interests, after the subjects by which content platforms sort.

/// The paper's three groups of dimensions (§3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DimensionGroup {
    /// What the person needs and is like.
    Psychology,
    /// How the person wants an assistant to behave.
    Alignment,
    /// What the person likes to read, watch and do.
    Interest,
}

/// One way in which people differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dimension {
    /// A lower-case key, stable for ever.
    pub key: &'static str,
    /// What it belongs to.
    pub group: DimensionGroup,
    /// What a high level means.
    pub meaning: &'static str,
}

const fn psychology(key: &'static str, meaning: &'static str) -> Dimension {
    Dimension { key, group: DimensionGroup::Psychology, meaning }
}

const fn alignment(key: &'static str, meaning: &'static str) -> Dimension {
    Dimension { key, group: DimensionGroup::Alignment, meaning }
}

const fn interest(key: &'static str, meaning: &'static str) -> Dimension {
    Dimension { key, group: DimensionGroup::Interest, meaning }
}

/// Every dimension, in the order of the groups.
pub const DIMENSIONS: &[Dimension] = &[
    psychology("openness", "curious about ideas, art and the unfamiliar"),
    psychology("conscientiousness", "orderly, dependable, finishes what was begun"),
    psychology("extraversion", "draws energy from company and activity"),
    psychology("agreeableness", "warm, trusting, ready to give way"),
    psychology("neuroticism", "easily worried, upset or moody"),
    psychology("physiological_needs", "concerned with food, sleep, health and bodily comfort"),
    psychology("need_for_safety", "wants order, protection and a predictable life"),
    psychology("need_for_belonging", "wants to be part of a family, group or friendship"),
    psychology("need_for_esteem", "wants to be respected and well thought of"),
    psychology("cognitive_needs", "wants to know and understand"),
    psychology("aesthetic_needs", "wants beauty and form around"),
    psychology("self_actualization", "wants to become all one can be"),
    psychology("need_for_order", "wants things arranged, planned and clean"),
    psychology("need_for_autonomy", "wants to decide alone and be free of ties"),
    psychology("need_for_power", "wants to lead and influence others"),
    psychology("need_for_achievement", "wants to master hard things and surpass others"),
    psychology("need_for_affiliation", "wants closeness and loyal friends"),
    psychology("need_for_nurturance", "wants to care for and help others"),
    psychology("need_for_succorance", "wants to be comforted and looked after"),
    psychology("need_for_play", "wants fun and amusement for their own sake"),
    psychology("need_for_exhibition", "wants to be seen and heard"),
    psychology("need_for_deference", "admires and follows those above"),
    psychology("need_for_harm_avoidance", "shuns risk, pain and danger"),
    psychology("need_for_change", "seeks novelty and dislikes routine"),
    alignment("helpfulness", "wants the task itself done well and completely"),
    alignment("honesty", "wants the plain truth, also when it is unwelcome"),
    alignment("safety", "wants caution about risks and harm"),
    alignment("factuality", "wants claims that can be checked, with sources"),
    alignment("instruction_following", "wants instructions followed to the letter"),
    alignment("creativity", "wants original and imaginative answers"),
    alignment("coherence", "wants answers whose parts follow from one another"),
    alignment("conciseness", "wants short answers"),
    alignment("thoroughness", "wants full detail"),
    alignment("directness", "wants the point first, without softening"),
    alignment("formality", "wants formal language"),
    alignment("warmth", "wants kindness and encouragement"),
    alignment("empathy", "wants feelings recognised before advice is given"),
    alignment("humor", "wants jokes and a light touch"),
    alignment("neutrality", "wants no side taken"),
    alignment("step_by_step", "wants things explained one step at a time"),
    alignment("structured_format", "wants lists, tables and headings"),
    alignment("examples", "wants ideas shown by example"),
    alignment("plain_language", "wants simple words without jargon"),
    alignment("technical_depth", "wants the technical details"),
    alignment("proactivity", "wants suggestions without having to ask"),
    alignment("clarifying_questions", "wants to be asked before guesses are made"),
    alignment("privacy", "wants personal matters kept out of answers"),
    alignment("personalization", "wants answers fitted to what is known of them"),
    alignment("native_language", "wants answers in a language of their own choosing"),
    alignment("no_emoji", "wants answers without emoji"),
    interest("technology", "gadgets, software and the internet"),
    interest("artificial_intelligence", "machine learning and its uses"),
    interest("programming", "writing software"),
    interest("science", "research and how nature works"),
    interest("space", "astronomy and space travel"),
    interest("history", "the past and how it shaped the present"),
    interest("politics", "government and public affairs"),
    interest("economics", "markets, trade and how economies work"),
    interest("finance", "saving, investing and money"),
    interest("business", "companies, start-ups and entrepreneurship"),
    interest("law", "laws, courts and rights"),
    interest("education", "schools, learning and teaching"),
    interest("languages", "learning and comparing languages"),
    interest("philosophy", "questions of meaning, knowledge and right"),
    interest("psychology", "mind, feelings and behaviour"),
    interest("religion", "faith and spiritual practice"),
    interest("literature", "books, poetry and reading"),
    interest("writing", "writing stories, essays or journals"),
    interest("film", "films and cinema"),
    interest("television", "series and shows"),
    interest("anime", "animation and comics"),
    interest("music", "listening to or making music"),
    interest("dance", "dancing and watching dance"),
    interest("theater", "plays, musicals and the stage"),
    interest("visual_art", "painting, drawing and museums"),
    interest("photography", "taking and looking at photographs"),
    interest("design", "graphic, product and interior design"),
    interest("crafts", "making things by hand"),
    interest("fashion", "clothes and style"),
    interest("beauty", "make-up, skin and hair"),
    interest("food", "cooking, baking and eating out"),
    interest("drinks", "tea, coffee, wine and the like"),
    interest("health", "medicine and staying well"),
    interest("fitness", "training, running and yoga"),
    interest("sports", "playing and following sports"),
    interest("outdoors", "hiking, camping and nature trips"),
    interest("travel", "journeys and other places"),
    interest("nature", "plants, animals and landscapes"),
    interest("pets", "living with animals"),
    interest("gardening", "growing plants"),
    interest("home", "dwelling, furniture and household"),
    interest("parenting", "raising children"),
    interest("relationships", "love, family and friendship"),
    interest("games", "video, board and card games"),
    interest("cars", "cars, motorcycles and driving"),
    interest("environment", "climate and sustainability"),
    interest("volunteering", "charity and community work"),
    interest("social_issues", "rights, equality and community"),
    interest("humor_content", "comedy, memes and jokes"),
    interest("celebrity", "famous people and gossip"),
    interest("career", "jobs, skills and professional growth"),
    interest("meditation", "mindfulness and calm"),
];

/// The dimension with this key.
pub fn dimension(key: &str) -> Option<&'static Dimension> {
    DIMENSIONS.iter().find(|d| d.key == key)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_dimension_has_a_key_of_its_own_and_groups_stand_together() {
        let keys: HashSet<_> = DIMENSIONS.iter().map(|d| d.key).collect();
        assert_eq!(keys.len(), DIMENSIONS.len());
        assert!(DIMENSIONS.is_sorted_by_key(|d| d.group));
        assert_eq!(dimension("honesty").map(|d| d.group), Some(DimensionGroup::Alignment));
        assert_eq!(dimension("Honesty"), None);
    }
}
