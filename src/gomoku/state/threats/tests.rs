use super::*;
use crate::gomoku::rules::{Renju, Rule, with_rule_type};
use crate::util::rng::Rng;

/// Random boards with many lines: stones near the centre, no five on the board.
fn boards<R: RuleType>(seed: u64, count: usize, mut visit: impl FnMut(&mut State<R>)) {
    let mut rng = Rng::new(seed);
    for _ in 0..count {
        let mut state = State::<R>::new(11, [], Side::Black);
        for _ in 0..10 + rng.below(30) {
            let point = Point::new(2 + rng.below(7) as usize, 2 + rng.below(7) as usize);
            let free = state.empty().contains(point);
            if free && state.pattern4(state.side(), point) != Pattern4::Five {
                state.make(point);
            }
        }
        visit(&mut state);
    }
}

fn answers_are_exact<R: RuleType>() {
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
        let (threat, answers) = if forced_reply == ForcedReply::AnswerFive {
            (Pattern4::Five, state.answers_to_five(own))
        } else {
            (Pattern4::OpenFour, state.answers_to_open_four(own))
        };
        seen[usize::from(threat == Pattern4::Five)] += 1;
        for point in state.empty().iter().collect::<Vec<_>>() {
            state.make(point);
            let stopped = !state.has(other, threat);
            state.undo();
            // In Renju a white stone can free an open four that looked forbidden.
            let may_free = R::HAS_FOULS && own == Side::White && threat == Pattern4::OpenFour;
            if stopped || !may_free {
                assert_eq!(answers.contains(point), stopped, "{threat:?} {point:?}");
            }
        }
        seen[2] += usize::from(answers.iter().count() > 1);
    });
    assert!(seen[0] > 20 && seen[1] > 20, "{seen:?}");
    // Only blocked ends give a four more than one answer, but open threes have several.
    assert!(seen[2] > 5, "{seen:?}");
}

/// Plays every winning fork, and every answer to it.
fn winning_forks_win<R: RuleType>() {
    let mut seen = [0; 2];
    boards::<R>(R::RULE as u64 + 11, 8000, |state| {
        if state.forced_reply() != ForcedReply::Free {
            return;
        }
        let Some(fork) = state.winning_fork() else {
            return;
        };
        let side = state.side();
        let four = state.pattern4(side, fork) == Pattern4::FourThree;
        seen[usize::from(four)] += 1;
        state.make(fork);
        for answer in state.empty().iter().collect::<Vec<_>>() {
            if state.is_foul(side.other(), answer) {
                continue;
            }
            assert_ne!(state.pattern4(side.other(), answer), Pattern4::Five);
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
fn winning_forks_win_under_every_rule() {
    for rule in Rule::ALL {
        with_rule_type!(rule, R => winning_forks_win::<R>());
    }
}

#[test]
fn answers_are_exact_under_every_rule() {
    for rule in Rule::ALL {
        with_rule_type!(rule, R => answers_are_exact::<R>());
    }
}

/// Whether a white four leaves Black a legal move, but none that stops the five.
fn traps(state: &mut State<Renju>, four: Point) -> bool {
    state.make(four);
    let legal = |point: &Point| !state.is_foul(Side::Black, *point);
    let answers = state.answers_to_five(Side::Black);
    let five = state.has(Side::White, Pattern4::Five);
    let found = five
        && !answers.iter().any(|point| legal(&point))
        && state.empty().iter().any(|point| legal(&point));
    state.undo();
    found
}

#[test]
fn fours_at_fouls_are_found() {
    let mut seen = [0; 2];
    boards::<Renju>(21, 20_000, |state| {
        if !state.forced_reply().has_choice() || !state.accumulator().may_make_four_at_foul() {
            return;
        }
        let found = state.four_at_foul();
        seen[usize::from(found.is_some())] += 1;
        if let Some(four) = found {
            assert!(traps(state, four), "{four:?} can be answered");
        } else {
            for four in state.fours(Side::White).iter() {
                assert!(!traps(state, four), "{four:?} cannot be answered");
            }
        }
    });
    assert!(seen[0] > 100 && seen[1] > 20, "{seen:?}");
}
