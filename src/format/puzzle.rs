//! Suites of Gomoku positions with known wins or best moves.
//!
//! A line holds the rule, the size of the board, the position, and facts after semicolons:
//!
//! ```text
//! renju 15 black B L14 E13 H13 W I14 G13; vcf 12; best J12; id 3040
//! freestyle 15 moves h8 h7 f6 g7; vct
//! ```
//!
//! Rows count from the bottom. A position is the side to move with the stones of both sides, or
//! `moves` with the moves from the empty board. The facts:
//!
//! | fact | meaning |
//! |---|---|
//! | `vcf 12` | the shortest win by fours (VCF) has 12 attacks |
//! | `vcf none 11` | no win by fours has 11 attacks or fewer |
//! | `vct` | there is a win by threats (VCT) |
//! | `best J12 K9` | each of these moves is a best move |
//! | `id 3040` | the name of the problem |
//!
//! ```
//! let line = "freestyle 15 moves h8 h9 i8 i9 j8; best k8";
//! let suite = flipfive::format::puzzle::read("example.txt", line).unwrap();
//! assert_eq!(suite[0].content.facts.best.len(), 1);
//! ```

use crate::engine::Variant;
use crate::format::annotated::{AnnotatedGame, AnnotatedMove};
use crate::format::file_game::FileGame;
use crate::format::suite::{self, Problem, SuiteError};
use crate::game::{Game, Move, Setup, Side, Vertex, describe};
use crate::gomoku::rules::notation::{FirstRow, name, parse_moves};
use crate::gomoku::{Gomoku, Position, Rule, Rules};

/// Why a position is no problem.
pub(crate) const GAME_OVER: &str = "the game is over in this position";

/// What a suite states about a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The name of the problem.
    pub id: Option<String>,
    /// Attacks of the shortest win by fours.
    pub vcf: Option<u32>,
    /// No win by fours has this many attacks or fewer.
    pub no_vcf: Option<u32>,
    /// There is a win by threats.
    pub vct: bool,
    /// Best moves; empty if none is stated.
    pub best: Vec<Vertex>,
}

/// A position of a suite.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The position, which is not over.
    pub position: Position,
    /// What the suite states about it.
    pub facts: Facts,
}

/// Whether a text looks like a suite of Gomoku positions: its first problem begins with a rule.
pub fn is_suite(text: &str) -> bool {
    let first = suite::lines(text).next();
    first.is_some_and(|(_, line)| rule_of(line.split_whitespace().next().unwrap_or("")).is_some())
}

/// The rule with this name; `gomoku` is freestyle.
fn rule_of(word: &str) -> Option<Rule> {
    match Variant::from_name(word) {
        Some(Variant::Gomoku(rule)) => Some(rule),
        _ => None,
    }
}

/// Reads a line as a game. What it states after the position becomes the comment.
pub(super) fn read_game(line: &str) -> Result<FileGame, String> {
    let (board, facts) = line.split_once(';').unwrap_or((line, ""));
    let (start, vertices) = parse_position(board)?;
    let rule = start.rules().rule();
    let mut game = AnnotatedGame::new(Variant::Gomoku(rule), describe::<Gomoku>(&start));
    let mut side = start.side();
    for vertex in vertices {
        game.moves
            .push(AnnotatedMove::new(side, Move::Place(vertex)));
        side = side.other();
    }
    game.record(usize::MAX).map_err(|error| error.to_string())?;
    game.comment = facts.trim().trim_end_matches(';').to_owned();
    Ok(game.into())
}

/// Reads a suite.
///
/// # Errors
/// The first line that is not a problem, or whose game is over; a suite without problems.
pub fn read(file: &str, text: &str) -> Result<Vec<Problem<Puzzle>>, SuiteError> {
    suite::read(
        file,
        text,
        "renju 15 black B h8 i9 W h9; vcf 3",
        read_puzzle,
    )
}

fn read_puzzle(text: &str) -> Result<Puzzle, String> {
    let (board, facts) = text.split_once(';').unwrap_or((text, ""));
    let position = read_position(board)?;
    let facts = read_facts(facts, position.rules())?;
    Ok(Puzzle { position, facts })
}

/// Whether the comment of a game states facts about its last position.
pub(crate) fn states_facts(game: &AnnotatedGame) -> bool {
    let Variant::Gomoku(rule) = game.variant else {
        return false;
    };
    let rules = Rules::new(game.start.size, rule);
    rules.is_ok_and(|rules| !known_facts(&game.comment, rules).is_empty())
}

/// The facts in a comment, as they are written in a line. Whatever else it says is left out.
pub(super) fn known_facts(comment: &str, rules: Rules) -> Vec<String> {
    let parts = comment.split([';', '\n', '\r']).map(str::trim);
    parts
        .filter(|part| !part.is_empty() && read_facts(part, rules).is_ok())
        .map(str::to_owned)
        .collect()
}

/// Reads what a line states after the position: facts separated by `;`.
fn read_facts(text: &str, rules: Rules) -> Result<Facts, String> {
    let mut known = Facts::default();
    for fact in text.split(';').map(str::trim).filter(|f| !f.is_empty()) {
        let (word, rest) = fact.split_once(char::is_whitespace).unwrap_or((fact, ""));
        let rest = rest.trim();
        let attacks = |text: &str| {
            let number = text.parse::<u32>().ok().filter(|n| *n > 0);
            number
                .ok_or_else(|| format!("expected a number of attacks in `{fact}`, such as `vcf 3`"))
        };
        match (word, rest.strip_prefix("none")) {
            ("vcf", Some(most)) => known.no_vcf = Some(attacks(most.trim())?),
            ("vcf", None) => known.vcf = Some(attacks(rest)?),
            ("vct", _) if rest.is_empty() => known.vct = true,
            ("best", _) => {
                let moves = parse_moves(rest, rules, FirstRow::Bottom);
                known.best = moves.map_err(|error| format!("in `{fact}`: {error}"))?;
                if known.best.is_empty() {
                    return Err("expected moves after `best`, such as `best h8 i9`".into());
                }
            }
            ("id", _) if !rest.is_empty() => known.id = Some(rest.into()),
            _ => {
                return Err(format!(
                    "unknown fact `{fact}`; expected `vcf N`, `vcf none N`, `vct`, `best MOVES` or \
                     `id NAME`"
                ));
            }
        }
    }
    Ok(known)
}

/// Reads a position that is not over: the rule, the size, and the side to move with the stones of both sides
/// or `moves` with the moves.
pub(super) fn read_position(text: &str) -> Result<Position, String> {
    let (mut position, moves) = parse_position(text)?;
    for vertex in moves {
        let mv = Move::Place(vertex);
        let name = name(vertex, position.rules(), FirstRow::Bottom);
        Gomoku::check(&position, mv).map_err(|error| format!("move {name}: {error}"))?;
        Gomoku::play(&mut position, mv);
    }
    match position.outcome() {
        Some(_) => Err(GAME_OVER.into()),
        None => Ok(position),
    }
}

/// The position before the moves, and the moves.
fn parse_position(text: &str) -> Result<(Position, Vec<Vertex>), String> {
    let mut words = text.split_whitespace();
    let word = words.next().unwrap_or("");
    let rule = rule_of(word).ok_or_else(|| {
        let names = Rule::ALL.map(Rule::name).join(", ");
        format!("expected a rule ({names}) first, found {word:?}")
    })?;
    let word = words.next().unwrap_or("");
    let size = word
        .parse()
        .map_err(|_| format!("expected the size of the board after the rule, found {word:?}"))?;
    let rules = Rules::new(size, rule).map_err(|fault| fault.to_string())?;
    let stones = |text: &str| {
        let vertices = parse_moves(text, rules, FirstRow::Bottom);
        vertices.map_err(|error| format!("in {text:?}: {error}"))
    };
    let word = words.next().unwrap_or("").to_ascii_lowercase();
    let rest: Vec<&str> = words.collect();
    if word == "moves" {
        return Ok((Gomoku::start(rules), stones(&rest.join(" "))?));
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
        for vertex in stones(&list[1..].join(" "))? {
            if setup.get(vertex).is_some() {
                let name = name(vertex, rules, FirstRow::Bottom);
                return Err(format!("two stones on {name}"));
            }
            setup.set(vertex, Some(side));
        }
    }
    let position = Gomoku::from_setup(rules, &setup).map_err(|error| error.to_string())?;
    Ok((position, Vec::new()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_show_no_control_characters_and_are_cut() {
        let fact = "\u{1b}[2J".repeat(1000);
        let error = read("p", &format!("gomoku 15 moves h8; {fact}")).unwrap_err();
        assert!(!error.reason.contains(char::is_control), "{error}");
        assert!(error.reason.len() < 4000);
    }

    #[test]
    fn problems_are_read() {
        let found = read_puzzle(
            "renju 15 white B H8 J8 W H9 L8; vcf 3; best I8 g8; id two words ;vct; vcf none 2",
        );
        let Puzzle { position, facts } = found.unwrap();
        assert_eq!((position.side(), position.stones()), (Side::White, 4));
        assert_eq!(facts.best.len(), 2);
        assert_eq!(facts.id.as_deref(), Some("two words"));
        assert_eq!(
            (facts.vcf, facts.no_vcf, facts.vct),
            (Some(3), Some(2), true)
        );
        let position = read_puzzle("freestyle 20 moves h8 h9 i9").unwrap().position;
        assert_eq!((position.side(), position.stones()), (Side::White, 3));
        assert_eq!(position.rules(), Rules::new(20, Rule::Freestyle).unwrap());
    }

    #[test]
    fn what_is_no_problem_is_refused_with_a_reason() {
        for (text, reason) in [
            ("chess 15 black B W", "expected a rule"),
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
            let error = read_puzzle(text).unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        }
        let error = read("a.txt", "# nothing\n\n").unwrap_err();
        assert!(error.to_string().starts_with("a.txt:2: no problems"));
        let error = read("a.txt", "renju 15 black B W\nrenju\n").unwrap_err();
        assert!(error.to_string().starts_with("a.txt:2: expected the size"));
    }

    #[test]
    fn suites_are_told_from_those_of_othello() {
        assert!(is_suite("# comment\n\nRenju 15 black B W"));
        assert!(!is_suite("---------------------------OX------XO---- X; +0"));
        assert!(!is_suite(""));
    }
}
