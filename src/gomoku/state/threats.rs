//! Threats as the state knows them, without search: immediate wins, and the cells that answer a threat.
//!
//! A five, an open four and a double four decide the game, each against an opponent who has no five. A
//! four with an open three and two open threes decide it only against an opponent who cannot make a four
//! ([`State::winning_fork`]): otherwise the forced answer may make one.

use crate::game::Side;
use crate::gomoku::patterns::{Pattern, Pattern4, PointSet, half_width};
use crate::gomoku::rules::{DIRECTIONS, Point, RuleType};
use crate::gomoku::state::{accumulator::ForcedReply, incremental::State};

impl<R: RuleType> State<R> {
    /// What the side to move has to do.
    #[inline]
    pub fn forced_reply(&self) -> ForcedReply {
        self.accumulator().forced_reply()
    }

    /// A fork that wins in five plies, if [`Accumulator::winning_fork`] knows one. For a side whose forced
    /// reply is [`ForcedReply::Free`].
    ///
    /// [`Accumulator::winning_fork`]: crate::gomoku::state::accumulator::Accumulator::winning_fork
    #[inline]
    pub fn winning_fork(&self) -> Option<Point> {
        let fork = self.accumulator().winning_fork()?;
        self.first(self.side(), fork)
    }

    /// A four of White that wins in three plies, since its answer is a foul. For a side without a five to
    /// answer.
    #[inline]
    pub fn four_at_foul(&mut self) -> Option<Point> {
        if !self.accumulator().may_make_four_at_foul() {
            return None;
        }
        let half = const { half_width(R::RULE) } as i16;
        let answers = *self.cells(Side::Black, Pattern4::Forbidden);
        for answer in answers.iter() {
            let patterns = self.line_patterns(Side::White, answer);
            for direction in 0..DIRECTIONS {
                // Two cells that complete a five together make a four each.
                if !patterns.line(direction).is_four() {
                    continue;
                }
                for distance in (-half..=half).filter(|d| *d != 0) {
                    let four = answer.along(direction, distance);
                    let white = Side::White;
                    if self.empty().contains(four)
                        && self.pattern_with(white, answer, direction, distance, white)
                            == Pattern::Five
                        && self.makes_foul(four, answer)
                    {
                        return Some(four);
                    }
                }
            }
        }
        None
    }

    /// The cells on which a stone of `side` leaves the opponent without a five, fouls included. Exact: after
    /// any other move that is no five the opponent has one.
    pub fn answers_to_five(&self, side: Side) -> PointSet {
        let attacker = side.other();
        let mut answers = PointSet::EMPTY;
        if !R::NEEDS_OPEN_END {
            if self.count(attacker, Pattern4::Five) == 1
                && let Some(point) = self.first(attacker, Pattern4::Five)
            {
                answers.insert(point);
            }
            return answers;
        }
        self.shared_answers(attacker, Pattern4::Five)
    }

    /// The cells on which a stone of `side` leaves the opponent without a cell of [`Pattern4::OpenFour`],
    /// fouls included. Exact in this sense: after any other move that makes no four or five, the opponent
    /// wins in three plies.
    pub fn answers_to_open_four(&self, side: Side) -> PointSet {
        self.shared_answers(side.other(), Pattern4::OpenFour)
    }

    /// The cells that answer every threat of this kind.
    fn shared_answers(&self, attacker: Side, threat: Pattern4) -> PointSet {
        let mut all: Option<PointSet> = None;
        for point in self.cells(attacker, threat).iter() {
            let answers = self.answers(attacker, point, threat);
            let shared = all.map_or(answers, |all| all.and(&answers));
            if shared.is_empty() {
                return shared;
            }
            all = Some(shared);
        }
        all.unwrap_or_default()
    }

    /// The cells on which a stone of the opponent leaves the attacker a weaker threat on this cell, or none.
    fn answers(&self, attacker: Side, point: Point, threat: Pattern4) -> PointSet {
        let mut answers = PointSet::EMPTY;
        answers.insert(point);
        let half = const { half_width(R::RULE) } as i16;
        let patterns = self.line_patterns(attacker, point);
        for direction in 0..DIRECTIONS {
            let pattern = patterns.line(direction);
            if pattern != Pattern::Five && !pattern.is_four() {
                continue;
            }
            for distance in (-half..=half).filter(|d| *d != 0) {
                let near = point.along(direction, distance);
                if !self.empty().contains(near) {
                    continue;
                }
                let blocked =
                    self.pattern_with(attacker, point, direction, distance, attacker.other());
                let patterns = patterns.with(direction, blocked);
                if self.info_of(attacker, patterns).pattern4() < threat {
                    answers.insert(near);
                }
            }
        }
        answers
    }

    /// The cells on which a side makes a four but nothing stronger, fouls included.
    pub fn fours(&self, side: Side) -> PointSet {
        let mut fours = self
            .cells(side, Pattern4::Four)
            .or(self.cells(side, Pattern4::FourPlus))
            .or(self.cells(side, Pattern4::FourThree));
        if R::HAS_FOULS && side == Side::Black && self.has(side, Pattern4::Forbidden) {
            // What looks like a double three may be allowed, and may be a four as well.
            for point in self.cells(side, Pattern4::Forbidden).iter() {
                if (0..DIRECTIONS).any(|d| self.pattern(side, point, d).is_four()) {
                    fours.insert(point);
                }
            }
        }
        fours
    }
}

#[cfg(test)]
mod tests;
