//! A turn comes in: what Chinese verbs after 我 state. The first rule with a verb that fits decides, so the narrower
//! ones stand first.

use super::{many, one};
use crate::{distill::offline::facts::Kind, types::Cardinality};

/// Some verbs, and what they state.
pub(super) struct Rule {
    pub(super) kind: Kind,
    pub(super) verbs: &'static [&'static str],
    /// The slot its object fills.
    pub(super) slot: Option<(&'static str, Cardinality)>,
    /// Words that end the value.
    pub(super) ends: &'static [&'static str],
    /// Whether one of them must stand there.
    pub(super) must_end: bool,
    /// Whether it holds in a negated clause.
    pub(super) is_negative: bool,
    /// Whether the clause must name a date to be worth keeping.
    pub(super) needs_date: bool,
}

const fn rule(kind: Kind, verbs: &'static [&'static str]) -> Rule {
    Rule { kind, verbs, slot: None, ends: &[], must_end: false, is_negative: false, needs_date: false }
}

impl Rule {
    const fn fills(self, slot: (&'static str, Cardinality)) -> Self {
        Self { slot: Some(slot), ..self }
    }

    const fn until(self, ends: &'static [&'static str]) -> Self {
        Self { ends, ..self }
    }

    const fn up_to(self, ends: &'static [&'static str]) -> Self {
        Self { ends, must_end: true, ..self }
    }

    const fn negative(self) -> Self {
        Self { is_negative: true, ..self }
    }

    const fn dated(self) -> Self {
        Self { needs_date: true, ..self }
    }
}

/// What may stand before 我.
pub(super) const LEADS: &[&str] = &[
    "你好", "您好", "嗨", "嘿", "哈哈", "是的", "对了", "对", "嗯", "哦", "其实", "最近", "所以", "然后",
    "因为", "而且", "但是", "不过", "还有", "另外", "首先", "好的", "朋友", "由于", "当时", "现在", "目前",
    "刚才", "刚刚", "早上", "晚上", "下午", "中午", "上午", "之前", "以前", "以后", "平时",
];
/// What may stand between 我 and the verb.
pub(super) const ADVERBS: &[&str] = &[
    "最近",
    "非常",
    "特别",
    "比较",
    "一直",
    "真的",
    "平时",
    "经常",
    "有时候",
    "有时",
    "现在",
    "目前",
    "刚刚",
    "刚才",
    "已经",
    "终于",
    "其实",
    "确实",
    "曾经",
    "从小",
    "还是",
    "通常",
    "今早",
    "也",
    "都",
    "很",
    "最",
    "还",
    "挺",
    "超级",
    "超",
    "更",
    "就",
    "刚",
    "常",
    "又",
    "正在",
    "上午",
    "下午",
    "早上",
    "晚上",
    "中午",
    "凌晨",
    "本人",
    "个人",
    "蛮",
    "如今",
    "再也",
    "从此",
    "以后",
    "后来",
    "早就",
    "早已",
    "重新",
    "正式",
    "反而",
    "最终",
    "今年",
];
/// Verbs of a change that a clause may begin with, its 我 told before: 我不喝咖啡了，改喝绿茶.
pub(super) const CHANGES: &[&str] =
    &["改喝", "改吃", "改用", "改学", "改练", "改骑", "改坐", "改看", "改做", "换成"];
/// What a clause about now begins with; its 我 may have been told before: 我搬家了，现在住在上海.
pub(super) const NOW: &[&str] = &["现在", "如今", "目前", "以后", "今后"];
/// What 住 may lead to besides a home.
pub(super) const NO_HOMES: &[&str] = &[
    "院", "校", "宿", "店", "酒店", "宾馆", "民宿", "旅馆", "医院", "朋友", "进", "不", "得", "了", "过",
    "的", "几", "两", "三", "哪", "家",
];
/// What turns a clause into its opposite.
pub(super) const NEGATIONS: &[&str] = &["不", "没", "别", "未", "无法", "从来没", "差点", "假装"];
/// How trades end.
pub(super) const TRADE_ENDINGS: &[&str] = &[
    "师",
    "员",
    "医生",
    "护士",
    "学生",
    "作家",
    "画家",
    "律师",
    "司机",
    "老师",
    "教授",
    "工人",
    "农民",
    "厨师",
    "经理",
    "会计",
    "记者",
    "警察",
    "军人",
    "演员",
    "歌手",
    "设计师",
    "研究生",
    "博士",
    "总监",
    "主管",
    "家",
];
/// People close to one.
pub(super) const KIN: &[&str] = &[
    "爱人",
    "女儿",
    "儿子",
    "妻子",
    "老婆",
    "丈夫",
    "老公",
    "女朋友",
    "男朋友",
    "妈妈",
    "母亲",
    "爸爸",
    "父亲",
    "爷爷",
    "奶奶",
    "外婆",
    "外公",
    "姥姥",
    "哥哥",
    "弟弟",
    "姐姐",
    "妹妹",
    "孩子",
    "父母",
    "老板",
    "室友",
    "同事",
    "上司",
];
/// Animals people keep.
pub(super) const ANIMALS: &[&str] = &["猫", "狗", "小猫", "小狗", "宠物", "兔子", "仓鼠", "鹦鹉", "乌龟"];

/// What is fixed for a day.
pub(super) const APPOINTMENTS: &[&str] = &[
    "预约",
    "考试",
    "会议",
    "面试",
    "航班",
    "手术",
    "体检",
    "比赛",
    "演唱会",
    "音乐会",
    "婚礼",
    "聚会",
    "复诊",
    "门诊",
    "讲座",
    "答辩",
];

/// Every rule; earlier ones win.
pub(super) const RULES: &[Rule] = &[
    rule(
        Kind::Dislike,
        &[
            "不再喜欢",
            "不再爱",
            "不喜欢",
            "不太喜欢",
            "不怎么喜欢",
            "不大喜欢",
            "不爱",
            "讨厌",
            "开始讨厌",
            "受不了",
            "不想吃",
            "害怕",
            "怕",
            "反感",
        ],
    )
    .fills(many("dislikes"))
    .negative(),
    rule(
        Kind::State,
        &[
            "不再吃",
            "不再喝",
            "不吃",
            "不喝",
            "不能吃",
            "不能喝",
            "不怎么吃",
            "不怎么喝",
            "吃不了",
            "喝不了",
            "吃不惯",
            "喝不惯",
            "戒掉",
            "戒了",
            "戒",
        ],
    )
    .fills(many("avoids"))
    .negative(),
    rule(Kind::State, &["不再"]).negative(),
    rule(
        Kind::Event,
        &["改喝", "改吃", "改用", "改学", "改练", "改骑", "改坐", "改看", "改做", "改成", "改为", "换成"],
    ),
    rule(Kind::State, &["对"]).fills(many("allergy")).up_to(&["过敏"]),
    rule(Kind::Like, &["对"]).fills(many("likes")).up_to(&["很感兴趣", "感兴趣", "非常感兴趣", "很着迷"]),
    rule(Kind::State, &["吃素", "是素食", "是纯素", "是个素食"]),
    rule(Kind::Event, &["搬到", "搬去", "搬来", "搬回", "搬家到", "把家搬到", "移居", "迁居"])
        .fills(one("home"))
        .until(&["去", "来", "住", "工作", "生活"]),
    rule(Kind::State, &["住在", "定居在", "家在", "居住在", "的家在", "定居到", "定居", "住到", "住"])
        .fills(one("home"))
        .until(&["一", "很久", "已经", "，", "靠近", "附近"]),
    rule(Kind::State, &["在"]).fills(one("home")).up_to(&["生活", "定居", "安家", "安了家"]),
    rule(Kind::State, &["来自", "老家在", "老家是", "出生在", "出生于"]).fills(one("origin")),
    rule(Kind::Event, &["在学习", "在学", "在读", "在看"]),
    rule(Kind::State, &["在", "就职于", "任职于", "供职于"])
        .fills(one("employer"))
        .up_to(&["上班", "工作", "任职", "实习", "做"]),
    rule(Kind::Event, &["跳槽到", "跳槽去", "跳槽至", "入职"])
        .fills(one("employer"))
        .until(&["上班", "工作"]),
    rule(
        Kind::Event,
        &[
            "转行当",
            "转行做",
            "改行当",
            "改行做",
            "成为一名",
            "成为一位",
            "成了一名",
            "成了一位",
            "当上",
            "当",
        ],
    )
    .fills(one("occupation")),
    rule(Kind::State, &["是一名", "是一位", "是一个", "是个", "是名", "是", "的职业是", "的工作是"])
        .fills(one("occupation")),
    rule(Kind::State, &["会说", "会讲"]).fills(many("languages")),
    rule(Kind::Like, &["会弹", "会拉", "会打", "会吹", "会唱"]).fills(many("plays")),
    rule(Kind::State, &["养了", "养"]).fills(many("pet")),
    rule(
        Kind::State,
        &["有一个", "有一只", "有两只", "有两个", "有三个", "有个", "有只", "患有", "得了", "确诊"],
    ),
    rule(Kind::State, &["结婚了", "离婚了", "订婚了"]),
    rule(
        Kind::Like,
        &[
            "喜欢上",
            "喜欢",
            "爱好是",
            "爱好",
            "热爱",
            "酷爱",
            "迷上",
            "爱上",
            "爱",
            "偏爱",
            "的爱好是",
            "的兴趣是",
        ],
    )
    .fills(many("likes")),
    rule(Kind::Plan, &["有"]).up_to(APPOINTMENTS).dated(),
    rule(Kind::Plan, &["打算", "计划", "准备", "预约", "报名", "要参加", "将要", "报了"]),
    rule(Kind::Plan, &["要去", "要", "将", "会去"]).dated(),
    rule(
        Kind::Event,
        &[
            "去了",
            "去过",
            "买了",
            "参加了",
            "参加过",
            "学会",
            "学习了",
            "学了",
            "开始学",
            "开始",
            "完成了",
            "毕业",
            "换了",
            "看了",
            "读了",
            "看完",
            "读完",
            "做了",
            "养成",
            "考上",
            "考过",
            "通过了",
            "获得",
            "得到",
            "赢",
            "写了",
            "尝试了",
            "试了",
            "吃了",
            "听了",
            "注册了",
            "加入",
            "创办",
            "辞职",
            "辞去",
            "升职",
            "认识了",
            "遇到了",
            "收到",
            "拿到",
            "到了",
            "参观",
            "观看了",
            "完成",
            "品尝",
            "在家做",
            "和朋友去",
            "和朋友一起",
            "和家人",
            "跑了",
            "爬了",
            "玩了",
            "画了",
            "订了",
            "预订了",
            "丢了",
            "弄丢",
            "摔",
            "受伤",
            "生病",
            "感冒",
        ],
    ),
];
