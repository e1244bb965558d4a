//! The requests that need a search, and their replies.

use crate::game::{DynRecord, Move, Outcome, Side};
use crate::protocol::nboard::reply;
use crate::protocol::{Context, Throttle};
use crate::search::Report;
use crate::session::{EngineMove, FinishedSearch, Session};
use std::time::{Duration, Instant};

/// A request whose search is running.
pub(crate) enum Request {
    /// `hint`: values of the best moves, depth by depth.
    Hint(Throttle),
    /// `go`: the choice of a move. Its time began at this moment.
    Go(Instant, Throttle),
    /// `analyze`: the value of each position of the game.
    Analysis(Analysis),
}

/// The minimum time between two iterations of hints.
pub(crate) const HINT_INTERVAL: Duration = Duration::from_millis(50);
/// The minimum time between two `nodestats` lines of `go`.
pub(crate) const STATS_INTERVAL: Duration = Duration::from_millis(250);

/// A running analysis.
pub(crate) struct Analysis {
    /// The game up to the position that is searched now.
    pub record: Box<dyn DynRecord>,
    /// The value of the next position of the game for Black, if it is known.
    pub next_value: Option<f64>,
}

impl Analysis {
    /// The line about the current position. `value` is for the side to move.
    ///
    /// The line has the value for Black, since NBoard draws it as it is in a chart where Black's lead is above the
    /// axis.
    pub(crate) fn line(&mut self, value: f64) -> String {
        let value = value_for_black(self.record.side(), value);
        self.next_value = Some(value);
        reply::analysis(self.record.undoable(), value)
    }

    /// Goes back to the position before. Returns false at the start of the game.
    pub(crate) fn step_back(&mut self) -> bool {
        self.record.undo()
    }

    /// The value of the current position if it needs no search: the game is over, or the move is forced.
    pub(crate) fn value_without_search(&self, contempt: i32) -> Option<f64> {
        let side = self.record.side();
        if let Some(outcome) = self.record.outcome() {
            return Some(result(outcome, side, contempt));
        }
        let is_forced = self.record.legal().len() == 1;
        let next_value = self.next_value.filter(|_| is_forced)?;
        Some(value_for_black(side, next_value))
    }
}

/// Converts a value for `side` to a value for Black, or back.
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

/// The number of empty squares.
pub(crate) fn empties(record: &dyn DynRecord) -> u32 {
    record.current().empties() as u32
}

impl Request {
    /// The throttle of a request that shows iterations.
    fn throttle(&mut self) -> Option<&mut Throttle> {
        match self {
            Request::Hint(throttle) | Request::Go(_, throttle) => Some(throttle),
            Request::Analysis(_) => None,
        }
    }

    /// When [`due`] is to be called.
    pub(crate) fn wake_at(&self) -> Option<Instant> {
        match self {
            Request::Hint(throttle) | Request::Go(_, throttle) => throttle.wake_at(),
            Request::Analysis(_) => None,
        }
    }
}

/// The lines about a completed iteration, unless it is held.
pub(crate) fn progress(
    request: &mut Request,
    report: &Report,
    contempt: i32,
    context: &Context<'_>,
) -> Option<String> {
    let is_shown = request.throttle()?.admits(report, context.now);
    is_shown.then(|| iteration(request, report, context.session, contempt))
}

/// The lines about the iteration that was held, if it is due.
pub(crate) fn due(request: &mut Request, contempt: i32, context: &Context<'_>) -> Option<String> {
    let report = request.throttle()?.take_due(context.now)?;
    Some(iteration(request, &report, context.session, contempt))
}

/// The lines about an iteration.
fn iteration(request: &Request, report: &Report, session: &Session, contempt: i32) -> String {
    let record = session.record();
    match request {
        Request::Hint(_) => reply::search(report, record.side(), empties(record), contempt),
        Request::Go(..) | Request::Analysis(_) => reply::node_stats(report),
    }
}

/// The lines at the end of `hint`: the iteration that was held, and an empty status.
pub(crate) fn end_of_hints(throttle: Throttle, session: &Session, contempt: i32) -> String {
    let side = session.record().side();
    let last = throttle
        .into_held()
        .map(|report| reply::search(&report, side, empties(session.record()), contempt));
    last.unwrap_or_default() + &reply::status("")
}

/// The lines at the end of `go`: the statistics, the move, and an empty status.
pub(crate) fn end_of_go(finished: &FinishedSearch, time: Duration, contempt: i32) -> String {
    let side = finished.side;
    let mv = match finished.best_move {
        Some(EngineMove::Move(mv)) => mv,
        // The engine never resigns Othello, and a search before the end of the game finds a move.
        _ => Move::Pass,
    };
    let mut text = String::new();
    let mut searched = None;
    if let Some(report) = &finished.report {
        text += &reply::node_stats(report);
        let value = reply::value(&report.lines[0].score, side, contempt);
        // The GUI shows hundredths of a second.
        let hundredths = (time.as_millis() + 5) / 10;
        let time = Duration::from_millis(10 * u64::try_from(hundredths).unwrap_or(u64::MAX / 10));
        searched = Some((value, time));
    }
    // Kalmia reads a pass only without a value.
    let searched = searched.filter(|_| mv != Move::Pass);
    text + &reply::best_move(side, mv, searched) + &reply::status("")
}

/// The lines after a search failed. A GUI that waits for a move gets a legal one, so the game goes on.
pub(crate) fn search_failed(request: &Request, text: &str, session: &Session) -> String {
    let status = reply::status(&format!("The search failed: {text}"));
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
        let won = Outcome::new(Some(Side::White), 10, crate::game::Ending::Counted);
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
