//! What has been done in a game, for undo and redo.
//!
//! The record of the session holds the moves. A step here also knows who made it and what else it changed:
//! colours, the step of the opening, a resignation.

use crate::game::Side;
use crate::play::opening::{OpeningStep, Seat};

/// Everything that a step may change, apart from the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Roles {
    /// Who plays Black.
    pub(crate) black: Seat,
    /// The step of the opening, until the colours are chosen.
    pub(crate) opening: Option<OpeningStep>,
    /// The side that has resigned.
    pub(crate) resigned: Option<Side>,
}

/// Something that happened in the game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// Whether it is a move of the record.
    pub(crate) is_move: bool,
    /// Who made it.
    pub(crate) actor: Seat,
    /// Whether there was a choice; a forced pass leaves no choice.
    pub(crate) is_choice: bool,
    /// The roles before it.
    pub(crate) before: Roles,
    /// The roles after it.
    pub(crate) after: Roles,
}

/// The steps of a game, and those that were taken back.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    done: Vec<Step>,
    /// The last one is redone first.
    undone: Vec<Step>,
}

impl History {
    /// Whether nothing has happened yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.done.is_empty()
    }

    /// Number of steps that are moves of the record.
    #[cfg(test)]
    pub(crate) fn moves(&self) -> usize {
        self.done.iter().filter(|step| step.is_move).count()
    }

    /// Adds a step. What was taken back is forgotten.
    pub(crate) fn push(&mut self, step: Step) {
        self.done.push(step);
        self.undone.clear();
    }

    /// Takes back everything from the last choice of somebody at the keyboard on. Returns the steps, the last
    /// one first; nothing if there is no such choice.
    pub(crate) fn undo(&mut self, is_human: impl Fn(Seat) -> bool) -> Vec<Step> {
        let mut choices = self.done.iter();
        let last = choices.rposition(|step| step.is_choice && is_human(step.actor));
        let Some(last) = last else {
            return Vec::new();
        };
        let mut steps = self.done.split_off(last);
        steps.reverse();
        self.undone.extend_from_slice(&steps);
        steps
    }

    /// Does again what was taken back, up to the next choice of somebody at the keyboard. Returns the steps.
    pub(crate) fn redo(&mut self, is_human: impl Fn(Seat) -> bool) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        while let Some(next) = self.undone.last() {
            if !steps.is_empty() && next.is_choice && is_human(next.actor) {
                break;
            }
            steps.extend(self.undone.pop());
        }
        self.done.extend_from_slice(&steps);
        steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(actor: Seat, is_choice: bool) -> Step {
        let roles = Roles {
            black: Seat::Person,
            opening: None,
            resigned: None,
        };
        Step {
            is_move: true,
            actor,
            is_choice,
            before: roles,
            after: roles,
        }
    }

    fn is_person(seat: Seat) -> bool {
        seat == Seat::Person
    }

    #[test]
    fn a_round_goes_back_to_the_last_choice_of_the_person() {
        let mut history = History::default();
        assert!(history.undo(is_person).is_empty());
        // The opponent began; the person had to pass once.
        for (actor, is_choice) in [
            (Seat::Opponent, true),
            (Seat::Person, true),
            (Seat::Opponent, true),
            (Seat::Person, false),
            (Seat::Opponent, true),
        ] {
            history.push(step(actor, is_choice));
        }
        assert_eq!(history.undo(is_person).len(), 4);
        assert!(history.undo(is_person).is_empty());
        assert!(!history.is_empty());
        assert_eq!(history.redo(is_person).len(), 4);
        assert!(history.redo(is_person).is_empty());
    }

    #[test]
    fn two_people_take_back_single_moves() {
        let mut history = History::default();
        for actor in [Seat::Person, Seat::Opponent, Seat::Person] {
            history.push(step(actor, true));
        }
        let anybody = |_| true;
        assert_eq!(history.undo(anybody)[0].actor, Seat::Person);
        assert_eq!(history.undo(anybody)[0].actor, Seat::Opponent);
        assert_eq!(history.redo(anybody).len(), 1);
        history.push(step(Seat::Person, true));
        assert!(history.redo(anybody).is_empty());
    }
}
