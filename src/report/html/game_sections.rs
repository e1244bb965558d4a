//! Sections about the games: colours, lengths, terminations.

use crate::engines::Termination;
use crate::game::Side;
use crate::report::display::{percent, typeset};
use crate::report::html::charts::{self, Bar};
use crate::report::html::match_data::MatchData;
use crate::report::html::parts::{Section, engine_name, note, stacked_bar};
use crate::tournament::GameResult;
use maud::{Markup, html};

/// The largest number of bars in the histogram of lengths.
const MAX_BARS: usize = 40;

/// With more engines than this, losers are listed instead of having a column each.
const MAX_COLUMNS: usize = 6;

/// Black's score and the lengths of the games.
pub(crate) fn game_lengths(data: &MatchData) -> Option<Section> {
    let games = data.games;
    let plies = |game: &GameResult| game.opening_moves.len() + game.plies.len();
    let shortest = games.iter().map(plies).min()?;
    let longest = games.iter().map(plies).max()?;
    let mean = games.iter().map(plies).sum::<usize>() as f64 / games.len() as f64;
    let width = [1, 2, 5, 10, 20, 50, 100, 200, 500]
        .into_iter()
        .find(|width| (longest - shortest) / width < MAX_BARS)
        .unwrap_or(1000);
    let start = shortest / width * width;
    let mut bars: Vec<Bar> = (start..=longest)
        .step_by(width)
        .map(|from| Bar {
            label: match width {
                1 => format!("{from} plies"),
                _ => format!("{from} to {} plies", from + width - 1),
            },
            parts: [0; 3],
        })
        .collect();
    for game in games {
        let part = match game.winner {
            Some(Side::Black) => 0,
            None => 1,
            Some(Side::White) => 2,
        };
        bars[(plies(game) - start) / width].parts[part] += 1;
    }
    let end = start + bars.len() * width - 1;
    let chart = charts::histogram(&bars, (&start.to_string(), &format!("{end} plies")));
    let legend = [
        ("--black", "Black won"),
        ("--draw", "drawn"),
        ("--white", "White won"),
    ];
    Some(Section {
        id: "lengths",
        heading: "Colours and length of the games",
        body: html! {
            (colors(data))
            (note(format!("{shortest} to {longest} plies, {} on average.", typeset(mean, 1))))
            p.legend.above {
                @for (color, label) in legend {
                    span { i.swatch style={ "background:var(" (color) ")" } {} (label) }
                }
            }
            @if let Some(chart) = chart { (chart) }
        },
    })
}

/// Black's score: the advantage of the first move with these openings.
fn colors(data: &MatchData) -> Markup {
    let black = data.standings.black();
    let parts = [
        (black.wins, "side-black", "Black"),
        (black.draws, "draw", "drawn"),
        (black.losses, "side-white", "White"),
    ];
    html! {
        @if black.games() > 0 {
            (note(format!(
                "Black, who moves first, scored {} with these openings.",
                percent(black.score(), 1)
            )))
            (stacked_bar("stack sides", parts, 8))
        }
    }
}

/// The terminations of the games, with the engines that lost by them.
pub(crate) fn terminations(data: &MatchData) -> Section {
    let engines = data.engines();
    let columns = engines.len() <= MAX_COLUMNS;
    let count = |ending| {
        data.games
            .iter()
            .filter(|game| game.ending == ending)
            .count()
    };
    let lost = |engine: usize, ending| data.usage[engine].losses.get(&ending).copied().unwrap_or(0);
    let share = |count: usize| percent(Some(count as f64 / data.games.len() as f64), 1);
    let remark = if data.games.is_empty() {
        "No games yet."
    } else if data.games.iter().any(|game| game.ending.is_fault()) {
        "Games lost by each engine. Faults are marked: the engine broke down or broke the rules."
    } else {
        "Games lost by each engine, none by a fault of its own."
    };
    Section {
        id: "terminations",
        heading: "Terminations",
        body: html! {
            (note(remark))
            div.scroll {
                table {
                    thead {
                        tr {
                            th.l { "Termination" }
                            th { "Games" }
                            th {}
                            @if columns {
                                @for engine in 0..engines.len() {
                                    th.narrow title={ "lost by " (engines[engine]) } {
                                        (engine_name(engines, engine))
                                    }
                                }
                            } @else {
                                th.l { "Lost by" }
                            }
                        }
                    }
                    tbody {
                        @for ending in Termination::ALL.iter().copied().filter(|&ending| count(ending) > 0) {
                            @let fault = ending.is_fault();
                            tr .bad-row[fault] {
                                td.l .bad[fault] { (ending.name()) }
                                td { (count(ending)) }
                                td.muted { (share(count(ending))) }
                                @if columns {
                                    @for engine in 0..engines.len() {
                                        @match lost(engine, ending) {
                                            0 => td.muted { "·" },
                                            lost => td .bad[fault] { (lost) },
                                        }
                                    }
                                } @else {
                                    td.l.wrap {
                                        @let losers = (0..engines.len()).filter(|&n| lost(n, ending) > 0);
                                        @for (n, engine) in losers.enumerate() {
                                            @if n > 0 { ", " }
                                            (engine_name(engines, engine)) " " (lost(engine, ending))
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        },
    }
}
