//! The manual of the commands and keys, rendered from their tables.

use crate::protocol::gomocup::{GROUPS, KEYS};
use crate::protocol::manual::section;
use std::fmt::Write;

/// The sections of `protocol.md` about the commands, as Markdown.
pub fn manual() -> String {
    let mut text = String::new();
    for group in GROUPS {
        let entries: Vec<_> = group.commands.iter().map(|row| row.entry()).collect();
        section(&mut text, group.title, &entries);
    }
    text += "### Keys of `INFO`\n\n| key | value | what it does |\n|---|---|---|\n";
    for key in KEYS {
        let value = key.value.replace('|', "\\|");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| `{}` | `{value}` | {} |", key.name, key.summary);
    }
    text.push('\n');
    text
}
