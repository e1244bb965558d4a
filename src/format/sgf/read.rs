//! Reads games.

use crate::engine::Variant;
use crate::format::error::FormatError;
use crate::format::properties::error_at;
use crate::format::record::{GameRecord, replay};
use crate::format::sgf::syntax::RawTree;
use crate::game::{DynRecord, Move, Setup, Side, Vertex};
use crate::gomoku::Rule;

/// The value without escapes: a backslash before the end of a line joins two lines. Other control characters are
/// blanks.
pub(super) fn unescaped(value: &str) -> String {
    let mut text = String::new();
    let value = value.replace("\r\n", "\n");
    let mut chars = value.chars();
    let printable = |c: char| if c.is_control() { ' ' } else { c };
    while let Some(c) = chars.next() {
        match c {
            '\\' => text.extend(chars.next().filter(|c| *c != '\n').map(printable)),
            '\n' => text.push(c),
            c => text.push(printable(c)),
        }
    }
    text.trim().to_owned()
}

/// Whether a value gives the game up instead of playing a move, as Little Golem ends a game.
pub(super) fn is_resignation(value: &str) -> bool {
    unescaped(value).eq_ignore_ascii_case("resign")
}

/// The rank that the row `a` of a letter pair stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TopRow {
    /// Rank 1.
    First,
    /// The highest rank.
    Last,
}

/// One way to read the properties: as this game on this board, with the rows counted this way.
#[derive(Clone, Copy)]
pub(super) struct Reading<'a> {
    pub text: &'a str,
    pub variant: Variant,
    pub size: u8,
    top: TopRow,
    /// Set-up stones are added to the regular position, not to an empty board.
    regular_start: bool,
}

impl<'a> Reading<'a> {
    pub(super) fn error(self, value: &str, message: impl AsRef<str>) -> FormatError {
        error_at(self.text, value, message)
    }

    pub(super) fn vertex(self, point: &str) -> Option<Vertex> {
        let &[col @ b'a'..=b'z', row @ b'a'..=b'z'] = point.as_bytes() else {
            return self.named(point);
        };
        let (col, row) = (col - b'a', row - b'a');
        let inside = col < self.size && row < self.size;
        inside.then(|| match self.top {
            TopRow::First => Vertex::new(col, row),
            TopRow::Last => Vertex::new(col, self.size - 1 - row),
        })
    }

    /// A point by its name, as Edax and Renju programs write it: files include the letter I.
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

    fn point(self, value: &str, point: &str) -> Result<Vertex, FormatError> {
        self.vertex(point).ok_or_else(|| {
            let message = format!("{point:?} is not a point of the {0}x{0} board", self.size);
            self.error(value, message)
        })
    }

    pub(super) fn mv(self, value: &str) -> Result<Move, FormatError> {
        let point = unescaped(value);
        let is_pass = |text: &str| matches!(text, "" | "tt" | "pa" | "pass" | "--");
        match self.point(value, &point) {
            Ok(vertex) => Ok(Move::Place(vertex)),
            Err(_) if is_pass(&point.to_ascii_lowercase()) => Ok(Move::Pass),
            Err(error) => Err(error),
        }
    }

    /// Whether a move is a pass that need not be played. Some programs end a game with passes that its rules do not
    /// have, and in Gomoku two moves in a row of one side imply the pass between them.
    pub(super) fn is_idle_pass(self, mv: Move, record: &dyn DynRecord) -> bool {
        mv == Move::Pass && (self.variant != Variant::Othello || record.outcome().is_some())
    }

    /// The cells of a list entry: a point, or the corners of a rectangle.
    pub(super) fn cells(self, value: &str) -> Result<Vec<Vertex>, FormatError> {
        let text = unescaped(value);
        let (first, second) = text.split_once(':').unwrap_or((&text, &text));
        let (first, second) = (self.point(value, first)?, self.point(value, second)?);
        let (left, right) = (first.col.min(second.col), first.col.max(second.col));
        let (low, high) = (first.row.min(second.row), first.row.max(second.row));
        Ok((low..=high)
            .flat_map(|row| (left..=right).map(move |col| Vertex::new(col, row)))
            .collect())
    }

    /// The whole game, checked move by move. An error comes with the number of legal moves before it.
    fn game(self, tree: &RawTree<'_>) -> Result<GameRecord, (usize, FormatError)> {
        let Some(mut record) = self.variant.new_record(self.size) else {
            let sizes = self.variant.sizes();
            let message = format!(
                "{} needs a board of size {sizes}, not {}",
                self.variant, self.size
            );
            return Err((0, FormatError::at(self.text, 0, message)));
        };
        let mut setup: Option<Setup> = None;
        let mut to_move = None;
        let mut moves: Vec<(Side, Move)> = Vec::new();
        for (_, (name, values)) in tree.main_line() {
            let value = values[0];
            let fail = |error| (moves.len(), error);
            match *name {
                "PL" if moves.is_empty() => {
                    to_move = Some(match unescaped(value).chars().next() {
                        Some('B' | 'b' | '1') => Side::Black,
                        Some('W' | 'w' | '2') => Side::White,
                        _ => return Err(fail(self.error(value, "expected PL[B] or PL[W]"))),
                    });
                }
                "B" | "W" if is_resignation(value) => {}
                "B" | "W" => {
                    let side = Side::ALL[usize::from(*name == "W")];
                    if moves.is_empty() && (setup.is_some() || to_move.is_some()) {
                        let mut setup = setup.take().unwrap_or_else(|| record.start());
                        setup.to_move = to_move.unwrap_or(side);
                        record
                            .set_up(&setup)
                            .map_err(|error| fail(self.error(value, error.to_string())))?;
                    }
                    let mv = self.mv(value).map_err(fail)?;
                    if self.is_idle_pass(mv, record.as_ref()) {
                        continue;
                    }
                    replay(record.as_mut(), side, mv).map_err(|reason| {
                        let message = format!("move {} {name}[{value}]: {reason}", moves.len() + 1);
                        fail(self.error(value, message))
                    })?;
                    moves.push((side, mv));
                }
                "AB" | "AW" | "AE" => {
                    if !moves.is_empty() {
                        let message = "stones are set up after the first move; expected only moves";
                        return Err(fail(self.error(value, message)));
                    }
                    let stone = match *name {
                        "AB" => Some(Side::Black),
                        "AW" => Some(Side::White),
                        _ => None,
                    };
                    let setup = setup.get_or_insert_with(|| match self.regular_start {
                        true => record.start(),
                        false => Setup::empty(self.size),
                    });
                    for value in values {
                        for vertex in self.cells(value).map_err(fail)? {
                            setup.set(vertex, stone);
                        }
                    }
                }
                _ => {}
            }
        }
        if moves.is_empty() && (setup.is_some() || to_move.is_some()) {
            let mut setup = setup.unwrap_or_else(|| record.start());
            setup.to_move = to_move.unwrap_or(Side::ALL[setup.stones().count() % 2]);
            record
                .set_up(&setup)
                .map_err(|error| (0, FormatError::at(self.text, 0, error.to_string())))?;
        }
        Ok(GameRecord {
            variant: self.variant,
            start: record.start(),
            moves,
        })
    }
}

/// Reads the main line of the first game in a file. `gomoku` is the rule of a Gomoku game in a file
/// without RU.
///
/// GM names the game. Without it, or with `GM[1]` (Go), which some programs write for every game, a game
/// on 8x8 whose moves are legal in Othello is Othello; every other one is Gomoku.
///
/// # Errors
///
/// The first error with its place: the syntax, another game, a point off the board, an illegal move.
pub fn read(text: &str, gomoku: Rule) -> Result<GameRecord, FormatError> {
    let tree = RawTree::parse(text)?;
    let assumed = Assumed {
        gomoku,
        ..Assumed::default()
    };
    interpret(text, &tree, assumed).map(|(_, game)| game)
}

/// Reads the main line of the first game in a file, as [`read`] does. A file that may be of either game, since it has
/// no GM or `GM[1]`, is of the game `expected` if its moves are legal there.
///
/// # Errors
///
/// Those of [`read`].
pub fn read_expecting(text: &str, expected: Variant) -> Result<GameRecord, FormatError> {
    let tree = RawTree::parse(text)?;
    let assumed = match expected {
        Variant::Othello => Assumed::default(),
        Variant::Gomoku(rule) => Assumed {
            gomoku: rule,
            order: GameOrder::GomokuFirst,
            ..Assumed::default()
        },
    };
    interpret(text, &tree, assumed).map(|(_, game)| game)
}

/// What holds where a file does not say it.
pub(super) struct Assumed {
    /// The rule of Gomoku.
    pub gomoku: Rule,
    /// The size of the board of Gomoku.
    pub gomoku_size: Option<u8>,
    /// The order in which the games are tried.
    pub order: GameOrder,
}

impl Default for Assumed {
    /// Othello, or freestyle.
    fn default() -> Self {
        Self {
            gomoku: Rule::Freestyle,
            gomoku_size: None,
            order: GameOrder::OthelloFirst,
        }
    }
}

/// How the game of a file is found that does not name it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum GameOrder {
    /// Othello if its moves are legal there, else Gomoku.
    OthelloFirst,
    /// Othello and nothing else.
    OnlyOthello,
    /// Gomoku if its moves are legal there, else Othello.
    GomokuFirst,
}

/// Finds the reading of a file in which its main line is a game.
pub(super) fn interpret<'a>(
    text: &'a str,
    tree: &RawTree<'a>,
    assumed: Assumed,
) -> Result<(Reading<'a>, GameRecord), FormatError> {
    let root = |name: &str| tree.root(name);
    let rule = root("RU").and_then(|name| rule_named(&unescaped(name)));
    let size = root("SZ")
        .map(|value| board_size(text, value))
        .transpose()?;
    let number = root("GM").map(unescaped);
    let program = root("AP").map(unescaped).unwrap_or_default();
    // What we write as Go is meant for GoGui.
    let for_gogui = program.starts_with("Flipfive") && number.as_deref() == Some("1");
    let tops = if program.starts_with("GoGui") || for_gogui {
        [TopRow::Last, TopRow::First]
    } else {
        [TopRow::First, TopRow::Last]
    };
    let game = |variant, default_size, top, regular_start| {
        let reading = Reading {
            text,
            variant,
            size: size.unwrap_or(default_size),
            top,
            regular_start,
        };
        reading.game(tree).map(|game| (reading, game))
    };
    // The first reading without an error counts. If there is none, the reading that went furthest is the
    // one that was meant, and its error counts.
    let othello = |regular_starts: &[bool]| {
        let mut furthest: Option<(usize, FormatError)> = None;
        for &regular_start in regular_starts {
            for top in tops {
                match game(Variant::Othello, 8, top, regular_start) {
                    Ok(game) => return Ok(game),
                    Err(error) if furthest.as_ref().is_none_or(|best| error.0 > best.0) => {
                        furthest = Some(error);
                    }
                    Err(_) => {}
                }
            }
        }
        Err(furthest.unwrap_or_else(|| (0, FormatError::at(text, 0, "the file has no game"))))
    };
    let gomoku = |default_size| {
        let variant = Variant::Gomoku(rule.unwrap_or(assumed.gomoku));
        game(
            variant,
            assumed.gomoku_size.unwrap_or(default_size),
            TopRow::Last,
            false,
        )
    };
    // A game that begins as Othello and then has an error is not Gomoku.
    let either = |regular_starts: &[bool], default_size| {
        if assumed.order == GameOrder::GomokuFirst
            && let Ok(game) = gomoku(default_size)
        {
            return Ok(game);
        }
        match othello(regular_starts) {
            Err((0, error)) if assumed.order != GameOrder::OnlyOthello => {
                gomoku(default_size).map_err(|_| (0, error))
            }
            other => other,
        }
    };
    let game = match (number.as_deref(), size) {
        (Some("2"), _) => othello(&[true]),
        (Some("4"), _) => gomoku(15),
        // Edax writes square names and no size.
        (None | Some("1"), None) => either(&[true], 19),
        (None | Some("1"), Some(8)) if rule.is_none() => either(&[false, true], 8),
        (None | Some("1"), Some(_)) if assumed.order == GameOrder::OnlyOthello => othello(&[true]),
        (None | Some("1"), Some(_)) => gomoku(19),
        (Some(number), _) => {
            let message =
                format!("GM[{number}] is another game; expected 2 (Othello) or 4 (Gomoku)");
            return Err(error_at(text, root("GM").unwrap_or(text), message));
        }
    };
    game.map_err(|(_, error)| error)
}

fn board_size(text: &str, value: &str) -> Result<u8, FormatError> {
    let size = unescaped(value);
    let (width, height) = size.split_once(':').unwrap_or((&size, &size));
    match (width.parse::<u8>(), height.parse::<u8>()) {
        (Ok(width), Ok(height)) if width == height && (1..=26).contains(&width) => Ok(width),
        _ => {
            let message = format!("SZ[{size}] is not a board size; expected 5 to 22");
            Err(error_at(text, value, message))
        }
    }
}

/// The rule that RU names: Gomocup's code, as c-gomoku-cli writes it, or a name.
pub(super) fn rule_named(name: &str) -> Option<Rule> {
    if let Ok(code) = name.parse() {
        return Rule::from_code(code);
    }
    match Variant::from_name(name) {
        Some(Variant::Gomoku(rule)) => Some(rule),
        _ => None,
    }
}
