//! Markdown as roff with the macros of man(7).

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::fmt::Write;

/// Translates a document. Its title (the heading of level 1) is left out, since a man page has its own.
pub(super) fn from_markdown(markdown: &str) -> String {
    let mut writer = Writer::default();
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        writer.event(event);
    }
    writer.close_entry();
    writer.out
}

#[derive(Default)]
struct Writer {
    out: String,
    /// The text since the last macro.
    text: String,
    /// The fonts that are open, the innermost last.
    fonts: Vec<char>,
    /// The number of the next item of each open list; none for bullets.
    lists: Vec<Option<u64>>,
    /// An item has begun whose first paragraph needs no macro.
    at_item: bool,
    /// The text below a heading of level 4 is indented until the next heading.
    in_entry: bool,
    /// The target of the open link, and where its text begins.
    link: Option<(String, usize)>,
    header: Vec<String>,
    cells: Vec<String>,
}

impl Writer {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.text += &escape(&text),
            Event::Code(text) => {
                self.open_font('B');
                self.text += &escape(&text);
                self.close_font();
            }
            Event::SoftBreak => self.text.push('\n'),
            Event::HardBreak => self.text += "\n.br\n",
            // What the manual does not use.
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Paragraph if !std::mem::take(&mut self.at_item) => self.paragraph(),
            Tag::Heading { .. } => self.close_entry(),
            Tag::Strong => self.open_font('B'),
            Tag::Emphasis => self.open_font('I'),
            Tag::CodeBlock(_) => self.start_code(),
            Tag::List(first) => self.start_list(first),
            Tag::Item => self.start_item(),
            Tag::Link { dest_url, .. } => {
                self.link = Some((dest_url.into_string(), self.text.len()));
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::Item => self.flush(),
            TagEnd::Heading(level) => self.heading(level),
            TagEnd::Strong | TagEnd::Emphasis => self.close_font(),
            TagEnd::CodeBlock => self.end_code(),
            TagEnd::List(_) => self.end_list(),
            TagEnd::Link => self.end_link(),
            TagEnd::TableCell => self.cells.push(std::mem::take(&mut self.text)),
            TagEnd::TableHead => self.header = std::mem::take(&mut self.cells),
            TagEnd::TableRow => self.row(),
            _ => {}
        }
    }

    /// Writes the text since the last macro.
    fn flush(&mut self) {
        let text = std::mem::take(&mut self.text);
        for line in text.lines() {
            // A period or an apostrophe at the beginning of a line would make a macro of it.
            if line.starts_with('.') && line != ".br" {
                self.out += "\\&";
            }
            self.out += line;
            self.out.push('\n');
        }
    }

    fn paragraph(&mut self) {
        // Within a list, a paragraph keeps the indentation of its item.
        self.out += if self.lists.is_empty() {
            ".PP\n"
        } else {
            ".IP\n"
        };
    }

    fn heading(&mut self, level: HeadingLevel) {
        let title = std::mem::take(&mut self.text);
        match level {
            HeadingLevel::H1 => {}
            HeadingLevel::H2 => _ = writeln!(self.out, ".SH {}", title.to_uppercase()),
            HeadingLevel::H3 => _ = writeln!(self.out, ".SS {title}"),
            _ => {
                _ = writeln!(self.out, ".PP\n{title}\n.RS 4");
                self.in_entry = true;
            }
        }
    }

    fn close_entry(&mut self) {
        if std::mem::take(&mut self.in_entry) {
            self.out += ".RE\n";
        }
    }

    fn open_font(&mut self, font: char) {
        self.fonts.push(font);
        _ = write!(self.text, "\\f{font}");
    }

    fn close_font(&mut self) {
        self.fonts.pop();
        let font = self.fonts.last().unwrap_or(&'R');
        _ = write!(self.text, "\\f{font}");
    }

    fn start_code(&mut self) {
        self.flush();
        self.out += ".PP\n.RS 4\n.nf\n";
    }

    fn end_code(&mut self) {
        self.flush();
        self.out += ".fi\n.RE\n";
    }

    fn start_list(&mut self, first: Option<u64>) {
        self.flush();
        if !self.lists.is_empty() {
            self.out += ".RS 2\n";
        }
        self.lists.push(first);
    }

    fn start_item(&mut self) {
        match self.lists.last_mut() {
            Some(Some(number)) => {
                _ = writeln!(self.out, ".IP {number}. 4");
                *number += 1;
            }
            _ => self.out += ".IP \\(bu 2\n",
        }
        self.at_item = true;
    }

    fn end_list(&mut self) {
        self.lists.pop();
        if !self.lists.is_empty() {
            self.out += ".RE\n";
        }
        self.at_item = false;
    }

    /// Names the target of a link to elsewhere; links within the page have no use on paper.
    fn end_link(&mut self) {
        let Some((target, begin)) = self.link.take() else {
            return;
        };
        let target = escape(&target);
        if !target.starts_with('#') && self.text[begin..] != target {
            _ = write!(self.text, " <{target}>");
        }
    }

    /// A row of a table as an entry of a list: the first cell above the others.
    fn row(&mut self) {
        let cells = std::mem::take(&mut self.cells);
        let Some((name, others)) = cells.split_first() else {
            return;
        };
        let others = match others {
            [one] => one.clone(),
            many => {
                let titles = self.header.iter().skip(1);
                let parts = titles
                    .zip(many)
                    .map(|(title, cell)| format!("{title}: {cell}"));
                parts.collect::<Vec<_>>().join("; ")
            }
        };
        _ = writeln!(self.out, ".TP");
        self.text = format!("{name}\n{others}\n");
        self.flush();
    }
}

/// Text as roff prints it, with the characters of ASCII that typesetters change.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => out += "\\e",
            '-' => out += "\\-",
            '\'' => out += "\\(aq",
            '`' => out += "\\(ga",
            '^' => out += "\\(ha",
            '~' => out += "\\(ti",
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::from_markdown;

    #[test]
    fn headings_become_sections_and_entries() {
        let text = "# Title\n\n## Points\n\n### Names\n\n#### `name`\n\nOne\n.two.\n\n### Next\n";
        let expected =
            ".SH POINTS\n.SS Names\n.PP\n\\fBname\\fR\n.RS 4\n.PP\nOne\n\\&.two.\n.RE\n.SS Next\n";
        assert_eq!(from_markdown(text), expected);
    }

    #[test]
    fn tables_become_lists_of_terms() {
        let text = "| command | use |\n|---|---|\n| `a-b` | first |\n\n| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |\n";
        let expected = ".TP\n\\fBa\\-b\\fR\nfirst\n.TP\n1\nb: 2; c: 3\n";
        assert_eq!(from_markdown(text), expected);
    }

    #[test]
    fn lists_and_code_keep_their_shape() {
        let text = "* one\n  more\n* two\n\n  second\n\n```sh\n.x '~'\n  y\\\n```\n";
        let found = from_markdown(text);
        assert!(
            found.starts_with(".IP \\(bu 2\none\nmore\n.IP \\(bu 2\ntwo\n.IP\nsecond\n"),
            "{found}"
        );
        let code = ".PP\n.RS 4\n.nf\n\\&.x \\(aq\\(ti\\(aq\n  y\\e\n.fi\n.RE\n";
        assert!(found.ends_with(code), "{found}");
    }

    #[test]
    fn links_name_only_targets_elsewhere() {
        let text = "[GTP](https://example.org) and [points](#points) **very *much* so**";
        let expected = ".PP\nGTP <https://example.org> and points \\fBvery \\fImuch\\fB so\\fR\n";
        assert_eq!(from_markdown(text), expected);
    }
}
