//! The commands that Yixin-Board adds to the protocol.

use crate::game::{Move, Side, Vertex};
use crate::protocol::Action;
use crate::protocol::gomocup::call::{
    Answer, Call, Command, Failure, ReplyKind, best_move, command, lines_of,
};
use crate::protocol::gomocup::commands::{game, openings::best_vertex};
use crate::protocol::gomocup::coordinates::{Coordinates, Pair};
use crate::protocol::gomocup::info::max_threads;
use crate::protocol::gomocup::set_up;
use crate::protocol::lexer::{integer, no_arguments, word_as};
use crate::search::{Balance, Value};
use crate::session::{FinishedSearch, SearchMode, SearchOptions};

pub(crate) const COMMANDS: &[Command] = &[
    command! {
        "YXSHOWINFO", "", no_arguments => show_info;
        "Shows the limits for the GUI's settings.";
        "Reply: `MESSAGE INFO MAX_THREAD_NUM N`, the number of processors, and `MESSAGE INFO \
         MAX_HASH_SIZE 24`, the size in KB that a GUI should offer at most, as a binary logarithm: 16 GB. \
         `INFO hash_size` takes more. The command also selects Yixin-Board's order of coordinates.";
        "> yxshowinfo\n< MESSAGE INFO MAX_THREAD_NUM {int}\n< MESSAGE INFO MAX_HASH_SIZE 24"
    },
    command! {
        "YXBOARD", "" then Stones, no_arguments => board;
        "Sets up a position.";
        "As BOARD, but without a search. Reply: nothing. Errors: as for BOARD.";
        "> START 15 15\n< OK\n> yxboard\n> 7,7,1\n> done\n> yxshowforbid\n< FORBID ."
    },
    command! {
        "YXSHOWFORBID", "", no_arguments => show_forbidden;
        "Lists the points that are forbidden for Black (Renju).";
        "Reply: `FORBID`, four digits for each point, and a full stop. The digits are two for each number of the point, in \
         the order of all points: for Yixin-Board the row first. Without forbidden points the reply is `FORBID .`.";
        "> INFO rule 4\n> START 15 15\n< OK\n> yxboard\n> 7,5,1\n> 0,0,2\n> 7,6,1\n> 0,2,2\n> 5,7,1\n> \
         0,4,2\n> 6,7,1\n> 0,6,2\n> done\n> yxshowforbid\n< FORBID 0707."
    },
    command! {
        "YXSTOP", "", no_arguments => |_: &mut Call<'_>, ()| Answer::nothing();
        "Stops the search.";
        "As STOP. Reply: nothing.";
        "> START 15 15\n< OK\n> yxstop"
    },
    command! {
        "YXNBEST", "N", integer(i64::MIN..=i64::MAX) => n_best;
        "Searches for the N best moves and plays the best one.";
        "N is 1 to 64; other numbers count as the nearest of these. Reply: a MESSAGE for each of \
         the moves with its value and principal variation, then the point of the best one. Level 4 and \
         the classic player `line-count` report only the move that they play. Levels 1 to 3 and \
         `threat-book` do not search, so there is no MESSAGE.";
        "> START 15 15\n< OK\n> INFO max_depth 3\n> yxboard\n> 7,7,2\n> done\n> yxnbest 2\n< \
         {messages}\n< {point}"
    },
    command! {
        "YXBALANCEONE", "BIAS", integer(-10_000i32..=10_000) => |call: &mut Call<'_>, bias| balance(call, 1, bias);
        "Plays the move that brings the value closest to BIAS.";
        "BIAS is the value for the engine's side, in hundredths of an evaluation unit, from -10000 \
         to 10000. Reply: the point.";
        "> START 15 15\n< OK\n> INFO max_node 1000\n> yxboard\n> 7,7,2\n> done\n> yxbalanceone 0\n< \
         {messages}\n< {point}"
    },
    command! {
        "YXBALANCETWO", "BIAS", integer(-10_000i32..=10_000) => |call: &mut Call<'_>, bias| balance(call, 2, bias);
        "Plays a move for each side, so that the value comes closest to BIAS.";
        "BIAS is the value for the side that moves first, in hundredths of an evaluation unit, \
         from -10000 to 10000. Reply: the two points, one per line, or after `INFO show_detail 2` or \
         `3` both on one line, with a space between them.";
        "> START 15 15\n< OK\n> INFO max_node 1000\n> yxboard\n> 7,7,2\n> done\n> yxbalancetwo 0\n< \
         {messages}\n< {point}\n< {point}"
    },
    command! {
        "YXSEARCHDEFEND", "", no_arguments => search_defend;
        "Searches for the moves that do not lose.";
        "The engine searches the moves near a stone, at most 64 of them, and plays none. Reply: `MESSAGE \
         REALTIME LOSE Y,X` for each move whose value is a loss, and a MESSAGE with the names of the other \
         moves, the best first. Against a threat that forces the answer, such as a four or an open three, \
         only the moves that may stop it and fours of the engine's own are searched. The reply does not \
         name the others, all of which lose. After `INFO show_detail 2` or `3` the engine plays the best \
         move, and its point is the last line of the reply.";
        "> START 15 15\n< OK\n> INFO max_depth 5\n> INFO max_node 10000\n> yxboard\n> 7,5,2\n> 0,0,1\n> 7,6,2\n> \
         0,14,1\n> 7,7,2\n> 14,0,1\n> 9,9,2\n> done\n> yxsearchdefend\n< {messages}\n< MESSAGE defences: {any}"
    },
    command! {
        "YXBLOCK", "" then Moves, no_arguments => |call: &mut Call<'_>, ()| block(call, true);
        "Blocks points: the search does not choose them.";
        "They stay blocked until YXBLOCKUNDO, YXBLOCKRESET or a START with another size. If all legal moves are blocked, the \
         block has no effect. Reply: nothing.";
        "> START 15 15\n< OK\n> yxblock\n> 7,7\n> done\n> BEGIN\n< {messages}\n< {point}"
    },
    command! {
        "YXBLOCKUNDO", "" then Moves, no_arguments => |call: &mut Call<'_>, ()| block(call, false);
        "Unblocks points.";
        "Reply: nothing.";
        "> START 15 15\n< OK\n> yxblockundo\n> 7,7\n> done"
    },
    command! {
        "YXBLOCKRESET", "", no_arguments => |call: &mut Call<'_>, ()| {
            call.state.blocked.reset();
            Answer::nothing()
        };
        "Unblocks all points that YXBLOCK has blocked.";
        "Reply: nothing.";
        "> yxblockreset"
    },
    command! {
        "YXBLOCKPATH", "" then Moves, no_arguments => |call: &mut Call<'_>, ()| block_path(call, true);
        "Blocks a line of play: the search does not choose its last move.";
        "The lines up to `DONE` are the moves of a game from its first move on. The last one is \
         blocked only in the position after the others. A last move outside the board has no effect, \
         since Yixin-Board blocks all points of its largest board. The line stays blocked until YXBLOCKPATHUNDO, \
         YXBLOCKPATHRESET or a START with another size. Reply: nothing.";
        "> START 15 15\n< OK\n> yxblockpath\n> 7,7\n> done\n> BEGIN\n< {messages}\n< {point}"
    },
    command! {
        "YXBLOCKPATHUNDO", "" then Moves, no_arguments => |call: &mut Call<'_>, ()| block_path(call, false);
        "Unblocks a line of play.";
        "Reply: nothing.";
        "> START 15 15\n< OK\n> yxblockpathundo\n> 7,7\n> done"
    },
    command! {
        "YXBLOCKPATHRESET", "", no_arguments => |call: &mut Call<'_>, ()| {
            call.state.blocked.reset_paths();
            Answer::nothing()
        };
        "Unblocks all lines of play.";
        "Reply: nothing.";
        "> yxblockpathreset"
    },
    command! {
        "YXFORBID", "add|del Y X SIDE", (
            word_as(added),
            integer(i64::MIN..=i64::MAX),
            integer(i64::MIN..=i64::MAX),
            integer(0u8..=1)
        ) => forbid;
        "Blocks or unblocks a point for one side.";
        "`add` blocks the point, `del` unblocks it, and so does a START with another size. SIDE is 0 for Black and 1 for White. Reply: \
         nothing.";
        "> START 15 15\n< OK\n> yxforbid add 7 7 0\n> BEGIN\n< {messages}\n< {point}"
    },
    command! {
        "YXHASHCLEAR", "", no_arguments => |call: &mut Call<'_>, ()| {
            call.actions.push(Action::ClearHash);
            Answer::nothing()
        };
        "Clears the transposition table.";
        "Reply: nothing.";
        "> yxhashclear"
    },
    command! {
        "YXHASHDUMP", "" then FileName, no_arguments => |_: &mut Call<'_>, ()| no_table_file();
        "Writes the transposition table to a file (not supported).";
        "Reply: a MESSAGE that says so.";
        "> yxhashdump\n> table.bin\n< MESSAGE files of the transposition table are not supported"
    },
    command! {
        "YXHASHLOAD", "" then FileName, no_arguments => |_: &mut Call<'_>, ()| no_table_file();
        "Reads the transposition table from a file (not supported).";
        "Reply: a MESSAGE that says so.";
        "> yxhashload\n> table.bin\n< MESSAGE files of the transposition table are not supported"
    },
    command! {
        "YXSHOWHASHUSAGE", "", no_arguments => hash_usage;
        "Shows how full the transposition table is.";
        "Reply: a MESSAGE with the size that the table may have (option `hash`), and with the use of the table of the \
         last search. With a time limit, that one is no larger than the search can fill.";
        "> yxshowhashusage\n< MESSAGE the transposition table may have 64 MB; that of the last search was 0.0 % full"
    },
    command! {
        "YXDRAW", "", no_arguments => |_: &mut Call<'_>, ()| Answer::line("MESSAGE draw declined");
        "Offers a draw.";
        "Reply: `MESSAGE draw declined`. The engine declines every draw.";
        "> yxdraw\n< MESSAGE draw declined"
    },
    command! {
        "YXRESIGN", "", no_arguments => |_: &mut Call<'_>, ()| Answer::line("MESSAGE resignation accepted");
        "Resigns.";
        "Reply: `MESSAGE resignation accepted`. The position stays on the board.";
        "> yxresign\n< MESSAGE resignation accepted"
    },
    command! {
        "YXPRINTFEATURE", "", no_arguments => print_features;
        "Lists the threats on the board.";
        "Reply: a MESSAGE for each threat, the strongest first, or `MESSAGE no threats`.";
        "> START 15 15\n< OK\n> yxprintfeature\n< MESSAGE no threats"
    },
];

fn show_info(call: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    call.state.yixin = true;
    Ok(Answer::Lines(vec![
        format!("MESSAGE INFO MAX_THREAD_NUM {}", max_threads()),
        // The end of a slider, as the logarithm of kilobytes: 16 GB. `INFO hash_size` takes more.
        "MESSAGE INFO MAX_HASH_SIZE 24".into(),
    ]))
}

fn board(call: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    call.check_board()?;
    set_up::set_up_payload(call)?;
    Answer::nothing()
}

fn show_forbidden(call: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    let coordinates = call.coordinates();
    let mut points: Vec<(i64, i64)> = Vec::new();
    if call.state.started {
        let forbidden = call.session.record().forbidden().into_iter();
        points.extend(forbidden.map(|(vertex, _)| {
            let Pair(first, second) = coordinates.pair(vertex);
            (first, second)
        }));
    }
    points.sort_unstable();
    let digits: String = points
        .into_iter()
        .map(|(first, second)| format!("{first:02}{second:02}"))
        .collect();
    Answer::line(format!("FORBID {digits}."))
}

fn n_best(call: &mut Call<'_>, count: i64) -> Result<Answer, Failure> {
    call.check_started()?;
    game::search_and_play(call, count.clamp(1, 64) as usize)
}

/// Searches for this number of stones that bring the value closest to `bias`, and plays them.
fn balance(call: &mut Call<'_>, stones: u8, bias: i32) -> Result<Answer, Failure> {
    call.check_started()?;
    let options = SearchOptions {
        balance: Some(Balance { stones, bias }),
        ..SearchOptions::default()
    };
    let reply_kind = ReplyKind::lines(move |finished, call| {
        let moves = match lines_of(finished).first() {
            Some(line) => line.moves.clone(),
            None => best_move(finished).into_iter().collect(),
        };
        let mut lines = Vec::new();
        for vertex in moves
            .into_iter()
            .take(usize::from(stones))
            .filter_map(Move::vertex)
        {
            let side = call.session.record().side();
            call.session.play(side, Move::Place(vertex))?;
            lines.push(call.coordinates().text(vertex));
        }
        if lines.is_empty() {
            return Err("no move was found that does not end the game".into());
        }
        if call.state.is_yixin_board_3() {
            // After the first line with a point, it would request the next move at once.
            lines = vec![lines.join(" ")];
        }
        Ok(Answer::Lines(lines))
    });
    call.search(SearchMode::Suggest, options, reply_kind)
}

/// The maximum number of moves that `YXSEARCHDEFEND` searches.
const MAX_DEFENCES: usize = 64;

fn search_defend(call: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    call.check_started()?;
    let options = SearchOptions {
        lines: MAX_DEFENCES,
        full_strength: true,
        ..SearchOptions::default()
    };
    let reply_kind = ReplyKind::lines(|finished, call| {
        let coordinates = call.coordinates();
        let mut lines = defences(finished, coordinates);
        // Yixin-Board 3.0 waits for a point and plays it.
        if call.state.is_yixin_board_3()
            && let Ok(best) = best_vertex(finished)
        {
            let side = call.session.record().side();
            call.session.play(side, Move::Place(best))?;
            lines.push(coordinates.text(best));
        }
        Ok(Answer::Lines(lines))
    });
    call.search(SearchMode::Suggest, options, reply_kind)
}

/// A message for each move that loses, and one with the names of the other moves.
fn defences(finished: &FinishedSearch, coordinates: Coordinates) -> Vec<String> {
    let Some(report) = &finished.report else {
        return vec!["MESSAGE no depth was completed".into()];
    };
    let mut lines = Vec::new();
    let mut names = Vec::new();
    for line in &report.lines {
        let mv = line.moves[0];
        match (line.score.value, mv.vertex()) {
            // Without a forced reply every loss is a claim, since the search omits the cells far from all stones.
            (Value::LossIn { .. }, Some(vertex)) => lines.push(format!(
                "MESSAGE REALTIME LOSE {}",
                coordinates.text(vertex)
            )),
            _ => names.push(mv.to_string()),
        }
    }
    lines.push(if names.is_empty() {
        "MESSAGE defences: none".into()
    } else {
        format!("MESSAGE defences: {}", names.join(" "))
    });
    lines
}

fn block(call: &mut Call<'_>, on: bool) -> Result<Answer, Failure> {
    let vertices = call.vertices()?;
    if on {
        call.state.blocked.block(&vertices);
    } else {
        call.state.blocked.unblock(&vertices);
    }
    Answer::nothing()
}

fn block_path(call: &mut Call<'_>, on: bool) -> Result<Answer, Failure> {
    let last = call.state.payload.last();
    if last.is_some_and(|item| call.coordinates().vertex(item.pair).is_err()) {
        return Answer::nothing();
    }
    let path = call.vertices()?;
    if on {
        call.state.blocked.block_path(path);
    } else {
        call.state.blocked.unblock_path(&path);
    }
    Answer::nothing()
}

fn added(word: &str) -> Option<bool> {
    match word.to_ascii_lowercase().as_str() {
        "add" => Some(true),
        "del" => Some(false),
        _ => None,
    }
}

fn forbid(
    call: &mut Call<'_>,
    (on, row, col, side): (bool, i64, i64, u8),
) -> Result<Answer, Failure> {
    let coordinates = call.coordinates();
    let pair = if coordinates.row_first {
        Pair(row, col)
    } else {
        Pair(col, row)
    };
    let vertex = coordinates.vertex(pair)?;
    let side = if side == 0 { Side::Black } else { Side::White };
    call.state.blocked.block_for_side(side, vertex, on);
    Answer::nothing()
}

fn no_table_file() -> Result<Answer, Failure> {
    Answer::line("MESSAGE files of the transposition table are not supported")
}

fn hash_usage(call: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    Answer::line(format!(
        "MESSAGE the transposition table may have {} MB; that of the last search was {:.1} % full",
        call.session.options().hash,
        f64::from(call.state.hashfull) / 10.0
    ))
}

fn print_features(call: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    let mut lines: Vec<String> = Vec::new();
    if call.state.started {
        lines.extend(call.session.record().threats().into_iter().map(|threat| {
            let stones: Vec<_> = threat.stones.iter().map(Vertex::to_string).collect();
            format!(
                "MESSAGE {} {}: {}",
                threat.side,
                threat.kind,
                stones.join(" ")
            )
        }));
    }
    if lines.is_empty() {
        lines.push("MESSAGE no threats".into());
    }
    Ok(Answer::Lines(lines))
}
