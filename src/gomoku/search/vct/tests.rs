//! Proofs of wins by threats, checked by a slow verifier that plays every answer of the defender by
//! the rules alone, without patterns.

use crate::format::puzzle::{self, Puzzle};
use crate::game::{Ending, Game, Move, Side};
use crate::gomoku::fixture::{crowded, legal, play, stones};
use crate::gomoku::patterns::Pattern4;
use crate::gomoku::rules::{Cells, Gomoku, Point, Position, Rule, RuleType, with_rule_type};
use crate::gomoku::search::vcf::Vcf;
use crate::gomoku::search::vct::{Outcome, Vct};
use crate::gomoku::state::{State, defence_zone};
use crate::search::{Limits, NodeCounter, SearchControl, StopToken};
use crate::util::rng::Rng;
use std::collections::{HashMap, HashSet};

/// Whether a stone of `side` on an empty cell wins at once, by the rules.
fn wins_at(position: &Position, point: Point, side: Side) -> bool {
    let mut next = position.clone();
    if next.side() != side {
        next.pass();
    }
    next.place(point);
    next.outcome()
        .is_some_and(|outcome| outcome.winner == Some(side) && outcome.ending == Ending::Five)
}

/// The cells on which `side` wins at once.
fn fives(position: &Position, side: Side) -> Vec<Point> {
    let empty = position.empty_points();
    empty
        .filter(|&point| wins_at(position, point, side))
        .collect()
}

/// Plays the attack of a proof.
trait Attack {
    fn reply(&mut self, position: &Position) -> Option<Point>;
}

/// Plays out every answer of the defender to the attacker's moves.
struct Verifier<'a> {
    attack: &'a mut dyn Attack,
    attacker: Side,
    /// Verified positions with the attacker to move, by their stones.
    verified: HashSet<Vec<Option<Side>>>,
}

impl Verifier<'_> {
    fn key(position: &Position) -> Vec<Option<Side>> {
        let points = position.points();
        points.map(|point| position.at(point).stone()).collect()
    }

    /// Checks that the attacker, to move, wins against every answer.
    fn wins(&mut self, position: &Position, plies: u32) -> Result<(), String> {
        if plies == 0 {
            return Err(format!("no end of {position:?}"));
        }
        let key = Self::key(position);
        if self.verified.contains(&key) {
            return Ok(());
        }
        let own = self.attacker;
        let Some(point) = self.attack.reply(position) else {
            return Err(format!("no move in {position:?}"));
        };
        let mv = Move::Place(point.into());
        if let Err(error) = Gomoku::check(position, mv) {
            return Err(format!("{point:?}, {error}, in {position:?}"));
        }
        let mut next = position.clone();
        Gomoku::play(&mut next, mv);
        if let Some(outcome) = next.outcome() {
            if outcome.winner != Some(own) {
                return Err(format!("{point:?} does not win {position:?}"));
            }
        } else {
            self.holds(&next, plies)?;
        }
        self.verified.insert(key);
        Ok(())
    }

    /// Checks that every move of the defender loses.
    fn holds(&mut self, position: &Position, plies: u32) -> Result<(), String> {
        let threats = fives(position, self.attacker);
        for mv in legal(position) {
            let point = Point::from(mv.vertex().unwrap());
            let mut next = position.clone();
            Gomoku::play(&mut next, mv);
            if let Some(outcome) = next.outcome() {
                return Err(format!("{point:?} ends {position:?} with {outcome:?}"));
            }
            // A five that is still there wins at once.
            let five = threats
                .iter()
                .find(|five| **five != point && wins_at(&next, **five, self.attacker));
            if five.is_none() {
                self.wins(&next, plies - 1)?;
            }
        }
        Ok(())
    }
}

/// The attack of a proof by threats.
struct Threats<'m, 'a, R: RuleType>(Vct<'m, 'a>, std::marker::PhantomData<R>);

impl<R: RuleType> Attack for Threats<'_, '_, R> {
    fn reply(&mut self, position: &Position) -> Option<Point> {
        let mut state = State::<R>::from_position(position);
        self.0.reply(&mut state)
    }
}

/// The attack of a proof by fours, searched anew at every move.
struct Fours {
    /// Whether lines may end at forks.
    forks: bool,
}

impl Fours {
    fn search<'m, 'a>(&self, counter: &'m mut NodeCounter<'a>, budget: u64) -> Vcf<'m, 'a> {
        let search = Vcf::new(counter, budget);
        if self.forks {
            search.with_forks()
        } else {
            search
        }
    }
}

impl Attack for Fours {
    fn reply(&mut self, position: &Position) -> Option<Point> {
        let control = SearchControl::new(Limits::none(), StopToken::new());
        let mut counter = NodeCounter::new(&control);
        with_rule_type!(position.rules().rule(), R => {
            let mut state = State::<R>::from_position(position);
            self.search(&mut counter, u64::MAX).within(&mut state, 30)?.first().copied()
        })
    }
}

fn verify(attack: &mut dyn Attack, position: &Position) {
    let mut verifier = Verifier {
        attack,
        attacker: position.side(),
        verified: HashSet::new(),
    };
    if let Err(fault) = verifier.wins(position, 120) {
        panic!("not a win: {fault}\nin the proof of {position:?}");
    }
}

/// The kind of win that a search found.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Proof {
    Fours,
    Threats,
    None,
    Unknown,
}

fn prove(position: &Position, budget: u64, depth: u32, check: bool) -> (Proof, Vec<Point>) {
    let control = SearchControl::new(Limits::none(), StopToken::new());
    let mut counter = NodeCounter::new(&control);
    with_rule_type!(position.rules().rule(), R => {
        let mut state = State::<R>::from_position(position);
        let fours = Vcf::new(&mut counter, budget).within(&mut state, 30);
        if let Some(line) = fours {
            if check {
                verify(&mut Fours { forks: false }, position);
            }
            return (Proof::Fours, line);
        }
        let mut vct = Vct::new(&mut counter, budget).with_memory(1000);
        match vct.solve(&mut state, depth) {
            Outcome::Win { line } => {
                if check {
                    verify(&mut Threats::<R>(vct, std::marker::PhantomData), position);
                }
                (Proof::Threats, line)
            }
            Outcome::None => (Proof::None, Vec::new()),
            Outcome::Unknown => (Proof::Unknown, Vec::new()),
        }
    })
}

/// Whether a line ends with a win of the side to move.
fn is_played_out(position: &Position, line: &[Point]) -> bool {
    let mut played = position.clone();
    for point in line {
        play(&mut played, Move::Place((*point).into()));
    }
    let winner = played.outcome().and_then(|outcome| outcome.winner);
    winner == Some(position.side())
}

#[test]
fn proofs_hold_against_every_defence() {
    let full = std::env::var_os("FLIPFIVE_FULL").is_some();
    let positions = if full { 2000 } else { 25 };
    let mut found: HashMap<(Rule, Proof), u32> = HashMap::new();
    for rule in Rule::ALL {
        let mut rng = Rng::new(99 + u64::from(rule.code()));
        for _ in 0..positions {
            let position = crowded(rule, &mut rng);
            let (proof, line) = prove(&position, 20_000, 3, true);
            if matches!(proof, Proof::Fours | Proof::Threats) {
                assert!(is_played_out(&position, &line), "{line:?} in {position:?}");
            }
            *found.entry((rule, proof)).or_default() += 1;
        }
    }
    for rule in Rule::ALL {
        let count = |proof| found.get(&(rule, proof)).copied().unwrap_or(0);
        assert!(count(Proof::Fours) > positions / 20, "{rule}: {found:?}");
        assert!(count(Proof::Threats) > 0, "{rule}: {found:?}");
    }
}

#[test]
fn wins_by_fours_that_end_at_forks_hold_against_every_defence() {
    let full = std::env::var_os("FLIPFIVE_FULL").is_some();
    let positions = if full { 20_000 } else { 250 };
    for rule in Rule::ALL {
        let mut rng = Rng::new(31 + u64::from(rule.code()));
        let mut found = 0;
        for _ in 0..positions {
            let position = crowded(rule, &mut rng);
            let wins = |forks| {
                let control = SearchControl::new(Limits::none(), StopToken::new());
                let mut counter = NodeCounter::new(&control);
                with_rule_type!(rule, R => {
                    let mut state = State::<R>::from_position(&position);
                    let mut search = Fours { forks }.search(&mut counter, 20_000);
                    search.within(&mut state, 12).is_some()
                })
            };
            if wins(true) && !wins(false) {
                found += 1;
                verify(&mut Fours { forks: true }, &position);
            }
        }
        assert!(found > positions / 250, "{rule}: {found}");
    }
}

#[test]
fn no_answer_outside_the_defence_zone_holds() {
    let full = std::env::var_os("FLIPFIVE_FULL").is_some();
    let positions = if full { 20_000 } else { 400 };
    let (mut lines, mut outside, mut inside) = (0, 0, 0);
    for rule in Rule::ALL {
        let mut rng = Rng::new(17 + u64::from(rule.code()));
        for _ in 0..positions {
            let position = crowded(rule, &mut rng);
            let control = SearchControl::new(Limits::none(), StopToken::new());
            let mut counter = NodeCounter::new(&control);
            with_rule_type!(rule, R => {
                let mut state = State::<R>::from_position(&position);
                let own = state.side();
                if state.has(own, Pattern4::Five) {
                    continue;
                }
                let mut fours = Vcf::new(&mut counter, u64::MAX);
                state.pass();
                let line = fours.within(&mut state, 6);
                state.pass();
                // A five is answered otherwise.
                let Some(line) = line.filter(|line| line.len() > 1) else {
                    continue;
                };
                lines += 1;
                let zone = defence_zone(&mut state, &line);
                let all = *state.empty();
                inside += zone.iter().count();
                for point in all.iter() {
                    if state.is_foul(own, point) {
                        continue;
                    }
                    state.make(point);
                    let wins = fours.within(&mut state, 6).is_some();
                    state.undo();
                    if !zone.contains(point) {
                        outside += 1;
                        assert!(wins, "{point:?} answers {line:?} in {position:?}");
                    }
                    // What the line itself shows holds for cells inside, too.
                    let mut counter = NodeCounter::new(&control);
                    let mut vct = Vct::new(&mut counter, u64::MAX);
                    let wins_by = vct.wins_by(&mut state, point, &line);
                    assert!(wins || !wins_by, "{point:?} against {line:?} in {position:?}");
                }
            });
        }
    }
    assert!(lines > positions / 4, "{lines}");
    // Under most rules, most cells are outside.
    assert!(outside > 50 * lines, "{outside} outside, {inside} inside");
}

/// The puzzles of the repository.
fn puzzles() -> Vec<Puzzle> {
    let text = include_str!("../../../../tests/data/gomoku/puzzles.txt");
    let problems = puzzle::read("puzzles.txt", text).unwrap();
    problems
        .into_iter()
        .map(|problem| problem.content)
        .collect()
}

#[test]
fn puzzles_of_threats_are_solved_and_their_proofs_hold() {
    let full = std::env::var_os("FLIPFIVE_FULL").is_some();
    let mut ids = vec!["T1", "T2", "T3", "T4", "T5", "T6"];
    ids.extend(["T7", "T8", "T9", "T10"].iter().filter(|_| full));
    let mut seen = 0;
    for problem in puzzles() {
        let id = problem.facts.id.clone().unwrap_or_default();
        if !ids.contains(&id.as_str()) {
            continue;
        }
        let (proof, line) = prove(&problem.position, 40_000_000, 3, true);
        // A win by fours is a win by threats; T3 has one.
        let expected = if id == "T3" {
            Proof::Fours
        } else {
            Proof::Threats
        };
        assert_eq!(proof, expected, "{id}");
        assert!(is_played_out(&problem.position, &line), "{id}");
        seen += 1;
    }
    assert_eq!(seen, ids.len());
}

#[test]
fn six_between_two_stones_win_in_caro() {
    // k8 makes six from k7 to k12. In the rule with exactly five it makes nothing.
    let position = |rule| stones(rule, "k12k11k10k9k7", "k13k6a1a3a5", Side::Black);
    let (proof, line) = prove(&position(Rule::Caro), 100_000, 1, true);
    assert_eq!((proof, line.len()), (Proof::Fours, 1));
    let (proof, _) = prove(&position(Rule::CaroExact), 100_000, 1, false);
    assert_eq!(proof, Proof::None);
}

#[test]
fn no_win_is_found_where_there_is_none() {
    // The defender has an open three, the attacker two stones in a row.
    let lost = stones(Rule::Freestyle, "h8i8c3", "e11f11g11", Side::Black);
    assert_eq!(prove(&lost, 1_000_000, 1, false).0, Proof::None);
    let empty = stones(Rule::Freestyle, "", "", Side::Black);
    assert_eq!(prove(&empty, 1_000_000, 3, false).0, Proof::None);
}

#[test]
fn too_few_nodes_deny_no_win_by_threats() {
    let puzzles = puzzles();
    let wanted = |id: &str| ["T1", "T2", "T4"].contains(&id);
    let wins = puzzles
        .iter()
        .filter(|puzzle| puzzle.facts.id.as_deref().is_some_and(wanted));
    let mut count = 0;
    for puzzle in wins {
        count += 1;
        for budget in [1, 3, 10, 30, 100, 300, 1000, 3000] {
            let (proof, _) = prove(&puzzle.position, budget, 3, false);
            assert_ne!(proof, Proof::None, "{budget} nodes");
        }
    }
    assert_eq!(count, 3);
}
