//! Commands about the conversation, the game and its settings.

use crate::format::ggf;
use crate::format::ggf::Played;
use crate::game::Move;
use crate::protocol::Action;
use crate::protocol::lexer::{float, integer, rest};
use crate::protocol::nboard::command::{Call, Command, Failure, command};
use crate::session::Refusal;
use nom::combinator::opt;

pub(super) const SESSION: &[Command] = &[
    command! {
        "nboard", "VERSION", (opt(integer(0..=i64::MAX)), opt(rest)) => |call: &mut Call<'_>, (version, _)| {
            nboard(call, version)
        };
        "Begins the conversation.";
        "No reply. The game is Othello from now on, whatever the command line said; sent again it changes \
         nothing. Version 2 of the protocol is spoken; whoever speaks version 1 will not notice.";
        "> nboard 2\n> ping 1\n< pong 1"
    },
    command! {
        "ping", "N", (integer(i64::MIN..=i64::MAX), opt(rest)) => |call: &mut Call<'_>, (number, _)| {
            call.write(format!("pong {number}\n"));
            Ok(())
        };
        "Ends whatever the engine is doing.";
        "Reply: `pong N`, as soon as the search has ended. All that was written before it belongs to \
         what was asked before it: an interrupted `go` still names its move, an interrupted `hint` or \
         `analyze` just ends.";
        "> nboard 2\n> ping 41\n< pong 41\n> ping 42\n< pong 42"
    },
    command! {
        "quit", "", opt(rest) => |call: &mut Call<'_>, _| {
            call.actions.push(Action::Quit);
            Ok(())
        };
        "Ends the program.";
        "No reply. A search that is running ends at once; only within 100 ms of `go` or `analyze`, as in a \
         script, does `quit` wait for the answer.";
        "> nboard 2\n> quit"
    },
];

pub(super) const GAME: &[Command] = &[
    command! {
        "set game", "GGF", rest => set_game;
        "Sets the game, with all of its moves.";
        "No reply. Everything that follows is about the position after the last move. The start is \
         that of the tag BO; the clocks are those of TI, TB and TW, less the times of the moves. \
         Games of Othello on 8x8 are taken, of every kind but Anti-Othello; komi changes nothing. If \
         something is wrong, the game stays as it was, and the status says what it is and where.";
        "> nboard 2\n> set game (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 \
         ---------------------------O*------*O--------------------------- *]B[F5/1.20/3.5]W[D6];)\n\
         > set game (;GM[Othello]TY[8]B[F5]W[A1];)\n\
         < status Cannot set the game: line 1, column 26: move 2, W[a1], cannot be played: the move \
         turns no disc"
    },
    command! {
        "move", "MOVE[/EVAL[/SECONDS]]", rest => play;
        "Appends a move to the game.";
        "No reply. MOVE is a square in any case, or `PA` for a pass; a forced pass of the other side \
         may be left out before it. The time comes off the clock of the side that moves; the value is \
         kept with the game. A line that consists of the move alone, as version 1 had it, means the \
         same. If the move cannot be played, the game stays as it was, and the status says why.";
        "> nboard 2\n> move F5/0.50/1.2\n> F6\n> move A1\n< status Illegal move A1: the move flips no disc"
    },
];

pub(super) const SETTINGS: &[Command] = &[
    command! {
        "set depth", "PLIES", (integer(0..=u32::MAX), opt(rest)) => |call: &mut Call<'_>, (plies, _)| {
            set_depth(call, plies)
        };
        "Sets the greatest depth of a search.";
        "Reply: `set myname` with the name of who answers: `Flipfive`, `Flipfive3` at level 3, \
         `Flipfive-weights` for a classic player. The depth holds for `go`, `hint` and `analyze`; 0 \
         means no limit. The end of the game is solved when the depth reaches it.";
        "> nboard 2\n> set depth 12\n< set myname Flipfive"
    },
    command! {
        "set contempt", "C", (float, opt(rest)) => |call: &mut Call<'_>, (contempt, _)| {
            set_contempt(call, contempt)
        };
        "Sets the worth of a draw for Black, in hundredths of a disc from -100 to 100.";
        "No reply. Proven draws are shown with this value. The choice of moves stays the same: \
         differences at the end are even, so a draw remains better than any loss and worse than any \
         win. Estimates know nothing of draws.";
        "> nboard 2\n> set contempt 100\n> ping 1\n< pong 1"
    },
];

fn nboard(_: &mut Call<'_>, version: Option<i64>) -> Result<(), Failure> {
    log::debug!("NBoard protocol, version {version:?}");
    // Any first command has made the game Othello already.
    Ok(())
}

fn set_game(call: &mut Call<'_>, text: &str) -> Result<(), Failure> {
    let failure = |what: String| Failure::Text(format!("Cannot set the game: {what}"));
    let game = ggf::read(text).map_err(|error| failure(error.to_string()))?;
    call.session
        .load(&game.record())
        .map_err(|refusal| failure(refusal.to_string()))?;
    call.state.game = game;
    Ok(())
}

fn play(call: &mut Call<'_>, text: &str) -> Result<(), Failure> {
    let record = call.session.record();
    let waiting = record.side();
    let mut played = ggf::read_move(waiting, text)
        .map_err(|what| Failure::Text(format!("Not a move: {what}")))?;
    let name = ggf::name(played.mv);
    let illegal = |reason: &str| Failure::Text(format!("Illegal move {name}: {reason}"));
    if record.outcome().is_some() {
        return Err(illegal("the game is over"));
    }
    let mut plies = Vec::new();
    if played.mv != Move::Pass && record.legal() == [Move::Pass] {
        plies.push(Played {
            side: waiting,
            mv: Move::Pass,
            eval: None,
            time: None,
        });
        played.side = waiting.other();
    }
    plies.push(played);
    let moves: Vec<_> = plies
        .iter()
        .map(|played| (played.side, played.mv))
        .collect();
    call.session
        .play_all(&moves)
        .map_err(|refusal| match refusal {
            Refusal::Illegal(reason) => illegal(&reason.to_string()),
            other => illegal(&other.to_string()),
        })?;
    call.state.game.moves.extend(plies);
    Ok(())
}

/// No game of Othello has more moves.
const MOST_PLIES: u32 = 60;

fn set_depth(call: &mut Call<'_>, plies: u32) -> Result<(), Failure> {
    let plies = plies.min(MOST_PLIES).to_string();
    call.session
        .set_option("depth", &plies)
        .map_err(|refusal| Failure::Text(refusal.to_string()))?;
    let options = call.session.options();
    let mut name = call.session.name().to_owned();
    if !options.classic.is_empty() {
        name += &format!("-{}", options.classic);
    } else if options.level < 8 {
        name += &options.level.to_string();
    }
    call.write(format!("set myname {name}\n"));
    Ok(())
}

fn set_contempt(call: &mut Call<'_>, contempt: f64) -> Result<(), Failure> {
    call.state.contempt = contempt.clamp(-100.0, 100.0).round() as i32;
    Ok(())
}
