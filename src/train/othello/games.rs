//! Games for training: random at first, then as well as a short search can play, and perfect at the
//! end. The result is what the positions after the last random move are worth.
//!
//! Games are written in blocks, a file each, that appear under their names only when they are whole:
//! a run that was ended by force goes on with the next block, and any number of machines can play
//! different blocks of one collection.

use crate::base::rng::{Rng, mix};
use crate::game::{Game as _, Move, Side};
use crate::othello::notation::{NotationError, Passes, parse_transcript, write_transcript};
use crate::othello::search::Brain;
use crate::othello::{Othello, Position};
use crate::search::Stop;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Games in a block.
pub const BLOCK: u32 = 250;

/// Of so many moves after the opening one is random: positions after mistakes have to be known, too.
const ONE_IN: u64 = 32;

/// How the games of a collection are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// For all that is left to chance.
    pub seed: u64,
    /// Plies that are searched in the midgame.
    pub depth: u32,
    /// From so many empty squares on every move is perfect.
    pub solve: u32,
}

/// A game of a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// All moves with the passes.
    pub moves: Vec<Move>,
    /// Moves up to the last one that was random: positions before it have no value.
    pub random: usize,
    /// Discs of Black less discs of White in the end, empty squares for the winner.
    pub score: i32,
}

/// Plays game number `index` of a collection. It depends on nothing else.
pub fn play(brain: &mut Brain, settings: Settings, index: u64) -> Game {
    let mut rng = Rng::new(mix(settings.seed ^ mix(index)));
    loop {
        // An opening of random moves may end the game.
        if let Some(game) = attempt(brain, settings, &mut rng) {
            return game;
        }
    }
}

/// How many moves of the opening are random. Good play alone never shows what a bad position is
/// worth; random play alone never shows what a good one looks like.
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

fn attempt(brain: &mut Brain, settings: Settings, rng: &mut Rng) -> Option<Game> {
    let opening = opening_length(rng);
    let stop = Stop::new();
    let mut position = Position::START;
    let mut game = Game {
        moves: Vec::new(),
        random: 0,
        score: 0,
    };
    let mut legal = Vec::new();
    while Othello::outcome(&position).is_none() {
        legal.clear();
        Othello::legal(&position, &mut legal);
        let empties = position.board.empties();
        let in_opening = game.moves.len() < opening;
        let mv = match legal[..] {
            [only] => only,
            _ if in_opening || (empties > settings.solve && rng.below(ONE_IN) == 0) => {
                game.random = game.moves.len() + 1;
                legal[rng.below(legal.len() as u64) as usize]
            }
            _ => brain.play_fixed(position, settings.depth, settings.solve, &stop)?,
        };
        Othello::play(&mut position, mv);
        game.moves.push(mv);
    }
    let score = position.board.final_score();
    game.score = if position.side == Side::Black {
        score
    } else {
        -score
    };
    (game.random < game.moves.len()).then_some(game)
}

/// The file of a block.
pub fn path(folder: &Path, block: u32) -> PathBuf {
    folder.join(format!("games-{block:06}.txt"))
}

/// What is wrong with a file of games.
#[derive(Debug, thiserror::Error)]
pub enum GamesError {
    /// Reading or writing failed.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A line cannot be read.
    #[error("{}:{line}: {text}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        text: String,
    },
    /// The games are not those that were written.
    #[error("{}: damaged: its last line is not the checksum of its games", .0.display())]
    Damaged(PathBuf),
}

/// Writes a block: a line that says how it was made, a line for each game (moves, number of moves up to
/// the last random one, score of Black), and a line with a checksum.
///
/// # Errors
/// The file cannot be written.
pub fn write(folder: &Path, block: u32, how: &str, games: &[Game]) -> Result<(), GamesError> {
    let mut text = format!("# {how}\n");
    for game in games {
        let moves = write_transcript(game.moves.iter().copied(), Passes::Omitted);
        // Writing to a string cannot fail. Passes are left out, so the count leaves them out, too.
        let random = game.moves[..game.random]
            .iter()
            .filter(|&&mv| mv != Move::Pass)
            .count();
        let _ = writeln!(text, "{moves} {random} {:+}", game.score);
    }
    let _ = writeln!(text, "# {:016x}", checksum(&text));
    let (path, new) = (
        path(folder, block),
        folder.join(format!("games-{block:06}.new")),
    );
    let failed = |source| GamesError::Io {
        path: path.clone(),
        source,
    };
    fs::write(&new, text).map_err(failed)?;
    fs::rename(&new, &path).map_err(failed)
}

fn checksum(text: &str) -> u64 {
    text.bytes()
        .fold(0, |sum, byte| mix(sum ^ u64::from(byte)).rotate_left(1))
}

/// Reads a file of games.
///
/// # Errors
/// It cannot be read or is damaged, or a line is no game.
pub fn read(path: &Path) -> Result<Vec<Game>, GamesError> {
    let text = fs::read_to_string(path).map_err(|source| GamesError::Io {
        path: path.to_owned(),
        source,
    })?;
    let damaged = || GamesError::Damaged(path.to_owned());
    let body = text.strip_suffix('\n').ok_or_else(damaged)?;
    let last = body.rfind('\n').ok_or_else(damaged)? + 1;
    if text[last..] != format!("# {:016x}\n", checksum(&text[..last])) {
        return Err(damaged());
    }
    text[..last]
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.starts_with('#'))
        .map(|(index, line)| {
            parse(line).map_err(|text| GamesError::Line {
                path: path.to_owned(),
                line: index + 1,
                text,
            })
        })
        .collect()
}

fn parse(line: &str) -> Result<Game, String> {
    let words: Vec<&str> = line.split(' ').collect();
    let [moves, random, score] = words[..] else {
        return Err("expected MOVES RANDOM SCORE".into());
    };
    let moves = parse_transcript(Position::START, moves)
        .map_err(|error: NotationError| error.to_string())?;
    let number = |text: &str| format!("expected a number, found {text:?}");
    let discs: usize = random.parse().map_err(|_| number(random))?;
    let score: i32 = score.parse().map_err(|_| number(score))?;
    // The passes that were left out come back.
    let mut placed = 0;
    let random = moves
        .iter()
        .position(|&mv| {
            let done = placed == discs;
            placed += usize::from(mv != Move::Pass);
            done
        })
        .unwrap_or(moves.len());
    Ok(Game {
        moves,
        random,
        score,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTINGS: Settings = Settings {
        seed: 1,
        depth: 1,
        solve: 6,
    };

    #[test]
    fn games_depend_on_their_number_and_seed_only() {
        let mut brain = Brain::default();
        let first = play(&mut brain, SETTINGS, 3);
        play(&mut brain, SETTINGS, 4);
        assert_eq!(play(&mut brain, SETTINGS, 3), first);
        let other = Settings {
            seed: 2,
            ..SETTINGS
        };
        assert_ne!(play(&mut brain, other, 3), first);
    }

    #[test]
    fn games_are_whole_and_come_back() {
        let folder = std::env::temp_dir().join(format!("flipfive-games-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let mut brain = Brain::default();
        let games: Vec<Game> = (0..20).map(|n| play(&mut brain, SETTINGS, n)).collect();
        for game in &games {
            let mut position = Position::START;
            for &mv in &game.moves {
                assert_eq!(Othello::check(&position, mv), Ok(()));
                Othello::play(&mut position, mv);
            }
            let outcome = Othello::outcome(&position).unwrap();
            assert_eq!(i32::from(outcome.margin), game.score.abs());
            assert!(game.random < game.moves.len());
        }
        write(&folder, 7, "a test", &games).unwrap();
        let file = path(&folder, 7);
        let back = read(&file).unwrap();
        for (one, other) in games.iter().zip(&back) {
            assert_eq!((&one.moves, one.score), (&other.moves, other.score));
            // A pass after the last random move belongs to whichever side of the mark.
            let between = &one.moves[one.random.min(other.random)..one.random.max(other.random)];
            assert!(between.iter().all(|&mv| mv == Move::Pass));
        }
        let text = fs::read_to_string(&file).unwrap();
        fs::write(&file, text.replacen("f5", "f6", 1)).unwrap();
        assert!(matches!(read(&file), Err(GamesError::Damaged(_))));
        fs::remove_dir_all(&folder).unwrap();
    }
}
