//! `analyze`: what every position of the game was worth, from the end back to the start.
//!
//! Backwards, because a table that has seen the later positions makes the earlier ones cheap.

use crate::game::{DynRecord, Outcome, Side};
use crate::protocol::Action;
use crate::protocol::nboard::command::{Call, Failure};
use crate::protocol::nboard::reply;
use crate::protocol::nboard::think::Request;
use crate::search::ClockRule;
use crate::session::{Begun, Finished, Purpose, Session, Wish};
use std::time::Instant;

/// An analysis under way.
pub(super) struct Analysis {
    /// When it was asked for.
    pub asked: Instant,
    /// The game, taken back to the position that is being searched.
    record: Box<dyn DynRecord>,
    /// The value of the position after that one for Black, if it is known.
    later: Option<f64>,
}

/// The share of the option `move-time` that a position gets without a depth.
const SHARE: u32 = 4;

/// Depth for a forced move whose position after it has no value, because a search with a time limit
/// would not look at it.
const FORCED_DEPTH: &str = "10";

pub(super) fn begin(call: &mut Call<'_>) -> Result<(), Failure> {
    // The clock of the game is for playing.
    call.session.set_clock(ClockRule::Unlimited);
    call.write(reply::status("Analyzing the game"));
    let analysis = Analysis {
        asked: call.received,
        record: call.session.record().boxed(),
        later: None,
    };
    let contempt = call.state.contempt;
    call.state.request = advance(
        analysis,
        contempt,
        call.received,
        call.session,
        call.actions,
    );
    Ok(())
}

/// Takes the end of a search and goes on with the position before.
pub(super) fn proceed(
    mut analysis: Analysis,
    finished: &Finished,
    contempt: i32,
    now: Instant,
    session: &mut Session,
    actions: &mut Vec<Action>,
) -> Option<Request> {
    let side = analysis.record.side();
    // A search that was not allowed a single iteration says nothing about its position.
    analysis.later = None;
    if let Some(report) = &finished.report {
        let value = reply::value(&report.lines[0].score, side, contempt);
        actions.push(Action::Write(analysis.line(value)));
    }
    if analysis.back() {
        advance(analysis, contempt, now, session, actions)
    } else {
        actions.push(Action::Write(reply::status("")));
        None
    }
}

impl Analysis {
    /// The line about the present position; its value is for the side to move.
    fn line(&mut self, value: f64) -> String {
        self.later = Some(black(self.record.side(), value));
        reply::analysis(self.record.undoable(), value)
    }

    /// Goes back to the position before. False at the start of the game.
    fn back(&mut self) -> bool {
        self.record.undo()
    }

    /// The value of the present position, as far as it needs no search.
    fn known(&self, contempt: i32) -> Option<f64> {
        let side = self.record.side();
        if let Some(outcome) = self.record.outcome() {
            return Some(result(outcome, side, contempt));
        }
        let later = self.later.filter(|_| self.is_forced())?;
        Some(black(side, later))
    }

    fn is_forced(&self) -> bool {
        self.record.legal().len() == 1
    }
}

/// Turns a value for `side` into one for Black, and back.
fn black(side: Side, value: f64) -> f64 {
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

/// Writes about positions until one of them needs a search, which is begun.
fn advance(
    mut analysis: Analysis,
    contempt: i32,
    now: Instant,
    session: &mut Session,
    actions: &mut Vec<Action>,
) -> Option<Request> {
    while let Some(value) = analysis.known(contempt) {
        actions.push(Action::Write(analysis.line(value)));
        if !analysis.back() {
            actions.push(Action::Write(reply::status("")));
            return None;
        }
    }
    match search(&analysis, now, session) {
        Ok(Begun::Job(job)) => {
            actions.push(Action::Begin(job));
            Some(Request::Analysis(analysis))
        }
        // The session has the same game, so neither of these happens.
        Ok(Begun::Decided(_)) | Err(_) => {
            actions.push(Action::Write(reply::status("")));
            None
        }
    }
}

fn search(
    analysis: &Analysis,
    now: Instant,
    session: &mut Session,
) -> Result<Begun, crate::session::Refusal> {
    let options = session.options();
    let bounded = options.depth > 0;
    let mut wish = Wish {
        lines: 1,
        full_strength: true,
        after: Some(analysis.record.undoable()),
        time: (!bounded).then(|| options.move_time / SHARE),
        ..Wish::default()
    };
    let side = analysis.record.side();
    if bounded || !analysis.is_forced() {
        return session.begin(Purpose::Suggest, side, &wish, now);
    }
    let depth = options.depth.to_string();
    wish.time = None;
    session.set_option("depth", FORCED_DEPTH)?;
    let begun = session.begin(Purpose::Suggest, side, &wish, now);
    session.set_option("depth", &depth)?;
    begun
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
        assert_eq!(black(Side::White, 3.0), -3.0);
    }
}
