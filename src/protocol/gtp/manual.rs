//! The manual of the commands, rendered from their table.

use super::{Command, GROUPS};
use std::fmt::Write;

/// The chapters of `protocol.md` about the commands, as Markdown: for every group a table of what
/// there is, then each command with its reply, its errors and an example.
pub fn manual() -> String {
    let mut text = String::new();
    for group in GROUPS {
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "### {}\n\n| command | what it does |\n|---|---|\n",
            group.title
        );
        for command in group.commands {
            let usage = command.usage().replace('|', "\\|");
            let _ = writeln!(text, "| `{usage}` | {} |", command.summary);
        }
        text.push('\n');
        for command in group.commands {
            describe(&mut text, command);
        }
    }
    text
}

fn describe(text: &mut String, command: &Command) {
    let _ = write!(text, "#### `{}`\n\n", command.name);
    for line in wrap(command.details) {
        let _ = writeln!(text, "{line}");
    }
    let _ = write!(text, "\n```text\n{}\n```\n\n", command.example);
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
