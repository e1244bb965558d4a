//! Errors of the readers.

use std::fmt;

/// The first error in a file. It is shown as `line:column: message`; callers put the name of the file
/// before that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong there, and what would be right.
    pub message: String,
}

/// The most characters of a message, before control characters are escaped.
const MAX_MESSAGE: usize = 400;

/// A message that quotes a file: control characters are escaped, and a long one is cut.
pub(super) fn printable(message: &str) -> String {
    let mut shown = String::new();
    for (n, c) in message.chars().enumerate() {
        match c {
            _ if n == MAX_MESSAGE => {
                shown += "...";
                break;
            }
            c if c.is_control() => shown.extend(c.escape_default()),
            c => shown.push(c),
        }
    }
    shown
}

impl FormatError {
    /// An error at a line and a column. Messages quote the file, so control characters are escaped, and a long
    /// message is cut.
    pub(super) fn new(line: usize, column: usize, message: impl AsRef<str>) -> Self {
        Self {
            line,
            column,
            message: printable(message.as_ref()),
        }
    }

    /// An error at a byte of a text.
    pub(super) fn at(text: &str, offset: usize, message: impl AsRef<str>) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |feed| feed + 1);
        let line = before.matches('\n').count() + 1;
        Self::new(line, before[line_start..].chars().count() + 1, message)
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for FormatError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_line_and_column() {
        let error = FormatError::at("ab\ncé[x", 7, "odd");
        assert_eq!(error.to_string(), "2:4: odd");
        assert_eq!(FormatError::at("", 9, "x").line, 1);
    }

    #[test]
    fn a_message_fits_into_a_line() {
        let error = FormatError::new(1, 2, "\u{1b}[2J\n".repeat(200));
        assert!(error.message.starts_with("\\u{1b}[2J\\n\\u{1b}"));
        assert!(error.message.ends_with("...") && error.message.len() < 3000);
    }
}
