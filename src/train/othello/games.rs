//! Self-play games for training: random openings, then moves of a short search, and a perfect endgame. The
//! result of a game is the target of all positions after the last move that no search chose.

use crate::game::{Game as _, Move, Side};
use crate::othello::eval::evaluate;
use crate::othello::rules::notation::{NotationError, Passes, parse_transcript, write_transcript};
use crate::othello::{CentiDiscs, Othello, OthelloPlayer, Position};
use crate::search::{Player as _, StopToken};
use crate::train::blocks::{self, BlockError};
use crate::util::rng::{Rng, mix};
use std::fmt;
use std::num::ParseIntError;
use std::path::Path;
use std::str::FromStr;

/// The game in commands and in the first lines of files.
pub(crate) const GAME: &str = "othello";

/// Settings of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    /// Seed of all random choices.
    pub seed: u64,
    /// Search depth in the midgame, in plies.
    pub depth: u32,
    /// With this many empty squares or fewer, every move is perfect.
    pub solve: u32,
    /// One in this many moves after the opening is random, so that the games include positions after mistakes.
    pub random: u64,
    /// One in this many of the other moves is the one that the evaluation likes best; `None` for no such moves. A
    /// search meets the positions after them at its last ply, and the evaluation is too high there more often than not.
    pub greedy: Option<u64>,
    /// The first search after the opening must find a value of at most this many discs for either side, or another opening
    /// is drawn; `None` for any opening.
    pub balance: Option<u32>,
}

/// The search before a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Search {
    /// Its value for the side to move, in centi-discs.
    pub value: i32,
    /// Whether another move was played instead of the best one: a random one, or a greedy one.
    pub is_replaced: bool,
}

impl fmt::Display for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.is_replaced { "r" } else { "" };
        write!(f, "{}{mark}", self.value)
    }
}

impl FromStr for Search {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        let value = text.strip_suffix('r');
        Ok(Self {
            value: value.unwrap_or(text).parse()?,
            is_replaced: value.is_some(),
        })
    }
}

/// A game of a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Game {
    /// All moves, passes included.
    pub moves: Vec<Move>,
    /// Number of moves up to the last one that no search chose; the positions before it have no target.
    pub unsearched: usize,
    /// The final score for Black in discs, with empty squares counted for the winner.
    pub score: i32,
    /// The search before each move; none in the random opening and before the only move. Collections of
    /// earlier versions have no searches at all.
    pub searches: Vec<Option<Search>>,
}

impl Game {
    /// The position before each move.
    pub(crate) fn positions(&self) -> impl Iterator<Item = Position> {
        let mut position = Position::START;
        self.moves.iter().map(move |&mv| {
            let before = position;
            Othello::play(&mut position, mv);
            before
        })
    }

    /// Whether searches say something about the position before this move: its value is known, or only moves of
    /// searches follow.
    pub(crate) fn is_known(&self, ply: usize) -> bool {
        ply >= self.unsearched || matches!(self.searches.get(ply), Some(Some(_)))
    }
}

/// Plays game number `index` of a collection. The game depends on nothing else.
pub(crate) fn play(player: &mut OthelloPlayer, settings: Settings, index: u64) -> Game {
    let mut rng = Rng::new(mix(settings.seed ^ mix(index)));
    loop {
        // The table must not tell what the searches of earlier games found.
        player.clear();
        // The random opening may end the game, or favour a side too much.
        if let Some(game) = attempt(player, settings, &mut rng) {
            return game;
        }
    }
}

/// Number of random moves of the opening. The lengths vary, so that the games include bad positions as well as
/// good ones.
fn opening_length(rng: &mut Rng) -> usize {
    let mut up_to_50 = || 10 + rng.below(41);
    let (first, second) = (up_to_50(), up_to_50());
    let length = match rng.below(4) {
        0 | 1 => 4 + rng.below(8),
        2 => first,
        _ => first.min(second),
    };
    length as usize
}

/// A random move.
fn any(legal: &[Move], rng: &mut Rng) -> Move {
    legal[rng.below(legal.len() as u64) as usize]
}

/// The move with the highest static value.
fn greedy(position: &Position, legal: &[Move]) -> Option<Move> {
    let value_for_opponent = |&&mv: &&Move| {
        let mut after = *position;
        Othello::play(&mut after, mv);
        evaluate(after.board)
    };
    legal.iter().min_by_key(value_for_opponent).copied()
}

fn attempt(player: &mut OthelloPlayer, settings: Settings, rng: &mut Rng) -> Option<Game> {
    let opening = opening_length(rng);
    let stop = StopToken::new();
    let mut position = Position::START;
    let mut game = Game {
        moves: Vec::new(),
        unsearched: 0,
        score: 0,
        searches: Vec::new(),
    };
    let mut legal = Vec::new();
    while Othello::outcome(&position).is_none() {
        legal.clear();
        Othello::legal(&position, &mut legal);
        let empties = position.board.empties();
        let in_opening = game.moves.len() < opening;
        let (mv, search) = match legal[..] {
            [only] => (only, None),
            _ if in_opening => (any(&legal, rng), None),
            _ => {
                let (best, CentiDiscs(value)) =
                    player.search_fixed(position, settings.depth, settings.solve, &stop)?;
                let is_first = game.searches.iter().all(Option::is_none);
                if is_first
                    && settings
                        .balance
                        .is_some_and(|most| value.unsigned_abs() > 100 * most)
                {
                    return None;
                }
                let mut one_in = |count: u64| empties > settings.solve && rng.below(count) == 0;
                let is_random = one_in(settings.random);
                let is_greedy = !is_random && settings.greedy.is_some_and(one_in);
                let mv = if is_random {
                    any(&legal, rng)
                } else if is_greedy {
                    greedy(&position, &legal).unwrap_or(best)
                } else {
                    best
                };
                let is_replaced = is_random || mv != best;
                (mv, Some(Search { value, is_replaced }))
            }
        };
        if legal.len() > 1 && search.is_none_or(|search| search.is_replaced) {
            game.unsearched = game.moves.len() + 1;
        }
        game.searches.push(search);
        Othello::play(&mut position, mv);
        game.moves.push(mv);
    }
    let score = position.board.final_score();
    game.score = if position.side == Side::Black {
        score
    } else {
        -score
    };
    (game.unsearched < game.moves.len()).then_some(game)
}

/// Writes a block. A line has the moves, the number of moves up to the last one that no search chose, the score of
/// Black, and the values of the searches: one for each move, with an `r` if another move was played; empty without a
/// search.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn write(
    folder: &Path,
    block: u32,
    how: &str,
    games: &[Game],
) -> Result<(), BlockError> {
    let line = |game: &Game| {
        let moves = write_transcript(game.moves.iter().copied(), Passes::Omitted);
        // Neither the moves nor their number nor the values include passes.
        let placed = |&mv: &Move| mv != Move::Pass;
        let unsearched = game.moves[..game.unsearched].iter();
        let unsearched = unsearched.filter(|mv| placed(mv)).count();
        let searches = game.moves.iter().zip(&game.searches);
        let values: Vec<String> = searches
            .filter(|(mv, _)| placed(mv))
            .map(|(_, search)| search.map(|search| search.to_string()).unwrap_or_default())
            .collect();
        format!("{moves} {unsearched} {:+} {}", game.score, values.join(","))
    };
    blocks::write(folder, block, how, games.iter().map(line))
}

/// Reads a file of games.
///
/// # Errors
/// The file cannot be read or is damaged, has games of another kind, or a line is not a game.
pub(crate) fn read(path: &Path) -> Result<Vec<Game>, BlockError> {
    blocks::read(path, GAME, parse)
}

fn parse(line: &str) -> Result<Game, String> {
    let words: Vec<&str> = line.split(' ').collect();
    let (moves, unsearched, score, values) = match words[..] {
        [moves, unsearched, score] => (moves, unsearched, score, None),
        [moves, unsearched, score, values] => (moves, unsearched, score, Some(values)),
        _ => return Err("expected MOVES UNSEARCHED SCORE VALUES".into()),
    };
    let moves = parse_transcript(Position::START, moves)
        .map_err(|error: NotationError| error.to_string())?;
    let number = |text: &str| format!("expected a number, found {text:?}");
    let discs: usize = unsearched.parse().map_err(|_| number(unsearched))?;
    let score = score
        .parse()
        .ok()
        .filter(|score| (-64..=64).contains(score))
        .ok_or_else(|| format!("expected a score from -64 to 64, found {score:?}"))?;
    let searches = values.map_or(Ok(Vec::new()), |values| parse_values(values, &moves))?;
    // The number in the file does not include passes.
    let mut placed = 0;
    let unsearched = moves
        .iter()
        .position(|&mv| {
            let done = placed == discs;
            placed += usize::from(mv != Move::Pass);
            done
        })
        .unwrap_or(moves.len());
    Ok(Game {
        moves,
        unsearched,
        score,
        searches,
    })
}

/// The searches before the moves, with none before passes.
fn parse_values(values: &str, moves: &[Move]) -> Result<Vec<Option<Search>>, String> {
    let placed = moves.iter().filter(|&&mv| mv != Move::Pass).count();
    let found = values.split(',').count();
    if found != placed {
        return Err(format!("expected {placed} values, found {found}"));
    }
    let mut values = values.split(',');
    let mut search = |mv: &Move| match mv {
        Move::Pass => Ok(None),
        _ => match values.next() {
            None | Some("") => Ok(None),
            Some(text) => text
                .parse()
                .map(Some)
                .map_err(|error| format!("{text:?} is no value of a search: {error}")),
        },
    };
    moves.iter().map(&mut search).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTINGS: Settings = Settings {
        seed: 1,
        depth: 1,
        solve: 6,
        random: 8,
        greedy: None,
        balance: None,
    };

    #[test]
    fn games_depend_on_their_number_and_seed_only() {
        let mut player = OthelloPlayer::default();
        // So deep that searches find entries of others in the table.
        let settings = Settings {
            depth: 4,
            ..SETTINGS
        };
        let first = play(&mut player, settings, 3);
        play(&mut player, settings, 4);
        assert_eq!(play(&mut player, settings, 3), first);
        let other = Settings {
            seed: 2,
            ..settings
        };
        assert_ne!(play(&mut player, other, 3), first);
    }

    #[test]
    fn greedy_moves_have_the_best_static_value() {
        let settings = Settings {
            depth: 2,
            random: u64::MAX,
            greedy: Some(1),
            ..SETTINGS
        };
        let game = play(&mut OthelloPlayer::default(), settings, 5);
        let mut position = Position::START;
        let (mut greedy, mut other) = (0, 0);
        for (&mv, search) in game.moves.iter().zip(&game.searches) {
            if search.is_some() && position.board.empties() > settings.solve {
                let value = |mv: Move| {
                    let mut after = position;
                    Othello::play(&mut after, mv);
                    -evaluate(after.board)
                };
                let mut legal = Vec::new();
                Othello::legal(&position, &mut legal);
                assert_eq!(Some(value(mv)), legal.iter().map(|&mv| value(mv)).max());
                greedy += 1;
                other += usize::from(search.is_some_and(|search| search.is_replaced));
            }
            Othello::play(&mut position, mv);
        }
        // A search to depth 2 often agrees, and then the move is not marked.
        assert!(
            greedy > 5 && (1..greedy).contains(&other),
            "{greedy} {other}"
        );
    }

    #[test]
    fn balanced_games_begin_near_a_draw() {
        let mut player = OthelloPlayer::default();
        let mut leads = |balance| {
            let settings = Settings {
                balance,
                ..SETTINGS
            };
            let games = (0..20).map(|index| play(&mut player, settings, index));
            let first = |game: Game| game.searches.into_iter().flatten().next();
            let values: Vec<i32> = games
                .filter_map(first)
                .map(|search| search.value.abs())
                .collect();
            values.into_iter().max()
        };
        assert!(leads(Some(3)).is_some_and(|most| most <= 300));
        assert!(leads(None).is_some_and(|most| most > 300));
    }

    #[test]
    fn games_are_complete_and_survive_a_round_trip() {
        let folder = tempfile::tempdir().unwrap();
        let mut player = OthelloPlayer::default();
        let games: Vec<Game> = (0..20).map(|n| play(&mut player, SETTINGS, n)).collect();
        for game in &games {
            let mut position = Position::START;
            for &mv in &game.moves {
                assert_eq!(Othello::check(&position, mv), Ok(()));
                Othello::play(&mut position, mv);
            }
            let outcome = Othello::outcome(&position).unwrap();
            let sign = match outcome.winner {
                Some(Side::Black) => 1,
                Some(Side::White) => -1,
                None => 0,
            };
            assert_eq!(sign * i32::from(outcome.margin), game.score);
            assert!(game.unsearched < game.moves.len());
            assert_eq!(game.searches.len(), game.moves.len());
        }
        let searches = games.iter().flat_map(|game| &game.searches).flatten();
        let of_random_moves = searches.filter(|search| search.is_replaced).count();
        assert!(of_random_moves > 20, "{of_random_moves}");
        write(folder.path(), 7, "a test", &games).unwrap();
        let file = blocks::path(folder.path(), 7);
        let back = read(&file).unwrap();
        for (one, other) in games.iter().zip(&back) {
            assert_eq!((&one.moves, one.score), (&other.moves, other.score));
            assert_eq!(one.searches, other.searches);
            // A pass after the last such move may be on either side of the mark.
            let between = &one.moves
                [one.unsearched.min(other.unsearched)..one.unsearched.max(other.unsearched)];
            assert!(between.iter().all(|&mv| mv == Move::Pass));
        }
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, text.replacen("f5", "f6", 1)).unwrap();
        assert!(matches!(read(&file), Err(BlockError::Damaged(_))));
    }

    #[test]
    fn values_are_optional_but_complete() {
        let game = parse("f5d6c3d3c4 1 +2").unwrap();
        assert_eq!((game.unsearched, game.score), (1, 2));
        assert!(game.searches.is_empty());
        let game = parse("f5d6c3 1 +2 ,-150r,25").unwrap();
        let search = |value, is_replaced| Some(Search { value, is_replaced });
        assert_eq!(game.searches, [None, search(-150, true), search(25, false)]);
        for (line, expected) in [
            ("f5d6c3 1 +2 ,25", "expected 3 values, found 2"),
            ("f5d6c3 1 +2 ,25,x", "\"x\" is no value of a search"),
            ("f5d6c3 1", "expected MOVES UNSEARCHED SCORE VALUES"),
            (
                "f5d6c3 1 +65",
                "expected a score from -64 to 64, found \"+65\"",
            ),
            ("f5f5 1 +2", "column 3: "),
        ] {
            let error = parse(line).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
