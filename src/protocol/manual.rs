//! The manual of a protocol's commands, rendered from their table.

use std::fmt::Write;

/// A command as the manual shows it.
pub struct Entry {
    /// The name as it is usually written.
    pub name: &'static str,
    /// The name with its arguments.
    pub usage: String,
    /// One line.
    pub summary: &'static str,
    /// The reply and the errors, in sentences.
    pub details: &'static str,
    /// A conversation that shows it: `> ` sent, `< ` replied.
    pub example: &'static str,
}

/// Appends a section of commands as Markdown: a table of what there is, then each command with its
/// reply, its errors and an example.
pub fn section(text: &mut String, title: &str, entries: &[Entry]) {
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "### {title}\n\n| command | what it does |\n|---|---|\n"
    );
    for entry in entries {
        let usage = entry.usage.replace('|', "\\|");
        let _ = writeln!(text, "| `{usage}` | {} |", entry.summary);
    }
    text.push('\n');
    for entry in entries {
        let _ = write!(text, "#### `{}`\n\n", entry.name);
        for line in wrap(entry.details) {
            let _ = writeln!(text, "{line}");
        }
        let _ = write!(text, "\n```text\n{}\n```\n\n", entry.example);
    }
}

/// Lines of at most 100 characters.
fn wrap(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= 100 => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
