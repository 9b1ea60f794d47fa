//! A turn comes in: words that the English rules look for, singular and lower case.

/// Ways of eating of which one has one.
pub(super) const DIETS: &[&str] =
    &["vegetarian", "vegan", "pescatarian", "flexitarian", "omnivore", "carnivore", "keto"];
/// Ways of eating that go with any other.
pub(super) const RESTRICTIONS: &[&str] = &["gluten-free", "lactose", "teetotal", "kosher", "halal"];
/// Animals people keep.
pub(super) const PETS: &[&str] = &[
    "dog", "cat", "puppy", "puppie", "kitten", "turtle", "hamster", "rabbit", "parrot", "horse", "snake",
    "fish", "lizard", "gecko", "bird", "pup",
];
/// People one has.
pub(super) const FAMILY: &[&str] = &[
    "son",
    "daughter",
    "brother",
    "sister",
    "kid",
    "children",
    "child",
    "twin",
    "husband",
    "wife",
    "girlfriend",
    "boyfriend",
    "sibling",
    "grandson",
    "granddaughter",
    "niece",
    "nephew",
    "cousin",
];
/// What people suffer from.
pub(super) const ILLNESSES: &[&str] = &[
    "diabete",
    "diabetes",
    "asthma",
    "migraine",
    "arthritis",
    "anxiety",
    "depression",
    "adhd",
    "celiac",
    "cancer",
    "insomnia",
    "hypertension",
    "epilepsy",
    "allergy",
    "allergie",
    "eczema",
    "gastritis",
    "autism",
    "dyslexia",
    "fibromyalgia",
    "anemia",
];
/// What is fixed for a day.
pub(super) const APPOINTMENTS: &[&str] = &[
    "appointment",
    "interview",
    "exam",
    "meeting",
    "flight",
    "dentist",
    "doctor",
    "surgery",
    "concert",
    "wedding",
    "game",
    "competition",
    "tournament",
    "class",
    "recital",
    "audition",
    "trip",
    "conference",
    "marathon",
    "race",
    "performance",
    "test",
    "deadline",
    "party",
];
/// What people do for a living.
pub(super) const TRADES: &[&str] = &[
    "teacher",
    "nurse",
    "doctor",
    "engineer",
    "developer",
    "programmer",
    "designer",
    "lawyer",
    "writer",
    "artist",
    "student",
    "accountant",
    "chef",
    "musician",
    "photographer",
    "manager",
    "scientist",
    "researcher",
    "carpenter",
    "baker",
    "barista",
    "electrician",
    "plumber",
    "architect",
    "journalist",
    "consultant",
    "dentist",
    "pharmacist",
    "librarian",
    "farmer",
    "pilot",
    "driver",
    "veterinarian",
    "vet",
    "actor",
    "actress",
    "dancer",
    "banker",
    "entrepreneur",
    "freelancer",
    "analyst",
    "editor",
    "translator",
    "therapist",
    "counselor",
    "psychologist",
    "professor",
    "postdoc",
    "gardener",
    "mechanic",
    "firefighter",
    "cashier",
    "salesman",
    "paramedic",
    "screenwriter",
    "physicist",
    "biologist",
    "chemist",
    "surgeon",
    "author",
    "painter",
    "singer",
    "coach",
    "retired",
    "unemployed",
    "self-employed",
];
/// Whether one has a partner.
pub(super) const BONDS: &[&str] = &["married", "engaged", "divorced", "widowed", "single", "separated"];
/// What follows "got" in news of oneself.
pub(super) const STEPS: &[&str] = &[
    "engaged", "married", "divorced", "promoted", "hired", "accepted", "fired", "laid", "a", "an", "my",
    "tickets", "new", "two", "into", "back", "some",
];
/// What people want to do some day.
pub(super) const PLANNED: &[&str] = &[
    "become", "learn", "visit", "travel", "move", "start", "open", "adopt", "study", "buy", "run", "go",
    "submit", "attend", "join", "apply", "take", "see",
];
/// What people can do.
pub(super) const TALENTS: &[&str] =
    &["speak", "play", "sing", "dance", "juggle", "knit", "sew", "swim", "cook"];
