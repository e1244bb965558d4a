//! Sections with curves over the games of the match.

use crate::report::display::typeset;
use crate::report::html::charts::{self, Point};
use crate::report::html::parts::{Section, engine_name, note};
use crate::report::match_report::MatchReport;
use crate::tournament::Sprt;
use crate::tournament::{EloModel, SprtResult, SprtStatus};
use maud::html;

/// The sequential probability ratio test (SPRT): its state and its course.
pub(crate) fn sequential_test(data: &MatchReport, sprt: &Sprt) -> Section {
    let state = data.standings().status_of(sprt);
    let SprtStatus {
        llr, lower, upper, ..
    } = state;
    let parameters = sprt.parameters();
    let model = match parameters.model {
        EloModel::Normalized => "normalised",
        EloModel::Logistic => "logistic",
    };
    let (elo0, elo1) = (typeset(parameters.elo0, 2), typeset(parameters.elo1, 2));
    let verdict = match state.verdict {
        SprtResult::Continue => "not decided yet",
        SprtResult::AcceptH0 => "H0 accepted",
        SprtResult::AcceptH1 => "H1 accepted",
    };
    let history = data.statistics.history();
    let points = history.iter().map(|point| Point {
        x: point.games as f64,
        y: sprt.status(&point.distinct).llr,
        interval: None,
    });
    let bounds = [(lower, "h0"), (upper, "h1")];
    let ends = ("", &*format!("{} games", data.statistics.games));
    let engines = data.engines();
    Section {
        id: "sprt",
        heading: "Sequential test",
        body: html! {
            (note(html! {
                (engine_name(engines, 0)) " against " (engine_name(engines, 1)) ": H0 is " (elo0)
                " Elo, H1 is " (elo1) " Elo (" (model) "); α = " (parameters.alpha) ", β = "
                (parameters.beta) "; counted in " (if state.paired { "pairs" } else { "games" }) "."
            }))
            p.headline {
                "LLR " b { (typeset(llr, 2)) } " "
                span.muted { "in (" (typeset(lower, 2)) ", " (typeset(upper, 2)) ")" }
                " – " (verdict)
            }
            @if let Some(curve) = charts::curve(&points.collect::<Vec<_>>(), &bounds, ends) { (curve) }
        },
    }
}

/// The difference between the first two engines over the games. It is infinite, and so has no place in the chart,
/// while one of them has all points.
pub(crate) fn elo_history(data: &MatchReport) -> Option<Section> {
    let history = data.statistics.history();
    let points: Vec<Point> = history
        .iter()
        .filter_map(|point| {
            let elo = point.score.sample()?.elo();
            Some(Point {
                x: point.games as f64,
                y: elo.value,
                interval: Some((elo.low, elo.high)),
            })
        })
        .filter(|point| point.y.is_finite())
        .collect();
    let first = points.first()?.x.to_string();
    let last = format!("{} games", data.statistics.games);
    let curve = charts::curve(&points, &[], (&first, &last))?;
    let engines = data.engines();
    Some(Section {
        id: "elo-history",
        heading: "Elo over the games",
        body: html! {
            (note(html! {
                (engine_name(engines, 0)) " against " (engine_name(engines, 1))
                ", with the 95 % interval."
            }))
            (curve)
        },
    })
}
