//! What can be said about threats without searching: who wins at once, and which cells answer.
//!
//! Taken as decided are a five, an open four and a double four, each against an opponent who has no five
//! himself. A four with an open three and two open threes are so only against an opponent who cannot make
//! a four ([`State::sure_fork`]): otherwise the forced answer may bring one.

use crate::game::Side;
use crate::gomoku::patterns::point_set::PointSet;
use crate::gomoku::patterns::state::{Ruleset, State};
use crate::gomoku::patterns::tables;
use crate::gomoku::patterns::tables::{Pattern, Pattern4};
use crate::gomoku::rules::point::{DIRECTIONS, Point};

/// What the side to move has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForcedReply {
    /// It has a five: the game is won with the next move.
    Five,
    /// The opponent has a five: only its answers matter.
    AnswerFive,
    /// It has an open four or a double four and nothing to fear: won in three plies.
    OpenFour,
    /// The opponent threatens an open four or a double four: own fours, or an answer to it.
    AnswerOpenFour,
    /// None.
    Free,
}

impl<R: Ruleset> State<R> {
    /// What the side to move has to do.
    #[inline]
    pub fn forced_reply(&self) -> ForcedReply {
        self.accumulator().forced_reply()
    }

    /// A move that wins in five plies, if there is one that is plain to see ([`Accumulator::sure_fork`]). For a
    /// side with the duty [`ForcedReply::Free`].
    ///
    /// [`Accumulator::sure_fork`]: crate::gomoku::patterns::accumulator::Accumulator::sure_fork
    #[inline]
    pub fn sure_fork(&self) -> Option<Point> {
        let fork = self.accumulator().sure_fork()?;
        self.first(self.side(), fork)
    }

    /// The cells on which a stone of `side` leaves the opponent without a five. Fouls are not left
    /// out. Exact: after any other move that is no five the opponent has one.
    pub fn answers_to_five(&self, side: Side) -> PointSet {
        let attacker = side.other();
        let mut answers = PointSet::EMPTY;
        if !R::ENDS {
            if self.count(attacker, Pattern4::Five) == 1
                && let Some(point) = self.first(attacker, Pattern4::Five)
            {
                answers.insert(point);
            }
            return answers;
        }
        self.common(attacker, Pattern4::Five)
    }

    /// The cells on which a stone of `side` leaves the opponent without an open four or a double
    /// four that is plain to see, fouls not left out. Exact in this sense: after any other move that
    /// makes no four or five, the opponent wins in three plies.
    pub fn answers_to_open_four(&self, side: Side) -> PointSet {
        self.common(side.other(), Pattern4::OpenFour)
    }

    /// The cells that take the class away from all cells that have it for the attacker.
    fn common(&self, attacker: Side, class: Pattern4) -> PointSet {
        let mut all: Option<PointSet> = None;
        for point in self.cells(attacker, class).iter() {
            let answers = self.spoilers(attacker, point, class);
            let common = all.map_or(answers, |all| all.and(&answers));
            if common.is_empty() {
                return common;
            }
            all = Some(common);
        }
        all.unwrap_or_default()
    }

    /// The cells on which a stone of the opponent takes this class away from an attacker's cell.
    fn spoilers(&self, attacker: Side, point: Point, class: Pattern4) -> PointSet {
        let mut answers = PointSet::EMPTY;
        answers.insert(point);
        let half = const { tables::half(R::RULE) } as i16;
        let quad = self.quad(attacker, point);
        for direction in 0..DIRECTIONS {
            let pattern = self.pattern(attacker, point, direction);
            if pattern != Pattern::Five && !pattern.is_four() {
                continue;
            }
            for distance in (-half..=half).filter(|d| *d != 0) {
                let near = point.along(direction, distance);
                if !self.empty().contains(near) {
                    continue;
                }
                let spoiled = self.pattern_against(attacker, point, direction, distance);
                let nibble = 4 * direction;
                let quad = quad & !(15 << nibble) | (spoiled as u16) << nibble;
                if self.meaning_of(attacker, quad).class() < class {
                    answers.insert(near);
                }
            }
        }
        answers
    }

    /// The cells on which a side makes a four but nothing stronger, fouls not left out.
    pub fn fours(&self, side: Side) -> PointSet {
        let mut fours = self
            .cells(side, Pattern4::Four)
            .or(self.cells(side, Pattern4::FourPlus))
            .or(self.cells(side, Pattern4::FourThree));
        if R::FOULS && side == Side::Black && self.has(side, Pattern4::Forbidden) {
            // A double three that is none may still come with a four.
            for point in self.cells(side, Pattern4::Forbidden).iter() {
                if (0..DIRECTIONS).any(|d| self.pattern(side, point, d).is_four()) {
                    fours.insert(point);
                }
            }
        }
        fours
    }
}

/// The cells on which a stone of the side to move could be in the way of the opponent's line of fours:
/// all that share a window with a cell of the line, and its own fours. Where fouls are in play, or a
/// four has more than one answer, every empty cell.
pub fn zone_of<R: Ruleset>(state: &mut State<R>, line: &[Point]) -> PointSet {
    let own = state.side();
    let mut zone = state.fours(own).or(state.cells(own, Pattern4::OpenFour));
    if R::ENDS || R::FOULS && meets_foul(state, line) {
        return *state.empty();
    }
    let half = const { tables::half(R::RULE) } as i16;
    for point in line {
        for direction in 0..DIRECTIONS {
            for distance in -half..=half {
                zone.insert(point.along(direction, distance));
            }
        }
    }
    zone.and(state.empty())
}

/// Whether a cell of the opponent's line looks forbidden to Black when it is played. Whether it really
/// is depends on cells far away.
fn meets_foul<R: Ruleset>(state: &mut State<R>, line: &[Point]) -> bool {
    let mut met = false;
    let mut made = 0;
    state.pass();
    for &point in line {
        met |= state.class(Side::Black, point) == Pattern4::Forbidden;
        // The other answer to a double four, the five that nothing stops.
        met |= state.has(Side::Black, Pattern4::Forbidden)
            && state
                .cells(Side::White, Pattern4::Five)
                .iter()
                .any(|five| state.class(Side::Black, five) == Pattern4::Forbidden);
        state.make(point);
        made += 1;
    }
    for _ in 0..made {
        state.undo();
    }
    state.pass();
    met
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::patterns::state::{Caro, CaroExact, Freestyle, Renju, Standard};
    use crate::gomoku::rules::point::Point;
    use crate::util::rng::Rng;

    /// Random boards with many lines: stones near the centre, no five on the board.
    fn boards<R: Ruleset>(seed: u64, count: usize, mut visit: impl FnMut(&mut State<R>)) {
        let mut rng = Rng::new(seed);
        for _ in 0..count {
            let mut stones: Vec<(Side, Point)> = Vec::new();
            let mut state = State::<R>::new(11, [], Side::Black);
            for n in 0..10 + rng.below(30) {
                let side = if n % 2 == 0 { Side::Black } else { Side::White };
                let point = Point::new(2 + rng.below(7) as usize, 2 + rng.below(7) as usize);
                let free = stones.iter().all(|(_, other)| *other != point);
                if free && state.class(side, point) != Pattern4::Five {
                    stones.push((side, point));
                    state = State::new(11, stones.iter().copied(), side.other());
                }
            }
            visit(&mut state);
        }
    }

    fn answers_are_exact<R: Ruleset>() {
        let mut seen = [0; 3];
        boards::<R>(R::RULE as u64 + 1, 400, |state| {
            let (own, other) = (state.side(), state.side().other());
            let forced_reply = state.forced_reply();
            if !matches!(
                forced_reply,
                ForcedReply::AnswerFive | ForcedReply::AnswerOpenFour
            ) {
                return;
            }
            let (class, answers) = if forced_reply == ForcedReply::AnswerFive {
                (Pattern4::Five, state.answers_to_five(own))
            } else {
                (Pattern4::OpenFour, state.answers_to_open_four(own))
            };
            seen[usize::from(class == Pattern4::Five)] += 1;
            for point in state.empty().iter().collect::<Vec<_>>() {
                state.make(point);
                let stopped = !state.has(other, class);
                state.undo();
                // In Renju a white stone can free an open four that looked forbidden.
                let may_free = R::FOULS && own == Side::White && class == Pattern4::OpenFour;
                if stopped || !may_free {
                    assert_eq!(answers.contains(point), stopped, "{class:?} {point:?}");
                }
            }
            seen[2] += usize::from(answers.len() > 1);
        });
        assert!(seen[0] > 20 && seen[1] > 20, "{seen:?}");
        // Only blocked ends give a four more than one answer, but open threes have several.
        assert!(seen[2] > 5, "{seen:?}");
    }

    /// Plays every fork that is said to win, and every answer to it.
    fn forks_are_sure<R: Ruleset>() {
        let mut seen = [0; 2];
        boards::<R>(R::RULE as u64 + 11, 4000, |state| {
            if state.forced_reply() != ForcedReply::Free {
                return;
            }
            let Some(fork) = state.sure_fork() else {
                return;
            };
            let side = state.side();
            let four = state.class(side, fork) == Pattern4::FourThree;
            seen[usize::from(four)] += 1;
            state.make(fork);
            for answer in state.empty().iter().collect::<Vec<_>>() {
                if state.is_foul(side.other(), answer) {
                    continue;
                }
                assert_ne!(state.class(side.other(), answer), Pattern4::Five);
                state.make(answer);
                let forced_reply = state.forced_reply();
                let stopped = !matches!(forced_reply, ForcedReply::Five | ForcedReply::OpenFour);
                assert!(
                    !stopped,
                    "{fork:?} is answered by {answer:?}: {forced_reply:?}"
                );
                state.undo();
            }
            state.undo();
        });
        // Black has no such forks in Renju.
        assert!(seen[0] > 10 && seen[1] > 1, "{:?}: {seen:?}", R::RULE);
    }

    #[test]
    fn forks_are_sure_under_every_rule() {
        forks_are_sure::<Freestyle>();
        forks_are_sure::<Standard>();
        forks_are_sure::<Renju>();
        forks_are_sure::<Caro>();
        forks_are_sure::<CaroExact>();
    }

    #[test]
    fn answers_are_exact_under_every_rule() {
        answers_are_exact::<Freestyle>();
        answers_are_exact::<Standard>();
        answers_are_exact::<Renju>();
        answers_are_exact::<Caro>();
        answers_are_exact::<CaroExact>();
    }
}
