//! Accuracy of the engines' evaluations: values against results, announced wins, swings, time.

use crate::report::display::{or_dash, percent, typeset};
use crate::report::html::charts;
use crate::report::html::parts::{Section, engine_name, name_cell, note};
use crate::report::match_report::MatchReport;
use crate::report::text::value_text;
use crate::tournament::{Announcements, EvaluationStats, PHASES};
use maud::{Markup, html};

/// The section about values and announced wins; `None` if no engine gave any.
pub(crate) fn evaluations(data: &MatchReport) -> Option<Section> {
    let all = &data.statistics.evaluations;
    let any = |evaluations: &EvaluationStats| {
        evaluations.scale().is_some() || evaluations.announcements != Announcements::default()
    };
    all.iter().any(any).then(|| Section {
        id: "evaluations",
        heading: "Accuracy of the evaluations",
        body: html! {
            (note(
                "Each engine's values against the results of its games. A logistic curve, fitted for each \
                 engine, turns values into expected scores. Log loss 0 is perfect; 0.693 knows nothing."
            ))
            (values(data))
            (calibration(data))
            (announcements(data))
            (swings(data))
        },
    })
}

fn values(data: &MatchReport) -> Markup {
    let engines = data.engines();
    let all = &data.statistics.evaluations;
    let phases = PHASES.map(|plies| match plies.end {
        usize::MAX => "later".into(),
        end => format!("to ply {end}"),
    });
    let errors: Vec<_> = all.iter().map(EvaluationStats::phase_errors).collect();
    let discs = errors
        .iter()
        .flatten()
        .flatten()
        .any(|error| error.discs.is_some());
    html! {
        div.scroll {
            table {
                thead {
                    tr {
                        th.name { "Engine" }
                        th { "Values" }
                        th title="The value that stands for an expected score of 73 %" { "73 % at" }
                        @for phase in &phases { th { "Log loss" br; (phase) } }
                        @if discs {
                            @for phase in &phases {
                                th title="Mean distance between value and result" { "Discs off" br; (phase) }
                            }
                        }
                        th title="Share of its time while it expected between 5 and 95 % of a win" {
                            "Time on" br; "open positions"
                        }
                    }
                }
                tbody {
                    @for (engine, (evaluations, errors)) in all.iter().zip(&errors).enumerate() {
                        tr {
                            (name_cell(engines, engine))
                            td { (evaluations.values()) }
                            td { (or_dash(evaluations.scale(), |scale| typeset(scale, 2))) }
                            @for error in errors {
                                td { (or_dash(*error, |error| typeset(error.log_loss, 3))) }
                            }
                            @if discs {
                                @for error in errors {
                                    td { (or_dash(error.and_then(|e| e.discs), |discs| typeset(discs, 1))) }
                                }
                            }
                            td { (percent(evaluations.open_time(), 1)) }
                        }
                    }
                }
            }
        }
    }
}

/// The scores over the expected scores, one curve for each engine.
fn calibration(data: &MatchReport) -> Markup {
    let engines = data.engines();
    let curves: Vec<Vec<(f64, f64)>> = data
        .statistics
        .evaluations
        .iter()
        .map(|evaluations| {
            let points = evaluations.calibration().into_iter();
            points.map(|point| (point.expected, point.score)).collect()
        })
        .collect();
    let Some(chart) = charts::calibration(&curves) else {
        return html! {};
    };
    html! {
        p.note.below {
            "Score of the moves with each expected score. On the line, values mean what they say."
        }
        p.legend.above {
            @for engine in 0..engines.len() { span { (engine_name(engines, engine)) } }
        }
        (chart)
    }
}

fn announcements(data: &MatchReport) -> Markup {
    let engines = data.engines();
    let all: Vec<Announcements> = data
        .statistics
        .evaluations
        .iter()
        .map(|evaluations| evaluations.announcements)
        .collect();
    let mean = |sum: f64, count: u64| (count > 0).then(|| sum / count as f64);
    html! {
        @if all.iter().any(|announced| *announced != Announcements::default()) {
            p.note.below {
                "Announced wins: how early an engine saw its own, how many turned out wrong, and how soon it saw "
                "those of its opponents."
            }
            div.scroll {
                table {
                    thead {
                        tr {
                            th.name { "Engine" }
                            th { "Wins announced" }
                            th { "Plies before the end" }
                            th { "Claims, wrong" }
                            th { "Proofs, wrong" }
                            th { "Losses announced by opponents" }
                            th { "Seen before the end" }
                            th { "Plies after the announcement" }
                        }
                    }
                    tbody {
                        @for (engine, announced) in all.iter().enumerate() {
                            tr {
                                (name_cell(engines, engine))
                                td { (announced.won) }
                                td { (or_dash(mean(announced.plies_to_win as f64, announced.won), |n| typeset(n, 1))) }
                                @for kind in [announced.claims, announced.proofs] {
                                    td class=(if kind.wrong > 0 { "bad" } else { "muted" }) {
                                        (kind.games) ", " (kind.wrong)
                                    }
                                }
                                td { (announced.lost) }
                                td { (announced.seen) }
                                td { (or_dash(mean(announced.plies_to_see as f64, announced.seen), |n| typeset(n, 1))) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The largest swings, with links to their positions.
fn swings(data: &MatchReport) -> Markup {
    let engines = data.engines();
    let swings = data.statistics.swings();
    let shown = |game| {
        data.sample
            .as_ref()
            .is_some_and(|sample| sample.contains(game))
    };
    html! {
        @if !swings.is_empty() {
            p.note.below { "The largest swings between two moves of an engine." }
            div.scroll {
                table {
                    thead {
                        tr {
                            th.name { "Engine" }
                            th.l { "Position" }
                            th { "From" }
                            th { "To" }
                            th title="Change of the expected score" { "Change" }
                        }
                    }
                    tbody {
                        @for swing in &swings {
                            @let number = u64::from(swing.game) + 1;
                            @let text = format!("game {number}, ply {}", swing.ply);
                            tr {
                                (name_cell(engines, swing.engine))
                                td.l {
                                    @if shown(swing.game) {
                                        a href={ "#game=" (number) "&ply=" (swing.ply) } data-game=(swing.game)
                                            data-ply=(swing.ply) { (text) }
                                    } @else { (text) }
                                }
                                td { (value_text(swing.from)) }
                                td { (value_text(swing.to)) }
                                td { (percent(Some(swing.size), 0)) }
                            }
                        }
                    }
                }
            }
        }
    }
}
