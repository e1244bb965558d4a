//! Commands about the board, the moves and the result.

use crate::engine::Variant;
use crate::game::coordinates::ParsedVertex;
use crate::game::{Move, Setup, Side, Vertex};
use crate::gomoku::Rule;
use crate::protocol::command::{Failure, command};
use crate::protocol::gtp::board_text;
use crate::protocol::gtp::call::{Answer, Call, Command, ReplyKind};
use crate::protocol::gtp::text::{lines, point, points, score, words};
use crate::protocol::lexer::{
    ParseResult, color, float, integer, no_arguments, rest_of_line, vertex, word, word_as,
};
use crate::session::{SearchMode, SearchOptions};
use nom::Parser;
use nom::branch::alt;
use nom::combinator::opt;
use nom::multi::many0;

pub const COMMANDS: &[Command] = &[
    command! {
        "list_games", "", no_arguments => list_games;
        "The games on offer.";
        "Reply: the names, one on a line. Quarry looks for the line `Othello`.";
        "> list_games\n< = Othello\n< Gomoku\n< Gomoku Standard\n< Renju\n< Caro\n< Caro Exact"
    },
    command! {
        "set_game", "NAME", rest_of_line => set_game;
        "Chooses the game and clears the board.";
        "Reply: nothing. Any case will do, `Reversi` is Othello too, and hyphens and underscores \
         count as blanks. From now on `boardsize` does not change the game. Errors: `unsupported \
         game`, with the names that are known.";
        "> set_game Othello\n< =\n> set_game renju\n< =\n> set_game chess\n< ? unsupported game, \
         expected one of: Othello, Gomoku, Gomoku Standard, Renju, Caro, Caro Exact"
    },
    command! {
        "boardsize", "N [N]", (board_size, opt(board_size)) => boardsize;
        "Sets the board size and clears the board.";
        "Reply: nothing. Othello is played on 8, the other games on 5 to 22. While no game has been \
         chosen by `set_game` or `--game`, 8 means Othello and every other size means Gomoku, because \
         Sabaki and gogui-twogtp can say no more than a size. Errors: `unacceptable size`.";
        "> boardsize 15\n< =\n> gogui-rules_game_id\n< = Gomoku\n> boardsize 4\n< ? unacceptable \
         size: Gomoku is played on 5 to 22"
    },
    command! {
        "rectangular_boardsize", "WIDTH HEIGHT", (board_size, board_size) => |call: &mut Call<'_>, (width, height)| {
            boardsize(call, (width, Some(height)))
        };
        "Sets the board size as `boardsize` does.";
        "Reply: nothing. Errors: `unacceptable size`, always so if the sides differ.";
        "> rectangular_boardsize 15 15\n< =\n> rectangular_boardsize 9 13\n< ? unacceptable size: the \
         board has to be a square"
    },
    command! {
        "clear_board", "", no_arguments => clear_board;
        "Goes back to the starting position.";
        "Reply: nothing. Both clocks are set to their beginning.";
        "> clear_board\n< ="
    },
    command! {
        "komi", "POINTS", float => |_: &mut Call<'_>, _| Answer::done();
        "Accepted for hosts that always send it.";
        "Reply: nothing. The games have no komi.";
        "> komi 6.5\n< ="
    },
    command! {
        "play", "COLOR VERTEX", (color, vertex) => play;
        "Plays a move of either side.";
        "Reply: nothing. In Othello a forced pass of the other side may be left out before it; in \
         Gomoku one side may move several times, which is how hosts set up stones. `pass` is a move \
         for an Othello side that cannot do anything else, and for anybody after the end of the game. \
         Errors: `invalid vertex` for points that the board does not have, `illegal move` with the \
         reason.";
        "> play black D3\n< =\n> play W c5\n< =\n> play b D4\n< ? illegal move: {any}\n> play b D9\n\
         < ? invalid vertex, expected pass or A1 to H8"
    },
    command! {
        "genmove", "COLOR", color => genmove;
        "Thinks, and plays a move of its own.";
        "Reply: the point in upper case, `PASS` or `resign`. A forced pass of the other side may have \
         been left out. `PASS` is the answer of an Othello side that cannot move, and of everybody \
         after the end, except that the loser of a Gomoku game resigns. In Gomoku the engine also \
         resigns a loss that the next move completes, unless the option `resign` is off. The line `# \
         interrupt` makes it play the best move found so far. Errors: `wrong color` if the other side \
         is to move and can.";
        "> flipfive-option depth 4\n< =\n> genmove b\n< = {move}\n> genmove b\n< ? wrong color: it \
         is white's turn"
    },
    command! {
        "reg_genmove", "COLOR", color => reg_genmove;
        "Thinks as `genmove` does, and leaves the board as it is.";
        "Reply: as `genmove`.";
        "> flipfive-option depth 4\n< =\n> reg_genmove b\n< = {move}\n> flipfive-discs\n< = black 2 \
         white 2"
    },
    command! {
        "undo", "", no_arguments => |call: &mut Call<'_>, ()| undo(call, None);
        "Takes back the last move.";
        "Reply: nothing. A pass that was left out goes with the move before which it was left out. \
         Errors: `cannot undo`.";
        "> play b D3\n< =\n> undo\n< =\n> undo\n< ? cannot undo"
    },
    command! {
        "gg-undo", "[COUNT]", opt(integer(0usize..=usize::MAX)) => undo;
        "Takes back moves, or none if there are not so many.";
        "Reply: nothing. One move without a number. Errors: `cannot undo`.";
        "> play b D3\n< =\n> play w C5\n< =\n> gg-undo 3\n< ? cannot undo\n> gg-undo 2\n< ="
    },
    command! {
        "flipfive-redo", "[COUNT]", opt(integer(0usize..=usize::MAX)) => redo;
        "Plays moves again that were taken back, or none if there are not so many.";
        "Reply: nothing. One move without a number. Errors: `cannot redo`.";
        "> play b D3\n< =\n> undo\n< =\n> flipfive-redo\n< =\n> flipfive-redo\n< ? cannot redo"
    },
    command! {
        "play_sequence", "[COLOR VERTEX]...", many0((color, vertex)) => play_sequence;
        "Plays all of the moves, or none of them.";
        "Reply: nothing. Errors: those of `play`; the board is then as it was.";
        "> play_sequence B D3 W C5 B D6\n< =\n> play_sequence W E3 B A1\n< ? illegal move: {any}"
    },
    command! {
        "set_position", "[COLOR VERTEX]...", many0((color, vertex)) => set_position;
        "Sets up a position.";
        "Reply: nothing. The list is the whole position, also in Othello; the history begins there. \
         Black is to move if the number of stones is even, as it is at the start of either game; \
         `gogui-setup_player` changes that. Errors: `invalid vertex`, or why it is no position.";
        "> set_position B D4 W E4 B D5\n< =\n> gogui-rules_side_to_move\n< = white"
    },
    command! {
        "flipfive-setup", "POSITION [COLOR]", (word, opt(mover)) => setup;
        "Sets up a position given as a text.";
        "POSITION has a character for each point, row by row from A1: `X`, `*` or `B` is black, `O`, \
         `0` or `W` white, `-` or `.` empty; 64 of them, and for Gomoku as many as the board has. \
         COLOR is the side to move (also `X` and `O`, as in OBF files), otherwise as with \
         `set_position`. Reply: nothing. Errors: a wrong number of characters, or an unknown one.";
        "> flipfive-setup ---------------------------OX------XO--------------------------- X\n< =\n> \
         flipfive-setup XO\n< ? 2 points given, expected 64"
    },
    command! {
        "flipfive-position", "", no_arguments => position;
        "The position as `flipfive-setup` takes it.";
        "Reply: one line.";
        "> flipfive-position\n< = ---------------------------OX------XO--------------------------- X"
    },
    command! {
        "showboard", "", no_arguments => showboard;
        "A picture of the board for people.";
        "Reply: the board with `X` for black and `O` for white, and below it the side to move or the \
         result. Rank 1 is at the top in Othello and at the bottom in the other games, and always at \
         the bottom for GoGui, which draws it there; the option `rows` decides otherwise.";
        "> showboard\n< = \n<   A B C D E F G H\n< 1 . . . . . . . . 1\n< 2 . . . . . . . . 2\n< 3 . . . . \
         . . . . 3\n< 4 . . . O X . . . 4\n< 5 . . . X O . . . 5\n< 6 . . . . . . . . 6\n< 7 . . . . . . . . \
         7\n< 8 . . . . . . . . 8\n<   A B C D E F G H\n< black (X) to move, discs: black 2 white 2"
    },
    command! {
        "final_score", "", no_arguments => final_score;
        "The result.";
        "Reply: `B+10` (Othello: difference of the discs, empty squares counted for the winner), \
         `B+1` (Gomoku), `W+...`, or `0` for a draw. Errors: `cannot score` while the game lasts.";
        "> final_score\n< ? cannot score: the game is not over"
    },
    command! {
        "final_status_list", "STATUS", word_as(status) => final_status_list;
        "Stones by their status, for hosts that count a board.";
        "STATUS is `alive`, `dead` or `seki`. Reply: all stones are alive.";
        "> final_status_list dead\n< =\n> final_status_list alive\n< = D4 E4 D5 E5"
    },
    command! {
        "flipfive-discs", "", no_arguments => discs;
        "Number of stones of each side.";
        "Reply: `black N white N`.";
        "> flipfive-discs\n< = black 2 white 2"
    },
    command! {
        "flipfive-mobility", "", no_arguments => mobility;
        "Number of points on which each side could move.";
        "Reply: `black N white N`.";
        "> play b D3\n< =\n> flipfive-mobility\n< = black 3 white 3"
    },
    command! {
        "flipfive-flips", "VERTEX", vertex => flips;
        "The discs that a move of the side to move would turn.";
        "Reply: points, none if the move is not legal. Errors: `invalid vertex`.";
        "> flipfive-flips D3\n< = D4\n> flipfive-flips A1\n< ="
    },
    command! {
        "flipfive-stable", "", no_arguments => |call: &mut Call<'_>, ()| vertices(&call.session.record().stable());
        "Discs that no sequence of moves can turn any more (Othello).";
        "Reply: points. Every one of them is certain; in crowded positions there may be more.";
        "> flipfive-stable\n< ="
    },
    command! {
        "flipfive-forbidden", "", no_arguments => forbidden;
        "Points that are forbidden for Black (Renju).";
        "Reply: pairs of a point and the reason: `3x3`, `4x4` or `6+` for an overline.";
        "> set_game renju\n< =\n> play_sequence B H6 W A1 B H7 W C1 B F8 W E1 B G8\n< =\n> \
         flipfive-forbidden\n< = H8 3x3"
    },
    command! {
        "flipfive-threats", "", no_arguments => threats;
        "The threats on the board (Gomoku), strongest first.";
        "Reply: for each one a line with the side, what it is (`five`, `open four`, `four`, `open \
         three`, `three`), its stones, and the points that answer it.";
        "> set_game gomoku\n< =\n> play_sequence B H8 W A1 B H9 W A3 B H10\n< =\n> flipfive-threats\n< = \
         black open three: H8 H9 H10, answers: {any}"
    },
    command! {
        "flipfive-winning_line", "", no_arguments => |call: &mut Call<'_>, ()| vertices(&call.session.record().winning_line());
        "The stones of the row that has won (Gomoku).";
        "Reply: points, none while nobody has won.";
        "> set_game gomoku\n< =\n> play_sequence B A1 B B1 B C1 B D1 B E1\n< =\n> flipfive-winning_line\n\
         < = A1 B1 C1 D1 E1"
    },
];

/// A board size; what cannot be one is refused later, with the sizes that can.
fn board_size(input: &str) -> ParseResult<'_, u64> {
    integer(0..=u64::MAX).parse(input)
}

/// A colour as `color` has it, or by its symbol.
fn mover(input: &str) -> ParseResult<'_, Side> {
    let symbol = |word: &str| match word {
        "X" | "x" | "*" => Some(Side::Black),
        "O" | "o" | "0" => Some(Side::White),
        _ => None,
    };
    alt((color, word_as(symbol))).parse(input)
}

fn status(word: &str) -> Option<bool> {
    match word.to_ascii_lowercase().as_str() {
        "alive" => Some(true),
        "dead" | "seki" => Some(false),
        _ => None,
    }
}

fn vertices(vertices: &[Vertex]) -> Result<Answer, Failure> {
    Ok(points(vertices).into())
}

fn list_games(_: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    Ok(lines(Variant::ALL.iter().map(|variant| variant.name().to_owned())).into())
}

fn set_game(call: &mut Call<'_>, name: &str) -> Result<Answer, Failure> {
    let Some(variant) = Variant::from_name(name) else {
        let names: Vec<_> = Variant::ALL.iter().map(|variant| variant.name()).collect();
        return Err(format!("unsupported game, expected one of: {}", names.join(", ")).into());
    };
    call.session.set_game(variant)?;
    call.state.game_chosen = true;
    Answer::done()
}

fn boardsize(call: &mut Call<'_>, (width, height): (u64, Option<u64>)) -> Result<Answer, Failure> {
    if height.is_some_and(|height| height != width) {
        return Err("unacceptable size: the board has to be a square".into());
    }
    // What does not fit into a byte is too large in any case.
    let size = u8::try_from(width).unwrap_or(u8::MAX);
    let session = &mut *call.session;
    // Nobody has said which game it is: the size does.
    let meant = match session.variant() {
        Variant::Othello if size != 8 => Variant::Gomoku(Rule::Freestyle),
        Variant::Gomoku(_) if size == 8 => Variant::Othello,
        same => same,
    };
    if !call.state.game_chosen && meant != session.variant() {
        session.set_game_and_size(meant, size)?;
    } else {
        session.set_size(size)?;
    }
    Answer::done()
}

fn clear_board(call: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    call.session.clear();
    Answer::done()
}

fn play(call: &mut Call<'_>, (side, named): (Side, ParsedVertex)) -> Result<Answer, Failure> {
    let mv = call.mv(named)?;
    call.session.play(side, mv)?;
    Answer::done()
}

fn genmove(call: &mut Call<'_>, side: Side) -> Result<Answer, Failure> {
    call.search(
        SearchMode::Play,
        side,
        &SearchOptions::default(),
        ReplyKind::Move,
    )
}

fn reg_genmove(call: &mut Call<'_>, side: Side) -> Result<Answer, Failure> {
    let options = SearchOptions {
        lines: 1,
        ..SearchOptions::default()
    };
    call.search(SearchMode::Suggest, side, &options, ReplyKind::Move)
}

pub fn undo(call: &mut Call<'_>, count: Option<usize>) -> Result<Answer, Failure> {
    call.session.undo(count.unwrap_or(1))?;
    Answer::done()
}

fn redo(call: &mut Call<'_>, count: Option<usize>) -> Result<Answer, Failure> {
    call.session.redo(count.unwrap_or(1))?;
    Answer::done()
}

pub fn play_sequence(
    call: &mut Call<'_>,
    named: Vec<(Side, ParsedVertex)>,
) -> Result<Answer, Failure> {
    let moves = call.moves(named)?;
    call.session.play_all(&moves)?;
    Answer::done()
}

pub fn set_position(
    call: &mut Call<'_>,
    named: Vec<(Side, ParsedVertex)>,
) -> Result<Answer, Failure> {
    let mut setup = Setup::empty(call.session.record().size());
    for (side, mv) in call.moves(named)? {
        let Move::Place(vertex) = mv else {
            return Err("invalid vertex: a position has no passes".into());
        };
        setup.set(vertex, Some(side));
    }
    setup.to_move = side_by_count(&setup);
    call.session.set_up(&setup)?;
    Answer::done()
}

/// Who is to move if everybody has moved in turn, from a starting position with as many stones as
/// either game has.
fn side_by_count(setup: &Setup) -> Side {
    if setup.stones().count().is_multiple_of(2) {
        Side::Black
    } else {
        Side::White
    }
}

fn setup(call: &mut Call<'_>, (text, side): (&str, Option<Side>)) -> Result<Answer, Failure> {
    let mut setup = Setup::empty(call.session.record().size());
    let cells: Vec<char> = text.chars().collect();
    if cells.len() != setup.cells.len() {
        let (found, expected) = (cells.len(), setup.cells.len());
        return Err(format!("{found} points given, expected {expected}").into());
    }
    for (cell, c) in setup.cells.iter_mut().zip(cells) {
        *cell = match c {
            'X' | 'x' | '*' | 'B' | 'b' => Some(Side::Black),
            'O' | 'o' | '0' | 'W' | 'w' => Some(Side::White),
            '-' | '.' => None,
            other => {
                return Err(format!("unknown point {other:?}, expected X, O or -").into());
            }
        };
    }
    setup.to_move = side.unwrap_or_else(|| side_by_count(&setup));
    call.session.set_up(&setup)?;
    Answer::done()
}

fn position(call: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    let now = call.session.record().now();
    let symbol = |side: Side| board_text::symbol(Some(side));
    let cells: String = now
        .cells
        .iter()
        .map(|cell| cell.map_or('-', symbol))
        .collect();
    Ok(format!("{cells} {}", symbol(now.to_move)).into())
}

fn showboard(call: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    Ok(board_text::for_people(call.session, call.state).into())
}

fn final_score(call: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    match call.session.record().outcome() {
        Some(outcome) => Ok(score(outcome).into()),
        None => Err("cannot score: the game is not over".into()),
    }
}

fn final_status_list(call: &mut Call<'_>, alive: bool) -> Result<Answer, Failure> {
    let stones = call.session.record().now();
    let stones = stones.stones().filter(|_| alive);
    Ok(words(stones.map(|(_, vertex)| point(vertex))).into())
}

/// A number for each side, as commands tell it.
fn both(count: impl Fn(Side) -> usize) -> Result<Answer, Failure> {
    Ok(format!("black {} white {}", count(Side::Black), count(Side::White)).into())
}

fn discs(call: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    let now = call.session.record().now();
    both(|side| now.stones().filter(|&(owner, _)| owner == side).count())
}

fn mobility(call: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    let record = call.session.record();
    let count = |side| {
        let mut record = record.boxed();
        // Only whose turn it is changes, so what was a position stays one.
        let setup = Setup {
            to_move: side,
            ..record.now()
        };
        match record.set_up(&setup) {
            Ok(()) => record
                .legal()
                .iter()
                .filter(|mv| mv.vertex().is_some())
                .count(),
            Err(_) => 0,
        }
    };
    both(count)
}

fn flips(call: &mut Call<'_>, named: ParsedVertex) -> Result<Answer, Failure> {
    let mv = call.mv(named)?;
    let record = call.session.record();
    let legal = record.check(record.side(), mv).is_ok();
    vertices(&if legal { record.flips(mv) } else { Vec::new() })
}

fn forbidden(call: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    use crate::game::Foul;
    let text = |foul| match foul {
        Foul::Overline => "6+",
        Foul::DoubleFour => "4x4",
        Foul::DoubleThree => "3x3",
    };
    let pairs = call.session.record().forbidden();
    Ok(words(
        pairs
            .into_iter()
            .map(|(vertex, foul)| format!("{} {}", point(vertex), text(foul))),
    )
    .into())
}

fn threats(call: &mut Call<'_>, (): ()) -> Result<Answer, Failure> {
    let threats = call.session.record().threats();
    Ok(lines(threats.into_iter().map(|threat| {
        let (side, kind) = (threat.side, threat.kind);
        let mut line = format!("{side} {kind}: {}", points(&threat.stones));
        if !threat.answers.is_empty() {
            line += &format!(", answers: {}", points(&threat.answers));
        }
        line
    }))
    .into())
}
