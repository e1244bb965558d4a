//! Reads a game with its variations, comments and marks, and what the root says about it.

use crate::engine::Variant;
use crate::format::annotated::{AnnotatedGame, AnnotatedMove, Decision, RecordedResult};
use crate::format::date;
use crate::format::error::FormatError;
use crate::format::file_game::FileGame;
use crate::format::properties::error_at;
use crate::format::record::{GameRecord, replay};
use crate::format::sgf::read::{
    Assumed, GameOrder, Reading, interpret, is_resignation, rule_named, unescaped,
};
use crate::format::sgf::syntax::{RawNode, RawTree};
use crate::format::tree::{GameNode, GameTree, Mark, MarkKind};
use crate::game::{DynRecord, Side, Vertex};
use crate::gomoku::Rule;
use rustc_hash::FxHashSet;

/// Properties of the root that an [`AnnotatedGame`] holds, and those that describe the file.
const HEADER: &[&str] = &[
    "AP", "CA", "DT", "EV", "FF", "GC", "GM", "ON", "OT", "PB", "PW", "RE", "RO", "RU", "ST", "SZ",
    "TE",
];

/// Properties with points that have no meaning in these games.
const DROPPED: &[&str] = &["DD", "TB", "TW", "VW"];

/// After this many errors, further variations are not read. The place of each error takes a look at the whole text.
const MAX_PROBLEMS: usize = 100;

/// Reads the first game of a text with its tree. `variant` is the game of a file that does not name it, `gomoku` the rule of
/// Gomoku in a file without RU, `gomoku_size` its board in a file without SZ. The moves of the main line include every
/// pass.
///
/// # Errors
///
/// The first error in the main line. Errors in variations are part of the [`FileGame`], and so is a rule in RU that is
/// unknown, unless `variant` names one.
pub fn read_game(
    text: &str,
    variant: Option<Variant>,
    gomoku: Rule,
    gomoku_size: Option<u8>,
) -> Result<FileGame, FormatError> {
    let raw = RawTree::parse(text)?;
    let assumed = Assumed {
        gomoku,
        gomoku_size,
        order: match variant {
            None => GameOrder::OthelloFirst,
            Some(Variant::Othello) => GameOrder::OnlyOthello,
            Some(Variant::Gomoku(_)) => GameOrder::GomokuFirst,
        },
    };
    let (reading, record) = interpret(text, &raw, assumed)?;
    let unknown_rule = match (variant, record.variant, raw.root("RU")) {
        (None, Variant::Gomoku(rule), Some(value)) if !is_fully_read("RU", &unescaped(value)) => {
            let names = Rule::ALL.map(Rule::name).join(", ");
            let message = format!(
                "RU[{value}] is no known rule, and the game is read as {rule}; expected a rule ({names})"
            );
            Some(error_at(text, value, message))
        }
        _ => None,
    };
    let mut builder = Builder {
        reading,
        record: start_of(&record, text)?,
        tree: GameTree::default(),
        problems: unknown_rule
            .into_iter()
            .chain(raw.problem.clone())
            .collect(),
    };
    builder.build(&raw);
    let game = header(&raw, &record, text)?;
    let tree = Some(builder.tree).filter(GameTree::has_notes);
    Ok(FileGame {
        tree,
        problems: builder.problems,
        ..FileGame::from(game)
    })
}

/// A record at the start of a game.
fn start_of(game: &GameRecord, text: &str) -> Result<Box<dyn DynRecord>, FormatError> {
    let record = game.variant.record_from(&game.start);
    record.map_err(|error| FormatError::at(text, 0, error.to_string()))
}

/// What the root says about the game, with the moves of the main line.
fn header(raw: &RawTree<'_>, game: &GameRecord, text: &str) -> Result<AnnotatedGame, FormatError> {
    let mut record = start_of(game, text)?;
    for &(side, mv) in &game.moves {
        // The moves were played before.
        let played = replay(record.as_mut(), side, mv);
        played.map_err(|error| FormatError::at(text, 0, error.to_string()))?;
    }
    let value = |name| raw.root(name).map(unescaped).unwrap_or_default();
    // Simple text: a line feed is a blank.
    let line = |name| value(name).replace('\n', " ");
    let moves = record.moves();
    Ok(AnnotatedGame {
        moves: moves
            .iter()
            .map(|&(side, mv)| AnnotatedMove::new(side, mv))
            .collect(),
        players: ["PB", "PW"].map(line),
        // What RE says decides, also if it is no result, such as Void.
        result: match value("RE").as_str() {
            "" | "?" => resignation(raw),
            stated => result(stated),
        },
        termination: line("TE"),
        event: line("EV"),
        round: line("RO"),
        began: first_day(&value("DT")),
        time_control: line("OT"),
        opening: line("ON"),
        comment: value("GC"),
        ..AnnotatedGame::from(game)
    })
}

/// Whether a game holds all that the header states as DT, RE or RU, so that the same is written again: one day, a result
/// in our words, a known rule. An unknown result states nothing.
fn is_fully_read(name: &str, value: &str) -> bool {
    match name {
        "DT" => first_day(value).is_some_and(|began| began.date().to_string() == value),
        "RU" => value.is_empty() || rule_named(value).is_some(),
        _ => {
            let is_same = |result: RecordedResult| result.to_string() == value;
            matches!(value, "" | "?") || result(value).is_some_and(is_same)
        }
    }
}

/// The first day of DT: `2026-01-31`, with whatever follows. The format has no times.
fn first_day(text: &str) -> Option<jiff::civil::DateTime> {
    Some(date::read(text)?.date().at(0, 0, 0, 0))
}

/// The result of a game whose moves end with a resignation.
fn resignation(raw: &RawTree<'_>) -> Option<RecordedResult> {
    let mut properties = raw.main_line().map(|(_, property)| property);
    let (name, _) = properties
        .find(|(name, values)| matches!(*name, "B" | "W") && is_resignation(values[0]))?;
    Some(RecordedResult {
        winner: Some(Side::ALL[usize::from(*name == "B")]),
        margin: None,
        decision: Decision::Resignation,
    })
}

/// A result in the form of RE: `B+6`, `W+R`, `0`, `Draw`. `None` for `?`, `Void` and everything else.
fn result(text: &str) -> Option<RecordedResult> {
    if text == "0" || text.eq_ignore_ascii_case("draw") {
        return Some(RecordedResult {
            winner: None,
            margin: Some(0),
            decision: Decision::Rules,
        });
    }
    let (winner, how) = text.split_once('+')?;
    let winner = match winner {
        "B" | "b" => Side::Black,
        "W" | "w" => Side::White,
        _ => return None,
    };
    let decision = match how.chars().next() {
        Some('R' | 'r') => Decision::Resignation,
        Some('T' | 't') => Decision::Time,
        Some('F' | 'f') => Decision::Forfeit,
        _ => Decision::Rules,
    };
    // Discs are whole; Go programs write them with a decimal.
    let margin = how.parse::<f64>().ok();
    let margin = margin.filter(|margin| (0.0..1e6).contains(margin) && margin.fract() == 0.0);
    Some(RecordedResult {
        winner: Some(winner),
        margin: margin.map(|margin| margin as u32),
        decision,
    })
}

/// Where a node of the text ended up.
#[derive(Clone, Copy)]
enum Place {
    /// At a node of the tree, after this many moves that can be undone.
    At(usize, usize),
    /// Nowhere: it follows an error.
    Cut,
}

/// Builds the tree of a game.
struct Builder<'a> {
    reading: Reading<'a>,
    /// The game at the node that was added last.
    record: Box<dyn DynRecord>,
    tree: GameTree,
    problems: Vec<FormatError>,
}

impl<'a> Builder<'a> {
    fn build(&mut self, raw: &RawTree<'a>) {
        let mut places: Vec<Place> = Vec::with_capacity(raw.nodes.len());
        for (n, node) in raw.nodes.iter().enumerate() {
            let before = match node.parent {
                None => Some((GameTree::ROOT, 0)),
                Some(parent) => match places[parent] {
                    Place::At(id, played) => Some((id, played)),
                    Place::Cut => None,
                },
            };
            let place = before.map_or(Place::Cut, |(parent, played)| {
                // Nodes stand in the order of the text, so the parent is on the line of the last node.
                while self.record.undoable() > played && self.record.undo() {}
                let main = n < raw.main_nodes;
                if self.problems.len() > MAX_PROBLEMS && !main {
                    return Place::Cut;
                }
                match self.add(node, parent, main) {
                    Ok(id) => Place::At(id, self.record.undoable()),
                    Err(mut error) => {
                        if self.problems.len() == MAX_PROBLEMS {
                            error.message +=
                                "; too many errors, so the variations after this one are left out";
                        }
                        self.problems.push(error);
                        Place::Cut
                    }
                }
            });
            places.push(place);
        }
    }

    /// Adds a node of the text. One with several moves becomes several nodes, and one without moves and
    /// notes none.
    fn add(&mut self, raw: &RawNode<'a>, parent: usize, main: bool) -> Result<usize, FormatError> {
        let is_root = raw.parent.is_none();
        let mut last = parent;
        let mut notes = GameNode::default();
        let mut marked = FxHashSet::default();
        for (name, values) in &raw.properties {
            let value = values[0];
            match *name {
                "B" | "W" if is_resignation(value) => {}
                "B" | "W" => {
                    let side = Side::ALL[usize::from(*name == "W")];
                    let mv = self.reading.mv(value)?;
                    if self.reading.is_idle_pass(mv, self.record.as_ref()) {
                        continue;
                    }
                    replay(self.record.as_mut(), side, mv).map_err(|reason| {
                        let message = format!("{name}[{value}] in a variation: {reason}");
                        self.reading.error(value, message)
                    })?;
                    last = self.tree.add(last, Some(AnnotatedMove::new(side, mv)));
                }
                "AB" | "AW" | "AE" if !main => {
                    let message = "stones are set up in a variation; expected only moves";
                    return Err(self.reading.error(value, message));
                }
                "AB" | "AW" | "AE" | "PL" => {}
                "C" => notes.comment = unescaped(value),
                "DT" | "RE" | "RU" if is_root && !is_fully_read(name, &unescaped(value)) => {
                    self.note(&mut notes, &mut marked, name, values);
                }
                name if is_root && HEADER.contains(&name) => {}
                name if DROPPED.contains(&name) => {}
                name => self.note(&mut notes, &mut marked, name, values),
            }
        }
        let has_notes = notes != GameNode::default();
        if last == parent && !is_root && has_notes {
            last = self.tree.add(parent, None);
        }
        if has_notes {
            let node = self.tree.node_mut(last);
            node.comment = notes.comment;
            node.marks = notes.marks;
            node.properties = notes.properties;
        }
        Ok(last)
    }

    /// Adds marks or a property. A mark on a point that the board lacks is left out, and so is one that the point
    /// has already: entries may be rectangles, so a short text could have any number of marks.
    fn note(
        &self,
        notes: &mut GameNode,
        marked: &mut FxHashSet<(&'a str, Vertex)>,
        name: &'a str,
        values: &[&str],
    ) {
        let plain = match name {
            "CR" => Some(MarkKind::Circle),
            "MA" => Some(MarkKind::Cross),
            "SQ" => Some(MarkKind::Square),
            "TR" => Some(MarkKind::Triangle),
            "SL" => Some(MarkKind::Selected),
            _ => None,
        };
        for value in values.iter().filter(|value| !value.is_empty()) {
            if let Some(kind) = &plain {
                let cells = self.reading.cells(value).unwrap_or_default();
                let kind = || kind.clone();
                let new = cells.into_iter().filter(|&at| marked.insert((name, at)));
                let marks = new.map(|at| Mark { at, kind: kind() });
                notes.marks.extend(marks);
            } else if matches!(name, "LB" | "AR" | "LN") {
                notes.marks.extend(self.pair(name, value));
            }
        }
        if plain.is_none() && !matches!(name, "LB" | "AR" | "LN") {
            let values = values.iter().map(|value| unescaped(value)).collect();
            notes.properties.push((name.to_owned(), values));
        }
    }

    /// A mark with two parts: a point, and a text or another point.
    fn pair(&self, name: &str, value: &str) -> Option<Mark> {
        let (at, other) = value.split_once(':')?;
        let at = self.reading.vertex(at.trim())?;
        let kind = match name {
            "LB" => MarkKind::Label(unescaped(other)),
            "AR" => MarkKind::Arrow(self.reading.vertex(other.trim())?),
            _ => MarkKind::Line(self.reading.vertex(other.trim())?),
        };
        Some(Mark { at, kind })
    }
}
