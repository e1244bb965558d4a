//! The puzzles of a game.

use crate::engine::Variant;
use crate::format::{AnnotatedGame, replay_ply};
use crate::game::{DynRecord, Game, Move, Side};
use crate::gomoku::only_move::{self, Kind};
use crate::gomoku::{Gomoku, Rule, Rules};
use crate::othello::{self, Othello, OthelloPlayer};
use crate::puzzles::othello::solve;
use crate::puzzles::puzzle::{Puzzle, Question, Scores};
use std::ops::RangeInclusive;

/// Which puzzles to find.
#[derive(Clone, Debug)]
pub(crate) struct FinderSettings {
    /// Nodes of the searches of an Othello position.
    pub othello_nodes: u64,
    /// Nodes of the searches of a Gomoku position.
    pub gomoku_nodes: u64,
    /// Othello: the number of empty squares.
    pub empties: RangeInclusive<usize>,
    /// Othello: the least lead over the second-best move in discs, if the result is the same.
    pub gap: i32,
    /// Gomoku: the least number of attacks of a win.
    pub attacks: u32,
    /// Gomoku: the depth of threats.
    pub threat: u32,
    /// Whether moves that the player found are puzzles, too.
    pub found: bool,
}

/// Finds puzzles in games. The same game has the same puzzles, whatever was searched before.
pub(crate) struct Finder {
    settings: FinderSettings,
    othello: OthelloPlayer,
}

impl Finder {
    pub(crate) fn new(settings: FinderSettings) -> Self {
        Self {
            settings,
            othello: OthelloPlayer::default(),
        }
    }

    /// The puzzles of a game in the order of its moves. `progress` is called after each move.
    ///
    /// # Errors
    /// The game cannot be replayed.
    pub(crate) fn find(
        &mut self,
        game: &AnnotatedGame,
        progress: &mut dyn FnMut(),
    ) -> Result<Vec<Puzzle>, String> {
        let mut record = game.record(0).map_err(|error| error.to_string())?;
        let mut found: Vec<Puzzle> = Vec::new();
        // The game follows the line of a puzzle up to this move.
        let mut line_end = 0;
        for (index, played) in game.moves.iter().enumerate() {
            if index >= line_end
                && record.side() == played.side
                && let Some((question, line)) = self.only_move(game.variant, record.as_ref())
                && (self.settings.found || line[0] != played.mv)
                && !is_repeated(&found, played.side, line[0])
            {
                let rest = game.moves[index..].iter().map(|played| played.mv);
                line_end = index + rest.zip(&line).take_while(|(mv, own)| mv == *own).count();
                found.push(Puzzle {
                    variant: game.variant,
                    position: record.current(),
                    ply: index + 1,
                    played: played.mv,
                    question,
                    line,
                });
            }
            replay_ply(record.as_mut(), played.side, played.mv)
                .map_err(|reason| format!("move {}, {}: {reason}", index + 1, played.mv))?;
            progress();
        }
        Ok(found)
    }

    /// The proved only move of the position of a record, with the line that begins with it.
    fn only_move(
        &mut self,
        variant: Variant,
        record: &dyn DynRecord,
    ) -> Option<(Question, Vec<Move>)> {
        if record.outcome().is_some() {
            return None;
        }
        match variant {
            Variant::Othello => self.only_disc(record),
            Variant::Gomoku(rule) => self.only_stone(record, rule),
        }
    }

    fn only_disc(&mut self, record: &dyn DynRecord) -> Option<(Question, Vec<Move>)> {
        let now = record.current();
        if !self.settings.empties.contains(&now.empties()) || record.legal().len() < 2 {
            return None;
        }
        let position = Othello::from_setup(othello::Rules, &now).ok()?;
        let (scores, line) = solve(&mut self.othello, position, self.settings.othello_nodes)?;
        self.is_puzzle(&scores)
            .then_some((Question::Score(scores), line))
    }

    /// Whether one move alone wins or draws, or leads by enough discs.
    fn is_puzzle(&self, scores: &Scores) -> bool {
        let Scores { best, second, .. } = *scores;
        best - second >= self.settings.gap || best.signum() > second.signum()
    }

    fn only_stone(&self, record: &dyn DynRecord, rule: Rule) -> Option<(Question, Vec<Move>)> {
        let now = record.current();
        let rules = Rules::new(now.size, rule).ok()?;
        let position = Gomoku::from_setup(rules, &now).ok()?;
        let task = only_move::Task {
            attacks: self.settings.attacks,
            depth: self.settings.threat,
            nodes: self.settings.gomoku_nodes,
        };
        let found = only_move::find(&position, &task)?;
        let question = match found.kind {
            Kind::Fours(attacks) => Question::Fours(attacks),
            Kind::Threats(attacks) => Question::Threats(attacks),
            Kind::Defence => Question::Defence,
        };
        Some((question, found.line))
    }
}

/// Whether the player's last puzzle has this solution: a chance that is missed again is not a new puzzle.
fn is_repeated(found: &[Puzzle], side: Side, solution: Move) -> bool {
    let last = found
        .iter()
        .rev()
        .find(|last| last.position.to_move == side);
    last.is_some_and(|last| last.solution() == solution)
}
