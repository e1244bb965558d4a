//! `flipfive play`: a game in the terminal.

use crate::cli::arguments::{GameArgs, ThreadArgs, check_size, parse_seconds};
use crate::cli::exit::usage;
use crate::cli::seed::seed_from_time;
use crate::cli::stdout::stdout;
use crate::cli::terminal::is_dumb;
use crate::engine::{Options, Variant};
use crate::game::Side;
use crate::gomoku::OpeningRule;
use crate::play::{
    Game, Host, Opponent, ScoreFile, Seat, Settings, Theme, plain, read_game, scores_text, screen,
};
use crate::search::MAX_LEVEL;
use anyhow::{Context, anyhow};
use clap::ColorChoice;
use etcetera::app_strategy::{AppStrategy, AppStrategyArgs, choose_native_strategy};
use std::io::{self, IsTerminal, Write, stdin};
use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

/// Environment variable of the folder for the score table.
const DATA_DIR: &str = "FLIPFIVE_DATA_DIR";

/// Play a game in the terminal, against a level, a classic player or another person
///
/// Moves are typed (d3, h8), chosen with the arrow keys and Enter, or clicked; F1 and `help` list the keys and
/// commands. Points have I as one of the letters (i9), which differs from GTP. Without a terminal, or with
/// --plain, moves and commands are lines on stdin. Finished games against the engine are counted in a score
/// table. docs/play.md describes it all.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "Examples:\n  \
    flipfive play\n  \
    flipfive play --game renju --level 5 --side white\n  \
    flipfive play --game gomoku --opening-rule swap2 --level 8 --time 5\n  \
    flipfive play --classic weights\n  \
    flipfive play --human game.sgf\n  \
    flipfive play --scores")]
pub(super) struct PlayArgs {
    /// File of a game to go on with, in any format that `flipfive convert` reads; its first game is taken
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    game: GameArgs,
    /// Level of the opponent: 1 (rookie) to 8 (full strength) [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_LEVEL)))]
    level: Option<u8>,
    /// Play against a classic player, such as weights (Othello) or line-count (Gomoku)
    #[arg(long, value_name = "NAME", conflicts_with = "level")]
    classic: Option<String>,
    /// Play against another person at the same keyboard
    #[arg(long, conflicts_with_all = ["level", "classic"])]
    human: bool,
    /// Your side: black or white. With --opening-rule, Black places the first stones
    #[arg(long, value_name = "SIDE", default_value = "black", value_parser = seat_of_black)]
    side: Seat,
    /// Opening rule: one player places the first stones, the other one chooses a colour (Gomoku)
    #[arg(long, value_name = "RULE", conflicts_with = "file")]
    opening_rule: Option<OpeningRule>,
    /// Begin with the swap2 opening: --opening-rule swap2
    #[arg(long, conflicts_with_all = ["file", "opening_rule"])]
    swap2: bool,
    /// Time of the engine for a move at level 8, for a hint, or for a decision in the opening, in seconds: 0.001 to 86400
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = parse_time)]
    time: Duration,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Size of the transposition table in MB
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// Seed of the random choices of low levels [default: another one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Read moves and commands as lines, and print lines; the default without a terminal
    #[arg(long)]
    plain: bool,
    /// Colours of the screen; auto: unless NO_COLOR is set
    #[arg(long, alias = "colour", value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
    /// Print the score table and leave
    #[arg(long)]
    scores: bool,
    /// Folder of the score table [default: FLIPFIVE_DATA_DIR, or the folder of the platform for data]
    #[arg(long, value_name = "DIR")]
    data_dir: Option<PathBuf>,
}

/// The time of a move, within the limits of the engine option `move-time`, which is in milliseconds.
fn parse_time(text: &str) -> Result<Duration, String> {
    let limits = Duration::from_millis(1)..=Duration::from_secs(86_400);
    let time = parse_seconds(text).ok();
    let time = time.filter(|time| limits.contains(time));
    time.ok_or_else(|| "expected 0.001 to 86400 seconds".into())
}

/// Who plays Black if this is the person's side.
fn seat_of_black(side: &str) -> Result<Seat, String> {
    match Side::from_name(side) {
        Some(Side::Black) => Ok(Seat::Person),
        Some(Side::White) => Ok(Seat::Opponent),
        None => Err("expected black or white".into()),
    }
}

/// Plays, or prints the score table.
///
/// # Errors
/// A game, a size or a classic player that does not exist; output that cannot be written.
pub(super) fn run(args: &PlayArgs) -> anyhow::Result<()> {
    let scores = args.score_file();
    if args.scores {
        return print_scores(scores.as_ref());
    }
    let game = args.begin()?;
    let has_terminal = stdin().is_terminal() && io::stdout().is_terminal();
    if has_terminal && !args.plain && !is_dumb() {
        let (sender, events) = channel();
        let engine = sender.clone();
        // Nobody listens any more once the game has ended.
        let host = Host::new(scores, move |event| {
            drop(engine.send(screen::Event::Engine(event)));
        });
        let theme = Theme {
            is_coloured: args.is_coloured(),
        };
        screen::run(game, host, sender, &events, theme)
    } else {
        let (sender, events) = channel();
        let engine = sender.clone();
        let host = Host::new(scores, move |event| {
            drop(engine.send(plain::Event::Engine(event)));
        });
        let mut out = stdout();
        Ok(plain::run(
            game,
            host,
            (sender, events),
            &mut out,
            has_terminal,
        )?)
    }
}

fn print_scores(scores: Option<&ScoreFile>) -> anyhow::Result<()> {
    let (table, problems) = scores_text(scores).map_err(|error| anyhow!(error))?;
    for problem in problems {
        log::warn!("{problem}");
    }
    stdout().write_all(table.as_bytes())?;
    Ok(())
}

impl PlayArgs {
    /// The game at its start, or the one of the file.
    fn begin(&self) -> anyhow::Result<Game> {
        let Some(path) = &self.file else {
            let variant = self.game.game.unwrap_or(Variant::Othello);
            let size = self.game.board_size.unwrap_or(variant.default_size());
            check_size(variant, size)?;
            let settings = self.settings(variant, size).map_err(usage)?;
            return Ok(Game::new(&settings, self.options(), Instant::now())?);
        };
        let options = self.game.read_options()?;
        let file = read_game(path, options)
            .map_err(|error| anyhow!(error))?
            .game;
        let settings = self
            .settings(file.variant, file.start.size)
            .map_err(usage)?;
        let mut game = Game::new(&settings, self.options(), Instant::now())?;
        game.load(&file, path.clone(), Instant::now());
        Ok(game)
    }

    fn settings(&self, variant: Variant, size: u8) -> anyhow::Result<Settings> {
        let opening = self
            .opening_rule
            .or(self.swap2.then_some(OpeningRule::Swap2));
        if let Some(rule) = opening
            && variant == Variant::Othello
        {
            return Err(anyhow!("{rule} is an opening of Gomoku; add --game gomoku"));
        }
        let opponent = match &self.classic {
            Some(name) => Opponent::classic(variant, name)
                .map_err(|error| anyhow!(error))
                .context("--classic")?,
            None if self.human => Opponent::Human,
            None => Opponent::Level(self.level.unwrap_or(3)),
        };
        Ok(Settings {
            variant,
            size,
            opponent,
            black: self.side,
            opening,
            time: self.time,
        })
    }

    /// Whether the screen has colours. The library for terminals follows NO_COLOR, too.
    fn is_coloured(&self) -> bool {
        match self.color {
            ColorChoice::Never => false,
            ColorChoice::Always => {
                ratatui::crossterm::style::force_color_output(true);
                true
            }
            ColorChoice::Auto => std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        }
    }

    fn options(&self) -> Options {
        Options {
            threads: self.threads.count(),
            hash: self.hash as usize,
            seed: self.seed.unwrap_or_else(seed_from_time),
            ..Options::default()
        }
    }

    /// The file of the score table. Empty variables count as missing.
    fn score_file(&self) -> Option<ScoreFile> {
        let given = self.data_dir.clone().or_else(|| {
            let folder = std::env::var_os(DATA_DIR);
            folder.filter(|folder| !folder.is_empty()).map(Into::into)
        });
        let folder = given.or_else(|| {
            let strategy = choose_native_strategy(AppStrategyArgs {
                app_name: "Flipfive".into(),
                ..AppStrategyArgs::default()
            });
            Some(strategy.ok()?.data_dir())
        });
        Some(ScoreFile::in_folder(&folder?))
    }
}
