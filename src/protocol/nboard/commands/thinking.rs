//! Commands that search.

use crate::protocol::lexer::{integer, opt, rest_of_line};
use crate::protocol::nboard::call::{Call, Command, Failure, State, command};
use crate::protocol::nboard::request::{HINT_INTERVAL, Request, STATS_INTERVAL, empties};
use crate::protocol::nboard::{analysis, depth, reply};
use crate::protocol::{Action, Throttle};
use crate::search::{ClockRule, Strength};
use crate::session::{SearchMode, SearchOptions, Session, Started};
use std::time::Duration;

pub(crate) const COMMANDS: &[Command] = &[
    command! {
        "hint", "[N]", (opt(integer(i64::MIN..=i64::MAX)), opt(rest_of_line)) => hint;
        "Shows the values of the N best moves.";
        "N is 1 to 64, by default 1; other numbers count as the nearest of these. Reply: `status Analyzing`; for each completed depth, N lines \
         `search PV EVAL 0 DEPTH` and a line `nodestats NODES SECONDS`; at the end, an empty \
         `status`. PV is the principal variation without spaces: `F5D6C3`, with passes as `PA`. \
         EVAL is in discs for the side to move. DEPTH is a number of plies until the search \
         reaches the end of the game. After that, it is the confidence of the value: `73%` to \
         `99%` for a selective solution, `100%` for an exact score, `100%W` if only the win is \
         proven. A depth that completes within 50 ms of the one shown before is shown when that time \
         is over or the search ends, unless a later one has completed by then. The search always uses full strength and has no time limit. It ends \
         with the next command, at the depth of `set depth`, or when the position is solved.";
        "> nboard 2\n> set depth 4\n< set myname Flipfive\n> hint 2\n< status Analyzing\n< {searches}\n\
         < status"
    },
    command! {
        "go", "", opt(rest_of_line) => go;
        "Searches for a move without playing it.";
        "Reply: `status Thinking`, several lines `nodestats NODES SECONDS`, `=== \
         MOVE/EVAL/SECONDS` and an empty `status`; after the end of the game, only `status The \
         game is over`. EVAL is in discs for the side to move. EVAL and SECONDS are missing if the \
         engine did not search, and for a pass. The game does not change: the GUI sends the move back with `move` \
         or `set game`. The engine plays at the level, or as the classic player, of the command \
         line. The search ends at the depth of `set depth` or when it has used its share of the \
         clock of the game (tags TI, TB, TW), whichever comes first. Without either limit, it \
         takes the option `move-time`. A clock that has run out counts as one second. With a limit \
         of time, a single move and a pass need no search. If only time limits the search, the \
         engine plays from the opening book.";
        "> nboard 2\n> set depth 4\n< set myname Flipfive\n> go\n< status Thinking\n< {searches}\n\
         < === {square}{any}\n< status"
    },
    command! {
        "analyze", "", opt(rest_of_line) => analysis::begin;
        "Shows the value of each position of the game, from the last one to the first.";
        "Reply: `status Analyzing the game`; for each position, `analysis MOVES EVAL`; at the end, \
         an empty `status`. MOVES is the number of moves before the position, including passes. \
         EVAL is in discs for Black, as NBoard draws it. Each position gets a search at full strength to \
         the depth of `set depth`, or without a depth for a quarter of the option `move-time`. A \
         position with only one legal move has the value of the next position. `ping` stops the \
         analysis.";
        "> nboard 2\n> set depth 4\n< set myname Flipfive\n> move F5\n> move F6\n> analyze\n\
         < status Analyzing the game\n< analysis 2 {float}\n< analysis 1 {float}\n< analysis 0 {float}\n\
         < status"
    },
    command! {
        "learn", "", opt(rest_of_line) => |call: &mut Call<'_>, _| {
            call.write("learned\n");
            Ok(())
        };
        "Has no effect; some GUIs send it.";
        "Reply: `learned`. The opening book is part of the program and does not change.";
        "> nboard 2\n> learn\n< learned"
    },
];

/// The maximum number of lines (multi-PV).
const MAX_LINES: i64 = 64;

/// The time that a clock that has run out counts as, because the GUI continues the game.
const OVERTIME: Duration = Duration::from_secs(1);

fn hint(call: &mut Call<'_>, (lines, _): (Option<i64>, Option<&str>)) -> Result<(), Failure> {
    let record = call.session.record();
    let options = SearchOptions {
        lines: lines.unwrap_or(1).clamp(1, MAX_LINES) as usize,
        depth: depth::to_the_end(call.session.options().depth, empties(record)),
        ..SearchOptions::default()
    };
    let request = Request::Hint(Throttle::new(HINT_INTERVAL));
    search(call, SearchMode::Analyze, &options, "Analyzing", request)
}

fn go(call: &mut Call<'_>, _: Option<&str>) -> Result<(), Failure> {
    set_clock(call.session, call.state);
    let engine_options = call.session.options();
    let depth = match engine_options.strength() {
        Strength::Full => depth::to_the_end(engine_options.depth, empties(call.session.record())),
        // They have their own endgames.
        Strength::Level(_) | Strength::Classic(_) => None,
    };
    let options = SearchOptions {
        lines: 1,
        depth,
        for_game: true,
        ..SearchOptions::default()
    };
    let request = Request::Go(call.received, Throttle::new(STATS_INTERVAL));
    search(call, SearchMode::Suggest, &options, "Thinking", request)
}

/// Gives the session the clock of the side to move.
fn set_clock(session: &mut Session, state: &State) {
    let side = session.record().side();
    let control = state.game.clocks[side.index()];
    match (control, state.game.time_left(side)) {
        (Some(control), Some(left)) => {
            session.set_clock(ClockRule::fischer(control.main, control.increment, None));
            let left = if left.is_zero() { OVERTIME } else { left };
            session.set_time_left(side, left, 0);
        }
        _ => session.set_clock(ClockRule::Unlimited),
    }
}

/// Starts a search and shows this status.
fn search(
    call: &mut Call<'_>,
    mode: SearchMode,
    options: &SearchOptions,
    status: &str,
    request: Request,
) -> Result<(), Failure> {
    let side = call.session.record().side();
    let started = call
        .session
        .start_search(mode, side, options, call.received)?;
    match started {
        Started::Search(job) => {
            call.write(reply::status(status));
            call.state.request = Some(request);
            call.actions.push(Action::Search(job));
        }
        Started::Decided(_) => call.write(reply::status("The game is over")),
    }
    Ok(())
}
