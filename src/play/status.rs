//! The sentences of a game: who plays, whose turn it is, how it ended.

use crate::engine::Variant;
use crate::format::{Decided, Decision, RecordedResult, claimed, signed};
use crate::game::{Ending, Outcome, Side, Threat};
use crate::play::game::{End, Game, Purpose};
use crate::play::opening::{OpeningStep, Seat, title};
use crate::play::opponent::Opponent;
use crate::play::scores::GameScore;
use crate::search::{Score, Value};

impl From<End> for RecordedResult {
    fn from(end: End) -> Self {
        match end {
            End::Rules(outcome) => outcome.into(),
            End::Resignation(side) => Self {
                winner: Some(side.other()),
                margin: None,
                decision: Decision::Resignation,
            },
        }
    }
}

impl Game {
    /// The game and its board: `Othello 8x8`.
    pub(crate) fn headline(&self) -> String {
        let size = self.record().size();
        format!("{} {size}x{size}", self.variant())
    }

    /// A player's name in sentences.
    pub(crate) fn name(&self, seat: Seat) -> String {
        match (seat, self.opponent()) {
            (Seat::Person, Opponent::Human) => "player 1".into(),
            (Seat::Opponent, Opponent::Human) => "player 2".into(),
            (Seat::Person, _) => "you".into(),
            (Seat::Opponent, opponent) => opponent.to_string(),
        }
    }

    /// A player's name in game files.
    pub(crate) fn name_in_files(&self, seat: Seat) -> String {
        match (seat, self.opponent()) {
            (_, Opponent::Human) => self.name(seat),
            (Seat::Person, _) => "person".into(),
            (Seat::Opponent, opponent) => format!("Flipfive {opponent}"),
        }
    }

    /// Number of stones of a side.
    pub(crate) fn stones(&self, side: Side) -> usize {
        self.record().current().stones_of(side).count()
    }

    /// Whose turn it is and what is expected, or how the game ended.
    pub(crate) fn status(&self) -> String {
        if let Some(end) = self.end() {
            return self.end_text(end);
        }
        let actor = self.actor();
        let name = self.name(actor);
        if let Some(step) = self.opening() {
            return self.opening_status(step, &name);
        }
        let side = self.record().side().capitalised();
        let purpose = self.thinking().map(|thinking| thinking.purpose);
        match purpose {
            Some(Purpose::Hint) => format!("{side} to move; looking for a hint"),
            Some(_) => format!("{side} ({name}) is thinking"),
            None => format!("{side} to move ({name})"),
        }
    }

    fn opening_status(&self, step: OpeningStep, name: &str) -> String {
        let is_busy = self.thinking().is_some();
        let opening = title(step.rule());
        match step {
            _ if is_busy => format!("{opening}: {name} is thinking"),
            OpeningStep::Place { left, .. } => {
                let side = self.record().side().capitalised();
                let stones = if left == 1 { "stone" } else { "stones" };
                format!("{opening}: {name} to place {left} more {stones}, {side} first")
            }
            OpeningStep::Choose { may_place, .. } => {
                let two = if may_place {
                    ", or \"two\" to place two more stones"
                } else {
                    ""
                };
                format!("{opening}: {name} to choose \"black\", \"white\"{two}")
            }
        }
    }

    /// Why the game is over.
    pub(crate) fn end_text(&self, end: End) -> String {
        let reason = match end {
            End::Rules(outcome) => self.outcome_text(outcome),
            End::Resignation(side) => {
                let [loser, winner] = [side, side.other()].map(Side::capitalised);
                format!("{loser} resigns, so {winner} wins")
            }
        };
        let verdict = match (self.opponent(), end.winner()) {
            (Opponent::Human, _) | (_, None) => "",
            (_, Some(winner)) if self.seat_of(winner) == Seat::Person => ". You win",
            (_, Some(_)) => ". You lose",
        };
        format!("The game is over. {reason}{verdict}.")
    }

    fn outcome_text(&self, outcome: Outcome) -> String {
        let winner = outcome.winner.map(Side::capitalised);
        match (outcome.ending, winner) {
            (Ending::Counted, _) => self.count_text(outcome),
            (Ending::Five, Some(winner)) => {
                let line = self.record().winning_line();
                let points: Vec<_> = line.iter().map(ToString::to_string).collect();
                format!("{winner} wins with the row {}", points.join(" "))
            }
            (Ending::Foul, Some(winner)) => {
                format!("{winner} wins, since Black made a forbidden move")
            }
            _ => "It is a draw: there is no free point left to play".into(),
        }
    }

    fn count_text(&self, outcome: Outcome) -> String {
        let [black, white] = Side::ALL.map(|side| self.stones(side));
        let board = usize::from(self.record().size()).pow(2);
        let reason = if black + white == board {
            "The board is full"
        } else {
            "Neither side can move"
        };
        match outcome.winner {
            None => format!("{reason}: it is a draw, {black} to {white}"),
            Some(side) => {
                let winner = side.capitalised();
                let [own, other] = [side, side.other()].map(|side| self.stones(side));
                let margin = usize::from(outcome.margin);
                // Empty squares count for the winner.
                let counted = if own.abs_diff(other) == margin {
                    String::new()
                } else {
                    let counted = (board + margin) / 2;
                    format!(", which counts as {counted} to {}", board - counted)
                };
                format!("{reason}: {winner} wins {own} to {other}{counted}")
            }
        }
    }

    /// The entry of the score table for this game.
    pub(super) fn score(&self, end: End) -> GameScore {
        let side = self.side_of(Seat::Person);
        GameScore {
            game: self.variant().to_string(),
            size: self.record().size(),
            opponent: self.opponent().to_string(),
            side,
            result: match end.winner() {
                None => Decided::Draw,
                Some(winner) if winner == side => Decided::Win,
                Some(_) => Decided::Loss,
            },
            undos: self.counting.undos,
            hints: self.counting.hints,
            date: String::new(),
        }
    }

    /// The threats on the board in words, the strongest first.
    pub(crate) fn threat_texts(&self) -> Vec<String> {
        let threats = self.record().threats();
        threats.iter().map(threat_text).collect()
    }
}

fn threat_text(threat: &Threat) -> String {
    let names = |points: &[crate::game::Vertex]| {
        let names: Vec<_> = points.iter().map(ToString::to_string).collect();
        names.join(" ")
    };
    let (side, kind) = (threat.side.capitalised(), threat.kind);
    let stones = names(&threat.stones);
    match threat.answers[..] {
        [] => format!("{side}: {kind} {stones}"),
        _ => format!(
            "{side}: {kind} {stones}, answers {}",
            names(&threat.answers)
        ),
    }
}

fn plies_text(plies: u32) -> String {
    match plies {
        1 => "1 ply".into(),
        _ => format!("{plies} plies"),
    }
}

/// A value for the side to move, in words.
pub(crate) fn score_text(score: Score, variant: Variant) -> String {
    match score.value {
        Value::Exact(discs) => match discs {
            0 => "an exact draw".into(),
            1.. => format!("wins by {discs} discs, exactly"),
            _ => format!("loses by {} discs, exactly", -discs),
        },
        Value::WinIn { plies, proven } => {
            format!("wins in {}{}", plies_text(plies), claimed(proven))
        }
        Value::LossIn { plies, proven } => {
            format!("loses in {}{}", plies_text(plies), claimed(proven))
        }
        Value::Estimate(hundredths) => {
            let value = signed(f64::from(hundredths) / 100.0, 1);
            let unit = match variant {
                Variant::Othello => " discs",
                Variant::Gomoku(_) => "",
            };
            format!("value {value}{unit}, {:.0} %", 100.0 * score.win_rate)
        }
    }
}
