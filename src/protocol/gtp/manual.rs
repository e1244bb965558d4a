//! The manual of the commands, rendered from their table.

use crate::protocol::gtp::GROUPS;
use crate::protocol::manual::{Entry, section};

/// The chapters of `protocol.md` about the commands, as Markdown.
pub fn manual() -> String {
    let mut text = String::new();
    for group in GROUPS {
        let entries: Vec<_> = group
            .commands
            .iter()
            .map(|command| Entry {
                name: command.name,
                usage: command.usage(),
                summary: command.summary,
                details: command.details,
                example: command.example,
            })
            .collect();
        section(&mut text, group.title, &entries);
    }
    text
}
