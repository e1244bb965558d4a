//! The search against puzzles with known solutions, against the rules, and against itself.

use crate::game::{Ending, Game, Move, Setup, Side, Vertex};
use crate::gomoku::rules::notation::{FirstRow, name, parse_moves, parse_point};
use crate::gomoku::rules::rule_type::{Renju, with_rule_type};
use crate::gomoku::search::vcf::{Outcome, Vcf};
use crate::gomoku::state::State;
use crate::gomoku::{Gomoku, GomokuPlayer, Point, Position, Rule, Rules};
use crate::search::{
    Limits, MovesToGo, NodeCounter, Player as _, Report, SearchControl, SearchRequest,
    SearchResult, StopToken, Strength, TimeBudget, Value,
};
use crate::util::rng::Rng;
use std::time::{Duration, Instant};

fn rules(size: u8, rule: Rule) -> Rules {
    Rules::new(size, rule).unwrap()
}

/// The position with these stones, as Renju writes them.
fn stones(rule: Rule, black: &str, white: &str, to_move: Side) -> Position {
    let rules = rules(15, rule);
    let mut setup = Setup::empty(15);
    setup.to_move = to_move;
    for (list, side) in [(black, Side::Black), (white, Side::White)] {
        for point in parse_moves(list, rules, FirstRow::Bottom).unwrap() {
            assert!(setup.set(point.into(), Some(side)));
        }
    }
    Gomoku::from_setup(rules, &setup).unwrap()
}

/// The position after these moves.
fn after(size: u8, rule: Rule, moves: &str, first: FirstRow) -> Position {
    let mut position = Gomoku::start(rules(size, rule));
    for point in parse_moves(moves, position.rules(), first).unwrap() {
        play(&mut position, Move::Place(point.into()));
    }
    position
}

fn play(position: &mut Position, mv: Move) {
    assert_eq!(
        Gomoku::check(position, mv),
        Ok(()),
        "{mv:?} in {position:?}"
    );
    Gomoku::play(position, mv);
}

fn ask(position: &Position, request: &SearchRequest) -> SearchResult {
    GomokuPlayer::default().think(position, request, &StopToken::new(), &mut |_| {})
}

fn in_nodes(nodes: u64) -> SearchRequest {
    SearchRequest::new(Limits::nodes(nodes))
}

fn names(position: &Position, moves: &[Move]) -> Vec<String> {
    let point = |mv: &Move| Point::from(mv.vertex().unwrap());
    moves
        .iter()
        .map(|mv| name(point(mv), position.rules(), FirstRow::Bottom).to_string())
        .collect()
}

/// The shortest win by fours as the moves of both sides, and its number of attacks.
fn shortest(position: &Position, attacks: u32) -> (Outcome, u64) {
    let control = SearchControl::new(Limits::none(), StopToken::new());
    let mut counter = NodeCounter::new(&control);
    let outcome = with_rule_type!(position.rules().rule(), R => {
        let mut state = State::<R>::from_position(position);
        let all = *state.empty();
        Vcf::new(&mut counter, 5_000_000).shortest(&mut state, attacks, &all)
    });
    (outcome, counter.nodes())
}

/// Plays the line by the rules and returns what the game ends with.
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

// Positions and smallest numbers of attacks as collected in renjuportal.net's puzzles 3040 and 2990
// and in the tests of quintet, a Renju mate solver; the numbers were checked exhaustively.

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
        // A double four of the defender does not refute.
        wins_by_fours(&stones(rule, V3[0], V3[1], Side::Black), 3);
        // A four of the defender has to be answered on the way.
        wins_by_fours(&stones(rule, V4[0], V4[1], Side::Black), 3);
    }
    // The last answer would be a foul.
    wins_by_fours(&stones(Rule::Renju, V2[0], V2[1], Side::White), 5);
    wins_by_fours(&after(15, Rule::Renju, V5, FirstRow::Bottom), 7);
}

#[test]
fn no_win_by_fours_is_invented() {
    for rule in [Rule::Standard, Rule::Freestyle] {
        let position = stones(rule, V2[0], V2[1], Side::White);
        assert_eq!(shortest(&position, 8).0, Outcome::None, "{rule}");
    }
    let position = stones(Rule::Renju, V1[0], V1[1], Side::Black);
    assert_eq!(shortest(&position, 11).0, Outcome::None);
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
    assert_eq!(report.lines[0].score.value, Value::WinIn(25));
    let line: Vec<Point> = report.lines[0]
        .moves
        .iter()
        .map(|mv| Point::from(mv.vertex().unwrap()))
        .collect();
    assert_eq!(line.len(), 25);
    assert_eq!(ending(&position, &line), (Some(Side::Black), Ending::Five));
}

#[test]
fn smoke_tests_of_the_gomocup_judge() {
    // Row 1 is the first in the protocol's counting, which is the top.
    let answer = |rule, moves| {
        let position = after(15, rule, moves, FirstRow::Top);
        let best = ask(&position, &in_nodes(20_000)).best.unwrap();
        let point = Point::from(best.vertex().unwrap());
        name(point, position.rules(), FirstRow::Top).to_string()
    };
    for rule in Rule::ALL {
        let best = answer(rule, "h8h9i8i9j8j9k8k9");
        assert!(["g8", "l8"].contains(&best.as_str()), "{rule}: {best}");
    }
    // Six in a row on h13 would be nothing.
    let best = answer(Rule::Standard, "h8h9i8h10g8h11j13h12g14h14i15");
    assert!(["f8", "j8"].contains(&best.as_str()), "{best}");
    // A double three.
    assert_ne!(answer(Rule::Renju, "h8h9i7i9h10i6i11i12"), "g9");
    // Black's row is blocked on both sides, so White's three is what counts.
    let best = answer(Rule::Caro, "h8f8g8f9i8f7j8l8");
    assert!(
        ["f5", "f6", "f10", "f11"].contains(&best.as_str()),
        "{best}"
    );
}

#[test]
fn an_empty_board_is_opened_in_the_middle() {
    for (size, centre) in [(5, 2), (15, 7), (19, 9)] {
        for rule in Rule::ALL {
            let position = Gomoku::start(rules(size, rule));
            let best = ask(&position, &in_nodes(1000)).best;
            assert_eq!(best, Some(Move::Place(Vertex::new(centre, centre))));
        }
    }
}

/// A position after random moves near the centre, with the game not over.
fn scramble(size: u8, rule: Rule, moves: u64, rng: &mut Rng) -> Position {
    'again: loop {
        let mut position = Gomoku::start(rules(size, rule));
        let width = u64::from(size).min(7);
        let low = (u64::from(size) - width) / 2;
        for _ in 0..moves {
            let mut legal = Vec::new();
            Gomoku::legal(&position, &mut legal);
            let near = |mv: &&Move| {
                let vertex = mv.vertex().unwrap();
                [vertex.col, vertex.row]
                    .iter()
                    .all(|n| (low..low + width).contains(&u64::from(*n)))
            };
            let inside: Vec<&Move> = legal.iter().filter(near).collect();
            let Some(mv) = inside.get(rng.below(inside.len().max(1) as u64) as usize) else {
                continue 'again;
            };
            play(&mut position, **mv);
            if position.outcome().is_some() {
                continue 'again;
            }
        }
        return position;
    }
}

#[test]
fn every_limit_gives_a_legal_move() {
    let mut rng = Rng::new(21);
    for rule in Rule::ALL {
        for size in [5, 6, 15, 22] {
            let position = scramble(size, rule, rng.below(12), &mut rng);
            let now = Limits {
                time: Some(TimeBudget::fixed(Duration::ZERO)),
                ..Limits::none()
            };
            for limits in [Limits::nodes(0), Limits::nodes(1), Limits::depth(0), now] {
                for player in (1..=8).map(Strength::Level).chain([
                    Strength::Full,
                    Strength::Classic("threat-book".into()),
                    Strength::Classic("line-count".into()),
                ]) {
                    let request = SearchRequest {
                        strength: player,
                        ..SearchRequest::new(limits)
                    };
                    let best = ask(&position, &request).best.unwrap();
                    assert_eq!(
                        Gomoku::check(&position, best),
                        Ok(()),
                        "{request:?} {position:?}"
                    );
                }
            }
            let stop = StopToken::new();
            stop.raise();
            let request = SearchRequest::new(Limits::none());
            let result = GomokuPlayer::default().think(&position, &request, &stop, &mut |_| {});
            assert_eq!(Gomoku::check(&position, result.best.unwrap()), Ok(()));
        }
    }
}

#[test]
fn a_finished_game_has_no_move() {
    let mut position = after(15, Rule::Freestyle, "a1a2b1b2c1c2d1d2e1", FirstRow::Bottom);
    assert!(position.outcome().is_some());
    assert_eq!(ask(&position, &in_nodes(100)).best, None);
    Gomoku::play(&mut position, Move::Pass);
    assert_eq!(ask(&position, &in_nodes(100)).best, None);
}

#[test]
fn whole_games_are_legal_under_every_rule() {
    let mut rng = Rng::new(5);
    for rule in Rule::ALL {
        for size in [5, 7, 15] {
            let mut position = scramble(size, rule, 4, &mut rng);
            let mut player = GomokuPlayer::default();
            while position.outcome().is_none() {
                let request = in_nodes(300);
                let result = player.think(&position, &request, &StopToken::new(), &mut |_| {});
                play(&mut position, result.best.unwrap());
            }
        }
    }
}

#[test]
fn black_never_plays_a_foul() {
    let mut rng = Rng::new(8);
    let mut fouls = 0;
    for _ in 0..40 {
        let count = 20 + rng.below(10) * 2;
        let position = scramble(15, Rule::Renju, count, &mut rng);
        fouls += Gomoku::forbidden(&position).len();
        for nodes in [1, 500] {
            let report = ask(&position, &in_nodes(nodes));
            let best = report.best.unwrap();
            assert_eq!(Gomoku::check(&position, best), Ok(()));
            // The line is legal to its end as well.
            for line in report.report.iter().flat_map(|report| &report.lines) {
                let mut position = position.clone();
                for mv in &line.moves {
                    play(&mut position, *mv);
                }
            }
        }
    }
    assert!(
        fouls > 20,
        "{fouls} forbidden points are too few to say anything"
    );
}

#[test]
fn only_the_wanted_moves_are_considered() {
    let mut rng = Rng::new(9);
    for rule in Rule::ALL {
        let position = scramble(15, rule, 10, &mut rng);
        let mut legal = Vec::new();
        Gomoku::legal(&position, &mut legal);
        let only: Vec<Move> = (0..3).map(|n| legal[n * 60]).collect();
        for player in [
            Strength::Full,
            Strength::Level(1),
            Strength::Level(4),
            Strength::Level(6),
        ] {
            let request = SearchRequest {
                only: only.clone(),
                strength: player,
                ..in_nodes(2000)
            };
            assert!(
                only.contains(&ask(&position, &request).best.unwrap()),
                "{request:?}"
            );
        }
        // Illegal wishes are no wishes.
        let request = SearchRequest {
            only: vec![Move::Pass, Move::Place(Vertex::new(200, 0))],
            ..in_nodes(500)
        };
        let best = ask(&position, &request).best.unwrap();
        assert_eq!(Gomoku::check(&position, best), Ok(()));
    }
}

#[test]
fn several_lines_begin_with_different_moves_in_order() {
    let position = after(15, Rule::Freestyle, "h8g7f6g8g9", FirstRow::Bottom);
    let request = SearchRequest {
        lines: 4,
        ..in_nodes(30_000)
    };
    let report = ask(&position, &request).report.unwrap();
    assert_eq!(report.lines.len(), 4);
    for pair in report.lines.windows(2) {
        assert!(pair[0].score.lead() >= pair[1].score.lead());
    }
    let mut firsts: Vec<Move> = report.lines.iter().map(|line| line.moves[0]).collect();
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
}

#[test]
fn one_thread_is_deterministic() {
    let position = after(15, Rule::Standard, "h8h7j6i7f7", FirstRow::Bottom);
    for request in [in_nodes(12_345), SearchRequest::new(Limits::depth(5))] {
        let facts = || {
            let mut reports = Vec::new();
            let result = GomokuPlayer::default().think(
                &position,
                &request,
                &StopToken::new(),
                &mut |report| {
                    reports.push((report.nodes, report.lines));
                },
            );
            (result.best, reports)
        };
        assert_eq!(facts(), facts());
    }
}

#[test]
fn several_threads_answer_as_well() {
    let position = after(15, Rule::Renju, "h8i9j10i8i7g9", FirstRow::Bottom);
    let request = SearchRequest {
        threads: 3,
        ..in_nodes(30_000)
    };
    let result = ask(&position, &request);
    assert_eq!(Gomoku::check(&position, result.best.unwrap()), Ok(()));
    assert!(result.report.unwrap().nodes >= 1000);
}

#[test]
fn a_single_answer_is_given_at_once() {
    // White has to stop the four.
    let position = after(15, Rule::Freestyle, "h8a1i8a2j8a3k8g8", FirstRow::Bottom);
    let mut position = position;
    Gomoku::play(&mut position, Move::Pass);
    let time = Duration::from_secs(30);
    let request = SearchRequest::new(Limits {
        time: Some(TimeBudget {
            soft: time,
            hard: time,
            use_all: true,
        }),
        ..Limits::none()
    });
    let begun = Instant::now();
    let result = ask(&position, &request);
    assert!(begun.elapsed() < time / 3);
    assert_eq!(names(&position, &[result.best.unwrap()]), ["l8"]);
}

#[test]
fn a_stop_ends_an_endless_search() {
    let position = after(15, Rule::Freestyle, "h8g7f6g8g9", FirstRow::Bottom);
    let stop = StopToken::new();
    let other = stop.clone();
    let mut reports: Vec<Report> = Vec::new();
    let result = GomokuPlayer::default().think(
        &position,
        &SearchRequest::new(Limits::none()),
        &stop,
        &mut |report| {
            if report.depth == 3 {
                other.raise();
            }
            reports.push(report);
        },
    );
    assert_eq!(reports.last().unwrap().depth, 3);
    assert_eq!(result.best, Some(reports.last().unwrap().lines[0].moves[0]));
}

#[test]
fn levels_have_names_and_different_players_behind_them() {
    let names: Vec<&str> = GomokuPlayer::LEVELS
        .iter()
        .map(|level| level.name)
        .collect();
    assert_eq!(
        names,
        [
            "rookie",
            "newcomer",
            "beginner",
            "player",
            "expert",
            "master",
            "grandmaster",
            "sage"
        ]
    );
    let mut summaries: Vec<&str> = GomokuPlayer::LEVELS
        .iter()
        .map(|level| level.summary)
        .collect();
    summaries.sort_unstable();
    summaries.dedup();
    assert_eq!(summaries.len(), 8);
}

#[test]
fn the_seed_gives_a_level_variety() {
    let mut rng = Rng::new(31);
    // A position can have one clear move, three hardly.
    let positions = [(); 3].map(|()| scramble(15, Rule::Freestyle, 3, &mut rng));
    for level in 1..=7 {
        let varies = |position: &Position| {
            let moves: std::collections::BTreeSet<Move> = (0..12)
                .map(|seed| {
                    let request = SearchRequest {
                        strength: Strength::Level(level),
                        seed,
                        ..SearchRequest::new(Limits::none())
                    };
                    ask(position, &request).best.unwrap()
                })
                .collect();
            moves.len() > 1
        };
        assert!(
            positions.iter().any(varies),
            "level {level} always plays the same"
        );
    }
}

/// Asks the engine for the value of a position, and for its move.
fn claim(position: &Position) -> (Option<Value>, Option<Move>) {
    let result = ask(position, &in_nodes(3000));
    (
        result.report.map(|report| report.lines[0].score.value),
        result.best,
    )
}

/// Checks a claim to win by playing the engine's moves against the defender's: all of them at first,
/// then as many as `breadth` allows, taken at random.
fn verify(position: &Position, breadth: u64, rng: &mut Rng) {
    let (value, best) = claim(position);
    assert!(
        matches!(value, Some(Value::WinIn(_))),
        "a win became {value:?} in {position:?}"
    );
    let mut next = position.clone();
    play(&mut next, best.unwrap());
    if let Some(outcome) = next.outcome() {
        assert_eq!(outcome.winner, Some(position.side()));
        return;
    }
    let mut replies = Vec::new();
    Gomoku::legal(&next, &mut replies);
    // The engine's own answer is among those tried.
    let (_, answer) = claim(&next);
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

/// Whether the side to move wins in at most so many plies, by trying everything. A move after which
/// it would not even win if the opponent passed is left out: a stone more never hurts the opponent.
fn wins_within(position: &Position, plies: u32) -> bool {
    let mut legal = Vec::new();
    Gomoku::legal(position, &mut legal);
    legal.into_iter().any(|mv| {
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

/// Whether every move of the side to move loses in at most so many plies, that one included.
fn loses_within(position: &Position, plies: u32) -> bool {
    let mut legal = Vec::new();
    Gomoku::legal(position, &mut legal);
    legal.into_iter().all(|mv| {
        let mut next = position.clone();
        Gomoku::play(&mut next, mv);
        next.outcome().is_none() && wins_within(&next, plies - 1)
    })
}

#[test]
fn claimed_wins_and_losses_hold_against_every_defence() {
    let mut rng = Rng::new(1234);
    let full = std::env::var_os("FLIPFIVE_FULL").is_some();
    let tries = if full { 400 } else { 12 };
    let (mut wins, mut losses, mut exact) = (0, 0, 0);
    for rule in Rule::ALL {
        for _ in 0..tries {
            let moves = 6 + rng.below(12);
            let position = scramble(9, rule, moves, &mut rng);
            match claim(&position).0 {
                Some(Value::WinIn(plies)) if plies > 1 => {
                    wins += 1;
                    verify(&position, if full { 100 } else { 12 }, &mut rng);
                    // Renju is left out here because a stone more may free a forbidden point.
                    if plies <= 5 && rule != Rule::Renju && (full || plies <= 3) {
                        exact += 1;
                        assert!(wins_within(&position, plies), "in {plies}: {position:?}");
                    }
                }
                Some(Value::LossIn(plies)) => {
                    losses += 1;
                    let mut legal = Vec::new();
                    Gomoku::legal(&position, &mut legal);
                    for mv in legal {
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
    // The positions have to be such that there was something to check.
    assert!(
        wins > tries && losses > 2 && exact > tries / 4,
        "{wins} wins, {losses} losses, {exact} searched through"
    );
}

#[test]
fn without_a_node_the_answer_is_near() {
    let position = after(15, Rule::Freestyle, "h8", FirstRow::Bottom);
    let best = ask(&position, &in_nodes(0)).best.unwrap().vertex().unwrap();
    assert!(
        best.col.abs_diff(7) <= 2 && best.row.abs_diff(7) <= 2,
        "{best:?}"
    );
    let centre = parse_point("h8", position.rules(), FirstRow::Bottom).unwrap();
    assert_eq!(
        State::<Renju>::from_position(&position).stone(centre),
        Some(Side::Black)
    );
}

#[test]
fn the_clock_expects_ten_to_twenty_five_moves() {
    let mut position = Gomoku::start(rules(15, Rule::Freestyle));
    let mut last = f32::MAX;
    let mut legal = Vec::new();
    Gomoku::legal(&position, &mut legal);
    while position.outcome().is_none() {
        let MovesToGo {
            expected: moves,
            most,
        } = GomokuPlayer::moves_to_go(&position);
        assert!((1.0..=25.0).contains(&moves) && moves <= last && moves <= most as f32);
        assert_eq!(most as usize, position.empties().div_ceil(2));
        assert!(moves >= 10.0 || position.empties() < 20);
        last = moves;
        // Every other column and row, so that nobody wins soon.
        let Some(mv) = legal.pop() else { break };
        Gomoku::play(&mut position, mv);
    }
}
