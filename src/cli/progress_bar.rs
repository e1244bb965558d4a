//! Progress bars on stderr. They are hidden if stderr is not a terminal.

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::time::Duration;

/// A progress bar with a template of indicatif. The time left is `?` until something is done.
pub(super) fn progress_bar(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    // The templates are constants, so this does not fail.
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style.with_key("eta", time_left)),
        Err(_) => bar,
    }
}

/// Lets the clock of a bar go on during long steps. That takes a thread, so a bar that nobody sees does without.
pub(super) fn tick_steadily(bar: &ProgressBar) {
    if !bar.is_hidden() {
        bar.enable_steady_tick(Duration::from_millis(500));
    }
}

fn time_left(state: &ProgressState, out: &mut dyn Write) {
    // Writing to a terminal's line does not fail.
    let _ = match state.pos() {
        0 => out.write_char('?'),
        _ => write!(out, "{:#}", HumanDuration(state.eta())),
    };
}
