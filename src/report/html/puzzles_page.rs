//! A page of puzzles to solve: a board to click, right or wrong, and the solution to play through.

use crate::engine::Variant;
use crate::format::{AnnotatedGame, GameRecord};
use crate::puzzles::{Puzzle, Question, Source};
use crate::report::html::parts::{board_side, document, script, theme_button};
use crate::report::html::sample::{names, script_json, squares};
use maud::{PreEscaped, html};
use serde::Serialize;
use serde_json::json;
use std::iter::successors;

/// A puzzle as the script of the page reads it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PuzzleData {
    variant: &'static str,
    othello: bool,
    size: u8,
    /// The squares from a1 as `X`, `O` and `-`, and the side to move.
    start: String,
    question: String,
    answer: String,
    /// The solution and what follows.
    line: Vec<String>,
    /// The winning row of Gomoku, if the solution ends with one.
    row: Vec<String>,
    /// The move of the game.
    played: String,
    /// The place of the position: file, game, move.
    source: String,
    /// The players of the game, if they are known.
    players: Option<String>,
}

/// The data of a puzzle for [`page`]. `players` are the names of the players of the game.
pub(crate) fn puzzle_data(
    puzzle: &Puzzle,
    source: Source<'_>,
    players: &[String; 2],
) -> PuzzleData {
    let [black, white] = players;
    let named = !(black.is_empty() && white.is_empty());
    PuzzleData {
        variant: puzzle.variant.name(),
        othello: puzzle.variant == Variant::Othello,
        size: puzzle.position.size,
        start: squares(&puzzle.position),
        question: question(puzzle),
        answer: answer(puzzle),
        line: puzzle.line.iter().map(ToString::to_string).collect(),
        row: row(puzzle),
        played: puzzle.played.to_string(),
        source: format!(
            "{}, game {}, move {}",
            source.file, source.number, puzzle.ply
        ),
        players: named.then(|| format!("{black} – {white}")),
    }
}

/// The winning row of Gomoku, if the solution ends with one.
fn row(puzzle: &Puzzle) -> Vec<String> {
    let sides = successors(Some(puzzle.position.to_move), |side| Some(side.other()));
    let game = AnnotatedGame::from(&GameRecord {
        variant: puzzle.variant,
        start: puzzle.position.clone(),
        moves: sides.zip(puzzle.line.iter().copied()).collect(),
    });
    let end = game.record(game.moves.len()).ok();
    end.map_or_else(Vec::new, |end| names(&end.winning_line()))
}

/// A number of attacks in words.
fn counted(attacks: u32) -> String {
    match attacks {
        1 => "1 attack".into(),
        _ => format!("{attacks} attacks"),
    }
}

/// What to find, as a sentence.
fn question(puzzle: &Puzzle) -> String {
    let side = puzzle.position.to_move.capitalised();
    match puzzle.question {
        Question::Score(scores) => match (scores.best.signum(), scores.second.signum()) {
            (1, 0 | -1) => format!("{side} to move: only one move wins."),
            (0, -1) => format!("{side} to move: only one move draws."),
            (1, _) => format!("{side} to move: win by as many discs as possible."),
            (_, _) => format!("{side} to move: lose by as few discs as possible."),
        },
        Question::Fours(attacks) => {
            let attacks = counted(attacks);
            format!("{side} to move wins by fours (VCF) with {attacks}. Find the first.")
        }
        Question::Threats(attacks) => {
            let attacks = counted(attacks);
            format!("{side} to move wins by threats (VCT) with {attacks}. Find the first.")
        }
        Question::Defence => format!("{side} to move: every move but one loses. Find it."),
    }
}

/// What is proved about the solution, as a sentence.
fn answer(puzzle: &Puzzle) -> String {
    let best = puzzle.solution();
    match puzzle.question {
        Question::Score(scores) => format!(
            "{best} scores {:+} discs, and every other move {:+} at most.",
            scores.best, scores.second
        ),
        Question::Fours(_) => format!("{best} is the only move that begins a win by fours."),
        Question::Threats(_) => {
            format!("{best} begins a win by threats. The search found none after any other move.")
        }
        Question::Defence => format!("After every other move than {best}, the opponent wins."),
    }
}

/// The whole page.
pub(crate) fn page(puzzles: &[PuzzleData]) -> String {
    let title = match puzzles.len() {
        1 => "1 puzzle".to_owned(),
        count => format!("{count} puzzles"),
    };
    let boards = puzzles.iter().map(|puzzle| (puzzle.variant, puzzle.size));
    let body = html! {
        header {
            h1 { (title) }
            (theme_button())
            p.sub { "Found by Flipfive " (env!("CARGO_PKG_VERSION")) ". Every solution is proved to be the only one." }
            noscript { p.note { "The board needs JavaScript, which is part of this file." } }
            @if puzzles.is_empty() { p.note { "No puzzles." } }
        }
        @if !puzzles.is_empty() {
            section id="viewer" aria-label="Puzzle" {
                div.filters {
                    select id="puzzle" aria-label="Puzzle" {}
                    button type="button" id="previous" { "Previous" }
                    button type="button" id="next" { "Next" }
                }
                h2 id="question" {}
                div.viewer {
                    (board_side(boards))
                    div.game-side {
                        p.verdict id="verdict" aria-live="polite" {}
                        p { button type="button" id="solution" { "Show the solution" } }
                        div.lines id="lines" {}
                        p.note.below id="source" {}
                        p.note.below id="score" {}
                    }
                }
            }
        }
        footer {
            "Click a square, or move the frame with the arrow keys and press Enter. S shows the solution, N and P \
             go to the next and the previous puzzle. Behind a solution, the left and right arrows step through it, \
             and the space bar plays it."
        }
        script type="application/json" id="data" { (PreEscaped(script_json(&json!({ "puzzles": puzzles })))) }
        @if !puzzles.is_empty() { (script(&[include_str!("puzzles.js")])) }
    };
    document(&title, None, &body)
}
