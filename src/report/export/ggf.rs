//! Generic Game Format: games of Othello, one per line, as NBoard, NTest and Edax read them.

use crate::engine::Variant;
use crate::engines::Termination;
use crate::format::ggf::{Ending as Sign, Game, Played as Move, Score, write};
use crate::report::date::Date;
use crate::tournament::GameResult;
use crate::tournament::MatchInfo;
use crate::tournament::Replay;
use crate::tournament::Winner;
use std::time::Duration;

/// A game on a line, with values in discs and times in seconds. `None` if it is no Othello.
///
/// The format wants a score of every game. A game that was not counted has 64 discs for the winner, with
/// the sign for resigning, for time, or (any other fault) for leaving.
pub fn line(title: &MatchInfo, game: &GameResult) -> Option<String> {
    let walk = Replay::of(game).filter(|walk| walk.variant == Variant::Othello)?;
    let sign = match game.ending {
        Termination::Resign => Some(Sign::Resigned),
        Termination::Time => Some(Sign::TimeOut),
        other => other.is_fault().then_some(Sign::Left),
    };
    let counted = game.discs.filter(|_| sign.is_none());
    let lead = counted.map_or_else(
        || match game.winner {
            Some(Winner::Black) => 64.0,
            None => 0.0,
            Some(Winner::White) => -64.0,
        },
        f64::from,
    );
    let moves = walk.steps.iter().map(|step| {
        let ms = step.ply.map(|ply| ply.ms);
        Move {
            side: step.side,
            mv: step.mv,
            eval: step.ply.and_then(|ply| ply.thought.value),
            time: ms.and_then(|ms| Duration::try_from_secs_f64(ms / 1000.0).ok()),
        }
    });
    let date = Date::of(game.began);
    let place = if title.name.trim().is_empty() {
        "Flipfive".into()
    } else {
        title.name.clone()
    };
    let record = Game {
        place,
        date: format!("{} {} GMT", date.day_text("-"), date.time_text()),
        names: [game.black.clone(), game.white.clone()],
        result: Some(Score { lead, ending: sign }),
        start: walk.start,
        moves: moves.collect(),
        ..Game::default()
    };
    Some(write(&record) + "\n")
}

/// All games of Othello.
pub fn lines(title: &MatchInfo, games: &[GameResult]) -> String {
    games.iter().filter_map(|game| line(title, game)).collect()
}
