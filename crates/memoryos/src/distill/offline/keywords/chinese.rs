//! A turn comes in: Chinese words without a dictionary. Function words and the small change of conversation are cut
//! out of a run of characters; what stands between them is a word or a short phrase.

use std::{collections::HashSet, sync::LazyLock};

/// Words cut out, longest first where one begins like another.
const CUTS: &str = "有没有什么 有什么可以 能不能 是不是 有没有 为什么 怎么样 怎么办 没关系 不客气 不用谢 对不起 非常感谢 谢谢你 谢谢 感谢 很高兴 高兴 认识 \
    随时 需要 帮助 建议 推荐 提供 分享 告诉 知道 觉得 认为 感觉 感到 希望 喜欢 非常 特别 比较 真的 其实 确实 当然 一定 可能 可以 应该 能够 已经 曾经 经常 \
    一直 一起 一个 一些 一下 一种 一样 一次 一部 一本 一位 这个 那个 这些 那些 这样 那样 这种 那种 这里 那里 什么 怎么 如何 哪些 哪里 哪个 多少 自己 大家 别人 \
    我们 你们 他们 她们 它们 因为 所以 但是 不过 如果 虽然 而且 并且 或者 还是 然后 以及 同时 此外 例如 比如 包括 对于 关于 通过 根据 为了 由于 \
    最近 今天 昨天 明天 现在 目前 以前 以后 之前 之后 时候 有时 平时 刚刚 刚才 最后 首先 其次 \
    没有 不会 不能 不是 不要 不用 不错 不同 很多 很好 更多 更好 最好 太好 有些 有点 有趣 重要 好的 好吧 好啊 你好 您好 是的 哈哈 嗯嗯 朋友 \
    想要 想想 去过 看看 试试 聊聊 聊天 问题 事情 东西 方面 方式 方法 情况 时间 开始 继续 进行 成为 变得 使用 尝试 享受 体验 保持 拥有 带来 得到 获得 \
    一家 一场 一道 一条 一张 一座 一只 一份 一段 一间 一幅 这家 这场 那家 那场 这部 这道 这座 几家 几本 几部 请问 左右 基本上 有意思 分钟 听起来 看起来 起来 出来 下来 下去 过来 过去 来说 之一 之中 其中 里面 上面 记得 记住 忘记 明白 了解 理解 相信 支持 祝你 祝您 再见 下次 如此 十分 极其 \
    助手 智能 伴侣 话题 哪种 哪位 几个 两个 许多 各种 任何 所有 每个 每天 还有 还会 也会 都会 就会 都是 也是 就是 只是 总是 才能 只要 只有 无论 不仅 \
    听说 看过 最喜欢 叫做 关注 注意 考虑 选择 决定 提高 增加 让人 令人 使人 给我 给你 对我 对你 跟你 和你 跟我 和我 与你 优美 美好 美丽 漂亮 愉快 快乐 开心";

/// Characters that stand between words rather than in them.
const CUT_CHARACTERS: &str = "的了是我你您他她它在有和就都而及与也很吗呢吧啊呀哦嗯这那么怎哪个一不能要想给说过着到把被得地之其或但则若该让跟对去来看做吃买听从为以于并还再又更最太会可将向由因此每各些几两位名次种件本部只非常没别叫挺";

/// The longest word taken whole, in characters.
const LONGEST: usize = 4;

/// The words of `text`, in order, with repeats.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let cut = cut_length(rest, c);
        if let Some(length) = cut {
            close(&mut word, &mut words);
            rest = &rest[length..];
        } else {
            word.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    close(&mut word, &mut words);
    words
}

/// How many bytes at the start of `rest` are no part of a word.
fn cut_length(rest: &str, first: char) -> Option<usize> {
    static WORDS: LazyLock<Vec<&'static str>> = LazyLock::new(|| CUTS.split_whitespace().collect());
    static CHARACTERS: LazyLock<HashSet<char>> = LazyLock::new(|| CUT_CHARACTERS.chars().collect());
    if !('\u{4e00}'..='\u{9fff}').contains(&first) {
        return Some(first.len_utf8());
    }
    WORDS
        .iter()
        .find(|word| rest.starts_with(**word))
        .map(|word| word.len())
        .or_else(|| CHARACTERS.contains(&first).then_some(first.len_utf8()))
}

/// Keeps what was gathered when it is as long as words are.
fn close(word: &mut String, words: &mut Vec<String>) {
    if (2..=LONGEST).contains(&word.chars().count()) {
        words.push(std::mem::take(word));
    }
    word.clear();
}
