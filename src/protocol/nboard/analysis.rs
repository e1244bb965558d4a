//! `analyze`: what every position of the game was worth, from the end back to the start.
//!
//! Backwards, because a table that has seen the later positions makes the earlier ones cheap.

use crate::protocol::command::Failure;
use crate::protocol::interface::{Action, Context};
use crate::protocol::nboard::call::Call;
use crate::protocol::nboard::reply;
use crate::protocol::nboard::request::{Analysis, Request};
use crate::search::ClockRule;
use crate::session::{FinishedSearch, SearchMode, SearchOptions, Session, SessionError, Started};
use std::time::Instant;

/// The share of the option `move-time` that a position gets without a depth.
const SHARE: u32 = 4;

/// Depth for a forced move whose position after it has no value, because a search with a time limit
/// would not look at it.
const FORCED_DEPTH: &str = "10";

pub fn begin(call: &mut Call<'_>) -> Result<(), Failure> {
    // The clock of the game is for playing.
    call.session.set_clock(ClockRule::Unlimited);
    call.write(reply::status("Analyzing the game"));
    let analysis = Analysis {
        requested_at: call.received,
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

/// Takes the end of a search and goes on with the position before.
pub fn proceed(
    mut analysis: Analysis,
    finished: &FinishedSearch,
    contempt: i32,
    context: &mut Context<'_>,
) -> Option<Request> {
    let side = analysis.record.side();
    // A search that was not allowed a single iteration says nothing about its position.
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

/// Writes about positions until one of them needs a search, which is started.
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
        // The session has the same game, so neither of these happens.
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
    let mut options = SearchOptions {
        lines: 1,
        full_strength: true,
        after: Some(analysis.record.undoable()),
        time: (!bounded).then(|| engine_options.move_time / SHARE),
        ..SearchOptions::default()
    };
    let side = analysis.record.side();
    if bounded || !analysis.is_forced() {
        return session.start_search(SearchMode::Suggest, side, &options, now);
    }
    let depth = engine_options.depth.to_string();
    options.time = None;
    session.set_option("depth", FORCED_DEPTH)?;
    let started = session.start_search(SearchMode::Suggest, side, &options, now);
    session.set_option("depth", &depth)?;
    started
}
