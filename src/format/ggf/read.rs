//! Reads games.

use crate::engine::Variant;
use crate::format::FormatError;
use crate::format::ggf::{Ending, Game, Played, Score, TimeControl};
use crate::game::record::describe;
use crate::game::{DynRecord, Move, Side};
use crate::othello::Othello;
use crate::othello::rules::notation::{NotationError, move_name, parse_ggf_board, parse_move};
use std::time::Duration;

/// More than a century is as good as any longer time.
const LONGEST: f64 = 4e9;

/// A text and how much of it is read.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

/// A value as it stands between its brackets, with its place in the text.
#[derive(Clone, Copy)]
struct Value<'a> {
    raw: &'a str,
    offset: usize,
}

/// A tag with its first value.
struct Tag<'a> {
    name: &'a str,
    value: Value<'a>,
}

impl Value<'_> {
    /// The text without escapes. Only a bracket and the escape itself can be escaped, so that a path
    /// with backslashes stays what it is.
    fn text(self) -> String {
        let mut text = String::new();
        let mut chars = self.raw.chars().peekable();
        while let Some(c) = chars.next() {
            let escaped = chars
                .next_if(|next| c == '\\' && matches!(next, ']' | '\\'))
                .unwrap_or(c);
            text.push(escaped);
        }
        text.trim().to_owned()
    }
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn error(&self, what: impl Into<String>) -> FormatError {
        FormatError::at(self.text, self.at, what)
    }

    fn error_at(&self, value: Value<'_>, what: impl Into<String>) -> FormatError {
        FormatError::at(self.text, value.offset, what)
    }

    /// Reads `sign` if it comes next.
    fn take(&mut self, sign: char) -> bool {
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len_utf8();
        }
        found
    }

    /// Goes to the next game, past the number of games before it. False at the end of the text.
    fn open(&mut self) -> Result<bool, FormatError> {
        self.skip_blanks();
        let start = self.at;
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        self.at += digits;
        self.skip_blanks();
        if self.rest().is_empty() && digits == 0 {
            return Ok(false);
        }
        if !self.take('(') {
            self.at = start;
            return Err(self.error("expected a game, which begins with \"(;GM[Othello]\""));
        }
        self.skip_blanks();
        if !self.take(';') {
            return Err(self.error("expected \";\" after the \"(\" of a game"));
        }
        Ok(true)
    }

    /// The next tag of a game, or `None` after its end.
    fn tag(&mut self) -> Result<Option<Tag<'a>>, FormatError> {
        loop {
            self.skip_blanks();
            // The end is written `;)`, by some programs without the semicolon.
            if self.take(')') {
                return Ok(None);
            }
            if !self.take(';') {
                break;
            }
        }
        let rest = self.rest();
        let letters = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let (name, _) = rest.split_at(letters);
        if name.is_empty() {
            return Err(match rest.chars().next() {
                Some(c) => self.error(format!("expected a tag or \";)\", found {c:?}")),
                None => self.error("the text ends before the \";)\" of a game"),
            });
        }
        let start = self.at;
        self.at += letters;
        let mut first = None;
        loop {
            self.skip_blanks();
            if !self.take('[') {
                break;
            }
            let Some(value) = self.value() else {
                self.at = start;
                return Err(self.error(format!("the value of {name} has no \"]\"")));
            };
            first.get_or_insert(value);
        }
        match first {
            Some(value) => Ok(Some(Tag { name, value })),
            None => Err(self.error(format!("expected \"[\" after {name}"))),
        }
    }

    /// The rest of a value whose bracket is open.
    fn value(&mut self) -> Option<Value<'a>> {
        let rest = self.rest();
        let mut escaped = false;
        let end = rest.bytes().position(|byte| {
            let ends = byte == b']' && !escaped;
            escaped = byte == b'\\' && !escaped;
            ends
        })?;
        let value = Value {
            raw: &rest[..end],
            offset: self.at,
        };
        self.at += end + 1;
        Some(value)
    }

    /// The rest of a game that is open.
    fn game(&mut self) -> Result<Game, FormatError> {
        let mut game = Game::default();
        let Some(mut record) = Variant::Othello.new_record(8) else {
            return Err(self.error("no board of 8x8"));
        };
        while let Some(Tag { name, value }) = self.tag()? {
            let name = name.to_ascii_uppercase();
            let text = value.text();
            let index = usize::from(name.ends_with('W'));
            match name.as_str() {
                "GM" if !is_othello(&text) => {
                    return Err(self.error_at(
                        value,
                        format!("{text:?} is another game, expected GM[Othello]"),
                    ));
                }
                "TY" => {
                    check_kind(&text).map_err(|what| self.error_at(value, what))?;
                    game.kind = text;
                }
                "PC" => game.place = text,
                "DT" => game.date = text,
                "PB" | "PW" => game.names[index] = text,
                "RB" | "RW" => game.ratings[index] = number(&text),
                "TI" | "TB" | "TW" => {
                    let control = time_control(&text).map_err(|what| self.error_at(value, what))?;
                    if name == "TI" {
                        game.clocks = [Some(control); 2];
                    } else {
                        game.clocks[index] = Some(control);
                    }
                }
                "RE" => game.result = score(&text).map_err(|what| self.error_at(value, what))?,
                "KB" | "KW" => game.bids[index] = text,
                "KM" => {
                    let komi = number(&text)
                        .ok_or_else(|| self.error_at(value, format!("{text:?} is no number")))?;
                    game.komi = Some(komi);
                }
                "BO" => {
                    if !game.moves.is_empty() {
                        return Err(self.error_at(value, "BO has to come before the first move"));
                    }
                    let position =
                        parse_ggf_board(value.raw).map_err(|error| self.on_board(value, &error))?;
                    game.start = describe::<Othello>(&position);
                    record
                        .set_up(&game.start)
                        .map_err(|error| self.error_at(value, error.to_string()))?;
                }
                "B" | "W" => {
                    let side = Side::ALL[index];
                    let played = read_move(side, &text)
                        .map_err(|what| self.error_at(value, format!("{name}[{text}]: {what}")))?;
                    play(record.as_mut(), &mut game.moves, played).map_err(|reason| {
                        let count = game.moves.len() + 1;
                        let what = format!(
                            "move {count}, {name}[{}], cannot be played: {reason}",
                            move_name(played.mv)
                        );
                        self.error_at(value, what)
                    })?;
                }
                _ => {}
            }
        }
        Ok(game)
    }

    /// An error in the text of a board, at its place in the whole text.
    fn on_board(&self, value: Value<'_>, error: &NotationError) -> FormatError {
        let (column, what) = match error {
            NotationError::Syntax {
                column,
                expected,
                found,
            } => (*column, format!("expected {expected}, found {found}")),
            NotationError::Illegal { column, .. } => (*column, error.to_string()),
        };
        let bytes = value.raw.chars().take(column.saturating_sub(1));
        let offset = value.offset + bytes.map(char::len_utf8).sum::<usize>();
        FormatError::at(self.text, offset, what)
    }
}

/// Plays a move on both the board and the list. A pass that a program has left out is put in; passes
/// after the end, by which others close a game, are left out.
fn play(
    record: &mut dyn DynRecord,
    moves: &mut Vec<Played>,
    played: Played,
) -> Result<(), crate::game::Illegal> {
    if played.mv == Move::Pass && record.outcome().is_some() {
        return Ok(());
    }
    let waiting = record.side();
    record.check(played.side, played.mv)?;
    if played.side != waiting {
        record.play(waiting, Move::Pass)?;
        moves.push(Played {
            side: waiting,
            mv: Move::Pass,
            eval: None,
            time: None,
        });
    }
    record.play(played.side, played.mv)?;
    moves.push(played);
    Ok(())
}

/// Reads the first game of a text. What follows it is not looked at.
///
/// # Errors
///
/// The first thing that is wrong, with its place: the syntax, another game or board, a move that
/// cannot be played. Unknown tags are skipped.
pub fn read(text: &str) -> Result<Game, FormatError> {
    let mut reader = Reader { text, at: 0 };
    if reader.open()? {
        reader.game()
    } else {
        Err(reader.error("expected a game, found nothing"))
    }
}

/// Reads all games of a text, which may have none.
///
/// # Errors
///
/// As those of [`read`], in any of the games or between them.
pub fn read_all(text: &str) -> Result<Vec<Game>, FormatError> {
    let mut reader = Reader { text, at: 0 };
    let mut games = Vec::new();
    while reader.open()? {
        games.push(reader.game()?);
    }
    Ok(games)
}

fn is_othello(name: &str) -> bool {
    ["othello", "reversi"]
        .iter()
        .any(|known| name.eq_ignore_ascii_case(known))
}

fn check_kind(kind: &str) -> Result<(), String> {
    let lower = kind.to_ascii_lowercase();
    if lower.contains('a') {
        return Err(format!("TY[{kind}] is Anti-Othello, expected Othello"));
    }
    // A letter says how the game is arranged; the number after `r` counts discs of a random start.
    let size = lower.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let digits = size.bytes().take_while(u8::is_ascii_digit).count();
    match &size[..digits] {
        "8" => Ok(()),
        _ => Err(format!("TY[{kind}] is no game on 8x8, expected TY[8]")),
    }
}

/// A number with or without a sign and a fraction. The comma is the decimal point of programs that
/// write numbers in the language of their user.
fn number(text: &str) -> Option<f64> {
    let text = text.trim().replacen(',', ".", 1);
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

fn seconds(number: f64) -> Duration {
    // Rounded, so that what was written in decimals is read as it was.
    Duration::from_millis((number.clamp(0.0, LONGEST) * 1000.0).round() as u64)
}

/// Reads a move with its value in discs for `side` and its time in seconds: `F5/1.20/3.5`. Both may be
/// missing or empty (`F5//3.5`). A pass is `PA`, the beginning of `PASS`, or `--`. Edax puts blanks
/// between the parts.
///
/// # Errors
///
/// What would be right.
pub fn read_move(side: Side, text: &str) -> Result<Played, String> {
    let text = text.trim();
    let (name, rest) = match text.find(|c: char| c == '/' || c.is_whitespace()) {
        Some(end) => text.split_at(end),
        None => (text, ""),
    };
    let upper = name.to_ascii_uppercase();
    let mv = if !upper.is_empty() && "PASS".starts_with(&upper) {
        Move::Pass
    } else {
        parse_move(name).map_err(|_| format!("{name:?} is no move, expected A1 to H8 or PA"))?
    };
    let mut parts = if rest.trim_start().starts_with('/') {
        let parts = rest.trim_start()[1..].splitn(2, '/');
        parts.map(str::trim).collect::<Vec<_>>().into_iter()
    } else {
        let parts = rest.split_whitespace();
        parts.collect::<Vec<_>>().into_iter()
    };
    let mut value = |what| match parts.next() {
        None | Some("") => Ok(None),
        Some(part) => number(part)
            .map(Some)
            .ok_or_else(|| format!("{part:?} is no {what}, expected a number")),
    };
    Ok(Played {
        side,
        mv,
        eval: value("value in discs")?,
        time: value("time in seconds")?.map(seconds),
    })
}

/// `?`, or the lead of Black with a letter for an unusual end: `+4.00:r`.
fn score(text: &str) -> Result<Option<Score>, String> {
    let (lead, ending) = text.split_once(':').unwrap_or((text, ""));
    if matches!(lead, "" | "?") {
        return Ok(None);
    }
    let ending = match ending.trim() {
        "" => None,
        "r" => Some(Ending::Resigned),
        "t" => Some(Ending::TimeOut),
        "l" => Some(Ending::Left),
        "s" => Some(Ending::Agreed),
        _ => return Err(wrong_score(text)),
    };
    let lead = number(lead).ok_or_else(|| wrong_score(text))?;
    Ok(Some(Score { lead, ending }))
}

fn wrong_score(text: &str) -> String {
    format!("{text:?} is no result, expected ? or the lead of Black with r, t, l or s (+4:r)")
}

/// `main/increment/grace`; missing or empty parts have their usual values. What the server adds to a
/// part after a comma (moves to which it applies) is left out.
fn time_control(text: &str) -> Result<TimeControl, String> {
    let mut parts = text.split('/').map(|part| {
        let part = part.split(',').next().unwrap_or_default().trim();
        (!part.is_empty()).then_some(part)
    });
    let mut next = |usual: Duration| match parts.next().flatten() {
        None => Ok(usual),
        Some(part) => clock_time(part).ok_or_else(|| {
            format!(
                "{part:?} is no time, expected seconds, minutes:seconds or hours:minutes:seconds"
            )
        }),
    };
    Ok(TimeControl {
        main: next(Duration::ZERO)?,
        increment: next(Duration::ZERO)?,
        grace: next(TimeControl::USUAL_GRACE)?,
    })
}

/// `days.hours:minutes:seconds`, of which the first parts may be missing. The seconds may have a
/// fraction.
fn clock_time(text: &str) -> Option<Duration> {
    let part = |part: &str| match part {
        "" => Some(0.0),
        _ => number(part).filter(|&number| number >= 0.0),
    };
    let (days, time) = match text.split_once('.') {
        Some((days, time)) if time.contains(':') && !days.contains(':') => (part(days)?, time),
        _ => (0.0, text),
    };
    let parts: Vec<&str> = time.split(':').collect();
    if parts.len() > 3 || (days > 0.0 && parts.len() < 3) {
        return None;
    }
    let mut total = days * 24.0;
    for (index, &text) in parts.iter().enumerate() {
        total = total * if index == 0 { 1.0 } else { 60.0 } + part(text)?;
    }
    Some(seconds(total))
}
