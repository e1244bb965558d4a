//! Requests of every kind, answered by the rules.

use super::*;
use crate::game::{Game, Move, Side, Vertex};
use crate::gomoku::fixture::{after, ask, in_nodes, legal, play, rules, scramble};
use crate::gomoku::rules::notation::{FirstRow, name};
use crate::gomoku::rules::{Point, Renju, Rule};
use crate::gomoku::state::State;
use crate::search::{Limits, Strength, TimeBudget, Value};
use crate::util::rng::Rng;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

fn best_name(position: &Position, request: &SearchRequest, first: FirstRow) -> String {
    let best = ask(position, request).best.unwrap();
    name(best.vertex().unwrap(), position.rules(), first).to_string()
}

#[test]
fn smoke_tests_of_the_gomocup_judge() {
    // The protocol counts rows from the top.
    let answer = |rule, moves| {
        let position = after(15, rule, moves, FirstRow::Top);
        best_name(&position, &in_nodes(20_000), FirstRow::Top)
    };
    for rule in Rule::ALL {
        let best = answer(rule, "h8h9i8i9j8j9k8k9");
        assert!(["g8", "l8"].contains(&best.as_str()), "{rule}: {best}");
    }
    // h13 would make six in a row, which does not win.
    let best = answer(Rule::Standard, "h8h9i8h10g8h11j13h12g14h14i15");
    assert!(["f8", "j8"].contains(&best.as_str()), "{best}");
    // g9 would be a double three.
    assert_ne!(answer(Rule::Renju, "h8h9i7i9h10i6i11i12"), "g9");
    // Black's row is blocked on both sides, so only White's three counts.
    let best = answer(Rule::Caro, "h8f8g8f9i8f7j8l8");
    assert!(
        ["f5", "f6", "f10", "f11"].contains(&best.as_str()),
        "{best}"
    );
}

#[test]
fn the_first_stone_goes_to_the_centre_without_a_search() {
    for size in 5..=22 {
        for rule in Rule::ALL {
            let position = Gomoku::start(rules(size, rule));
            let request = SearchRequest {
                book: true,
                ..SearchRequest::new(Limits::time(Duration::from_secs(30)))
            };
            let result = ask(&position, &request);
            let centre = (size - 1) / 2;
            assert_eq!(result.best, Some(Move::Place(Vertex::new(centre, centre))));
            assert_eq!(result.report.unwrap().depth, 1);
        }
    }
}

/// The distances of a move from the centre by files and ranks, the smaller one first, in half cells.
fn off_centre(size: u8, mv: Move) -> (u8, u8) {
    let vertex = mv.vertex().unwrap();
    let [x, y] = [vertex.col, vertex.row].map(|n| (2 * n).abs_diff(size - 1));
    (x.min(y), x.max(y))
}

#[test]
fn lines_on_an_empty_board_are_searched_near_the_centre() {
    for size in 5..=22 {
        for rule in Rule::ALL {
            let position = Gomoku::start(rules(size, rule));
            let request = SearchRequest {
                lines: 3,
                ..SearchRequest::new(Limits::depth(3))
            };
            let report = ask(&position, &request).report.unwrap();
            assert_eq!((report.depth, report.lines.len()), (3, 3));
            let lines = report.lines.iter();
            let distances: BTreeSet<_> =
                lines.map(|line| off_centre(size, line.moves[0])).collect();
            assert_eq!(
                distances.len(),
                3,
                "{rule} {size}: mirror images in {report:?}"
            );
            assert!(
                distances.iter().all(|(_, far)| *far <= 5),
                "{rule} {size}: {report:?}"
            );
        }
    }
}

#[test]
fn openings_are_answered_near_the_stones_or_the_centre() {
    for size in 5..=22 {
        let (last, middle) = (size - 1, (size - 1) / 2);
        let openings: [&[(u8, u8)]; 6] = [
            &[(middle, middle)],
            &[(0, 0)],
            &[(middle, middle), (middle + 1, middle)],
            &[(0, 0), (last, last)],
            &[
                (middle, middle),
                (middle + 1, middle + 1),
                (middle - 1, middle),
            ],
            &[(0, 0), (last, 0), (0, last)],
        ];
        for (rule, stones) in Rule::ALL
            .iter()
            .flat_map(|rule| openings.map(|stones| (*rule, stones)))
        {
            let mut position = Gomoku::start(rules(size, rule));
            for &(col, row) in stones {
                play(&mut position, Move::Place(Vertex::new(col, row)));
            }
            for lines in [1, 3] {
                let request = SearchRequest {
                    lines,
                    ..in_nodes(300)
                };
                let report = ask(&position, &request).report.unwrap();
                assert!((1..=lines).contains(&report.lines.len()));
                for mv in report.lines.iter().map(|line| line.moves[0]) {
                    let vertex = mv.vertex().unwrap();
                    let is_near = |&(col, row): &(u8, u8)| {
                        vertex.col.abs_diff(col).max(vertex.row.abs_diff(row)) <= 4
                    };
                    assert!(
                        off_centre(size, mv).1 <= 5 || stones.iter().any(is_near),
                        "{rule} {size}: {vertex:?} after {stones:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_stone_in_a_corner_is_not_answered_at_the_edge() {
    for rule in Rule::ALL {
        let position = after(15, rule, "a1", FirstRow::Bottom);
        let best = ask(&position, &in_nodes(5000)).best.unwrap();
        assert!(off_centre(15, best).1 <= 8, "{rule}: {best:?}");
    }
}

#[test]
fn every_limit_gives_a_legal_move() {
    let mut rng = Rng::new(21);
    for rule in Rule::ALL {
        for size in [5, 6, 15, 22] {
            let position = scramble(size, rule, rng.below(12), &mut rng);
            let now = Limits::time(Duration::ZERO);
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
            // Every move of the line is legal, too.
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
fn a_restriction_to_some_moves_holds() {
    let mut rng = Rng::new(9);
    for rule in Rule::ALL {
        let position = scramble(15, rule, 10, &mut rng);
        let legal = legal(&position);
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
            let mut avoid = legal.clone();
            avoid.retain(|mv| !only.contains(mv));
            let request = SearchRequest {
                avoid,
                only: Vec::new(),
                ..request
            };
            assert!(
                only.contains(&ask(&position, &request).best.unwrap()),
                "{request:?}"
            );
        }
        // A restriction to illegal moves does not count.
        let request = SearchRequest {
            only: vec![Move::Pass, Move::Place(Vertex::new(200, 0))],
            ..in_nodes(500)
        };
        let best = ask(&position, &request).best.unwrap();
        assert_eq!(Gomoku::check(&position, best), Ok(()));
    }
}

#[test]
fn several_lines_begin_with_different_moves_best_first() {
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
    let firsts: BTreeSet<Move> = report.lines.iter().map(|line| line.moves[0]).collect();
    assert_eq!(firsts.len(), 4);
}

#[test]
fn several_lines_have_values_without_time() {
    for stones in ["", "h8", "h8g7f6g8g9"] {
        let position = after(15, Rule::Freestyle, stones, FirstRow::Bottom);
        let request = SearchRequest {
            lines: 3,
            ..SearchRequest::new(Limits::time(Duration::ZERO))
        };
        let report = ask(&position, &request).report.unwrap();
        assert_eq!((report.depth, report.lines.len()), (1, 3));
    }
}

#[test]
fn a_small_node_limit_keeps_the_lines_that_were_found() {
    let position = after(15, Rule::Freestyle, "h8g7f6g8g9h9i10f9", FirstRow::Bottom);
    let request = SearchRequest {
        lines: 64,
        ..in_nodes(2000)
    };
    let report = ask(&position, &request).report.unwrap();
    assert_eq!(report.depth, 1);
    assert!((1..64).contains(&report.lines.len()), "{report:?}");
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

/// A table with the results of other searches would change the nodes, and sometimes the move.
#[test]
fn levels_with_a_node_limit_depend_on_position_and_seed_alone() {
    // With and without variety in the opening.
    for moves in ["h8h7j6i7f7", "h8i9i7g9j9g7k8f8h6i10l7"] {
        let position = after(15, Rule::Standard, moves, FirstRow::Bottom);
        for level in 5..=7 {
            let at_level = |player: &mut GomokuPlayer, threads| {
                let request = SearchRequest {
                    strength: Strength::Level(level),
                    threads,
                    seed: 7,
                    ..SearchRequest::new(Limits::none())
                };
                let result = player.think(&position, &request, &StopToken::new(), &mut |_| {});
                let report = result.report.unwrap();
                (result.best, report.nodes, report.lines)
            };
            let mut player = GomokuPlayer::default();
            let first = at_level(&mut player, 1);
            let full = in_nodes(10_000);
            player.think(&position, &full, &StopToken::new(), &mut |_| {});
            assert_eq!(at_level(&mut player, 4), first, "level {level}");
            assert_eq!(at_level(&mut player, 1), first, "level {level}");
        }
    }
}

#[test]
fn several_threads_find_a_legal_move() {
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
fn the_only_answer_is_played_at_once() {
    // After Black's pass, White has one answer to the four.
    let mut position = after(15, Rule::Freestyle, "h8a1i8a2j8a3k8g8", FirstRow::Bottom);
    Gomoku::play(&mut position, Move::Pass);
    let time = Duration::from_secs(30);
    let request = SearchRequest::new(Limits {
        time: Some(TimeBudget {
            soft: time,
            hard: time,
            use_all: true,
            stop_if_single: true,
        }),
        ..Limits::none()
    });
    let begun = Instant::now();
    assert_eq!(best_name(&position, &request, FirstRow::Bottom), "l8");
    assert!(begun.elapsed() < time / 3);
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
fn levels_have_names_and_different_summaries() {
    assert_eq!(
        GomokuPlayer::LEVELS.map(|level| level.name),
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
    let summaries = GomokuPlayer::LEVELS.map(|level| level.summary);
    assert_eq!(BTreeSet::from(summaries).len(), 8);
}

#[test]
fn levels_vary_with_the_seed() {
    let mut rng = Rng::new(31);
    // One position may have a single good move, hardly three.
    let positions = [(); 3].map(|()| scramble(15, Rule::Freestyle, 3, &mut rng));
    for level in 1..=7 {
        let varies = |position: &Position| {
            let choice = |seed| {
                let request = SearchRequest {
                    strength: Strength::Level(level),
                    seed,
                    ..SearchRequest::new(Limits::none())
                };
                ask(position, &request).best.unwrap()
            };
            let first = choice(0);
            (1..12).any(|seed| choice(seed) != first)
        };
        assert!(
            positions.iter().any(varies),
            "level {level} always plays the same"
        );
    }
}

#[test]
fn without_nodes_the_move_is_near_the_stones() {
    let position = after(15, Rule::Freestyle, "h8", FirstRow::Bottom);
    let best = ask(&position, &in_nodes(0)).best.unwrap().vertex().unwrap();
    assert!(
        best.col.abs_diff(7) <= 2 && best.row.abs_diff(7) <= 2,
        "{best:?}"
    );
    let centre = Point::new(7, 7);
    assert_eq!(
        State::<Renju>::from_position(&position).stone(centre),
        Some(Side::Black)
    );
}

/// Once, the search of a drawn position went on to depth 120.
#[test]
fn iterations_end_a_little_beyond_a_full_board() {
    // Four cells are empty, and nobody can make five.
    let moves = "b1c1e1d1c2a2d2b2a3e2b3c3e3a4c4e4d4c5a5d5b5";
    let position = after(5, Rule::Freestyle, moves, FirstRow::Bottom);
    for limits in [Limits::none(), Limits::depth(60)] {
        let report = ask(&position, &SearchRequest::new(limits)).report.unwrap();
        assert_eq!(report.depth, 12);
        assert_eq!(report.lines[0].score.value, Value::Estimate(0));
    }
}

#[test]
fn the_clock_expects_ten_to_twenty_five_moves() {
    let mut position = Gomoku::start(rules(15, Rule::Freestyle));
    let mut last = f32::MAX;
    let mut legal = legal(&position);
    while position.outcome().is_none() {
        let MovesToGo {
            expected: moves,
            most,
        } = GomokuPlayer::moves_to_go(&position);
        assert!((1.0..=25.0).contains(&moves) && moves <= last && moves <= most as f32);
        assert_eq!(most as usize, position.empties().div_ceil(2));
        assert!(moves >= 10.0 || position.empties() < 20);
        last = moves;
        // From the last cell on, so that the game is long.
        let Some(mv) = legal.pop() else { break };
        Gomoku::play(&mut position, mv);
    }
}

/// White has to stop the four, or else Black completes it.
#[test]
fn classic_players_see_fours() {
    let classics = ["threat-book", "line-count"].map(|name| Strength::Classic(name.into()));
    let levels = [3, 4].map(Strength::Level);
    for strength in classics.into_iter().chain(levels) {
        let request = SearchRequest {
            strength,
            ..SearchRequest::new(Limits::none())
        };
        for moves in ["h8g8i8a1j8c3k8", "h8g8i8a1j8c3k8o15"] {
            let position = after(15, Rule::Freestyle, moves, FirstRow::Bottom);
            let best = best_name(&position, &request, FirstRow::Bottom);
            assert_eq!(best, "l8", "{request:?}");
        }
    }
}

#[test]
fn varied_openings_lose_little() {
    let (mut rng, mut poor) = (Rng::new(32), 0);
    for _ in 0..12 {
        let position = scramble(15, Rule::Freestyle, 5, &mut rng);
        // As level 6.
        let request = SearchRequest {
            lines: VARIED_LINES,
            hash_mb: LEVEL_TABLE_MB,
            ..in_nodes(3000)
        };
        let mut player = GomokuPlayer::default();
        let found = player
            .full_player
            .think(&position, &request, &StopToken::new(), &mut |_| {});
        let lines = found.report.unwrap().lines;
        let loss = |line: &PvLine| lines[0].score.lead() - line.score.lead();
        poor += lines.iter().filter(|line| loss(line) > VARIED_LOSS).count();
        for seed in 0..8 {
            let request = SearchRequest {
                strength: Strength::Level(6),
                seed,
                ..SearchRequest::new(Limits::none())
            };
            let best = ask(&position, &request).best.unwrap();
            let line = lines.iter().find(|line| line.moves[0] == best).unwrap();
            assert!(loss(line) <= VARIED_LOSS, "{best} {seed} {position:?}");
        }
    }
    assert!(poor > 0, "every line was good enough");
}
