//! Training positions: features, result and chosen move.

use crate::game::{Game as _, Move, Side};
use crate::gomoku::eval::{self, offset_class, rule_side};
use crate::gomoku::patterns::{Pattern, pattern_code};
use crate::gomoku::rules::{Gomoku, Point, Position, Rule, RuleType, with_rule_type};
use crate::gomoku::state::{ForcedReply, State};
use crate::train::gomoku::games::{Game, MoveScore};

/// A position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sample {
    /// The rule of the game.
    pub rule: Rule,
    /// The side to move.
    pub side: Side,
    /// The pattern codes of the empty cells for the side to move and for the opponent, without dead cells.
    pub codes: [Vec<u16>; 2],
    /// The threats of both sides, a bit each.
    pub threat_flags: u16,
    /// The result for the side to move: 0, 0.5 or 1.
    pub result: f32,
    /// The result that the search expected, if its value was an estimate.
    pub score: Option<f32>,
    /// The choice of a move, if nothing was forced.
    pub choice: Option<Choice>,
}

/// The choice of a move by a search.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Choice {
    /// The pattern codes of all candidates, for the side to move and for the opponent.
    pub cells: Vec<[u16; 2]>,
    /// The offset classes of all candidates, from the last stone of the side to move and from that of
    /// the opponent.
    pub offsets: Vec<[Option<u8>; 2]>,
    /// The index of the played candidate.
    pub chosen: usize,
}

/// The positions of a game after its opening in which the search needs the static evaluation. None of a variation,
/// which has no result.
pub(crate) fn of_game(game: &Game, take: impl FnMut(Sample)) {
    if !game.is_variation {
        with_rule_type!(game.rules.rule(), R => of_game_by::<R>(game, take));
    }
}

fn patterns<R: RuleType>(state: &State<R>, side: Side, point: Point) -> [Pattern; 4] {
    std::array::from_fn(|direction| state.pattern(side, point, direction))
}

fn of_game_by<R: RuleType>(game: &Game, mut take: impl FnMut(Sample)) {
    let mut position = Position::new(game.rules);
    for (ply, &vertex) in game.moves.iter().enumerate() {
        if let Some(score) = ply.checked_sub(game.opening).map(|n| game.scores[n]) {
            let state = State::<R>::from_position(&position);
            if let Some(sample) = sample(&state, game, ply, score) {
                take(sample);
            }
        }
        Gomoku::play(&mut position, Move::Place(vertex));
    }
}

fn sample<R: RuleType>(
    state: &State<R>,
    game: &Game,
    ply: usize,
    score: MoveScore,
) -> Option<Sample> {
    let (own, other) = (state.side(), state.side().other());
    let forced_reply = state.forced_reply();
    if !forced_reply.has_choice() || score == MoveScore::Won {
        return None;
    }
    let of = |side: Side, point| pattern_code(patterns(state, side, point)) as u16;
    let codes = [own, other].map(|side| {
        let codes = state.empty().iter().map(|point| of(side, point));
        codes.filter(|&code| code != 0).collect()
    });
    let lost = matches!(score, MoveScore::Lost | MoveScore::ClaimedLoss);
    let choice = (forced_reply == ForcedReply::Free && !lost)
        .then(|| {
            let cells: Vec<_> = state
                .candidates()
                .iter()
                .filter(|point| !state.is_foul(own, *point))
                .collect();
            let chosen = cells
                .iter()
                .position(|cell| *cell == game.moves[ply].into())?;
            let last = [2, 1].map(|back| ply.checked_sub(back).map(|ply| game.moves[ply].into()));
            let offset = |point, stone: Option<Point>| Some(offset_class(point, stone?)? as u8);
            let offsets = cells.iter();
            let offsets = offsets.map(|&point| last.map(|stone| offset(point, stone)));
            let offsets = offsets.collect();
            let cells = cells
                .into_iter()
                .map(|point| [of(own, point), of(other, point)]);
            Some(Choice {
                cells: cells.collect(),
                offsets,
                chosen,
            })
        })
        .flatten();
    Some(Sample {
        rule: R::RULE,
        side: own,
        codes,
        threat_flags: state.accumulator().threat_flags() as u16,
        result: match game.winner {
            Some(side) if side == own => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        },
        score: match score {
            MoveScore::Estimate(value) => Some(eval::win_rate(i32::from(value))),
            _ => None,
        },
        choice,
    })
}

impl Sample {
    /// The sets of weights for the two sides of [`Sample::codes`].
    pub(crate) fn rule_sides(&self) -> [usize; 2] {
        [
            rule_side(self.rule, self.side),
            rule_side(self.rule, self.side.other()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Vertex;
    use crate::gomoku::Rules;

    #[test]
    fn claims_are_no_labels() {
        use MoveScore::{ClaimedLoss, ClaimedWin, Estimate};
        let game = Game {
            rules: Rules::new(15, Rule::Freestyle).unwrap(),
            moves: [(7, 7), (7, 8), (8, 8), (8, 7)]
                .map(|(col, row)| Vertex::new(col, row))
                .into(),
            opening: 1,
            scores: vec![ClaimedLoss, ClaimedWin, Estimate(0)],
            winner: Some(Side::Black),
            is_variation: false,
        };
        let mut samples = Vec::new();
        of_game(&game, |sample| samples.push(sample));
        let labels = samples
            .iter()
            .map(|sample| (sample.score, sample.result, sample.choice.is_some()));
        let expected = [
            (None, 0.0, false),
            (None, 1.0, true),
            (Some(0.5), 0.0, true),
        ];
        assert_eq!(labels.collect::<Vec<_>>(), expected);
    }
}
