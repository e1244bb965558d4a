//! Sections with the results: who scored how much against whom.

use crate::report::display::{or_dash, percent, plus_minus, points, typeset};
use crate::report::html::charts;
use crate::report::html::parts::{Section, engine_name, name_cell, note, stacked_bar};
use crate::report::match_report::MatchReport;
use crate::report::text::{ranking, repeated_line, void_lines};
use crate::tournament::{MatchScore, Standings};
use maud::{Markup, html};
use std::collections::BTreeSet;

/// The results of all engines; for two engines their difference comes first.
pub(crate) fn results(data: &MatchReport) -> Section {
    Section {
        id: "results",
        heading: "Results",
        body: html! {
            @if data.engines().len() == 2 { (head_to_head(data)) }
            (standings(data.standings()))
            @if let Some(line) = repeated_line(data.standings()) { p.note.below { (line) "." } }
            (void_games(data))
        },
    }
}

/// The games that never began, with the first reasons.
fn void_games(data: &MatchReport) -> Markup {
    let lines = void_lines(data);
    html! {
        @if !lines.is_empty() {
            p.note.below {
                @for (n, line) in lines.iter().enumerate() {
                    @if n > 0 { br; }
                    (line)
                }
            }
        }
    }
}

fn head_to_head(data: &MatchReport) -> Markup {
    let engines = data.engines();
    let versus = data.standings().head_to_head(0, 1);
    let Some(sample) = versus.sample() else {
        return note("No games yet.");
    };
    let tally = versus.wdl;
    let mut tiles = vec![
        (
            format!("{} / {}", points(tally.points()), tally.games()),
            format!("points ({})", percent(tally.score(), 2)),
        ),
        (
            percent(Some(sample.los()), 2),
            "likelihood of superiority".into(),
        ),
        (
            or_dash(sample.normalized_elo(), plus_minus),
            "normalised Elo".into(),
        ),
        (percent(tally.draw_ratio(), 1), "games drawn".into()),
    ];
    if versus.paired() {
        let ratio = |value: Option<f64>| typeset(value.unwrap_or(f64::NAN), 2);
        let pairs = versus.pairs;
        tiles.extend([
            (percent(pairs.draw_ratio(), 1), "pairs even".into()),
            (ratio(pairs.pairs_ratio()), "pairs won per pair lost".into()),
            (
                ratio(pairs.wl_dd_ratio()),
                "pairs won–lost per drawn–drawn".into(),
            ),
        ]);
    }
    let parts = [
        (tally.wins, "win", "won"),
        (tally.draws, "draw", "drawn"),
        (tally.losses, "loss", "lost"),
    ];
    html! {
        p.headline {
            (engine_name(engines, 0)) " " b { (plus_minus(sample.elo())) } " Elo against "
            (engine_name(engines, 1))
        }
        div.tiles {
            @for (value, label) in tiles {
                div.tile { b { (value) } span { (label) } }
            }
        }
        (stacked_bar("stack", parts, 10))
        @if versus.paired() { (pentanomial(&versus)) }
    }
}

/// The pairs of games by points, as bars.
fn pentanomial(versus: &MatchScore) -> Markup {
    let counts = versus.pairs.counts();
    let most = counts.iter().copied().max().unwrap_or(0).max(1) as f64;
    let columns = [
        ("0", "loss"),
        ("½", "loss"),
        ("1", "draw"),
        ("1½", "win"),
        ("2", "win"),
    ];
    html! {
        div.ptnml {
            @for (count, (label, class)) in counts.into_iter().zip(columns) {
                div {
                    b { (count) }
                    i class=(class) style=(format!("height:{:.1}%", 70.0 * count as f64 / most)) {}
                    span { (label) }
                }
            }
        }
        p.note.caption { "Pairs of games by points" }
    }
}

fn standings(standings: &Standings) -> Markup {
    let engines = &standings.engines;
    let two = engines.len() == 2;
    let ranking = ranking(standings);
    // Two engines are shown by their difference, several by their ratings.
    let rows: Vec<_> = ranking
        .iter()
        .map(|&(engine, rating)| {
            let total = standings.total(engine);
            let difference = total.sample().map(|sample| sample.elo());
            let elo = if two { difference } else { Some(rating.elo) };
            let elo = elo.filter(|_| total.wdl.games() > 0);
            (engine, total, elo, rating)
        })
        .collect();
    let (low, high) = charts::limits(rows.iter().filter_map(|row| row.2));
    // The pairs of two engines have their own chart.
    let pairs = !two && rows.iter().any(|row| row.1.pairs.total() > 0);
    let padded = !two && rows.iter().any(|row| row.3.padded);
    let groups: BTreeSet<usize> = rows.iter().map(|row| row.3.group).collect();
    let have_met = rows.iter().any(|row| row.1.wdl.games() > 0);
    html! {
        div.scroll {
            table {
                thead {
                    tr {
                        th { "#" }
                        th.name { "Engine" }
                        th { "Elo" }
                        th {}
                        th { "Games" }
                        th { "Won – drawn – lost" }
                        th { "Points" }
                        th { "Score" }
                        th { "as Black" }
                        th { "as White" }
                        @if pairs {
                            th title="Pairs of games with 0, ½, 1, 1½ and 2 points" { "Pairs 0–2" }
                        }
                    }
                }
                tbody {
                    @for (index, (engine, total, elo, rating)) in rows.iter().enumerate() {
                        @let tally = total.wdl;
                        tr {
                            td { (index + 1) }
                            (name_cell(engines, *engine))
                            td {
                                (or_dash(*elo, plus_minus))
                                @if rating.padded && !two { " *" }
                            }
                            td.interval {
                                @if let Some(elo) = elo { (charts::interval(*elo, low, high, *engine)) }
                            }
                            td { (tally.games()) }
                            td { (tally.wins) " – " (tally.draws) " – " (tally.losses) }
                            td { (points(tally.points())) }
                            td { (percent(tally.score(), 1)) }
                            td { (percent(total.black.score(), 1)) }
                            td { (percent(total.white().score(), 1)) }
                            @if pairs {
                                td { (total.pairs.counts().map(|count| count.to_string()).join(" · ")) }
                            }
                        }
                    }
                }
            }
        }
        @if padded {
            p.note.below {
                "* with one more draw for each pairing, because an engine or a group of engines has all \
                 points or none."
            }
        }
        @if have_met && groups.len() > 1 {
            p.note.below {
                "Some engines have not met, not even through other engines: ratings of different groups \
                 cannot be compared."
            }
        }
    }
}

/// The rounds of a knockout, or of the Swiss system with its table.
pub(crate) fn stages(data: &MatchReport) -> Option<Section> {
    let results = data.stages()?;
    let engines = data.engines();
    let cell = |engine: &str| {
        let number = engines.iter().position(|other| other == engine);
        html! { td.name { @if let Some(number) = number { (engine_name(engines, number)) } } }
    };
    let body = html! {
        @if let Some(winner) = &results.winner { p.headline { "Winner: " b { (winner) } } }
        @if !results.table.is_empty() {
            div.scroll {
                table {
                    thead {
                        tr {
                            th { "#" }
                            th.name { "Engine" }
                            th { "Points" }
                            th title="Points of the opponents" { "Buchholz" }
                        }
                    }
                    tbody {
                        @for (index, row) in results.table.iter().enumerate() {
                            tr {
                                td { (index + 1) }
                                (cell(&row.engine))
                                td { (points(row.points)) }
                                td { (points(row.buchholz)) }
                            }
                        }
                    }
                }
            }
        }
        div.scroll {
            table {
                tbody {
                    @for stage in results.stages.iter().rev() {
                        @for (index, [(a, x), (b, y)]) in stage.meetings.iter().enumerate() {
                            tr {
                                td.l { @if index == 0 { (stage.name) } }
                                (cell(a))
                                td { (points(*x)) " : " (points(*y)) }
                                (cell(b))
                            }
                        }
                    }
                }
            }
        }
    };
    Some(Section {
        id: "stages",
        heading: "Rounds",
        body,
    })
}

/// The points of every engine against every other one, with the likelihood of superiority.
pub(crate) fn crosstable(standings: &Standings) -> Option<Section> {
    let engines = &standings.engines;
    let order: Vec<usize> = ranking(standings).iter().map(|row| row.0).collect();
    let body = html! {
        (note("Points of the engine on the left, and its likelihood of superiority (LOS)."))
        div.scroll {
            table.crosstable {
                thead {
                    tr {
                        th {}
                        @for &engine in &order {
                            th.narrow title=(engines[engine]) { (engine_name(engines, engine)) }
                        }
                    }
                }
                tbody {
                    @for &a in &order {
                        tr {
                            (name_cell(engines, a))
                            @for &b in &order {
                                @if a == b { td.self {} } @else { (crosstable_cell(&standings.head_to_head(a, b))) }
                            }
                        }
                    }
                }
            }
        }
    };
    (engines.len() >= 2).then_some(Section {
        id: "crosstable",
        heading: "Crosstable",
        body,
    })
}

fn crosstable_cell(versus: &MatchScore) -> Markup {
    let Some(sample) = versus.sample() else {
        return html! { td.muted { "–" } };
    };
    let tally = versus.wdl;
    let score = tally.score().unwrap_or(0.5);
    // The background is the stronger the clearer the result.
    let strength = ((score - 0.5).abs() * 90.0).round();
    let color = if score > 0.5 { "win" } else { "loss" };
    let style = format!("background:color-mix(in srgb, var(--{color}) {strength}%, var(--card))");
    html! {
        td style=(style) title={ (plus_minus(sample.elo())) " Elo" } {
            (points(tally.points())) " / " (tally.games())
            small { "+" (tally.wins) " =" (tally.draws) " −" (tally.losses) }
            small { "LOS " (percent(Some(sample.los()), 1)) }
        }
    }
}
