use super::*;
use crate::gomoku::eval::LIMIT;
use crate::gomoku::rules::{Renju, Rule, with_rule_type};
use crate::util::rng::Rng;
use proptest::prelude::*;

/// Everything that can be read of a state, for comparison.
fn readings<R: RuleType>(state: &State<R>) -> impl PartialEq + std::fmt::Debug + use<R> {
    let cells: Vec<_> = state
        .empty
        .iter()
        .map(|point| state.cells[point.index()])
        .map(|cell| (cell.point(), cell.patterns(), cell.info))
        .collect();
    let threats = Side::ALL.map(|side| {
        let all = Pattern4::ALL.iter();
        all.map(|pattern4| (*state.cells(side, *pattern4), state.count(side, *pattern4)))
            .collect::<Vec<_>>()
    });
    (
        (cells, threats),
        (state.empty, state.candidates, state.empties(), state.key),
        state.static_value(),
    )
}

fn fresh<R: RuleType>(size: u8, stones: &[(Side, Point)], side: Side) -> State<R> {
    State::new(size, stones.iter().copied(), side).with_network()
}

fn make_and_undo<R: RuleType>(size: u8, steps: &[(u16, bool)]) {
    let mut state = fresh::<R>(size, &[], Side::Black);
    let mut stones = Vec::new();
    for &(choice, back) in steps {
        if back && !stones.is_empty() {
            state.undo();
            stones.pop();
        } else {
            // Near the centre at first, so that lines meet.
            let empty: Vec<Point> = state.empty.iter().collect();
            let Some(point) = empty.get(usize::from(choice) % empty.len().max(1)) else {
                continue;
            };
            stones.push((state.side(), *point));
            // A preview changes nothing, and the preview of another move does not spoil this one.
            let before = readings(&state);
            let pending = state.preview_move(*point);
            let value = state.evaluate_pending(&pending, -LIMIT, LIMIT);
            let previewed = pending.accumulator;
            let _ = state.preview_move(empty[0]);
            assert_eq!(readings(&state), before);
            state.make(*point);
            if previewed.forced_reply() != ForcedReply::AnswerFive {
                assert_eq!(state.evaluate(-LIMIT, LIMIT), value);
            }
            assert_eq!(state.value_of(&previewed), state.static_value());
            assert_eq!(previewed.forced_reply(), state.forced_reply());
        }
        let before = readings(&state);
        assert_eq!(before, readings(&fresh::<R>(size, &stones, state.side())));
        state.pass();
        let passed = fresh::<R>(size, &stones, state.side());
        assert_eq!(readings(&state), readings(&passed));
        if let Some(point) = state.empty.iter().next() {
            state.make(point);
            state.undo();
        }
        state.pass();
        assert_eq!(readings(&state), before);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn incremental_is_fresh(
        size in 5_u8..=22,
        steps in prop::collection::vec((any::<u16>(), prop::bool::weighted(0.2)), 1..90),
    ) {
        for rule in Rule::ALL {
            with_rule_type!(rule, R => make_and_undo::<R>(size, &steps));
        }
    }

    #[test]
    fn evaluation_is_symmetric(
        stones in prop::collection::hash_map((0_u8..15, 0_u8..15), any::<bool>(), 0..60),
    ) {
        type Map = fn(u8, u8) -> (u8, u8);
        let list = |map: Map, swap: bool| -> Vec<(Side, Point)> {
            stones
                .iter()
                .map(|(&(x, y), &black)| {
                    let (x, y) = map(x, y);
                    let side = if black != swap { Side::Black } else { Side::White };
                    (side, Point::new(x.into(), y.into()))
                })
                .collect()
        };
        let value = |rule, stones: &[(Side, Point)], side| {
            with_rule_type!(rule, R => {
                let mut state = fresh::<R>(15, stones, side);
                (state.static_value(), state.evaluate(-LIMIT, LIMIT))
            })
        };
        let plain = list(|x, y| (x, y), false);
        let swapped = list(|x, y| (x, y), true);
        let maps: [Map; 4] = [
            |x, y| (14 - x, y),
            |x, y| (x, 14 - y),
            |x, y| (y, x),
            |x, y| (14 - y, 14 - x),
        ];
        for rule in Rule::ALL {
            let expected = value(rule, &plain, Side::Black);
            if rule != Rule::Renju {
                prop_assert_eq!(value(rule, &swapped, Side::White), expected);
            }
            for map in maps {
                prop_assert_eq!(value(rule, &list(map, false), Side::Black), expected);
            }
        }
    }
}

#[test]
fn fouls_are_those_of_the_rules() {
    let mut rng = Rng::new(77);
    let mut found = [0; 2];
    for _ in 0..300 {
        let mut stones = Vec::new();
        for n in 0..20 + rng.below(41) {
            let side = if n % 2 == 0 { Side::Black } else { Side::White };
            let point = Point::new(3 + rng.below(9) as usize, 3 + rng.below(9) as usize);
            if stones.iter().all(|(_, other)| *other != point) {
                stones.push((side, point));
            }
        }
        let state = fresh::<Renju>(15, &stones, Side::Black);
        for point in state.empty().iter() {
            let expected = foul(&state.lines, point).is_some();
            let looks_forbidden = state.pattern4(Side::Black, point) == Pattern4::Forbidden;
            assert_eq!(state.is_foul(Side::Black, point), expected);
            assert!(
                looks_forbidden || !expected,
                "a foul that does not look like one"
            );
            found[0] += usize::from(expected);
            found[1] += usize::from(looks_forbidden);
        }
    }
    assert!(found[0] > 100 && found[1] > found[0], "{found:?}");
}

#[test]
fn an_evaluation_without_the_network_is_incomplete() {
    let stones = [
        (Side::Black, Point::new(7, 7)),
        (Side::White, Point::new(8, 8)),
    ];
    for rule in Rule::ALL {
        with_rule_type!(rule, R => {
            let mut state = fresh::<R>(15, &stones, Side::Black);
            let value = state.static_value();
            let far = [value + 1000, value + 1001];
            let eval = StaticEval { value, complete: false };
            assert_eq!(state.evaluate(far[0], far[1]), eval);
            assert!(eval.holds_in(far[0], far[1]) && !eval.holds_in(-LIMIT, LIMIT));
            assert!(state.evaluate(-LIMIT, LIMIT).complete);
            let pending = state.preview_move(Point::new(7, 8));
            let value = state.value_of(&pending.accumulator);
            assert!(!state.evaluate_pending(&pending, value + 1000, value + 1001).complete);
            assert!(state.evaluate_pending(&pending, -LIMIT, LIMIT).complete);
            // A state that never asks a network has nothing to add.
            let mut plain = State::<R>::new(15, stones.iter().copied(), Side::Black);
            assert!(plain.evaluate(far[0], far[1]).complete);
        });
    }
}
