//! The lines that a training prints while it runs.

use crate::cli::stdout::{Stdout, stdout};
use std::fmt::Display;
use std::io::{self, Write};

/// Prints lines to standard output. A line that cannot be written must cost no result, since nobody may read the progress of
/// a long training. So the first error waits until the results are saved.
pub(super) struct ProgressLines {
    out: Stdout,
    failed: Option<io::Error>,
}

impl ProgressLines {
    pub(super) fn new() -> Self {
        Self {
            out: stdout(),
            failed: None,
        }
    }

    pub(super) fn print(&mut self, line: impl Display) {
        if self.failed.is_none() {
            self.failed = writeln!(self.out, "{line}").err();
        }
    }

    /// Ends the lines, once all results are saved.
    ///
    /// # Errors
    /// A line could not be written.
    pub(super) fn finish(self) -> io::Result<()> {
        self.failed.map_or(Ok(()), Err)
    }
}
