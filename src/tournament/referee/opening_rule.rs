//! The opening rules swap and swap2 between two engines: who places which stones, and who takes which colour.

use crate::engines::{BestMove, EngineReply, GameSpec, OpeningChoice, OpeningReply};
use crate::game::{Move, Side, Vertex};
use crate::gomoku::OpeningRule;
use crate::tournament::results::game_result::{OpeningStep, journal_ms};

/// What the players of an opening rule have agreed on.
#[derive(Debug)]
pub(crate) struct Agreement {
    /// Whether the second player has Black.
    pub is_swapped: bool,
    /// White's next move, with which a player has taken White.
    pub reply: Option<EngineReply>,
}

/// Why the players have not agreed. The first player is named by `Side::Black`, the second by `Side::White`.
#[derive(Debug)]
pub(crate) enum OpeningFault<E> {
    /// A player has not answered.
    Unanswered(E),
    /// A player has broken the rule.
    Illegal(Side, String),
}

/// Plays an opening rule: its stones and decisions, and what the players have agreed on or why they have not. `ask` asks a
/// player for its decision about the stones on the board.
pub(crate) fn play_opening_rule<E>(
    rule: OpeningRule,
    spec: GameSpec,
    names: [&str; 2],
    ask: impl FnMut(Side, &[Vertex]) -> Result<OpeningReply, E>,
) -> (OpeningProcedure, Result<Agreement, OpeningFault<E>>) {
    let mut procedure = OpeningProcedure {
        spec,
        stones: Vec::new(),
        steps: Vec::new(),
    };
    let agreed = procedure.play(rule, names, ask);
    (procedure, agreed)
}

/// The state of a swap or swap2 opening.
#[derive(Debug)]
pub(crate) struct OpeningProcedure {
    spec: GameSpec,
    /// The stones so far, Black's first.
    pub stones: Vec<Vertex>,
    /// The decisions so far.
    pub steps: Vec<OpeningStep>,
}

impl OpeningProcedure {
    /// Plays a rule to its end.
    fn play<E>(
        &mut self,
        rule: OpeningRule,
        names: [&str; 2],
        mut ask: impl FnMut(Side, &[Vertex]) -> Result<OpeningReply, E>,
    ) -> Result<Agreement, OpeningFault<E>> {
        let mut chooser = Side::Black;
        loop {
            let allowed: &[usize] = match (rule, self.stones.len()) {
                (_, 0) => &[3],
                (OpeningRule::Swap2, 3) => &[1, 2],
                _ => &[1],
            };
            let reply = ask(chooser, &self.stones).map_err(OpeningFault::Unanswered)?;
            let mut step = OpeningStep {
                engine: names[chooser.index()].to_owned(),
                ms: journal_ms(reply.elapsed),
                stones: Vec::new(),
                colour: None,
            };
            match reply.choice {
                OpeningChoice::Swap if !self.stones.is_empty() => {
                    step.colour = Some(Side::Black);
                    self.steps.push(step);
                    return Ok(Agreement {
                        is_swapped: chooser == Side::White,
                        reply: None,
                    });
                }
                OpeningChoice::Stones(ref stones) if allowed.contains(&stones.len()) => {
                    self.check(stones)
                        .map_err(|what| OpeningFault::Illegal(chooser, what))?;
                    if let [stone] = stones[..] {
                        step.colour = Some(Side::White);
                        let reply = EngineReply {
                            best_move: BestMove::Move(Move::Place(stone)),
                            text: String::new(),
                            elapsed: reply.elapsed,
                            info: reply.info,
                        };
                        self.steps.push(step);
                        return Ok(Agreement {
                            is_swapped: chooser == Side::Black,
                            reply: Some(reply),
                        });
                    }
                    step.stones = stones
                        .iter()
                        .map(|&stone| Move::Place(stone).to_string())
                        .collect();
                    self.stones.extend(stones);
                }
                choice => {
                    let what = wrong_choice(&choice, rule, self.stones.len());
                    return Err(OpeningFault::Illegal(chooser, what));
                }
            }
            self.steps.push(step);
            chooser = chooser.other();
        }
    }

    /// Checks that stones can be placed after those on the board.
    fn check(&self, stones: &[Vertex]) -> Result<(), String> {
        let GameSpec { variant, size } = self.spec;
        let mut record = variant.new_record(size).ok_or("there is no such board")?;
        for &stone in self.stones.iter().chain(stones) {
            let mv = Move::Place(stone);
            let side = record.side();
            record
                .play(side, mv)
                .map_err(|reason| format!("placed a stone on {mv}: {reason}"))?;
        }
        Ok(())
    }
}

/// What is wrong with a choice that the rule does not have at this point.
fn wrong_choice(choice: &OpeningChoice, rule: OpeningRule, placed: usize) -> String {
    let found = match choice {
        OpeningChoice::Swap => "took Black".into(),
        OpeningChoice::Stones(stones) => format!("placed {} stones", stones.len()),
    };
    let expected = match (rule, placed) {
        (_, 0) => "three stones",
        (OpeningRule::Swap2, 3) => "SWAP, one stone, or two",
        _ => "SWAP or one stone",
    };
    format!("{found} with {placed} stones on the board; {rule} expects {expected}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Variant;
    use crate::engines::MoveInfo;
    use crate::gomoku::Rule;
    use std::time::Duration;

    const SPEC: GameSpec = GameSpec {
        variant: Variant::Gomoku(Rule::Freestyle),
        size: 15,
    };

    /// Plays a rule with these answers: `swap`, or points separated by blanks. Returns who was asked.
    fn play(
        rule: OpeningRule,
        answers: &[&str],
    ) -> (
        OpeningProcedure,
        Result<Agreement, OpeningFault<&'static str>>,
        Vec<Side>,
    ) {
        let mut asked = Vec::new();
        let (opening, agreed) = play_opening_rule(rule, SPEC, ["a", "b"], |player, _| {
            let answer = answers.get(asked.len()).copied();
            asked.push(player);
            let choice = match answer.ok_or("silence")? {
                "swap" => OpeningChoice::Swap,
                points => {
                    let point = |name| Move::from_name(name, 15).and_then(Move::vertex).unwrap();
                    OpeningChoice::Stones(points.split(' ').map(point).collect())
                }
            };
            Ok(OpeningReply {
                choice,
                elapsed: Duration::from_millis(12),
                info: MoveInfo::default(),
            })
        });
        (opening, agreed, asked)
    }

    #[test]
    fn every_way_to_agree() {
        use OpeningRule::{Swap, Swap2};
        let three = "h8 i9 g7";
        for (rule, answers, stones, is_swapped, reply, last) in [
            (Swap, &[three, "swap"][..], 3, true, None, "b takes Black"),
            (Swap, &[three, "j8"], 3, false, Some("j8"), "b takes White"),
            (Swap2, &[three, "swap"], 3, true, None, "b takes Black"),
            (Swap2, &[three, "j8"], 3, false, Some("j8"), "b takes White"),
            (
                Swap2,
                &[three, "j8 k9", "swap"],
                5,
                false,
                None,
                "a takes Black",
            ),
            (
                Swap2,
                &[three, "j8 k9", "c3"],
                5,
                true,
                Some("c3"),
                "a takes White",
            ),
        ] {
            let (opening, agreed, asked) = play(rule, answers);
            let agreed = agreed.unwrap();
            assert_eq!(asked.len(), answers.len());
            assert_eq!(asked[..2], [Side::Black, Side::White]);
            assert_eq!(opening.stones.len(), stones, "{answers:?}");
            assert_eq!(agreed.is_swapped, is_swapped, "{answers:?}");
            let found = agreed.reply.map(|reply| reply.best_move);
            let reply = reply.map(|name| BestMove::Move(Move::from_name(name, 15).unwrap()));
            assert_eq!(found, reply, "{answers:?}");
            assert_eq!(opening.steps[0].to_string(), "a places h8 i9 g7");
            assert_eq!(opening.steps.last().unwrap().to_string(), last);
        }
    }

    #[test]
    fn what_breaks_a_rule() {
        use OpeningRule::{Swap, Swap2};
        for (rule, answers, side, text) in [
            (Swap, &["swap"][..], Side::Black, "took Black with 0 stones"),
            (Swap, &["h8 i9"], Side::Black, "swap expects three stones"),
            (Swap2, &["h8 i9 h8"], Side::Black, "placed a stone on h8: "),
            (
                Swap,
                &["h8 i9 g7", "a1 a2"],
                Side::White,
                "placed 2 stones with 3",
            ),
            (Swap2, &["h8 i9 g7", "i9"], Side::White, "on i9: "),
            (
                Swap2,
                &["h8 i9 g7", "a1 a2", "b1 b2"],
                Side::Black,
                "SWAP or one stone",
            ),
        ] {
            let (opening, agreed, _) = play(rule, answers);
            let Err(OpeningFault::Illegal(player, what)) = agreed else {
                panic!("{answers:?}: {agreed:?}");
            };
            assert_eq!(player, side, "{answers:?}");
            assert!(what.contains(text), "{answers:?}: {what}");
            assert_eq!(opening.steps.len(), answers.len() - 1, "{answers:?}");
        }
        let (opening, agreed, asked) = play(Swap2, &["h8 i9 g7", "a1 a2"]);
        assert!(matches!(agreed, Err(OpeningFault::Unanswered("silence"))));
        assert_eq!(asked.len(), 3);
        // What was decided before stays known.
        assert_eq!((opening.steps.len(), opening.stones.len()), (2, 5));
    }
}
