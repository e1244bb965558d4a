//! The commands for playing a game, as Gomocup defines them.

use crate::engine::Variant;
use crate::game::{Move, Setup, Side};
use crate::gomoku::{Rule, Rules};
use crate::protocol::CommandSpec;
use crate::protocol::gomocup::blocked_moves::BlockedMoves;
use crate::protocol::gomocup::call::{Answer, Call, Command, Failure, ReplyKind, command};
use crate::protocol::gomocup::coordinates::{Pair, numbers, pair};
use crate::protocol::gomocup::{info, set_up};
use crate::protocol::lexer::{Parser, no_arguments, opt, parse_all, rest_of_line};
use crate::session::{SearchMode, SearchOptions, SessionError};
use nom::combinator::map_opt;

pub(crate) const COMMANDS: &[Command] = &[
    command! {
        "START", "SIZE", sizes => start;
        "Starts a new game on a board of SIZE by SIZE points.";
        "SIZE is 5 to 22. A second number, equal to the first, is allowed; Yixin-Board sends it, \
         so it also selects that GUI's order of coordinates. The rule is that of `INFO rule`, or \
         else that of the command line, or else freestyle. Reply: `OK`. Errors: an unacceptable \
         size or rule.";
        "> START 15\n< OK\n> START 4\n< ERROR unacceptable size: Gomoku is played on 5 to 22, such as 20"
    },
    command! {
        "RECTSTART", "WIDTH,HEIGHT", pair => rectstart;
        "Starts a new game on a board of WIDTH by HEIGHT points.";
        "Reply: `OK` if both are equal. Errors: unequal numbers, since only square boards are \
         supported; those of START.";
        "> RECTSTART 20,15\n< ERROR rectangular boards are not supported: expected a square one such as 20x20"
    },
    command! {
        "RESTART", "", no_arguments => restart;
        "Starts a new game on the same board.";
        "Reply: `OK`. Errors: no START was sent.";
        "> START 20\n< OK\n> TURN 10,10\n< {messages}\n< {point}\n> RESTART\n< OK"
    },
    command! {
        "BEGIN", "", no_arguments => begin;
        "Searches for the first move of the game and plays it.";
        "Reply: a point `x,y`. Errors: the board is not empty.";
        "> START 15\n< OK\n> BEGIN\n< {messages}\n< 7,7"
    },
    command! {
        "TURN", "X,Y", pair => turn;
        "Plays a move of the opponent, searches for the reply and plays it.";
        "Reply: a point `x,y`, or a MESSAGE with the result if the game is over. Errors: the point \
         is outside the board, occupied, or forbidden for Black in Renju.";
        "> START 15\n< OK\n> TURN 7,7\n< {messages}\n< {point}\n> TURN 7,7\n< ERROR illegal move: the \
         point is occupied"
    },
    command! {
        "BOARD", "" then Stones, no_arguments => board;
        "Sets up a position, searches for a move and plays it.";
        "The lines up to `DONE` are the whole position, in any order; there may be none. WHO is 1 \
         for a stone of the engine and 2 for a stone of the opponent. A point with WHO 3 is \
         ignored. If the stones alternate between Black and White, they become the moves of the \
         game. The engine is Black if the number of stones is even. A line `-1,-1,WHO` is a pass. If there is one line more with WHO 1 \
         than with 2, which no game has, the numbers are taken for colours, Black 1 and White 2. The lines may also stand on \
         the line of the command, with `DONE` at its end. Reply: after `DONE`, a point \
         `x,y`, or a MESSAGE with the result if the game is over. Errors: a malformed line, a \
         point outside the board, two stones on one point.";
        "> START 15\n< OK\n> BOARD\n> 7,7,2\n> 8,7,1\n> 9,9,2\n> DONE\n< {messages}\n< {point}"
    },
    command! {
        "TAKEBACK", "X,Y", pair => takeback;
        "Takes back a stone.";
        "X,Y must be the last stone. In a set-up position without moves, it may be any stone. \
         Reply: `OK`. Errors: the point is empty, or its stone is not the last one.";
        "> START 15\n< OK\n> TURN 7,7\n< {messages}\n< {point}\n> TAKEBACK 0,0\n< ERROR there is no \
         stone on 0,0"
    },
    command! {
        "PLAY", "X,Y", pair => play;
        "Plays a given move for the engine, without a search.";
        "Reply: the same point. Errors: as for TURN.";
        "> START 15\n< OK\n> PLAY 7,7\n< 7,7"
    },
    command! {
        "STOP", "", no_arguments => |_: &mut Call<'_>, ()| Answer::nothing();
        "Stops the search.";
        "The engine answers the running command with the best move found so far. Reply: nothing. \
         YXSTOP does the same, and so does `INFO timeout_turn` with a limit that the search has \
         already reached.";
        "> START 15\n< OK\n> STOP"
    },
    command! {
        "INFO", "KEY VALUE", opt(rest_of_line) => info::set;
        "Sets a time limit, the rule, the memory limit or another parameter.";
        "The keys are listed at the end of this chapter. The command is allowed at any time, also \
         between the lines of a BOARD and during a search. Reply: nothing. A malformed value is \
         ignored, and a MESSAGE before the next answer says so. After an unsupported rule, the \
         commands of the game fail with the reason until INFO sets another rule. If the game on the \
         board is illegal under a new rule, the next command has to be START, RESTART, BOARD, YXBOARD or \
         a command of an opening that sets up its stones itself. Unknown keys are ignored.";
        "> INFO timeout_turn 5000\n> INFO rule 2\n> START 15\n< ERROR rule 2 is not supported, expected 0 \
         (freestyle), 1 (standard), 4 (renju), 8 (caro) or 9 (caro-exact)\n> INFO rule 1\n> START 15\n\
         < OK"
    },
    command! {
        "ABOUT", "", no_arguments => about;
        "Shows the name and version of the program.";
        "Reply: one line with `name`, `version`, `author` and `country`.";
        "> ABOUT\n< name=\"Flipfive\", version=\"{any}\", author=\"{any}\", country=\"{any}\""
    },
    command! {
        "END", "", no_arguments => |_: &mut Call<'_>, ()| Ok(Answer::Quit);
        "Ends the program.";
        "Reply: nothing. The program ends at once, also during a search. If END arrives within 100 \
         ms of the search command, it belongs to a script and waits until the search ends.";
        "> END"
    },
];

/// The error for a rectangular board. After an error of START or RECTSTART with `20` in it, Piskvork changes to 20 by
/// 20 points and goes on; after any other one, it stops the engine.
const RECTANGULAR: &str =
    "rectangular boards are not supported: expected a square one such as 20x20";

/// The arguments of START: one size, or two.
fn sizes(input: &str) -> crate::protocol::lexer::ParseResult<'_, (i64, Option<i64>)> {
    map_opt(numbers, |numbers| match numbers[..] {
        [size] => Some((size, None)),
        [width, height] => Some((width, Some(height))),
        _ => None,
    })
    .parse(input)
}

/// Whether a command that begins a game does so with these arguments, under a rule that is supported.
pub(crate) fn begins_game(spec: &CommandSpec, arguments: &str) -> bool {
    let playable = |(width, height): (i64, Option<i64>)| {
        let size = u8::try_from(width).is_ok_and(|size| Rules::new(size, Rule::Freestyle).is_ok());
        size && height.is_none_or(|height| height == width)
    };
    spec.accepts(arguments)
        && (arguments.is_empty() || parse_all(sizes, arguments).is_some_and(playable))
}

fn start(call: &mut Call<'_>, (width, height): (i64, Option<i64>)) -> Result<Answer, Failure> {
    if let Some(text) = &call.state.rule_error {
        return Err(text.clone().into());
    }
    if height.is_some_and(|height| height != width) {
        return Err(RECTANGULAR.into());
    }
    let rule = call.state.rule.unwrap_or(match call.session.variant() {
        Variant::Gomoku(rule) => rule,
        Variant::Othello => Rule::Freestyle,
    });
    // A number that does not fit into a byte is too large, so `u8::MAX` gets the same error.
    let size = u8::try_from(width).unwrap_or(u8::MAX);
    let former_size = call.session.record().size();
    call.session
        .set_game_and_size(Variant::Gomoku(rule), size)
        .map_err(|error| match error {
            // For Piskvork, as `RECTANGULAR`.
            SessionError::Size { .. } => Failure::Text(format!("{error}, such as 20")),
            _ => error.into(),
        })?;
    if size != former_size {
        // They are kept by rank, so that they would be other points of the new board.
        call.state.blocked = BlockedMoves::default();
    }
    // The protocol has no resignation.
    call.session.set_option("resign", "false")?;
    call.state.begin_game(call.session);
    call.state.yixin |= height.is_some();
    Answer::line("OK")
}

fn rectstart(call: &mut Call<'_>, Pair(width, height): Pair) -> Result<Answer, Failure> {
    if width != height {
        return Err(RECTANGULAR.into());
    }
    start(call, (width, None))
}

fn restart(call: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    call.check_board()?;
    if call.state.game_error.is_some() {
        let (variant, size) = (
            call.state.variant(call.session),
            call.session.record().size(),
        );
        call.session.set_game_and_size(variant, size)?;
    }
    call.session.clear();
    call.state.begin_game(call.session);
    Answer::line("OK")
}

/// Searches with this number of lines (multi-PV; 0 for the default) and plays the best move.
pub(crate) fn search_and_play(call: &mut Call<'_>, lines: usize) -> Result<Answer, Failure> {
    let options = SearchOptions {
        lines,
        ..SearchOptions::default()
    };
    call.search(SearchMode::Play, options, ReplyKind::Move)
}

fn begin(call: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    call.check_started()?;
    if call.session.record().current() != Setup::empty(call.session.record().size()) {
        return Err("BEGIN needs an empty board: use TURN or BOARD".into());
    }
    search_and_play(call, 0)
}

/// Plays a move for the side to move.
fn play_pair(call: &mut Call<'_>, pair: Pair) -> Result<(), Failure> {
    call.check_started()?;
    let vertex = call.coordinates().vertex(pair)?;
    let side = call.session.record().side();
    call.session.play(side, Move::Place(vertex))?;
    Ok(())
}

fn turn(call: &mut Call<'_>, pair: Pair) -> Result<Answer, Failure> {
    play_pair(call, pair)?;
    search_and_play(call, 0)
}

fn board(call: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    call.check_board()?;
    set_up::set_up_payload(call)?;
    search_and_play(call, 0)
}

fn takeback(call: &mut Call<'_>, pair: Pair) -> Result<Answer, Failure> {
    call.check_started()?;
    let vertex = call.coordinates().vertex(pair)?;
    let record = call.session.record();
    let Pair(first, second) = pair;
    let Some(side) = record.stone(vertex) else {
        return Err(format!("there is no stone on {first},{second}").into());
    };
    match record.moves().last() {
        Some(&(_, last)) if last == Move::Place(vertex) => call.session.undo(1)?,
        Some(_) => return Err(format!("{first},{second} is not the last stone").into()),
        None => {
            let mut setup = record.current();
            setup.set(vertex, None);
            // On an empty board, Black is to move.
            let is_empty = setup.stones().next().is_none();
            setup.to_move = if is_empty { Side::Black } else { side };
            call.session.set_up(&setup)?;
        }
    }
    Answer::line("OK")
}

fn play(call: &mut Call<'_>, pair: Pair) -> Result<Answer, Failure> {
    play_pair(call, pair)?;
    let Pair(first, second) = pair;
    Answer::line(format!("{first},{second}"))
}

fn about(call: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    let name = call.session.name().replace('"', "'");
    Answer::line(format!(
        "name=\"{name}\", version=\"{}\", author=\"the authors of Flipfive\", country=\"-\"",
        env!("CARGO_PKG_VERSION")
    ))
}
