use super::{super::samples, *};

/// Elements that have no end.
const VOID: &[&str] = &["meta", "!DOCTYPE"];

/// Fails where an element is not closed, or another is.
fn assert_balanced(page: &str) {
    let mut open: Vec<&str> = Vec::new();
    let (before_style, rest) = page.split_once("<style>").expect("a style");
    let (_, after_style) = rest.split_once("</style>").expect("its end");
    for tag in [before_style, after_style].into_iter().flat_map(|part| part.split('<').skip(1)) {
        let (inside, _) = tag.split_once('>').expect("a tag ends");
        let name = inside.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        match inside {
            _ if VOID.contains(&name) || inside.ends_with('/') => {}
            _ if inside.starts_with('/') => assert_eq!(open.pop(), Some(name), "</{name}>"),
            _ => open.push(name),
        }
    }
    assert!(open.is_empty(), "left open: {open:?}");
}

#[test]
fn every_element_is_closed_whatever_is_shown() {
    for report in [samples::small(), samples::whole(), Report::default()] {
        assert_balanced(&html(&report));
    }
}

#[test]
fn no_word_of_a_report_is_taken_for_markup() {
    let mut report = samples::whole();
    let hostile = "<img onerror=alert(1)> \"><script>&";
    for part in &mut report.parts {
        match part {
            Part::Table(table) => {
                hostile.clone_into(&mut table.title);
                hostile.clone_into(&mut table.columns[0]);
                hostile.clone_into(&mut table.rows[0][0]);
            }
            Part::Plot(plot) => {
                hostile.clone_into(&mut plot.title);
                hostile.clone_into(&mut plot.x_axis);
                hostile.clone_into(&mut plot.y_axis);
                hostile.clone_into(&mut plot.series[0].name);
                hostile.clone_into(&mut plot.series[0].points[0].label);
            }
        }
    }
    report.caveats.push(hostile.to_owned());
    report.circumstances.push((hostile.to_owned(), hostile.to_owned()));
    let page = html(&report);
    assert!(!page.contains("<img") && !page.contains("<script"));
    assert!(page.contains("&lt;img onerror=alert(1)&gt; &quot;&gt;&lt;script&gt;&amp;"));
    assert_balanced(&page);
}

#[test]
fn nothing_is_fetched_and_nothing_runs() {
    let page = html(&samples::whole());
    for outside in ["http:", "https:", "src=", "href=", "url(", "@import", "<script"] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn every_plot_and_table_is_told_in_words() {
    let page = html(&samples::whole());
    let count = |tag: &str| page.matches(tag).count();
    assert_eq!(count("<svg class=\"wide\""), 3);
    assert_eq!(count("<desc"), 2 * 3, "both drawings of every plot");
    assert_eq!(count("<table>"), count("<caption>"));
    assert!(page.contains("Lines of mean evidence recall, % by tokens of context."));
}

#[test]
fn figures_that_are_no_numbers_leave_no_trace_in_a_plot() {
    let mut report = samples::whole();
    for part in &mut report.parts {
        if let Part::Plot(plot) = part {
            plot.series[0].points[0].y = f64::NAN;
            plot.series[1].points.clear();
        }
    }
    assert!(!html(&report).to_lowercase().contains("\"nan"));
}
