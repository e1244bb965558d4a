//! `flipfive match`: engines play each other.

mod files;
mod progress;

use crate::engines;
use crate::engines::EngineSpec;
use crate::report::text;
use crate::search::StopToken;
use crate::tournament::GameResult;
use crate::tournament::MatchInfo;
use crate::tournament::Sprt;
use crate::tournament::adjudication::{DrawRule, ResignRule};
use crate::tournament::config::{MatchFile, Plan};
use crate::tournament::journal;
use crate::tournament::journal::{Games, Header, Journal};
use crate::tournament::openings::OpeningOrder;
use crate::tournament::schedule::{Shard, TournamentKind};
use crate::tournament::time_control::TimeControl;
use anyhow::{Context, anyhow, bail};
use files::Files;
use progress::Progress;
use serde::de::DeserializeOwned;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Play engines of any protocol against each other.
#[derive(clap::Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    after_long_help = "\
Clocks: 10+0.1 (10 s and 0.1 s for every move), 300 (for all moves), 100ms/move, 180/30 (all moves, \
and one move at most, as in Gomocup), canadian:300:60:25 (main time, 25 moves in every 60 s), \
byoyomi:300:30:3 (main time, 3 periods of 30 s), none. Units: ms, s (if none is given), m, h.\n\n\
Engines: KEY=VALUE words in one argument, such as --engine 'name=a cmd=\"./engine --fast\" depth=8', \
or the command alone, if it has no equals sign. Keys: name, cmd, proto (gtp, gomocup, nboard; found \
out if it is missing), dir, env.NAME, init, level, depth, nodes, memory (MB), threads, odds (factor of \
its time), stderr (a file), option.KEY, patience (s, for everything but thinking), restart (on, off), \
thoughts (on, off).\n\n\
A match file (--file) is TOML; it has the long flags without dashes as keys (`tc = \"10+0.1\"`), an \
[[engine]] table for every engine, [adjudicate] and [sprt] tables. Flags count more than the file.\n\n\
Progress goes to stderr, the result to stdout."
)]
pub struct MatchArgs {
    #[command(subcommand)]
    action: Option<Action>,
    /// Match file (TOML); flags count more than what is in it
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// An engine; say it once for each
    #[arg(long = "engine", value_name = "SPEC")]
    engines: Vec<EngineSpec>,
    /// Name of the match, for reports
    #[arg(long, value_name = "TEXT")]
    name: Option<String>,
    /// Game: othello, gomoku, standard, renju, caro, caro-exact [default: othello]
    #[arg(long, value_name = "NAME")]
    game: Option<String>,
    /// Board size [default: the usual one]
    #[arg(long, value_name = "N")]
    size: Option<u8>,
    /// Pairs of games for each two engines [default: one for each opening in a file, else 1]
    #[arg(long, value_name = "N", conflicts_with = "games")]
    rounds: Option<u32>,
    /// Games for each two engines, an even number
    #[arg(long, value_name = "N")]
    games: Option<u32>,
    /// The first engine meets all others, instead of everybody meeting everybody
    #[arg(long)]
    gauntlet: bool,
    /// Clock: MAIN+INC, TIME/move, MATCH/TURN, canadian:MAIN:PERIOD:MOVES, byoyomi:MAIN:PERIOD:PERIODS
    /// or none [default: 10+0.1]
    #[arg(long, value_name = "CLOCK")]
    tc: Option<TimeControl>,
    /// Milliseconds by which a move may be late [default: 20]
    #[arg(long, value_name = "MS")]
    margin: Option<u64>,
    /// Seconds beyond its time after which an engine counts as hanging [default: 10]
    #[arg(long, value_name = "SECONDS")]
    patience: Option<f64>,
    /// Seconds that a move may take without a clock [default: 600]
    #[arg(long, value_name = "SECONDS")]
    longest_move: Option<f64>,
    /// A game is a draw after so many moves, those of the opening included
    #[arg(long, value_name = "N")]
    max_moves: Option<u32>,
    /// Openings: a file or a folder of SGF files; formats: offset, pos, pos-top, transcript, obf, ggf,
    /// sgf [default format: guessed]
    #[arg(long, value_name = "FILE[:FORMAT]", conflicts_with = "made_openings")]
    openings: Option<String>,
    /// Cut openings after so many moves
    #[arg(long, value_name = "N")]
    opening_plies: Option<usize>,
    /// Make balanced openings with so many moves
    #[arg(long, value_name = "PLIES")]
    made_openings: Option<u8>,
    /// How far from even made openings may be, in discs or evaluation units [default: 3]
    #[arg(long, value_name = "VALUE")]
    made_within: Option<f64>,
    /// OpeningOrder of the openings in a file: sequential, random [default: sequential]
    #[arg(long, value_name = "ORDER", value_parser = order)]
    order: Option<OpeningOrder>,
    /// Turn and mirror the openings by chance
    #[arg(long)]
    turn: bool,
    /// Decides everything that is left to chance [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// End the match when a test is decided: elo0=0,elo1=5 with alpha, beta [0.05] and model
    /// (normalized, logistic)
    #[arg(long, value_name = "PARAMETERS", value_parser = pairs::<Sprt>)]
    sprt: Option<Sprt>,
    /// A game is lost when both engines say so: value=20,plies=6
    #[arg(long, value_name = "PARAMETERS", value_parser = pairs::<ResignRule>)]
    resign: Option<ResignRule>,
    /// A game is drawn when both engines say so: value=0.5,plies=10,after=40
    #[arg(long, value_name = "PARAMETERS", value_parser = pairs::<DrawRule>)]
    draw: Option<DrawRule>,
    /// A game is decided when both engines have a proof of the same result
    #[arg(long)]
    proof: bool,
    /// Othello: solve the game with so many empty squares instead of playing on
    #[arg(long, value_name = "EMPTIES")]
    solve: Option<u8>,
    /// Games that are played at the same time [default: 1]
    #[arg(long, value_name = "N")]
    concurrency: Option<usize>,
    /// Write every game to this file as it ends
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Go on with the match in the journal, if there is one
    #[arg(long)]
    resume: bool,
    /// Play only a part of the match, such as 2/8; `flipfive match merge` joins the journals
    #[arg(
        long,
        value_name = "INDEX/COUNT",
        default_value = "1/1",
        hide_default_value = true
    )]
    shard: Shard,
    #[command(flatten)]
    files: Files,
}

#[derive(clap::Subcommand, Debug)]
enum Action {
    /// Join the journals of the parts of a match
    Merge {
        /// The new journal
        out: PathBuf,
        /// Journals of parts
        #[arg(required = true)]
        parts: Vec<PathBuf>,
    },
    /// Print the result of a match, and write its games, from its journal
    Report {
        /// The journal
        journal: PathBuf,
        #[command(flatten)]
        files: Files,
    },
}

/// Parameters as `name=value,name=value`.
fn pairs<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let mut table = toml::Table::new();
    for pair in text.split(',').filter(|pair| !pair.trim().is_empty()) {
        let (name, value) = pair
            .split_once('=')
            .ok_or_else(|| format!("expected NAME=VALUE, found {pair:?}"))?;
        let (name, value) = (name.trim(), value.trim());
        let value = match (value.parse::<i64>(), value.parse::<f64>()) {
            (Ok(whole), _) => toml::Value::Integer(whole),
            (_, Ok(number)) => toml::Value::Float(number),
            _ => toml::Value::String(value.into()),
        };
        if table.insert(name.into(), value).is_some() {
            return Err(format!("{name} is given twice"));
        }
    }
    let error = |error: toml::de::Error| error.message().to_owned();
    table.try_into().map_err(error)
}

fn order(name: &str) -> Result<OpeningOrder, String> {
    match name {
        "sequential" => Ok(OpeningOrder::Sequential),
        "random" => Ok(OpeningOrder::Random),
        _ => Err("expected sequential or random".into()),
    }
}

impl MatchArgs {
    /// The match file with everything that was said on the command line.
    fn match_file(&self) -> anyhow::Result<MatchFile> {
        let mut file = match &self.file {
            Some(path) => {
                let text = std::fs::read_to_string(path)
                    .with_context(|| format!("cannot read {}", path.display()))?;
                MatchFile::from_toml(&text).with_context(|| path.display().to_string())?
            }
            None => MatchFile::default(),
        };
        fn set<T: Clone>(field: &mut Option<T>, given: &Option<T>) {
            if given.is_some() {
                field.clone_from(given);
            }
        }
        file.engines.extend(self.engines.iter().cloned());
        if let Some(name) = &self.name {
            file.name.clone_from(name);
        }
        set(&mut file.game, &self.game);
        set(&mut file.size, &self.size);
        if self.rounds.is_some() || self.games.is_some() {
            (file.rounds, file.games) = (self.rounds, self.games);
        }
        set(
            &mut file.form,
            &self.gauntlet.then_some(TournamentKind::Gauntlet),
        );
        set(&mut file.tc, &self.tc);
        set(&mut file.margin, &self.margin);
        set(&mut file.patience, &self.patience);
        set(&mut file.longest_move, &self.longest_move);
        set(&mut file.max_moves, &self.max_moves);
        if self.openings.is_some() || self.made_openings.is_some() {
            file.openings.clone_from(&self.openings);
            file.made_openings = self.made_openings;
        }
        set(&mut file.opening_plies, &self.opening_plies);
        set(&mut file.made_within, &self.made_within);
        set(&mut file.order, &self.order);
        set(&mut file.turn, &self.turn.then_some(true));
        set(&mut file.seed, &self.seed);
        set(&mut file.sprt, &self.sprt);
        set(&mut file.adjudicate.resign, &self.resign);
        set(&mut file.adjudicate.draw, &self.draw);
        file.adjudicate.proof |= self.proof;
        set(&mut file.adjudicate.solve, &self.solve);
        set(&mut file.concurrency, &self.concurrency);
        set(&mut file.journal, &self.journal);
        Ok(file)
    }
}

pub(super) fn run(args: &MatchArgs) -> anyhow::Result<()> {
    match &args.action {
        Some(Action::Merge { out, parts }) => merge(out, parts),
        Some(Action::Report { journal, files }) => report(journal, files),
        None => play(args),
    }
}

fn play(args: &MatchArgs) -> anyhow::Result<()> {
    let mut file = args.match_file()?;
    let Plan {
        header,
        title,
        test,
        ..
    } = file.plan(args.shard)?;
    let (journal, known) = open_journal(file.journal.as_deref(), &header, args.resume)?;
    // What an engine speaks is found out once and not for every worker. It is no part of the
    // configuration: the journal has what was said.
    for engine in &mut file.engines {
        if engine.protocol.is_none() {
            let kind = engines::detect_protocol(&engine.clone().checked()?)
                .map_err(|fault| anyhow!("{}: {fault}", engine.command))?;
            engine.protocol = Some(kind);
        }
    }
    let Plan { tournament, .. } = file.plan(args.shard)?;
    if tournament.openings.is_none() && tournament.schedule.rounds() > 1 {
        log::warn!(
            "every game begins from the same position: use --openings or --made-openings, or engines \
             may play the same game again and again"
        );
    }
    let whole = args.shard == Shard::WHOLE;
    if !whole && test.is_some() {
        log::warn!("the test does not end a part of a match; look at it after merging the parts");
    }
    let stop = StopToken::new();
    listen_for_interrupts(&stop)?;
    let mut progress = Progress::new(&tournament, test, known.len());
    let slim = journal.is_some();
    let ending_test = test.filter(|_| whole);
    let outcome = tournament.run(
        journal,
        known,
        ending_test.as_ref(),
        slim,
        &stop,
        &mut progress,
    )?;
    progress.done();
    let interrupted = stop.is_raised() && !outcome.decided();
    // While the match went on, the moves were in the journal only.
    let games = match &file.journal {
        Some(path) => journal::read(path)?.games.into_values().collect(),
        None => outcome.games,
    };
    args.files.write(&title, &games, test.as_ref())?;
    print(&title, &games, test.as_ref())?;
    if interrupted {
        match &file.journal {
            Some(path) => bail!(
                "interrupted; {} has the finished games, go on with --resume",
                path.display()
            ),
            None => bail!("interrupted"),
        }
    }
    Ok(())
}

fn open_journal(
    path: Option<&Path>,
    header: &Header,
    resume: bool,
) -> anyhow::Result<(Option<Journal>, Games)> {
    match path {
        Some(path) => {
            let (journal, known) = Journal::open(path, header, resume)?;
            Ok((Some(journal), known))
        }
        None if resume => bail!("--resume goes on from a journal: say --journal FILE"),
        None => Ok((None, Games::new())),
    }
}

/// The first interrupt ends the match after the moves that are being thought about, the second one
/// at once. Whatever is in the journal stays there.
fn listen_for_interrupts(stop: &StopToken) -> anyhow::Result<()> {
    let stop = stop.clone();
    let mut again = false;
    ctrlc::set_handler(move || {
        if again {
            std::process::exit(130);
        }
        again = true;
        stop.raise();
    })
    .context("cannot listen for interrupts")
}

fn print(title: &MatchInfo, games: &[GameResult], test: Option<&Sprt>) -> anyhow::Result<()> {
    let text = text::text(title, games, test);
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

fn merge(out: &Path, parts: &[PathBuf]) -> anyhow::Result<()> {
    let all = journal::merge(out, parts)?;
    let mut stdout = std::io::stdout().lock();
    writeln!(stdout, "{} games in {}", all.games.len(), out.display())?;
    Ok(())
}

fn report(path: &Path, files: &Files) -> anyhow::Result<()> {
    let contents = journal::read(path)?;
    let plan = |name: &str| contents.header.plan.get(name).cloned().unwrap_or_default();
    // A title is for people; without one there is still a report.
    let title: MatchInfo = serde_json::from_value(plan("title")).unwrap_or_default();
    let test: Option<Sprt> = serde_json::from_value(plan("sprt")).unwrap_or_default();
    let games: Vec<GameResult> = contents.games.into_values().collect();
    files.write(&title, &games, test.as_ref())?;
    print(&title, &games, test.as_ref())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Args, Command, FromArgMatches};

    fn args(words: &[&str]) -> Result<MatchArgs, clap::Error> {
        let command = MatchArgs::augment_args(Command::new("match").no_binary_name(true));
        MatchArgs::from_arg_matches(&command.try_get_matches_from(words)?)
    }

    #[test]
    fn flags_fill_in_the_match_file() {
        let words = [
            "--engine",
            "name=a cmd=./a depth=3",
            "--engine",
            "./b",
            "--game",
            "renju",
            "--games",
            "20",
            "--tc",
            "1+0.01",
            "--made-openings",
            "6",
            "--order",
            "random",
            "--resign",
            "value=12,plies=8",
            "--draw",
            "value=0.5",
            "--sprt",
            "elo0=0,elo1=5,model=logistic",
            "--solve",
            "14",
            "--shard",
            "2/3",
            "--turn",
        ];
        let read = args(&words).unwrap();
        let file = read.match_file().unwrap();
        assert_eq!(file.engines.len(), 2);
        assert_eq!(file.engines[0].depth, Some(3));
        assert_eq!(file.games, Some(20));
        assert_eq!(file.adjudicate.resign.unwrap().plies, 8);
        assert_eq!(file.adjudicate.draw.unwrap().plies, 10);
        assert_eq!(file.adjudicate.solve, Some(14));
        assert!(!file.adjudicate.proof);
        assert_eq!(file.turn, Some(true));
        let plan = file.plan(read.shard).unwrap();
        assert_eq!(plan.tournament.schedule.games(), 20);
        assert_eq!(plan.tournament.shard, Shard { index: 2, of: 3 });
        assert_eq!(plan.test.unwrap().parameters().elo1, 5.0);
    }

    #[test]
    fn wrong_flags_are_refused() {
        for wrong in [
            &["--tc", "5x/move"][..],
            &["--order", "upwards"],
            &["--sprt", "elo0=5,elo1=0"],
            &["--sprt", "elo0=0,elo1=5,gamma=1"],
            &["--sprt", "elo0"],
            &["--resign", "plies=3"],
            &["--draw", "value=1,value=2"],
            &["--shard", "4/3"],
            &["--rounds", "3", "--games", "4"],
            &["--openings", "x", "--made-openings", "4"],
            &["--engine", "name=a cmd=./a colour=blue"],
            &["merge", "out"],
            &["report"],
        ] {
            assert!(args(wrong).is_err(), "{wrong:?}");
        }
        assert!(matches!(
            args(&["merge", "out", "a", "b"]).unwrap().action,
            Some(Action::Merge { .. })
        ));
    }
}
