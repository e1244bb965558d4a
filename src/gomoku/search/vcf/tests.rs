//! Puzzles with known solutions.

use super::*;
use crate::game::{Ending, Move};
use crate::gomoku::fixture::{after, ask, in_nodes, play, stones};
use crate::gomoku::rules::{Position, Rule, notation::FirstRow, with_rule_type};
use crate::search::{Limits, SearchControl, StopToken, Value};

/// The shortest win by fours, and the nodes of the search.
fn shortest(position: &Position, attacks: u32) -> (Outcome, u64) {
    shortest_with(position, attacks, MAX_REFUTED)
}

/// The same with at most `max_refuted` remembered positions.
fn shortest_with(position: &Position, attacks: u32, max_refuted: usize) -> (Outcome, u64) {
    let control = SearchControl::new(Limits::none(), StopToken::new());
    let mut counter = NodeCounter::new(&control);
    let outcome = with_rule_type!(position.rules().rule(), R => {
        let mut state = State::<R>::from_position(position);
        let all = *state.empty();
        let mut search = Vcf::new(&mut counter, 5_000_000);
        search.max_refuted = max_refuted;
        let outcome = search.shortest(&mut state, attacks, &all);
        assert!(search.refuted.len() <= max_refuted);
        outcome
    });
    (outcome, counter.nodes())
}

/// The winner and the ending of the game after a line that ends it.
fn ending(position: &Position, line: &[Point]) -> (Option<Side>, Ending) {
    let mut position = position.clone();
    for point in line {
        let mv = Move::Place((*point).into());
        play(&mut position, mv);
    }
    let outcome = position.outcome().expect("the line ends the game");
    (outcome.winner, outcome.ending)
}

fn wins_by_fours(position: &Position, attacks: u32) {
    match shortest(position, attacks + 2) {
        (
            Outcome::Win {
                line,
                attacks: found,
            },
            _,
        ) => {
            assert_eq!(found, attacks, "{position:?}");
            assert_eq!(
                ending(position, &line),
                (Some(position.side()), Ending::Five)
            );
        }
        (other, _) => panic!("{other:?} instead of {attacks} attacks in {position:?}"),
    }
}

// The puzzles 3040 and 2990 of renjuportal.net, and positions from the tests of quintet, a Renju mate
// solver. The smallest numbers of attacks were checked exhaustively.

const V1: [&str; 2] = [
    "L14 E13 H13 H12 I11 G10 H10 K10 J9 H8 I8",
    "I14 G13 K12 H11 L11 I10 F9 H9 I9 L9 J8",
];

const V2: [&str; 2] = [
    "K13 M12 M11 J10 G9 I9 J9 M9 G8 H8",
    "L14 J12 L12 I11 H10 I10 L10 H9 F8",
];

const V3: [&str; 2] = [
    "K13 M11 I10 L10 J9 H8 I8 I7 K4",
    "K12 K11 K10 I9 G8 K7 K6 K5",
];

const V4: [&str; 2] = ["H8 J8 K8 I7 L7 I6", "H9 L8 J7 K6 I5 L5"];

const V5: &str = "H8 H7 F6 G7 I7 G9 G6 H6 F8 E8 F9 F7 E7 D6 H4 G5 J6 I5 J4 K5 J5 J3 J8 J7 I4 K4 K6 \
    L7 L6 M6 I2 N7 L5 K7 M7 G4 I8 G8 K8 L8 D5 E4 F4 F3 H3 G2 E2 I10 J11 F11 G11 D9 E10 E12 F13 C10 \
    B11 C12 D12";

/// "Shadows and fog" by Hoshizuki.
const V6: [&str; 2] = [
    "B15 F15 H15 M15 D14 H14 I14 N14 O14 C13 M13 O13 A12 C11 N11 B10 N10 O10 B9 D9 L9 A8 H8 H6 A5 \
     E5 O5 B4 D4 I4 I3 J3 A2 J2 N2 D1 G1 K1 O1",
    "C15 E15 I15 J15 K15 L15 N15 O15 G14 J14 M14 A13 E12 F12 N12 O12 O11 A10 C10 D10 A9 G9 B8 C8 \
     D8 J8 O8 A7 B7 O7 A6 G6 I6 O6 J5 H4 G3 M2 H1",
];

#[test]
fn puzzles_of_fours_are_solved_in_the_fewest_attacks() {
    for rule in [Rule::Renju, Rule::Standard, Rule::Freestyle] {
        wins_by_fours(&stones(rule, V1[0], V1[1], Side::Black), 12);
        // The defender's double four does not refute the attack.
        wins_by_fours(&stones(rule, V3[0], V3[1], Side::Black), 3);
        // The attack has to answer a four of the defender.
        wins_by_fours(&stones(rule, V4[0], V4[1], Side::Black), 3);
    }
    // Wins because the last answer would be a foul.
    wins_by_fours(&stones(Rule::Renju, V2[0], V2[1], Side::White), 5);
    wins_by_fours(&after(15, Rule::Renju, V5, FirstRow::Bottom), 7);
}

#[test]
fn no_win_by_fours_is_found_where_there_is_none() {
    for rule in [Rule::Standard, Rule::Freestyle] {
        let position = stones(rule, V2[0], V2[1], Side::White);
        assert_eq!(shortest(&position, 8).0, Outcome::None, "{rule}");
    }
    let position = stones(Rule::Renju, V1[0], V1[1], Side::Black);
    assert_eq!(shortest(&position, 11).0, Outcome::None);
}

#[test]
fn a_full_memory_forgets_positions_and_changes_no_result() {
    // Four threes with one open end: their fours may come in any order, and win in none.
    let position = stones(
        Rule::Freestyle,
        "B2 C2 D2 B5 C5 D5 B8 C8 D8 B11 C11 D11",
        "A2 A5 A8 A11 K15 M15 O15 K13 M13 O13 K11 O11",
        Side::Black,
    );
    let (outcome, nodes) = shortest(&position, 8);
    assert_eq!(outcome, Outcome::None);
    let (outcome, more) = shortest_with(&position, 8, 1);
    assert_eq!(outcome, Outcome::None);
    assert!(more > nodes, "{more}, {nodes}");
}

#[test]
fn the_longest_puzzle() {
    for rule in [Rule::Standard, Rule::Freestyle] {
        wins_by_fours(&stones(rule, V6[0], V6[1], Side::Black), 7);
    }
    let position = stones(Rule::Renju, V6[0], V6[1], Side::Black);
    assert_eq!(shortest(&position, 72).0, Outcome::None);
    wins_by_fours(&position, 73);
}

#[test]
fn the_engine_reports_wins_by_fours_to_the_last_move() {
    let position = stones(Rule::Renju, V1[0], V1[1], Side::Black);
    let report = ask(&position, &in_nodes(100_000)).report.unwrap();
    assert_eq!(
        report.lines[0].score.value,
        Value::WinIn {
            plies: 25,
            proven: true
        }
    );
    let line: Vec<Point> = report.lines[0]
        .moves
        .iter()
        .map(|mv| Point::from(mv.vertex().unwrap()))
        .collect();
    assert_eq!(line.len(), 25);
    assert_eq!(ending(&position, &line), (Some(Side::Black), Ending::Five));
}

/// Whether there is a win with at most `attacks` attacks, by a search that remembers next to nothing.
fn wins_within(position: &Position, attacks: u32) -> bool {
    let control = SearchControl::new(Limits::none(), StopToken::new());
    let mut counter = NodeCounter::new(&control);
    with_rule_type!(position.rules().rule(), R => {
        let mut search = Vcf::new(&mut counter, 5_000_000);
        search.max_refuted = 0;
        search.within(&mut State::<R>::from_position(position), attacks).is_some()
    })
}

#[test]
fn the_limit_of_attacks_is_not_forgotten_where_a_four_has_several_answers() {
    // In each, an answer to a four loses before another one is found to hold.
    for (rule, black, white, attacks) in [
        (
            Rule::Caro,
            "K7 F6 E10 B3 J10 H6 E8 F11 K9 J6 H5 F4 J4",
            "J9 I5 E6 C11 C4 B9 C9 J5 C5 I7 E2 E7 I3",
            4,
        ),
        (
            Rule::CaroExact,
            "C10 C9 F2 B3 H3 B2 G2 F10 H5 G6 D3 I9 E8 G7 I5 D8 C4 F4 F9 E4",
            "C2 E3 C5 G3 C8 C3 G8 B10 H8 D2 C7 J5 D10 F8 H6 D4 J9 J6 C6 F6",
            4,
        ),
        (
            Rule::CaroExact,
            "I4 D7 E2 I10 I3 B7 C2 G5 J4 F3 H6 E4 D5",
            "E5 B2 C4 D8 B3 J5 D4 C10 G4 D3 C6 H10 D6",
            6,
        ),
    ] {
        let position = stones(rule, black, white, Side::Black);
        wins_by_fours(&position, attacks);
        assert!(!wins_within(&position, attacks - 1));
    }
}

#[test]
fn too_few_nodes_deny_no_win_by_fours() {
    let position = stones(Rule::Freestyle, V1[0], V1[1], Side::Black);
    let control = SearchControl::new(Limits::none(), StopToken::new());
    for budget in [1, 3, 10, 30, 100, 300] {
        let mut counter = NodeCounter::new(&control);
        let found = with_rule_type!(position.rules().rule(), R => {
            let mut state = State::<R>::from_position(&position);
            let all = *state.empty();
            Vcf::new(&mut counter, budget).shortest(&mut state, 20, &all)
        });
        assert_ne!(found, Outcome::None, "{budget} nodes");
    }
}
