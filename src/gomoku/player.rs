//! The Gomoku player: the engine, its levels, the classic players, and balanced openings.

use crate::gomoku::levels::{CLASSICS, LEVELS, Recipe};
use crate::gomoku::rules::{Gomoku, Point, Position};
use crate::gomoku::{balance, random::rng_for, search::FullPlayer};
use crate::search::players::recipe_of;
use crate::search::{
    LEVEL_TABLE_MB, MAX_LEVEL, MovesToGo, Player, PlayerSpec, PvLine, Report, SearchRequest,
    SearchResult, StopToken,
};
use crate::util::rng::Rng;

/// The Gomoku player with its memory between moves.
#[derive(Default)]
pub(crate) struct GomokuPlayer {
    full_player: FullPlayer,
    /// Plays the levels that limit its nodes.
    level_player: FullPlayer,
}

/// Levels that limit the engine's nodes vary their play while fewer stones than this are on the
/// board.
const VARIED_STONES: usize = 10;
/// Lines they choose from.
const VARIED_LINES: usize = 3;
/// The most by which a chosen line may be worse than the best one, in evaluation units.
const VARIED_LOSS: f32 = 0.8;

impl GomokuPlayer {
    /// A random line of the tree of the last search at full strength, which began at this position: see
    /// [`FullPlayer::random_line`].
    pub(crate) fn random_line(&self, position: &Position, rng: &mut Rng) -> Vec<Point> {
        self.full_player.random_line(position, rng)
    }

    /// A level with a limit of nodes. Position, seed and level determine the move, whatever was searched before. In the
    /// opening it searches several lines and plays, by the seed of the request, one of those that are nearly as good as
    /// the best.
    fn think_with_variety(
        &mut self,
        nodes: u64,
        position: &Position,
        request: &SearchRequest,
        stop: &StopToken,
        sink: &mut dyn FnMut(Report),
    ) -> SearchResult {
        let mut request = request.clone();
        let limits = &mut request.limits;
        limits.nodes = Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes)));
        // With helpers, the share of the nodes that the main worker gets would depend on the
        // machine.
        request.threads = 1;
        request.hash_mb = LEVEL_TABLE_MB;
        let player = &mut self.level_player;
        player.clear();
        if !(1..VARIED_STONES).contains(&position.stones()) {
            return player.think(position, &request, stop, sink);
        }
        let lines = request.lines.max(1);
        request.lines = lines.max(VARIED_LINES);
        let mut truncated = |mut report: Report| {
            report.lines.truncate(lines);
            sink(report);
        };
        let mut result = player.think(position, &request, stop, &mut truncated);
        if let Some(report) = &mut result.report {
            let best = report.lines[0].score;
            let is_near = |line: &&PvLine| {
                !line.score.is_decided() && best.lead() - line.score.lead() <= VARIED_LOSS
            };
            let near = report.lines.iter().take_while(is_near).count();
            let choices = near.min(VARIED_LINES);
            if choices > 1 {
                let choice = rng_for(position, request.seed).below(choices as u64) as usize;
                report.lines[..=choice].rotate_right(1);
                result.best = Some(report.lines[0].moves[0]);
            }
            report.lines.truncate(lines);
        }
        result
    }
}

impl Player<Gomoku> for GomokuPlayer {
    const LEVELS: [PlayerSpec; MAX_LEVEL as usize] = LEVELS.specs();
    const CLASSICS: &'static [PlayerSpec] = &CLASSICS.specs::<{ CLASSICS.list.len() }>();

    fn think(
        &mut self,
        position: &Position,
        request: &SearchRequest,
        stop: &StopToken,
        sink: &mut dyn FnMut(Report),
    ) -> SearchResult {
        if position.outcome().is_some() {
            return SearchResult::default();
        }
        if let Some(goal) = request.balance {
            return balance::think(&mut self.full_player, position, request, goal, stop, sink);
        }
        match recipe_of(&request.strength, &LEVELS, &CLASSICS, Recipe::Full) {
            Recipe::Full => self.full_player.think(position, request, stop, sink),
            Recipe::Nodes(nodes) => self.think_with_variety(nodes, position, request, stop, sink),
            Recipe::ThreatBook(book) => SearchResult {
                best: book.best_move(position, request),
                report: None,
            },
            Recipe::LineCount(counter) => counter.think(position, request, stop, sink),
        }
    }

    fn clear(&mut self) {
        self.full_player.clear();
    }

    fn moves_to_go(position: &Position) -> MovesToGo {
        // Games on the usual boards are decided after about forty stones; the rest never seems
        // shorter than ten moves.
        let most = (position.empties() as u32).div_ceil(2);
        MovesToGo {
            expected: (25.0 - position.stones() as f32 / 3.0)
                .max(10.0)
                .min(most.max(1) as f32),
            most,
        }
    }
}

#[cfg(test)]
mod tests;
