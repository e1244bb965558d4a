//! What the manager says about time.

use crate::game::Side;
use crate::search::ClockRule;
use crate::session::Session;
use std::time::Duration;

/// From here on a number of milliseconds means "no limit": managers send the largest 32-bit number.
const UNLIMITED: i64 = i32::MAX as i64;

/// The limits in force.
#[derive(Clone, Debug, Default)]
pub struct TimeLimits {
    /// For one move.
    turn: Option<Duration>,
    /// For all moves of a game.
    game: Option<Duration>,
    increment: Duration,
    /// What is left for all moves, until the session has been told.
    left: Option<Option<Duration>>,
    /// The session does not know these limits yet.
    changed: bool,
}

/// A number of milliseconds; a clock that has run out may show a negative one.
fn time(ms: i64) -> Option<Duration> {
    (ms < UNLIMITED).then(|| Duration::from_millis(ms.max(0) as u64))
}

impl TimeLimits {
    /// Time for one move in milliseconds; 0 means an answer at once.
    pub fn set_turn(&mut self, ms: i64) {
        self.turn = time(ms);
        self.changed = true;
    }

    /// Time for all moves in milliseconds; 0 means no limit.
    pub fn set_game(&mut self, ms: i64) {
        self.game = time(ms).filter(|time| !time.is_zero());
        self.changed = true;
    }

    /// Time added after every move, in milliseconds.
    pub fn set_increment(&mut self, ms: i64) {
        self.increment = time(ms).unwrap_or_default();
        self.changed = true;
    }

    /// Time left for all moves in milliseconds.
    pub fn set_left(&mut self, ms: i64) {
        self.left = Some(time(ms));
    }

    /// A new game begins: the clocks are full again.
    pub fn restart(&mut self) {
        self.changed = true;
        self.left = None;
    }

    fn rule(&self) -> ClockRule {
        match (self.turn, self.game) {
            (None, None) => ClockRule::Unlimited,
            (Some(turn), None) => ClockRule::PerMove(turn),
            (turn, Some(main)) => ClockRule::fischer(main, self.increment, turn),
        }
    }

    /// Tells the session what it does not know yet; `side` is the one whose time is left.
    pub fn apply(&mut self, session: &mut Session, side: Side) {
        let left = self.left.take();
        if let Some(left) = left
            && (left.is_some() != self.game.is_some())
        {
            // Some managers say only what is left, and some take the limit away in this way.
            self.game = left;
            self.changed = true;
        }
        if std::mem::take(&mut self.changed) {
            session.set_clock(self.rule());
        }
        if let Some(Some(left)) = left {
            session.set_time_left(side, left, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Options, Variant};
    use crate::search::TimeBudget;
    use crate::session::{SearchMode, SearchOptions};
    use std::time::Instant;

    fn budget(set: impl Fn(&mut TimeLimits)) -> Option<TimeBudget> {
        let options = Options {
            overhead: Duration::ZERO,
            depth: 5,
            ..Options::default()
        };
        let variant = Variant::from_name("gomoku").unwrap();
        let mut session = Session::new(variant, Some(15), options).unwrap();
        let mut clock = TimeLimits::default();
        set(&mut clock);
        clock.apply(&mut session, Side::White);
        let options = SearchOptions::default();
        let limits = session.limits(Side::White, SearchMode::Play, &options, Instant::now());
        limits.time
    }

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn limits_of_a_move() {
        assert_eq!(budget(|_| {}), None);
        let turn = budget(|clock| clock.set_turn(5000)).unwrap();
        assert_eq!(turn, TimeBudget::fixed(ms(5000)));
        let at_once = budget(|clock| clock.set_turn(0)).unwrap();
        assert_eq!(at_once.hard, ms(0));
        for unlimited in [2_147_483_647, i64::MAX] {
            assert_eq!(budget(|clock| clock.set_turn(unlimited)), None);
        }
        // A turn limit bounds what a long game would allow.
        let both = budget(|clock| {
            clock.set_turn(1000);
            clock.set_game(10_000_000);
            clock.set_left(10_000_000);
        });
        assert_eq!(both.unwrap().hard, ms(1000));
        let no_game = budget(|clock| {
            clock.set_game(0);
            clock.set_turn(700);
            clock.set_left(2_147_483_647);
        });
        assert_eq!(no_game, Some(TimeBudget::fixed(ms(700))));
    }

    #[test]
    fn what_is_left_counts() {
        let little = budget(|clock| {
            clock.set_turn(5000);
            clock.set_game(180_000);
            clock.set_left(400);
        })
        .unwrap();
        assert!(little.hard <= ms(400) && little.soft < ms(100));
        // Nothing is left, but a move has to be found.
        for gone in [0, -500] {
            let time = budget(|clock| clock.set_left(gone)).unwrap();
            assert_eq!(time.hard, ms(0));
        }
        // Nobody has said how long the game is, only what is left.
        let only_left = budget(|clock| clock.set_left(60_000)).unwrap();
        assert!(only_left.soft < ms(10_000));
        let taken_away = budget(|clock| {
            clock.set_game(60_000);
            clock.set_left(i64::MAX);
        });
        assert_eq!(taken_away, None);
    }
}
