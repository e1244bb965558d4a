//! Only moves, checked by searches of the positions after every move and reply.

use crate::game::{Move, Side};
use crate::gomoku::fixture::{crowded, legal, play, stones};
use crate::gomoku::only_move::{Kind, OnlyMove, Task, find};
use crate::gomoku::solve::{self, Answer, Finding, Goal};
use crate::gomoku::{Position, Rule};
use crate::search::StopToken;
use crate::util::rng::Rng;
use std::collections::HashMap;
use std::time::Duration;

const TASK: Task = Task {
    attacks: 1,
    depth: 1,
    nodes: 20_000,
};

/// What the side to move has: a win by fours or, if that is the goal, by threats.
fn answer(position: &Position, goal: Goal, depth: u32) -> Finding {
    let task = solve::Task {
        goal,
        attacks: 200,
        depth,
        time: Duration::from_secs(600),
        hash_mb: 1,
        threads: 1,
    };
    Answer::find(position, &task, &StopToken::new()).finding
}

fn wins(position: &Position, goal: Goal, depth: u32) -> bool {
    match answer(position, goal, depth) {
        Finding::Fours(_) | Finding::Threats => true,
        Finding::None => false,
        finding => panic!("{finding:?} in {position:?}"),
    }
}

/// The position after a move; `None` if the move ends the game.
fn after(position: &Position, mv: Move) -> Option<Position> {
    let mut next = position.clone();
    play(&mut next, mv);
    next.outcome().is_none().then_some(next)
}

/// Whether the opponent has a reply to a move after which the player does not win by fours or threats.
fn is_refuted(position: &Position, mv: Move, goal: Goal, depth: u32) -> bool {
    let next = after(position, mv).unwrap();
    let distance = |reply: &Move| {
        let (one, other) = (reply.vertex().unwrap(), mv.vertex().unwrap());
        one.col.abs_diff(other.col).max(one.row.abs_diff(other.row))
    };
    // Near replies are the most likely to hold.
    let mut replies = legal(&next);
    replies.sort_by_key(distance);
    let holds = |reply| after(&next, reply).is_none_or(|position| !wins(&position, goal, depth));
    replies.into_iter().any(holds)
}

/// Whether a move threatens to make five.
fn is_four(position: &Position, mv: Move) -> bool {
    let mut next = after(position, mv).unwrap();
    next.pass();
    answer(&next, Goal::Fours, 1) == Finding::Fours(0)
}

/// Checks that an only move is one, by searches of one in `sample` of the other moves.
fn verify(position: &Position, found: &OnlyMove, depth: u32, sample: usize) {
    let only = found.line[0];
    let others = || {
        let moves = legal(position).into_iter().filter(|mv| *mv != only);
        moves.step_by(sample)
    };
    match found.kind {
        Kind::Fours(_) | Kind::Threats(_) => {
            let fours = matches!(found.kind, Kind::Fours(_));
            assert_eq!(wins(position, Goal::Fours, depth), fours);
            let goal = if fours { Goal::Fours } else { Goal::Threats };
            for mv in others().filter(|mv| !fours || is_four(position, *mv)) {
                assert!(
                    is_refuted(position, mv, goal, depth),
                    "{mv} in {position:?}"
                );
            }
            assert!(wins(position, goal, depth), "{position:?}");
            let mut end = position.clone();
            for mv in &found.line {
                play(&mut end, *mv);
            }
            let winner = end.outcome().and_then(|outcome| outcome.winner);
            assert_eq!(winner, Some(position.side()));
        }
        Kind::Defence => {
            assert!(!wins(position, Goal::Fours, depth));
            for mv in others() {
                let next = after(position, mv).unwrap();
                assert!(wins(&next, Goal::Threats, depth), "{mv} in {position:?}");
            }
            let next = after(position, only).unwrap();
            assert!(!wins(&next, Goal::Threats, depth), "{only} in {position:?}");
        }
    }
}

#[test]
fn only_moves_are_the_only_ones() {
    let mut count: HashMap<&str, u32> = HashMap::new();
    for rule in [Rule::Freestyle, Rule::Renju] {
        let mut rng = Rng::new(7 + u64::from(rule.code()));
        for _ in 0..35 {
            let position = crowded(rule, &mut rng);
            let Some(found) = find(&position, &TASK) else {
                continue;
            };
            let kind = match found.kind {
                Kind::Fours(_) => "fours",
                Kind::Threats(_) => "threats",
                Kind::Defence => "defence",
            };
            let number = count.entry(kind).or_default();
            *number += 1;
            // The check is slow.
            if *number == 1 {
                verify(&position, &found, TASK.depth, 1);
            }
        }
    }
    for kind in ["fours", "defence"] {
        assert!(count.contains_key(kind), "{count:?}");
    }
}

#[test]
fn the_only_win_by_threats_is_the_only_one() {
    let black = "h2a5f5e6h6c7e7e9e10";
    let white = "g3f4b5c5d5e5d6e8";
    let position = stones(Rule::Freestyle, black, white, Side::White);
    let task = Task { depth: 2, ..TASK };
    let found = find(&position, &task).unwrap();
    assert_eq!(found.kind, Kind::Threats(5));
    assert_eq!(found.line[0].to_string(), "d7");
    // The proof may take ten times as many nodes, up to the largest number.
    let unlimited = Task {
        nodes: u64::MAX,
        ..task
    };
    assert_eq!(find(&position, &unlimited).as_ref(), Some(&found));
    // The check is slow.
    let sample = if std::env::var_os("FLIPFIVE_FULL").is_some() {
        1
    } else {
        150
    };
    verify(&position, &found, 2, sample);
}

#[test]
fn obvious_moves_and_choices_are_no_only_moves() {
    // A five, an answer to a five, an open three with many answers, an empty board.
    for (black, white) in [
        ("f8g8h8i8", "a1a3a5"),
        ("a1a3a5", "f8g8h8i8k1"),
        ("a1a3", "g8h8i8"),
        ("", ""),
    ] {
        let position = stones(Rule::Freestyle, black, white, Side::Black);
        assert_eq!(find(&position, &TASK), None, "{black} {white}");
    }
}

#[test]
fn too_few_nodes_prove_nothing() {
    let mut rng = Rng::new(7);
    let found = std::iter::repeat_with(|| crowded(Rule::Freestyle, &mut rng))
        .find(|position| find(position, &TASK).is_some());
    let position = found.unwrap();
    assert_eq!(find(&position, &Task { nodes: 1, ..TASK }), None);
    assert_eq!(find(&position, &TASK), find(&position, &TASK));
}
