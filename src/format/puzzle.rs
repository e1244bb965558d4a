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
use crate::format::annotated::{AnnotatedGame, AnnotatedMove, GameError};
use crate::format::error::FormatError;
use crate::format::file_game::FileGame;
use crate::format::properties::error_at;
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

/// Reads a line as a game. What it states after the position becomes the comment; the first wrong fact is a problem.
///
/// # Errors
/// The position or a move is wrong, with the column.
pub(super) fn read_game(line: &str) -> Result<FileGame, FormatError> {
    let (board, facts) = line.split_once(';').unwrap_or((line, ""));
    let Board { start, moves, list } = parse_board(board)?;
    let rules = start.rules();
    let variant = Variant::Gomoku(rules.rule());
    let mut game = AnnotatedGame::new(variant, describe::<Gomoku>(&start));
    let mut side = start.side();
    for vertex in moves {
        game.moves
            .push(AnnotatedMove::new(side, Move::Place(vertex)));
        side = side.other();
    }
    if let Err(error) = game.record(usize::MAX) {
        let number = match &error {
            GameError::Move { number, .. } => *number,
            GameError::Start(..) => 1,
        };
        return Err(error_at_point(line, list, number, error.to_string()));
    }
    game.comment = facts.trim().trim_end_matches(';').to_owned();
    let wrong = parts(facts).find_map(|fact| read_fact(line, fact, rules).err());
    Ok(FileGame {
        problems: wrong.into_iter().collect(),
        ..FileGame::from(game)
    })
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
    let mut known = Facts::default();
    for fact in parts(facts) {
        let fact = read_fact(text, fact, position.rules()).map_err(|error| with_column(&error))?;
        known.add(fact);
    }
    Ok(Puzzle {
        position,
        facts: known,
    })
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
        .filter(|part| !part.is_empty() && read_fact(part, part, rules).is_ok())
        .map(str::to_owned)
        .collect()
}

/// What a line states after the position, part by part.
fn parts(facts: &str) -> impl Iterator<Item = &str> {
    facts.split(';').map(str::trim).filter(|f| !f.is_empty())
}

/// Something that a line states about its position.
enum Fact {
    Vcf(u32),
    NoVcf(u32),
    Vct,
    Best(Vec<Vertex>),
    Id(String),
}

impl Facts {
    fn add(&mut self, fact: Fact) {
        match fact {
            Fact::Vcf(attacks) => self.vcf = Some(attacks),
            Fact::NoVcf(attacks) => self.no_vcf = Some(attacks),
            Fact::Vct => self.vct = true,
            Fact::Best(moves) => self.best = moves,
            Fact::Id(name) => self.id = Some(name),
        }
    }
}

/// Reads a fact, which is a part of a line.
fn read_fact(line: &str, fact: &str, rules: Rules) -> Result<Fact, FormatError> {
    let (word, rest) = split_word(fact);
    let rest = rest.trim();
    let attacks = |text: &str| {
        let number = text.parse::<u32>().ok().filter(|n| *n > 0);
        number.ok_or_else(|| {
            let message = format!("expected a number of attacks in `{fact}`, such as `vcf 3`");
            error_at(line, fact, message)
        })
    };
    match (word, rest.strip_prefix("none")) {
        ("vcf", Some(most)) => Ok(Fact::NoVcf(attacks(most.trim())?)),
        ("vcf", None) => Ok(Fact::Vcf(attacks(rest)?)),
        ("vct", _) if rest.is_empty() => Ok(Fact::Vct),
        ("best", _) => {
            let moves = read_points(line, rest, rules)?;
            if moves.is_empty() {
                let message = "expected moves after `best`, such as `best h8 i9`";
                return Err(error_at(line, fact, message));
            }
            Ok(Fact::Best(moves))
        }
        ("id", _) if !rest.is_empty() => Ok(Fact::Id(rest.into())),
        _ => {
            let message = format!(
                "unknown fact `{fact}`; expected `vcf N`, `vcf none N`, `vct`, `best MOVES` or \
                 `id NAME`"
            );
            Err(error_at(line, fact, message))
        }
    }
}

/// Reads a position that is not over: the rule, the size, and the side to move with the stones of both sides
/// or `moves` with the moves.
pub(super) fn read_position(text: &str) -> Result<Position, String> {
    let board = parse_board(text).map_err(|error| with_column(&error))?;
    let mut position = board.start;
    for (number, vertex) in (1..).zip(board.moves) {
        let mv = Move::Place(vertex);
        let name = name(vertex, position.rules(), FirstRow::Bottom);
        Gomoku::check(&position, mv).map_err(|error| {
            let message = format!("move {name}: {error}");
            with_column(&error_at_point(text, board.list, number, message))
        })?;
        Gomoku::play(&mut position, mv);
    }
    match position.outcome() {
        Some(_) => Err(GAME_OVER.into()),
        None => Ok(position),
    }
}

/// An error of a suite, whose errors name only the line by themselves.
fn with_column(error: &FormatError) -> String {
    format!("column {}: {}", error.column, error.message)
}

/// The part of a line before the facts.
struct Board<'a> {
    /// The position before the moves.
    start: Position,
    moves: Vec<Vertex>,
    /// The text that lists the moves.
    list: &'a str,
}

/// The first word of a text, and what follows it.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))
}

/// Reads a list of points, which is a part of a text.
fn read_points(text: &str, list: &str, rules: Rules) -> Result<Vec<Vertex>, FormatError> {
    parse_moves(list, rules, FirstRow::Bottom).map_err(|error| {
        let mut places = list.char_indices().map(|(at, _)| at);
        let at = places.nth(error.column - 1).unwrap_or(list.len());
        let message = format!("expected {}, found {}", error.expected, error.found);
        error_at(text, &list[at..], message)
    })
}

/// An error at the point with this number, from 1, of a list that can be read and is a part of a text: each point has one
/// letter.
pub(super) fn error_at_point(
    text: &str,
    list: &str,
    number: usize,
    message: impl AsRef<str>,
) -> FormatError {
    let mut letters = list.char_indices().filter(|(_, c)| c.is_ascii_alphabetic());
    let at = letters.nth(number - 1).map_or(0, |(at, _)| at);
    error_at(text, &list[at..], message)
}

/// Reads the part of a line before the facts.
fn parse_board(text: &str) -> Result<Board<'_>, FormatError> {
    let (word, rest) = split_word(text);
    let rule = rule_of(word).ok_or_else(|| {
        let names = Rule::ALL.map(Rule::name).join(", ");
        let message = format!("expected a rule ({names}) first, found {word:?}");
        error_at(text, word, message)
    })?;
    let (word, rest) = split_word(rest);
    let size = word.parse().map_err(|_| {
        let message = format!("expected the size of the board after the rule, found {word:?}");
        error_at(text, word, message)
    })?;
    let rules = Rules::new(size, rule).map_err(|fault| error_at(text, word, fault.to_string()))?;
    let (kind, rest) = split_word(rest);
    let side = match kind.to_ascii_lowercase().as_str() {
        "moves" => {
            return Ok(Board {
                start: Gomoku::start(rules),
                moves: read_points(text, rest, rules)?,
                list: rest,
            });
        }
        "black" => Side::Black,
        "white" => Side::White,
        word => {
            let message =
                format!("expected `black`, `white` or `moves` after the size, found {word:?}");
            return Err(error_at(text, kind, message));
        }
    };
    let (word, stones) = split_word(rest);
    let Some((black, white)) = split_stones(stones).filter(|_| word == "B") else {
        let message = "expected `B`, the black stones, `W` and the white stones";
        return Err(error_at(text, word, message));
    };
    let mut setup = Setup::empty(size);
    setup.to_move = side;
    for (list, side) in [(black, Side::Black), (white, Side::White)] {
        for (number, vertex) in (1..).zip(read_points(text, list, rules)?) {
            if setup.get(vertex).is_some() {
                let name = name(vertex, rules, FirstRow::Bottom);
                let message = format!("two stones on {name}");
                return Err(error_at_point(text, list, number, message));
            }
            setup.set(vertex, Some(side));
        }
    }
    let start = Gomoku::from_setup(rules, &setup);
    Ok(Board {
        start: start.map_err(|error| error_at(text, kind, error.to_string()))?,
        moves: Vec::new(),
        list: &text[text.len()..],
    })
}

/// The points before and after the word `W`.
fn split_stones(stones: &str) -> Option<(&str, &str)> {
    let mut rest = stones;
    loop {
        let (word, after) = split_word(rest);
        match word {
            "" => return None,
            "W" => {
                let black = stones.len() - after.len() - word.len();
                return Some((&stones[..black], after));
            }
            _ => rest = after,
        }
    }
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
        assert!(
            error
                .to_string()
                .starts_with("a.txt:2: column 6: expected the size")
        );
    }

    #[test]
    fn suites_are_told_from_those_of_othello() {
        assert!(is_suite("# comment\n\nRenju 15 black B W"));
        assert!(!is_suite("---------------------------OX------XO---- X; +0"));
        assert!(!is_suite(""));
    }
}
