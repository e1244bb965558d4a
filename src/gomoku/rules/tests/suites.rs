//! Verdicts on Gomoku points from text files; the format is described in `renju-suite.txt`.

use crate::game::{Ending, Foul, Game, Illegal, Move, Setup, Side, Vertex};
use crate::gomoku::fixture::{legal, outcome_after};
use crate::gomoku::rules::{Gomoku, Position, Rule, Rules, foul};

/// How a file writes points.
#[derive(Clone, Copy)]
enum Coordinates {
    /// Rows from 0 at the top.
    TopZero,
    /// Rows from 1 at the top.
    TopOne,
    /// Rows from 1 at the bottom, as Renju writes.
    BottomOne,
}

struct Suite {
    coordinates: Coordinates,
    rules: Vec<Rules>,
    setup: Setup,
    asked: usize,
}

/// Runs a file and returns the number of checks in it.
fn run(text: &str) -> usize {
    let mut suite = Suite {
        coordinates: Coordinates::TopZero,
        rules: Vec::new(),
        setup: Setup::empty(15),
        asked: 0,
    };
    let mut case = "";
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap().trim();
        if let Some(name) = line.strip_prefix("case ") {
            case = name;
            suite.setup = Setup::empty(15);
        } else if !line.is_empty() {
            suite.line(line, &format!("line {}, case {case}", number + 1));
        }
    }
    suite.asked
}

impl Suite {
    fn line(&mut self, line: &str, place: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["coordinates", "top-zero"] => self.coordinates = Coordinates::TopZero,
            ["coordinates", "top-one"] => self.coordinates = Coordinates::TopOne,
            ["coordinates", "bottom-one"] => self.coordinates = Coordinates::BottomOne,
            ["rule", ref names @ ..] => {
                self.rules = names
                    .iter()
                    .map(|name| Rule::ALL.into_iter().find(|rule| rule.name() == *name))
                    .map(|rule| Rules::new(15, rule.expect(place)).unwrap())
                    .collect();
            }
            ["black", ref points @ ..] => self.put(points, Some(Side::Black), place),
            ["white", ref points @ ..] => self.put(points, Some(Side::White), place),
            ["remove", ref points @ ..] => self.put(points, None, place),
            ["wins", side, ref points @ ..] => {
                let side = named(side);
                self.ask(points, side, place, |position, vertex| {
                    assert_eq!(Gomoku::check(position, Move::Place(vertex)), Ok(()));
                    let outcome = outcome_after(position, vertex).expect("wins");
                    assert_eq!(outcome.winner, Some(side));
                    assert_eq!(outcome.ending, Ending::Five);
                });
            }
            ["plays-on", side, ref points @ ..] => {
                self.ask(points, named(side), place, |position, vertex| {
                    assert_eq!(Gomoku::check(position, Move::Place(vertex)), Ok(()));
                    assert_eq!(outcome_after(position, vertex), None);
                });
            }
            ["foul", kind, ref points @ ..] => {
                let expected = match kind {
                    "overline" => Some(Foul::Overline),
                    "44" => Some(Foul::DoubleFour),
                    "33" => Some(Foul::DoubleThree),
                    "any" => None,
                    _ => panic!("{place}: unknown foul {kind}"),
                };
                self.ask(points, Side::Black, place, |position, vertex| {
                    let found = foul(position, vertex.into()).expect("forbidden");
                    assert_eq!(found, expected.unwrap_or(found));
                    assert_eq!(
                        Gomoku::check(position, Move::Place(vertex)),
                        Err(Illegal::Forbidden(found))
                    );
                    let outcome = outcome_after(position, vertex).expect("loses");
                    assert_eq!(outcome.winner, Some(Side::White));
                    assert_eq!(outcome.ending, Ending::Foul);
                });
            }
            ["threat", side, kind, ref points @ ..] => {
                let mut parts = points.split(|&word| word == "/");
                let [stones, answers] = [(); 2].map(|()| parts.next().expect(place));
                self.threat(named(side), kind, stones, answers, place);
            }
            ["threats", side, count] => {
                let count: usize = count.parse().expect(place);
                for position in self.positions(named(side)).collect::<Vec<_>>() {
                    let threats = Gomoku::threats(&position);
                    let of_side = threats.iter().filter(|threat| threat.side == named(side));
                    assert_eq!(of_side.count(), count, "{place}: {threats:?}");
                    self.asked += 1;
                }
            }
            ["fouls-are", "none"] => self.fouls_are(&[], place),
            ["fouls-are", ref points @ ..] => self.fouls_are(points, place),
            _ => panic!("{place}: cannot read `{line}`"),
        }
    }

    fn vertex(&self, name: &str, place: &str) -> Vertex {
        let mut letters = name.chars();
        let letter = letters.next().unwrap();
        let number: u8 = letters.as_str().parse().expect(place);
        assert!(letter.is_ascii_lowercase(), "{place}: {name}");
        let row = match self.coordinates {
            Coordinates::TopZero => 14 - number,
            Coordinates::TopOne => 15 - number,
            Coordinates::BottomOne => number - 1,
        };
        Vertex::new(letter as u8 - b'a', row)
    }

    fn put(&mut self, points: &[&str], stone: Option<Side>, place: &str) {
        for name in points {
            let vertex = self.vertex(name, place);
            assert_ne!(self.setup.get(vertex), stone, "{place}: {name}");
            assert!(self.setup.set(vertex, stone), "{place}: {name}");
        }
    }

    /// The position with `side` to move, under each rule in force.
    fn positions(&self, side: Side) -> impl Iterator<Item = Position> + '_ {
        let setup = Setup {
            to_move: side,
            ..self.setup.clone()
        };
        self.rules
            .iter()
            .map(move |&rules| Gomoku::from_setup(rules, &setup).unwrap())
    }

    fn ask(
        &mut self,
        points: &[&str],
        side: Side,
        place: &str,
        test: impl Fn(&Position, Vertex) + std::panic::RefUnwindSafe,
    ) {
        assert!(!points.is_empty() && !self.rules.is_empty(), "{place}");
        for name in points {
            let vertex = self.vertex(name, place);
            let positions: Vec<Position> = self.positions(side).collect();
            self.asked += positions.len();
            for position in positions {
                assert_eq!(Gomoku::outcome(&position), None, "{place}");
                let rule = position.rules().rule();
                std::panic::catch_unwind(|| test(&position, vertex)).unwrap_or_else(|_| {
                    panic!("{place}: {side} {name} under {rule}\n{position:?}")
                });
            }
        }
    }

    fn threat(&mut self, side: Side, kind: &str, stones: &[&str], answers: &[&str], place: &str) {
        let points = |names: &[&str]| {
            let mut points: Vec<Vertex> = names.iter().map(|n| self.vertex(n, place)).collect();
            points.sort();
            points
        };
        let expected = (kind.replace('-', " "), points(stones), points(answers));
        let mut asked = 0;
        for position in self.positions(side.other()) {
            let threats = Gomoku::threats(&position);
            let found = threats.iter().filter(|threat| threat.side == side);
            let mut found = found.map(|threat| {
                let [mut stones, mut answers] = [threat.stones.clone(), threat.answers.clone()];
                stones.sort();
                answers.sort();
                (threat.kind.to_owned(), stones, answers)
            });
            let rule = position.rules().rule();
            assert!(
                found.any(|threat| threat == expected),
                "{place}, {rule}: {threats:#?}"
            );
            asked += 1;
        }
        self.asked += asked;
    }

    fn fouls_are(&mut self, points: &[&str], place: &str) {
        let mut expected: Vec<Vertex> = points.iter().map(|n| self.vertex(n, place)).collect();
        expected.sort_by_key(|vertex| (vertex.row, vertex.col));
        for side in Side::ALL {
            for position in self.positions(side) {
                let found: Vec<Vertex> = Gomoku::forbidden(&position)
                    .into_iter()
                    .map(|(vertex, _)| vertex)
                    .collect();
                assert_eq!(found, expected, "{place}");
                let open = position.empties() - legal(&position).len();
                let refused = if side == Side::Black { found.len() } else { 0 };
                assert_eq!(open, refused, "{place}");
            }
        }
        self.asked += 1;
    }
}

fn named(side: &str) -> Side {
    match side {
        "black" => Side::Black,
        "white" => Side::White,
        _ => panic!("{side} is no side"),
    }
}

macro_rules! suites {
    ($($name:ident: $file:literal has $asked:literal;)*) => {$(
        #[test]
        fn $name() {
            let text = include_str!(concat!("../../../../tests/data/gomoku/", $file));
            assert_eq!(run(text), $asked);
        }
    )*};
}

suites! {
    renju_suite: "renju-suite.txt" has 73;
    renju_points: "renju-points.txt" has 35;
    rows_that_win_and_rows_that_do_not: "rows.txt" has 107;
    threats_and_their_answers: "threats.txt" has 71;
}
