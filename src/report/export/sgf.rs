//! Smart Game Format: all games of a match as one collection, with what the engines said.

use crate::engine::Variant;
use crate::engines::Termination;
use crate::format::GameRecord;
use crate::format::sgf::{Notes, write_with};
use crate::report::date::Date;
use crate::report::export::thought;
use crate::tournament::GameResult;
use crate::tournament::MatchInfo;
use crate::tournament::Winner;
use crate::tournament::{Replay, ReplayStep};

/// A game with players, result, round, and a comment on every move. `None` if there is no such game or
/// no such board.
///
/// A move that the rules do not have ends the record, and is named in the comment on the game.
pub fn game(title: &MatchInfo, game: &GameResult) -> Option<String> {
    let walk = Replay::of(game)?;
    let mut comment = format!("{}: {}", game.ending.name(), game.detail);
    if let Some(name) = walk.refused {
        comment += &format!("\n{name} cannot be played");
    }
    let about = |step: &ReplayStep| step.ply.map_or_else(|| "opening move".into(), thought);
    let notes = Notes {
        names: [game.black.clone(), game.white.clone()],
        result: result(game, walk.variant),
        event: title.name.clone(),
        round: format!("{}.{}", u64::from(game.pair) + 1, u64::from(game.game) + 1),
        date: Date::of(game.began).day_text("-"),
        overtime: title.time.clone(),
        opening: game.opening.clone(),
        comment,
        ending: game.ending.name().into(),
        moves: walk.steps.iter().map(about).collect(),
    };
    let record = GameRecord {
        variant: walk.variant,
        start: walk.start,
        moves: walk.steps.iter().map(|step| (step.side, step.mv)).collect(),
    };
    Some(write_with(&record, &notes))
}

/// All games, one after the other.
pub fn collection(title: &MatchInfo, games: &[GameResult]) -> String {
    games.iter().filter_map(|each| game(title, each)).collect()
}

/// The result in the form of RE: discs for Othello, 1 for a row; T for time, R for resigning, F for any
/// other fault.
fn result(game: &GameResult, variant: Variant) -> String {
    let Some(winner) = game.winner else {
        return "0".into();
    };
    let letter = match winner {
        Winner::Black => 'B',
        Winner::White => 'W',
    };
    let how = match game.ending {
        Termination::Time => "T".into(),
        Termination::Resign => "R".into(),
        fault if fault.is_fault() => "F".into(),
        _ if variant == Variant::Othello => match game.discs {
            Some(discs) => discs.unsigned_abs().to_string(),
            None => String::new(),
        },
        _ => "1".into(),
    };
    format!("{letter}+{how}")
}
