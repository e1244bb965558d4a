//! Games for training: a few random stones, one or two more that make the position balanced, then the
//! engine against itself with a small number of nodes a move. A game ends as soon as a search has proven
//! who wins.

use crate::game::{Game as _, Move, Side, Vertex};
use crate::gomoku::rules::notation::{FirstRow, moves_text, parse_moves};
use crate::gomoku::{Gomoku, GomokuPlayer, Position, Rule, Rules};
use crate::search::{Balance, Limits, Player as _, SearchRequest, SearchResult, StopToken, Value};
use crate::train::blocks::{self, BlockError};
use crate::util::rng::{Rng, mix};
use std::path::Path;

/// The game in commands and in the first lines of files.
pub(crate) const GAME: &str = "gomoku";

/// Maximum number of random stones of an opening.
const MAX_RANDOM: u64 = 6;

/// Nodes of the search for balancing stones.
const BALANCE_NODES: u64 = 15_000;

/// Maximum lead of an opening, in evaluation units.
const MAX_LEAD: f32 = 1.0;

/// A game with this many stones is a draw.
const LONGEST: usize = 150;

/// Rules and board sizes of the games, in turn. Common ones are more frequent.
const KINDS: [(Rule, u8); 16] = [
    (Rule::Freestyle, 15),
    (Rule::Renju, 15),
    (Rule::Standard, 15),
    (Rule::Freestyle, 20),
    (Rule::Freestyle, 15),
    (Rule::Renju, 15),
    (Rule::Standard, 15),
    (Rule::Caro, 15),
    (Rule::Freestyle, 15),
    (Rule::Renju, 15),
    (Rule::Standard, 15),
    (Rule::Freestyle, 20),
    (Rule::Freestyle, 15),
    (Rule::Renju, 15),
    (Rule::Renju, 15),
    (Rule::CaroExact, 15),
];

/// Settings of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    /// Seed of all random choices.
    pub seed: u64,
    /// Nodes per move.
    pub nodes: u64,
    /// The rule of all games; without it all rules take turns.
    pub rule: Option<Rule>,
}

impl Settings {
    /// Rule and board size of game number `index`.
    fn rules(&self, index: u64) -> Rules {
        let kinds = KINDS
            .iter()
            .filter(|(rule, _)| self.rule.is_none_or(|only| only == *rule));
        let count = kinds.clone().count() as u64;
        let kind = kinds.clone().nth((index % count) as usize);
        kind.and_then(|&(rule, size)| Rules::new(size, rule).ok())
            .unwrap_or_default()
    }
}

/// The score of a search, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveScore {
    /// An estimate in hundredths of a unit.
    Estimate(i16),
    /// A proven win.
    Won,
    /// A proven loss.
    Lost,
    /// A claimed win.
    ClaimedWin,
    /// A claimed loss.
    ClaimedLoss,
}

impl From<Value> for MoveScore {
    fn from(value: Value) -> Self {
        match value {
            Value::Estimate(value) | Value::Exact(value) => {
                let most = i32::from(i16::MAX);
                Self::Estimate(value.clamp(-most, most) as i16)
            }
            Value::WinIn { proven: true, .. } => Self::Won,
            Value::LossIn { proven: true, .. } => Self::Lost,
            Value::WinIn { .. } => Self::ClaimedWin,
            Value::LossIn { .. } => Self::ClaimedLoss,
        }
    }
}

/// A game of a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Game {
    /// Rule and board size.
    pub rules: Rules,
    /// All moves.
    pub moves: Vec<Vertex>,
    /// Number of moves of the opening.
    pub opening: usize,
    /// The scores of the searches that chose the other moves.
    pub scores: Vec<MoveScore>,
    /// The winner; `None` for a draw and for a variation.
    pub winner: Option<Side>,
    /// Whether it is a variation of a game, which was not played on.
    pub is_variation: bool,
}

/// Plays game number `index` of a collection. The game depends on nothing else.
pub(crate) fn play(player: &mut GomokuPlayer, settings: Settings, index: u64) -> Game {
    let mut rng = Rng::new(mix(settings.seed ^ mix(index)));
    let rules = settings.rules(index);
    loop {
        player.clear();
        if let Some((position, moves)) = opening(player, rules, &mut rng) {
            return play_on(player, settings.nodes, position, moves);
        }
    }
}

/// The search of a move.
pub(super) fn search(player: &mut GomokuPlayer, position: &Position, nodes: u64) -> SearchResult {
    think(player, position, nodes, None)
}

fn think(
    player: &mut GomokuPlayer,
    position: &Position,
    nodes: u64,
    balance: Option<Balance>,
) -> SearchResult {
    let request = SearchRequest {
        hash_mb: 4,
        balance,
        ..SearchRequest::new(Limits::nodes(nodes))
    };
    player.think(position, &request, &StopToken::new(), &mut |_| {})
}

/// Random stones within a square anywhere on the board, and one or two stones that balance them. `None` if
/// they cannot be balanced.
fn opening(
    player: &mut GomokuPlayer,
    rules: Rules,
    rng: &mut Rng,
) -> Option<(Position, Vec<Vertex>)> {
    let mut position = Position::new(rules);
    let mut moves = Vec::new();
    let width = 4 + rng.below(3);
    let room = u64::from(rules.size()) - width - 3;
    let corner = [2 + rng.below(room), 2 + rng.below(room)];
    for _ in 0..=rng.below(MAX_RANDOM) {
        let [col, row] = corner.map(|from| (from + rng.below(width)) as u8);
        let vertex = Vertex::new(col, row);
        let mv = Move::Place(vertex);
        if Gomoku::check(&position, mv).is_ok() {
            Gomoku::play(&mut position, mv);
            moves.push(vertex);
        }
    }
    let balance = Balance {
        stones: 1 + rng.below(2) as u8,
        bias: 0,
    };
    let report = think(player, &position, BALANCE_NODES, Some(balance)).report?;
    let line = report.lines.first()?;
    if line.score.is_proven() || line.score.lead().abs() > MAX_LEAD {
        return None;
    }
    for mv in &line.moves {
        moves.push(mv.vertex()?);
        Gomoku::play(&mut position, *mv);
    }
    position.outcome().is_none().then_some((position, moves))
}

/// Plays from the opening until a win is proven or the game ends, with searches of `nodes` nodes.
pub(super) fn play_on(
    player: &mut GomokuPlayer,
    nodes: u64,
    mut position: Position,
    moves: Vec<Vertex>,
) -> Game {
    let mut game = Game {
        rules: position.rules(),
        opening: moves.len(),
        moves,
        scores: Vec::new(),
        winner: None,
        is_variation: false,
    };
    while position.outcome().is_none() && position.stones() < LONGEST {
        let result = search(player, &position, nodes);
        let Some(vertex) = result.best.and_then(Move::vertex) else {
            return game;
        };
        // A search that was stopped at once has no value.
        let value = result.report.map(|report| report.lines[0].score.value);
        let score = value.map_or(MoveScore::Estimate(0), MoveScore::from);
        game.moves.push(vertex);
        game.scores.push(score);
        // A claim may be wrong: the game goes on and decides.
        let winner = match score {
            MoveScore::Won => Some(position.side()),
            MoveScore::Lost => Some(position.side().other()),
            _ => None,
        };
        if winner.is_some() {
            game.winner = winner;
            return game;
        }
        Gomoku::play(&mut position, Move::Place(vertex));
    }
    game.winner = position.outcome().and_then(|outcome| outcome.winner);
    game
}

/// Writes a block. A line has the rule, the size, the moves, the number of moves of the opening, the scores of
/// the other moves (hundredths of a unit, `w` or `l`, with a question mark for a claim), and the winner (`B`,
/// `W`, `-` for a draw, or `*` for a variation).
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
        let score = |score: &MoveScore| match score {
            MoveScore::Estimate(value) => value.to_string(),
            MoveScore::Won => "w".into(),
            MoveScore::Lost => "l".into(),
            MoveScore::ClaimedWin => "w?".into(),
            MoveScore::ClaimedLoss => "l?".into(),
        };
        let scores: Vec<String> = game.scores.iter().map(score).collect();
        let winner = match game.winner {
            Some(Side::Black) => 'B',
            Some(Side::White) => 'W',
            None if game.is_variation => '*',
            None => '-',
        };
        format!(
            "{} {} {} {} {} {winner}",
            game.rules.rule().name(),
            game.rules.size(),
            moves_text(&game.moves, game.rules, FirstRow::Bottom),
            game.opening,
            scores.join(",")
        )
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
    let [rule, size, moves, opening, scores, winner] = words[..] else {
        return Err("expected RULE SIZE MOVES OPENING SCORES WINNER".into());
    };
    let number = |text: &str| format!("expected a number, found {text:?}");
    let rule = Rule::ALL
        .into_iter()
        .find(|known| known.name() == rule)
        .ok_or_else(|| format!("expected a rule, found {rule:?}"))?;
    let size = size.parse().map_err(|_| number(size))?;
    let rules = Rules::new(size, rule).map_err(|fault| fault.to_string())?;
    let moves = parse_moves(moves, rules, FirstRow::Bottom).map_err(|error| error.to_string())?;
    check_moves(&moves, rules)?;
    let opening: usize = opening.parse().map_err(|_| number(opening))?;
    let scores: Vec<MoveScore> = scores
        .split(',')
        .filter(|word| !word.is_empty())
        .map(|word| match word {
            "w" => Ok(MoveScore::Won),
            "l" => Ok(MoveScore::Lost),
            "w?" => Ok(MoveScore::ClaimedWin),
            "l?" => Ok(MoveScore::ClaimedLoss),
            word => word
                .parse()
                .map(MoveScore::Estimate)
                .map_err(|_| number(word)),
        })
        .collect::<Result<_, _>>()?;
    if opening.checked_add(scores.len()) != Some(moves.len()) {
        return Err(format!(
            "expected a score for each of {} moves after an opening of {opening}, found {}",
            moves.len(),
            scores.len()
        ));
    }
    let (winner, is_variation) = match winner {
        "B" => (Some(Side::Black), false),
        "W" => (Some(Side::White), false),
        "-" => (None, false),
        "*" => (None, true),
        other => return Err(format!("expected B, W, - or *, found {other:?}")),
    };
    Ok(Game {
        rules,
        moves,
        opening,
        scores,
        winner,
        is_variation,
    })
}

/// Fails at a move that the rules do not allow.
fn check_moves(moves: &[Vertex], rules: Rules) -> Result<(), String> {
    let mut position = Position::new(rules);
    for (number, &vertex) in (1..).zip(moves) {
        let mv = Move::Place(vertex);
        Gomoku::check(&position, mv).map_err(|reason| format!("move {number}: {reason}"))?;
        Gomoku::play(&mut position, mv);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    const SETTINGS: Settings = Settings {
        seed: 1,
        nodes: 60,
        rule: None,
    };

    #[test]
    fn games_depend_on_their_number_and_seed_only() {
        let mut player = GomokuPlayer::default();
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
    fn a_collection_has_one_rule_or_all() {
        let rules_of = |rule| {
            let settings = Settings { rule, ..SETTINGS };
            (0..16).map(move |index| settings.rules(index))
        };
        for rule in Rule::ALL {
            assert!(rules_of(Some(rule)).all(|rules| rules.rule() == rule));
            assert!(rules_of(None).any(|rules| rules.rule() == rule));
        }
        let sizes: HashSet<u8> = rules_of(Some(Rule::Freestyle))
            .map(|rules| rules.size())
            .collect();
        assert_eq!(sizes, HashSet::from([15, 20]));
    }

    #[test]
    fn proofs_and_claims_are_different_scores() {
        let plies = 5;
        for (value, score) in [
            (
                Value::WinIn {
                    plies,
                    proven: true,
                },
                MoveScore::Won,
            ),
            (
                Value::WinIn {
                    plies,
                    proven: false,
                },
                MoveScore::ClaimedWin,
            ),
            (
                Value::LossIn {
                    plies,
                    proven: true,
                },
                MoveScore::Lost,
            ),
            (
                Value::LossIn {
                    plies,
                    proven: false,
                },
                MoveScore::ClaimedLoss,
            ),
            (Value::Estimate(-120), MoveScore::Estimate(-120)),
        ] {
            assert_eq!(MoveScore::from(value), score);
        }
        let folder = tempfile::tempdir().unwrap();
        let line = "renju 15 h8h9i9i8j8 1 w?,l?,w,l B";
        let games = [parse(line).unwrap()];
        use MoveScore::{ClaimedLoss, ClaimedWin, Lost, Won};
        assert_eq!(games[0].scores, [ClaimedWin, ClaimedLoss, Won, Lost]);
        write(folder.path(), 0, "a test", &games).unwrap();
        let file = std::fs::read_to_string(blocks::path(folder.path(), 0)).unwrap();
        assert_eq!(file.lines().nth(1), Some(line));
    }

    #[test]
    fn wrong_games_are_refused() {
        for (line, expected) in [
            ("freestyle 15 h8h8 1 0 -", "move 2: the point is occupied"),
            (
                "freestyle 15 h8a1h9b1h10c1h11d1h12e1 1 0 B",
                "move 10: the game is over",
            ),
        ] {
            assert_eq!(parse(line), Err(expected.into()), "{line}");
        }
        let most = usize::MAX;
        let expected =
            format!("expected a score for each of 2 moves after an opening of {most}, found 3");
        let found = parse(&format!("freestyle 15 h8i9 {most} 0,0,0 -"));
        assert_eq!(found, Err(expected));
    }

    #[test]
    fn games_follow_the_rules_and_survive_a_round_trip() {
        let folder = tempfile::tempdir().unwrap();
        let mut player = GomokuPlayer::default();
        let games: Vec<Game> = (0..16).map(|n| play(&mut player, SETTINGS, n)).collect();
        let mut decided = 0;
        for game in &games {
            let mut position = Position::new(game.rules);
            for &vertex in &game.moves {
                assert_eq!(position.outcome(), None);
                let mv = Move::Place(vertex);
                assert_eq!(Gomoku::check(&position, mv), Ok(()));
                Gomoku::play(&mut position, mv);
            }
            assert_eq!(game.opening + game.scores.len(), game.moves.len());
            let mover = Side::ALL[(game.moves.len() - 1) % 2];
            let winner = match game.scores.last() {
                Some(MoveScore::Won) => Some(mover),
                Some(MoveScore::Lost) => Some(mover.other()),
                _ => position.outcome().and_then(|outcome| outcome.winner),
            };
            assert_eq!(game.winner, winner);
            decided += usize::from(game.winner.is_some());
        }
        assert!(decided > 8, "{decided}");
        write(folder.path(), 0, "a test", &games).unwrap();
        assert_eq!(read(&blocks::path(folder.path(), 0)).unwrap(), games);
    }
}
