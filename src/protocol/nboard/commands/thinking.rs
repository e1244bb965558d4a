//! Commands that make the engine think, and how its thinking is told.

use crate::protocol::command::{Failure, command};
use crate::protocol::interface::Action;
use crate::protocol::lexer::{integer, rest_of_line};
use crate::protocol::nboard::call::{Call, Command};
use crate::protocol::nboard::request::{Request, Throttle};
use crate::protocol::nboard::state::State;
use crate::protocol::nboard::{analysis, reply};
use crate::search::ClockRule;
use crate::session::{SearchMode, SearchOptions, Session, Started};
use nom::combinator::opt;
use std::time::Duration;

pub const COMMANDS: &[Command] = &[
    command! {
        "hint", "[N]", (opt(integer(0..=u32::MAX)), opt(rest_of_line)) => |call: &mut Call<'_>, (lines, _)| {
            hint(call, lines)
        };
        "Shows what the best N moves are worth.";
        "Replies: `status Analyzing`; for every completed depth N lines `search PV EVAL 0 DEPTH` and \
         `nodestats NODES SECONDS`; an empty `status` at the end. PV is the expected play without \
         blanks (`F5D6C3`, passes as `PA`); EVAL is in discs for the side to move. DEPTH is in plies \
         until the search reaches the end of the game. Then it says how certain the value is: `73%` \
         to `99%` for selective solutions, `100%` for an exact score, `100%W` if only the win is proven. \
         Depths that come within 50 ms of the last one shown are left out, except for the last of all. \
         The search has no time limit: it ends with the next command, at the depth of `set depth`, or \
         when there is nothing left to find out. Hints come from the engine at full strength. N is 1 to \
         64, 1 if it is missing.";
        "> nboard 2\n> set depth 4\n< set myname Flipfive\n> hint 2\n< status Analyzing\n< {searches}\n\
         < status"
    },
    command! {
        "go", "", opt(rest_of_line) => |call: &mut Call<'_>, _| go(call);
        "Chooses a move.";
        "Replies: `status Thinking`, `nodestats NODES SECONDS` now and then, `=== MOVE/EVAL/SECONDS` and \
         an empty `status`. The game stays as it is: the move has to come back as `move` or `set game`. \
         EVAL is in discs for the side to move; both numbers are missing if there was nothing to \
         think about. The player is the one of `--level` and `--classic`. Depth and clock both bound \
         the search: with `set depth` and a clock (TI, TB or TW in the game) it ends with whichever is \
         reached first, with one of them at that one, with neither after the option `move-time`. A clock \
         that has run out counts as one second. After the end of the game the reply is `status The game \
         is over`.";
        "> nboard 2\n> set depth 4\n< set myname Flipfive\n> go\n< status Thinking\n< {searches}\n\
         < === {square}{any}\n< status"
    },
    command! {
        "analyze", "", opt(rest_of_line) => |call: &mut Call<'_>, _| analysis::begin(call);
        "Values every position of the game, the last one first.";
        "Replies: `status Analyzing the game`; for each position `analysis MOVES EVAL`, where MOVES is \
         the number of moves before it, passes included, and EVAL is in discs for the side to move \
         there; an empty `status` at the end. Each position is searched to the depth of `set depth`, or \
         for a quarter of the option `move-time` without one, at full strength; a forced move is worth \
         what follows it. `ping` ends the analysis.";
        "> nboard 2\n> set depth 4\n< set myname Flipfive\n> move F5\n> move F6\n> analyze\n\
         < status Analyzing the game\n< analysis 2 {float}\n< analysis 1 {float}\n< analysis 0 {float}\n\
         < status"
    },
    command! {
        "learn", "", opt(rest_of_line) => |call: &mut Call<'_>, _| {
            call.write("learned\n");
            Ok(())
        };
        "Accepted for GUIs that offer it.";
        "Reply: `learned`. The opening book is part of the program, so nothing is kept.";
        "> nboard 2\n> learn\n< learned"
    },
];

/// More lines than this no position has.
const MOST_LINES: u32 = 64;

/// What is left on a clock that has run out: the game goes on all the same.
const OVERTIME: Duration = Duration::from_secs(1);

fn hint(call: &mut Call<'_>, lines: Option<u32>) -> Result<(), Failure> {
    let options = SearchOptions {
        lines: lines.unwrap_or(1).clamp(1, MOST_LINES) as usize,
        ..SearchOptions::default()
    };
    let request = Request::Hint(Throttle::default());
    think(call, SearchMode::Analyze, &options, "Analyzing", request)
}

fn go(call: &mut Call<'_>) -> Result<(), Failure> {
    set_clock(call.session, call.state);
    let options = SearchOptions {
        lines: 1,
        ..SearchOptions::default()
    };
    let request = Request::Go(call.received, Throttle::default());
    think(call, SearchMode::Suggest, &options, "Thinking", request)
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

fn think(
    call: &mut Call<'_>,
    mode: SearchMode,
    options: &SearchOptions,
    doing: &str,
    request: Request,
) -> Result<(), Failure> {
    let side = call.session.record().side();
    let started = call
        .session
        .start_search(mode, side, options, call.received)?;
    match started {
        Started::Search(job) => {
            call.write(reply::status(doing));
            call.state.request = Some(request);
            call.actions.push(Action::Search(job));
        }
        Started::Decided(_) => call.write(reply::status("The game is over")),
    }
    Ok(())
}
