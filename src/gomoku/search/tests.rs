//! Proofs of wins and losses, checked against every defence.

use crate::game::{Game, Move, Setup, Side, Vertex};
use crate::gomoku::fixture::{after, ask, in_nodes, legal, play, scramble, stones};
use crate::gomoku::rules::notation::{FirstRow, parse_moves};
use crate::gomoku::{Gomoku, Position, Rule, Rules, solve};
use crate::search::{Limits, SearchRequest, StopToken, Value};
use crate::util::rng::Rng;
use std::time::Duration;

/// The engine's value of a position, and its move.
fn proof(position: &Position) -> (Option<Value>, Option<Move>) {
    let result = ask(position, &in_nodes(3000));
    let value = result.report.map(|report| report.lines[0].score.value);
    // The winner has the last move.
    match value {
        Some(Value::WinIn { plies, .. }) => assert_eq!(plies % 2, 1, "{position:?}"),
        Some(Value::LossIn { plies, .. }) => assert_eq!(plies % 2, 0, "{position:?}"),
        _ => {}
    }
    (value, result.best)
}

/// Checks a proof of a win by playing the engine's moves against the defender's: `breadth` random
/// ones at first and an eighth as many at each further move.
fn verify(position: &Position, breadth: u64, rng: &mut Rng) {
    let (value, best) = proof(position);
    assert!(
        matches!(value, Some(Value::WinIn { proven: true, .. })),
        "a win became {value:?} in {position:?}"
    );
    let mut next = position.clone();
    play(&mut next, best.unwrap());
    if let Some(outcome) = next.outcome() {
        assert_eq!(outcome.winner, Some(position.side()));
        return;
    }
    let mut replies = legal(&next);
    // The engine's own answer stays among them.
    let (_, answer) = proof(&next);
    while replies.len() as u64 > breadth.max(1) {
        let drop = rng.below(replies.len() as u64) as usize;
        if Some(replies[drop]) != answer {
            replies.swap_remove(drop);
        }
    }
    for reply in replies {
        let mut after = next.clone();
        play(&mut after, reply);
        assert_eq!(after.outcome(), None, "{reply:?} ends {after:?}");
        verify(&after, breadth / 8, rng);
    }
}

/// Exhaustive search: whether the side to move wins in at most `plies` plies. Skips moves after
/// which it would not win even if the opponent passed, since a stone never hurts its owner.
fn wins_within(position: &Position, plies: u32) -> bool {
    legal(position).into_iter().any(|mv| {
        let mut next = position.clone();
        Gomoku::play(&mut next, mv);
        if let Some(outcome) = next.outcome() {
            return outcome.winner == Some(position.side());
        }
        if plies < 3 {
            return false;
        }
        let mut passed = next.clone();
        Gomoku::play(&mut passed, Move::Pass);
        wins_within(&passed, plies - 2) && loses_within(&next, plies - 1)
    })
}

/// Exhaustive search: whether every move of the side to move loses in at most `plies` plies.
fn loses_within(position: &Position, plies: u32) -> bool {
    legal(position).into_iter().all(|mv| {
        let mut next = position.clone();
        Gomoku::play(&mut next, mv);
        next.outcome().is_none() && wins_within(&next, plies - 1)
    })
}

#[test]
fn proven_wins_and_losses_hold_against_every_defence() {
    let mut rng = Rng::new(1234);
    let full = std::env::var_os("FLIPFIVE_FULL").is_some();
    let tries = if full { 400 } else { 16 };
    let (mut wins, mut losses, mut exact) = (0, 0, 0);
    for rule in Rule::ALL {
        for _ in 0..tries {
            let moves = 6 + rng.below(12);
            let position = scramble(9, rule, moves, &mut rng);
            match proof(&position).0 {
                Some(Value::WinIn {
                    plies,
                    proven: true,
                }) if plies > 1 => {
                    wins += 1;
                    verify(&position, if full { 100 } else { 12 }, &mut rng);
                    // Renju is left out here because a stone more may free a forbidden point.
                    if plies <= 5 && rule != Rule::Renju && (full || plies <= 3) {
                        exact += 1;
                        assert!(wins_within(&position, plies), "in {plies}: {position:?}");
                    }
                }
                Some(Value::LossIn {
                    plies,
                    proven: true,
                }) => {
                    losses += 1;
                    for mv in legal(&position) {
                        let mut next = position.clone();
                        play(&mut next, mv);
                        assert_eq!(next.outcome(), None);
                        verify(&next, 2, &mut rng);
                    }
                    if plies <= 4 && rule != Rule::Renju {
                        exact += 1;
                        assert!(loses_within(&position, plies), "in {plies}: {position:?}");
                    }
                }
                _ => {}
            }
        }
    }
    // Enough positions had a proof to check.
    assert!(
        wins > tries && losses > 2 && exact > tries / 4,
        "{wins} wins, {losses} losses, {exact} searched through"
    );
}

/// After g3, two plain fours of White win at once: what would answer the second one is a foul.
#[test]
fn fours_at_fouls_are_foreseen() {
    let moves = "m13l12j13k14l10j11k12k9i11h10j9h9h8i8g10f9g11g8i14l11g12g13e11h11i12i10f7h12h13f11g7\
        e7i9j10f10g9e9e10h7h6d6d8d10f6c11f8c9g5h4b8c12c13i6c8e8d9b7j7i4j5i5i3";
    let position = after(15, Rule::Renju, moves, FirstRow::Bottom);
    let mut request = in_nodes(2000);
    let vertices = parse_moves("g3k4", position.rules(), FirstRow::Bottom).unwrap();
    let [g3, k4] = [vertices[0], vertices[1]].map(Move::Place);
    request.only = vec![g3];
    let value = ask(&position, &request).report.unwrap().lines[0]
        .score
        .value;
    assert!(
        matches!(value, Value::LossIn { plies: 6..=8, .. }),
        "{value:?}"
    );
    request.only.push(k4);
    assert_eq!(ask(&position, &request).best, Some(k4));
}

/// Black has a four, and only l8 answers it.
#[test]
fn moves_to_avoid_elsewhere_leave_only_the_forced_reply() {
    let position = after(15, Rule::Freestyle, "h8g8i8a1j8c3k8", FirstRow::Bottom);
    let vertices = parse_moves("l8o15", position.rules(), FirstRow::Bottom).unwrap();
    let [answer, elsewhere] = [vertices[0], vertices[1]].map(Move::Place);
    let mut request = SearchRequest::new(Limits::depth(2));
    request.lines = 5;
    request.avoid = vec![elsewhere];
    let report = ask(&position, &request).report.unwrap();
    assert_eq!(report.lines.len(), 1);
    assert_eq!(report.lines[0].moves[0], answer);
    // The answer itself is left out if another move is left.
    request.avoid = vec![answer];
    assert_ne!(ask(&position, &request).best, Some(answer));
    request.avoid = legal(&position);
    assert_eq!(ask(&position, &request).best, Some(answer));
}

/// From a game against another engine. White has to answer an open three of Black, but first plays fours of its own, whose
/// stones make the answer win.
#[test]
fn a_four_before_the_answer_to_an_open_three_may_win() {
    const GAME: &str = "M7 J8 O10 M9 K8 N5 J9 I10 K6 K7 L6 I7 K5 N8 N6 J6 L8 K9 L10 H10 I8 J7 H7 K10 G10 L9 M6 O6 \
        K4 I5 J5 I6 I4";
    let position = after(15, Rule::Renju, GAME, FirstRow::Bottom);
    let found = ask(&position, &in_nodes(60_000)).report.unwrap();
    let value = found.lines[0].score.value;
    assert!(matches!(value, Value::WinIn { .. }), "{value:?}");
}

/// In both positions Black seems to win if White skips the plain fours with which it defends itself.
#[test]
fn plain_fours_that_defend_keep_wins_from_being_claimed() {
    let positions = [
        "i9h10i12k9l7h12h11g10j10i10f10j11h9g9k11h8f8h6j6j7g8f7h5k6k5l5m4g5i7l4e10f9k13k12d9d8f11g12e11\
         g11g13e7f6d7c7f12e13c6e8b10c9c8e12e14d11f13d10l12l13m12n12b11b9a7i5k7k8j9g4f4i3d13c12h7g7i6h2j4\
         h3j3",
        "m3j2j5n5k1k2k4l3m4l4m5m6l6k7i5j7k8k5i7i6g6f5h8g8j8i2h2g4h3f4h6k9",
    ];
    for moves in positions {
        let position = after(15, Rule::Renju, moves, FirstRow::Bottom);
        for nodes in [1000, 2000, 4000, 8000] {
            let report = ask(&position, &in_nodes(nodes)).report.unwrap();
            let value = report.lines[0].score.value;
            assert!(matches!(value, Value::Estimate(_)), "{nodes}: {value:?}");
        }
    }
}

/// The answer to a four is an overline, and no other cell is left.
#[test]
fn a_four_that_leaves_black_only_fouls_is_no_win() {
    let rules = Rules::new(6, Rule::Renju).unwrap();
    let mut setup = Setup {
        size: 6,
        cells: vec![None; 36],
        to_move: Side::White,
    };
    for row in 0..6 {
        for col in 0..6 {
            let black = row == 0 || (col / 2 + row) % 2 == 0;
            let side = if black { Side::Black } else { Side::White };
            setup.set(Vertex::new(col, row), Some(side));
        }
    }
    for (row, stone) in [
        (0, None),
        (1, Some(Side::White)),
        (3, Some(Side::White)),
        (4, None),
    ] {
        setup.set(Vertex::new(2, row), stone);
    }
    let position = Gomoku::from_setup(rules, &setup).unwrap();
    let report = ask(&position, &in_nodes(3000)).report.unwrap();
    let value = report.lines[0].score.value;
    assert!(!matches!(value, Value::WinIn { .. }), "{value:?}");
    let mut after = position.clone();
    play(&mut after, Move::Place(Vertex::new(2, 4)));
    assert_eq!(after.outcome().map(|outcome| outcome.winner), Some(None));
    // Neither is it a win by threats.
    let task = solve::Task {
        goal: solve::Goal::Threats,
        attacks: 10,
        depth: 1,
        time: Duration::from_secs(60),
        hash_mb: 1,
        threads: 1,
    };
    let answer = solve::Answer::find(&position, &task, &StopToken::new());
    assert_eq!(answer.finding, solve::Finding::None);
}

fn loss(plies: u32, proven: bool) -> Value {
    Value::LossIn { plies, proven }
}

/// White threatens a double three at h8. Without a four or an open three on the board, the cells far from all stones are not
/// searched.
#[test]
fn the_loss_of_named_moves_is_proven_and_that_of_the_position_is_claimed() {
    let position = stones(Rule::Freestyle, "a1a15o1o15", "h6h7f8g8", Side::Black);
    let o8 = parse_moves("o8", position.rules(), FirstRow::Bottom).unwrap()[0];
    let mut request = SearchRequest::new(Limits::depth(4));
    request.only = vec![Move::Place(o8)];
    let report = ask(&position, &request).report.unwrap();
    assert_eq!(report.lines[0].score.value, loss(6, true));
    let report = ask(&position, &SearchRequest::new(Limits::depth(4)));
    let value = report.report.unwrap().lines[0].score.value;
    assert!(
        !matches!(value, Value::LossIn { proven: true, .. }),
        "{value:?}"
    );
}

/// White has two open threes.
#[test]
fn a_loss_is_proven_only_by_all_answers() {
    let position = stones(
        Rule::Freestyle,
        "a1a15o1o15b8l3",
        "f8g8h8j10j11j12",
        Side::Black,
    );
    let report = |limits| ask(&position, &SearchRequest::new(limits)).report;
    let whole = report(Limits::depth(1)).unwrap();
    assert_eq!(whole.lines[0].score.value, loss(4, true));
    let mut claims = 0;
    for limit in 1..whole.nodes {
        // Without the first move there is no report.
        if let Some(stopped) = report(Limits::nodes(limit)) {
            assert_eq!(stopped.lines[0].score.value, loss(4, false), "{limit}");
            claims += 1;
        }
    }
    assert!(claims > 0);
}
