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
use crate::tournament::{GameResult, MatchInfo, Replay};
use std::collections::HashSet;
use std::time::Duration;

/// The game with everything that its players said. An illegal move ends the record and is named in its
/// comment. `None` if the rules do not know the game, its board or its start.
fn annotated(info: &MatchInfo, game: &GameResult) -> Option<AnnotatedGame> {
    let replay = Replay::of(game)?;
    let mut comment = format!("{}: {}", game.ending.name(), game.detail);
    let story = game.opening_story();
    if !story.is_empty() {
        comment += &format!("\n{story}");
    }
    if let Some(name) = replay.refused {
        comment += &format!("\n{name} cannot be played");
    }
    let moves = replay.steps.iter().map(|step| {
        let info = step.ply.map(|ply| &ply.info);
        let time = step.ply.map(|ply| ply.ms / 1000.0);
        AnnotatedMove {
            value: info.and_then(|info| info.value),
            mate: info.and_then(|info| info.mate),
            claimed: info.is_some_and(|info| info.claimed),
            depth: info.and_then(|info| info.depth),
            nodes: info.and_then(|info| info.nodes),
            time: time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
            ..AnnotatedMove::new(step.side, step.mv)
        }
    });
    let decision = match game.ending {
        Termination::Time => Decision::Time,
        Termination::Resign => Decision::Resignation,
        Termination::Adjudicated | Termination::MoveLimit => Decision::Adjudication,
        ending if ending.is_fault() => Decision::Forfeit,
        _ => Decision::Rules,
    };
    let is_counted = matches!(decision, Decision::Rules | Decision::Adjudication);
    let margin = match replay.variant {
        Variant::Othello => game.discs.map(i32::unsigned_abs).filter(|_| is_counted),
        Variant::Gomoku(_) => Some(1),
    };
    Some(AnnotatedGame {
        variant: replay.variant,
        start: replay.start,
        moves: moves.collect(),
        opening_plies: replay.opening,
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

/// A game as an SGF record.
pub(crate) fn sgf(info: &MatchInfo, game: &GameResult) -> Option<String> {
    Some(sgf_format::write_annotated(&annotated(info, game)?))
}

/// A game of Othello in GGF, on one line.
pub(crate) fn ggf(info: &MatchInfo, game: &GameResult) -> Option<String> {
    let mut game = annotated(info, game)?;
    if game.event.is_empty() {
        game.event = "Flipfive".into();
    }
    Some(ggf::write(&ggf::Game::from_annotated(&game)?) + "\n")
}

/// A game in PGN, for programs that compute ratings.
pub(crate) fn pgn(info: &MatchInfo, game: &GameResult) -> Option<String> {
    Some(pgn::write(&annotated(info, game)?))
}

/// A game as a line of JSON, as in the journal.
pub(crate) fn json_line(game: &GameResult) -> String {
    // A structure of strings, numbers and lists can always be written.
    serde_json::to_string(game).unwrap_or_default() + "\n"
}

/// Games of Gomoku as PSQ files, with names like those of Gomocup's judge: `pair_i_j.psq`, with the number of the
/// game pair in place of that of the round. `i` and `j` are the numbers of Black's and White's engine, all from 1.
/// The name of a repeated game ends with the game's own number.
pub(crate) struct PsqWriter {
    engines: Vec<String>,
    taken: HashSet<(u32, [usize; 2])>,
}

impl PsqWriter {
    /// The engines that `info` names have the first numbers.
    pub(crate) fn new(info: &MatchInfo) -> Self {
        Self {
            engines: info.engines.clone(),
            taken: HashSet::new(),
        }
    }

    /// The name and the text of a game's file; `None` if the game is not Gomoku.
    pub(crate) fn file(&mut self, info: &MatchInfo, game: &GameResult) -> Option<(String, String)> {
        let text = psq::write(&annotated(info, game)?)?;
        let numbers = [&game.black, &game.white].map(|name| {
            let known = self.engines.iter().position(|other| other == name);
            known.unwrap_or_else(|| {
                self.engines.push(name.clone());
                self.engines.len() - 1
            })
        });
        let [black, white] = numbers.map(|number| number + 1);
        let mut name = format!("{}_{black}_{white}", u64::from(game.pair) + 1);
        if !self.taken.insert((game.pair, numbers)) {
            name += &format!("_{}", u64::from(game.game) + 1);
        }
        Some((name + ".psq", text))
    }
}
