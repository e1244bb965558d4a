//! Smart Game Format: the main line of Othello (`GM[2]`) and Gomoku (`GM[4]`) files, read and written.
//!
//! Specification: Arno Hollosi, "SGF File Format, `FF[4]`". Programs differ in how they write Othello:
//!
//! * Quarry: letter pairs counted from the top left, where a1 is, and no passes.
//! * Edax: names of squares (`f5`), with the position in AB and AW.
//! * GoGui: no GM, and letter pairs counted from the top left of *its* board, where a8 is.
//!
//! So a pair of letters is read in the orientation in which the moves are legal.

mod write;

pub use write::{Notes, write, write_with};

use crate::engine::Variant;
use crate::format::{FormatError, GameRecord, replay};
use crate::game::{Move, Setup, Side, Vertex};
use crate::gomoku::Rule;
use nom::bytes::complete::take_while1;
use nom::character::complete::{char, multispace0};
use nom::multi::many1;
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};

/// A value as it stands between its brackets, with its place in the file.
#[derive(Clone, Copy, Debug)]
struct Value<'a> {
    raw: &'a str,
    offset: usize,
}

impl Value<'_> {
    /// The text without escapes.
    fn text(self) -> String {
        let mut text = String::new();
        let mut chars = self.raw.chars();
        while let Some(c) = chars.next() {
            match c {
                '\\' => text.extend(chars.next().filter(|c| *c != '\n')),
                c => text.push(c),
            }
        }
        text.trim().to_owned()
    }
}

/// A property of the main line.
#[derive(Debug)]
struct Property<'a> {
    name: &'a str,
    values: Vec<Value<'a>>,
    /// Number of the node, the root being 0.
    node: usize,
}

/// The raw text of a value up to the bracket that ends it.
fn raw_value(input: &str) -> IResult<&str, &str> {
    let mut escaped = false;
    let end = input.find(|c: char| {
        let ends = c == ']' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    match end {
        Some(end) => Ok((&input[end..], &input[..end])),
        None => Err(nom::Err::Error(nom::error::Error::new(
            input,
            nom::error::ErrorKind::Char,
        ))),
    }
}

fn property(input: &str) -> IResult<&str, (&str, Vec<&str>)> {
    let name = take_while1(|c: char| c.is_ascii_alphabetic());
    let value = delimited(char('['), raw_value, char(']'));
    (name, many1(preceded(multispace0, value))).parse(input)
}

/// The properties of the first game's main line, in the order of the file. Variations that are not
/// the first one, and further games, are not looked at.
fn main_line(text: &str) -> Result<Vec<Property<'_>>, FormatError> {
    let at = |rest: &str| text.len() - rest.len();
    let Some(start) = text.find('(') else {
        return Err(FormatError::at(
            text,
            0,
            "not an SGF file: there is no \"(\"",
        ));
    };
    let mut rest = &text[start + 1..];
    let mut nodes = 0;
    let mut found = Vec::new();
    loop {
        rest = rest.trim_start();
        let offset = at(rest);
        match rest.chars().next() {
            Some(';') => {
                nodes += 1;
                rest = &rest[1..];
            }
            Some('(') => rest = &rest[1..],
            Some(')') => break,
            Some(c) if c.is_ascii_alphabetic() => {
                if nodes == 0 {
                    return Err(FormatError::at(
                        text,
                        offset,
                        "a property before the first \";\"",
                    ));
                }
                let Ok((after, (name, values))) = property(rest) else {
                    let what = "a property without a complete value in \"[\" and \"]\"";
                    return Err(FormatError::at(text, offset, what));
                };
                let values = values
                    .into_iter()
                    .map(|raw| Value {
                        raw,
                        offset: raw.as_ptr() as usize - text.as_ptr() as usize,
                    })
                    .collect();
                found.push(Property {
                    name,
                    values,
                    node: nodes - 1,
                });
                rest = after;
            }
            Some(c) => {
                return Err(FormatError::at(text, offset, format!("unexpected {c:?}")));
            }
            None => return Err(FormatError::at(text, offset, "the file ends before \")\"")),
        }
    }
    if nodes == 0 {
        return Err(FormatError::at(text, start, "the game has no nodes"));
    }
    Ok(found)
}

/// Where pairs of letters are counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Top {
    /// Row `a` is rank 1.
    FirstRank,
    /// Row `a` is the highest rank.
    LastRank,
}

/// Reads points and moves on a board.
#[derive(Clone, Copy)]
struct Reader<'a> {
    text: &'a str,
    variant: Variant,
    size: u8,
    top: Top,
}

impl Reader<'_> {
    fn error(self, value: Value<'_>, what: impl Into<String>) -> FormatError {
        FormatError::at(self.text, value.offset, what)
    }

    fn vertex(self, point: &str) -> Option<Vertex> {
        let &[first, second] = point.as_bytes() else {
            return self.named(point);
        };
        if !first.is_ascii_lowercase() || !second.is_ascii_lowercase() {
            return self.named(point);
        }
        let (col, row) = (first - b'a', second - b'a');
        let inside = col < self.size && row < self.size;
        inside.then(|| match self.top {
            Top::FirstRank => Vertex::new(col, row),
            Top::LastRank => Vertex::new(col, self.size - 1 - row),
        })
    }

    /// A point by its name, as Edax and Renju programs write it: with the letter I.
    fn named(self, point: &str) -> Option<Vertex> {
        let letter = point.chars().next().filter(char::is_ascii_alphabetic)?;
        let col = letter.to_ascii_lowercase() as u8 - b'a';
        let digits = &point[1..];
        let row: u8 = digits
            .bytes()
            .all(|byte| byte.is_ascii_digit())
            .then(|| digits.parse().ok())??;
        ((1..=self.size).contains(&row) && col < self.size).then(|| Vertex::new(col, row - 1))
    }

    fn mv(self, value: Value<'_>) -> Result<Move, FormatError> {
        let point = value.text();
        if let Some(vertex) = self.vertex(&point) {
            return Ok(Move::Place(vertex));
        }
        let lower = point.to_ascii_lowercase();
        match lower.as_str() {
            "" | "tt" | "pa" | "pass" | "--" => Ok(Move::Pass),
            _ => Err(self.error(value, self.no_point(&point))),
        }
    }

    fn no_point(self, point: &str) -> String {
        format!("{point:?} is not a point of the {0}x{0} board", self.size)
    }

    /// The cells of a list entry: a point, or the corners of a rectangle.
    fn cells(self, value: Value<'_>) -> Result<Vec<Vertex>, FormatError> {
        let text = value.text();
        let (first, second) = text.split_once(':').unwrap_or((&text, &text));
        let corner = |point: &str| {
            self.vertex(point)
                .ok_or_else(|| self.error(value, self.no_point(point)))
        };
        let (first, second) = (corner(first)?, corner(second)?);
        let (left, right) = (first.col.min(second.col), first.col.max(second.col));
        let (low, high) = (first.row.min(second.row), first.row.max(second.row));
        Ok((low..=high)
            .flat_map(|row| (left..=right).map(move |col| Vertex::new(col, row)))
            .collect())
    }

    /// The whole game, checked move by move. On an error the number of moves that were good.
    fn game(
        self,
        properties: &[Property<'_>],
        implied_start: bool,
    ) -> Result<GameRecord, (usize, FormatError)> {
        let fail = |error| (0, error);
        let sizes = self.variant.sizes();
        let Some(mut record) = self.variant.new_record(self.size) else {
            let what = format!(
                "{} is played on {sizes}, not on {}",
                self.variant, self.size
            );
            return Err(fail(FormatError::at(self.text, 0, what)));
        };
        let mut setup: Option<Setup> = None;
        let mut moves: Vec<(Side, Move)> = Vec::new();
        let mut pending_side = None;
        for property in properties {
            let stone = match property.name {
                "AB" => Some(Side::Black),
                "AW" => Some(Side::White),
                "AE" => None,
                "PL" if moves.is_empty() => {
                    let value = property.values[0];
                    let side = match value.text().chars().next() {
                        Some('B' | 'b' | '1') => Side::Black,
                        Some('W' | 'w' | '2') => Side::White,
                        _ => return Err(fail(self.error(value, "expected PL[B] or PL[W]"))),
                    };
                    pending_side = Some(side);
                    continue;
                }
                "B" | "W" => {
                    let side = if property.name == "B" {
                        Side::Black
                    } else {
                        Side::White
                    };
                    if moves.is_empty() && (setup.is_some() || pending_side.is_some()) {
                        let mut setup = setup.take().unwrap_or_else(|| record.start());
                        // Whoever moves first is to move, unless the file says something else.
                        setup.to_move = pending_side.unwrap_or(side);
                        record.set_up(&setup).map_err(|error| {
                            fail(self.error(property.values[0], error.to_string()))
                        })?;
                    }
                    let count = moves.len();
                    let value = property.values[0];
                    let mv = self.mv(value).map_err(|error| (count, error))?;
                    // Some programs end a game with passes that its rules do not know.
                    if mv == Move::Pass && record.outcome().is_some() {
                        continue;
                    }
                    replay(record.as_mut(), side, mv).map_err(|reason| {
                        let name = property.name;
                        let what = format!("move {} {name}[{}]: {reason}", count + 1, value.raw);
                        (count, self.error(value, what))
                    })?;
                    moves.push((side, mv));
                    continue;
                }
                _ => continue,
            };
            if !moves.is_empty() {
                let what = "stones set up after the first move cannot be part of a game";
                return Err((moves.len(), self.error(property.values[0], what)));
            }
            let start = || {
                if implied_start {
                    record.start()
                } else {
                    Setup::empty(self.size)
                }
            };
            let setup = setup.get_or_insert_with(start);
            for &value in &property.values {
                for vertex in self.cells(value).map_err(fail)? {
                    setup.set(vertex, stone);
                }
            }
        }
        if moves.is_empty() && (setup.is_some() || pending_side.is_some()) {
            let mut setup = setup.unwrap_or_else(|| record.start());
            let stones = setup.stones().count();
            let by_count = if stones.is_multiple_of(2) {
                Side::Black
            } else {
                Side::White
            };
            setup.to_move = pending_side.unwrap_or(by_count);
            record
                .set_up(&setup)
                .map_err(|error| fail(FormatError::at(self.text, 0, error.to_string())))?;
        }
        Ok(GameRecord {
            variant: self.variant,
            start: record.start(),
            moves,
        })
    }
}

/// Reads the main line of the first game in a file. `gomoku` is the rule of a Gomoku game in a file
/// that names none.
///
/// The game is known from GM; without it (or with `GM[1]`, which some programs write for everything) a
/// board of 8x8 on which the moves are legal is Othello, and everything else Gomoku.
///
/// # Errors
///
/// The first thing that is wrong, with its place: the syntax, another game, a point off the board, a
/// move that cannot be played.
pub fn read(text: &str, gomoku: Rule) -> Result<GameRecord, FormatError> {
    let properties = main_line(text)?;
    let root = |name: &str| {
        properties
            .iter()
            .find(|property| property.node == 0 && property.name == name)
    };
    let root_text = |name: &str| root(name).map(|property| property.values[0].text());
    let rule = root_text("RU")
        .and_then(|name| rule_named(&name))
        .unwrap_or(gomoku);
    let gomoku = Variant::Gomoku(rule);
    let size = match root("SZ") {
        Some(property) => Some(board_size(text, property.values[0])?),
        None => None,
    };
    let gogui = root_text("AP").is_some_and(|name| name.starts_with("GoGui"));
    let tops = if gogui {
        [Top::LastRank, Top::FirstRank]
    } else {
        [Top::FirstRank, Top::LastRank]
    };
    // Of several readings the first that is a game counts; of the errors, that of the reading which
    // went furthest, because it is the one that was meant.
    let othello = |implied_starts: &[bool]| {
        let mut furthest = (0, FormatError::at(text, 0, "no game"));
        for (n, (implied_start, top)) in implied_starts
            .iter()
            .flat_map(|&implied| tops.map(|top| (implied, top)))
            .enumerate()
        {
            let variant = Variant::Othello;
            let reader = Reader {
                text,
                variant,
                size: size.unwrap_or(8),
                top,
            };
            match reader.game(&properties, implied_start) {
                Ok(game) => return Ok(game),
                Err(error) if n == 0 || error.0 > furthest.0 => furthest = error,
                Err(_) => {}
            }
        }
        Err(furthest)
    };
    let five = |default_size| {
        let size = size.unwrap_or(default_size);
        Reader {
            text,
            variant: gomoku,
            size,
            top: Top::LastRank,
        }
        .game(&properties, false)
    };
    // A game that begins like Othello and then goes wrong is no game of Gomoku.
    let othello_or_five = |implied_starts: &[bool], default_size| match othello(implied_starts) {
        Err((0, error)) => five(default_size).map_err(|_| (0, error)),
        other => other,
    };
    let game = match root("GM").map(|property| (property.values[0].text(), property.values[0])) {
        Some((game, _)) if game == "2" => othello(&[true]),
        Some((game, _)) if game == "4" => five(15),
        Some((game, value)) if game != "1" => {
            let what = format!("GM[{game}] is another game, expected 2 (Othello) or 4 (Gomoku)");
            return Err(FormatError::at(text, value.offset, what));
        }
        _ => match size {
            // Edax names squares and needs no size.
            None => othello_or_five(&[true], 19),
            Some(8) => othello_or_five(&[false, true], 8),
            Some(_) => five(19),
        },
    };
    game.map_err(|(_, error)| error)
}

fn board_size(text: &str, value: Value<'_>) -> Result<u8, FormatError> {
    let size = value.text();
    let (width, height) = size.split_once(':').unwrap_or((&size, &size));
    match (width.parse::<u8>(), height.parse::<u8>()) {
        (Ok(width), Ok(height)) if width == height && (1..=26).contains(&width) => Ok(width),
        _ => Err(FormatError::at(
            text,
            value.offset,
            format!("SZ[{size}] is not a board, expected the side of a square of 5 to 22"),
        )),
    }
}

/// The rule that RU names: Gomocup's code, as c-gomoku-cli writes it, or a name.
fn rule_named(name: &str) -> Option<Rule> {
    if let Ok(code) = name.parse() {
        return Rule::from_code(code);
    }
    match Variant::from_name(name) {
        Some(Variant::Gomoku(rule)) => Some(rule),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
