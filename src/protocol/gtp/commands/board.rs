//! Commands that concern the board, the moves and the result.

use crate::engine::Variant;
use crate::game::{Move, ParsedVertex, Setup, Side, Vertex};
use crate::gomoku::Rule;
use crate::protocol::gtp::board_text;
use crate::protocol::gtp::call::{Answer, Call, Command, Failure, ReplyKind, command};
use crate::protocol::gtp::text::{lines, point, points, score, words};
use crate::protocol::lexer::{
    ParseResult, Parser, alt, color, float, integer, many0, no_arguments, opt, rest_of_line,
    vertex, word, word_as,
};
use crate::session::{SearchMode, SearchOptions};

pub(crate) const COMMANDS: &[Command] = &[
    command! {
        "list_games", "", no_arguments => list_games;
        "Lists the games.";
        "Reply: the names, one per line. Quarry looks for the line `Othello`. Behind `flipfive bridge`, these are the games \
         of the engine's protocol, and no command changes to another one.";
        "> list_games\n< = Othello\n< Gomoku\n< Gomoku Standard\n< Renju\n< Caro\n< Caro Exact"
    },
    command! {
        "set_game", "NAME", rest_of_line => set_game;
        "Selects the game and clears the board.";
        "Reply: nothing. Both clocks restart. The case of NAME does not matter, hyphens and underscores count as \
         spaces, and `Reversi` means Othello. After this command, `boardsize` no longer changes \
         the game. Errors: `unsupported game`, with the known names.";
        "> set_game Othello\n< =\n> set_game renju\n< =\n> set_game chess\n< ? unsupported game, \
         expected one of: Othello, Gomoku, Gomoku Standard, Renju, Caro, Caro Exact"
    },
    command! {
        "boardsize", "N [N]", (board_size, opt(board_size)) => boardsize;
        "Sets the board size and clears the board.";
        "Reply: nothing. Both clocks restart. Othello is played on size 8, the other games on sizes 5 to 22. Until \
         `set_game` or `--game` selects a game, size 8 selects Othello and any other size selects \
         Gomoku, because Sabaki and gogui-twogtp send only a size. If `loadsgf` has changed the selected game, \
         this command returns to it. Errors: `unacceptable size`.";
        "> boardsize 15\n< =\n> gogui-rules_game_id\n< = Gomoku\n> boardsize 4\n< ? unacceptable \
         size: Gomoku is played on 5 to 22"
    },
    command! {
        "rectangular_boardsize", "WIDTH HEIGHT", (board_size, board_size) => |call: &mut Call<'_>, (width, height)| {
            boardsize(call, (width, Some(height)))
        };
        "Sets the board size as `boardsize` does.";
        "Reply: nothing. Errors: `unacceptable size`, also if WIDTH and HEIGHT differ.";
        "> rectangular_boardsize 15 15\n< =\n> rectangular_boardsize 9 13\n< ? unacceptable size: the \
         board must be square"
    },
    command! {
        "clear_board", "", no_arguments => clear_board;
        "Returns to the starting position.";
        "Reply: nothing. Both clocks restart.";
        "> clear_board\n< ="
    },
    command! {
        "komi", "POINTS", float => |_: &mut Call<'_>, _| Ok(());
        "Has no effect; some hosts always send it.";
        "Reply: nothing. The games have no komi.";
        "> komi 6.5\n< ="
    },
    command! {
        "play", "COLOR VERTEX", (color, vertex) => play;
        "Plays a move for either side.";
        "Reply: nothing. In Othello, a forced pass of the other side may be left out before the \
         move. In Gomoku, one side may play several moves in a row; some hosts set up stones in \
         this way. In Renju, Black's stones after the first of such a row are no fouls. `pass` is legal for an Othello side that has no other move, for both sides \
         after the end of the game, and for the side for which the engine has resigned in this position. Errors: `invalid vertex` for a point outside the board; \
         `illegal move` with the reason.";
        "> play black D3\n< =\n> play W c5\n< =\n> play b D4\n< ? illegal move: {any}\n> play b D9\n\
         < ? invalid vertex, expected pass or A1 to H8"
    },
    command! {
        "genmove", "COLOR", color => genmove;
        "Searches for a move and plays it.";
        "Reply: the point in upper case, `pass` or `resign`. A forced pass of the other side may \
         be left out before this command. The engine passes if it has no move in Othello. After \
         the end of the game it also passes, except that the loser of a Gomoku game resigns. In \
         Gomoku the engine also resigns if the next move of the opponent wins, unless the option \
         `resign` is off. The line `# interrupt` stops the search, and the engine plays the best \
         move found so far. Errors: in Othello `wrong color` if the other side is to move and has \
         a move. In Gomoku the side with this color moves.";
        "> flipfive-option depth 4\n< =\n> genmove b\n< = {move}\n> genmove b\n< ? wrong color: it \
         is white's turn"
    },
    command! {
        "reg_genmove", "COLOR", color => reg_genmove;
        "Searches for a move without playing it.";
        "Reply: as for `genmove`.";
        "> flipfive-option depth 4\n< =\n> reg_genmove b\n< = {move}\n> flipfive-discs\n< = black 2 \
         white 2"
    },
    command! {
        "undo", "", no_arguments => |call: &mut Call<'_>, ()| undo(call, None);
        "Takes back the last move.";
        "Reply: nothing. If a forced pass was left out before the move, it is taken back too. \
         A pass after the end of the game counts as a move. Errors: `cannot undo`.";
        "> play b D3\n< =\n> undo\n< =\n> undo\n< ? cannot undo"
    },
    command! {
        "gg-undo", "[COUNT]", opt(integer(0usize..=usize::MAX)) => undo;
        "Takes back COUNT moves.";
        "Reply: nothing. COUNT is 1 by default. If the game has fewer moves, none is taken back. \
         Errors: `cannot undo`.";
        "> play b D3\n< =\n> play w C5\n< =\n> gg-undo 3\n< ? cannot undo\n> gg-undo 2\n< ="
    },
    command! {
        "flipfive-redo", "[COUNT]", opt(integer(0usize..=usize::MAX)) => redo;
        "Plays COUNT moves again that were taken back.";
        "Reply: nothing. COUNT is 1 by default. If fewer moves were taken back, none is played. A move that lost as a foul is \
         played again, whatever the option `fouls` is now. Errors: `cannot redo`.";
        "> play b D3\n< =\n> undo\n< =\n> flipfive-redo\n< =\n> flipfive-redo\n< ? cannot redo"
    },
    command! {
        "play_sequence", "[COLOR VERTEX]...", many0((color, vertex)) => play_sequence;
        "Plays several moves.";
        "Reply: nothing. Errors: those of `play`. After an error, none of the moves is played.";
        "> play_sequence B D3 W C5 B D6\n< =\n> play_sequence W E3 B A1\n< ? illegal move: {any}"
    },
    command! {
        "set_position", "[COLOR VERTEX]...", many0((color, vertex)) => set_position;
        "Sets up a position.";
        "Reply: nothing. The arguments are the whole position, also in Othello, and the move \
         history starts there. Black is to move if the number of stones is even, as at the start \
         of both games; `gogui-setup_player` changes the side to move, and so does the first move or \
         `genmove` if it is for the other side. Errors: `invalid vertex`; `two stones on VERTEX`; or the \
         reason why the position is not possible.";
        "> set_position B D4 W E4 B D5\n< =\n> gogui-rules_side_to_move\n< = white"
    },
    command! {
        "flipfive-setup", "POSITION [COLOR]", (word, opt(mover)) => setup;
        "Sets up a position from text.";
        "POSITION has one character for each point, row by row from A1: `X`, `*` or `B` for \
         black, `O`, `0` or `W` for white, `-` or `.` for empty. Othello positions have 64 \
         characters. COLOR is the side to move, also as `X` or `O`, as in OBF files; by default \
         it follows from the number of stones, as for `set_position`. Reply: nothing. Errors: a \
         wrong number of characters, or an unknown character.";
        "> flipfive-setup ---------------------------OX------XO--------------------------- X\n< =\n> \
         flipfive-setup XO\n< ? the position has 2 characters, expected 64"
    },
    command! {
        "flipfive-position", "", no_arguments => position;
        "Shows the position in the notation of `flipfive-setup`.";
        "Reply: one line.";
        "> flipfive-position\n< = ---------------------------OX------XO--------------------------- X"
    },
    command! {
        "showboard", "", no_arguments => showboard;
        "Shows the board as text for people.";
        "Reply: the board with `X` for black and `O` for white, then the side to move or the \
         result. Rank 1 is at the top in Othello and at the bottom in the other games. For GoGui \
         it is always at the bottom, as on its own board. The option `rows` overrides this.";
        "> showboard\n< = \n<   A B C D E F G H\n< 1 . . . . . . . . 1\n< 2 . . . . . . . . 2\n< 3 . . . . \
         . . . . 3\n< 4 . . . O X . . . 4\n< 5 . . . X O . . . 5\n< 6 . . . . . . . . 6\n< 7 . . . . . . . . \
         7\n< 8 . . . . . . . . 8\n<   A B C D E F G H\n< black (X) to move, discs: black 2 white 2"
    },
    command! {
        "final_score", "", no_arguments => final_score;
        "Shows the result.";
        "Reply: `B+10` (Othello: the disc difference; empty squares count for the winner), `B+1` \
         (Gomoku), `W+...`, or `0` for a draw. Errors: `cannot score` before the end of the game.";
        "> final_score\n< ? cannot score: the game is not over"
    },
    command! {
        "final_status_list", "STATUS", word_as(status) => final_status_list;
        "Lists the stones of a status, for hosts that count the board.";
        "STATUS is `alive`, `dead` or `seki`. Reply: points. All stones are alive.";
        "> final_status_list dead\n< =\n> final_status_list alive\n< = D4 E4 D5 E5"
    },
    command! {
        "flipfive-discs", "", no_arguments => discs;
        "Counts the stones of each side.";
        "Reply: `black N white N`.";
        "> flipfive-discs\n< = black 2 white 2"
    },
    command! {
        "flipfive-mobility", "", no_arguments => mobility;
        "Counts the legal moves of each side.";
        "Reply: `black N white N`. Passes do not count.";
        "> play b D3\n< =\n> flipfive-mobility\n< = black 3 white 3"
    },
    command! {
        "flipfive-flips", "VERTEX", vertex => flips;
        "Lists the discs that a move of the side to move flips (Othello).";
        "Reply: points; none if the move is illegal. Errors: `invalid vertex`.";
        "> flipfive-flips D3\n< = D4\n> flipfive-flips A1\n< ="
    },
    command! {
        "flipfive-stable", "", no_arguments => |call: &mut Call<'_>, ()| vertices(&call.session.record().stable());
        "Lists the discs that no later move can flip (Othello).";
        "Reply: points. Each of these discs is stable; on a crowded board there may be more.";
        "> flipfive-stable\n< ="
    },
    command! {
        "flipfive-forbidden", "", no_arguments => forbidden;
        "Lists the points that are forbidden for Black (Renju).";
        "Reply: pairs of a point and the reason: `3x3`, `4x4`, or `6+` for an overline.";
        "> set_game renju\n< =\n> play_sequence B H6 W A1 B H7 W C1 B F8 W E1 B G8\n< =\n> \
         flipfive-forbidden\n< = H8 3x3"
    },
    command! {
        "flipfive-threats", "", no_arguments => threats;
        "Lists the threats on the board, the strongest first (Gomoku).";
        "Reply: a line for each threat with the side, the kind (`five`, `open four`, `four`, \
         `open three` or `three`), the stones, and the points that answer the threat.";
        "> set_game gomoku\n< =\n> play_sequence B H8 W A1 B H9 W A3 B H10\n< =\n> flipfive-threats\n< = \
         black open three: H8 H9 H10, answers: {any}"
    },
    command! {
        "flipfive-winning_line", "", no_arguments => |call: &mut Call<'_>, ()| vertices(&call.session.record().winning_line());
        "Lists the stones of the winning row (Gomoku).";
        "Reply: points; none before a side has won.";
        "> set_game gomoku\n< =\n> play_sequence B A1 B B1 B C1 B D1 B E1\n< =\n> flipfive-winning_line\n\
         < = A1 B1 C1 D1 E1"
    },
];

/// A board size. The session refuses a size that the game does not have.
fn board_size(input: &str) -> ParseResult<'_, u64> {
    integer(0..=u64::MAX).parse(input)
}

/// A colour, or its symbol.
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

fn vertices(vertices: &[Vertex]) -> Result<String, Failure> {
    Ok(points(vertices))
}

fn list_games(call: &mut Call<'_>, (): ()) -> Result<String, Failure> {
    Ok(lines(call.session.games().iter().map(|game| game.name())))
}

fn set_game(call: &mut Call<'_>, name: &str) -> Result<(), Failure> {
    let Some(variant) = Variant::from_name(name) else {
        let names: Vec<_> = call
            .session
            .games()
            .iter()
            .map(|game| game.name())
            .collect();
        let names = names.join(", ");
        return Err(format!("unsupported game, expected one of: {names}").into());
    };
    call.session.set_game(variant)?;
    call.state.game_chosen = true;
    call.state.game_before = None;
    Ok(())
}

fn boardsize(call: &mut Call<'_>, (width, height): (u64, Option<u64>)) -> Result<(), Failure> {
    if height.is_some_and(|height| height != width) {
        return Err("unacceptable size: the board must be square".into());
    }
    // A number that does not fit into a byte is too large for every game.
    let size = u8::try_from(width).unwrap_or(u8::MAX);
    let variant = call.chosen_game().unwrap_or(match size {
        8 => Variant::Othello,
        _ => Variant::Gomoku(call.state.rule.unwrap_or(Rule::Freestyle)),
    });
    call.session.set_game_and_size(variant, size)?;
    call.state.game_before = None;
    Ok(())
}

fn clear_board(call: &mut Call<'_>, (): ()) -> Result<(), Failure> {
    call.session.clear();
    Ok(())
}

fn play(call: &mut Call<'_>, (side, named): (Side, ParsedVertex)) -> Result<(), Failure> {
    let mv = call.mv(named)?;
    Ok(call.session.play(side, mv)?)
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

pub(crate) fn undo(call: &mut Call<'_>, count: Option<usize>) -> Result<(), Failure> {
    Ok(call.session.undo(count.unwrap_or(1))?)
}

fn redo(call: &mut Call<'_>, count: Option<usize>) -> Result<(), Failure> {
    Ok(call.session.redo(count.unwrap_or(1))?)
}

pub(crate) fn play_sequence(
    call: &mut Call<'_>,
    named: Vec<(Side, ParsedVertex)>,
) -> Result<(), Failure> {
    let moves = call.moves(named)?;
    Ok(call.session.play_all(&moves)?)
}

pub(crate) fn set_position(
    call: &mut Call<'_>,
    named: Vec<(Side, ParsedVertex)>,
) -> Result<(), Failure> {
    let mut setup = Setup::empty(call.session.record().size());
    for (side, mv) in call.moves(named)? {
        let Move::Place(vertex) = mv else {
            return Err("invalid vertex: a position has no passes".into());
        };
        if setup.get(vertex).is_some() {
            return Err(format!("two stones on {}", point(vertex)).into());
        }
        setup.set(vertex, Some(side));
    }
    setup.to_move = side_by_count(&setup);
    Ok(call.session.set_up_guessing_side(&setup)?)
}

/// The side to move if both sides have moved in turn since the starting position.
fn side_by_count(setup: &Setup) -> Side {
    if setup.stones().count().is_multiple_of(2) {
        Side::Black
    } else {
        Side::White
    }
}

fn setup(call: &mut Call<'_>, (text, side): (&str, Option<Side>)) -> Result<(), Failure> {
    let mut setup = Setup::empty(call.session.record().size());
    let cells: Vec<char> = text.chars().collect();
    if cells.len() != setup.cells.len() {
        let (found, expected) = (cells.len(), setup.cells.len());
        return Err(format!("the position has {found} characters, expected {expected}").into());
    }
    for (cell, c) in setup.cells.iter_mut().zip(cells) {
        *cell = match c {
            'X' | 'x' | '*' | 'B' | 'b' => Some(Side::Black),
            'O' | 'o' | '0' | 'W' | 'w' => Some(Side::White),
            '-' | '.' => None,
            other => {
                return Err(format!(
                    "unknown character {other:?} in the position, expected X, O or -"
                )
                .into());
            }
        };
    }
    match side {
        Some(side) => {
            setup.to_move = side;
            call.session.set_up(&setup)?;
        }
        None => {
            setup.to_move = side_by_count(&setup);
            call.session.set_up_guessing_side(&setup)?;
        }
    }
    Ok(())
}

fn position(call: &mut Call<'_>, (): ()) -> Result<String, Failure> {
    let now = call.session.record().current();
    let symbol = |side: Side| board_text::symbol(Some(side));
    let cells: String = now
        .cells
        .iter()
        .map(|cell| cell.map_or('-', symbol))
        .collect();
    Ok(format!("{cells} {}", symbol(now.to_move)))
}

fn showboard(call: &mut Call<'_>, (): ()) -> Result<String, Failure> {
    Ok(board_text::for_people(call.session, call.state))
}

fn final_score(call: &mut Call<'_>, (): ()) -> Result<String, Failure> {
    match call.session.record().outcome() {
        Some(outcome) => Ok(score(outcome)),
        None => Err("cannot score: the game is not over".into()),
    }
}

fn final_status_list(call: &mut Call<'_>, alive: bool) -> Result<String, Failure> {
    let stones = call.session.record().current();
    let stones = stones.stones().filter(|_| alive);
    Ok(words(stones.map(|(_, vertex)| point(vertex))))
}

/// A number for each side.
fn count_both(count: impl Fn(Side) -> usize) -> Result<String, Failure> {
    Ok(format!(
        "black {} white {}",
        count(Side::Black),
        count(Side::White)
    ))
}

fn discs(call: &mut Call<'_>, (): ()) -> Result<String, Failure> {
    let now = call.session.record().current();
    count_both(|side| now.stones_of(side).count())
}

fn mobility(call: &mut Call<'_>, (): ()) -> Result<String, Failure> {
    let record = call.session.record();
    let count = |side| {
        let mut record = record.boxed();
        // Only the side to move changes, so the position stays valid.
        let setup = Setup {
            to_move: side,
            ..record.current()
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
    count_both(count)
}

fn flips(call: &mut Call<'_>, named: ParsedVertex) -> Result<String, Failure> {
    let mv = call.mv(named)?;
    let record = call.session.record();
    let legal = record.check(record.side(), mv).is_ok();
    vertices(&if legal { record.flips(mv) } else { Vec::new() })
}

fn forbidden(call: &mut Call<'_>, (): ()) -> Result<String, Failure> {
    use crate::game::Foul;
    let text = |foul| match foul {
        Foul::Overline => "6+",
        Foul::DoubleFour => "4x4",
        Foul::DoubleThree => "3x3",
    };
    let pairs = call.session.record().forbidden();
    Ok(words(pairs.into_iter().map(|(vertex, foul)| {
        format!("{} {}", point(vertex), text(foul))
    })))
}

fn threats(call: &mut Call<'_>, (): ()) -> Result<String, Failure> {
    let threats = call.session.record().threats();
    Ok(lines(threats.into_iter().map(|threat| {
        let (side, kind) = (threat.side, threat.kind);
        let mut line = format!("{side} {kind}: {}", points(&threat.stones));
        if !threat.answers.is_empty() {
            line += &format!(", answers: {}", points(&threat.answers));
        }
        line
    })))
}
