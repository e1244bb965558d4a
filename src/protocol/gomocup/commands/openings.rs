//! The opening rules swap and swap2.

use crate::engine::Variant;
use crate::game::{Move, Side, Vertex};
use crate::gomoku::Rules;
use crate::gomoku::rules::opening::{OpeningRule, Step, next_step, takes_black};
use crate::protocol::gomocup::call::{
    Answer, Call, Command, Failure, ReplyKind, best_move, command, lines_of,
};
use crate::protocol::gomocup::set_up;
use crate::protocol::gomocup::time_limits::{is_depth_limit, is_node_limit};
use crate::protocol::lexer::no_arguments;
use crate::search::{Balance, PvLine};
use crate::session::{FinishedSearch, SearchMode, SearchOptions};

pub(crate) const COMMANDS: &[Command] = &[
    command! {
        "SWAP2BOARD", "" then Moves, no_arguments => |call: &mut Call<'_>, ()| opening_step(call, OpeningRule::Swap2);
        "Makes the engine's decision in a swap2 opening.";
        "The lines up to `DONE` are the stones on the board in the order of play. Without stones, \
         the engine places three of them (black, white, black) so that the position is about even. \
         With three stones, it takes Black, or takes White and places the fourth stone. With five \
         stones, it takes Black, or takes White and places the sixth stone. A search chooses \
         the colour. Reply: `x,y x,y x,y` for three stones, `x,y` for a stone, or `SWAP` to take \
         Black. The game continues with BOARD. Errors: another number of stones, a point that is \
         occupied or outside the board.";
        "> START 15\n< OK\n> INFO max_node 1000\n> SWAP2BOARD\n> DONE\n< {messages}\n< {point} {point} \
         {point}\n> SWAP2BOARD\n> 7,7\n> DONE\n< ERROR 1 stones on the board, expected 0, 3 or 5"
    },
    command! {
        "SWAPBOARD", "" then Moves, no_arguments => |call: &mut Call<'_>, ()| opening_step(call, OpeningRule::Swap);
        "Makes the engine's decision in a swap opening.";
        "As SWAP2BOARD, with no stones or three.";
        "> START 15\n< OK\n> INFO max_node 1000\n> SWAPBOARD\n> DONE\n< {messages}\n< {point} {point} {point}"
    },
];

fn rules(call: &Call<'_>) -> Result<Rules, Failure> {
    match call.state.variant(call.session) {
        Variant::Gomoku(rule) => Rules::new(call.session.record().size(), rule)
            .map_err(|fault| Failure::Text(fault.to_string())),
        Variant::Othello => Err("there is no board: send START first".into()),
    }
}

/// Sets up stones of alternating sides, Black first. An error changes nothing.
pub(crate) fn set_up_alternating(call: &mut Call<'_>, vertices: &[Vertex]) -> Result<(), Failure> {
    let mut stones: Vec<(Side, Vertex)> = Vec::new();
    let mut side = Side::Black;
    for &vertex in vertices {
        if stones.iter().any(|&(_, other)| other == vertex) {
            return Err(format!("two stones on {}", call.coordinates().text(vertex)).into());
        }
        stones.push((side, vertex));
        side = side.other();
    }
    set_up::set_up_stones(call, &stones, side)
}

/// The value of a line for the side to move, in hundredths of an evaluation unit. Proven and claimed
/// results have the largest values.
pub(crate) fn value(line: &PvLine) -> i32 {
    line.score.hundredths(i32::MAX)
}

/// The value of the best line. It is 0 (even) if no iteration was completed.
pub(crate) fn best_value(finished: &FinishedSearch) -> i32 {
    lines_of(finished).first().map_or(0, value)
}

pub(crate) fn best_vertex(finished: &FinishedSearch) -> Result<Vertex, Failure> {
    best_move(finished)
        .and_then(Move::vertex)
        .ok_or_else(|| "no move was found".into())
}

/// The stones that a search for a balanced position has found.
pub(crate) fn stones_found(finished: &FinishedSearch) -> Result<Vec<Vertex>, Failure> {
    match lines_of(finished).first() {
        Some(line) => Ok(line.moves.iter().filter_map(|mv| mv.vertex()).collect()),
        None => Err("no stones were found".into()),
    }
}

pub(crate) fn balanced(stones: u8) -> SearchOptions {
    SearchOptions {
        balance: Some(Balance { stones, bias: 0 }),
        ..SearchOptions::default()
    }
}

/// The seed of an opening that the engine begins, see [`crate::session::Session::opening_seed`]. A bound that a manager
/// sends for no limit promises no repetition.
pub(crate) fn opening_seed(call: &mut Call<'_>) -> Option<u64> {
    let options = call.session.options();
    let nodes = i64::try_from(options.nodes).unwrap_or(i64::MAX);
    let is_repeatable = is_depth_limit(options.depth.into()) || is_node_limit(nodes);
    call.session.opening_seed(is_repeatable)
}

/// A search for the three stones with which the engine begins an opening.
pub(crate) fn three_stones(call: &mut Call<'_>) -> SearchOptions {
    SearchOptions {
        seed: opening_seed(call),
        ..balanced(3)
    }
}

/// A search for the best move and its value. The level does not matter: the players of low levels give no values, and
/// those of the higher ones may give that of another move. Further lines would cost time, and nothing shows them.
pub(crate) fn single_line() -> SearchOptions {
    SearchOptions {
        lines: 1,
        full_strength: true,
        ..SearchOptions::default()
    }
}

fn opening_step(call: &mut Call<'_>, rule: OpeningRule) -> Result<Answer, Failure> {
    call.check_board()?;
    let vertices = call.vertices()?;
    let step = next_step(rule, rules(call)?, &vertices)
        .map_err(|error| Failure::Text(error.to_string()))?;
    set_up_alternating(call, &vertices)?;
    if step == Step::PlaceThree {
        let reply_kind = ReplyKind::lines(|finished, call| {
            let coordinates = call.coordinates();
            let stones: Vec<_> = stones_found(finished)?
                .into_iter()
                .map(|vertex| coordinates.text(vertex))
                .collect();
            Answer::line(stones.join(" "))
        });
        let options = three_stones(call);
        return call.search(SearchMode::Suggest, options, reply_kind);
    }
    let reply_kind = ReplyKind::lines(|finished, call| {
        let best = best_vertex(finished)?;
        Answer::line(if takes_black(best_value(finished)) {
            "SWAP".into()
        } else {
            call.coordinates().text(best)
        })
    });
    call.search(SearchMode::Suggest, single_line(), reply_kind)
}
