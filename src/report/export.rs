//! The games of a match in the formats of other programs.
//!
//! A game that a format cannot hold (Gomoku in GGF, say) is left out.

#[cfg(test)]
mod tests;

use crate::engine::Variant;
use crate::engines::Termination;
use crate::format::{
    AnnotatedGame, AnnotatedMove, Decision, RecordedResult, ggf, pgn, psq, sgf as sgf_format,
};
use crate::report::display::utc;
use crate::tournament::Replay;
use crate::tournament::{GameResult, MatchInfo};
use std::collections::HashSet;
use std::time::Duration;

/// The game with everything that its players said. An illegal move ends the record and is named in its
/// comment. `None` if the rules do not know the game, its board or its start.
fn annotated(info: &MatchInfo, game: &GameResult) -> Option<AnnotatedGame> {
    let walk = Replay::of(game)?;
    let mut comment = format!("{}: {}", game.ending.name(), game.detail);
    let story = game.opening_story();
    if !story.is_empty() {
        comment += &format!("\n{story}");
    }
    if let Some(name) = walk.refused {
        comment += &format!("\n{name} cannot be played");
    }
    let moves = walk.steps.iter().map(|step| {
        let info = step.ply.map(|ply| &ply.info);
        let time = step.ply.map(|ply| ply.ms / 1000.0);
        AnnotatedMove {
            value: info.and_then(|info| info.value),
            mate: info.and_then(|info| info.mate),
            depth: info.and_then(|info| info.depth),
            nodes: info.and_then(|info| info.nodes),
            time: time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
            ..AnnotatedMove::new(step.side, step.mv)
        }
    });
    let margin = match walk.variant {
        Variant::Othello => game.discs.map(i32::unsigned_abs),
        Variant::Gomoku(_) => Some(1),
    };
    let decision = match game.ending {
        Termination::Time => Decision::Time,
        Termination::Resign => Decision::Resignation,
        Termination::Adjudicated | Termination::MoveLimit => Decision::Adjudication,
        ending if ending.is_fault() => Decision::Forfeit,
        _ => Decision::Rules,
    };
    Some(AnnotatedGame {
        variant: walk.variant,
        start: walk.start,
        moves: moves.collect(),
        opening_plies: walk.opening,
        players: [game.black.clone(), game.white.clone()],
        result: Some(RecordedResult {
            winner: game.winner,
            margin,
            decision,
        }),
        termination: game.ending.name().into(),
        event: info.name.trim().into(),
        round: format!("{}.{}", u64::from(game.pair) + 1, u64::from(game.game) + 1),
        began: utc(game.began),
        time_control: info.time.clone(),
        opening: game.opening.clone(),
        comment,
    })
}

fn all<'a>(
    info: &'a MatchInfo,
    games: &'a [GameResult],
) -> impl Iterator<Item = AnnotatedGame> + 'a {
    games.iter().filter_map(|game| annotated(info, game))
}

/// The games as one SGF collection.
pub(crate) fn sgf(info: &MatchInfo, games: &[GameResult]) -> String {
    all(info, games)
        .map(|game| sgf_format::write_annotated(&game))
        .collect()
}

/// The games of Othello in GGF, one on a line.
pub(crate) fn ggf(info: &MatchInfo, games: &[GameResult]) -> String {
    let lines = all(info, games).filter_map(|mut game| {
        if game.event.is_empty() {
            game.event = "Flipfive".into();
        }
        Some(ggf::write(&ggf::Game::from_annotated(&game)?) + "\n")
    });
    lines.collect()
}

/// The games as one PGN file, for programs that compute ratings.
pub(crate) fn pgn(info: &MatchInfo, games: &[GameResult]) -> String {
    all(info, games).map(|game| pgn::write(&game)).collect()
}

/// The games of Gomoku as PSQ files, with the names that Gomocup's judge gives them: `round_i_j.psq`. The
/// round is that of the opening, `i` and `j` are the numbers of Black's and White's engine, all from 1.
/// The name of a repeated game ends with the game's own number.
pub(crate) fn psq(info: &MatchInfo, games: &[GameResult]) -> Vec<(String, String)> {
    let roster = info.roster(games);
    let number = |name: &str| 1 + roster.iter().position(|other| other == name).unwrap_or(0);
    let mut taken = HashSet::new();
    let mut files = Vec::new();
    for game in games {
        let record = annotated(info, game);
        let Some(text) = record.and_then(|record| psq::write(&record)) else {
            continue;
        };
        let round = u64::from(game.pair) + 1;
        let mut name = format!("{round}_{}_{}", number(&game.black), number(&game.white));
        if !taken.insert(name.clone()) {
            name += &format!("_{}", u64::from(game.game) + 1);
            taken.insert(name.clone());
        }
        files.push((name + ".psq", text));
    }
    files
}
