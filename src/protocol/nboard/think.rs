//! Commands that make the engine think, and how its thinking is told.

use crate::game::Move;
use crate::protocol::Action;
use crate::protocol::lexer::{integer, rest};
use crate::protocol::nboard::State;
use crate::protocol::nboard::command::{Call, Command, Failure, command};
use crate::protocol::nboard::reply;
use crate::search::{ClockRule, Report};
use crate::session::{Begun, Decision, Finished, Purpose, Session, Wish};
use nom::combinator::opt;
use std::time::{Duration, Instant};

pub(super) const COMMANDS: &[Command] = &[
    command! {
        "hint", "[N]", (opt(integer(0..=u32::MAX)), opt(rest)) => |call: &mut Call<'_>, (lines, _)| {
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
        "go", "", opt(rest) => |call: &mut Call<'_>, _| go(call);
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
        "analyze", "", opt(rest) => |call: &mut Call<'_>, _| crate::protocol::nboard::analysis::begin(call);
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
        "learn", "", opt(rest) => |call: &mut Call<'_>, _| {
            call.write("learned\n");
            Ok(())
        };
        "Accepted for GUIs that offer it.";
        "Reply: `learned`. The opening book is part of the program, so nothing is kept.";
        "> nboard 2\n> learn\n< learned"
    },
];

/// What is under way.
pub(super) enum Request {
    /// A stream of hints.
    Hint(Pace),
    /// The choice of a move, asked for at this moment.
    Go(Instant, Pace),
    /// Position by position.
    Analysis(super::analysis::Analysis),
}

/// Keeps iterations apart that follow one another faster than anybody can read.
#[derive(Default)]
pub(super) struct Pace {
    /// When the last one was shown, since the request.
    shown: Option<Duration>,
    /// The last one that was not.
    held: Option<Report>,
}

impl Pace {
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

/// More lines than this no position has.
const MOST_LINES: u32 = 64;

/// What is left on a clock that has run out: the game goes on all the same.
const OVERTIME: Duration = Duration::from_secs(1);

fn hint(call: &mut Call<'_>, lines: Option<u32>) -> Result<(), Failure> {
    let wish = Wish {
        lines: lines.unwrap_or(1).clamp(1, MOST_LINES) as usize,
        ..Wish::default()
    };
    let request = Request::Hint(Pace::default());
    think(call, Purpose::Analyze, &wish, "Analyzing", request)
}

fn go(call: &mut Call<'_>) -> Result<(), Failure> {
    set_clock(call.session, call.state);
    let wish = Wish {
        lines: 1,
        ..Wish::default()
    };
    let request = Request::Go(call.received, Pace::default());
    think(call, Purpose::Suggest, &wish, "Thinking", request)
}

/// Gives the session the clock of the side to move.
fn set_clock(session: &mut Session, state: &State) {
    let side = session.record().side();
    let control = state.game.clocks[side.index()];
    match (control, state.game.left(side)) {
        (Some(control), Some(left)) => {
            session.set_clock(ClockRule::Fischer {
                main: control.main,
                increment: control.increment,
                main_limit: None,
                max_per_move: None,
            });
            let left = if left.is_zero() { OVERTIME } else { left };
            session.set_time_left(side, left, 0);
        }
        _ => session.set_clock(ClockRule::Unlimited),
    }
}

fn think(
    call: &mut Call<'_>,
    purpose: Purpose,
    wish: &Wish,
    doing: &str,
    request: Request,
) -> Result<(), Failure> {
    let side = call.session.record().side();
    let begun = call
        .session
        .begin(purpose, side, wish, call.received)
        .map_err(|refusal| Failure::Text(refusal.to_string()))?;
    match begun {
        Begun::Job(job) => {
            call.write(reply::status(doing));
            call.state.request = Some(request);
            call.actions.push(Action::Begin(job));
        }
        Begun::Decided(_) => call.write(reply::status("The game is over")),
    }
    Ok(())
}

/// Empty squares of the position on the board.
fn empties(session: &Session) -> u32 {
    let cells = session.record().now().cells;
    cells.iter().filter(|cell| cell.is_none()).count() as u32
}

/// What to write about a completed iteration.
pub(super) fn progress(state: &mut State, report: &Report, session: &Session) -> Option<String> {
    let side = session.record().side();
    match state.request.as_mut()? {
        Request::Hint(pace) => pace
            .admits(report, HINT_INTERVAL)
            .then(|| reply::search(report, side, empties(session), state.contempt)),
        Request::Go(_, pace) => pace
            .admits(report, STATS_INTERVAL)
            .then(|| reply::node_stats(report)),
        Request::Analysis(_) => None,
    }
}

/// What to write at the end of a stream of hints.
pub(super) fn hints_end(pace: Pace, session: &Session, contempt: i32) -> String {
    let side = session.record().side();
    let last = pace
        .held
        .map(|report| reply::search(&report, side, empties(session), contempt));
    last.unwrap_or_default() + &reply::status("")
}

/// What to write when a move was chosen.
pub(super) fn chosen(finished: &Finished, time: Duration, contempt: i32) -> String {
    let side = finished.side;
    let mv = match finished.decision {
        Some(Decision::Move(mv)) => mv,
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
    text + &reply::chosen(side, mv, searched) + &reply::status("")
}

/// What to write when a search broke. A GUI that waits for a move gets one, so that the game goes on.
pub(super) fn broken(request: &Request, text: &str, session: &Session) -> String {
    let status = reply::status(&format!("The search broke: {text}"));
    match request {
        Request::Go(..) => {
            let record = session.record();
            let mv = record.legal().first().copied().unwrap_or(Move::Pass);
            reply::chosen(record.side(), mv, None) + &status
        }
        Request::Hint(_) | Request::Analysis(_) => status,
    }
}
