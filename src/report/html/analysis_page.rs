//! A page of analysed games: graph, board, moves with marks, and the best lines to play through.

use crate::analysis::{GameAnalysis, Mark, MoveAnalysis, PlayerSummary};
use crate::report::analysis::AnalyzedGame;
use crate::report::html::parts::{board_side, document, script, theme_button};
use crate::report::html::sample::{names, script_json, squares};
use maud::{PreEscaped, html};
use serde::Serialize;

/// The scripts in the order in which they use one another.
const SCRIPTS: &[&str] = &[include_str!("plot.js"), include_str!("analysis.js")];

/// A game of the page.
#[derive(Serialize)]
struct Game<'a> {
    file: &'a str,
    number: usize,
    black: &'a str,
    white: &'a str,
    result: String,
    variant: &'static str,
    size: u8,
    /// The squares from a1 as `X`, `O` and `-`, and the side to move; `None` for the regular start.
    start: Option<String>,
    moves: &'a [MoveAnalysis],
    /// The winning row at the end of a game of Gomoku.
    row: Vec<String>,
    remarks: Vec<Vec<String>>,
    players: &'a [PlayerSummary; 2],
}

/// The data of a game for the page: JSON that can stand in a script element.
///
/// # Errors
/// A number of it is not JSON.
pub(crate) fn game_data(analyzed: &AnalyzedGame<'_>) -> serde_json::Result<String> {
    let GameAnalysis {
        variant,
        size,
        moves,
        players,
        ..
    } = analyzed.analysis;
    let [black, white] = analyzed.players();
    let game = &analyzed.source.game;
    let end = game.record(game.moves.len()).ok();
    let value = serde_json::to_value(Game {
        file: analyzed.file,
        number: analyzed.number,
        black,
        white,
        result: analyzed.result(),
        variant: variant.name(),
        size: *size,
        start: (!game.starts_regularly()).then(|| squares(&game.start)),
        row: end.map_or_else(Vec::new, |end| names(&end.winning_line())),
        remarks: moves.iter().map(MoveAnalysis::remarks).collect(),
        moves,
        players,
    })?;
    Ok(script_json(&value))
}

/// Stands for the games in the whole page.
const GAMES: &str = "\u{1}";

/// The page before the data of its games, which are separated by commas.
pub(crate) fn page_start() -> String {
    parts("", &[], 0, "").0
}

/// The page behind the data of its games. `boards` are the names of the games with the sizes of their boards,
/// `settings` describes the searches.
pub(crate) fn page_end(
    title: &str,
    boards: &[(&'static str, u8)],
    games: usize,
    settings: &str,
) -> String {
    parts(title, boards, games, settings).1
}

/// The page before and behind its games. The games come first in its body, so that they can be written before
/// their number is known.
fn parts(
    title: &str,
    boards: &[(&'static str, u8)],
    games: usize,
    settings: &str,
) -> (String, String) {
    let page = page(title, boards, games, settings);
    let (start, end) = page.split_once(GAMES).unwrap_or((&page, ""));
    (start.into(), end.into())
}

fn page(title: &str, boards: &[(&'static str, u8)], games: usize, settings: &str) -> String {
    let marks = Mark::THRESHOLDS.map(|(mark, loss)| format!("{mark} {} %", 100.0 * loss));
    let body = html! {
        script type="application/json" id="data" { (PreEscaped(format!("{{\"games\":[{GAMES}]}}"))) }
        header {
            h1 { "Analysis: " (title) }
            (theme_button())
            p.sub { "Searched by Flipfive " (env!("CARGO_PKG_VERSION")) ": " (settings) }
            noscript { p.note { "The board needs JavaScript, which is part of this file." } }
            @if games == 0 { p.note { "No games." } }
        }
        @if games > 0 {
            section id="viewer" aria-label="Board" {
                div.filters hidden { select id="game" aria-label="Game" {} }
                div.viewer-head {
                    h2 id="game-title" {}
                    p.note id="game-note" {}
                }
                div.viewer {
                    (board_side(boards.iter().copied()))
                    div.game-side {
                        div.plot-head { span { "Expected result, from Black’s side" } }
                        div.plot id="values" {}
                        div.plot-head { span id="lines-title" {} }
                        div.lines id="lines" {}
                        div.moves id="move-list" tabindex="0" aria-label="Moves" {}
                    }
                }
            }
            section id="summary" {
                h2 { "Players" }
                div.scroll { table id="players" {} }
            }
        }
        footer {
            "Marks by the loss of the expected result: " (marks.join(", ")) " or more (a blunder between \
             estimates " (100.0 * Mark::ESTIMATED_BLUNDER) " %). Accuracy is the \
             mean of 100 · exp(−5 · loss) over moves with a choice. Values are from the view of the \
             player who moved."
        }
        @if games > 0 { (script(SCRIPTS)) }
    };
    document("Analysis", None, &body)
}
