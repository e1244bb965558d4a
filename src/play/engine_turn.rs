//! The engine's part in a game: its moves, its decisions in an opening, hints.

use crate::engine::Event;
use crate::game::{Move, Side};
use crate::gomoku::rules::opening::takes_black;
use crate::play::effect::{Effect, MessageKind};
use crate::play::game::{Game, Purpose, Thinking};
use crate::play::opening::{OpeningChoice, OpeningStep, Seat};
use crate::play::status::score_text;
use crate::search::{Balance, Report};
use crate::session::{
    EngineMove, FinishedSearch, SearchEvent, SearchMode, SearchOptions, SearchTime, Started,
};
use std::time::Instant;

impl Game {
    /// Lets the opponent think about what it has to do.
    pub(super) fn think(&mut self, now: Instant) {
        let purpose = match self.opening() {
            Some(OpeningStep::Place { left, .. }) => Purpose::OpeningStones(left),
            Some(OpeningStep::Choose { .. }) => Purpose::OpeningChoice,
            None => Purpose::Move,
        };
        self.search(purpose, now);
    }

    /// Looks for a hint for the person whose turn it is.
    pub(crate) fn ask_hint(&mut self, now: Instant) {
        if self.end().is_some() {
            self.refuse("the game is over; there is no move to look for");
        } else if !self.awaits_person() {
            self.refuse("hints are for your own moves");
        } else if self.opening().is_some() {
            self.refuse("there are no hints during the opening");
        } else {
            self.cancel_search();
            self.counting.hints += 1;
            self.search(Purpose::Hint, now);
        }
    }

    /// Makes the engine answer at once, or think again after a failure.
    pub(crate) fn move_now(&mut self, now: Instant) {
        if self.thinking.is_some() {
            self.effect(Effect::Stop);
        } else if self.end().is_none() && !self.is_human(self.actor()) {
            self.advance(now);
        } else {
            self.refuse("nobody is thinking");
        }
    }

    /// Forgets the running search, if there is one.
    pub(super) fn cancel_search(&mut self) {
        if self.thinking.take().is_some() {
            self.session.abandon_search();
            self.effect(Effect::Stop);
        }
    }

    fn search(&mut self, purpose: Purpose, now: Instant) {
        let balance = match purpose {
            Purpose::OpeningStones(stones) => Some(Balance { stones, bias: 0 }),
            _ => None,
        };
        let (mode, options) = match purpose {
            Purpose::Move => (SearchMode::Play, SearchOptions::default()),
            _ => {
                let options = SearchOptions {
                    lines: 1,
                    time: SearchTime::Limit(self.time),
                    full_strength: true,
                    balance,
                    ..SearchOptions::default()
                };
                (SearchMode::Suggest, options)
            }
        };
        let side = self.record().side();
        match self.session.start_search(mode, side, &options, now) {
            Ok(Started::Search(job)) => {
                self.thinking = Some(Thinking {
                    purpose,
                    since: now,
                    report: None,
                });
                self.effect(Effect::Search(job));
            }
            // Only without a choice, and the model plays forced passes itself.
            Ok(Started::Decided(best_move)) => self.engine_moved(side, best_move, now),
            Err(error) => self.refuse(error.to_string()),
        }
    }

    /// Handles an event of the engine. Events of abandoned searches have no effect.
    pub(crate) fn on_engine(&mut self, event: Event, now: Instant) {
        match self.session.on_event(event, now) {
            None => {}
            Some(SearchEvent::Progress(report)) => {
                if let Some(thinking) = &mut self.thinking {
                    thinking.report = Some(report);
                }
            }
            Some(SearchEvent::Finished(finished)) => {
                if let Some(thinking) = self.thinking.take() {
                    self.on_result(thinking.purpose, &finished, now);
                }
            }
            Some(SearchEvent::Failed(reason)) => {
                self.thinking = None;
                self.refuse(format!(
                    "the engine failed: {reason}; \"now\" lets it try again"
                ));
            }
        }
    }

    fn on_result(&mut self, purpose: Purpose, finished: &FinishedSearch, now: Instant) {
        let report = finished.report.as_ref();
        match purpose {
            Purpose::Move => {
                if let Some(best_move) = finished.best_move {
                    self.engine_moved(finished.side, best_move, now);
                }
            }
            Purpose::Hint => self.on_hint(finished.best_move, report),
            Purpose::OpeningStones(_) => {
                let stones = report.map_or(&[][..], |report| &report.lines[0].moves);
                self.place_opening(stones, now);
            }
            Purpose::OpeningChoice => {
                let best = report.and_then(|report| report.lines.first());
                let value = best.map_or(0, |line| line.score.hundredths(i32::MAX));
                let side = if takes_black(value) {
                    Side::Black
                } else {
                    Side::White
                };
                self.chosen(Seat::Opponent, OpeningChoice::Take(side));
                self.advance(now);
            }
        }
    }

    /// Notes what the engine did in its turn; the record has its move already.
    fn engine_moved(&mut self, side: Side, best_move: EngineMove, now: Instant) {
        match best_move {
            EngineMove::Move(mv) => self.moved(self.seat_of(side), side, mv),
            EngineMove::Resign => self.resigned(self.seat_of(side)),
        }
        self.advance(now);
    }

    fn on_hint(&mut self, best_move: Option<EngineMove>, report: Option<&Report>) {
        let Some(EngineMove::Move(best)) = best_move else {
            self.refuse("the search found no move");
            return;
        };
        self.hint = best.vertex();
        let mut text = format!("Hint: {best}");
        if let Some(line) = report.and_then(|report| report.lines.first()) {
            let value = score_text(line.score, self.variant());
            let moves: Vec<_> = line.moves.iter().take(8).map(Move::to_string).collect();
            text += &format!(", {value}, expected: {}", moves.join(" "));
        }
        self.say(MessageKind::Info, text);
    }

    /// Places stones of an opening. If the search found too few, any legal points serve.
    fn place_opening(&mut self, stones: &[Move], now: Instant) {
        let Some(OpeningStep::Place { by, left, .. }) = self.opening() else {
            return;
        };
        for n in 0..usize::from(left) {
            let side = self.record().side();
            let legal = self.record().legal();
            let wanted = stones.get(n).filter(|mv| legal.contains(mv));
            let Some(&mv) = wanted.or(legal.get(legal.len() / 2)) else {
                break;
            };
            if let Err(error) = self.session.play(side, mv) {
                self.refuse(error.to_string());
                break;
            }
            self.moved(by, side, mv);
        }
        self.advance(now);
    }
}
