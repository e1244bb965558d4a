//! Commands that concern the program itself.

use crate::protocol::Action;
use crate::protocol::gtp::call::{Answer, Call, Command, Failure, command};
use crate::protocol::gtp::text::lines;
use crate::protocol::lexer::{no_arguments, word};

pub(crate) const COMMANDS: &[Command] = &[
    command! {
        "protocol_version", "", no_arguments => |_: &mut Call<'_>, ()| Ok("2".to_owned());
        "Shows the version of the protocol.";
        "Reply: `2`. Sabaki sends this command to end an analysis; any other line ends it as \
         well.";
        "> protocol_version\n< = 2"
    },
    command! {
        "name", "", no_arguments => |call: &mut Call<'_>, ()| Ok(call.session.name().to_owned());
        "Shows the name of the program.";
        "Reply: `Flipfive`, or the name of the engine behind `flipfive bridge`.";
        "> 1 name\n< =1 Flipfive"
    },
    command! {
        "version", "", no_arguments => |_: &mut Call<'_>, ()| Ok(env!("CARGO_PKG_VERSION").to_owned());
        "Shows the version of the program.";
        "Reply: numbers separated by dots.";
        "> version\n< = {any}"
    },
    command! {
        "known_command", "NAME", word => known_command;
        "Shows whether a command exists.";
        "Reply: `true` or `false`. The case of NAME matters.";
        "> known_command genmove\n< = true\n> known_command GENMOVE\n< = false"
    },
    command! {
        "list_commands", "", no_arguments => list_commands;
        "Lists all commands.";
        "Reply: the names, one per line.";
        "> list_commands\n< = protocol_version\n< name\n< {lines}"
    },
    command! {
        "quit", "", no_arguments => |_: &mut Call<'_>, ()| Ok(Answer::Quit);
        "Ends the program.";
        "Reply: nothing. During a search for a move, `quit` stops the search, and the engine \
         still answers the search command. Search commands that wait before `quit` are answered \
         at once, too. If `quit` arrives within 100 ms of the running command, as in a script, it waits until \
         the search ends.";
        "> quit\n< ="
    },
    command! {
        "cputime", "", no_arguments => cputime;
        "Shows the processor time that the program has used.";
        "Reply: seconds, summed over all threads.";
        "> cputime\n< = {float}"
    },
    command! {
        "clear_cache", "", no_arguments => clear_cache;
        "Clears the results of earlier searches.";
        "Reply: nothing. With one thread and a depth or node limit, the next search then has the \
         same result as in a new process.";
        "> clear_cache\n< ="
    },
];

fn known_command(call: &mut Call<'_>, name: &str) -> Result<String, Failure> {
    Ok(call.table.find(name).is_some().to_string())
}

fn list_commands(call: &mut Call<'_>, (): ()) -> Result<String, Failure> {
    Ok(lines(
        call.table.commands().map(|command| command.spec.name),
    ))
}

fn cputime(_: &mut Call<'_>, (): ()) -> Result<String, Failure> {
    let used = cpu_time::ProcessTime::try_now()
        .map_err(|error| format!("cannot read the processor time: {error}"))?;
    Ok(format!("{:.3}", used.as_duration().as_secs_f64()))
}

fn clear_cache(call: &mut Call<'_>, (): ()) -> Result<(), Failure> {
    call.actions.push(Action::ClearHash);
    Ok(())
}
