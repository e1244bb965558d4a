//! Sets up a position from a list of stones.

use crate::format::GameRecord;
use crate::game::{Setup, Side, Vertex, in_turns};
use crate::protocol::gomocup::call::{Call, Failure};
use crate::protocol::gomocup::coordinates::Pair;
use crate::protocol::gomocup::payload::PayloadLine;

/// Sets up the stones between the command and `DONE` as the whole position. The owner of the stones with
/// WHO 1 is to move. An error changes nothing.
///
/// Clients of Rapfi write a pass as -1,-1, and some of them number the colours, Black 1 and White 2, whoever is to move.
pub(crate) fn set_up_payload(call: &mut Call<'_>) -> Result<(), Failure> {
    let coordinates = call.coordinates();
    let mut stones: Vec<(Vertex, bool)> = Vec::new();
    // The other points are not for this position.
    let is_stone = |line: &&PayloadLine| matches!(line.who, 1 | 2);
    let (mut passes, mut ones) = (0, 0);
    for item in call.state.payload.iter().filter(is_stone) {
        ones += usize::from(item.who == 1);
        if item.pair == Pair(-1, -1) {
            passes += 1;
            continue;
        }
        let vertex = coordinates.vertex(item.pair)?;
        if stones.iter().any(|&(other, _)| other == vertex) {
            return Err(format!("two stones on {}", coordinates.text(vertex)).into());
        }
        stones.push((vertex, item.who == 1));
    }
    // Black moves first, so Black is to move if the number of stones is even.
    let turns = stones.len() + passes;
    let to_move = if turns.is_multiple_of(2) {
        Side::Black
    } else {
        Side::White
    };
    // In a game, the side to move never has had a turn more than the other, so these numbers mean colours.
    let owner_of_one = if 2 * ones == turns + 1 {
        to_move.other()
    } else {
        to_move
    };
    let moves: Vec<(Side, Vertex)> = stones
        .into_iter()
        .map(|(vertex, is_one)| {
            let owner = if is_one {
                owner_of_one
            } else {
                owner_of_one.other()
            };
            (owner, vertex)
        })
        .collect();
    set_up_stones(call, &moves, to_move)
}

/// Sets up these stones, as the moves of a game if their numbers allow it. An error changes nothing.
pub(crate) fn set_up_stones(
    call: &mut Call<'_>,
    stones: &[(Side, Vertex)],
    to_move: Side,
) -> Result<(), Failure> {
    let size = call.session.record().size();
    let variant = call.state.variant(call.session);
    let game = in_turns(stones, to_move).map(|moves| GameRecord {
        variant,
        start: Setup::empty(size),
        moves,
    });
    // The last stone may have been there before its point became forbidden. Then it loses nothing.
    let legal = game.as_ref().filter(|game| is_legal(game));
    let is_loaded = legal.is_some_and(|game| call.session.load(game).is_ok());
    if !is_loaded {
        let mut start = Setup::empty(size);
        for &(side, vertex) in stones {
            start.set(vertex, Some(side));
        }
        start.to_move = to_move;
        let moves = Vec::new();
        let position = GameRecord {
            variant,
            start,
            moves,
        };
        let set_up = call.session.load(&position);
        let may_load = |game| call.session.load(&game).is_ok();
        if let Err(error) = set_up
            && !game.is_some_and(may_load)
        {
            return Err(error.into());
        }
    }
    call.state.game_error = None;
    Ok(())
}

/// Whether no move of a game breaks its rules. A forbidden point of Renju does.
fn is_legal(game: &GameRecord) -> bool {
    let record = game.variant.new_record(game.start.size);
    let mut moves = game.moves.iter();
    record.is_some_and(|mut record| moves.all(|&(side, mv)| record.play(side, mv).is_ok()))
}
