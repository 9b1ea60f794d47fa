use jiff::civil::date;

use super::*;

/// A Friday.
const SAID_ON: Date = date(2023, 6, 9);

/// Each case: a sentence, then for every date in it the words, the first day, the first day after.
fn check(text: &str, expected: &[(&str, &str, &str)]) {
    let found: Vec<_> = date_mentions(text, SAID_ON)
        .into_iter()
        .map(|mention| (text[mention.span].to_owned(), mention.from.to_string(), mention.until.to_string()))
        .collect();
    let found: Vec<_> =
        found.iter().map(|(words, from, until)| (words.as_str(), from.as_str(), until.as_str())).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn english_dates_of_the_calendar() {
    check("We met on 7 May 2023.", &[("7 May 2023", "2023-05-07", "2023-05-08")]);
    check("We met on the 7th of May, 2022", &[("7th of May, 2022", "2022-05-07", "2022-05-08")]);
    check("May 7th was great", &[("May 7th", "2023-05-07", "2023-05-08")]);
    check("It was on December 24", &[("December 24", "2022-12-24", "2022-12-25")]);
    check("I will fly on May 7", &[("May 7", "2024-05-07", "2024-05-08")]);
    check(
        "On 2023-05-07 and 2023/5/8.",
        &[("2023-05-07", "2023-05-07", "2023-05-08"), ("2023/5/8", "2023-05-08", "2023-05-09")],
    );
    check("I moved in June 2022", &[("June 2022", "2022-06-01", "2022-07-01")]);
    check("I moved to Lyon in March", &[("March", "2023-03-01", "2023-04-01")]);
    check("I graduated in August", &[("August", "2022-08-01", "2022-09-01")]);
    check("I will graduate in August", &[("August", "2023-08-01", "2023-09-01")]);
    check("in 2019 I left", &[("2019", "2019-01-01", "2020-01-01")]);
    check("back in the summer of 2021", &[("summer of 2021", "2021-06-01", "2021-09-01")]);
    check("music of the 1990s", &[("1990s", "1990-01-01", "2000-01-01")]);
}

#[test]
fn english_dates_relative_to_the_day_they_were_said() {
    check(
        "today and tomorrow",
        &[("today", "2023-06-09", "2023-06-10"), ("tomorrow", "2023-06-10", "2023-06-11")],
    );
    check("I ran yesterday", &[("yesterday", "2023-06-08", "2023-06-09")]);
    check("the day before yesterday", &[("day before yesterday", "2023-06-07", "2023-06-08")]);
    check("last week", &[("last week", "2023-05-29", "2023-06-05")]);
    check("next month", &[("next month", "2023-07-01", "2023-08-01")]);
    check("this year", &[("this year", "2023-01-01", "2024-01-01")]);
    check("last weekend", &[("last weekend", "2023-06-03", "2023-06-05")]);
    check("this weekend", &[("this weekend", "2023-06-10", "2023-06-12")]);
    check("last Fri", &[("last Fri", "2023-06-02", "2023-06-03")]);
    check("last Friday", &[("last Friday", "2023-06-02", "2023-06-03")]);
    check("next Tuesday", &[("next Tuesday", "2023-06-13", "2023-06-14")]);
    check("dentist on Tuesday", &[("Tuesday", "2023-06-13", "2023-06-14")]);
    check("I went on Tuesday", &[("Tuesday", "2023-06-06", "2023-06-07")]);
    check("two weeks ago", &[("two weeks ago", "2023-05-23", "2023-05-30")]);
    check("3 days ago", &[("3 days ago", "2023-06-06", "2023-06-07")]);
    check("a year ago", &[("a year ago", "2022-01-01", "2023-01-01")]);
    check("a few years ago", &[("a few years ago", "2018-01-01", "2022-01-01")]);
    check("a couple of days ago", &[("a couple of days ago", "2023-06-07", "2023-06-08")]);
    check("the wedding is in two months", &[("in two months", "2023-08-01", "2023-09-01")]);
    check("last summer", &[("last summer", "2022-06-01", "2022-09-01")]);
    check("next March", &[("next March", "2024-03-01", "2024-04-01")]);
    check("the week before 9 June 2023", &[("week before 9 June 2023", "2023-06-02", "2023-06-09")]);
    check("the Sunday after 9 June 2023", &[("Sunday after 9 June 2023", "2023-06-11", "2023-06-12")]);
    check("the weekend before 9 June 2023", &[("weekend before 9 June 2023", "2023-06-03", "2023-06-05")]);
}

#[test]
fn chinese_dates() {
    check("2023年5月7日见面", &[("2023年5月7日", "2023-05-07", "2023-05-08")]);
    check("我2019年毕业", &[("2019年", "2019-01-01", "2020-01-01")]);
    check(
        "昨天跑步，前天休息",
        &[("昨天", "2023-06-08", "2023-06-09"), ("前天", "2023-06-07", "2023-06-08")],
    );
    check("上周去了海边", &[("上周", "2023-05-29", "2023-06-05")]);
    check("上个月搬家了", &[("上个月", "2023-05-01", "2023-06-01")]);
    check("去年开始学琴", &[("去年", "2022-01-01", "2023-01-01")]);
    check("今年三月", &[("今年三月", "2023-03-01", "2023-04-01")]);
    check("5月7日是我的生日", &[("5月7日", "2023-05-07", "2023-05-08")]);
    check("三年前", &[("三年前", "2020-01-01", "2021-01-01")]);
    check("下周五开会", &[("下周五", "2023-06-16", "2023-06-17")]);
    check("这个周末去爬山", &[("这个周末", "2023-06-10", "2023-06-12")]);
    check("周末去了动物园", &[("周末", "2023-06-03", "2023-06-05")]);
    check("两个月后", &[("两个月后", "2023-08-01", "2023-09-01")]);
    check("十二月要考试", &[("十二月", "2023-12-01", "2024-01-01")]);
    check("去年夏天", &[("去年夏天", "2022-06-01", "2022-09-01")]);
    check("下个月15号", &[("下个月15号", "2023-07-15", "2023-07-16")]);
}

#[test]
fn stretches_of_days_are_one_date() {
    check("from 8 to 10 May", &[("8 to 10 May", "2023-05-08", "2023-05-11")]);
    check("We were away 8–10 May 2022.", &[("8–10 May 2022", "2022-05-08", "2022-05-11")]);
    check("8-10 May 2022", &[("8-10 May 2022", "2022-05-08", "2022-05-11")]);
    check("May 8–10, 2022", &[("May 8–10, 2022", "2022-05-08", "2022-05-11")]);
    check("from May 8 to 10", &[("May 8 to 10", "2023-05-08", "2023-05-11")]);
    check("between 8 and 10 May", &[("8 and 10 May", "2023-05-08", "2023-05-11")]);
    check("28 April to 3 May", &[("28 April to 3 May", "2023-04-28", "2023-05-04")]);
    check("2023年5月8日到10日", &[("2023年5月8日到10日", "2023-05-08", "2023-05-11")]);
    check("5月8日到10日去", &[("5月8日到10日", "2023-05-08", "2023-05-11")]);
    check("5月8-10日", &[("5月8-10日", "2023-05-08", "2023-05-11")]);
    check("5月28日至6月3日", &[("5月28日至6月3日", "2023-05-28", "2023-06-04")]);
    check("20号到23号出差", &[("20号到23号", "2023-06-20", "2023-06-24")]);
}

#[test]
fn a_weekday_beside_a_date_is_that_date() {
    check("on Friday 16 June at 14:30", &[("Friday 16 June", "2023-06-16", "2023-06-17")]);
    check("on Friday, June 16", &[("Friday, June 16", "2023-06-16", "2023-06-17")]);
    check("6月16日星期五下午三点", &[("6月16日星期五", "2023-06-16", "2023-06-17")]);
    check("6月16日（周五）", &[("6月16日（周五）", "2023-06-16", "2023-06-17")]);
    check("我15号上午去", &[("15号", "2023-06-15", "2023-06-16")]);
    check("我15号去了", &[("15号", "2023-05-15", "2023-05-16")]);
}

#[test]
fn words_that_look_like_dates_are_none() {
    for text in [
        "I may go",
        "We march on",
        "He is 2019 times better",
        "room 2023",
        "On Tuesdays",
        "every Friday",
        "three months of work",
        "the second half",
        "8 to 10 people",
        "5号线",
        "3号楼",
        "第三天",
        "三个月大",
        "一直以来",
        "9999999999年",
        "99999999 years ago",
        "",
    ] {
        check(text, &[]);
    }
}
