//! Outputs: files, or stdout by the name `-`.

use anyhow::{Context, bail};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A file or stdout. What is written can be read at once.
pub(super) struct Sink {
    name: String,
    to: Box<dyn Write>,
}

impl Sink {
    /// Creates a file, or replaces it; `-` is stdout.
    ///
    /// # Errors
    /// The file cannot be created.
    pub(super) fn create(path: &Path) -> anyhow::Result<Self> {
        match is_stdout(path) {
            true => Ok(Self {
                name: "stdout".into(),
                to: Box::new(std::io::stdout()),
            }),
            false => {
                let file = File::create(path).with_context(|| path.display().to_string())?;
                Ok(Self::of_file(path, file))
            }
        }
    }

    /// A file that is open.
    pub(super) fn of_file(path: &Path, file: File) -> Self {
        Self {
            name: path.display().to_string(),
            to: Box::new(file),
        }
    }

    /// Writes a text.
    ///
    /// # Errors
    /// It cannot be written. A closed stdout is an error like others.
    pub(super) fn write(&mut self, text: &str) -> anyhow::Result<()> {
        let written = self
            .to
            .write_all(text.as_bytes())
            .and_then(|()| self.to.flush());
        written.with_context(|| self.name.clone())
    }
}

/// Whether a path is the name of stdout.
pub(super) fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Whether one of the outputs goes to stdout.
///
/// # Errors
/// More than one of them does.
pub(super) fn uses_stdout(outputs: &[&Option<PathBuf>]) -> anyhow::Result<bool> {
    let named = outputs.iter().filter_map(|path| path.as_deref());
    match named.filter(|path| is_stdout(path)).count() {
        0 => Ok(false),
        1 => Ok(true),
        _ => bail!("only one output can go to stdout (-)"),
    }
}
