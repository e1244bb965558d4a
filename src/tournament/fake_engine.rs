//! Engines in this process for tests, well and ill behaved.

use crate::engine::Variant;
use crate::engines::{
    BestMove, EngineClient, EngineError, EngineReply, GameSpec, MoveInfo, OpeningChoice,
    OpeningReply, Termination,
};
use crate::game::{DynRecord, Move, Setup, Side, Vertex};
use crate::gomoku::OpeningRule;
use crate::search::Clock;
use crate::tournament::Adjudication;
use crate::tournament::referee::GameSettings;
use crate::tournament::referee::clock::TimeLimits;
use crate::util::rng::Rng;
use std::time::Duration;

/// What a fake engine does instead of playing random legal moves, from its `at`-th move on (from 0).
#[derive(Clone, Debug)]
pub(crate) enum Habit {
    Random,
    Plays(Vec<&'static str>),
    Late(Duration),
    PlaysIllegal(&'static str),
    Resigns,
    Fails(Termination),
    Refuses,
    /// Refuses every game but the first.
    RefusesAnotherGame,
    RefusesPositions,
    FailsToTakeMoves,
    FailsAtTheEnd,
    /// Takes this long to end a game.
    TakesItsTimeToEnd(Duration),
    /// Ends by itself after every game.
    EndsBetweenGames,
    Reports(MoveInfo),
}

/// A fake engine with its own board, which asserts that the referee sends it legal moves in turn.
pub(crate) struct FakeEngine {
    pub habit: Habit,
    pub at: usize,
    rng: Rng,
    record: Option<Box<dyn DynRecord>>,
    turns: usize,
    /// Whether it plays every game with the same random numbers.
    pub fixed: bool,
    /// Its decisions in opening rules.
    pub choices: Vec<OpeningChoice>,
    /// The number of games started.
    pub begun: usize,
    /// The number of games ended.
    pub ended: usize,
    /// Called when it refuses a game or fails in place of a move.
    pub on_failure: Option<Box<dyn Fn() + Send>>,
}

impl FakeEngine {
    pub(crate) fn new(habit: Habit, at: usize) -> Self {
        Self {
            habit,
            at,
            rng: Rng::new(at as u64),
            record: None,
            turns: 0,
            fixed: false,
            choices: Vec::new(),
            begun: 0,
            ended: 0,
            on_failure: None,
        }
    }

    pub(crate) fn random(seed: u64) -> Self {
        Self {
            rng: Rng::new(seed),
            ..Self::new(Habit::Random, 0)
        }
    }

    /// The error of a failure.
    fn failure(&self, termination: Termination, message: &str) -> EngineError {
        if let Some(on_failure) = &self.on_failure {
            on_failure();
        }
        EngineError::new(termination, message)
    }

    fn record(&mut self) -> &mut dyn DynRecord {
        self.record.as_mut().expect("a game has begun").as_mut()
    }
}

impl EngineClient for FakeEngine {
    fn new_game(&mut self, game: GameSpec, _clock: &Clock) -> Result<(), EngineError> {
        self.begun += 1;
        self.turns = 0;
        if self.fixed {
            self.rng = Rng::new(1);
        }
        let refuses = match self.habit {
            Habit::Refuses => true,
            Habit::RefusesAnotherGame => self.begun > 1,
            _ => false,
        };
        if refuses {
            return Err(self.failure(Termination::Refused, "does not play this game"));
        }
        self.record = game.variant.new_record(game.size);
        Ok(())
    }

    fn was_restarted(&self) -> bool {
        matches!(self.habit, Habit::EndsBetweenGames) && self.begun > 1
    }

    fn set_position(&mut self, start: &Setup) -> Result<(), EngineError> {
        if matches!(self.habit, Habit::RefusesPositions) {
            return Err(EngineError::new(Termination::Refused, "takes no position"));
        }
        self.record().set_up(start).unwrap();
        Ok(())
    }

    fn play_move(&mut self, side: Side, mv: Move) -> Result<(), EngineError> {
        if matches!(self.habit, Habit::FailsToTakeMoves) && self.turns >= self.at {
            return Err(EngineError::new(Termination::Crash, "closed its output"));
        }
        assert_eq!(self.record().side(), side, "moves come in turn");
        self.record().play(side, mv).expect("moves are legal");
        Ok(())
    }

    fn go(
        &mut self,
        side: Side,
        clocks: &[Clock; 2],
        timeout: Duration,
    ) -> Result<EngineReply, EngineError> {
        assert_eq!(self.record().side(), side);
        assert!(
            clocks[side.index()]
                .time_to_flag()
                .is_none_or(|flag| timeout > flag)
        );
        let mut reply = EngineReply {
            text: String::new(),
            best_move: BestMove::Resign,
            elapsed: Duration::from_micros(1500),
            info: MoveInfo::default(),
        };
        let legal = self.record().legal();
        let mut mv = legal[self.rng.below(legal.len() as u64) as usize];
        let index = self.turns;
        self.turns += 1;
        if index >= self.at {
            let size = self.record().size();
            match &self.habit {
                Habit::Late(time) => reply.elapsed = *time,
                Habit::Plays(names) => {
                    mv = Move::from_name(names[index - self.at], size).unwrap();
                }
                Habit::PlaysIllegal(name) => mv = Move::from_name(name, 26).unwrap(),
                Habit::Resigns => return Ok(reply),
                Habit::Fails(ending) => return Err(self.failure(*ending, "did it on purpose")),
                Habit::Reports(info) => reply.info = info.clone(),
                _ => {}
            }
        }
        // The referee has to find out what is illegal.
        let _ = self.record().play_foul(side, mv);
        reply.best_move = BestMove::Move(mv);
        Ok(reply)
    }

    fn choose_opening(
        &mut self,
        _: OpeningRule,
        stones: &[Vertex],
        clock: &Clock,
        timeout: Duration,
    ) -> Result<OpeningReply, EngineError> {
        assert!(clock.time_to_flag().is_none_or(|flag| timeout > flag));
        assert!(matches!(stones.len(), 0 | 3 | 5));
        let elapsed = match self.habit {
            Habit::Late(time) => time,
            _ => Duration::from_micros(2500),
        };
        Ok(OpeningReply {
            choice: self.choices.remove(0),
            elapsed,
            info: MoveInfo::default(),
        })
    }

    fn end_game(&mut self) -> Result<(), EngineError> {
        self.ended += 1;
        match self.habit {
            Habit::FailsAtTheEnd => Err(EngineError::new(Termination::Crash, "closed its output")),
            Habit::TakesItsTimeToEnd(time) => {
                std::thread::sleep(time);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn quit(&mut self) {}
}

/// Settings with short limits.
pub(crate) fn settings(variant: Variant, size: u8) -> GameSettings {
    GameSettings {
        spec: GameSpec { variant, size },
        limits: TimeLimits {
            margin: Duration::from_millis(10),
            hang_timeout: Duration::from_secs(1),
            max_move_time: Duration::from_secs(10),
        },
        max_moves: None,
        adjudication: Adjudication::default(),
        opening_rule: None,
    }
}
