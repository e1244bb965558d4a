//! The model: a game with two players, of whom at least one is a person at the keyboard.
//!
//! It does no input or output and reads no clock. Methods take what a person or the engine did; what is to be
//! done about it is collected as [`Effect`]s, what is to be said as [`Message`]s.

use crate::engine::{Options, Variant};
use crate::game::{DynRecord, Move, Outcome, Side, Vertex};
use crate::gomoku::OpeningRule;
use crate::play::effect::{Effect, Message, MessageKind};
use crate::play::history::{History, Roles, Step};
use crate::play::opening::{OpeningChoice, OpeningStep, Seat, title};
use crate::play::opponent::Opponent;
use crate::search::Report;
use crate::session::{Session, SessionError};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How a game begins.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// The game.
    pub(crate) variant: Variant,
    /// The board size.
    pub(crate) size: u8,
    /// Who plays against the person.
    pub(crate) opponent: Opponent,
    /// Who plays Black, or places the first stones of the opening.
    pub(crate) black: Seat,
    /// The rule of the opening.
    pub(crate) opening: Option<OpeningRule>,
    /// The time of the engine for a move, a hint, or a decision in the opening.
    pub(crate) time: Duration,
}

/// What the engine thinks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Its move.
    Move,
    /// A hint for the person.
    Hint,
    /// This many stones of an opening.
    OpeningStones(u8),
    /// Its colour.
    OpeningChoice,
}

/// A search that runs.
#[derive(Clone, Debug)]
pub(crate) struct Thinking {
    /// What it is for.
    pub(crate) purpose: Purpose,
    /// When it began.
    pub(crate) since: Instant,
    /// The last completed iteration.
    pub(crate) report: Option<Report>,
}

/// How the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// By the rules.
    Rules(Outcome),
    /// This side resigned.
    Resignation(Side),
}

impl End {
    /// The winner; `None` for a draw.
    pub(crate) fn winner(self) -> Option<Side> {
        match self {
            End::Rules(outcome) => outcome.winner,
            End::Resignation(side) => Some(side.other()),
        }
    }
}

/// What the board shows besides stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    /// Legal points (Othello).
    pub(crate) legal: bool,
    /// Discs that the move under the cursor flips (Othello).
    pub(crate) flips: bool,
    /// Stones of threats, and the points that answer those of the opponent (Gomoku).
    pub(crate) threats: bool,
    /// Points forbidden for Black (Renju).
    pub(crate) forbidden: bool,
}

/// Whether and how a game goes into the score table.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counting {
    /// Why it does not, if it does not.
    pub(crate) obstacle: Option<&'static str>,
    /// Whether it has been counted.
    pub(crate) is_done: bool,
    /// Moves taken back.
    pub(crate) undos: u32,
    /// Hints.
    pub(crate) hints: u32,
}

/// A game that is played.
pub(crate) struct Game {
    pub(super) session: Session,
    pub(super) opponent: Opponent,
    pub(super) roles: Roles,
    pub(super) history: History,
    pub(super) thinking: Option<Thinking>,
    pub(super) hint: Option<Vertex>,
    pub(super) shown: Shown,
    pub(super) counting: Counting,
    pub(super) time: Duration,
    /// The file that the game was saved to: saving to it again needs no question.
    pub(super) file: Option<PathBuf>,
    /// The opening of the game, which the next one begins with, too.
    pub(super) opening_rule: Option<OpeningRule>,
    /// Whether the end has been announced.
    pub(super) is_announced: bool,
    messages: Vec<Message>,
    effects: Vec<Effect>,
}

impl Game {
    /// Begins a game. If the opponent moves first, it begins to think.
    ///
    /// # Errors
    /// The game does not have this board size or this classic player.
    pub(crate) fn new(
        settings: &Settings,
        options: Options,
        now: Instant,
    ) -> Result<Self, SessionError> {
        let session = Session::new(settings.variant, Some(settings.size), options)?;
        let mut game = Self {
            session,
            opponent: settings.opponent.clone(),
            roles: Roles {
                black: settings.black,
                opening: None,
                resigned: None,
            },
            history: History::default(),
            thinking: None,
            hint: None,
            shown: Shown {
                legal: true,
                flips: true,
                threats: false,
                forbidden: true,
            },
            counting: Counting::default(),
            time: settings.time,
            file: None,
            opening_rule: None,
            is_announced: false,
            messages: Vec::new(),
            effects: Vec::new(),
        };
        game.select_opponent(settings.opponent.clone())?;
        game.start(settings.opening, now);
        Ok(game)
    }

    /// Sets who plays against the person.
    pub(super) fn select_opponent(&mut self, opponent: Opponent) -> Result<(), SessionError> {
        let (name, value) = opponent.option();
        self.session.set_option(name, &value)?;
        let milliseconds = self.time.as_millis().to_string();
        self.session.set_option("move-time", &milliseconds)?;
        self.opponent = opponent;
        Ok(())
    }

    /// Starts over on the board of the session.
    pub(super) fn start(&mut self, opening: Option<OpeningRule>, now: Instant) {
        self.history = History::default();
        self.counting = Counting::default();
        self.hint = None;
        self.is_announced = false;
        self.file = None;
        self.opening_rule = opening;
        self.roles.resigned = None;
        self.roles.opening = opening.map(|rule| OpeningStep::first(rule, self.roles.black));
        self.advance(now);
    }

    // What is the case.

    /// The game.
    pub(crate) fn variant(&self) -> Variant {
        self.session.variant()
    }

    /// The moves and the position.
    pub(crate) fn record(&self) -> &dyn DynRecord {
        self.session.record()
    }

    /// Who plays against the person.
    pub(crate) fn opponent(&self) -> &Opponent {
        &self.opponent
    }

    /// What the board shows.
    pub(crate) fn shown(&self) -> Shown {
        self.shown
    }

    /// The search that runs.
    pub(crate) fn thinking(&self) -> Option<&Thinking> {
        self.thinking.as_ref()
    }

    /// The point of the last hint, until the next move.
    pub(crate) fn hint(&self) -> Option<Vertex> {
        self.hint
    }

    /// The step of the opening, until the colours are chosen.
    pub(crate) fn opening(&self) -> Option<OpeningStep> {
        self.roles.opening
    }

    /// Whether a player is a person.
    pub(crate) fn is_human(&self, seat: Seat) -> bool {
        seat == Seat::Person || self.opponent == Opponent::Human
    }

    /// The colour of a player.
    pub(crate) fn side_of(&self, seat: Seat) -> Side {
        if seat == self.roles.black {
            Side::Black
        } else {
            Side::White
        }
    }

    /// The player of a colour.
    pub(crate) fn seat_of(&self, side: Side) -> Seat {
        match side {
            Side::Black => self.roles.black,
            Side::White => self.roles.black.other(),
        }
    }

    /// Whose turn it is. Meaningless after the end.
    pub(crate) fn actor(&self) -> Seat {
        match self.roles.opening {
            Some(step) => step.actor(),
            None => self.seat_of(self.record().side()),
        }
    }

    /// How the game ended, once it has.
    pub(crate) fn end(&self) -> Option<End> {
        let resigned = self.roles.resigned.map(End::Resignation);
        resigned.or_else(|| self.record().outcome().map(End::Rules))
    }

    /// Whether a person has to move or to choose.
    pub(crate) fn awaits_person(&self) -> bool {
        self.end().is_none() && self.is_human(self.actor())
    }

    /// The last move that put a stone on the board.
    pub(crate) fn last_move(&self) -> Option<Vertex> {
        let moves = self.record().moves();
        moves.iter().rev().find_map(|(_, mv)| mv.vertex())
    }

    // Messages and effects.

    /// Takes the messages since the last call.
    pub(crate) fn take_messages(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.messages)
    }

    /// Takes the effects since the last call. The caller has to bring them about in this order.
    pub(crate) fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// Tells the person something.
    pub(crate) fn say(&mut self, kind: MessageKind, text: impl Into<String>) {
        let text = text.into();
        self.messages.push(Message { kind, text });
    }

    /// Tells the person what is wrong.
    pub(crate) fn refuse(&mut self, text: impl Into<String>) {
        self.say(MessageKind::Error, text);
    }

    pub(super) fn effect(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    // What follows from what players do.

    /// Who makes a move of a side now.
    pub(super) fn actor_of(&self, side: Side) -> Seat {
        match self.roles.opening {
            Some(step) => step.actor(),
            None => self.seat_of(side),
        }
    }

    /// A choice of a player that changes the roles.
    pub(super) fn step(&self, actor: Seat, after: Roles) -> Step {
        Step {
            is_move: false,
            actor,
            is_choice: true,
            before: self.roles,
            after,
        }
    }

    /// Notes a move that the record has.
    pub(super) fn moved(&mut self, actor: Seat, side: Side, mv: Move) {
        let stones = self.record().moves().len();
        let after = Roles {
            opening: self.roles.opening.map(|step| step.after_stone(stones)),
            ..self.roles
        };
        self.history.push(Step {
            is_move: true,
            is_choice: mv != Move::Pass,
            ..self.step(actor, after)
        });
        self.roles = after;
        self.hint = None;
        let name = self.name(actor);
        let side = side.capitalised();
        self.say(
            MessageKind::Move,
            match mv {
                Move::Place(at) => format!("{side} ({name}) plays {at}"),
                Move::Pass => format!("{side} ({name}) has no move and passes"),
            },
        );
    }

    /// Notes a choice in the opening.
    pub(super) fn chosen(&mut self, by: Seat, choice: OpeningChoice) {
        let Some(rule) = self.opening().map(OpeningStep::rule) else {
            return;
        };
        let (name, title) = (self.name(by), title(rule));
        let (after, text) = match choice {
            OpeningChoice::PlaceTwo => {
                let left = 2;
                let roles = Roles {
                    opening: Some(OpeningStep::Place { rule, by, left }),
                    ..self.roles
                };
                (roles, format!("{title}: {name} will place two more stones"))
            }
            OpeningChoice::Take(side) => {
                let roles = Roles {
                    black: match side {
                        Side::Black => by,
                        Side::White => by.other(),
                    },
                    opening: None,
                    ..self.roles
                };
                (
                    roles,
                    format!("{title}: {name} will play {}", side.capitalised()),
                )
            }
        };
        self.history.push(self.step(by, after));
        self.roles = after;
        self.say(MessageKind::Move, text);
    }

    /// Notes that a player gives up.
    pub(super) fn resigned(&mut self, seat: Seat) {
        let after = Roles {
            resigned: Some(self.side_of(seat)),
            opening: None,
            ..self.roles
        };
        self.history.push(self.step(seat, after));
        self.roles = after;
    }

    /// Goes on after a change: plays forced passes, announces the end, or lets the opponent think.
    pub(super) fn advance(&mut self, now: Instant) {
        while self.end().is_none() && self.record().legal() == [Move::Pass] {
            let side = self.record().side();
            if self.session.play(side, Move::Pass).is_err() {
                break;
            }
            self.moved(self.seat_of(side), side, Move::Pass);
        }
        if let Some(end) = self.end() {
            self.announce(end);
        } else if !self.is_human(self.actor()) {
            self.think(now);
        }
    }

    fn announce(&mut self, end: End) {
        if std::mem::replace(&mut self.is_announced, true) {
            return;
        }
        self.say(MessageKind::End, self.end_text(end));
        if self.opponent == Opponent::Human || self.counting.is_done {
            return;
        }
        match self.counting.obstacle {
            Some(obstacle) => self.say(
                MessageKind::Info,
                format!("The game is not in the score table: {obstacle}"),
            ),
            None => {
                self.counting.is_done = true;
                let score = self.score(end);
                self.effect(Effect::Count(score));
            }
        }
    }
}
