//! Commands about the settings.

use crate::protocol::lexer::{float, integer, opt, rest_of_line};
use crate::protocol::nboard::call::{Call, Command, Failure, command};

pub(crate) const COMMANDS: &[Command] = &[
    command! {
        "set depth", "PLIES", (integer(0..=u32::MAX), opt(rest_of_line)) => set_depth;
        "Sets the depth of a search in the midgame.";
        "PLIES limits `go`, `hint` and `analyze` in the midgame; 0 means no limit, and more than 60 counts as 60. The engine solves a position that has at most PLIES \
         empty squares. It also solves one that has at most 2 * PLIES and at most 22: from depth 11 on, the last 22 squares are \
         exact, unless a clock or the option `nodes` ends the search before. A level below 8 or a classic player has its own \
         endgame in `go`. The flag `--depth` sets the same depth. Reply: `set myname` with the name of the \
         player: `Flipfive`, `Flipfive3` at level 3, or `Flipfive-weights` for a classic player.";
        "> nboard 2\n> set depth 12\n< set myname Flipfive"
    },
    command! {
        "set contempt", "C", (float, opt(rest_of_line)) => set_contempt;
        "Sets the value of a draw for Black.";
        "C is in hundredths of a disc, from -100 to 100; other numbers count as the nearest of these. The engine shows a proven draw with this \
         value; estimates do not change. The engine's moves do not change either: all other \
         results differ from a draw by at least two discs. Reply: nothing.";
        "> nboard 2\n> set contempt 100\n> ping 1\n< pong 1"
    },
];

/// The maximum number of moves in a game of Othello.
const MAX_PLIES: u32 = 60;

fn set_depth(call: &mut Call<'_>, (plies, _): (u32, Option<&str>)) -> Result<(), Failure> {
    let plies = plies.min(MAX_PLIES).to_string();
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

fn set_contempt(call: &mut Call<'_>, (contempt, _): (f64, Option<&str>)) -> Result<(), Failure> {
    call.state.contempt = contempt.clamp(-100.0, 100.0).round() as i32;
    Ok(())
}
