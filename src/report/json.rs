//! The results of a match for programs.

use crate::report::match_report::MatchReport;
use crate::report::text::sprt_status;
use crate::tournament::{AnnouncedGames, EvaluationStats, MatchScore, PHASES};
use serde_json::{Value, json};

/// Standings, head-to-head scores, SPRT, time. Infinite numbers and unknown ones are null.
pub(crate) fn json(report: &MatchReport) -> Value {
    let (standings, statistics) = (report.standings(), &report.statistics);
    let engines = &standings.engines;
    let ratings = standings.ratings();
    let stats = &statistics.engines;
    let rows: Vec<Value> = (0..engines.len())
        .map(|n| {
            let rating = ratings[n];
            json!({
                "name": engines[n],
                "rating": rating.elo,
                "rating_group": rating.group,
                "rating_padded": rating.padded,
                "total": score_json(&standings.total(n)),
                "usage": stats[n],
                "mean_ms": stats[n].mean_ms(),
                "mean_depth": stats[n].mean_depth(),
                "mean_nodes": stats[n].mean_nodes(),
                "nodes_per_second": stats[n].nps(),
                "evaluations": evaluation_json(&statistics.evaluations[n]),
            })
        })
        .collect();
    let mut meetings = Vec::new();
    for a in 0..engines.len() {
        for b in a + 1..engines.len() {
            let versus = standings.head_to_head(a, b);
            if versus.wdl.games() > 0 {
                let mut meeting = score_json(&versus);
                meeting["first"] = json!(engines[a]);
                meeting["second"] = json!(engines[b]);
                meetings.push(meeting);
            }
        }
    }
    let swings = statistics.swings();
    let swings = swings.iter().map(|swing| {
        json!({
            "engine": engines[swing.engine],
            "game": swing.game,
            "ply": swing.ply,
            "from": value_json(swing.from),
            "to": value_json(swing.to),
            "change": swing.size,
        })
    });
    json!({
        "title": report.info,
        "heading": report.heading(),
        "games": statistics.games,
        "repeated_games": standings.repeated,
        "void_games": report.void_games.len(),
        "void_reasons": report.void_reasons.values().collect::<Vec<_>>(),
        "black": standings.black(),
        "engines": rows,
        "meetings": meetings,
        "stages": report.stages(),
        "swings": swings.collect::<Vec<_>>(),
        "sprt": report.sprt.as_ref().map(|sprt| json!({
            "parameters": sprt.parameters(),
            "state": sprt_status(sprt, standings),
        })),
    })
}

fn evaluation_json(evaluations: &EvaluationStats) -> Value {
    let phases = PHASES.iter().zip(evaluations.phase_errors());
    let phases = phases.filter_map(|(plies, error)| {
        let error = error?;
        Some(json!({
            "from_ply": plies.start + 1,
            "to_ply": (plies.end < usize::MAX).then_some(plies.end),
            "values": error.values,
            "log_loss": error.log_loss,
            "mean_error_in_discs": error.discs,
        }))
    });
    let calibration = evaluations.calibration().into_iter();
    let announcements = evaluations.announcements;
    let of_kind = |kind: AnnouncedGames| json!({ "games": kind.games, "wrong": kind.wrong });
    json!({
        "values": evaluations.values(),
        "value_of_73_percent": evaluations.scale(),
        "phases": phases.collect::<Vec<_>>(),
        "calibration": calibration
            .map(|point| json!({
                "expected": point.expected,
                "score": point.score,
                "moves": point.moves,
            }))
            .collect::<Vec<_>>(),
        "time_on_open_positions": evaluations.open_time(),
        "announcements": {
            "won": announcements.won,
            "plies_to_win": announcements.plies_to_win,
            "wrong": announcements.wrong,
            "proofs": of_kind(announcements.proofs),
            "claims": of_kind(announcements.claims),
            "lost": announcements.lost,
            "seen": announcements.seen,
            "plies_to_see": announcements.plies_to_see,
        },
    })
}

/// A value, `win` or `loss`.
fn value_json(value: f64) -> Value {
    match value.is_infinite() {
        true if value > 0.0 => json!("win"),
        true => json!("loss"),
        false => json!(value),
    }
}

fn score_json(score: &MatchScore) -> Value {
    let sample = score.sample();
    json!({
        "tally": score.wdl,
        "as_black": score.black,
        "points": score.wdl.points(),
        "score": score.wdl.score(),
        "pairs": score.pairs,
        "pentanomial": score.pairs.counts(),
        "by_pairs": score.paired(),
        "elo": sample.map(|sample| sample.elo()),
        "normalized_elo": sample.and_then(|sample| sample.normalized_elo()),
        "superiority": sample.map(|sample| sample.los()),
        "draw_ratio": score.draw_ratio(),
        "pairs_ratio": score.pairs.pairs_ratio(),
    })
}
