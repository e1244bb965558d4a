//! Suites of Gomoku problems: reading them, answering them, holding the answers against what is stated.
//!
//! A problem is one line. It begins with the variant, the size and the side to move, then come the
//! stones, then facts after semicolons:
//!
//! ```text
//! renju 15 black B L14 E13 H13 W I14 G13; vcf 12; best J12; id 3040
//! freestyle 15 moves h8 h7 f6 g7; vct
//! ```
//!
//! Rows count from the bottom, as in Renju. With `moves` the stones alternate, Black first, and the side
//! to move follows from their number. The facts: `vcf 12` (the shortest win by fours has 12 attacks),
//! `vcf none 11` (none with so many), `vct` (there is a win by threats), `best` with moves (one of them
//! has to be chosen), `id` with a name. Lines that are empty or begin with `#` are comments.

use crate::game::{Game, Move, Setup, Side};
use crate::gomoku::rules::notation::{FirstRow, name, parse_moves};
use crate::gomoku::rules::rule_type::with_rule_type;
use crate::gomoku::search::convert::move_of;
use crate::gomoku::search::engine::Engine;
use crate::gomoku::search::vcf;
use crate::gomoku::search::vcf::Vcf;
use crate::gomoku::search::vct;
use crate::gomoku::search::vct::Vct;
use crate::gomoku::state::State;
use crate::gomoku::{Gomoku, Point, Position, Rule, Rules};
use crate::search::{
    Limits, NodeCounter, Score, SearchControl, SearchRequest, StopToken, TimeBudget, Value,
};
use std::time::Duration;

/// What a suite states about a problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The name of the problem.
    pub id: Option<String>,
    /// Attacks of the shortest win by fours.
    pub vcf: Option<u32>,
    /// No win by fours has so few attacks.
    pub no_vcf: Option<u32>,
    /// There is a win by threats.
    pub vct: bool,
    /// Best moves; empty if none is stated.
    pub best: Vec<Point>,
}

/// A position of a suite.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Its place in the suite, counted from 1; comments and empty lines do not count.
    pub number: usize,
    /// The position, which is not over.
    pub position: Position,
    /// What is stated about it.
    pub facts: Facts,
}

/// Why a suite cannot be read.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("line {line}: {reason}")]
pub struct SuiteError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong with it, and what would be right.
    pub reason: String,
}

/// Whether a text looks like a suite of Gomoku problems: its first problem begins with a variant.
pub fn is_suite(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| rule_of(line.split_whitespace().next().unwrap_or("")).is_some())
}

fn rule_of(word: &str) -> Option<Rule> {
    Rule::ALL
        .into_iter()
        .find(|rule| rule.name().eq_ignore_ascii_case(word))
}

/// Reads a suite.
///
/// # Errors
/// The first line that is no problem: words that are missing or unknown, stones that do not fit on the
/// board, a position in which the game is over; or a text without a problem.
pub fn read_suite(text: &str) -> Result<Vec<Problem>, SuiteError> {
    let mut problems = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let content = line.trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let number = problems.len() + 1;
        let problem = read_problem(number, content);
        problems.push(problem.map_err(|reason| SuiteError {
            line: index + 1,
            reason,
        })?);
    }
    if problems.is_empty() {
        return Err(SuiteError {
            line: text.lines().count().max(1),
            reason: "no problems: expected lines like `renju 15 black B h8 i9 W h9; vcf 3`".into(),
        });
    }
    Ok(problems)
}

fn read_problem(number: usize, text: &str) -> Result<Problem, String> {
    let (board, facts) = text.split_once(';').unwrap_or((text, ""));
    let position = read_position(board)?;
    if position.outcome().is_some() {
        return Err("the game is over in this position".into());
    }
    let rules = position.rules();
    let mut known = Facts::default();
    for fact in facts.split(';').map(str::trim).filter(|f| !f.is_empty()) {
        let (word, rest) = fact.split_once(char::is_whitespace).unwrap_or((fact, ""));
        let rest = rest.trim();
        let attacks = |text: &str| {
            let number = text.parse::<u32>().ok().filter(|n| *n > 0);
            number.ok_or_else(|| format!("expected a number of attacks in `{fact}`"))
        };
        match (word, rest.strip_prefix("none")) {
            ("vcf", Some(most)) => known.no_vcf = Some(attacks(most.trim())?),
            ("vcf", None) => known.vcf = Some(attacks(rest)?),
            ("vct", _) if rest.is_empty() => known.vct = true,
            ("best", _) => {
                let moves = parse_moves(rest, rules, FirstRow::Bottom);
                known.best = moves.map_err(|error| format!("in `{fact}`: {error}"))?;
                if known.best.is_empty() {
                    return Err("expected moves after `best`".into());
                }
            }
            ("id", _) if !rest.is_empty() => known.id = Some(rest.into()),
            _ => {
                return Err(format!(
                    "unknown fact `{fact}`, expected `vcf N`, `vcf none N`, `vct`, `best MOVES` or \
                     `id NAME`"
                ));
            }
        }
    }
    Ok(Problem {
        number,
        position,
        facts: known,
    })
}

fn read_position(text: &str) -> Result<Position, String> {
    let mut words = text.split_whitespace();
    let word = words.next().unwrap_or("");
    let rule = rule_of(word).ok_or_else(|| {
        let names = Rule::ALL.map(Rule::name).join(", ");
        format!("expected a variant ({names}) first, found {word:?}")
    })?;
    let word = words.next().unwrap_or("");
    let size = word
        .parse()
        .map_err(|_| format!("expected the size of the board after the variant, found {word:?}"))?;
    let rules = Rules::new(size, rule).map_err(|fault| fault.to_string())?;
    let stones = |text: &str| {
        let points = parse_moves(text, rules, FirstRow::Bottom);
        points.map_err(|error| format!("in {text:?}: {error}"))
    };
    let word = words.next().unwrap_or("").to_ascii_lowercase();
    let rest: Vec<&str> = words.collect();
    if word == "moves" {
        let mut position = Gomoku::start(rules);
        for point in stones(&rest.join(" "))? {
            let mv = Move::Place(point.into());
            let name = name(point, rules, FirstRow::Bottom);
            Gomoku::check(&position, mv).map_err(|error| format!("move {name}: {error}"))?;
            Gomoku::play(&mut position, mv);
        }
        return Ok(position);
    }
    let side = match word.as_str() {
        "black" => Side::Black,
        "white" => Side::White,
        _ => {
            return Err(format!(
                "expected `black`, `white` or `moves` after the size, found {word:?}"
            ));
        }
    };
    let split = rest.iter().position(|word| *word == "W");
    let (black, white) = rest.split_at(split.unwrap_or(rest.len()));
    if black.first() != Some(&"B") || split.is_none() {
        return Err("expected `B`, the black stones, `W` and the white stones".into());
    }
    let mut setup = Setup::empty(size);
    setup.to_move = side;
    for (list, side) in [(black, Side::Black), (white, Side::White)] {
        for point in stones(&list[1..].join(" "))? {
            if setup.get(point.into()).is_some() {
                let name = name(point, rules, FirstRow::Bottom);
                return Err(format!("two stones on {name}"));
            }
            setup.set(point.into(), Some(side));
        }
    }
    Gomoku::from_setup(rules, &setup).map_err(|error| error.to_string())
}

/// What to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A shortest win by fours.
    Fours,
    /// A win by fours or by threats.
    Threats,
    /// The best move: a win if there is one, otherwise what the search prefers.
    Best,
}

/// How to answer.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// What to look for.
    pub goal: Goal,
    /// The most attacks of a win by fours.
    pub attacks: u32,
    /// The deepest threat, in attacks, 1 to [`vct::DEEPEST_THREAT`].
    pub depth: u32,
    /// The most time for a position.
    pub time: Duration,
    /// Size of the transposition table in MB, at least 1.
    pub hash_mb: usize,
    /// Workers of the search for the best move, at least 1.
    pub threads: usize,
}

/// How a position was answered.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding {
    /// A shortest win by fours, with so many attacks.
    Fours(u32),
    /// A win by threats.
    Threats,
    /// There is no win of the kind that was looked for.
    None,
    /// The time was over before it was certain.
    Unknown,
    /// The value by the search.
    Value(Score),
}

/// The answer to a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// What was found out.
    pub finding: Finding,
    /// The moves from the position on: to the five if it is won. Empty if there is nothing to tell.
    pub line: Vec<Move>,
    /// Nodes of all searches.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
}

impl Answer {
    /// Answers a problem.
    pub fn find(position: &Position, task: &Task, stop: &StopToken) -> Self {
        with_rule_type!(position.rules().rule(), R => {
            let mut limits = Limits::none();
            limits.time = Some(TimeBudget::fixed(task.time));
            let control = SearchControl::new(limits, stop.clone());
            let mut counter = NodeCounter::new(&control);
            let mut state = State::<R>::from_position(position);
            let all = *state.empty();
            let fours = Vcf::new(&mut counter, u64::MAX).shortest(&mut state, task.attacks, &all);
            let mut finding = match &fours {
                vcf::Outcome::Win { attacks, .. } => Finding::Fours(*attacks),
                vcf::Outcome::None => Finding::None,
                vcf::Outcome::Unknown => Finding::Unknown,
            };
            let mut line = match fours {
                vcf::Outcome::Win { line, .. } => line,
                _ => Vec::new(),
            };
            if line.is_empty() && task.goal == Goal::Threats {
                match Vct::new(&mut counter, u64::MAX).solve(&mut state, task.depth) {
                    vct::Outcome::Win { line: found } => {
                        finding = Finding::Threats;
                        line = found;
                    }
                    vct::Outcome::None => {}
                    vct::Outcome::Unknown => finding = Finding::Unknown,
                }
            }
            let mut answer = Self {
                finding,
                line: line.into_iter().map(move_of).collect(),
                nodes: counter.nodes(),
                elapsed: control.elapsed(),
            };
            if answer.line.is_empty() && task.goal == Goal::Best {
                answer.search(position, limits, task, stop);
            }
            answer
        })
    }

    /// Lets the engine search for the best move.
    fn search(&mut self, position: &Position, limits: Limits, task: &Task, stop: &StopToken) {
        let mut request = SearchRequest::new(limits);
        request.hash_mb = task.hash_mb;
        request.threads = task.threads;
        let verdict = Engine::default().think(position, &request, stop, &mut |_| {});
        if let Some(report) = verdict.report {
            self.nodes += report.nodes;
            self.finding = Finding::Value(report.lines[0].score);
            self.line = report.lines[0].moves.clone();
        }
        self.elapsed = limits.received.elapsed();
    }
}

/// An answer beside what the suite states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Check {
    /// One sentence for each contradiction.
    pub mistakes: Vec<String>,
    /// Whether what was stated and asked for has been found; a statement that was not asked for is
    /// none.
    pub solved: Option<bool>,
}

impl Check {
    /// Compares an answer with the facts, and plays a win to its end by the rules.
    pub fn new(problem: &Problem, answer: &Answer, goal: Goal) -> Self {
        let facts = &problem.facts;
        let mut check = Self::default();
        let won = match answer.finding {
            Finding::Fours(_) | Finding::Threats => true,
            Finding::Value(score) => matches!(score.value, Value::WinIn(_)),
            Finding::None | Finding::Unknown => false,
        };
        if let Some(attacks) = facts.vcf {
            let found = answer.finding == Finding::Fours(attacks);
            check.count(found);
            match answer.finding {
                Finding::Fours(found) if found != attacks => check.mistakes.push(format!(
                    "the shortest win by fours has {found} attacks, stated are {attacks}"
                )),
                Finding::None => check.mistakes.push(format!(
                    "there is no win by fours, stated is one with {attacks} attacks"
                )),
                _ => {}
            }
        }
        if let Some(most) = facts.no_vcf
            && let Finding::Fours(found) = answer.finding
            && found <= most
        {
            check.mistakes.push(format!(
                "a win by fours has {found} attacks, stated is that none has {most}"
            ));
        }
        if facts.vct && goal != Goal::Fours {
            check.count(won);
            if answer.finding == Finding::None {
                let sentence = "there is no win by threats, stated is one";
                check.mistakes.push(sentence.into());
            }
        }
        if !facts.best.is_empty() && goal == Goal::Best {
            let first = answer.line.first().and_then(|mv| mv.vertex());
            let point = first.map(Point::from);
            check.count(point.is_some_and(|point| facts.best.contains(&point)));
        }
        if matches!(answer.finding, Finding::Fours(_) | Finding::Threats)
            && let Err(fault) = ends_in_five(&problem.position, &answer.line)
        {
            check.mistakes.push(fault);
        }
        check
    }

    fn count(&mut self, found: bool) {
        self.solved = Some(self.solved.unwrap_or(true) && found);
    }
}

/// Plays a line by the rules of the game: it has to end with a win of the side that begins.
fn ends_in_five(position: &Position, line: &[Move]) -> Result<(), String> {
    let mut played = position.clone();
    for (n, mv) in line.iter().enumerate() {
        Gomoku::check(&played, *mv)
            .map_err(|error| format!("move {} of the line: {error}", n + 1))?;
        Gomoku::play(&mut played, *mv);
    }
    let winner = played.outcome().and_then(|outcome| outcome.winner);
    if winner == Some(position.side()) {
        Ok(())
    } else {
        Err("the line does not end with a win".into())
    }
}

/// All answers together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Answered positions.
    pub positions: usize,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Time of all searches.
    pub elapsed: Duration,
    /// Positions with a stated answer of the kind that was asked for.
    pub stated: usize,
    /// Those of them in which it was found.
    pub solved: usize,
    /// Numbers of the problems that were answered wrongly.
    pub wrong: Vec<usize>,
}

impl Totals {
    /// Adds an answer.
    pub fn add(&mut self, number: usize, answer: &Answer, check: &Check) {
        self.positions += 1;
        self.nodes += answer.nodes;
        self.elapsed += answer.elapsed;
        if let Some(solved) = check.solved {
            self.stated += 1;
            self.solved += usize::from(solved);
        }
        if !check.mistakes.is_empty() {
            self.wrong.push(number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> Result<Problem, String> {
        read_problem(1, text)
    }

    #[test]
    fn problems_are_read() {
        let found = problem(
            "renju 15 white B H8 J8 W H9 L8; vcf 3; best I8 g8; id two words ;vct; vcf none 2",
        );
        let Problem {
            position, facts, ..
        } = found.unwrap();
        assert_eq!((position.side(), position.stones()), (Side::White, 4));
        assert_eq!(facts.best.len(), 2);
        assert_eq!(facts.id.as_deref(), Some("two words"));
        assert_eq!(
            (facts.vcf, facts.no_vcf, facts.vct),
            (Some(3), Some(2), true)
        );
        let position = problem("freestyle 20 moves h8 h9 i9").unwrap().position;
        assert_eq!((position.side(), position.stones()), (Side::White, 3));
        assert_eq!(position.rules(), Rules::new(20, Rule::Freestyle).unwrap());
    }

    #[test]
    fn what_is_no_problem_is_refused_with_a_reason() {
        for (text, reason) in [
            ("chess 15 black B W", "expected a variant"),
            ("renju x black B W", "expected the size"),
            ("renju 23 black B W", "board size 23"),
            ("renju 15 grey B W", "expected `black`, `white` or `moves`"),
            ("renju 15 black B h8", "expected `B`"),
            ("renju 15 black W h8", "expected `B`"),
            ("renju 15 black B h8 W h8", "two stones on h8"),
            ("renju 15 black B p1 W h8", "expected a letter from a to o"),
            ("renju 15 moves h8 h8", "move h8"),
            ("renju 15 black B a1 b1 c1 d1 e1 W", "the game is over"),
            ("renju 15 black B W; vcf", "expected a number of attacks"),
            ("renju 15 black B W; vcf 0", "expected a number of attacks"),
            ("renju 15 black B W; mate", "unknown fact `mate`"),
            ("renju 15 black B W; best", "expected moves"),
        ] {
            let error = problem(text).unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        }
        let error = read_suite("# nothing\n\n").unwrap_err();
        assert!(error.to_string().starts_with("line 2: no problems"));
        let error = read_suite("renju 15 black B W\nrenju\n").unwrap_err();
        assert_eq!(error.line, 2);
    }

    #[test]
    fn suites_are_told_from_those_of_othello() {
        assert!(is_suite("# comment\n\nRenju 15 black B W"));
        assert!(!is_suite("---------------------------OX------XO---- X; +0"));
        assert!(!is_suite(""));
    }

    #[test]
    fn contradictions_are_found() {
        let line = "freestyle 15 black B H8 J8 K8 I7 L7 I6 W H9 L8 J7 K6 I5 L5";
        let task = Task {
            goal: Goal::Threats,
            attacks: 10,
            depth: 1,
            time: Duration::from_secs(60),
            hash_mb: 1,
            threads: 1,
        };
        for (facts, mistakes, solved) in [
            ("vcf 3", 0, Some(true)),
            ("vcf 4", 1, Some(false)),
            ("vcf none 2", 0, None),
            ("vcf none 3", 1, None),
            ("vct", 0, Some(true)),
            ("best a1", 0, None),
        ] {
            let problem = problem(&format!("{line}; {facts}")).unwrap();
            let mut answer = Answer::find(&problem.position, &task, &StopToken::new());
            assert_eq!(answer.finding, Finding::Fours(3), "{facts}");
            let check = Check::new(&problem, &answer, task.goal);
            assert_eq!(
                check.mistakes.len(),
                mistakes,
                "{facts}: {:?}",
                check.mistakes
            );
            assert_eq!(check.solved, solved, "{facts}");
            // A line that stops short is noticed.
            answer.line.pop();
            let check = Check::new(&problem, &answer, task.goal);
            assert_eq!(check.mistakes.len(), mistakes + 1, "{facts}");
        }
        // Nothing at all on an empty board, and no claim of a win.
        let nothing = problem("freestyle 15 black B W; vct").unwrap();
        let answer = Answer::find(&nothing.position, &task, &StopToken::new());
        assert_eq!(answer.finding, Finding::None);
        let check = Check::new(&nothing, &answer, task.goal);
        assert_eq!((check.mistakes.len(), check.solved), (1, Some(false)));
    }

    #[test]
    fn the_best_move_is_searched_for_where_no_win_is_found() {
        let problem = problem("freestyle 15 moves h8 h9 i8 i9 j8; best f8 g8 k8 l8").unwrap();
        let task = Task {
            goal: Goal::Best,
            attacks: 10,
            depth: 1,
            time: Duration::from_millis(200),
            hash_mb: 1,
            threads: 1,
        };
        let answer = Answer::find(&problem.position, &task, &StopToken::new());
        assert!(matches!(answer.finding, Finding::Value(_)), "{answer:?}");
        let check = Check::new(&problem, &answer, task.goal);
        assert_eq!(check.solved, Some(true), "{answer:?}");
    }
}
