//! How people say that they do not know, in English and in Chinese, as it reads once [`plain`](super::plain) has
//! been over it. A phrase that may as well be about somebody in the story (*he did not know*) counts only in the
//! first person or at the beginning.

/// Phrases that say it anywhere in a reply; an English one may go on within its last word.
pub(super) const ANYWHERE: &[&str] = &[
    // What was not said.
    "no mention",
    "not appear in",
    "not available",
    "not clear from",
    "not describe",
    "not detailed",
    "not disclose",
    "not discuss",
    "not indicate",
    "not known",
    "not mention",
    "not provide",
    "not recorded",
    "not specif",
    "not state",
    "unanswerable",
    "unclear",
    "unknown",
    "unspecified",
    // What there is none of.
    "no answer",
    "no detail",
    "no evidence",
    "no indication",
    "no info",
    "no memory of",
    "no record of",
    "nothing about",
    "nothing in the",
    // Who does not say it.
    "context does not",
    "conversation does not",
    "conversations do not",
    "it does not say",
    "memories do not",
    "memory does not",
    "memory has no",
    "you did not",
    "you have not",
    "you never",
    // Who does not know it.
    "i am not aware",
    "i am not sure",
    "i am unable",
    "i can not",
    "i could not",
    "i do not",
    "i have no",
    "i was not told",
    "i'm not aware",
    "i'm not sure",
    "i'm unable",
    "we do not know",
    // In Chinese, in simplified characters.
    "没有提到",
    "没提到",
    "未提到",
    "没有提及",
    "没提及",
    "未提及",
    "没有提过",
    "没提过",
    "没有谈到",
    "没有说明",
    "没有说过",
    "没说过",
    "未说明",
    "没有告诉",
    "没有记录",
    "未记录",
    "没有相关",
    "无相关",
    "没有关于",
    "没有信息",
    "没有任何信息",
    "没有任何记录",
    "无法确定",
    "无法回答",
    "无从得知",
    "我不知道",
    "我不清楚",
    "我不记得",
    "我不确定",
    "未知",
];

/// Phrases that say it at the beginning of a reply.
pub(super) const AT_FIRST: &[&str] = &[
    "can not",
    "could not find",
    "do not know",
    "no idea",
    "no such",
    "not given",
    "not in the",
    "not sure",
    "not told",
    "unable to",
    "不知道",
    "不清楚",
    "不记得",
    "不确定",
    "找不到",
];

/// Whole replies that say it in a word.
pub(super) const BARE: &[&str] = &["none", "n/a", "na", "nothing", "null", "无", "没有", "不详"];

/// Words that may stand within such a phrase without changing it.
pub(super) const FILLERS: &[&str] =
    &["actually", "been", "clearly", "directly", "ever", "explicitly", "really", "specifically", "yet"];

/// What follows these is said after all.
pub(super) const TURNS: &[&str] = &[
    " but ",
    " however ",
    " though ",
    " maybe ",
    " perhaps ",
    " possibly ",
    " probably ",
    " likely ",
    "但",
    "不过",
    "也许",
    "可能",
    "或许",
];

/// Traditional characters of the phrases, and their simplified forms.
pub(super) const SIMPLIFIED: &[(char, char)] = &[
    ('沒', '没'),
    ('過', '过'),
    ('談', '谈'),
    ('說', '说'),
    ('訴', '诉'),
    ('記', '记'),
    ('錄', '录'),
    ('關', '关'),
    ('無', '无'),
    ('確', '确'),
    ('詳', '详'),
];
