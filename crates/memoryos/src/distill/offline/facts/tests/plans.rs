//! Appointments, stretches of days, and changes of habit. Said on Friday 2026-04-10.

use super::*;

/// The only fact of `text`, and the first and the last day it is about.
fn check_days(text: &str, fact: &str, first: &str, last: &str) {
    let found = facts(text);
    let told: Vec<_> = found.iter().map(|found| found.text.as_str()).collect();
    assert_eq!(told, [fact], "{text}");
    let range = found[0].event_time.expect("a time");
    let days = (range.from.to_string(), range.until.to_string());
    let until = last.parse::<Date>().and_then(Date::tomorrow).expect("a day");
    assert_eq!(days, (format!("{first}T00:00:00Z"), format!("{until}T00:00:00Z")), "{text}");
}

#[test]
fn appointments_are_facts_with_their_day() {
    check_days(
        "Got one: my dentist appointment is on Thursday 23 April at 14:30 with Dr. Moreau, rue Servient.",
        "The user's dentist appointment is on Thursday 23 April at 14:30 with Dr. Moreau, rue Servient (2026-04-23)",
        "2026-04-23",
        "2026-04-23",
    );
    check_days(
        "My flight to Oslo leaves on 5 May.",
        "The user's flight to Oslo leaves on 5 May (2026-05-05)",
        "2026-05-05",
        "2026-05-05",
    );
    check_days(
        "Our meeting with the landlord is next Tuesday.",
        "The user's meeting with the landlord is next Tuesday (2026-04-14)",
        "2026-04-14",
        "2026-04-14",
    );
    check_days(
        "My driving exam is scheduled for 3 June.",
        "The user's driving exam is scheduled for 3 June (2026-06-03)",
        "2026-06-03",
        "2026-06-03",
    );
    check_days(
        "I've got an eye exam on Monday.",
        "The user has got an eye exam on Monday (2026-04-13)",
        "2026-04-13",
        "2026-04-13",
    );
    check_days(
        "The deadline for the labels is 24 April.",
        "The user's deadline for the labels is 24 April (2026-04-24)",
        "2026-04-24",
        "2026-04-24",
    );
    check_days(
        "我下周三下午有牙医预约。",
        "用户下周三下午有牙医预约 (2026-04-15)",
        "2026-04-15",
        "2026-04-15",
    );
    check_days("下周三下午三点我有面试。", "用户有面试 (2026-04-15)", "2026-04-15", "2026-04-15");
    check_days("我15号要去看牙医。", "用户15号要去看牙医 (2026-04-15)", "2026-04-15", "2026-04-15");
    check_days("我的手术定在5月7日。", "用户的手术定在5月7日 (2026-05-07)", "2026-05-07", "2026-05-07");
}

#[test]
fn what_only_names_an_appointment_is_none() {
    let texts = [
        "My dentist appointment was awful.",
        "My meeting notes are on the desk.",
        "My exam results come out soon.",
        "The party is on Saturday.",
        "Your appointment is on Monday.",
        "我有考试。",
        "我的面试很顺利。",
    ];
    let told: Vec<_> = texts.into_iter().flat_map(facts).map(|fact| fact.text).collect();
    assert_eq!(told, [""; 0]);
}

#[test]
fn a_stretch_of_days_is_one_time() {
    check_days(
        "We want to go to the Calanques near Cassis from 8 to 10 May.",
        "The user and others want to go to the Calanques near Cassis from 8 to 10 May (2026-05-08 to 2026-05-10)",
        "2026-05-08",
        "2026-05-10",
    );
    check_days(
        "我打算5月8日到10日去里昂。",
        "用户打算5月8日到10日去里昂 (2026-05-08 to 2026-05-10)",
        "2026-05-08",
        "2026-05-10",
    );
}

#[test]
fn a_change_of_habit_is_told_from_both_sides() {
    let told = |text: &str| -> Vec<String> { facts(text).into_iter().map(|fact| fact.text).collect() };
    assert_eq!(
        told("I don't drink coffee any more, I switched to green tea because of my sleep."),
        ["The user doesn't drink coffee any more", "The user switched to green tea"]
    );
    assert_eq!(told("我不喝咖啡了，改喝绿茶。"), ["用户不喝咖啡了", "用户改喝绿茶"]);
    assert_eq!(told("他不喝咖啡了，改喝绿茶。"), [""; 0]);
    check("I don't drink coffee anymore.", "The user doesn't drink coffee anymore", "avoids=coffee");
}
