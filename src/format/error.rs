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

impl FormatError {
    /// An error at a byte of a text.
    pub(super) fn at(text: &str, offset: usize, message: impl Into<String>) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |feed| feed + 1);
        Self {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message: message.into(),
        }
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
}
