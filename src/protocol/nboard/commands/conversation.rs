//! Commands about the conversation.

use crate::protocol::Action;
use crate::protocol::lexer::{integer, opt, rest_of_line};
use crate::protocol::nboard::call::{Call, Command, command};

pub(crate) const COMMANDS: &[Command] = &[
    command! {
        "nboard", "VERSION", (opt(integer(0..=i64::MAX)), opt(rest_of_line)) => |_: &mut Call<'_>, (version, _)| {
            log::debug!("NBoard protocol, version {version:?}");
            // `execute` selects Othello before it runs any command.
            Ok(())
        };
        "Starts the conversation and selects Othello.";
        "The command also overrides a different game of the command line. The engine speaks \
         version 2 of the protocol, which includes version 1. Reply: nothing.";
        "> nboard 2\n> ping 1\n< pong 1"
    },
    command! {
        "ping", "N", (integer(i64::MIN..=i64::MAX), opt(rest_of_line)) => |call: &mut Call<'_>, (number, _)| {
            call.write(format!("pong {number}\n"));
            Ok(())
        };
        "Stops the search and synchronises the GUI and the engine.";
        "Reply: `pong N`, after the search has stopped. All lines before `pong` belong to earlier \
         commands. An interrupted `go` still replies with a move; an interrupted `hint` or \
         `analyze` just ends.";
        "> nboard 2\n> ping 41\n< pong 41\n> ping 42\n< pong 42"
    },
    command! {
        "quit", "", opt(rest_of_line) => |call: &mut Call<'_>, _| {
            call.actions.push(Action::Quit);
            Ok(())
        };
        "Ends the program.";
        "Reply: nothing. The command stops a running search, and the searches that wait before it. \
         If it arrives within 100 ms of `go` or `analyze`, it belongs to a script and waits until \
         the search ends.";
        "> nboard 2\n> quit"
    },
];
