//! What a person sees while a match goes on: a bar and the standings on a terminal, otherwise lines as
//! cutechess-cli prints them, which scripts read.

use crate::report::text;
use crate::tournament::GameResult;
use crate::tournament::Sprt;
use crate::tournament::runner::{MatchObserver, Tournament};
use crate::tournament::schedule::{Schedule, ScheduledGame};
use crate::tournament::{MatchScore, Scoreboard};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Tells about a match on stderr.
pub struct Progress {
    schedule: Schedule,
    names: Vec<String>,
    test: Option<Sprt>,
    bar: Option<ProgressBar>,
    /// When the standings were last written on the terminal.
    shown: Option<Instant>,
}

/// The standings on a terminal change at most so often.
const REFRESH: Duration = Duration::from_millis(200);

impl Progress {
    /// `finished` games were played before.
    pub fn new(tournament: &Tournament, test: Option<Sprt>, finished: usize) -> Self {
        let total = tournament.schedule.games_of(tournament.shard).count();
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(total as u64).with_position(finished as u64);
            let style = ProgressStyle::with_template(
                "{wide_bar} {pos}/{len} games, {elapsed} gone, {eta} to go\n{msg}",
            );
            if let Ok(style) = style {
                bar.set_style(style);
            }
            bar.reset_eta();
            bar.tick();
            bar
        });
        Self {
            schedule: tournament.schedule.clone(),
            names: tournament
                .contenders
                .iter()
                .map(|one| one.name.clone())
                .collect(),
            test,
            bar,
            shown: None,
        }
    }

    /// The match has ended.
    pub fn done(&self) {
        if let Some(bar) = &self.bar {
            bar.abandon();
        }
    }

    fn line(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(text),
            // Nobody has to read this; the journal has it all.
            None => drop(writeln!(std::io::stderr().lock(), "{text}")),
        }
    }

    fn standings(&self, count: &Scoreboard) -> String {
        let standings = count.standings();
        let mut lines: Vec<(f64, String)> = standings
            .engines
            .iter()
            .enumerate()
            .map(|(number, name)| {
                let versus = standings.total(number);
                let score = versus.wdl.score();
                (score.unwrap_or(0.5), score_line(name, &versus))
            })
            .collect();
        if let [first, _] = &lines[..] {
            let versus = standings.head_to_head(0, 1);
            return first.1.clone() + &self.test_text(&versus);
        }
        lines.sort_by(|a, b| b.0.total_cmp(&a.0));
        // More would scroll the bar off a small terminal.
        let best = lines.into_iter().take(10).map(|(_, line)| line);
        best.collect::<Vec<_>>().join("\n")
    }

    fn test_text(&self, versus: &MatchScore) -> String {
        self.test.as_ref().map_or_else(String::new, |test| {
            let state = test.status(versus);
            format!(
                ", LLR {:.2} ({:.2}, {:.2})",
                state.llr, state.lower, state.upper
            )
        })
    }
}

/// An engine's results: `a: 31 - 12 - 7  [0.690] 50, Elo 139 +- 90`.
fn score_line(name: &str, versus: &MatchScore) -> String {
    let tally = versus.wdl;
    let elo = versus.sample().map(|sample| sample.elo());
    // Results that are all the same have no error that could be told.
    let elo =
        elo.filter(|elo| elo.value.is_finite() && elo.error() > 0.0 && elo.error().is_finite());
    let elo = elo.map_or_else(String::new, |elo| {
        format!(", Elo {:.0} +- {:.0}", elo.value, elo.error())
    });
    format!(
        "{name}: {} - {} - {}  [{:.3}] {}{elo}",
        tally.wins,
        tally.losses,
        tally.draws,
        tally.score().unwrap_or(0.5),
        tally.games()
    )
}

impl MatchObserver for Progress {
    fn started(&mut self, fixture: &ScheduledGame) {
        if self.bar.is_none() {
            let [black, white] = [fixture.black, fixture.white].map(|engine| &self.names[engine]);
            let scheduled = self.schedule.games();
            self.line(&text::started(fixture.game, scheduled, black, white));
        }
    }

    fn finished(&mut self, played: &GameResult, count: &Scoreboard) {
        let line = text::finished(played);
        let Some(bar) = &self.bar else {
            self.line(&line);
            if let Some(fixture) = self.schedule.game(played.game) {
                // The meeting as the schedule has it, whoever had Black.
                let first = fixture.black.min(fixture.white);
                let second = fixture.black.max(fixture.white);
                let versus = count.standings().head_to_head(first, second);
                let names = format!("{} vs {}", self.names[first], self.names[second]);
                let score = score_line(&names, &versus);
                self.line(&format!("Score of {score}{}", self.test_text(&versus)));
            }
            return;
        };
        bar.inc(1);
        if played.ending.is_fault() {
            self.line(&line);
        }
        if self.shown.is_none_or(|shown| shown.elapsed() >= REFRESH) {
            bar.set_message(self.standings(count));
            self.shown = Some(Instant::now());
        }
    }
}
