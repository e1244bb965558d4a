//! The commands of the Gomocup protocol.

use crate::engine::Variant;
use crate::game::{Move, Setup};
use crate::gomoku::Rule;
use crate::protocol::command::{Failure, command};
use crate::protocol::gomocup::call::{Answer, Call, Command, ReplyKind};
use crate::protocol::gomocup::coordinates::{Pair, numbers, pair};
use crate::protocol::gomocup::{info, set_up};
use crate::protocol::lexer::{no_arguments, rest_of_line};
use crate::session::{SearchMode, SearchOptions};
use nom::Parser;
use nom::combinator::{map_opt, opt};

pub const COMMANDS: &[Command] = &[
    command! {
        "START", "SIZE", sizes => start;
        "A new game on a board of this size.";
        "SIZE is 5 to 22. Two equal numbers are accepted as well, and mean that the other end is \
         Yixin-Board. The rule is the one of `INFO rule`, otherwise the one that the program was \
         started with, otherwise freestyle. Reply: `OK`. Errors: a size or a rule that cannot be \
         played.";
        "> START 15\n< OK\n> START 4\n< ERROR unacceptable size: Gomoku is played on 5 to 22"
    },
    command! {
        "RECTSTART", "WIDTH,HEIGHT", pair => rectstart;
        "A new game on a board with two sides.";
        "Reply: `OK` if both are equal. Errors: otherwise, as boards are square here.";
        "> RECTSTART 20,15\n< ERROR rectangular boards are not supported: expected two equal sizes"
    },
    command! {
        "RESTART", "", no_arguments => restart;
        "A new game on the same board.";
        "Reply: `OK`. Errors: there was no START.";
        "> START 20\n< OK\n> TURN 10,10\n< {messages}\n< {point}\n> RESTART\n< OK"
    },
    command! {
        "BEGIN", "", no_arguments => begin;
        "Asks for the first move of the game.";
        "Reply: a point `x,y`. Errors: the board is not empty.";
        "> START 15\n< OK\n> BEGIN\n< {messages}\n< 7,7"
    },
    command! {
        "TURN", "X,Y", pair => turn;
        "Plays the opponent's move and asks for the answer.";
        "Reply: a point `x,y`, or a MESSAGE that the game is over. Errors: the point is not on the board, \
         occupied, or forbidden for Black in Renju.";
        "> START 15\n< OK\n> TURN 7,7\n< {messages}\n< {point}\n> TURN 7,7\n< ERROR illegal move: the \
         point is occupied"
    },
    command! {
        "BOARD", "" then Stones, no_arguments => board;
        "Sets the whole position and asks for a move.";
        "WHO is 1 for our own stones, 2 for the opponent's; 3 marks a point of which nothing is said \
         here and which stays empty. The stones may come in any order; if Black and White alternate \
         they are taken for the moves of the game. Black is whoever has as many stones as the other \
         side when it is our turn. There may be no stone at all. Reply: a point `x,y`, once `DONE` \
         has come, or a MESSAGE that the game is over. Errors: a line that is no stone, two stones on \
         one point.";
        "> START 15\n< OK\n> BOARD\n> 7,7,2\n> 8,7,1\n> 9,9,2\n> DONE\n< {messages}\n< {point}"
    },
    command! {
        "TAKEBACK", "X,Y", pair => takeback;
        "Takes back a stone.";
        "The last one; if the position was set by BOARD, any one. Reply: `OK`. Errors: there is no \
         such stone, or it is not the last one.";
        "> START 15\n< OK\n> TURN 7,7\n< {messages}\n< {point}\n> TAKEBACK 0,0\n< ERROR there is no \
         stone on 0,0"
    },
    command! {
        "PLAY", "X,Y", pair => play;
        "Plays a move for us that the manager has chosen.";
        "Reply: the same point. Errors: as for TURN.";
        "> START 15\n< OK\n> PLAY 7,7\n< 7,7"
    },
    command! {
        "STOP", "", no_arguments => |_: &mut Call<'_>, ()| Answer::nothing();
        "Ends the search that is running.";
        "It answers with the best move so far. When nothing is running there is no reply. `INFO \
         timeout_turn 0` and YXSTOP do the same.";
        "> START 15\n< OK\n> STOP"
    },
    command! {
        "INFO", "KEY VALUE", opt(rest_of_line) => info::set;
        "Tells about time, rules and memory.";
        "It may come at any time, also between the lines of a board and while a search is running. \
         There is no reply. A value that is malformed is reported by a MESSAGE before the next answer, \
         one that cannot be met by an ERROR instead of it; keys that are not listed below are \
         ignored.";
        "> INFO timeout_turn 5000\n> INFO rule 2\n> START 15\n< ERROR rule 2 is not supported, expected 0 \
         (freestyle), 1 (standard), 4 (renju), 8 (caro) or 9 (caro-exact)\n> INFO rule 1\n> START 15\n\
         < OK"
    },
    command! {
        "ABOUT", "", no_arguments => about;
        "What the program is.";
        "Reply: one line with `name`, `version`, `author` and `country`.";
        "> ABOUT\n< name=\"Flipfive\", version=\"{any}\", author=\"{any}\", country=\"{any}\""
    },
    command! {
        "END", "", no_arguments => |_: &mut Call<'_>, ()| Ok(Answer::Quit);
        "Ends the program.";
        "At once, also while a search is running, unless it comes within 100 ms of the request for \
         it, as in a script. There is no reply.";
        "> END"
    },
];

/// One size, or two.
fn sizes(input: &str) -> crate::protocol::lexer::ParseResult<'_, (i64, Option<i64>)> {
    map_opt(numbers, |numbers| match numbers[..] {
        [size] => Some((size, None)),
        [width, height] => Some((width, Some(height))),
        _ => None,
    })
    .parse(input)
}

fn start(call: &mut Call<'_>, (width, height): (i64, Option<i64>)) -> Result<Answer, Failure> {
    if let Some(text) = &call.state.start_error {
        return Err(text.clone().into());
    }
    if height.is_some_and(|height| height != width) {
        return Err("rectangular boards are not supported: expected two equal sizes".into());
    }
    let rule = call.state.rule.unwrap_or(match call.session.variant() {
        Variant::Gomoku(rule) => rule,
        Variant::Othello => Rule::Freestyle,
    });
    // What does not fit into a byte is too large in any case.
    let size = u8::try_from(width).unwrap_or(u8::MAX);
    call.session
        .set_game_and_size(Variant::Gomoku(rule), size)?;
    // The protocol has no resignation.
    call.session.set_option("resign", "false")?;
    call.state.begin_game(call.session);
    call.state.yixin |= height.is_some();
    Answer::line("OK")
}

fn rectstart(call: &mut Call<'_>, Pair(width, height): Pair) -> Result<Answer, Failure> {
    if width != height {
        return Err("rectangular boards are not supported: expected two equal sizes".into());
    }
    start(call, (width, None))
}

fn restart(call: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    call.check_started()?;
    call.session.clear();
    call.state.begin_game(call.session);
    Answer::line("OK")
}

pub fn think(call: &mut Call<'_>, lines: usize) -> Result<Answer, Failure> {
    let options = SearchOptions {
        lines,
        ..SearchOptions::default()
    };
    call.search(SearchMode::Play, options, ReplyKind::Move)
}

fn begin(call: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    call.check_started()?;
    if call.session.record().now() != Setup::empty(call.session.record().size()) {
        return Err("BEGIN is for an empty board: use TURN or BOARD".into());
    }
    think(call, 0)
}

/// Plays a move of whoever is to move.
fn put(call: &mut Call<'_>, pair: Pair) -> Result<(), Failure> {
    call.check_started()?;
    let vertex = call.coordinates().vertex(pair)?;
    let side = call.session.record().side();
    call.session.play(side, Move::Place(vertex))?;
    Ok(())
}

fn turn(call: &mut Call<'_>, pair: Pair) -> Result<Answer, Failure> {
    put(call, pair)?;
    think(call, 0)
}

fn board(call: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    call.check_started()?;
    set_up::set_up_payload(call)?;
    think(call, 0)
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
            let mut setup = record.now();
            setup.set(vertex, None);
            setup.to_move = side;
            call.session.set_up(&setup)?;
        }
    }
    Answer::line("OK")
}

fn play(call: &mut Call<'_>, pair: Pair) -> Result<Answer, Failure> {
    put(call, pair)?;
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
