//! Renders a command table as Markdown, for `protocol.md`.

use crate::protocol::command::{CommandTable, ProtocolState};
use std::fmt::Write;

/// The commands of a protocol: for each group a table of its commands, then every command with its
/// reply, its errors and an example.
pub(super) fn commands<S: ProtocolState>(table: &CommandTable<S>) -> String {
    let mut text = String::new();
    for (title, commands) in table.groups {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "### {title}\n\n| command | what it does |\n|---|---|");
        for command in *commands {
            let usage = command.spec.usage().replace('|', "\\|");
            let _ = writeln!(text, "| `{usage}` | {} |", command.spec.summary);
        }
        text.push('\n');
        for command in *commands {
            let spec = &command.spec;
            let _ = write!(text, "#### `{}`\n\n", spec.name);
            for line in wrap(spec.details) {
                let _ = writeln!(text, "{line}");
            }
            let _ = write!(text, "\n```text\n{}\n```\n\n", spec.example);
        }
    }
    text
}

/// Breaks a text into lines of at most 100 characters.
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
