//! Sections about the time that the engines used.

use crate::format::milliseconds;
use crate::report::display::{duration, or_dash, typeset, with_prefix};
use crate::report::html::charts;
use crate::report::html::parts::{Section, engine_name, name_cell, note};
use crate::report::match_report::MatchReport;
use maud::html;

/// The mean time of a move over the game.
pub(crate) fn move_times(data: &MatchReport) -> Option<Section> {
    let engines = data.engines();
    let lengths = data
        .statistics
        .engines
        .iter()
        .map(|usage| usage.by_ply.len());
    let plies = lengths.max().unwrap_or(0);
    // Two plies are taken together, because an engine makes every other one.
    let series: Vec<Vec<Option<f64>>> = data
        .statistics
        .engines
        .iter()
        .map(|usage| {
            let mut pairs: Vec<_> = usage
                .by_ply
                .chunks(2)
                .map(|both| {
                    let moves: u64 = both.iter().map(|ply| ply.0).sum();
                    let ms: f64 = both.iter().map(|ply| ply.1).sum();
                    (moves > 0).then(|| ms / moves as f64)
                })
                .collect();
            pairs.resize(plies.div_ceil(2), None);
            pairs
        })
        .collect();
    let chart = charts::curves(&series, ("0", &format!("{plies} plies")))?;
    Some(Section {
        id: "move-times",
        heading: "Time over the game",
        body: html! {
            (note("Mean time of a move in milliseconds."))
            p.legend.above {
                @for engine in 0..engines.len() { span { (engine_name(engines, engine)) } }
            }
            (chart)
        },
    })
}

/// Which moves the depths and nodes belong to.
const SEARCHED: &str = "Mean over the moves that took at least a quarter of the engine's median time in the \
                        game and proved no result";

/// What counts as a restart.
const RESTARTS: &str = "Games for which the engine was started again: it had ended by itself since its last game, or did \
                        not begin this one";

/// Time, depth and speed of the engines.
pub(crate) fn time_table(data: &MatchReport) -> Section {
    let engines = data.engines();
    let ms = |ms: f64| format!("{} ms", milliseconds(ms));
    Section {
        id: "time-table",
        heading: "Time",
        body: html! {
            div.scroll {
                table {
                    thead {
                        tr {
                            th.name { "Engine" }
                            th { "Moves" }
                            th { "Time" }
                            th { "Mean" }
                            th { "Longest" }
                            th { "Lost on time" }
                            th { "Other faults" }
                            th title=(RESTARTS) { "Restarts" }
                            th title=(SEARCHED) { "Depth" }
                            th title=(SEARCHED) { "Nodes" }
                            th title=(SEARCHED) { "Nodes/s" }
                        }
                    }
                    tbody {
                        @for (engine, usage) in data.statistics.engines.iter().enumerate() {
                            @let faults = usage.faults().map(|(_, count)| count).sum::<u64>();
                            tr {
                                (name_cell(engines, engine))
                                td { (usage.moves) }
                                td { (duration(usage.total_ms)) }
                                td { (or_dash(usage.mean_ms(), ms)) }
                                td {
                                    @if let Some(game) = usage.max_game {
                                        @let number = u64::from(game) + 1;
                                        a href={ "#game=" (number) } data-game=(game)
                                            title={ "in game " (number) } { (ms(usage.max_ms)) }
                                    } @else { "–" }
                                }
                                @for count in [usage.overruns(), faults - usage.overruns(), usage.restarts] {
                                    td class=(if count > 0 { "bad" } else { "muted" }) { (count) }
                                }
                                td { (or_dash(usage.mean_depth(), |depth| typeset(depth, 1))) }
                                td { (or_dash(usage.mean_nodes(), with_prefix)) }
                                td { (or_dash(usage.nps(), with_prefix)) }
                            }
                        }
                    }
                }
            }
        },
    }
}
