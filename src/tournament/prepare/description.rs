//! A match in the words of reports.

use crate::engines::GameSpec;
use crate::tournament::openings::OpeningSource;
use crate::tournament::referee::clock::TimeLimits;
use crate::tournament::{MatchSettings, ResignSide, TournamentFormat, TournamentKind};

impl MatchSettings {
    /// The settings that reports show.
    pub(super) fn description(
        &self,
        spec: GameSpec,
        source: &OpeningSource,
        format: TournamentFormat,
        limits: TimeLimits,
    ) -> Vec<(String, String)> {
        let mut settings = Vec::new();
        let mut add = |name: &str, value: String| settings.push((name.to_owned(), value));
        let GameSpec { variant, size } = spec;
        add("game", format!("{variant} {size}x{size}"));
        let TournamentFormat {
            kind,
            rounds,
            challengers,
        } = format;
        let tournament = match kind {
            TournamentKind::RoundRobin => None,
            TournamentKind::Gauntlet if challengers == 1 => Some("gauntlet".into()),
            TournamentKind::Gauntlet => Some(format!("gauntlet with {challengers} challengers")),
            TournamentKind::Knockout => Some(format!(
                "knockout, {} games in each tie",
                2 * u64::from(rounds)
            )),
            TournamentKind::Swiss => Some(format!("Swiss system, {rounds} rounds")),
        };
        if let Some(tournament) = tournament {
            add("tournament", tournament);
        }
        let openings = match source {
            OpeningSource::StartPosition => match self.opening_rule {
                Some(rule) => format!("{rule}, played between the engines"),
                None => "none".into(),
            },
            OpeningSource::List(list) => {
                let file = self.openings.as_deref().unwrap_or("");
                format!("{file} ({})", list.len())
            }
            OpeningSource::Generated(generator) => format!(
                "generated, {} moves, score within {}",
                generator.plies, generator.max_imbalance
            ),
        };
        add("openings", openings);
        add("time margin", format!("{} ms", limits.margin.as_millis()));
        if let Some(moves) = self.max_moves {
            add("move limit", format!("draw after {moves} moves"));
        }
        let rules = &self.adjudicate;
        if let Some(rule) = rules.resign {
            let moves = match rule.side {
                ResignSide::Both => "moves",
                ResignSide::Own => "of its own moves",
            };
            let text = format!("score {} for {} {moves}", rule.value, rule.plies);
            add("resign adjudication", text);
        }
        if let Some(rule) = rules.draw {
            let text = format!(
                "score within {} for {} moves, from move {}",
                rule.value, rule.plies, rule.after
            );
            add("draw adjudication", text);
        }
        if rules.proof {
            add("proofs", "accepted if both engines agree".into());
        }
        if let Some(empties) = rules.solve {
            add("endgames", format!("solved at {empties} empty squares"));
        }
        settings
    }
}
