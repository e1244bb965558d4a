//! The searches of a session: starting them and handling their events.

use crate::engine::{Event, Job, JobId, Variant};
use crate::game::{DynRecord, Move, Outcome, Side};
use crate::search::{Limits, Report, SearchRequest, Strength, TimeBudget, Value};
use crate::session::error::SessionError;
use crate::session::state::Session;
use crate::session::types::{
    EngineMove, FinishedSearch, RunningSearch, SearchEvent, SearchMode, SearchOptions, SearchTime,
    Started,
};
use std::time::Instant;

/// The depth in plies of a suggestion where there is only one legal move. Within a time limit, a player would
/// give such a move at once and without a value.
const FORCED_DEPTH: u32 = 10;

impl Session {
    /// The running search, unless the engine is pondering.
    pub fn running(&self) -> Option<RunningSearch> {
        self.running
            .filter(|running| running.mode != SearchMode::Ponder)
    }

    /// Whether the engine is pondering.
    pub fn is_pondering(&self) -> bool {
        self.running
            .is_some_and(|running| running.mode == SearchMode::Ponder)
    }

    /// Forgets the running search, so that its later events are ignored. The caller stops the engine.
    pub fn abandon_search(&mut self) {
        self.running = None;
    }

    /// The limits of a search for `side`.
    pub fn limits(
        &self,
        side: Side,
        mode: SearchMode,
        options: &SearchOptions,
        received: Instant,
    ) -> Limits {
        let depth = options.depth.unwrap_or(self.options.depth);
        let mut limits = Limits {
            depth: Some(depth).filter(|depth| *depth > 0),
            nodes: Some(self.options.nodes).filter(|nodes| *nodes > 0),
            time: None,
            received,
        };
        limits.time = match (options.time, mode) {
            (SearchTime::Limit(time), _) => Some(TimeBudget::fixed(time)),
            (SearchTime::Unlimited, _)
            | (SearchTime::ByMode, SearchMode::Analyze | SearchMode::Ponder) => None,
            (SearchTime::ByMode, SearchMode::Play | SearchMode::Suggest) => {
                self.clocks.time_budget(
                    side,
                    self.variant.moves_to_go(&self.record.current()),
                    &self.options,
                    limits.depth.is_some() || limits.nodes.is_some(),
                )
            }
        };
        limits
    }

    /// Starts a search for `side`. If the other side is to move but has to pass, the pass is implied.
    ///
    /// # Errors
    ///
    /// The other side is to move and has a legal move.
    pub fn start_search(
        &mut self,
        mode: SearchMode,
        side: Side,
        options: &SearchOptions,
        received: Instant,
    ) -> Result<Started, SessionError> {
        let mut record = self.record_for(side)?;
        let side = match options.after.filter(|_| mode != SearchMode::Play) {
            Some(moves) => {
                while record.undoable() > moves && record.undo() {}
                record.side()
            }
            None => side,
        };
        if let Some(outcome) = record.outcome() {
            let answer = self.answer_after_end(side, outcome);
            if mode == SearchMode::Play && answer == EngineMove::Move(Move::Pass) {
                self.end_passes += 1;
                self.undone_end_passes = 0;
            }
            return Ok(Started::Decided(answer));
        }
        // The record gets the implied pass only together with the move, if the search plays one.
        record.pass_to(side)?;
        if mode == SearchMode::Play && record.legal() == [Move::Pass] {
            self.play(side, Move::Pass)?;
            return Ok(Started::Decided(EngineMove::Move(Move::Pass)));
        }
        let request = self.request(mode, side, options, record.as_ref(), received);
        self.last_id += 1;
        let id = JobId(self.last_id);
        self.running = Some(RunningSearch {
            id,
            mode,
            side,
            started: received,
            restricted: !options.only.is_empty() || !options.avoid.is_empty(),
        });
        Ok(Started::Search(Box::new(Job {
            id,
            variant: self.variant,
            start: record.start(),
            moves: record.moves(),
            request,
        })))
    }

    /// The request of a search for `side` at the end of this record.
    fn request(
        &self,
        mode: SearchMode,
        side: Side,
        options: &SearchOptions,
        record: &dyn DynRecord,
        received: Instant,
    ) -> SearchRequest {
        let for_game = mode == SearchMode::Play || options.for_game;
        let mut limits = self.limits(side, mode, options, received);
        if mode == SearchMode::Suggest
            && !for_game
            && limits.time.is_some()
            && record.legal().len() == 1
        {
            limits.time = None;
            let depth = limits.depth.unwrap_or(FORCED_DEPTH);
            limits.depth = Some(depth.min(FORCED_DEPTH));
        }
        let full_strength =
            options.full_strength || matches!(mode, SearchMode::Analyze | SearchMode::Ponder);
        SearchRequest {
            limits,
            lines: match mode {
                _ if options.lines > 0 => options.lines,
                // Each further line costs time, and nothing shows it.
                SearchMode::Play | SearchMode::Ponder => 1,
                SearchMode::Suggest | SearchMode::Analyze => self.options.lines,
            },
            only: options.only.clone(),
            avoid: options.avoid.clone(),
            balance: options.balance.filter(|_| mode != SearchMode::Play),
            strength: if full_strength {
                Strength::Full
            } else {
                self.options.strength()
            },
            threads: self.options.threads,
            hash_mb: self.options.hash,
            // A seed repeats the whole game, but the random choices differ from move to move.
            seed: options
                .seed
                .unwrap_or(self.options.seed)
                .wrapping_add(record.moves().len() as u64),
            book: self.options.book && for_game,
        }
    }

    /// Starts pondering, if the option `ponder` is on and the game is not over.
    pub fn ponder(&mut self, now: Instant) -> Option<Box<Job>> {
        let may_ponder = self.options.ponder && !self.never_ponders;
        if !may_ponder || self.options.strength() != Strength::Full {
            return None;
        }
        match self.start_search(
            SearchMode::Ponder,
            self.record.side(),
            &SearchOptions::default(),
            now,
        ) {
            Ok(Started::Search(job)) => Some(job),
            _ => None,
        }
    }

    /// The answer to a request for a move after the end of the game. The loser of a Gomoku game resigns,
    /// so that match runners that do not know the rules see the winner. In all other cases, a pass.
    fn answer_after_end(&self, side: Side, outcome: Outcome) -> EngineMove {
        let gomoku = matches!(self.variant, Variant::Gomoku(_));
        if gomoku && outcome.winner == Some(side.other()) {
            EngineMove::Resign
        } else {
            EngineMove::Move(Move::Pass)
        }
    }

    /// Handles an event of the engine that arrived at the moment `now`. Ignores the events of jobs other
    /// than the running one, and those of pondering.
    pub fn on_event(&mut self, event: Event, now: Instant) -> Option<SearchEvent> {
        let running = self.running?;
        match event {
            Event::Report(id, report) if id == running.id => {
                (running.mode != SearchMode::Ponder).then_some(SearchEvent::Progress(report))
            }
            Event::Done(id, result) if id == running.id => {
                self.running = None;
                if running.mode == SearchMode::Ponder {
                    return None;
                }
                let mut best_move = result.best.map(EngineMove::Move);
                if running.mode == SearchMode::Play {
                    let used = now.saturating_duration_since(running.started);
                    self.clocks.clock_mut(running.side).spend(used);
                    // A loss after some moves only is no lost game.
                    if !running.restricted && self.should_resign(result.report.as_ref()) {
                        best_move = Some(EngineMove::Resign);
                        self.note_resignation(running.side);
                    }
                    if let Some(EngineMove::Move(mv)) = best_move
                        && let Err(error) = self.play_found(running.side, mv)
                    {
                        // The error begins with "illegal move".
                        return Some(SearchEvent::Failed(format!("the search chose an {error}")));
                    }
                }
                Some(SearchEvent::Finished(FinishedSearch {
                    mode: running.mode,
                    side: running.side,
                    best_move,
                    report: result.report,
                }))
            }
            Event::Failed(id, text) if id == running.id => {
                self.running = None;
                (running.mode != SearchMode::Ponder).then_some(SearchEvent::Failed(text))
            }
            _ => None,
        }
    }

    /// Whether to resign: only if the opponent wins with the next move. The opponent may overlook a
    /// longer win.
    fn should_resign(&self, report: Option<&Report>) -> bool {
        self.options.resign
            && self.options.strength() == Strength::Full
            && report.is_some_and(|report| {
                matches!(
                    report.lines[0].score.value,
                    Value::LossIn {
                        plies: ..=2,
                        proven: true
                    }
                )
            })
    }
}
