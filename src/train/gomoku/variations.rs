//! Variations of games: positions to which random moves lead from those of a game, or random lines of the tree of a
//! search, with the values of short searches.
//!
//! A search mostly evaluates positions after a poor move of one side. Games have hardly any, so networks that are trained
//! on games alone predict their values poorly.

use crate::game::{Game as _, Move};
use crate::gomoku::GomokuPlayer;
use crate::gomoku::eval::RANK_PARTS;
use crate::gomoku::rules::{Gomoku, Point, Position, RuleType, with_rule_type};
use crate::gomoku::state::State;
use crate::search::Player as _;
use crate::train::gomoku::fit::RANK_SCALE;
use crate::train::gomoku::games::{self, Game, MoveScore, search};
use crate::util::rng::{Rng, mix};

/// The most random moves of a variation.
const MAX_MOVES: u64 = 3;

/// A move is e times as likely as one whose rank is lower by this. With half of it, moves would be about as likely as
/// searches choose them.
const TEMPERATURE: f32 = 2.0 * RANK_SCALE;

/// Settings of the variations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    /// Seed of all random choices.
    pub seed: u64,
    /// Nodes of the searches.
    pub nodes: u64,
    /// Variations of each chosen position.
    pub count: u32,
    /// One position in this many is chosen, at random.
    pub interval: u32,
    /// The nodes of the search in whose tree a variation follows a random line. Without it, one to three random moves are
    /// played.
    pub tree: Option<u64>,
    /// Whether a variation is played to its end. Otherwise a single search gives its value.
    pub played_out: bool,
}

/// The variations of game number `index` of a collection, as games whose openings they are. They depend on nothing
/// else. There are none of positions in which the search needs no static value, and those that
/// lead to such a position are left out.
pub(crate) fn of_game(
    player: &mut GomokuPlayer,
    settings: Settings,
    game: &Game,
    index: u64,
) -> Vec<Game> {
    with_rule_type!(game.rules.rule(), R => of_game_by::<R>(player, settings, game, index))
}

fn of_game_by<R: RuleType>(
    player: &mut GomokuPlayer,
    settings: Settings,
    game: &Game,
    index: u64,
) -> Vec<Game> {
    player.clear();
    let mut rng = Rng::new(mix(settings.seed ^ mix(index)));
    let mut variations = Vec::new();
    let mut position = Position::new(game.rules);
    for (ply, &vertex) in game.moves.iter().enumerate() {
        let is_open = ply >= game.opening && game.scores[ply - game.opening] != MoveScore::Won;
        let interval = u64::from(settings.interval);
        if is_open && (interval <= 1 || rng.below(interval) == 0) {
            for _ in 0..settings.count {
                let moves = game.moves[..ply].iter().copied().map(Point::from);
                let moves = moves.collect();
                let found = match settings.tree {
                    Some(nodes) => line_in_tree::<R>(player, &position, moves, nodes, &mut rng),
                    None => variation::<R>(&position, moves, &mut rng),
                };
                variations.extend(found.and_then(|found| searched(player, settings, found)));
            }
        }
        Gomoku::play(&mut position, Move::Place(vertex));
    }
    variations
}

/// A position and the moves to it.
struct Variation {
    position: Position,
    moves: Vec<Point>,
}

/// Random moves from a position. `None` if they lead to one that the search does not evaluate.
fn variation<R: RuleType>(start: &Position, moves: Vec<Point>, rng: &mut Rng) -> Option<Variation> {
    let mut variation = Variation {
        position: start.clone(),
        moves,
    };
    for _ in 0..=rng.below(MAX_MOVES) {
        let state = evaluated_state::<R>(&variation.position)?;
        let point = random_move(state.with_network(), &variation.moves, rng)?;
        Gomoku::play(&mut variation.position, Move::Place(point.into()));
        variation.moves.push(point);
        if variation.position.outcome().is_some() {
            return None;
        }
    }
    evaluated_state::<R>(&variation.position)?;
    Some(variation)
}

/// The end of a random line of the tree of a search. `None` if the search does not evaluate it.
fn line_in_tree<R: RuleType>(
    player: &mut GomokuPlayer,
    start: &Position,
    moves: Vec<Point>,
    nodes: u64,
    rng: &mut Rng,
) -> Option<Variation> {
    evaluated_state::<R>(start)?;
    search(player, start, nodes);
    let line = player.random_line(start, rng);
    let mut variation = Variation {
        position: start.clone(),
        moves,
    };
    for &point in &line {
        Gomoku::play(&mut variation.position, Move::Place(point.into()));
    }
    variation.moves.extend(&line);
    let is_new = !line.is_empty() && variation.position.outcome().is_none();
    evaluated_state::<R>(&variation.position)
        .filter(|_| is_new)
        .map(|_| variation)
}

/// The state of a position, unless the search knows its value or its move without an evaluation.
fn evaluated_state<R: RuleType>(position: &Position) -> Option<State<R>> {
    let state = State::from_position(position);
    state.forced_reply().has_choice().then_some(state)
}

/// A random candidate: the likelier, the earlier the search would try it. `None` if there is none.
fn random_move<R: RuleType>(mut state: State<R>, moves: &[Point], rng: &mut Rng) -> Option<Point> {
    let (own, other) = (state.side(), state.side().other());
    let last = [2, 1].map(|back| Some(moves[moves.len().checked_sub(back)?]));
    let candidates = state.candidates();
    let proximity = state.proximity(last);
    let legal = candidates
        .iter()
        .filter(|point| !state.is_foul(own, *point));
    let mut ranked: Vec<(Point, f32)> = legal
        .map(|point| {
            let rank = state.info(own, point).attack() + state.info(other, point).defence();
            (point, (rank + proximity.score(point)) as f32)
        })
        .collect();
    if let Some(policy) = state.policy() {
        for (point, rank) in &mut ranked {
            *rank += policy.logit(*point) as f32 / RANK_PARTS as f32;
        }
    }
    let highest = ranked
        .iter()
        .map(|(_, rank)| *rank)
        .fold(f32::MIN, f32::max);
    let weights = ranked
        .iter()
        .map(|(_, rank)| ((rank - highest) / TEMPERATURE).exp());
    let mut rest = rng.unit() * weights.clone().sum::<f32>();
    let chosen = weights.take_while(|weight| {
        rest -= weight;
        rest > 0.0
    });
    let chosen = chosen.count().min(ranked.len().checked_sub(1)?);
    Some(ranked[chosen].0)
}

/// A variation that was played to its end, or one with the move of a search and its score.
fn searched(player: &mut GomokuPlayer, settings: Settings, variation: Variation) -> Option<Game> {
    let mut moves: Vec<_> = variation.moves.into_iter().map(Into::into).collect();
    if settings.played_out {
        let game = games::play_on(player, settings.nodes, variation.position, moves);
        return (!game.scores.is_empty()).then_some(game);
    }
    let result = search(player, &variation.position, settings.nodes);
    let score = result.report?.lines.first()?.score.value;
    let opening = moves.len();
    moves.push(result.best?.vertex()?);
    Some(Game {
        rules: variation.position.rules(),
        moves,
        opening,
        scores: vec![score.into()],
        winner: None,
        is_variation: true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::{Rule, Rules};

    /// The rules allow all moves.
    fn expect_legal(variation: &Game) {
        let mut position = Position::new(variation.rules);
        for &vertex in &variation.moves {
            assert_eq!(Gomoku::check(&position, Move::Place(vertex)), Ok(()));
            Gomoku::play(&mut position, Move::Place(vertex));
        }
    }

    #[test]
    fn variations_begin_like_their_game_and_do_not_end() {
        let mut player = GomokuPlayer::default();
        let settings = Settings {
            seed: 3,
            nodes: 40,
            count: 2,
            interval: 1,
            tree: None,
            played_out: false,
        };
        for rule in [Rule::Freestyle, Rule::Renju, Rule::Caro] {
            let played = games::Settings {
                seed: 2,
                nodes: 60,
                rule: Some(rule),
            };
            let game = games::play(&mut player, played, 5);
            let variations = of_game(&mut player, settings, &game, 5);
            assert_eq!(of_game(&mut player, settings, &game, 5), variations);
            assert_ne!(of_game(&mut player, settings, &game, 6), variations);
            assert!(variations.len() > game.scores.len() / 2, "{rule}");
            let mut played_on = 0;
            for variation in &variations {
                assert!(variation.is_variation && variation.scores.len() == 1);
                let common = game.moves.iter().zip(&variation.moves);
                let common = common.take_while(|(a, b)| a == b).count();
                assert!(common + 3 >= variation.opening && common + 1 >= game.opening);
                played_on += variation.opening - common.min(variation.opening);
                expect_legal(variation);
            }
            assert!(played_on > variations.len() / 2, "{rule}");
        }
    }

    #[test]
    fn lines_of_the_tree_are_legal_and_longer_than_random_moves() {
        let mut player = GomokuPlayer::default();
        let settings = Settings {
            seed: 3,
            nodes: 40,
            count: 2,
            interval: 1,
            tree: Some(1000),
            played_out: false,
        };
        for rule in [Rule::Freestyle, Rule::Renju] {
            let played = games::Settings {
                seed: 1,
                nodes: 60,
                rule: Some(rule),
            };
            let game = games::play(&mut player, played, 5);
            let variations = of_game(&mut player, settings, &game, 5);
            assert_eq!(of_game(&mut player, settings, &game, 5), variations);
            let mut longest = 0;
            for variation in &variations {
                let common = game.moves.iter().zip(&variation.moves);
                let common = common.take_while(|(a, b)| a == b).count();
                longest = longest.max(variation.opening - common.min(variation.opening));
                expect_legal(variation);
            }
            assert!(longest > MAX_MOVES as usize, "{rule}: {longest}");
            assert!(variations.len() > game.scores.len() / 2, "{rule}");
        }
        // Without a search there is no tree.
        let position = Position::new(Rules::new(15, Rule::Freestyle).unwrap());
        let line = GomokuPlayer::default().random_line(&position, &mut Rng::new(1));
        assert!(line.is_empty());
    }

    #[test]
    fn variations_are_played_out_from_some_positions() {
        let mut player = GomokuPlayer::default();
        let settings = Settings {
            seed: 3,
            nodes: 40,
            count: 1,
            interval: 1,
            tree: None,
            played_out: true,
        };
        let played = games::Settings {
            seed: 1,
            nodes: 60,
            rule: Some(Rule::Standard),
        };
        let game = games::play(&mut player, played, 5);
        let all = of_game(&mut player, settings, &game, 5);
        for variation in &all {
            assert!(!variation.is_variation);
            let searched = variation.moves.len() - variation.opening;
            assert_eq!(variation.scores.len(), searched);
            assert!(variation.opening > game.opening);
        }
        let decided = all.iter().filter(|game| game.winner.is_some()).count();
        assert!(2 * decided > all.len(), "{decided} of {}", all.len());
        let some = Settings {
            interval: 2,
            ..settings
        };
        let some = of_game(&mut player, some, &game, 5);
        assert!(!some.is_empty() && some.len() < all.len());
    }
}
