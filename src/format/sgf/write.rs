//! Writes games.

use crate::engine::Variant;
use crate::format::annotated::AnnotatedGame;
use crate::format::file_game::FileGame;
use crate::format::properties::escaped;
use crate::format::record::GameRecord;
use crate::format::sgf::read::TopRow;
use crate::format::tree::{GameNode, GameTree, Mark, MarkKind, NodeId};
use crate::game::{Move, Outcome, Setup, Side, Vertex};
use std::fmt::Write;

/// How a file names its game and its points.
#[derive(Clone, Copy)]
struct Dialect {
    /// The number of the game in GM.
    game: u8,
    size: u8,
    top: TopRow,
    /// The name of the program in AP.
    program: &'static str,
}

/// The name of this program in AP. Readers of our files know them by its beginning.
const PROGRAM: &str = "Flipfive";

impl Dialect {
    /// Othello with rank 1 in the top row, as Quarry has it, Gomoku with the highest rank.
    fn standard(game: &AnnotatedGame) -> Self {
        let (number, top) = match game.variant {
            Variant::Othello => (2, TopRow::First),
            Variant::Gomoku(_) => (4, TopRow::Last),
        };
        Self {
            game: number,
            size: game.start.size,
            top,
            program: PROGRAM,
        }
    }

    /// Go with the highest rank in the top row: then GoGui's names of points are those of GTP.
    fn gogui(game: &AnnotatedGame) -> Self {
        Self {
            game: GO,
            size: game.start.size,
            top: TopRow::Last,
            program: PROGRAM,
        }
    }

    /// A point as a letter pair.
    fn letters(self, vertex: Vertex) -> String {
        let row = match self.top {
            TopRow::First => vertex.row,
            TopRow::Last => self.size.saturating_sub(1).saturating_sub(vertex.row),
        };
        String::from_iter([vertex.col, row].map(|n| char::from(b'a' + n.min(25))))
    }
}

/// The number of Go in GM.
const GO: u8 = 1;

/// Writes a game as a file, with its result if it has ended.
///
/// Othello: letter pairs with a1 at the top left, forced passes left out, as Quarry does. Gomoku: letter
/// pairs with the highest rank at the top left, and the rule as Gomocup's code in RU.
pub fn write(game: &GameRecord, outcome: Option<Outcome>) -> String {
    write_annotated(&AnnotatedGame {
        result: outcome.map(Into::into),
        ..game.into()
    })
}

/// Writes a game with its notes. The notes on a pass, which is left out, are written with the next move.
pub fn write_annotated(game: &AnnotatedGame) -> String {
    write_main_line(game, Dialect::standard(game))
}

fn write_main_line(game: &AnnotatedGame, dialect: Dialect) -> String {
    let mut text = header(game, dialect, &[]);
    let mut places = 0;
    let mut of_pass = String::new();
    for (n, played) in game.moves.iter().enumerate() {
        let comment = match n < game.opening_plies {
            true => "opening move".into(),
            false => played.comment(),
        };
        let Some(vertex) = played.mv.vertex() else {
            if !comment.is_empty() {
                of_pass += &format!("pass: {comment}\n");
            }
            continue;
        };
        let comment = std::mem::take(&mut of_pass) + &comment;
        if places % 10 == 0 || !comment.is_empty() {
            text.push('\n');
        }
        places += 1;
        let color = played.side.letter().to_ascii_uppercase();
        // Writing to a string cannot fail.
        let _ = write!(text, ";{color}[{}]", dialect.letters(vertex));
        if !comment.is_empty() {
            property(&mut text, "C", &comment, true);
        }
    }
    text.push_str(")\n");
    text
}

/// Writes a game with its variations, comments and marks. A pass without notes of its own is left out.
pub fn write_game(game: &FileGame) -> String {
    write_tree(game, Dialect::standard(&game.game))
}

/// Writes a game as [`write_game`] does, but as a game of Go, since GoGui opens no others. The stones of the start
/// are set up, since a Go board is empty.
pub fn write_for_gogui(game: &FileGame) -> String {
    write_tree(game, Dialect::gogui(&game.game))
}

/// Writes a game as [`write_game`] does, with another name of the program, which begins with `Flipfive`.
pub(crate) fn write_game_by(program: &'static str, game: &FileGame) -> String {
    let dialect = Dialect::standard(&game.game);
    write_tree(game, Dialect { program, ..dialect })
}

/// Writes a game as [`write_for_gogui`] does, with another name of the program, which begins with `Flipfive`.
pub(crate) fn write_for_gogui_by(program: &'static str, game: &FileGame) -> String {
    let dialect = Dialect::gogui(&game.game);
    write_tree(game, Dialect { program, ..dialect })
}

fn write_tree(game: &FileGame, dialect: Dialect) -> String {
    let Some(tree) = &game.tree else {
        return write_main_line(&game.game, dialect);
    };
    let root = tree.node(GameTree::ROOT);
    let mut text = header(&game.game, dialect, &root.properties);
    notes(&mut text, dialect, root);
    // What is still to be written, the next thing last.
    let mut steps = Vec::new();
    continue_after(&mut steps, tree.node(GameTree::ROOT));
    while let Some(step) = steps.pop() {
        let id = match step {
            Step::Close => {
                text.push(')');
                continue;
            }
            Step::Branch(id) => {
                text.push_str("\n(");
                id
            }
            Step::Node(id) => id,
        };
        let node = tree.node(id);
        write_node(&mut text, dialect, node, matches!(step, Step::Branch(_)));
        continue_after(&mut steps, node);
    }
    text.push_str(")\n");
    text
}

/// A part of the text of a tree.
enum Step {
    /// A node that continues a line.
    Node(NodeId),
    /// A node that begins a variation.
    Branch(NodeId),
    /// The end of a variation.
    Close,
}

fn continue_after(steps: &mut Vec<Step>, node: &GameNode) {
    match node.children() {
        &[only] => steps.push(Step::Node(only)),
        children => {
            for &child in children.iter().rev() {
                steps.extend([Step::Close, Step::Branch(child)]);
            }
        }
    }
}

fn write_node(text: &mut String, dialect: Dialect, node: &GameNode, begins: bool) {
    let is_pass = node.played.is_some_and(|played| played.mv == Move::Pass);
    let plain = node.comment.is_empty() && node.marks.is_empty() && node.properties.is_empty();
    if is_pass && plain && !begins && node.children().len() == 1 {
        return;
    }
    text.push_str(if plain { ";" } else { "\n;" });
    if let Some(played) = node.played {
        let color = played.side.letter().to_ascii_uppercase();
        let point = played.mv.vertex().map(|vertex| dialect.letters(vertex));
        // Writing to a string cannot fail.
        let _ = write!(text, "{color}[{}]", point.unwrap_or_default());
    }
    notes(text, dialect, node);
}

/// Writes the comment, the marks and the other properties of a node.
fn notes(text: &mut String, dialect: Dialect, node: &GameNode) {
    let of_move = node.played.map(|played| played.comment());
    let comments = [of_move.as_deref().unwrap_or_default(), &node.comment];
    let comments: Vec<_> = comments
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect();
    if !comments.is_empty() {
        property(text, "C", &comments.join("\n"), true);
    }
    for (name, values) in &node.properties {
        text.push_str(name);
        for value in values {
            let _ = write!(text, "[{}]", escaped(value, true));
        }
    }
    let marks = |name: &str| {
        let same = node
            .marks
            .iter()
            .filter(|mark| mark_name(&mark.kind) == name);
        let value = |mark: &Mark| {
            let at = dialect.letters(mark.at);
            match &mark.kind {
                MarkKind::Label(label) => format!("{at}:{}", escaped(label, false)),
                MarkKind::Arrow(to) | MarkKind::Line(to) => {
                    format!("{at}:{}", dialect.letters(*to))
                }
                _ => at,
            }
        };
        same.map(value).collect::<Vec<_>>()
    };
    for name in ["CR", "MA", "SQ", "TR", "SL", "LB", "AR", "LN"] {
        property_list(text, name, marks(name).into_iter());
    }
}

const fn mark_name(kind: &MarkKind) -> &'static str {
    match kind {
        MarkKind::Circle => "CR",
        MarkKind::Cross => "MA",
        MarkKind::Square => "SQ",
        MarkKind::Triangle => "TR",
        MarkKind::Selected => "SL",
        MarkKind::Label(_) => "LB",
        MarkKind::Arrow(_) => "AR",
        MarkKind::Line(_) => "LN",
    }
}

/// The beginning of the file, up to the position before the first move, without the properties that `others` has: what
/// the game cannot hold stays as a file stated it.
fn header(game: &AnnotatedGame, dialect: Dialect, others: &[(String, Vec<String>)]) -> String {
    let Dialect {
        game: number,
        size,
        program,
        ..
    } = dialect;
    let version = env!("CARGO_PKG_VERSION");
    let is_other = |name: &str| others.iter().any(|(other, _)| other == name);
    let rule = match game.variant {
        Variant::Gomoku(rule) if !is_other("RU") => format!("RU[{}]", rule.code()),
        _ => String::new(),
    };
    let mut text = format!("(;FF[4]CA[UTF-8]GM[{number}]AP[{program}:{version}]SZ[{size}]{rule}");
    let [black, white] = &game.players;
    for (name, value) in [
        ("EV", &game.event),
        ("RO", &game.round),
        ("DT", &game.day('-')),
        ("PB", black),
        ("PW", white),
        ("OT", &game.time_control),
        ("ON", &game.opening),
        (
            "RE",
            &game
                .result
                .map_or_else(String::new, |result| result.to_string()),
        ),
        // TE is private; c-gomoku-cli writes it.
        ("TE", &game.termination),
    ] {
        if !value.is_empty() && !is_other(name) {
            property(&mut text, name, value.trim_end(), false);
        }
    }
    if !game.comment.is_empty() {
        text.push('\n');
        property(&mut text, "GC", game.comment.trim_end(), true);
    }
    set_up(&mut text, game, dialect);
    text
}

fn property(text: &mut String, name: &str, value: &str, lines: bool) {
    let _ = write!(text, "{name}[{}]", escaped(value, lines));
}

/// Writes the position before the first move, if readers do not know it from the game.
fn set_up(text: &mut String, game: &AnnotatedGame, dialect: Dialect) {
    let start = &game.start;
    let is_known = match dialect.game {
        GO => *start == Setup::empty(dialect.size),
        _ => game.starts_regularly(),
    };
    if is_known {
        return;
    }
    text.push('\n');
    let letters = |vertex| dialect.letters(vertex);
    if dialect.game != GO && game.variant == Variant::Othello {
        // Readers that add the stones to the regular position have to clear its empty squares.
        let centre = [(3, 3), (4, 3), (3, 4), (4, 4)].map(|(col, row)| Vertex::new(col, row));
        let missing = centre.into_iter().filter(|&v| start.get(v).is_none());
        property_list(text, "AE", missing.map(letters));
    }
    for (name, side) in [("AB", Side::Black), ("AW", Side::White)] {
        property_list(text, name, start.stones_of(side).map(letters));
    }
    let _ = write!(text, "PL[{}]", start.to_move.letter().to_ascii_uppercase());
}

fn property_list(text: &mut String, name: &str, values: impl Iterator<Item = String>) {
    for (n, value) in values.enumerate() {
        if n == 0 {
            text.push_str(name);
        }
        let _ = write!(text, "[{value}]");
    }
}
