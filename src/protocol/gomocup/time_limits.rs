//! The time limits that the manager sets.

use crate::game::Side;
use crate::search::ClockRule;
use crate::session::Session;
use std::time::Duration;

/// This number of milliseconds or more means "no limit". Managers send the largest 32-bit number.
const UNLIMITED: i64 = i32::MAX as i64;

/// The limit for a move that Yixin-Board sends for "no limit".
pub(crate) const YIXIN_NO_TURN_LIMIT: Duration = Duration::from_millis(2_000_000);

/// The limits for a move and for all moves that it sends together for that.
const YIXIN_UNLIMITED: [Option<Duration>; 2] = [
    Some(YIXIN_NO_TURN_LIMIT),
    Some(Duration::from_millis(100_000_000)),
];

/// The limits in force.
#[derive(Clone, Debug, Default)]
pub(crate) struct TimeLimits {
    /// The limit for one move.
    turn: Option<Duration>,
    /// The limit for all moves of a game.
    game: Option<Duration>,
    increment: Duration,
    /// Whether the manager limits the depth, and the nodes.
    bounds: [bool; 2],
    /// The new time left for the rest of the game, until the session gets it. The inner `None` means no
    /// limit.
    left: Option<Option<Duration>>,
    /// Whether the session does not have these limits yet.
    changed: bool,
    /// Whether the clocks are to be filled: a new game begins, or the limit for all moves is new.
    fills: bool,
    /// Whether the manager is Yixin-Board.
    yixin: bool,
}

/// Managers that mean no limit send 99 plies or more, and a thousand million nodes. The summary of `timeout_turn` names both
/// bounds.
const UNBOUNDED_DEPTH: i64 = 64;
const UNBOUNDED_NODES: i64 = 100_000_000;

/// Whether this number of plies limits a search.
pub(crate) const fn is_depth_limit(plies: i64) -> bool {
    0 < plies && plies < UNBOUNDED_DEPTH
}

/// Whether this number of nodes limits a search.
pub(crate) const fn is_node_limit(nodes: i64) -> bool {
    0 < nodes && nodes < UNBOUNDED_NODES
}

/// Converts milliseconds; `None` means no limit. A clock that has run out may have a negative number.
fn time(ms: i64) -> Option<Duration> {
    (ms < UNLIMITED).then(|| Duration::from_millis(ms.max(0) as u64))
}

impl TimeLimits {
    /// Sets the limit for one move in milliseconds; 0 means an answer at once.
    pub(crate) fn set_turn(&mut self, ms: i64) {
        self.turn = time(ms);
        self.changed = true;
    }

    /// Notes the manager's limit of depth in plies. Beside a limit, 0 for a move means no limit of time.
    pub(crate) fn set_depth_bound(&mut self, plies: i64) {
        self.bounds[0] = is_depth_limit(plies);
        self.changed = true;
    }

    /// The same for the nodes.
    pub(crate) fn set_node_bound(&mut self, nodes: i64) {
        self.bounds[1] = is_node_limit(nodes);
        self.changed = true;
    }

    /// Sets the limit for all moves in milliseconds; 0 means no limit.
    pub(crate) fn set_game(&mut self, ms: i64) {
        let limit = time(ms).filter(|time| !time.is_zero());
        // Some managers repeat all limits before a move.
        self.fills |= limit != self.game;
        self.game = limit;
        self.changed = true;
    }

    /// Sets the time that the clock gains after each move, in milliseconds.
    pub(crate) fn set_increment(&mut self, ms: i64) {
        self.increment = time(ms).unwrap_or_default();
        self.changed = true;
    }

    /// Sets the time left for the rest of the game, in milliseconds.
    pub(crate) fn set_left(&mut self, ms: i64) {
        self.left = Some(time(ms));
    }

    /// Resets the clocks for a new game. A time left that no search has used yet belongs to the new game.
    pub(crate) fn restart(&mut self) {
        self.changed = true;
        self.fills = true;
    }

    fn is_unlimited(&self) -> bool {
        self.yixin && [self.turn, self.game] == YIXIN_UNLIMITED
    }

    fn rule(&self) -> ClockRule {
        let is_bounded = self.bounds.contains(&true);
        let turn = self.turn.filter(|turn| !(turn.is_zero() && is_bounded));
        match (turn, self.game) {
            _ if self.is_unlimited() => ClockRule::Unlimited,
            (None, None) => ClockRule::Unlimited,
            (Some(turn), None) => ClockRule::PerMove(turn),
            (turn, Some(main)) => ClockRule::fischer(main, self.increment, turn),
        }
    }

    /// Gives the session the limits that are new. The time left is that of `side`. `yixin`: the manager is Yixin-Board.
    pub(crate) fn apply(&mut self, session: &mut Session, side: Side, yixin: bool) {
        self.changed |= self.yixin != yixin;
        self.yixin = yixin;
        // Without a limit, Yixin-Board still sends what is left of its number.
        let left = self.left.take().filter(|_| !self.is_unlimited());
        if let Some(left) = left
            && (left.is_some() != self.game.is_some())
        {
            // Some managers send only `time_left`, and some remove the game limit in this way.
            self.game = left;
            self.changed = true;
            self.fills = true;
        }
        if std::mem::take(&mut self.changed) {
            // A clock without a limit, before or now, has no time left that is worth keeping.
            let rules = [self.rule(), session.clock(side).rule()];
            let fills = std::mem::take(&mut self.fills)
                || self.game.is_none()
                || rules.contains(&ClockRule::Unlimited);
            let before = Side::ALL.map(|side| session.clock(side).left());
            let [rule, _] = rules;
            session.set_clock(rule);
            if !fills {
                // Another limit for a move gives no time back.
                for (side, left) in Side::ALL.into_iter().zip(before) {
                    session.set_time_left(side, left, 0);
                }
            }
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
        budget_of(false, set)
    }

    fn budget_of(yixin: bool, set: impl Fn(&mut TimeLimits)) -> Option<TimeBudget> {
        let options = Options {
            overhead: Duration::ZERO,
            depth: 5,
            ..Options::default()
        };
        let variant = Variant::from_name("gomoku").unwrap();
        let mut session = Session::new(variant, Some(15), options).unwrap();
        let mut clock = TimeLimits::default();
        set(&mut clock);
        clock.apply(&mut session, Side::White, yixin);
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
        // The turn limit holds even if the game clock allows more.
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
    fn the_time_left_limits_a_move() {
        let little = budget(|clock| {
            clock.set_turn(5000);
            clock.set_game(180_000);
            clock.set_left(400);
        })
        .unwrap();
        assert!(little.hard <= ms(400) && little.soft < ms(100));
        // No time is left, but the engine still needs a move.
        for gone in [0, -500] {
            let time = budget(|clock| clock.set_left(gone)).unwrap();
            assert_eq!(time.hard, ms(0));
        }
        // The manager has sent only the time left.
        let only_left = budget(|clock| clock.set_left(60_000)).unwrap();
        assert!(only_left.soft < ms(10_000));
        let taken_away = budget(|clock| {
            clock.set_game(60_000);
            clock.set_left(i64::MAX);
        });
        assert_eq!(taken_away, None);
    }

    #[test]
    fn yixin_board_sends_two_numbers_for_no_limit() {
        let set = |turn, game| {
            move |clock: &mut TimeLimits| {
                clock.set_game(game);
                clock.set_left(game);
                clock.set_turn(turn);
                clock.set_increment(0);
                // Before a later move, less is left.
                clock.set_left(game - 60_000);
            }
        };
        assert_eq!(budget_of(true, set(2_000_000, 100_000_000)), None);
        // Either number alone is a limit, and so are both from another manager.
        for (yixin, turn, game) in [
            (true, 2_000_000, 90_000_000),
            (true, 5000, 100_000_000),
            (false, 2_000_000, 100_000_000),
        ] {
            let limit = budget_of(yixin, set(turn, game));
            assert!(limit.is_some(), "{yixin} {turn} {game}");
        }
    }

    #[test]
    fn yixin_board_may_change_between_limits_and_none() {
        let variant = Variant::from_name("gomoku").unwrap();
        let mut session = Session::new(variant, Some(15), Options::default()).unwrap();
        let mut clock = TimeLimits::default();
        let mut limit = |turn, game| {
            clock.set_turn(turn);
            clock.set_game(game);
            clock.apply(&mut session, Side::White, true);
            session.clock(Side::White).time_to_flag()
        };
        for _ in 0..2 {
            assert_eq!(limit(2_000_000, 100_000_000), None);
            assert_eq!(limit(2_000_000, 100_000_000), None);
            assert_eq!(limit(5000, 100_000_000), Some(ms(5000)));
        }
    }

    #[test]
    fn only_a_new_game_or_game_limit_fills_the_clocks() {
        let variant = Variant::from_name("gomoku").unwrap();
        let mut session = Session::new(variant, Some(15), Options::default()).unwrap();
        let mut clock = TimeLimits::default();
        let mut left_after = |set: &dyn Fn(&mut TimeLimits)| {
            set(&mut clock);
            clock.apply(&mut session, Side::White, false);
            let left = session.clock(Side::White).left();
            session.set_time_left(Side::White, ms(2000), 0);
            left
        };
        let set_all = |clock: &mut TimeLimits| {
            clock.set_game(10_000);
            clock.set_turn(5000);
            clock.set_increment(100);
        };
        assert_eq!(left_after(&set_all), ms(10_000));
        assert_eq!(left_after(&set_all), ms(2000));
        assert_eq!(left_after(&|clock| clock.set_turn(0)), ms(2000));
        assert_eq!(left_after(&TimeLimits::restart), ms(10_000));
        assert_eq!(left_after(&|clock| clock.set_game(20_000)), ms(20_000));
        assert_eq!(left_after(&|clock| clock.set_left(7000)), ms(7000));
    }

    #[test]
    fn an_increment_gives_each_move_more_time() {
        let soft = |increment| {
            let budget = budget(|clock| {
                clock.set_game(60_000);
                clock.set_increment(increment);
            });
            budget.unwrap().soft
        };
        assert!(soft(5000) > soft(0) + ms(3000));
    }

    #[test]
    fn no_time_for_a_move_means_no_limit_beside_another_limit() {
        let limit = |depth, nodes| {
            budget(|clock| {
                clock.set_depth_bound(depth);
                clock.set_node_bound(nodes);
                clock.set_turn(0);
                clock.set_game(0);
            })
        };
        let at_once = [(0, 0), (-1, -1), (64, 0), (0, 100_000_000), (99, 1 << 40)];
        for (depth, nodes) in at_once {
            assert_eq!(limit(depth, nodes).unwrap().hard, Duration::ZERO);
        }
        for (depth, nodes) in [(1, 0), (63, 0), (0, 1), (99, 99_999_999)] {
            assert!(limit(depth, nodes).is_none(), "{depth} {nodes}");
        }
    }
}
