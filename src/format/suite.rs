//! Suites: text files with a problem on each line.

use crate::format::error::printable;

/// A problem of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem<T> {
    /// Its place in the suite, counted from 1 without comments and empty lines.
    pub number: usize,
    /// The line, read.
    pub content: T,
}

/// Why a suite cannot be read.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("{file}:{line}: {reason}")]
pub struct SuiteError {
    /// The name of the file.
    pub file: String,
    /// Counted from 1.
    pub line: usize,
    /// What is wrong with the line, and what would be right.
    pub reason: String,
}

/// The lines of a suite with their numbers, without comments, which begin with `#` or `%`, and
/// empty lines.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().map(str::trim).zip(1..);
    lines
        .filter(|(line, _)| !line.is_empty() && !line.starts_with(['#', '%']))
        .map(|(line, number)| (number, line))
}

/// Reads each line of a suite with `parse`. `file` is the name for error messages; `example` is a
/// line that would be right.
///
/// # Errors
/// The first line that `parse` refuses, or a suite without problems.
pub(super) fn read<T>(
    file: &str,
    text: &str,
    example: &str,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Result<Vec<Problem<T>>, SuiteError> {
    let error = |line, reason: String| SuiteError {
        file: file.into(),
        line,
        reason: printable(&reason),
    };
    let problems: Vec<Problem<T>> = lines(text)
        .zip(1..)
        .map(|((line, content), number)| match parse(content) {
            Ok(content) => Ok(Problem { number, content }),
            Err(reason) => Err(error(line, reason)),
        })
        .collect::<Result<_, _>>()?;
    if problems.is_empty() {
        let reason = format!("no problems; expected lines such as `{example}`");
        return Err(error(text.lines().count().max(1), reason));
    }
    Ok(problems)
}
