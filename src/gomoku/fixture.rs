//! Positions and requests for the tests of the player and of the search.

use crate::game::{Game, Move, Outcome, Setup, Side, Vertex};
use crate::gomoku::rules::notation::{FirstRow, parse_moves};
use crate::gomoku::{Gomoku, GomokuPlayer, Position, Rule, Rules};
use crate::search::{Limits, Player as _, SearchRequest, SearchResult, StopToken};
use crate::util::rng::Rng;

/// The legal moves.
pub(crate) fn legal(position: &Position) -> Vec<Move> {
    let mut legal = Vec::new();
    Gomoku::legal(position, &mut legal);
    legal
}

/// The outcome after a stone, which may be a foul.
pub(crate) fn outcome_after(position: &Position, vertex: Vertex) -> Option<Outcome> {
    let mut after = position.clone();
    Gomoku::play(&mut after, Move::Place(vertex));
    after.outcome()
}

/// The rules of a board of `size` by `size` cells.
pub(crate) fn rules(size: u8, rule: Rule) -> Rules {
    Rules::new(size, rule).unwrap()
}

/// The position with these stones on a board of 15 by 15 cells; rows count from the bottom.
pub(crate) fn stones(rule: Rule, black: &str, white: &str, to_move: Side) -> Position {
    let rules = rules(15, rule);
    let mut setup = Setup::empty(15);
    setup.to_move = to_move;
    for (list, side) in [(black, Side::Black), (white, Side::White)] {
        for vertex in parse_moves(list, rules, FirstRow::Bottom).unwrap() {
            assert!(setup.set(vertex, Some(side)));
        }
    }
    Gomoku::from_setup(rules, &setup).unwrap()
}

/// A position that is not over, with random stones in a square near the centre: as many of both
/// colours, or one black stone more.
pub(crate) fn crowded(rule: Rule, rng: &mut Rng) -> Position {
    let rules = rules(15, rule);
    let width = 6 + rng.below(3);
    loop {
        let mut setup = Setup::empty(15);
        let stones = 8 + rng.below(17);
        setup.to_move = Side::ALL[stones as usize % 2];
        let mut put = 0;
        while put < stones {
            let at = |rng: &mut Rng| 4 + rng.below(width) as u8;
            let vertex = Vertex::new(at(rng), at(rng));
            if setup.get(vertex).is_none() {
                setup.set(vertex, Some(Side::ALL[put as usize % 2]));
                put += 1;
            }
        }
        if let Ok(position) = Gomoku::from_setup(rules, &setup)
            && position.outcome().is_none()
        {
            return position;
        }
    }
}

/// The position after these moves.
pub(crate) fn after(size: u8, rule: Rule, moves: &str, first: FirstRow) -> Position {
    let mut position = Gomoku::start(rules(size, rule));
    for vertex in parse_moves(moves, position.rules(), first).unwrap() {
        play(&mut position, Move::Place(vertex));
    }
    position
}

/// Plays a legal move.
pub(crate) fn play(position: &mut Position, mv: Move) {
    assert_eq!(
        Gomoku::check(position, mv),
        Ok(()),
        "{mv:?} in {position:?}"
    );
    Gomoku::play(position, mv);
}

/// The answer of a new player.
pub(crate) fn ask(position: &Position, request: &SearchRequest) -> SearchResult {
    GomokuPlayer::default().think(position, request, &StopToken::new(), &mut |_| {})
}

/// A request for a search of at most `nodes` nodes.
pub(crate) fn in_nodes(nodes: u64) -> SearchRequest {
    SearchRequest::new(Limits::nodes(nodes))
}

/// A position that is not over, after random moves near the centre.
pub(crate) fn scramble(size: u8, rule: Rule, moves: u64, rng: &mut Rng) -> Position {
    'again: loop {
        let mut position = Gomoku::start(rules(size, rule));
        let width = u64::from(size).min(7);
        let low = (u64::from(size) - width) / 2;
        for _ in 0..moves {
            let legal = legal(&position);
            let near = |mv: &&Move| {
                let vertex = mv.vertex().unwrap();
                [vertex.col, vertex.row]
                    .iter()
                    .all(|n| (low..low + width).contains(&u64::from(*n)))
            };
            let inside: Vec<&Move> = legal.iter().filter(near).collect();
            let Some(mv) = inside.get(rng.below(inside.len().max(1) as u64) as usize) else {
                continue 'again;
            };
            play(&mut position, **mv);
            if position.outcome().is_some() {
                continue 'again;
            }
        }
        return position;
    }
}
