//! The requests that take searches, and what is written about them.

use crate::game::{DynRecord, Move, Outcome, Side};
use crate::protocol::nboard::reply;
use crate::search::Report;
use crate::session::{EngineMove, FinishedSearch, Session};
use std::time::{Duration, Instant};

/// What is under way.
pub enum Request {
    /// A stream of hints.
    Hint(Throttle),
    /// The choice of a move, asked for at this moment.
    Go(Instant, Throttle),
    /// Position by position.
    Analysis(Analysis),
}

/// Keeps iterations apart that follow one another faster than anybody can read.
#[derive(Default)]
pub struct Throttle {
    /// When the last one was shown, since the request.
    shown: Option<Duration>,
    /// The last one that was not.
    held: Option<Report>,
}

impl Throttle {
    /// Whether an iteration is to be shown now. It is kept if not.
    fn admits(&mut self, report: &Report, interval: Duration) -> bool {
        let now = report.elapsed;
        let due = self
            .shown
            .is_none_or(|shown| now.saturating_sub(shown) >= interval);
        self.held = (!due).then(|| report.clone());
        if due {
            self.shown = Some(now);
        }
        due
    }
}

/// Between two iterations that are shown as hints.
const HINT_INTERVAL: Duration = Duration::from_millis(50);
/// Between two counts of nodes while a move is chosen.
const STATS_INTERVAL: Duration = Duration::from_millis(250);

/// An analysis under way.
pub struct Analysis {
    /// When it was asked for.
    pub requested_at: Instant,
    /// The game, taken back to the position that is being searched.
    pub record: Box<dyn DynRecord>,
    /// The value of the position after that one for Black, if it is known.
    pub next_value: Option<f64>,
}

impl Analysis {
    /// The line about the present position; its value is for the side to move.
    pub fn line(&mut self, value: f64) -> String {
        self.next_value = Some(value_for_black(self.record.side(), value));
        reply::analysis(self.record.undoable(), value)
    }

    /// Goes back to the position before. False at the start of the game.
    pub fn step_back(&mut self) -> bool {
        self.record.undo()
    }

    /// The value of the present position, as far as it needs no search.
    pub fn value_without_search(&self, contempt: i32) -> Option<f64> {
        let side = self.record.side();
        if let Some(outcome) = self.record.outcome() {
            return Some(result(outcome, side, contempt));
        }
        let next_value = self.next_value.filter(|_| self.is_forced())?;
        Some(value_for_black(side, next_value))
    }

    pub fn is_forced(&self) -> bool {
        self.record.legal().len() == 1
    }
}

/// Turns a value for `side` into one for Black, and back.
fn value_for_black(side: Side, value: f64) -> f64 {
    match side {
        Side::Black => value,
        Side::White => -value,
    }
}

/// The result of a game for `side`.
fn result(outcome: Outcome, side: Side, contempt: i32) -> f64 {
    match outcome.winner {
        None => reply::draw(side, contempt),
        Some(winner) if winner == side => f64::from(outcome.margin),
        Some(_) => -f64::from(outcome.margin),
    }
}

/// Empty squares of the position on the board.
fn empties(session: &Session) -> u32 {
    let cells = session.record().now().cells;
    cells.iter().filter(|cell| cell.is_none()).count() as u32
}

/// What to write about a completed iteration.
pub fn progress(
    request: &mut Request,
    report: &Report,
    session: &Session,
    contempt: i32,
) -> Option<String> {
    let side = session.record().side();
    match request {
        Request::Hint(throttle) => throttle
            .admits(report, HINT_INTERVAL)
            .then(|| reply::search(report, side, empties(session), contempt)),
        Request::Go(_, throttle) => throttle
            .admits(report, STATS_INTERVAL)
            .then(|| reply::node_stats(report)),
        Request::Analysis(_) => None,
    }
}

/// What to write at the end of a stream of hints.
pub fn end_of_hints(throttle: Throttle, session: &Session, contempt: i32) -> String {
    let side = session.record().side();
    let last = throttle
        .held
        .map(|report| reply::search(&report, side, empties(session), contempt));
    last.unwrap_or_default() + &reply::status("")
}

/// What to write when a move was chosen.
pub fn end_of_go(finished: &FinishedSearch, time: Duration, contempt: i32) -> String {
    let side = finished.side;
    let mv = match finished.best_move {
        Some(EngineMove::Move(mv)) => mv,
        // Othello is never resigned, and the search of a game that goes on finds a move.
        _ => Move::Pass,
    };
    let mut text = String::new();
    let mut searched = None;
    if let Some(report) = &finished.report {
        text += &reply::node_stats(report);
        let value = reply::value(&report.lines[0].score, side, contempt);
        // Hundredths are what a GUI shows.
        let hundredths = (time.as_millis() + 5) / 10;
        let time = Duration::from_millis(10 * u64::try_from(hundredths).unwrap_or(u64::MAX / 10));
        searched = Some((value, time));
    }
    text + &reply::best_move(side, mv, searched) + &reply::status("")
}

/// What to write when a search broke. A GUI that waits for a move gets one, so that the game goes on.
pub fn search_failed(request: &Request, text: &str, session: &Session) -> String {
    let status = reply::status(&format!("The search broke: {text}"));
    match request {
        Request::Go(..) => {
            let record = session.record();
            let mv = record.legal().first().copied().unwrap_or(Move::Pass);
            reply::best_move(record.side(), mv, None) + &status
        }
        Request::Hint(_) | Request::Analysis(_) => status,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_for_the_side_to_move() {
        let won = Outcome {
            winner: Some(Side::White),
            margin: 10,
            ending: crate::game::Ending::Counted,
        };
        let drawn = Outcome {
            winner: None,
            margin: 0,
            ..won
        };
        assert_eq!(result(won, Side::White, 50), 10.0);
        assert_eq!(result(won, Side::Black, 50), -10.0);
        assert_eq!(result(drawn, Side::Black, 50), 0.5);
        assert_eq!(result(drawn, Side::White, 50), -0.5);
        assert_eq!(value_for_black(Side::White, 3.0), -3.0);
    }
}
