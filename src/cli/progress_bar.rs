//! Progress bars on stderr. They are hidden if stderr is not a terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// A progress bar with a template of indicatif.
pub(super) fn progress_bar(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    // The templates are constants, so this does not fail.
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
