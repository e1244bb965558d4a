//! Cuts a file into the parts that hold one game each, without reading all of it into memory.

use crate::util::text::decoded;
use encoding_rs::{Decoder, Encoding};
use std::io::{self, Read};

/// The first bytes of a file, from which its format is guessed, and of a game, which state its character set.
pub(super) const HEAD_LENGTH: usize = 4096;
/// The most bytes of a game.
const MAX_PART_LENGTH: usize = 16 << 20;
/// The most bytes of a line in files with a game on each line.
const MAX_LINE_LENGTH: usize = 1 << 20;
/// Bytes that are read at a time.
const BLOCK: usize = 1 << 16;

/// The character set of a text, as the CA of SGF states it. `None` for UTF-8, also where the text is in UTF-8 despite CA.
pub(super) fn stated_charset(head: &[u8]) -> Option<&'static Encoding> {
    let is_utf8 = match std::str::from_utf8(head) {
        Ok(text) => !text.is_ascii(),
        // The head may end within a character.
        Err(error) => error.error_len().is_none(),
    };
    if is_utf8 {
        return None;
    }
    let at = head.windows(3).position(|bytes| bytes == b"CA[")?;
    let name = head[at + 3..].split(|&byte| byte == b']').next()?;
    let charset = Encoding::for_label_no_replacement(name)?;
    // A text in which CA can be found is not in UTF-16.
    let others = [
        encoding_rs::UTF_8,
        encoding_rs::UTF_16LE,
        encoding_rs::UTF_16BE,
    ];
    (!others.contains(&charset)).then_some(charset)
}

/// The first parenthesis that begins a game: a semicolon follows, maybe after white space, or a property, since a game
/// without its first semicolon is a damaged one. Without one, how many bytes before the end certainly begin none.
fn find_game(bytes: &[u8]) -> Result<usize, usize> {
    let mut from = 0;
    while let Some(at) = bytes[from..].iter().position(|&byte| byte == b'(') {
        let start = from + at;
        let inside = bytes[start + 1..].trim_ascii_start();
        let name = inside
            .iter()
            .take_while(|byte| byte.is_ascii_uppercase())
            .count();
        match (name, inside.get(name)) {
            (0, Some(b';')) | (1.., Some(b'[')) => return Ok(start),
            (_, Some(_)) => from = start + 1,
            (_, None) => return Err(start),
        }
    }
    Err(bytes.len())
}

/// A place in a file, both numbers from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub line: usize,
    pub column: usize,
}

impl Place {
    /// Moves over bytes.
    fn advance(&mut self, bytes: &[u8]) {
        for (at, &byte) in bytes.iter().enumerate() {
            match byte {
                // A byte order mark is no character.
                0xef if bytes[at..].starts_with(&[0xef, 0xbb, 0xbf]) => {}
                b'\n' => (self.line, self.column) = (self.line + 1, 1),
                // The bytes after the first one of a character.
                0x80..=0xbf => {}
                _ => self.column += 1,
            }
        }
    }
}

/// Bytes of a file that belong together, or what is wrong with them.
#[derive(Debug)]
pub(super) enum Part {
    /// A game.
    Game(Place, String),
    /// Something that is not part of a game.
    Junk(Place, String),
    /// The file cannot be read.
    Failed(Place, io::Error),
}

/// How games follow one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// One on each line; `#` and `%` begin comments.
    Lines,
    /// Each in parentheses (GGF).
    Parentheses,
    /// Each in parentheses and in the character set that its CA states (SGF).
    Trees,
    /// Each from a line `Piskvorky` on.
    Headers,
}

/// The parts of a file.
pub(super) struct Parts {
    input: Box<dyn Read + Send>,
    layout: Layout,
    /// What was read and not yet consumed.
    buffer: Vec<u8>,
    /// Bytes of the buffer that were consumed.
    consumed: usize,
    /// The place of the first byte that was not consumed.
    place: Place,
    /// Where the last part began in the buffer, with its place.
    last: (usize, Place),
    /// A game was damaged. From then on a game also ends where a line begins another one, so that no part of
    /// the file is searched again and again.
    careful: bool,
    at_end: bool,
}

impl Parts {
    pub(super) fn new(input: Box<dyn Read + Send>, layout: Layout) -> Self {
        let place = Place { line: 1, column: 1 };
        Self {
            input,
            layout,
            buffer: Vec::new(),
            consumed: 0,
            place,
            last: (0, place),
            careful: false,
            at_end: false,
        }
    }

    /// Reads another block. False at the end of the file.
    fn fill(&mut self) -> io::Result<bool> {
        if self.at_end {
            return Ok(false);
        }
        let length = self.buffer.len();
        self.buffer.resize(length + BLOCK, 0);
        let read = loop {
            match self.input.read(&mut self.buffer[length..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        self.buffer.truncate(length + *read.as_ref().unwrap_or(&0));
        self.at_end = read? == 0;
        Ok(!self.at_end)
    }

    /// Forgets what was consumed before the last part.
    fn compact(&mut self) {
        if self.consumed > BLOCK {
            self.buffer.drain(..self.consumed);
            self.consumed = 0;
        }
        self.last = (self.consumed, self.place);
    }

    /// Consumes up to a byte of the buffer and returns it as text.
    fn take(&mut self, end: usize) -> (Place, String) {
        let place = self.place;
        let bytes = &self.buffer[self.consumed..end];
        self.place.advance(bytes);
        let text = decoded(bytes).into_owned();
        self.consumed = end;
        (place, text)
    }

    /// The same for a text in another character set than UTF-8 or Latin-1.
    fn take_in(&mut self, charset: &'static Encoding, end: usize) -> (Place, String) {
        let place = self.place;
        let bytes = &self.buffer[self.consumed..end];
        let (text, _) = charset.decode_without_bom_handling(bytes);
        // Characters have other numbers of bytes than in UTF-8.
        self.place.advance(text.as_bytes());
        let text = text.into_owned();
        self.consumed = end;
        (place, text)
    }

    fn skip(&mut self, end: usize) {
        self.place.advance(&self.buffer[self.consumed..end]);
        self.consumed = end;
    }

    /// After a damaged game: goes back to the first game that begins on a line of its own inside the part
    /// that was returned last.
    pub(super) fn resume(&mut self) {
        self.careful = true;
        let (start, place) = self.last;
        let part = &self.buffer[start..self.consumed];
        let found = part
            .windows(3)
            .enumerate()
            .skip(1)
            .find(|(at, window)| *window == b"\n(;" && begins_game(&part[at + 1..]));
        if let Some((at, _)) = found {
            let end = start + at + 1;
            (self.consumed, self.place) = (start, place);
            self.skip(end);
        }
    }

    /// The next part; `None` at the end of the file.
    pub(super) fn next(&mut self) -> Option<Part> {
        self.compact();
        let found = match self.layout {
            Layout::Lines => self.next_line(),
            Layout::Parentheses | Layout::Trees => self.next_parentheses(),
            Layout::Headers => self.next_header(),
        };
        found.unwrap_or_else(|error| {
            self.at_end = true;
            self.consumed = self.buffer.len();
            Some(Part::Failed(self.place, error))
        })
    }

    /// The end of the line that begins at `start`, behind its line feed. A line that is too long ends at
    /// `limit`.
    fn line_end(&mut self, start: usize, limit: usize) -> io::Result<usize> {
        let mut from = start;
        loop {
            if let Some(at) = self.buffer[from..].iter().position(|&byte| byte == b'\n') {
                return Ok(from + at + 1);
            }
            from = self.buffer.len();
            if from - start > limit || !self.fill()? {
                return Ok(self.buffer.len());
            }
        }
    }

    fn next_line(&mut self) -> io::Result<Option<Part>> {
        loop {
            self.compact();
            let end = self.line_end(self.consumed, MAX_LINE_LENGTH)?;
            if end == self.consumed {
                return Ok(None);
            }
            if end - self.consumed > MAX_LINE_LENGTH {
                return self.drop_line().map(Some);
            }
            let (place, text) = self.take(end);
            let line = text.trim();
            if !line.is_empty() && !line.starts_with(['#', '%']) {
                let text = text.trim_end().to_owned();
                return Ok(Some(Part::Game(place, text)));
            }
        }
    }

    /// Skips a line that is too long, block by block.
    fn drop_line(&mut self) -> io::Result<Part> {
        let place = self.place;
        loop {
            let end = self.line_end(self.consumed, 0)?;
            let ended = self.buffer[..end].last() == Some(&b'\n') || end == self.consumed;
            self.skip(end);
            self.compact();
            if ended {
                let megabytes = MAX_LINE_LENGTH >> 20;
                let message = format!("the line is longer than {megabytes} MB; expected one game");
                return Ok(Part::Junk(place, message));
            }
        }
    }

    /// Skips white space and a byte order mark, and digits if they count games.
    fn skip_blanks(&mut self) -> io::Result<()> {
        loop {
            let rest = &self.buffer[self.consumed..];
            let blank =
                |&byte: &u8| byte.is_ascii_whitespace() || matches!(byte, 0xef | 0xbb | 0xbf);
            let end = rest.iter().position(|byte| !blank(byte));
            let end = end.map_or(self.buffer.len(), |at| self.consumed + at);
            self.skip(end);
            if end < self.buffer.len() || !self.fill()? {
                return Ok(());
            }
            self.compact();
        }
    }

    fn next_parentheses(&mut self) -> io::Result<Option<Part>> {
        self.skip_blanks()?;
        self.compact();
        // What stands before the game.
        let mut from = self.consumed;
        let start = loop {
            match find_game(&self.buffer[from..]) {
                Ok(at) => break from + at,
                Err(searched) => from += searched,
            }
            if self.buffer.len() - self.consumed > BLOCK {
                break from;
            }
            if !self.fill()? {
                break self.buffer.len();
            }
        };
        let before = &self.buffer[self.consumed..start];
        // Digits count the games that follow.
        let is_count = |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_whitespace();
        let belongs = before.iter().all(is_count) && start < self.buffer.len();
        if !before.is_empty() && !belongs {
            let place = self.place;
            self.skip(start);
            let message = "this is not part of a game; expected \"(;\"".into();
            return Ok(Some(Part::Junk(place, message)));
        }
        if start == self.buffer.len() {
            return Ok(None);
        }
        self.skip(start);
        self.compact();
        let charset = match self.layout {
            Layout::Trees => self.charset()?,
            _ => None,
        };
        let end = self.closing(charset, MAX_PART_LENGTH)?;
        let (place, text) = match charset {
            Some(charset) => self.take_in(charset, end),
            None => self.take(end),
        };
        Ok(Some(Part::Game(place, text)))
    }

    /// The character set that the game states in its first bytes. Files may be joined from several character sets, so
    /// those of the next game do not count.
    fn charset(&mut self) -> io::Result<Option<&'static Encoding>> {
        let end = self.closing(None, HEAD_LENGTH)?;
        Ok(stated_charset(&self.buffer[self.consumed..end]))
    }

    /// The byte behind the parenthesis that closes the game, or the end of the file. The end of a game that is longer
    /// than `limit` is not looked for.
    fn closing(&mut self, charset: Option<&'static Encoding>, limit: usize) -> io::Result<usize> {
        let mut decoder = charset.map(Encoding::new_decoder_without_bom_handling);
        let mut nesting = Nesting::default();
        let mut at = self.consumed;
        loop {
            if at - self.consumed >= limit || at == self.buffer.len() && !self.fill()? {
                return Ok(at);
            }
            // Headers are short, so that the rest of one is almost always in the buffer.
            if self.careful
                && at > self.consumed
                && self.buffer[at - 1] == b'\n'
                && begins_game(&self.buffer[at..])
            {
                return Ok(at);
            }
            let byte = self.buffer[at];
            at += 1;
            let ends = match &mut decoder {
                Some(decoder) => nesting.add_decoded(byte, decoder),
                None => nesting.add(byte),
            };
            if ends {
                return Ok(at);
            }
        }
    }

    fn next_header(&mut self) -> io::Result<Option<Part>> {
        self.skip_blanks()?;
        self.compact();
        let mut end = self.consumed;
        loop {
            let next = self.line_end(end, MAX_LINE_LENGTH)?;
            let line = &self.buffer[end..next];
            if end > self.consumed && (line.is_empty() || line.starts_with(b"Piskvorky")) {
                let (place, text) = self.take(end);
                return Ok(Some(Part::Game(place, text)));
            }
            if line.is_empty() {
                return Ok(None);
            }
            if next - self.consumed > MAX_LINE_LENGTH {
                let (place, text) = self.take(next);
                return Ok(Some(Part::Game(place, text)));
            }
            end = next;
        }
    }
}

/// What the bytes of a game have opened and not closed yet.
#[derive(Default)]
struct Nesting {
    /// Parentheses.
    depth: usize,
    in_value: bool,
    /// Whether a backslash stands before the next byte.
    escaped: bool,
}

impl Nesting {
    /// Goes on by a byte. True if it closes the game.
    fn add(&mut self, byte: u8) -> bool {
        match byte {
            _ if self.escaped => self.escaped = false,
            b'\\' if self.in_value => self.escaped = true,
            b']' => self.in_value = false,
            b'[' => self.in_value = true,
            b'(' if !self.in_value => self.depth += 1,
            b')' if !self.in_value => {
                self.depth = self.depth.saturating_sub(1);
                return self.depth == 0;
            }
            _ => {}
        }
        false
    }

    /// The same for a byte of another character set, in which a byte of a character may be a bracket or a backslash.
    fn add_decoded(&mut self, byte: u8, decoder: &mut Decoder) -> bool {
        // A byte ends few characters, and each has at most four bytes in UTF-8.
        let mut text = [0; 64];
        let (_, _, length, _) = decoder.decode_to_utf8(&[byte], &mut text, false);
        let mut ends = false;
        for &byte in &text[..length] {
            ends |= self.add(byte);
        }
        ends
    }
}

/// Whether a text begins with the first properties of a game, so that it is no variation.
fn begins_game(text: &[u8]) -> bool {
    const FIRST: [&[u8]; 6] = [b"GM", b"FF", b"CA", b"AP", b"SZ", b"PC"];
    let inside = text
        .strip_prefix(b"(;")
        .unwrap_or_default()
        .trim_ascii_start();
    FIRST.iter().any(|name| inside.starts_with(name))
}
