//! The lines of a match as cutechess-cli prints them, for programs that read them. Where cutechess-cli names White first,
//! Black is named first.

use crate::report::display::number;
use crate::tournament::{GameResult, Sprt, SprtResult, SprtStatus, Standings, Wdl};

/// The engines of a game by their numbers, in the order of the settings, whoever had Black.
pub(crate) fn meeting(engines: &[String], game: &GameResult) -> Option<[usize; 2]> {
    let number = |name: &String| engines.iter().position(|other| other == name);
    let (black, white) = (number(&game.black)?, number(&game.white)?);
    Some([black.min(white), black.max(white)])
}

/// A score as cutechess-cli prints it: `5 - 3 - 2  [0.600] 10`.
pub(crate) fn tally(wdl: Wdl) -> String {
    let Wdl {
        wins,
        draws,
        losses,
    } = wdl;
    let score = wdl.score().unwrap_or(0.5);
    format!("{wins} - {losses} - {draws}  [{score:.3}] {}", wdl.games())
}

/// The score between the engines of a game, as cutechess-cli prints it: `Score of A vs B: 5 - 3 - 2  [0.600] 10`,
/// and the test. The engine that comes first in the settings is named first, whoever had Black.
pub(crate) fn score_lines(standings: &Standings, sprt: Option<&Sprt>, game: &GameResult) -> String {
    let engines = &standings.engines;
    let Some([first, second]) = meeting(engines, game) else {
        return String::new();
    };
    let score = tally(standings.head_to_head(first, second).wdl);
    let (a, b) = (&engines[first], &engines[second]);
    let mut text = format!("Score of {a} vs {b}: {score}\n");
    text.extend(sprt.map(|sprt| sprt_line(&standings.status_of(sprt))));
    text
}

fn sprt_line(state: &SprtStatus) -> String {
    let verdict = match state.verdict {
        SprtResult::Continue => "",
        SprtResult::AcceptH0 => " - H0 was accepted",
        SprtResult::AcceptH1 => " - H1 was accepted",
    };
    format!(
        "SPRT: llr {} ({}%), lbound {:.2}, ubound {:.2}{verdict}\n",
        number(state.llr, 2),
        number(state.progress(), 1),
        state.lower,
        state.upper
    )
}

/// The result: the score of two engines, also by colour, the difference in Elo, and the test. Without two engines there are
/// no lines.
pub(crate) fn cutechess_result(standings: &Standings, sprt: Option<&Sprt>) -> String {
    let [a, b] = &standings.engines[..] else {
        return String::new();
    };
    let score = standings.head_to_head(0, 1);
    let sample = score.sample();
    let elo = match sample.map(|sample| sample.elo()) {
        Some(elo) if elo.value.is_finite() => {
            format!("{} +/- {}", number(elo.value, 1), number(elo.error(), 1))
        }
        Some(elo) => format!("{} +/- nan", number(elo.value, 1)),
        None => "nan +/- nan".into(),
    };
    let percent = |value: Option<f64>| number(100.0 * value.unwrap_or_default(), 1);
    let lines = [
        format!("Score of {a} vs {b}: {}", tally(score.wdl)),
        format!("...      {a} playing Black: {}", tally(score.black)),
        format!("...      {a} playing White: {}", tally(score.white())),
        format!("...      Black vs White: {}", tally(standings.black())),
        format!(
            "Elo difference: {elo}, LOS: {} %, DrawRatio: {} %",
            percent(sample.map(|sample| sample.los())),
            percent(score.wdl.draw_ratio())
        ),
    ];
    let test = sprt.map(|sprt| sprt_line(&standings.status_of(sprt)));
    lines
        .map(|line| line + "\n")
        .into_iter()
        .chain(test)
        .collect()
}
