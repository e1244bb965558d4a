//! Adjudication: the match runner decides a game when both engines agree about its result.

use crate::engines::MoveInfo;
use crate::game::Side;
use crate::tournament::key_values::key_values;
use serde::{Deserialize, Serialize};

/// The rules of adjudication. By default no game is adjudicated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[command(next_help_heading = "Adjudication")]
pub struct Adjudication {
    /// Resign adjudication: the game is lost when both engines report a score of at least VALUE for the
    /// same side during PLIES moves; with side=own, when the losing engine reports it for PLIES of its own
    /// moves [plies: 6, side: both]
    ///
    /// The unit is the engines' own: discs in Othello, evaluation units in Gomoku.
    #[arg(long, value_name = "value=VALUE,plies=PLIES,side=SIDE", value_parser = key_values::<ResignRule>)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignRule>,
    /// Draw adjudication: the game is drawn when both engines report scores within VALUE of even during
    /// PLIES moves, but not before move AFTER [plies: 10, after: 0]
    #[arg(long, value_name = "value=VALUE,plies=PLIES,after=AFTER", value_parser = key_values::<DrawRule>)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// Decide a game when both engines report a proof of the same result
    ///
    /// Flipfive marks a win that it has not proven as a claim, which does not count. What other engines
    /// announce counts as a proof.
    #[arg(long)]
    pub proof: bool,
    /// Othello: solve the endgame at EMPTIES empty squares instead of playing it (at most 24)
    #[arg(long, value_name = "EMPTIES")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solve: Option<u8>,
}

/// Resign adjudication.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ResignRule {
    /// The smallest score that counts as won.
    pub value: f64,
    /// For this many consecutive moves, of both engines together or of the one that loses.
    #[serde(default = "ResignRule::default_plies")]
    pub plies: u32,
    /// Whose scores decide.
    #[serde(default, skip_serializing_if = "ResignSide::is_both")]
    pub side: ResignSide,
}

/// Whose scores decide that an engine resigns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ResignSide {
    /// Those of both engines.
    #[default]
    Both,
    /// Those of the engine that loses.
    Own,
}

impl ResignSide {
    fn is_both(&self) -> bool {
        *self == Self::Both
    }
}

impl ResignRule {
    const fn default_plies() -> u32 {
        6
    }
}

/// Draw adjudication.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DrawRule {
    /// The largest absolute score that counts as drawn.
    pub value: f64,
    /// For this many consecutive moves of both engines together.
    #[serde(default = "DrawRule::default_plies")]
    pub plies: u32,
    /// Not before this many moves, including those of the opening.
    #[serde(default)]
    pub after: u32,
}

impl DrawRule {
    const fn default_plies() -> u32 {
        10
    }
}

impl Adjudication {
    /// The largest number of empty squares for [`Adjudication::solve`]. Solving larger endgames takes
    /// longer than playing them.
    const MAX_EMPTIES: u8 = 24;

    /// Whether a rule needs the engines' scores.
    pub fn needs_scores(&self) -> bool {
        self.resign.is_some() || self.draw.is_some() || self.proof
    }

    /// Checks the values.
    ///
    /// # Errors
    /// The first value that is out of range, as a sentence.
    pub fn check(&self) -> Result<(), String> {
        let resign = self.resign.map(|rule| ("resign", rule.value, rule.plies));
        let draw = self.draw.map(|rule| ("draw", rule.value, rule.plies));
        for (name, value, plies) in resign.into_iter().chain(draw) {
            if !(value.is_finite() && value >= 0.0) {
                return Err(format!(
                    "{name}: value={value} is out of range; expected 0 or more"
                ));
            }
            let is_own = name == "resign" && self.resign.is_some_and(|rule| !rule.side.is_both());
            let (least, expected) = match is_own {
                true => (1, "at least 1 move"),
                false => (2, "at least 2 moves, one of each engine"),
            };
            if plies < least {
                return Err(format!(
                    "{name}: plies={plies} is out of range; expected {expected}"
                ));
            }
        }
        if let Some(empties) = self.solve
            && empties > Self::MAX_EMPTIES
        {
            return Err(format!(
                "solve: {empties} is out of range; expected at most {} empty squares",
                Self::MAX_EMPTIES
            ));
        }
        Ok(())
    }
}

/// Consecutive moves whose reports agree.
#[derive(Clone, Copy, Debug, Default)]
struct Streak {
    plies: u32,
    /// The sides that took part.
    sides: [bool; 2],
}

impl Streak {
    fn add_move(&mut self, side: Side, agrees: bool) {
        if agrees {
            self.plies += 1;
            self.sides[side.index()] = true;
        } else {
            *self = Self::default();
        }
    }

    fn lasts(&self, plies: u32) -> bool {
        self.plies >= plies && self.sides == [true, true]
    }
}

/// Tracks the engines' reports during one game.
#[derive(Default)]
pub(crate) struct Adjudicator {
    rules: Adjudication,
    /// Reports that Black wins, and that White wins.
    won: [Streak; 2],
    /// Black's and White's consecutive reports of its own loss.
    behind: [u32; 2],
    /// Proofs that Black wins, and that White wins.
    proven: [Streak; 2],
    drawn: Streak,
}

/// An adjudicated result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Verdict {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The reason, as a sentence.
    pub reason: String,
}

impl Adjudicator {
    /// An adjudicator before the first move.
    pub(crate) fn new(rules: Adjudication) -> Self {
        Self {
            rules,
            ..Self::default()
        }
    }

    /// Adds a move of `side`, the `moves`-th of the game, with the engine's report. A move without a
    /// score ends every streak.
    pub(crate) fn add_move(&mut self, side: Side, info: &MoveInfo, moves: u32) -> Option<Verdict> {
        let winner_by = |good: bool, bad: bool| match (good, bad) {
            (true, _) => Some(side),
            (_, true) => Some(side.other()),
            _ => None,
        };
        let announced = info.mate.and_then(|plies| winner_by(plies > 0, plies < 0));
        let proof = announced.filter(|_| !info.claimed);
        let winner = |bound: f64| {
            let by_value = info
                .value
                .and_then(|value| winner_by(value >= bound, value <= -bound));
            announced.or(by_value)
        };
        let is_drawn = |bound: f64| {
            announced.is_none() && info.value.is_some_and(|value| value.abs() <= bound)
        };
        for side_ahead in Side::ALL {
            if let Some(rule) = self.rules.resign.filter(|rule| rule.side.is_both()) {
                let streak = &mut self.won[side_ahead.index()];
                streak.add_move(side, winner(rule.value) == Some(side_ahead));
                if streak.lasts(rule.plies) {
                    return Some(Verdict {
                        winner: Some(side_ahead),
                        reason: format!(
                            "both engines see {side_ahead} ahead by {} or more for {} moves",
                            rule.value, rule.plies
                        ),
                    });
                }
            }
            let streak = &mut self.proven[side_ahead.index()];
            streak.add_move(side, proof == Some(side_ahead));
            if self.rules.proof && streak.lasts(2) {
                return Some(Verdict {
                    winner: Some(side_ahead),
                    reason: format!("both engines have proven that {side_ahead} wins"),
                });
            }
        }
        if let Some(rule) = self.rules.resign.filter(|rule| !rule.side.is_both()) {
            let behind = &mut self.behind[side.index()];
            let is_behind = winner(rule.value) == Some(side.other());
            *behind = if is_behind { *behind + 1 } else { 0 };
            if *behind >= rule.plies {
                return Some(Verdict {
                    winner: Some(side.other()),
                    reason: format!(
                        "{side} sees itself behind by {} or more for {} of its moves",
                        rule.value, rule.plies
                    ),
                });
            }
        }
        let rule = self.rules.draw?;
        self.drawn.add_move(side, is_drawn(rule.value));
        (self.drawn.lasts(rule.plies) && moves >= rule.after).then(|| Verdict {
            winner: None,
            reason: format!(
                "both engines see nobody ahead by more than {} for {} moves",
                rule.value, rule.plies
            ),
        })
    }
}

#[cfg(test)]
mod tests;
