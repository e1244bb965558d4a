//! `flipfive book build`: grows a book.

use crate::cli::book::files::Loaded;
use crate::cli::progress_bar::progress_bar;
use crate::cli::sink::{check, is_stdout, save};
use crate::cli::stdout::stdout;
use crate::othello::book::Book;
use crate::othello::search::Selectivity;
use crate::train::othello::book::{Settings, grow};
use anyhow::bail;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The book is saved at this interval, so that an interrupted run can continue.
const SAVE_INTERVAL: Duration = Duration::from_secs(30);

/// The name of the built-in book.
const BUILT_IN_NAME: &str = "built-in";

#[derive(clap::Args, Debug)]
pub(in crate::cli) struct BuildArgs {
    /// File of the book; an existing book is extended, so the same command continues an interrupted run
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Book that a new file begins with: another file, or built-in [default: the start of the game alone]
    #[arg(long, value_name = "BOOK")]
    from: Option<PathBuf>,
    /// Grow until the book has at least N positions
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    positions: usize,
    /// Search depth in plies
    #[arg(long, value_name = "N", default_value_t = 20)]
    depth: u32,
    /// Cost of each disc that the moves to a position lose; a ply costs 1, and the cheapest positions are
    /// expanded
    #[arg(long, value_name = "N", default_value_t = 2.0)]
    loss: f64,
    /// Expand all positions with fewer discs played than this first
    #[arg(long, value_name = "N", default_value_t = 6)]
    all: u32,
    /// Do not expand positions with this many discs played
    #[arg(long, value_name = "N", default_value_t = 24)]
    plies: u32,
    /// Number of positions searched at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
}

impl BuildArgs {
    /// The book that grows.
    fn start(&self) -> anyhow::Result<Book> {
        if self.out.exists() {
            return Ok(Loaded::open(&self.out)?.book);
        }
        Ok(match &self.from {
            Some(name) if name == Path::new(BUILT_IN_NAME) => Loaded::built_in()?.book,
            Some(path) => Loaded::open(path)?.book,
            None => Book::new(),
        })
    }

    /// How the book was made.
    fn provenance(&self, positions: usize, selectivity: Selectivity) -> String {
        let from = match &self.from {
            Some(path) => format!(" from {}", path.display()),
            None => String::new(),
        };
        format!(
            "flipfive {} book build{from}: {positions} positions, depth {} at {} %, loss {}, all after fewer than {} \
             discs, none after {}",
            env!("CARGO_PKG_VERSION"),
            self.depth,
            selectivity.percent(),
            self.loss,
            self.all,
            self.plies
        )
    }
}

/// Grows a book and saves it.
///
/// # Errors
/// A book that cannot be read, a file that cannot be written.
pub(in crate::cli) fn build(args: &BuildArgs) -> anyhow::Result<()> {
    if is_stdout(&args.out) {
        bail!("--out -: a book is saved repeatedly while it grows; expected the name of a file");
    }
    check(&args.out)?;
    let mut grown = args.start()?;
    // The lowest confidence gives the deepest searches in the same time.
    let selectivity = Selectivity::LEAST_CERTAIN;
    let settings = Settings {
        depth: args.depth,
        selectivity,
        loss: args.loss,
        all: args.all,
        plies: args.plies,
        threads: args.threads,
    };
    let bar = progress_bar(
        args.positions as u64,
        "{wide_bar} {pos}/{len} positions, {elapsed}, {eta} left",
    );
    let mut saved = Instant::now();
    loop {
        bar.set_position(grown.len() as u64);
        let complete =
            grown.len() >= args.positions || grow(&mut grown, settings, || bar.inc(1)) == 0;
        if complete || saved.elapsed() > SAVE_INTERVAL {
            let provenance = args.provenance(grown.len(), selectivity);
            save(&args.out, &grown.write(&provenance))?;
            saved = Instant::now();
        }
        if complete {
            break;
        }
    }
    bar.finish_and_clear();
    let (name, positions) = (args.out.display(), grown.len());
    writeln!(stdout(), "{name}: {positions} positions")?;
    Ok(())
}
