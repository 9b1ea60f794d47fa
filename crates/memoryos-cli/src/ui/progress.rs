//! Progress bars, on a terminal only.

use indicatif::{ProgressBar, ProgressStyle};

use super::is_watched;

/// A bar that is wiped when it goes out of scope; none where nobody watches.
#[derive(Debug)]
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// Shows that `done` of the whole is done.
    pub(crate) fn reach(&self, done: u64) {
        self.0.set_position(done);
    }

    /// Names what is at hand, with the whole it has.
    pub(crate) fn begin(&self, what: &str, whole: u64) {
        self.0.set_length(whole);
        self.0.set_message(what.to_owned());
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// A bar that counts things.
pub(crate) fn count_bar(what: &str, whole: u64) -> Progress {
    bar(what, whole, "{msg:>14} {bar:30.cyan/dim} {human_pos}/{human_len}  {eta}")
}

/// A bar that counts bytes.
pub(crate) fn bytes_bar() -> Progress {
    bar("", 0, "{msg:>20} {bar:30.cyan/dim} {bytes}/{total_bytes}  {bytes_per_sec}")
}

fn bar(what: &str, whole: u64, template: &str) -> Progress {
    if !is_watched() {
        return Progress(ProgressBar::hidden());
    }
    let style = ProgressStyle::with_template(template).expect("our own templates are well-formed");
    let bar = ProgressBar::new(whole).with_style(style.progress_chars("━━╌"));
    bar.set_message(what.to_owned());
    Progress(bar)
}
