//! Self-play games for training: random openings, then moves of a short search, and a perfect endgame. The
//! result of a game is the target of all positions after its last random move.

use crate::game::{Game as _, Move, Side};
use crate::othello::rules::notation::{NotationError, Passes, parse_transcript, write_transcript};
use crate::othello::{Othello, OthelloPlayer, Position};
use crate::search::StopToken;
use crate::train::blocks::{self, BlockError};
use crate::util::rng::{Rng, mix};
use std::path::Path;

/// One in this many moves after the opening is random, so that the games include positions after mistakes.
const ONE_IN: u64 = 32;

/// Settings of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    /// Seed of all random choices.
    pub seed: u64,
    /// Search depth in the midgame, in plies.
    pub depth: u32,
    /// With this many empty squares or fewer, every move is perfect.
    pub solve: u32,
}

/// A game of a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Game {
    /// All moves, passes included.
    pub moves: Vec<Move>,
    /// Number of moves up to the last random one; the positions before it have no target.
    pub random: usize,
    /// The final score for Black in discs, with empty squares counted for the winner.
    pub score: i32,
}

/// Plays game number `index` of a collection. The game depends on nothing else.
pub(crate) fn play(player: &mut OthelloPlayer, settings: Settings, index: u64) -> Game {
    let mut rng = Rng::new(mix(settings.seed ^ mix(index)));
    loop {
        // The random opening may end the game.
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

fn attempt(player: &mut OthelloPlayer, settings: Settings, rng: &mut Rng) -> Option<Game> {
    let opening = opening_length(rng);
    let stop = StopToken::new();
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
            _ => player.play_fixed(position, settings.depth, settings.solve, &stop)?,
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

/// Writes a block. A line has the moves, the number of moves up to the last random one, and the score of
/// Black.
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
        // Neither the moves nor their number include passes.
        let random = game.moves[..game.random]
            .iter()
            .filter(|&&mv| mv != Move::Pass)
            .count();
        format!("{moves} {random} {:+}", game.score)
    };
    blocks::write(folder, block, how, games.iter().map(line))
}

/// Reads a file of games.
///
/// # Errors
/// The file cannot be read or is damaged, or a line is not a game.
pub(crate) fn read(path: &Path) -> Result<Vec<Game>, BlockError> {
    blocks::read(path, parse)
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
    // The number in the file does not include passes.
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
        let mut player = OthelloPlayer::default();
        let first = play(&mut player, SETTINGS, 3);
        play(&mut player, SETTINGS, 4);
        assert_eq!(play(&mut player, SETTINGS, 3), first);
        let other = Settings {
            seed: 2,
            ..SETTINGS
        };
        assert_ne!(play(&mut player, other, 3), first);
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
            assert_eq!(i32::from(outcome.margin), game.score.abs());
            assert!(game.random < game.moves.len());
        }
        write(folder.path(), 7, "a test", &games).unwrap();
        let file = blocks::path(folder.path(), 7);
        let back = read(&file).unwrap();
        for (one, other) in games.iter().zip(&back) {
            assert_eq!((&one.moves, one.score), (&other.moves, other.score));
            // A pass after the last random move may be on either side of the mark.
            let between = &one.moves[one.random.min(other.random)..one.random.max(other.random)];
            assert!(between.iter().all(|&mv| mv == Move::Pass));
        }
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, text.replacen("f5", "f6", 1)).unwrap();
        assert!(matches!(read(&file), Err(BlockError::Damaged(_))));
    }
}
