//! Laws that hold on every Gomoku board, checked on random ones for all rules and many sizes.

use super::naive::{Naive, Verdict};
use crate::game::perft::{Convention, perft};
use crate::game::{
    DynRecord, Ending, Foul, Game, Illegal, Move, Record, Setup, SetupError, Side, Symmetry,
    Threat, Vertex, describe,
};
use crate::gomoku::fixture::{legal, outcome_after};
use crate::gomoku::{Gomoku, Position, Rule, Rules};
use crate::util::rng::Rng;

/// Whether the long form of a test is asked for.
fn full() -> bool {
    std::env::var_os("FLIPFIVE_FULL").is_some()
}

/// Stones of both sides in random places of a random square region, so that they meet.
fn random_setup(rng: &mut Rng, size: u8) -> Setup {
    let mut setup = Setup::empty(size);
    let side = rng.below(2);
    setup.to_move = Side::ALL[side as usize];
    let width = 4 + rng.below(u64::from(size) - 3);
    let corner = [(); 2].map(|()| rng.below(u64::from(size) - width + 1) as u8);
    // In eighths: the share of cells with stones, and the share of black ones among these.
    let (density, black) = (1 + rng.below(6), 3 + rng.below(4));
    for row in 0..width as u8 {
        for col in 0..width as u8 {
            if rng.below(8) < density {
                let stone = if rng.below(8) < black {
                    Side::Black
                } else {
                    Side::White
                };
                setup.set(Vertex::new(corner[0] + col, corner[1] + row), Some(stone));
            }
        }
    }
    setup
}

fn random_size(rng: &mut Rng) -> u8 {
    5 + rng.below(18) as u8
}

fn position(rule: Rule, setup: &Setup) -> Result<Position, SetupError> {
    Gomoku::from_setup(Rules::new(setup.size, rule).unwrap(), setup)
}

/// Random positions in which the game goes on.
fn positions(seed: u64, rule: Rule, count: usize) -> impl Iterator<Item = (Setup, Position)> {
    let mut rng = Rng::new(seed);
    std::iter::repeat_with(move || {
        let size = random_size(&mut rng);
        random_setup(&mut rng, size)
    })
    .filter_map(move |setup| Some((setup.clone(), position(rule, &setup).ok()?)))
    .filter(|(_, position)| position.outcome().is_none())
    .take(count)
}

#[test]
fn rows_on_set_up_boards_are_found_as_by_reading_text() {
    let mut rng = Rng::new(11);
    let mut seen = [0; 4];
    for n in 0..4000 {
        let size = random_size(&mut rng);
        let setup = random_setup(&mut rng, size);
        let rule = Rule::ALL[n % 5];
        let naive = Naive::new(rule, &setup);
        let won = Side::ALL.map(|side| naive.has_won(side));
        let found = position(rule, &setup).map(|position| {
            assert_eq!(describe::<Gomoku>(&position), setup);
            position.outcome()
        });
        let winner = match won {
            [true, true] => {
                assert!(found.is_err(), "{rule}: {setup:?}");
                seen[3] += 1;
                continue;
            }
            [true, false] => Some(Side::Black),
            [false, true] => Some(Side::White),
            [false, false] => None,
        };
        let found = found
            .unwrap()
            .filter(|outcome| outcome.ending != Ending::Full);
        assert_eq!(found.and_then(|o| o.winner), winner, "{rule}: {setup:?}");
        seen[winner.map_or(0, |side| 1 + side.index())] += 1;
    }
    assert!(seen.iter().all(|&n| n > 50), "too few of a kind: {seen:?}");
}

#[test]
fn every_move_wins_loses_or_goes_on_as_by_reading_text() {
    for rule in Rule::ALL {
        let (mut wins, mut fouls, mut others) = (0, 0, 0);
        // Fouls are rare.
        let few = if rule == Rule::Renju { 60 } else { 12 };
        for (setup, position) in positions(21, rule, if full() { 200 } else { few }) {
            let side = position.side();
            let naive = Naive::new(rule, &setup);
            for vertex in naive.empties() {
                let won = naive.with(vertex, side).has_won(side);
                let verdict = match (rule, side) {
                    (Rule::Renju, Side::Black) => naive.judge(vertex),
                    _ if won => Verdict::Five,
                    _ => Verdict::Fine,
                };
                assert_eq!(won, verdict == Verdict::Five);
                let checked = Gomoku::check(&position, Move::Place(vertex));
                let outcome = outcome_after(&position, vertex).filter(|o| o.ending != Ending::Full);
                let winner = outcome.and_then(|outcome| outcome.winner);
                let text = || format!("{vertex:?} of {position:?}");
                match verdict {
                    Verdict::Five => {
                        wins += 1;
                        assert_eq!((checked, winner), (Ok(()), Some(side)), "{}", text());
                    }
                    Verdict::Foul(foul) => {
                        fouls += 1;
                        assert_eq!(checked, Err(Illegal::Forbidden(foul)), "{}", text());
                        assert_eq!(winner, Some(Side::White), "{}", text());
                    }
                    Verdict::Fine => {
                        others += 1;
                        assert_eq!((checked, winner), (Ok(()), None), "{}", text());
                    }
                }
            }
        }
        assert!(wins > 2 && others > 1000, "{rule}: {wins} and {others}");
        assert_eq!(fouls > 0, rule == Rule::Renju, "{rule}: {fouls}");
    }
}

#[test]
fn forbidden_points_are_those_found_by_reading_text() {
    let mut kinds = [0; 3];
    for (setup, position) in positions(31, Rule::Renju, 250) {
        let naive = Naive::new(Rule::Renju, &setup);
        let expected: Vec<(Vertex, Foul)> = naive
            .empties()
            .into_iter()
            .filter_map(|vertex| match naive.judge(vertex) {
                Verdict::Foul(foul) => Some((vertex, foul)),
                Verdict::Five | Verdict::Fine => None,
            })
            .collect();
        assert_eq!(Gomoku::forbidden(&position), expected, "{position:?}");
        for (_, foul) in expected {
            kinds[foul as usize] += 1;
        }
    }
    assert!(
        kinds.iter().all(|&n| n > 30),
        "too few of a kind: {kinds:?}"
    );
}

/// The image of a board under a symmetry.
fn image(symmetry: Symmetry, setup: &Setup) -> Setup {
    let mut image = Setup::empty(setup.size);
    image.to_move = setup.to_move;
    for (side, vertex) in setup.stones() {
        image.set(symmetry.vertex(vertex, setup.size), Some(side));
    }
    image
}

fn sorted<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    items.sort();
    items
}

type Plain = (&'static str, Side, Vec<Vertex>, Vec<Vertex>);

fn plain(threats: Vec<Threat>, map: impl Fn(Vertex) -> Vertex) -> Vec<Plain> {
    sorted(threats.into_iter().map(|threat| {
        (
            threat.kind,
            threat.side,
            sorted(threat.stones.into_iter().map(&map)),
            sorted(threat.answers.into_iter().map(&map)),
        )
    }))
}

#[test]
fn every_verdict_has_the_symmetries_of_the_board() {
    for rule in Rule::ALL {
        let mut rng = Rng::new(41);
        for _ in 0..40 {
            let size = random_size(&mut rng);
            let setup = random_setup(&mut rng, size);
            let before = position(rule, &setup);
            for symmetry in Symmetry::ALL {
                let map = |vertex| symmetry.vertex(vertex, size);
                let after = position(rule, &image(symmetry, &setup));
                let (Ok(before), Ok(after)) = (&before, &after) else {
                    assert_eq!(before.is_err(), after.is_err());
                    continue;
                };
                assert_eq!(before.outcome(), after.outcome());
                let fouls = Gomoku::forbidden(before);
                assert_eq!(
                    sorted(fouls.into_iter().map(|(vertex, foul)| (map(vertex), foul))),
                    sorted(Gomoku::forbidden(after)),
                );
                let moves = legal(before).into_iter();
                let moves = moves.map(|mv| Move::Place(map(mv.vertex().unwrap())));
                assert_eq!(sorted(moves), sorted(legal(after)));
                assert_eq!(
                    plain(Gomoku::threats(before), map),
                    plain(Gomoku::threats(after), |vertex| vertex),
                    "{rule}, {symmetry:?}: {before:?}"
                );
            }
        }
    }
}

#[test]
fn a_game_taken_back_is_as_it_was() {
    for (n, rule) in Rule::ALL.into_iter().cycle().take(60).enumerate() {
        let mut rng = Rng::new(n as u64);
        let size = 5 + (n % 18) as u8;
        let mut record = Record::<Gomoku>::new(Rules::new(size, rule).unwrap());
        let mut seen = vec![(record.current(), record.outcome())];
        while record.outcome().is_none() {
            let moves = record.legal();
            let mv = moves[rng.below(moves.len() as u64) as usize];
            let side = record.side();
            record.play(side, mv).unwrap();
            seen.push((record.current(), record.outcome()));
        }
        assert!(record.legal().is_empty());
        let end = seen.clone();
        while let Some(state) = seen.pop() {
            assert_eq!((record.current(), record.outcome()), state);
            assert_eq!(record.undo(), !seen.is_empty());
        }
        for state in &end[1..] {
            assert!(record.redo());
            assert_eq!((record.current(), record.outcome()), *state);
        }
        assert!(!record.redo());
    }
}

#[test]
fn naming_the_other_side_places_set_up_stones() {
    let mut record = Record::<Gomoku>::new(Rules::default());
    let place = |col| Move::Place(Vertex::new(col, 7));
    for col in 0..4 {
        record.play(Side::White, place(col)).unwrap();
    }
    assert_eq!(record.moves().len(), 8);
    assert_eq!(
        record.play(Side::White, Move::Pass),
        Err(Illegal::WrongSide(Side::Black))
    );
    record.play(Side::White, place(4)).unwrap();
    assert_eq!(record.outcome().unwrap().winner, Some(Side::White));
    assert_eq!(record.play(Side::Black, place(9)), Err(Illegal::GameOver));
    assert!(record.undo());
    assert_eq!(record.undoable(), 4);
    assert_eq!(record.outcome(), None);
}

#[test]
fn leaves_are_counted_by_the_falling_factorial_while_no_five_is_possible() {
    let leaves = |size, rule, plies| {
        let rules = Rules::new(size, rule).unwrap();
        perft::<Gomoku>(&Gomoku::start(rules), plies, Convention::A)
    };
    assert_eq!(leaves(5, Rule::Renju, 4), 25 * 24 * 23 * 22);
    assert_eq!(leaves(9, Rule::Renju, 3), 81 * 80 * 79);
    assert_eq!(leaves(6, Rule::Caro, 4), 36 * 35 * 34 * 33);
    assert_eq!(leaves(15, Rule::Freestyle, 3), 225 * 224 * 223);
    assert_eq!(leaves(22, Rule::Standard, 2), 484 * 483);
}

fn naive_perft(board: &Naive, side: Side, plies: u32, keep_finished: bool) -> u64 {
    if plies == 0 {
        return 1;
    }
    let forbidden = |vertex: &Vertex| {
        board.rule == Rule::Renju
            && side == Side::Black
            && matches!(board.judge(*vertex), Verdict::Foul(_))
    };
    let mut moves = board.empties();
    moves.retain(|vertex| !forbidden(vertex));
    let over = Side::ALL.into_iter().any(|side| board.has_won(side));
    if over || moves.is_empty() {
        return u64::from(keep_finished);
    }
    moves
        .into_iter()
        .map(|vertex| {
            let child = board.with(vertex, side);
            naive_perft(&child, side.other(), plies - 1, keep_finished)
        })
        .sum()
}

#[test]
fn leaves_are_counted_as_by_reading_text() {
    for (n, rule) in Rule::ALL.into_iter().cycle().take(10).enumerate() {
        let mut rng = Rng::new(n as u64);
        // Boards with few empty cells are played to the end, large ones for two plies.
        let (setup, position, plies) = loop {
            let size = if n % 2 == 0 { 5 } else { 7 };
            let mut setup = random_setup(&mut rng, size);
            while n % 2 == 0 && setup.stones().count() < 19 {
                let cell = rng.below(25) as usize;
                setup.cells[cell] = Some(Side::ALL[rng.below(2) as usize]);
            }
            match position(rule, &setup) {
                Ok(position) if position.outcome().is_none() => {
                    break (setup, position, if n % 2 == 0 { 7 } else { 2 });
                }
                _ => {}
            }
        };
        let naive = Naive::new(rule, &setup);
        for (convention, keep) in [(Convention::A, true), (Convention::C, false)] {
            assert_eq!(
                perft::<Gomoku>(&position, plies, convention),
                naive_perft(&naive, setup.to_move, plies, keep),
                "{position:?}"
            );
        }
    }
}

fn place(setup: &Setup, vertex: Vertex, side: Side) -> Setup {
    let mut setup = setup.clone();
    setup.set(vertex, Some(side));
    setup
}

/// The threats of a side that contain these stones.
fn threats_with(position: &Position, side: Side, stones: &[Vertex]) -> Vec<Threat> {
    let mut threats = Gomoku::threats(position);
    threats.retain(|threat| {
        threat.side == side && stones.iter().all(|stone| threat.stones.contains(stone))
    });
    threats
}

#[test]
fn threats_can_be_carried_out_and_answered() {
    let mut seen = std::collections::BTreeMap::new();
    for rule in Rule::ALL {
        for (setup, now) in positions(51, rule, usize::MAX)
            .filter(|(setup, _)| setup.size <= 10 && setup.stones().count() > 20)
            .take(if full() { 100 } else { 8 })
        {
            let threats = Gomoku::threats(&now);
            let naive = Naive::new(rule, &setup);
            // A side can win at once if and only if it has a four.
            let fours = Side::ALL.map(|side| {
                let mut cells = naive.empties().into_iter();
                let wins = cells.any(|vertex| naive.with(vertex, side).has_won(side));
                let mut fours = threats.iter().filter(|t| t.kind.ends_with("four"));
                assert_eq!(fours.any(|t| t.side == side), wins, "{side} of {now:?}");
                wins
            });
            for Threat {
                kind,
                side,
                stones,
                answers,
            } in threats
            {
                *seen.entry(kind).or_insert(0) += 1;
                assert!(stones.iter().all(|&stone| setup.get(stone) == Some(side)));
                let legal = |cell: &Vertex, side| {
                    rule != Rule::Renju
                        || side == Side::White
                        || !matches!(naive.judge(*cell), Verdict::Foul(_))
                };
                let text = format!("{kind} of {side}, {stones:?}, {answers:?} on {now:?}");
                // As it stands after an answer, and after a stone that is none.
                let left = |cell, by: Side| {
                    let setup = place(&setup, cell, by);
                    let position = position(rule, &setup).ok()?;
                    let over = position.outcome().is_some();
                    (!over).then(|| threats_with(&position, side, &stones))
                };
                for cell in naive.empties() {
                    if !legal(&cell, side.other()) {
                        assert!(!answers.contains(&cell), "{text}");
                        continue;
                    }
                    let Some(left) = left(cell, side.other()) else {
                        continue;
                    };
                    let four = left.iter().any(|threat| threat.kind.ends_with("four"));
                    let same = left.iter().any(|t| t.stones == stones && t.kind == kind);
                    let stands = match kind {
                        "open four" => {
                            assert!(four, "{cell:?} stops the {text}");
                            continue;
                        }
                        "four" => four,
                        _ => same,
                    };
                    // A stone elsewhere can free or forbid a black extension in Renju.
                    if rule != Rule::Renju || side == Side::White || kind == "four" {
                        assert_eq!(stands, !answers.contains(&cell), "{cell:?} and the {text}");
                    }
                }
                // A stone that wins elsewhere is as good as one that carries out the threat.
                let carried_out = |wanted: &str| {
                    naive.empties().into_iter().any(|cell| {
                        legal(&cell, side)
                            && left(cell, side)
                                .is_none_or(|left| left.iter().any(|t| t.kind == wanted))
                    })
                };
                match kind {
                    "open three" => assert!(carried_out("open four"), "{text}"),
                    "three" => {
                        assert!(carried_out("four"), "{text}");
                        if rule != Rule::Renju && !fours[side.index()] {
                            assert!(!carried_out("open four"), "{text}");
                        }
                    }
                    _ => {}
                }
            }
        }
    }
    for kind in ["open four", "four", "open three", "three"] {
        assert!(seen.get(kind).is_some_and(|&n| n > 2), "{seen:?}");
    }
}
