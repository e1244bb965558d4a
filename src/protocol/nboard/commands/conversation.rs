//! Commands about the conversation.

use crate::protocol::command::{Failure, command};
use crate::protocol::interface::Action;
use crate::protocol::lexer::{integer, rest_of_line};
use crate::protocol::nboard::call::{Call, Command};
use nom::combinator::opt;

pub const COMMANDS: &[Command] = &[
    command! {
        "nboard", "VERSION", (opt(integer(0..=i64::MAX)), opt(rest_of_line)) => |call: &mut Call<'_>, (version, _)| {
            nboard(call, version)
        };
        "Begins the conversation.";
        "No reply. The game is Othello from now on, whatever the command line said; sent again it changes \
         nothing. Version 2 of the protocol is spoken; whoever speaks version 1 will not notice.";
        "> nboard 2\n> ping 1\n< pong 1"
    },
    command! {
        "ping", "N", (integer(i64::MIN..=i64::MAX), opt(rest_of_line)) => |call: &mut Call<'_>, (number, _)| {
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
        "quit", "", opt(rest_of_line) => |call: &mut Call<'_>, _| {
            call.actions.push(Action::Quit);
            Ok(())
        };
        "Ends the program.";
        "No reply. A search that is running ends at once; only within 100 ms of `go` or `analyze`, as in a \
         script, does `quit` wait for the answer.";
        "> nboard 2\n> quit"
    },
];

fn nboard(_: &mut Call<'_>, version: Option<i64>) -> Result<(), Failure> {
    log::debug!("NBoard protocol, version {version:?}");
    // Any first command has made the game Othello already.
    Ok(())
}
