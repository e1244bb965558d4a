//! Commands about the program itself.

use crate::protocol::command::{Failure, command};
use crate::protocol::gtp::call::{Answer, Call, Command};
use crate::protocol::gtp::text::lines;
use crate::protocol::interface::Action;
use crate::protocol::lexer::{no_arguments, word};

pub const COMMANDS: &[Command] = &[
    command! {
        "protocol_version", "", no_arguments => |_: &mut Call<'_>, ()| text("2");
        "Version of the protocol.";
        "Reply: `2`. Sabaki sends it to end an analysis, as any line does.";
        "> protocol_version\n< = 2"
    },
    command! {
        "name", "", no_arguments => |call: &mut Call<'_>, ()| text(call.session.name());
        "Name of the program.";
        "Reply: `Flipfive`, or the name of the engine behind `flipfive bridge`.";
        "> 1 name\n< =1 Flipfive"
    },
    command! {
        "version", "", no_arguments => |_: &mut Call<'_>, ()| text(env!("CARGO_PKG_VERSION"));
        "Version of the program.";
        "Reply: numbers with dots.";
        "> version\n< = {any}"
    },
    command! {
        "known_command", "NAME", word => known_command;
        "Whether there is a command of this name.";
        "Reply: `true` or `false`. Names are compared in their exact case.";
        "> known_command genmove\n< = true\n> known_command GENMOVE\n< = false"
    },
    command! {
        "list_commands", "", no_arguments => list_commands;
        "Every command.";
        "Reply: the names, one on a line.";
        "> list_commands\n< = protocol_version\n< name\n< {lines}"
    },
    command! {
        "quit", "", no_arguments => |_: &mut Call<'_>, ()| Ok(Answer::Quit);
        "Ends the program.";
        "Reply: nothing. While the engine is thinking about a move, `quit` ends the search, whose \
         command is still answered; only within 100 ms of that command, as in a script, does it \
         wait for the search. The end of the input works in the same way.";
        "> quit\n< ="
    },
    command! {
        "cputime", "", no_arguments => cputime;
        "Processor time that the program has used.";
        "Reply: seconds, summed over all threads.";
        "> cputime\n< = {float}"
    },
    command! {
        "clear_cache", "", no_arguments => clear_cache;
        "Forgets everything learnt from earlier positions.";
        "Reply: nothing. With one thread and a depth or node limit, the next search is then the same \
         as that of a program just started.";
        "> clear_cache\n< ="
    },
];

fn text(text: &str) -> Result<Answer, Failure> {
    Ok(Answer::Text(text.into()))
}

fn known_command(call: &mut Call<'_>, name: &str) -> Result<Answer, Failure> {
    Ok(call.table.find(name).is_some().to_string().into())
}

fn list_commands(call: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    Ok(lines(
        call.table
            .commands()
            .map(|command| command.spec.name.to_owned()),
    )
    .into())
}

fn cputime(_: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    let used = cpu_time::ProcessTime::try_now()
        .map_err(|error| format!("the system does not tell: {error}"))?;
    Ok(format!("{:.3}", used.as_duration().as_secs_f64()).into())
}

fn clear_cache(call: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    call.actions.push(Action::ClearHash);
    Answer::done()
}
