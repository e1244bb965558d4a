//! `analyze`: retrograde analysis of a game, from the last position to the first.
//!
//! The order is backwards because the transposition table then has the later positions, which makes the
//! searches of the earlier ones cheaper.

use crate::protocol::nboard::call::{Call, Failure};
use crate::protocol::nboard::request::{Analysis, Request, empties};
use crate::protocol::nboard::{depth, reply};
use crate::protocol::{Action, Context};
use crate::search::ClockRule;
use crate::session::{
    FinishedSearch, SearchMode, SearchOptions, SearchTime, Session, SessionError, Started,
};
use std::time::Instant;

/// Without a depth limit, each position gets the option `move-time` divided by this number.
const TIME_DIVISOR: u32 = 4;

pub(crate) fn begin(call: &mut Call<'_>, _: Option<&str>) -> Result<(), Failure> {
    // The clock of the game does not limit the analysis.
    call.session.set_clock(ClockRule::Unlimited);
    call.write(reply::status("Analyzing the game"));
    let analysis = Analysis {
        record: call.session.record().boxed(),
        next_value: None,
    };
    let contempt = call.state.contempt;
    let mut context = Context {
        session: &mut *call.session,
        actions: &mut *call.actions,
        now: call.received,
    };
    call.state.request = advance(analysis, contempt, &mut context);
    Ok(())
}

/// Writes the value that a search has found, and continues with the position before.
pub(crate) fn proceed(
    mut analysis: Analysis,
    finished: &FinishedSearch,
    contempt: i32,
    context: &mut Context<'_>,
) -> Option<Request> {
    let side = analysis.record.side();
    // A search that completed no iteration gives no value.
    analysis.next_value = None;
    if let Some(report) = &finished.report {
        let value = reply::value(&report.lines[0].score, side, contempt);
        context.write(analysis.line(value));
    }
    if analysis.step_back() {
        advance(analysis, contempt, context)
    } else {
        context.write(reply::status(""));
        None
    }
}

/// Writes the values that need no search, and starts the first search that is needed.
fn advance(mut analysis: Analysis, contempt: i32, context: &mut Context<'_>) -> Option<Request> {
    while let Some(value) = analysis.value_without_search(contempt) {
        context.write(analysis.line(value));
        if !analysis.step_back() {
            context.write(reply::status(""));
            return None;
        }
    }
    match search(&analysis, context.now, context.session) {
        Ok(Started::Search(job)) => {
            context.actions.push(Action::Search(job));
            Some(Request::Analysis(analysis))
        }
        // The position is not the end of the game and the session has the same game, so neither happens.
        Ok(Started::Decided(_)) | Err(_) => {
            context.write(reply::status(""));
            None
        }
    }
}

fn search(
    analysis: &Analysis,
    now: Instant,
    session: &mut Session,
) -> Result<Started, SessionError> {
    let engine_options = session.options();
    let bounded = engine_options.depth > 0;
    let options = SearchOptions {
        lines: 1,
        depth: depth::to_the_end(engine_options.depth, empties(&*analysis.record)),
        full_strength: true,
        after: Some(analysis.record.undoable()),
        time: if bounded {
            SearchTime::Unlimited
        } else {
            SearchTime::Limit(engine_options.move_time / TIME_DIVISOR)
        },
        ..SearchOptions::default()
    };
    let side = analysis.record.side();
    session.start_search(SearchMode::Suggest, side, &options, now)
}
