//! What people do in a game: moves, choices, undo and redo, new games, files.

use crate::engine::Variant;
use crate::format::{AnnotatedGame, Decision, FileGame, GameRecord};
use crate::game::{Move, Side};
use crate::gomoku::OpeningRule;
use crate::play::effect::{Effect, MessageKind};
use crate::play::game::{Counting, Game};
use crate::play::history::{History, Roles, Step};
use crate::play::opening::{OpeningChoice, OpeningStep, Seat};
use crate::play::opponent::Opponent;
use crate::session::SessionError;
use crate::util::rng::Rng;
use std::path::PathBuf;
use std::time::Instant;

impl Game {
    /// Plays a move of the person whose turn it is.
    pub(crate) fn place(&mut self, mv: Move, now: Instant) {
        if self.refuse_after_end() || self.refuse_out_of_turn() {
            return;
        }
        if let Some(OpeningStep::Choose { may_place, .. }) = self.roles.opening {
            let two = if may_place { ", or \"two\"" } else { "" };
            self.refuse(format!("choose a colour first: \"black\", \"white\"{two}"));
            return;
        }
        let side = self.record().side();
        if let Err(error) = self.session.play(side, mv) {
            self.refuse(match error {
                SessionError::Illegal(reason) => format!("{mv} cannot be played: {reason}"),
                other => other.to_string(),
            });
            return;
        }
        self.cancel_search();
        self.moved(self.actor_of(side), side, mv);
        self.advance(now);
    }

    /// Chooses in the opening, for the person whose turn it is.
    pub(crate) fn choose(&mut self, choice: OpeningChoice, now: Instant) {
        if self.refuse_after_end() || self.refuse_out_of_turn() {
            return;
        }
        match (self.roles.opening, choice) {
            (Some(OpeningStep::Choose { by, may_place, .. }), choice)
                if may_place || choice != OpeningChoice::PlaceTwo =>
            {
                self.chosen(by, choice);
                self.advance(now);
            }
            (Some(OpeningStep::Choose { rule, .. }), _) => {
                let why = match rule {
                    OpeningRule::Swap => "swap has no further stones",
                    OpeningRule::Swap2 => "two more stones are on the board already",
                };
                self.refuse(format!("{why}; choose \"black\" or \"white\""));
            }
            _ => self.refuse(
                "there is nothing to choose now; the command is for the openings swap and swap2",
            ),
        }
    }

    /// Gives the game up, for the person, or for the side to move between two people.
    pub(crate) fn resign(&mut self, now: Instant) {
        if self.refuse_after_end() {
            return;
        }
        let seat = match self.opponent {
            Opponent::Human => self.actor(),
            _ => Seat::Person,
        };
        self.cancel_search();
        self.resigned(seat);
        self.advance(now);
    }

    /// Exchanges the colours of the players.
    pub(crate) fn swap_sides(&mut self, now: Instant) {
        if self.refuse_after_end() {
            return;
        }
        if self.roles.opening.is_some() {
            self.refuse("the opening decides who has which colour; \"swap\" is for later");
            return;
        }
        self.cancel_search();
        let after = Roles {
            black: self.roles.black.other(),
            ..self.roles
        };
        if self.history.is_empty() {
            // Before the first move there is nothing to take back, and what was taken back had other sides.
            self.history = History::default();
        } else {
            self.counting.obstacle = Some("the sides were swapped during it");
            self.history.push(self.step(Seat::Person, after));
        }
        self.roles = after;
        let [black, white] = Side::ALL.map(|side| self.name(self.seat_of(side)));
        self.say(
            MessageKind::Info,
            format!("Sides swapped: Black is {black}, White is {white}"),
        );
        self.advance(now);
    }

    /// Takes back a whole round: everything since the last choice of a person. Stops the engine.
    pub(crate) fn undo(&mut self, now: Instant) {
        let steps = self.undone_steps();
        if steps.is_empty() {
            self.refuse("there is no move of yours to take back");
            return;
        }
        self.cancel_search();
        for step in &steps {
            if step.is_move && self.session.undo(1).is_err() {
                log::error!("the record has fewer moves than the history");
            }
            self.roles = step.before;
        }
        self.hint = None;
        self.is_announced = false;
        self.counting.undos += 1;
        let moves = steps.iter().filter(|step| step.is_move).count();
        self.say(
            MessageKind::Info,
            format!("Took back {}", counted(moves, steps.len())),
        );
        // The engine may have been thinking, as when its opponent resigned.
        self.advance(now);
    }

    fn undone_steps(&mut self) -> Vec<Step> {
        let humans = [Seat::Person, Seat::Opponent].map(|seat| self.is_human(seat));
        self.history.undo(|seat| humans[seat as usize])
    }

    /// Plays again what was taken back, up to the next choice of a person.
    pub(crate) fn redo(&mut self, now: Instant) {
        let humans = [Seat::Person, Seat::Opponent].map(|seat| self.is_human(seat));
        let steps = self.history.redo(|seat| humans[seat as usize]);
        if steps.is_empty() {
            self.refuse("nothing was taken back");
            return;
        }
        self.cancel_search();
        for step in &steps {
            if step.is_move && self.session.redo(1).is_err() {
                log::error!("the record has fewer moves to redo than the history");
            }
            self.roles = step.after;
        }
        self.hint = None;
        let moves = steps.iter().filter(|step| step.is_move).count();
        self.say(
            MessageKind::Info,
            format!("Played {} again", counted(moves, steps.len())),
        );
        self.advance(now);
    }

    /// Begins a new game, of the same kind and with the same opening unless a game is named.
    pub(crate) fn new_game(
        &mut self,
        variant: Option<Variant>,
        size: Option<u8>,
        opening: Option<OpeningRule>,
        now: Instant,
    ) {
        let opening = opening.or(self.opening_rule.filter(|_| variant.is_none()));
        let variant = variant.unwrap_or(self.variant());
        let same_board = (variant == Variant::Othello) == (self.variant() == Variant::Othello);
        let usual = if same_board {
            self.record().size()
        } else {
            variant.default_size()
        };
        if let Some(rule) = opening
            && variant == Variant::Othello
        {
            self.refuse(format!("{rule} is an opening of Gomoku; Othello has none"));
            return;
        }
        // An abandoned search has no effect, whatever follows.
        self.cancel_search();
        if let Err(error) = self
            .session
            .set_game_and_size(variant, size.unwrap_or(usual))
        {
            self.refuse(error.to_string());
            self.advance(now);
            return;
        }
        self.keep_opponent(variant);
        // Each game has random choices of its own, and the seed of the first one repeats them all.
        let seed = Rng::new(self.session.options().seed).next();
        if let Err(error) = self.session.set_option("seed", &seed.to_string()) {
            self.refuse(error.to_string());
        }
        self.say(MessageKind::Info, format!("New game: {}", self.headline()));
        self.start(opening, now);
    }

    /// Replaces a classic player that another game does not have.
    fn keep_opponent(&mut self, variant: Variant) {
        let opponent = match &self.opponent {
            known if known.suits(variant) => known.clone(),
            _ => Opponent::Level(3),
        };
        if opponent != self.opponent {
            let (old, new) = (self.opponent.to_string(), opponent.title(variant));
            self.say(
                MessageKind::Info,
                format!("{old} does not play {variant}; you play against {new}"),
            );
        }
        if let Err(error) = self.select_opponent(opponent) {
            self.refuse(error.to_string());
        }
    }

    /// Changes the opponent, also during a game.
    pub(crate) fn change_opponent(&mut self, opponent: Opponent, now: Instant) {
        self.cancel_search();
        if opponent != self.opponent {
            if self.history.is_empty() {
                // What was taken back was played against another opponent.
                self.history = History::default();
            } else {
                self.counting.obstacle = Some("the opponent changed during it");
            }
        }
        match self.select_opponent(opponent) {
            Ok(()) => {
                let player = match self.opponent {
                    Opponent::Human => "another person".into(),
                    _ => self.opponent.title(self.variant()),
                };
                let side = self.side_of(Seat::Opponent).capitalised();
                self.say(MessageKind::Info, format!("{side} is now {player}"));
            }
            Err(error) => self.refuse(error.to_string()),
        }
        self.advance(now);
    }

    /// Asks for a file to be loaded.
    pub(crate) fn open(&mut self, path: PathBuf) {
        self.effect(Effect::Load(path));
    }

    /// Makes a loaded game the current one, at its end.
    pub(crate) fn load(&mut self, game: &AnnotatedGame, path: PathBuf, now: Instant) {
        let mut record = GameRecord::from(game);
        // Gomoku implies its passes, and takes them back with the move before them.
        if game.variant != Variant::Othello {
            record.moves.retain(|&(_, mv)| mv != Move::Pass);
        }
        self.cancel_search();
        if let Err(error) = self.session.load(&record) {
            self.refuse(format!("{}: {error}", path.display()));
            self.advance(now);
            return;
        }
        self.keep_opponent(game.variant);
        self.history = History::default();
        self.opening_rule = None;
        self.roles.opening = None;
        self.roles.resigned = None;
        for (side, mv) in record.moves {
            let is_choice = mv != Move::Pass;
            let step = Step {
                is_move: true,
                is_choice,
                ..self.step(self.seat_of(side), self.roles)
            };
            self.history.push(step);
        }
        if let Some(result) = game.result
            && let (Decision::Resignation, Some(winner)) = (result.decision, result.winner)
            && self.record().outcome().is_none()
        {
            let after = Roles {
                resigned: Some(winner.other()),
                ..self.roles
            };
            let step = Step {
                is_choice: false,
                ..self.step(self.seat_of(winner.other()), after)
            };
            self.history.push(step);
            self.roles = after;
        }
        self.hint = None;
        self.is_announced = false;
        self.counting = Counting {
            obstacle: Some("it was loaded from a file"),
            ..Counting::default()
        };
        self.say(
            MessageKind::Info,
            format!("Loaded {}: {}", path.display(), self.headline()),
        );
        // The file may hold more than this game, so it is not one to save to unasked.
        self.file = None;
        self.advance(now);
    }

    /// The game as a file holds it.
    pub(crate) fn to_file(&self) -> FileGame {
        let record = GameRecord::of(self.variant(), self.record());
        let mut game = AnnotatedGame::from(&record);
        game.players = Side::ALL.map(|side| self.name_in_files(self.seat_of(side)));
        game.result = self.end().map(Into::into);
        game.into()
    }

    /// Remembers the file of the game.
    pub(crate) fn saved(&mut self, path: PathBuf) {
        self.say(MessageKind::Info, format!("Saved to {}", path.display()));
        self.file = Some(path);
    }

    /// The file that the game was saved to.
    pub(crate) fn file(&self) -> Option<&PathBuf> {
        self.file.as_ref()
    }

    fn refuse_after_end(&mut self) -> bool {
        let is_over = self.end().is_some();
        if is_over {
            self.refuse("the game is over; \"new\" begins another one, \"undo\" takes back");
        }
        is_over
    }

    fn refuse_out_of_turn(&mut self) -> bool {
        let is_out_of_turn = !self.is_human(self.actor());
        if is_out_of_turn {
            let name = self.name(Seat::Opponent);
            let now = match self.thinking {
                Some(_) => "\"now\" makes it move at once",
                None => "\"now\" lets it think again",
            };
            self.refuse(format!("it is the turn of {name}; {now}"));
        }
        is_out_of_turn
    }
}

/// `2 moves`, or what else the steps were.
fn counted(moves: usize, steps: usize) -> String {
    match (moves, steps) {
        (0, 1) => "a choice".into(),
        (0, _) => format!("{steps} choices"),
        (1, _) => "1 move".into(),
        _ => format!("{moves} moves"),
    }
}
