//! Arguments that several commands have.

use anyhow::Context;
use std::path::Path;
use std::time::Duration;

/// A number of seconds above 0.
pub(super) fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| *seconds > 0.0);
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.ok_or_else(|| "expected a number of seconds above 0".into())
}

/// The text of a file with its name for messages; `-` is stdin.
///
/// # Errors
/// The file cannot be read or is not UTF-8.
pub(super) fn read_file(path: &Path) -> anyhow::Result<(String, String)> {
    let (file, text) = if path.as_os_str() == "-" {
        ("stdin".into(), std::io::read_to_string(std::io::stdin()))
    } else {
        (path.display().to_string(), std::fs::read_to_string(path))
    };
    let text = text.with_context(|| file.clone())?;
    Ok((file, text))
}
