//! Positions of games with what they turned out to be worth and the move that was played.

use crate::game::{Game as _, Move, Side, Vertex};
use crate::gomoku::eval;
use crate::gomoku::eval::threat_table::{Pattern4Counts, threat_flags};
use crate::gomoku::eval::weights::rule_side;
use crate::gomoku::patterns::pattern4::pattern_code;
use crate::gomoku::patterns::{Pattern, Pattern4};
use crate::gomoku::rules::rule_type::{RuleType, with_rule_type};
use crate::gomoku::state::{ForcedReply, State};
use crate::gomoku::{Gomoku, Position, Rule};
use crate::train::gomoku::games::{Game, Opinion};

/// A position.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Of the game.
    pub rule: Rule,
    /// The side to move.
    pub side: Side,
    /// The codes of the empty cells for the side to move and for the other one, those of dead cells left
    /// out.
    pub codes: [Vec<u16>; 2],
    /// The threats of both sides, a bit each.
    pub threat_flags: u16,
    /// What the side to move scored: 0, 0.5 or 1.
    pub result: f32,
    /// What a search thought that it would score, unless that was proven.
    pub opinion: Option<f32>,
    /// The choice of a move, if there was one to learn from.
    pub choice: Option<Choice>,
}

/// The choice of a move by a search that nothing forced.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The codes of all cells that were considered, for the side to move and for the other one.
    pub cells: Vec<[u16; 2]>,
    /// Which of them was played.
    pub chosen: usize,
}

/// The positions of a game after its opening, as far as what happened in them says something.
pub fn of_game(game: &Game, take: impl FnMut(Sample)) {
    with_rule_type!(game.rules.rule(), R => of_game_by::<R>(game, take));
}

fn patterns<R: RuleType>(
    state: &State<R>,
    side: Side,
    point: crate::gomoku::rules::point::Point,
) -> [Pattern; 4] {
    std::array::from_fn(|direction| state.pattern(side, point, direction))
}

fn of_game_by<R: RuleType>(game: &Game, mut take: impl FnMut(Sample)) {
    let mut position = Position::new(game.rules);
    for (ply, &vertex) in game.moves.iter().enumerate() {
        if let Some(opinion) = ply.checked_sub(game.opening).map(|n| game.opinions[n]) {
            let state = State::<R>::from_position(&position);
            if let Some(sample) = sample(&state, game, vertex, opinion) {
                take(sample);
            }
        }
        Gomoku::play(&mut position, Move::Place(vertex));
    }
}

fn sample<R: RuleType>(
    state: &State<R>,
    game: &Game,
    vertex: Vertex,
    opinion: Opinion,
) -> Option<Sample> {
    let (own, other) = (state.side(), state.side().other());
    let forced_reply = state.forced_reply();
    // Where a search sees a win at once, or has to answer a five, nobody asks for a static value.
    if matches!(
        forced_reply,
        ForcedReply::Five | ForcedReply::OpenFour | ForcedReply::AnswerFive
    ) || opinion == Opinion::Won
    {
        return None;
    }
    let of = |side: Side, point| pattern_code(patterns(state, side, point)) as u16;
    let codes = [own, other].map(|side| {
        let codes = state.empty().iter().map(|point| of(side, point));
        codes.filter(|&code| code != 0).collect()
    });
    let choice = (forced_reply == ForcedReply::Free && opinion != Opinion::Lost)
        .then(|| {
            let cells: Vec<_> = state
                .candidates()
                .iter()
                .filter(|point| !state.is_foul(own, *point))
                .collect();
            let chosen = cells.iter().position(|cell| *cell == vertex.into())?;
            let cells = cells
                .into_iter()
                .map(|point| [of(own, point), of(other, point)]);
            Some(Choice {
                cells: cells.collect(),
                chosen,
            })
        })
        .flatten();
    let has = |side: Side| {
        let classes = Pattern4::ALL.into_iter();
        classes.fold(Pattern4Counts::default(), |mut counts, class| {
            if class >= Pattern4::OpenThree {
                counts[class as usize] = state.count(side, class) as u16;
            }
            counts
        })
    };
    Some(Sample {
        rule: R::RULE,
        side: own,
        codes,
        threat_flags: threat_flags(&has(own), &has(other)) as u16,
        result: match game.winner {
            Some(side) if side == own => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        },
        opinion: match opinion {
            Opinion::Estimate(value) => Some(eval::win_rate(i32::from(value))),
            Opinion::Won | Opinion::Lost => None,
        },
        choice,
    })
}

impl Sample {
    /// The sets of weights for the two sides of [`Sample::codes`].
    pub fn rule_sides(&self) -> [usize; 2] {
        [
            rule_side(self.rule, self.side),
            rule_side(self.rule, self.side.other()),
        ]
    }
}
