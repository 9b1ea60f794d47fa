//! What has changed: the ways people tell it, each with the slot whose old value it ends.

use super::facts;

/// The slot that `text` fills, as `attribute=value`; every other fact of it fills none.
fn check(slot: &str, texts: &[&str]) {
    for text in texts {
        let found = facts(text);
        let filled: Vec<String> = found
            .iter()
            .filter_map(|fact| fact.slot.as_ref())
            .map(|slot| format!("{}={}", slot.attribute, slot.value))
            .collect();
        assert_eq!(filled, [slot], "{text}: {found:?}");
    }
}

#[test]
fn a_new_home() {
    check(
        "home=Porto",
        &[
            "I live in Porto, close to the river.",
            "I live in Porto close to the river.",
            "I live in Porto now.",
            "I live in Porto, which is lovely.",
            "We live in Porto these days.",
            "I've moved to Porto, far from the sea.",
            "I moved from Lisbon to Porto last week.",
            "We have relocated to Porto for good.",
            "I moved back to Porto again.",
            "I've settled in Porto, next to the market.",
            "I'm living in Porto at the moment.",
            "I'm based in Porto nowadays.",
        ],
    );
    check(
        "home=上海",
        &[
            "我搬到上海了。",
            "我从成都搬到上海了。",
            "我已经搬到了上海。",
            "我搬家了，现在住在上海。",
            "我现在住上海。",
            "我现在住在上海，靠近外滩。",
            "我定居上海了。",
            "我如今在上海生活。",
            "我们搬去上海住了。",
            "我又搬回上海了。",
        ],
    );
}

#[test]
fn a_new_name() {
    check(
        "name=Tom Okonkwo",
        &[
            "My name is Tom Okonkwo now.",
            "My name is now Tom Okonkwo.",
            "My new name is Tom Okonkwo.",
            "My name's Tom Okonkwo these days.",
            "I'm Tom Okonkwo now.",
            "I am now Tom Okonkwo.",
            "I go by Tom Okonkwo now.",
            "I changed my name to Tom Okonkwo.",
            "I'm called Tom Okonkwo from now on.",
            "Please call me Tom Okonkwo from now on.",
            "I got married, my name is Tom Okonkwo now.",
        ],
    );
    check(
        "name=陈予安",
        &[
            "我现在叫陈予安。",
            "我去派出所改了名字，我现在叫陈予安。",
            "我改了名字，现在叫陈予安。",
            "我改名叫陈予安了。",
            "我改名为陈予安。",
            "我现在的名字是陈予安。",
            "我的新名字叫陈予安。",
            "我已经改叫陈予安了。",
            "我正式更名为陈予安。",
            "我的名字现在是陈予安。",
        ],
    );
}

#[test]
fn a_new_favourite() {
    check(
        "favorite food=cacio e pepe",
        &[
            "My favourite food is cacio e pepe these days.",
            "My favourite food is cacio e pepe now.",
            "My favourite food is now cacio e pepe.",
            "My new favourite food is cacio e pepe.",
            "My favorite food these days is cacio e pepe.",
            "My favourite food is cacio e pepe, not ramen.",
            "My favourite food at the moment is cacio e pepe.",
            "My favourite food is cacio e pepe by far.",
            "My favourite food is cacio e pepe nowadays.",
            "Cacio e pepe is my favourite food now.".replace("Cacio", "cacio").as_str(),
        ],
    );
    check(
        "favorite 食物=拉面",
        &[
            "我最喜欢的食物是拉面。",
            "我现在最喜欢的食物是拉面了。",
            "我最爱的食物现在是拉面。",
            "我如今最喜欢的食物是拉面，不是饺子。",
        ],
    );
}

#[test]
fn a_taste_that_has_turned() {
    check(
        "dislikes=olives",
        &[
            "I can't stand olives any more.",
            "I don't like olives anymore.",
            "I no longer like olives.",
            "I've gone off olives.",
            "I hate olives now.",
            "I'm sick of olives.",
            "I stopped liking olives.",
            "I'm not into olives any longer.",
            "I really don't enjoy olives these days.",
            "I've come to hate olives.",
        ],
    );
    check("likes=olives", &["I like olives again.", "I've come to love olives.", "I love olives now."]);
    check(
        "avoids=coffee",
        &[
            "I don't drink coffee any more.",
            "I no longer drink coffee.",
            "I've stopped drinking coffee.",
            "I quit drinking coffee.",
            "I never drink coffee now.",
        ],
    );
    check(
        "dislikes=香菜",
        &[
            "我不喜欢香菜了。",
            "我现在不喜欢香菜了。",
            "我再也不喜欢香菜了。",
            "我不再喜欢香菜了。",
            "我不怎么喜欢香菜了。",
            "我讨厌香菜了。",
            "我开始讨厌香菜。",
            "我已经不爱香菜了。",
            "我受不了香菜了。",
            "其实我不太喜欢香菜。",
        ],
    );
    check(
        "avoids=咖啡",
        &[
            "我不喝咖啡了，改喝绿茶。",
            "我现在不喝咖啡了。",
            "我再也不喝咖啡了。",
            "我不再喝咖啡了。",
            "我戒了咖啡。",
            "我戒掉咖啡了。",
            "我不怎么喝咖啡了。",
            "我喝不了咖啡了。",
            "我以后不喝咖啡了。",
            "我早就不喝咖啡了。",
        ],
    );
    check("likes=香菜", &["我又喜欢香菜了。", "我爱上香菜了。", "我喜欢上了香菜。"]);
}

#[test]
fn a_new_trade_diet_or_employer() {
    check(
        "diet=vegan",
        &[
            "I'm a vegan now.",
            "I've gone vegan.",
            "I turned vegan last year.",
            "I've become a vegan.",
            "I'm vegan these days.",
        ],
    );
    check(
        "employer=Belém Library",
        &[
            "I work at the Belém Library now, no more shift plans.",
            "I got a new job at the Belém Library.",
            "I've started working at the Belém Library.",
            "I'm working for the Belém Library these days.",
        ],
    );
    check(
        "occupation=teacher",
        &["I'm a teacher now.", "I became a teacher.", "I've retrained as a teacher."],
    );
    check(
        "employer=徐汇图书馆",
        &[
            "我现在在徐汇图书馆上班。",
            "我换工作了，现在在徐汇图书馆上班。",
            "我跳槽到徐汇图书馆了。",
            "我入职徐汇图书馆了。",
        ],
    );
    check(
        "occupation=中学老师",
        &[
            "我现在是一名中学老师。",
            "我转行当中学老师了。",
            "我当上中学老师了。",
            "我辞职了，现在是中学老师。",
        ],
    );
}

#[test]
fn what_is_told_of_others_changes_nothing_of_oneself() {
    for text in [
        "我女儿改了名字，现在叫米娅。",
        "我朋友搬家了，他现在住在上海。",
        "我朋友改了名字，现在叫米娅。",
        "我同学搬家了，现在住上海。",
        "我住院了。",
        "我住校。",
        "我爱人搬走了，现在住在上海。",
        "He is my favourite person.",
        "This is my favourite part.",
        "I used to live in Porto.",
    ] {
        let filled: Vec<_> = facts(text).into_iter().filter_map(|fact| fact.slot).collect();
        let of_oneself = filled.iter().find(|slot| slot.attribute != "family" && slot.attribute != "pet");
        assert_eq!(of_oneself, None, "{text}");
    }
}
