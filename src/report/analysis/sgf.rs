//! Analysed games with values, marks, comments and variations, to be written as SGF.

use crate::analysis::{BestLine, Mark, MoveAnalysis, value_text};
use crate::format::sgf::{write_for_gogui_by, write_game_by};
use crate::format::{AnnotatedMove, FileGame, GameTree, NodeId, ScoreFields, fixed};
use crate::game::{ColumnLetters, Move, ParsedVertex, Side};
use crate::report::analysis::AnalyzedGame;

/// A move that is the only good one: every other line loses at least this much of the expected result.
const ONLY_MOVE: f64 = 0.2;
/// A move outside of the best lines is interesting if it loses less than this.
const INTERESTING: f64 = 0.01;

/// The program that AP names, by which a later analysis recognizes the file.
const PROGRAM: &str = "Flipfive analyze";
/// AP of a file ends within so many bytes, whether or not a byte order mark begins it.
pub(crate) const HEAD_LENGTH: u64 = 64;

/// The text of a game with what was found.
pub(crate) fn text(analyzed: &AnalyzedGame<'_>) -> String {
    write_game_by(PROGRAM, &game(analyzed))
}

/// The same as a game of Go, since GoGui opens no others.
pub(crate) fn text_for_gogui(analyzed: &AnalyzedGame<'_>) -> String {
    write_for_gogui_by(PROGRAM, &game(analyzed))
}

/// Whether a file whose first bytes these are has been written by an analysis.
pub(crate) fn is_analyzed(head: &[u8]) -> bool {
    String::from_utf8_lossy(head).contains(&format!("AP[{PROGRAM}:"))
}

/// The game with what was found. Comments and variations of the file stay.
fn game(analyzed: &AnalyzedGame<'_>) -> FileGame {
    let source = analyzed.source;
    let mut tree = source.tree_or_main_line();
    let mut nodes = plies_of(&tree).into_iter().peekable();
    let mut before = GameTree::ROOT;
    for played in &analyzed.analysis.moves {
        // Files may leave out passes; then they have no node to annotate.
        let left_out = |node: &NodeId| {
            let of_file = tree.node(*node).played;
            played.played == Move::Pass.to_string()
                && of_file.is_some_and(|other| other.mv != Move::Pass)
        };
        if nodes.peek().is_some_and(left_out) {
            continue;
        }
        let Some(node) = nodes.next() else {
            break;
        };
        annotate(&mut tree, node, played);
        if played.mark.is_some() {
            for line in played
                .lines
                .iter()
                .filter(|line| line.pv.first() != Some(&played.played))
            {
                add_line(&mut tree, before, played, line, analyzed.analysis.size);
            }
        }
        before = node;
    }
    FileGame {
        tree: Some(tree),
        ..source.clone()
    }
}

/// The nodes of the main line that have a move.
fn plies_of(tree: &GameTree) -> Vec<NodeId> {
    let mut nodes = tree.main_line();
    nodes.retain(|&node| tree.node(node).played.is_some());
    nodes
}

fn annotate(tree: &mut GameTree, node: NodeId, played: &MoveAnalysis) {
    let mut comment = value_text(&played.value);
    if played.best != played.played {
        comment += &format!(", best {} {}", played.best, value_text(&played.best_value));
    }
    if let Some(mark) = played.mark {
        comment += &format!(", {mark}");
    }
    for remark in played.remarks() {
        comment += &format!("\n{remark}");
    }
    let node = tree.node_mut(node);
    // Marks of an earlier analysis: a node has one of these at most.
    let is_mark = |name: &str| matches!(name, "BM" | "DO" | "IT" | "TE");
    node.properties.retain(|(name, _)| !is_mark(name));
    let old = std::mem::take(&mut node.comment);
    node.comment = [old, comment]
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect::<Vec<_>>()
        .join("\n");
    let mut property = |name: &str, value: String| {
        node.properties.retain(|(known, _)| known != name);
        node.properties.push((name.into(), vec![value]));
    };
    match played.mark {
        Some(Mark::Inaccuracy) => property("DO", String::new()),
        Some(Mark::Mistake) => property("BM", "1".into()),
        Some(Mark::Blunder) => property("BM", "2".into()),
        None if is_only_move(played) => property("TE", "1".into()),
        None if is_interesting(played) => property("IT", String::new()),
        None => {}
    }
    property("V", black_value(&played.value, played.player));
}

fn is_only_move(played: &MoveAnalysis) -> bool {
    let mut others = played.lines.iter();
    let second = others.find(|line| line.pv.first() != Some(&played.played));
    let gap = |line: &BestLine| played.value.winrate - line.value.winrate;
    played.best == played.played && second.is_some_and(|line| gap(line) >= ONLY_MOVE)
}

fn is_interesting(played: &MoveAnalysis) -> bool {
    let is_listed = played
        .lines
        .iter()
        .any(|line| line.pv.first() == Some(&played.played));
    // In a decided position everything wins or loses.
    let is_open = (0.1..0.9).contains(&played.best_value.winrate);
    is_open && !played.lines.is_empty() && !is_listed && played.loss < INTERESTING
}

/// The value from Black's view: discs in Othello, -1 to 1 in Gomoku.
fn black_value(value: &ScoreFields, player: Side) -> String {
    let own = value.score_lead.unwrap_or(2.0 * value.winrate - 1.0);
    let black = if player == Side::Black { own } else { -own };
    fixed(black, 2)
}

/// Adds a line of the search as a variation.
fn add_line(tree: &mut GameTree, before: NodeId, played: &MoveAnalysis, line: &BestLine, size: u8) {
    let (mut at, mut side) = (before, played.player);
    for (number, name) in line.pv.iter().enumerate() {
        let Some(mv) = move_named(name, size) else {
            return;
        };
        at = tree.add(at, Some(AnnotatedMove::new(side, mv)));
        if number == 0 {
            tree.node_mut(at).comment =
                format!("{}, depth {}", value_text(&line.value), line.depth);
        }
        side = side.other();
    }
}

fn move_named(name: &str, size: u8) -> Option<Move> {
    ParsedVertex::parse(name)?.on_board(size, ColumnLetters::All)
}
