//! Progress of a match on stdout in the lines of fastchess or cutechess-cli, for programs that read them.

use crate::cli::stdout::stdout;
use crate::report::text;
use crate::tournament::{
    GameResult, Match, MatchInfo, MatchObserver, ScheduledGame, Scoreboard, Sprt, SprtResult,
    Standings,
};
use serde::Deserialize;
use std::io::Write;

/// The program whose lines are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum OutputFormat {
    /// fastchess: the result after every few games
    Fastchess,
    /// cutechess-cli: the score after every game
    Cutechess,
}

/// The lines that a match prints on stdout while it runs.
#[derive(clap::Args, Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
#[command(next_help_heading = "Output")]
pub(crate) struct Lines {
    /// Print the progress on stdout as another match runner does, for programs that read it
    #[arg(long, value_name = "FORMAT")]
    pub(crate) output: Option<OutputFormat>,
    /// With --output: print the result after every N games; 0: at the end only [default: 10; cutechess: 0]
    #[arg(long, value_name = "N")]
    rating_interval: Option<u32>,
    /// With --output cutechess: print the score after every N games; 0: never [default: 1]
    #[arg(long, value_name = "N")]
    score_interval: Option<u32>,
}

impl Lines {
    /// The intervals that change nothing, as warnings.
    pub(super) fn flags_without_effect(&self) -> Vec<&'static str> {
        let all = [
            (
                self.rating_interval.is_some() && self.output.is_none(),
                "--rating-interval has no effect without --output",
            ),
            (
                self.score_interval.is_some() && self.output != Some(OutputFormat::Cutechess),
                "--score-interval has no effect without --output cutechess",
            ),
        ];
        let idle = all.into_iter().filter(|(is_idle, _)| *is_idle);
        idle.map(|(_, warning)| warning).collect()
    }
}

/// Prints the lines.
pub(super) struct LinePrinter {
    format: OutputFormat,
    lines: Lines,
    info: MatchInfo,
    sprt: Option<Sprt>,
    finished: u32,
}

impl LinePrinter {
    pub(super) fn new(format: OutputFormat, lines: &Lines, tournament: &Match) -> Self {
        Self {
            format,
            lines: lines.clone(),
            info: tournament.info.clone(),
            sprt: tournament.sprt,
            finished: 0,
        }
    }
}

/// A reader that has gone away is no reason to end the match.
pub(super) fn print(text: &str) {
    let mut out = stdout();
    drop(out.write_all(text.as_bytes()).and_then(|()| out.flush()));
}

/// The lines at the end of a match. fastchess names the hypothesis that its test has accepted, cutechess-cli prints the
/// result.
pub(super) fn end(
    format: OutputFormat,
    standings: &Standings,
    test: Option<(Sprt, SprtResult)>,
) -> String {
    if format == OutputFormat::Cutechess {
        let sprt = test.map(|(sprt, _)| sprt);
        return text::cutechess_result(standings, sprt.as_ref()) + "Finished match\n";
    }
    let accepted = match test {
        Some((sprt, SprtResult::AcceptH0)) => Some((sprt, "H0")),
        Some((sprt, SprtResult::AcceptH1)) => Some((sprt, "H1")),
        Some((_, SprtResult::Continue)) | None => None,
    };
    let test = accepted.map_or_else(String::new, |(sprt, hypothesis)| {
        let bounds = sprt.parameters();
        format!(
            "SPRT ([{:.2}, {:.2}]) completed - {hypothesis} was accepted\n",
            bounds.elo0, bounds.elo1
        )
    });
    test + "Tournament finished\n"
}

impl MatchObserver for LinePrinter {
    fn game_started(&mut self, game: &ScheduledGame, scheduled: u32) {
        let [black, white] = [game.black, game.white].map(|engine| &self.info.engines[engine]);
        print(&(text::started(game.game, scheduled, black, white) + "\n"));
    }

    fn game_finished(&mut self, result: &GameResult, scoreboard: &Scoreboard) {
        self.finished += 1;
        let is_due = |interval| interval > 0 && self.finished.is_multiple_of(interval);
        let (standings, sprt) = (scoreboard.standings(), self.sprt.as_ref());
        let mut text = text::finished_as_in_fastchess(result) + "\n";
        if self.format == OutputFormat::Cutechess && is_due(self.lines.score_interval.unwrap_or(1))
        {
            text += &text::score_lines(standings, sprt, result);
        }
        match self.format {
            OutputFormat::Fastchess if is_due(self.lines.rating_interval.unwrap_or(10)) => {
                text += &text::interim(&self.info, standings, sprt);
            }
            OutputFormat::Cutechess if is_due(self.lines.rating_interval.unwrap_or(0)) => {
                text += &match standings.engines.len() {
                    2 => text::cutechess_result(standings, sprt),
                    _ => text::interim(&self.info, standings, sprt),
                };
            }
            _ => {}
        }
        print(&text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::EloModel;

    #[test]
    fn fastchess_names_the_accepted_hypothesis() {
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, EloModel::Normalized).unwrap();
        let test = |verdict| Some((sprt, verdict));
        let standings = Standings::of(&MatchInfo::default(), &[]);
        assert_eq!(
            end(
                OutputFormat::Fastchess,
                &standings,
                test(SprtResult::AcceptH1)
            ),
            "SPRT ([0.00, 5.00]) completed - H1 was accepted\nTournament finished\n"
        );
        for test in [test(SprtResult::Continue), None] {
            let end = end(OutputFormat::Fastchess, &standings, test);
            assert_eq!(end, "Tournament finished\n");
        }
        let info = MatchInfo {
            engines: ["a", "b"].map(String::from).into(),
            ..MatchInfo::default()
        };
        let end = end(OutputFormat::Cutechess, &Standings::of(&info, &[]), None);
        assert!(
            end.starts_with("Score of a vs b: 0 - 0 - 0  [0.500] 0\n"),
            "{end}"
        );
        assert!(
            end.contains("\nElo difference: nan +/- nan, LOS: "),
            "{end}"
        );
        assert!(end.ends_with(" %\nFinished match\n"), "{end}");
    }
}
