//! Progress of a match on stderr: a bar with the standings on a terminal, otherwise the lines of
//! cutechess-cli, which scripts parse.

use crate::cli::progress_bar::progress_bar;
use crate::report::text;
use crate::tournament::{
    GameResult, Match, MatchObserver, MatchScore, ScheduledGame, Scoreboard, Sprt, Standings,
};
use indicatif::ProgressBar;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Shows the progress of a match on stderr.
pub(crate) struct Progress {
    has_stages: bool,
    names: Vec<String>,
    sprt: Option<Sprt>,
    bar: Option<ProgressBar>,
    /// When the terminal was last updated.
    shown: Option<Instant>,
}

/// The shortest time between two updates of the terminal.
const REFRESH: Duration = Duration::from_millis(200);

impl Progress {
    /// The progress of a match of which `finished` games have been played.
    pub(crate) fn new(tournament: &Match, finished: usize) -> Self {
        let total = tournament.schedule.games_in(tournament.shard);
        let bar = std::io::stderr().is_terminal().then(|| {
            let template = "{wide_bar} {pos}/{len} games, {elapsed} elapsed, {eta} left\n{msg}";
            let bar = progress_bar(u64::from(total).max(finished as u64), template)
                .with_position(finished as u64);
            bar.reset_eta();
            bar.tick();
            bar
        });
        Self {
            has_stages: tournament.schedule.has_stages(),
            names: tournament
                .participants
                .iter()
                .map(|engine| engine.name.clone())
                .collect(),
            sprt: tournament.sprt,
            bar,
            shown: None,
        }
    }

    fn line(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(text),
            // A closed stderr is no reason to end the match.
            None => drop(writeln!(std::io::stderr().lock(), "{text}")),
        }
    }

    fn standings(&self, scoreboard: &Scoreboard) -> String {
        let standings = scoreboard.standings();
        let mut lines: Vec<(f64, String)> = standings
            .engines
            .iter()
            .enumerate()
            .map(|(number, name)| {
                let total = standings.total(number);
                let score = total.wdl.score();
                (score.unwrap_or(0.5), score_line(name, &total))
            })
            .collect();
        if let [first, _] = &lines[..] {
            return first.1.clone() + &self.llr(standings);
        }
        lines.sort_by(|a, b| b.0.total_cmp(&a.0));
        // More lines would scroll the bar off a small terminal.
        let best = lines.into_iter().take(10).map(|(_, line)| line);
        best.collect::<Vec<_>>().join("\n")
    }

    fn llr(&self, standings: &Standings) -> String {
        self.sprt.as_ref().map_or_else(String::new, |sprt| {
            let status = standings.status_of(sprt);
            format!(
                ", LLR {:.2} ({:.2}, {:.2})",
                status.llr, status.lower, status.upper
            )
        })
    }
}

/// The score of an engine: `a: 31 - 12 - 7  [0.690] 50, Elo 139 +- 90`.
fn score_line(name: &str, score: &MatchScore) -> String {
    let elo = match score.sample().map(|sample| sample.elo()) {
        Some(elo) if elo.value == f64::INFINITY => format!(", Elo at least {:.0}", elo.low),
        Some(elo) if elo.value == f64::NEG_INFINITY => format!(", Elo at most {:.0}", elo.high),
        // After few games the interval reaches a score of 0 or 1, where Elo has no end.
        Some(elo) if elo.error().is_finite() => {
            // -0.0 + 0.0 is 0.0.
            let value = elo.value.round() + 0.0;
            format!(", Elo {value} +- {:.0}", elo.error())
        }
        _ => String::new(),
    };
    format!("{name}: {}{elo}", text::tally(score.wdl))
}

impl Drop for Progress {
    /// Leaves the bar on the terminal.
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.abandon();
        }
    }
}

impl MatchObserver for Progress {
    fn game_started(&mut self, game: &ScheduledGame, scheduled: u32) {
        match &self.bar {
            // The tie-breaks of a knockout come on top.
            Some(bar) if self.has_stages => bar.set_length(scheduled.into()),
            Some(_) => {}
            None => {
                let [black, white] = [game.black, game.white].map(|engine| &self.names[engine]);
                self.line(&text::started(game.game, scheduled, black, white));
            }
        }
    }

    fn game_finished(&mut self, result: &GameResult, scoreboard: &Scoreboard) {
        let line = text::finished(result);
        let Some(bar) = &self.bar else {
            self.line(&line);
            if let Some([first, second]) = text::meeting(&self.names, result) {
                let standings = scoreboard.standings();
                let score = standings.head_to_head(first, second);
                let names = format!("{} vs {}", self.names[first], self.names[second]);
                let line = score_line(&names, &score);
                self.line(&format!("Score of {line}{}", self.llr(standings)));
            }
            return;
        };
        bar.inc(1);
        if result.ending.is_fault() {
            self.line(&line);
        }
        if self.shown.is_none_or(|shown| shown.elapsed() >= REFRESH) {
            bar.set_message(self.standings(scoreboard));
            self.shown = Some(Instant::now());
        }
    }
}
