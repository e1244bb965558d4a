//! Sections about the games: colours, lengths, terminations.

use crate::engines::Termination;
use crate::report::display::{percent, typeset};
use crate::report::html::charts::{self, Bar};
use crate::report::html::parts::{Section, engine_name, note, stacked_bar};
use crate::report::match_report::MatchReport;
use maud::{Markup, html};

/// The largest number of bars in the histogram of lengths.
const MAX_BARS: usize = 40;

/// With more engines than this, losers are listed instead of having a column each.
const MAX_COLUMNS: usize = 6;

/// Black's score and the lengths of the games.
pub(crate) fn game_lengths(data: &MatchReport) -> Option<Section> {
    let lengths = &data.statistics.lengths;
    let (&shortest, _) = lengths.first_key_value()?;
    let (&longest, _) = lengths.last_key_value()?;
    let count = |parts: &[u64; 3]| parts.iter().sum::<u64>();
    let plies = lengths
        .iter()
        .map(|(&plies, parts)| plies as f64 * count(parts) as f64);
    let mean = plies.sum::<f64>() / data.statistics.games as f64;
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
    for (plies, parts) in lengths {
        let bar = &mut bars[(plies - start) / width];
        for (sum, part) in bar.parts.iter_mut().zip(parts) {
            *sum += part;
        }
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

/// Black's score: the advantage of the first move, unless openings have White to move.
fn colors(data: &MatchReport) -> Markup {
    let black = data.standings().black();
    let parts = [
        (black.wins, "side-black", "Black"),
        (black.draws, "draw", "drawn"),
        (black.losses, "side-white", "White"),
    ];
    html! {
        @if black.games() > 0 {
            (note(format!(
                "Black scored {} with these openings.",
                percent(black.score(), 1)
            )))
            (stacked_bar("stack sides", parts, 8))
        }
    }
}

/// The terminations of the games, with the engines that lost by them.
pub(crate) fn terminations(data: &MatchReport) -> Section {
    let engines = data.engines();
    let columns = engines.len() <= MAX_COLUMNS;
    let statistics = &data.statistics;
    let count = |ending| statistics.terminations.get(&ending).copied().unwrap_or(0);
    let lost = |engine: usize, ending| {
        let losses = &statistics.engines[engine].losses;
        losses.get(&ending).copied().unwrap_or(0)
    };
    let share = |count: u64| percent(Some(count as f64 / statistics.games as f64), 1);
    let remark = if statistics.games == 0 {
        "No games yet."
    } else if statistics
        .terminations
        .keys()
        .any(|ending| ending.is_fault())
    {
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
