//! Commands about the settings.

use crate::protocol::command::{Failure, command};
use crate::protocol::lexer::{float, integer, rest_of_line};
use crate::protocol::nboard::call::{Call, Command};
use nom::combinator::opt;

pub const COMMANDS: &[Command] = &[
    command! {
        "set depth", "PLIES", (integer(0..=u32::MAX), opt(rest_of_line)) => |call: &mut Call<'_>, (plies, _)| {
            set_depth(call, plies)
        };
        "Sets the greatest depth of a search.";
        "Reply: `set myname` with the name of who answers: `Flipfive`, `Flipfive3` at level 3, \
         `Flipfive-weights` for a classic player. The depth holds for `go`, `hint` and `analyze`; 0 \
         means no limit. The end of the game is solved when the depth reaches it.";
        "> nboard 2\n> set depth 12\n< set myname Flipfive"
    },
    command! {
        "set contempt", "C", (float, opt(rest_of_line)) => |call: &mut Call<'_>, (contempt, _)| {
            set_contempt(call, contempt)
        };
        "Sets the worth of a draw for Black, in hundredths of a disc from -100 to 100.";
        "No reply. Proven draws are shown with this value. The choice of moves stays the same: \
         differences at the end are even, so a draw remains better than any loss and worse than any \
         win. Estimates know nothing of draws.";
        "> nboard 2\n> set contempt 100\n> ping 1\n< pong 1"
    },
];

/// No game of Othello has more moves.
const MOST_PLIES: u32 = 60;

fn set_depth(call: &mut Call<'_>, plies: u32) -> Result<(), Failure> {
    let plies = plies.min(MOST_PLIES).to_string();
    call.session.set_option("depth", &plies)?;
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
