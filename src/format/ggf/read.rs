//! Reads games.

use crate::engine::Variant;
use crate::format::annotated::AnnotatedMove;
use crate::format::error::FormatError;
use crate::format::ggf::game::{Ending, Game, Score, TimeControl};
use crate::format::properties::{error_at, property};
use crate::game::{DynRecord, Illegal, Move, Side, describe};
use crate::othello::Othello;
use crate::othello::rules::notation::{NotationError, move_name, parse_ggf_board, parse_move};
use nom::Offset;
use std::time::Duration;

/// Longer times are cut to this, which is more than a century.
const MAX_SECONDS: f64 = 4e9;

/// The value without escapes. Only a bracket and a backslash can be escaped, so that a path with
/// backslashes stays as it is. Control characters are blanks, as the writer writes them.
fn unescaped(value: &str) -> String {
    let mut text = String::new();
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = chars.next_if(|next| c == '\\' && matches!(next, ']' | '\\'));
        let c = escaped.unwrap_or(c);
        text.push(if c.is_control() { ' ' } else { c });
    }
    text.trim().to_owned()
}

/// Reads games one after the other.
struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, rest: text }
    }

    fn error(&self, part: &str, message: impl AsRef<str>) -> FormatError {
        error_at(self.text, part, message)
    }

    /// Reads up to the first tag of the next game, past the number of games before it. False at the end of
    /// the text.
    fn open(&mut self) -> Result<bool, FormatError> {
        let start = self.rest.trim_start();
        let game = start.trim_start_matches(|c: char| c.is_ascii_digit());
        self.rest = start;
        if start.is_empty() {
            return Ok(false);
        }
        let Some(inside) = game.trim_start().strip_prefix('(') else {
            let message = "expected a game, which begins with \"(;GM[Othello]\"";
            return Err(self.error(start, message));
        };
        let inside = inside.trim_start();
        self.rest = inside
            .strip_prefix(';')
            .ok_or_else(|| self.error(inside, "expected \";\" after the \"(\" of a game"))?;
        Ok(true)
    }

    /// Reads the next tag and returns its name and first value; `None` after the end of the game.
    fn tag(&mut self) -> Result<Option<(&'a str, &'a str)>, FormatError> {
        // Games end with `;)`; some programs leave out the semicolon.
        let between = |c: char| c == ';' || c.is_whitespace();
        self.rest = self.rest.trim_start_matches(between);
        if let Some(after) = self.rest.strip_prefix(')') {
            self.rest = after;
            return Ok(None);
        }
        if let Ok((after, (name, values))) = property(self.rest) {
            self.rest = after;
            return Ok(Some((name, values[0])));
        }
        let value = self
            .rest
            .trim_start_matches(|c: char| c.is_ascii_alphanumeric());
        let name = &self.rest[..self.rest.offset(value)];
        Err(if value.trim_start().starts_with('[') && !name.is_empty() {
            self.error(self.rest, format!("the value of {name} has no \"]\""))
        } else if !name.is_empty() {
            self.error(value, format!("expected \"[\" after {name}"))
        } else {
            match value.chars().next() {
                Some(c) => self.error(value, format!("expected a tag or \";)\", found {c:?}")),
                None => self.error(value, "the text ends inside a game; expected \";)\""),
            }
        })
    }

    /// Reads the tags of a game.
    fn game(&mut self) -> Result<Game, FormatError> {
        let mut game = Game::default();
        let Some(mut record) = Variant::Othello.new_record(8) else {
            return Err(self.error(self.rest, "there is no board of 8x8"));
        };
        while let Some((name, value)) = self.tag()? {
            let name = name.to_ascii_uppercase();
            let text = unescaped(value);
            let index = usize::from(name.ends_with('W'));
            let wrong = |message: String| self.error(value, message);
            match name.as_str() {
                "GM" if !["othello", "reversi"].contains(&&*text.to_ascii_lowercase()) => {
                    return Err(wrong(format!(
                        "{text:?} is another game; expected GM[Othello]"
                    )));
                }
                "TY" => {
                    check_kind(&text).map_err(wrong)?;
                    game.kind = text;
                }
                "PC" => game.place = text,
                "DT" => game.date = text,
                "PB" | "PW" => game.players[index] = text,
                "RB" | "RW" => game.ratings[index] = number(&text),
                "TI" => game.clocks = [Some(time_control(&text).map_err(wrong)?); 2],
                "TB" | "TW" => game.clocks[index] = Some(time_control(&text).map_err(wrong)?),
                "RE" => game.result = score(&text).map_err(wrong)?,
                "KB" | "KW" => game.bids[index] = text,
                "KM" => {
                    let komi = number(&text);
                    game.komi =
                        Some(komi.ok_or_else(|| wrong(format!("{text:?} is not a number")))?);
                }
                "BO" => {
                    if !game.moves.is_empty() {
                        return Err(wrong("BO has to come before the first move".into()));
                    }
                    let position =
                        parse_ggf_board(value).map_err(|error| self.on_board(value, &error))?;
                    game.start = describe::<Othello>(&position);
                    record
                        .set_up(&game.start)
                        .map_err(|error| wrong(error.to_string()))?;
                }
                "B" | "W" => {
                    let played = read_move(Side::ALL[index], &text)
                        .map_err(|what| wrong(format!("{name}[{text}]: {what}")))?;
                    play(record.as_mut(), &mut game.moves, played).map_err(|reason| {
                        let number = game.moves.len() + 1;
                        let mv = move_name(played.mv);
                        wrong(format!(
                            "move {number}, {name}[{mv}], cannot be played: {reason}"
                        ))
                    })?;
                }
                _ => {}
            }
        }
        Ok(game)
    }

    /// An error in the text of a board, at its place in the whole text.
    fn on_board(&self, value: &str, error: &NotationError) -> FormatError {
        let (column, message) = match error {
            NotationError::Syntax {
                column,
                expected,
                found,
            } => (*column, format!("expected {expected}, found {found}")),
            NotationError::Illegal { column, .. } => (*column, error.to_string()),
        };
        let at = value.char_indices().nth(column.saturating_sub(1));
        self.error(&value[at.map_or(value.len(), |(at, _)| at)..], message)
    }
}

/// Plays a move on the board and adds it to the list. A pass that the file leaves out is added; passes
/// after the end of the game are dropped.
fn play(
    record: &mut dyn DynRecord,
    moves: &mut Vec<AnnotatedMove>,
    played: AnnotatedMove,
) -> Result<(), Illegal> {
    if played.mv == Move::Pass && record.outcome().is_some() {
        return Ok(());
    }
    let to_move = record.side();
    record.check(played.side, played.mv)?;
    if played.side != to_move {
        record.play(to_move, Move::Pass)?;
        moves.push(AnnotatedMove::new(to_move, Move::Pass));
    }
    record.play(played.side, played.mv)?;
    moves.push(played);
    Ok(())
}

/// Reads the first game of a text and ignores what follows it.
///
/// # Errors
///
/// The first error with its place: the syntax, another game or board, an illegal move. Unknown tags are
/// skipped.
pub fn read(text: &str) -> Result<Game, FormatError> {
    let mut reader = Reader::new(text);
    if reader.open()? {
        reader.game()
    } else {
        Err(FormatError::at(text, 0, "expected a game, found nothing"))
    }
}

/// Reads all games of a text. A text without games is not an error.
///
/// # Errors
///
/// As those of [`read`], in any of the games or between them.
pub fn read_all(text: &str) -> Result<Vec<Game>, FormatError> {
    let mut reader = Reader::new(text);
    let mut games = Vec::new();
    while reader.open()? {
        games.push(reader.game()?);
    }
    Ok(games)
}

fn check_kind(kind: &str) -> Result<(), String> {
    let lower = kind.to_ascii_lowercase();
    if lower.contains('a') {
        return Err(format!("TY[{kind}] is Anti-Othello; expected Othello"));
    }
    // Letters before the size tell how the match is arranged; `r20` after it is a random start.
    let size = lower.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    match size.split(|c: char| !c.is_ascii_digit()).next() {
        // NTest writes TY[0] in games of its own, and leaves the size to BO.
        Some("8" | "0") => Ok(()),
        _ => Err(format!("TY[{kind}] is not a game on 8x8; expected TY[8]")),
    }
}

/// Larger numbers are cut to this, so that their hundredths can be written.
const MAX_NUMBER: f64 = 1e12;

/// A finite number. Programs that follow the user's language write a decimal comma.
fn number(text: &str) -> Option<f64> {
    let text = text.trim().replacen(',', ".", 1);
    let number: f64 = text.parse().ok()?;
    number
        .is_finite()
        .then(|| number.clamp(-MAX_NUMBER, MAX_NUMBER))
}

fn seconds(number: f64) -> Duration {
    // Rounded, so that a written decimal comes back unchanged.
    Duration::from_millis((number.clamp(0.0, MAX_SECONDS) * 1000.0).round() as u64)
}

/// Reads a move with its value in discs for `side` and its time in seconds: `F5/1.20/3.5`. Both may be
/// missing or empty (`F5//3.5`). A pass is `PA`, another beginning of `PASS`, or `--`. Edax writes blanks
/// between the parts.
///
/// # Errors
///
/// What is wrong and what would be right.
pub fn read_move(side: Side, text: &str) -> Result<AnnotatedMove, String> {
    let text = text.trim();
    let end = text.find(|c: char| c == '/' || c.is_whitespace());
    let (name, rest) = text.split_at(end.unwrap_or(text.len()));
    let rest = rest.trim_start();
    let mut parts: Vec<&str> = match rest.strip_prefix('/') {
        Some(rest) => rest.splitn(2, '/').map(str::trim).collect(),
        None => rest.split_whitespace().collect(),
    };
    parts.resize(2, "");
    let part = |index: usize, what| match parts[index] {
        "" => Ok(None),
        part => number(part)
            .map(Some)
            .ok_or_else(|| format!("{part:?} is not a {what}; expected a number")),
    };
    let upper = name.to_ascii_uppercase();
    let mv = if !upper.is_empty() && "PASS".starts_with(&upper) {
        Move::Pass
    } else {
        parse_move(name).map_err(|_| format!("{name:?} is not a move; expected A1 to H8 or PA"))?
    };
    Ok(AnnotatedMove {
        value: part(0, "value in discs")?,
        time: part(1, "time in seconds")?.map(seconds),
        ..AnnotatedMove::new(side, mv)
    })
}

/// `?`, or Black's lead with a letter for an early end: `+4.00:r`.
fn score(text: &str) -> Result<Option<Score>, String> {
    let (lead, ending) = text.split_once(':').unwrap_or((text, ""));
    if matches!(lead, "" | "?") {
        return Ok(None);
    }
    let ending = match ending.trim() {
        "" => Some(None),
        "r" => Some(Some(Ending::Resigned)),
        "t" => Some(Some(Ending::TimeOut)),
        "l" => Some(Some(Ending::Left)),
        "s" => Some(Some(Ending::Agreed)),
        _ => None,
    };
    match (number(lead), ending) {
        (Some(lead), Some(ending)) => Ok(Some(Score { lead, ending })),
        _ => Err(format!(
            "{text:?} is not a result; expected ? or Black's lead with r, t, l or s (+4:r)"
        )),
    }
}

/// `main/increment/grace`; a missing or empty part has its usual value. The server adds the moves for which
/// a part holds after a comma; they are ignored.
fn time_control(text: &str) -> Result<TimeControl, String> {
    let mut parts = text
        .split('/')
        .map(|part| part.split(',').next().unwrap_or_default().trim());
    let mut next = |usual: Duration| match parts.next() {
        None | Some("") => Ok(usual),
        Some(part) => clock_time(part).ok_or_else(|| {
            format!(
                "{part:?} is not a time; expected seconds, minutes:seconds or hours:minutes:seconds"
            )
        }),
    };
    Ok(TimeControl {
        main: next(Duration::ZERO)?,
        increment: next(Duration::ZERO)?,
        grace: next(TimeControl::USUAL_GRACE)?,
    })
}

/// `days.hours:minutes:seconds`; leading parts may be missing, and the seconds may have a fraction.
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
