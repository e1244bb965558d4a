//! The searches of a game.

use crate::analysis::game_analysis::GameAnalysis;
use crate::analysis::marks::{Mark, Phase};
use crate::analysis::move_analysis::{BestLine, MoveAnalysis};
use crate::analysis::notes;
use crate::engine::{Engine, EngineHandle, Event, Job, JobId, Variant};
use crate::format::{
    AnnotatedGame, AnnotatedMove, GameError, ScoreFields, replay_ply, rounded, score_of_outcome,
};
use crate::game::{DynRecord, Move, Side};
use crate::search::{Limits, PvLine, Report, Score, SearchRequest, TimeBudget, Value};
use std::fmt;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// How each move is searched.
#[derive(Clone, Debug)]
pub struct SearchSettings {
    /// Time of a search. A move takes at most two searches, and a suspected blunder two more with eight times the limits.
    /// Set at least one limit: without any, a search goes on until it has solved the position.
    pub time: Option<Duration>,
    /// Nodes of a search.
    pub nodes: Option<u64>,
    /// Depth of a search in plies.
    pub depth: Option<u32>,
    /// Number of best lines.
    pub lines: usize,
    /// Search threads.
    pub threads: usize,
    /// Size of the transposition table in MB.
    pub hash_mb: usize,
    /// Othello: positions with this many empty squares or fewer are solved, whatever that costs.
    pub solve_from: usize,
}

impl SearchSettings {
    /// One second, three lines, one thread, a table of 128 MB, solved from 14 empty squares.
    pub const DEFAULT: Self = Self {
        time: Some(Duration::from_secs(1)),
        nodes: None,
        depth: None,
        lines: 3,
        threads: 1,
        hash_mb: 128,
        solve_from: 14,
    };
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl fmt::Display for SearchSettings {
    /// The settings on which the results depend: `1 s, lines 3, threads 1, solved from 14`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limits = [
            self.time.map(|time| format!("{} s", time.as_secs_f64())),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
            self.depth.map(|depth| format!("depth {depth}")),
        ];
        for limit in limits.into_iter().flatten() {
            write!(f, "{limit}, ")?;
        }
        let (lines, threads) = (self.lines, self.threads);
        write!(
            f,
            "lines {lines}, threads {threads}, solved from {}",
            self.solve_from
        )
    }
}

/// Why a game cannot be analysed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnalysisError {
    /// The start or a move is illegal.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A move is not one of the side whose turn it is. A pass is a move, too.
    #[error("move {number}: it is the turn of {side}; expected its move or its pass")]
    Turn {
        /// From 1.
        number: usize,
        /// The side whose turn it is.
        side: Side,
    },
    /// A search has failed.
    #[error("ply {ply}: {reason}")]
    Search {
        /// From 1.
        ply: usize,
        /// What went wrong.
        reason: String,
    },
}

/// Analyses games, one after the other, with one engine.
pub struct Analyzer {
    engine: Engine,
    events: Receiver<Event>,
    settings: SearchSettings,
    last_job: u64,
}

/// A position of the game and what follows.
struct Place<'a> {
    variant: Variant,
    game: &'a AnnotatedGame,
    /// Number of plies before it.
    plies: usize,
    record: &'a dyn DynRecord,
    legal: Vec<Move>,
}

impl Place<'_> {
    fn played(&self) -> Move {
        self.game.moves[self.plies].mv
    }

    /// The error of a search here.
    fn failed(&self, reason: impl Into<String>) -> AnalysisError {
        AnalysisError::Search {
            ply: self.plies + 1,
            reason: reason.into(),
        }
    }

    /// Whether the player chose the move: it is not the only legal one, and no pass of Gomoku. Stones that were set up by
    /// moves imply such passes.
    fn has_choice(&self) -> bool {
        self.legal.len() > 1 && self.played() != Move::Pass
    }
}

/// What is found out about a move.
struct Searched {
    /// The search of the position; a forced move takes none.
    report: Option<Report>,
    played: Move,
    of_played: Found,
    best: Move,
    best_score: Score,
    /// Of all searches.
    nodes: u64,
}

impl Searched {
    /// How much of the expected result the played move lost.
    fn loss(&self) -> f64 {
        if self.best == self.played {
            return 0.0;
        }
        // As it is written: rounded.
        let rate = |score: Score| rounded(f64::from(score.win_rate), 1e6);
        (rate(self.best_score) - rate(self.of_played.line.score)).max(0.0)
    }

    /// Whether more search cannot change the values.
    fn is_proven(&self) -> bool {
        self.best_score.is_proven() && self.of_played.line.score.is_proven()
    }
}

/// A suspected blunder is searched again with this many times the limits, and marked by what that search finds.
const CONFIRMATION: u32 = 8;

/// The value of a move, with the search that found it.
struct Found {
    line: PvLine,
    nodes: u64,
}

/// The score of a position for the side to move there, with the best line, which is empty if the game is over.
struct Known {
    score: Score,
    moves: Vec<Move>,
}

impl Known {
    /// The score of the position before, with the line that begins with `mv`.
    fn before(self, mv: Move) -> Self {
        let mut score = self.score.reversed();
        if let Value::WinIn { plies, .. } | Value::LossIn { plies, .. } = &mut score.value {
            *plies += 1;
        }
        let moves = [mv].into_iter().chain(self.moves).collect();
        Self { score, moves }
    }
}

impl Analyzer {
    /// An analyzer with an engine of its own.
    pub fn new(settings: SearchSettings) -> Self {
        let (sender, events) = channel();
        // Sending fails only after the analyzer was dropped.
        let engine = Engine::new(move |event| drop(sender.send(event)));
        Self {
            engine,
            events,
            settings,
            last_job: 0,
        }
    }

    /// Analyses a game whose moves contain every ply: passes, too. `progress` is called after each move, which is taken
    /// from the end of the game, so that the table knows what follows.
    ///
    /// # Errors
    /// The game cannot be replayed, or a search failed.
    pub fn analyze(
        &mut self,
        game: &AnnotatedGame,
        progress: &mut dyn FnMut(),
    ) -> Result<GameAnalysis, AnalysisError> {
        let variant = game.variant;
        let mut record = game.record(0)?;
        let mut positions = vec![record.boxed()];
        for (number, played) in (1..).zip(&game.moves) {
            if record.side() != played.side {
                let side = record.side();
                return Err(AnalysisError::Turn { number, side });
            }
            let mv = played.mv;
            replay_ply(record.as_mut(), played.side, mv).map_err(|reason| GameError::Move {
                number,
                mv,
                reason,
            })?;
            positions.push(record.boxed());
        }
        self.engine.clear_hash();
        // The score of the position after the move, for the side to move there.
        let outcome = record.outcome();
        let mut after = outcome.map(|outcome| Known {
            score: score_of_outcome(outcome, variant, record.side()),
            moves: Vec::new(),
        });
        let mut moves = Vec::with_capacity(game.moves.len());
        for (index, position) in positions.iter().enumerate().take(game.moves.len()).rev() {
            let place = Place {
                variant,
                game,
                plies: index,
                record: position.as_ref(),
                legal: position.legal(),
            };
            let is_last = index + 1 == game.moves.len();
            let (analysis, best) = self.analyze_move(&place, after, is_last)?;
            after = Some(best);
            moves.push(analysis);
            progress();
        }
        moves.reverse();
        if let Some(loser) = loser(game, record.as_ref()) {
            notes::note_losing_move(&mut moves, loser);
        }
        let size = game.start.size;
        Ok(GameAnalysis::new(variant, size, game.plies(), moves))
    }

    /// Analyses a move. `after` is the score of the position after it, if it is known. Returns the score of
    /// the best move, too.
    fn analyze_move(
        &mut self,
        place: &Place<'_>,
        after: Option<Known>,
        is_last: bool,
    ) -> Result<(MoveAnalysis, Known), AnalysisError> {
        let played = place.played();
        let ends = is_last && after.is_some();
        let follows = after.map(|after| after.before(played));
        // A move that ends the game has its result, and a forced move the value of what follows. So has any move
        // after which a win or a loss is proven: a search of this position may not see as far. A score of Othello is only a
        // bound of this position's, and would look like its exact value.
        let is_mate = |score: &Score| {
            score.is_proven() && matches!(score.value, Value::WinIn { .. } | Value::LossIn { .. })
        };
        let known = follows.filter(|it| ends || !place.has_choice() || is_mate(&it.score));
        let known = known.as_ref();
        let mut searched = self.search_move(place, known, 1)?;
        // A low search errs most where it sees a large loss.
        if Mark::of_loss(searched.loss()) == Some(Mark::Blunder) && !searched.is_proven() {
            let again = self.search_move(place, known, CONFIRMATION)?;
            searched = Searched {
                nodes: searched.nodes + again.nodes,
                ..again
            };
        }
        let loss = searched.loss();
        let is_decided =
            searched.best_score.is_decided() && searched.of_played.line.score.is_decided();
        let Searched {
            report,
            of_played,
            best,
            best_score,
            nodes,
            ..
        } = searched;
        let of_played = of_played.line;
        let value = ScoreFields::new(of_played.score, place.variant);
        let best_value = ScoreFields::new(best_score, place.variant);
        let discs = best_value.score_lead.zip(value.score_lead);
        let stones = place.record.current().stones().count();
        let analysis = MoveAnalysis {
            ply: place.plies + 1,
            player: place.record.side(),
            played: played.to_string(),
            legal: place.legal.len(),
            phase: Phase::of(place.variant, stones),
            best: best.to_string(),
            loss: rounded(loss, 1e6),
            loss_discs: discs.map(|(best, value)| rounded((best - value).max(0.0), 1e2)),
            mark: Mark::of(loss, is_decided),
            lines: lines_of(report.as_ref(), place.variant),
            depth: report
                .as_ref()
                .map_or(of_played.depth, |report| report.depth),
            nodes,
            notes: notes::of_move(place.record, played, &value, &best_value),
            value,
            best_value,
        };
        let moves = report.map_or(of_played.moves, |mut report| {
            std::mem::take(&mut report.lines[0].moves)
        });
        let best = Known {
            score: best_score,
            moves,
        };
        Ok((analysis, best))
    }

    /// Finds the best move and the value of the played one. `known` is the value of the played move if it needs
    /// no search. The limits are multiplied by `factor`.
    fn search_move(
        &mut self,
        place: &Place<'_>,
        known: Option<&Known>,
        factor: u32,
    ) -> Result<Searched, AnalysisError> {
        let played = place.played();
        let mut report = match known {
            Some(_) if !place.has_choice() => None,
            _ => Some(self.search(place, self.settings.lines, Vec::new(), factor)?),
        };
        if let (Some(known), Some(report)) = (known, &mut report) {
            self.correct(place, report, known.score, factor)?;
        }
        let in_lines = report.as_ref().and_then(|report| {
            let line = report.lines.iter().find(|line| line.moves[0] == played)?;
            // A search ends when it has found a win, maybe before it has seen what the other moves are worth.
            let is_complete = line.score.is_decided() || !report.lines[0].score.is_decided();
            is_complete.then(|| line.clone())
        });
        let of_played = match (known, in_lines) {
            (Some(known), _) => Found {
                line: PvLine {
                    score: known.score,
                    depth: 0,
                    nodes: 0,
                    moves: known.moves.clone(),
                },
                nodes: 0,
            },
            (None, Some(line)) => Found { line, nodes: 0 },
            (None, None) if place.legal.contains(&played) => {
                let mut report = self.search(place, 1, vec![played], factor)?;
                Found {
                    line: report.lines.swap_remove(0),
                    nodes: report.nodes,
                }
            }
            (None, None) => {
                return Err(place.failed(format!("{played} cannot be searched")));
            }
        };
        let best_line = report.as_ref().and_then(|report| report.lines.first());
        let (best, best_score) = match best_line {
            Some(line) if line.score.win_rate >= of_played.line.score.win_rate => {
                (line.moves[0], line.score)
            }
            _ => (played, of_played.line.score),
        };
        // The search of the played move alone, or what follows, may rate it higher than the search of all moves.
        if let Some(report) = &mut report
            && report.lines[0].moves[0] != best
        {
            report.lines.retain(|line| line.moves[0] != best);
            report.lines.insert(0, of_played.line.clone());
            report.lines.truncate(self.settings.lines.max(1));
        }
        Ok(Searched {
            nodes: report.as_ref().map_or(0, |report| report.nodes) + of_played.nodes,
            report,
            played,
            of_played,
            best,
            best_score,
        })
    }

    /// Gives the played move its known score in the lines of a report. If it was the only line and is worse than the
    /// search thought, the best of the other moves is added.
    fn correct(
        &mut self,
        place: &Place<'_>,
        report: &mut Report,
        known: Score,
        factor: u32,
    ) -> Result<(), AnalysisError> {
        let played = place.played();
        let Some(line) = report.lines.iter_mut().find(|line| line.moves[0] == played) else {
            return Ok(());
        };
        let is_loss = |score: Score| matches!(score.value, Value::LossIn { .. });
        if is_loss(line.score) && is_loss(known) {
            // Every move loses, and a claim is no better than a proof.
            line.score = known;
            return Ok(());
        }
        let is_worse = known.win_rate < line.score.win_rate;
        line.score = known;
        if is_worse && report.lines.len() == 1 {
            let others = place.legal.iter().copied();
            let others = others.filter(|mv| *mv != played).collect();
            let other = self.search(place, 1, others, factor)?;
            report.nodes += other.nodes;
            report.lines.extend(other.lines);
        }
        let lines = &mut report.lines;
        lines.sort_by(|a, b| b.score.win_rate.total_cmp(&a.score.win_rate));
        lines.truncate(self.settings.lines.max(1));
        Ok(())
    }

    /// Searches a position. If `only` is not empty, it contains the only moves to consider.
    fn search(
        &mut self,
        place: &Place<'_>,
        lines: usize,
        only: Vec<Move>,
        factor: u32,
    ) -> Result<Report, AnalysisError> {
        let settings = &self.settings;
        // A search of one move would end early.
        let is_single = !only.is_empty() || place.legal.len() == 1;
        let time = |time| match is_single {
            true => TimeBudget::for_analysis(time),
            false => TimeBudget::fixed(time),
        };
        let empties = place.record.current().empties();
        let solve = place.variant == Variant::Othello && empties <= settings.solve_from;
        let limits = if solve {
            Limits::none()
        } else {
            Limits {
                // Each further ply takes a few times as long.
                depth: settings.depth.map(|depth| depth + factor.ilog2()),
                nodes: settings
                    .nodes
                    .map(|nodes| nodes.saturating_mul(factor.into())),
                time: settings
                    .time
                    .map(|limit| time(limit.saturating_mul(factor))),
                received: Instant::now(),
            }
        };
        match self.report(place, lines, only.clone(), limits)? {
            Some(report) => Ok(report),
            // The limits were too low for one iteration.
            None => self
                .report(place, lines, only, Limits::depth(1))?
                .ok_or_else(|| place.failed("the search found no value")),
        }
    }

    fn report(
        &mut self,
        place: &Place<'_>,
        lines: usize,
        only: Vec<Move>,
        limits: Limits,
    ) -> Result<Option<Report>, AnalysisError> {
        self.last_job += 1;
        let id = JobId(self.last_job);
        let plies = place.game.moves[..place.plies].iter();
        self.engine.begin(Job {
            id,
            variant: place.variant,
            start: place.game.start.clone(),
            moves: plies.map(AnnotatedMove::ply).collect(),
            request: SearchRequest {
                lines,
                only,
                threads: self.settings.threads.max(1),
                hash_mb: self.settings.hash_mb.max(1),
                ..SearchRequest::new(limits)
            },
        });
        for event in &self.events {
            match event {
                Event::Done(done, result) if done == id => return Ok(result.report),
                Event::Failed(failed, reason) if failed == id => {
                    return Err(place.failed(reason));
                }
                _ => {}
            }
        }
        Err(place.failed("the engine has ended"))
    }
}

fn lines_of(report: Option<&Report>, variant: Variant) -> Vec<BestLine> {
    let lines = report.map_or(&[][..], |report| &report.lines);
    lines
        .iter()
        .map(|line| BestLine {
            pv: line.moves.iter().map(ToString::to_string).collect(),
            depth: line.depth,
            value: ScoreFields::new(line.score, variant),
        })
        .collect()
}

/// The loser of a game: by the rules, else as the file says.
fn loser(game: &AnnotatedGame, end: &dyn DynRecord) -> Option<Side> {
    let winner = match end.outcome() {
        Some(outcome) => outcome.winner,
        None => game.result.and_then(|result| result.winner),
    };
    winner.map(Side::other)
}
