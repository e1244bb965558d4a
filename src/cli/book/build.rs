//! `flipfive book build`: grows a book.

use crate::cli::arguments::parse_non_negative;
use crate::cli::book::files::Loaded;
use crate::cli::exit::usage;
use crate::cli::progress_bar::progress_bar;
use crate::cli::sink::{check, is_stdout, refuse_stream, save};
use crate::cli::stdout::stdout;
use crate::othello::book::Book;
use crate::othello::search::Selectivity;
use crate::train::othello::book::{Settings, grow};
use crate::util::text::counted;
use anyhow::anyhow;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The book is saved at this interval, so that an interrupted run can continue.
const SAVE_INTERVAL: Duration = Duration::from_secs(30);

/// The name of the built-in book.
const BUILT_IN_NAME: &str = "built-in";

/// Begins the part of a provenance about the book that was there before.
const HISTORY: &str = "; continued from: ";

#[derive(clap::Args, Debug)]
pub(in crate::cli) struct BuildArgs {
    /// File of the book; an existing book is extended, so the same command continues an interrupted run
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Book that a new file begins with: another file, or built-in [default: the start of the game alone]
    #[arg(long, value_name = "BOOK")]
    from: Option<PathBuf>,
    /// Grow until the book has at least N positions, or no leaf is left to expand
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    positions: usize,
    /// Search depth in plies; the value of a position is the mean of the last two iterations
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// Cost of each disc that the moves to a position lose; a ply costs 1, and the cheapest positions are
    /// expanded
    #[arg(long, value_name = "N", default_value_t = 2.0, value_parser = parse_non_negative::<f64>)]
    loss: f64,
    /// Expand all positions with fewer discs played than this first
    #[arg(long, value_name = "N", default_value_t = 6)]
    all: u32,
    /// Do not expand positions with this many discs played
    #[arg(long, value_name = "N", default_value_t = 24)]
    plies: u32,
    /// Number of positions searched at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

/// The book before it grows.
struct Start<'a> {
    book: Book,
    /// How it was made.
    provenance: String,
    /// The book of `--from`, if this one begins with it.
    from: Option<&'a Path>,
    /// The end of the provenance of the grown book: how the book was made before, if another command made it.
    history: String,
}

impl BuildArgs {
    /// The book that grows.
    fn start(&self) -> anyhow::Result<Start<'_>> {
        if self.out.exists() {
            return Ok(self.continued(Loaded::open(&self.out)?));
        }
        let from = self.from.as_deref();
        let old = match from {
            Some(name) if name == Path::new(BUILT_IN_NAME) => Loaded::built_in()?,
            Some(path) => Loaded::open(path)?,
            None => {
                let book = Book::new();
                return Ok(Start {
                    provenance: self.provenance(None, book.len()),
                    book,
                    from: None,
                    history: String::new(),
                });
            }
        };
        Ok(Start {
            history: format!("{HISTORY}{}", old.provenance),
            provenance: old.provenance,
            book: old.book,
            from,
        })
    }

    /// A book that is there. If the same command made it, the grown book is that of one run without interruption.
    fn continued(&self, old: Loaded) -> Start<'_> {
        let from = self.from.as_deref();
        let own = self.provenance(from, old.book.len());
        let history = old.provenance.strip_prefix(&own);
        let history = history.filter(|rest| rest.is_empty() || rest.starts_with(HISTORY));
        let (from, history) = match history {
            Some(history) => (from, history.to_owned()),
            None => (None, format!("{HISTORY}{}", old.provenance)),
        };
        Start {
            book: old.book,
            provenance: old.provenance,
            from,
            history,
        }
    }

    /// How this command makes a book of this number of positions.
    fn provenance(&self, from: Option<&Path>, positions: usize) -> String {
        let positions = counted(positions, "position");
        let from = from.map_or_else(String::new, |path| format!(" from {}", path.display()));
        format!(
            "flipfive {} book build{from}: {positions}, mean of the last two iterations to depth {} at {} %, \
             loss {}, all after fewer than {} discs, none after {}",
            env!("CARGO_PKG_VERSION"),
            self.depth,
            Selectivity::LEAST_CERTAIN.percent(),
            self.loss,
            self.all,
            self.plies
        )
    }

    fn settings(&self) -> Settings {
        Settings {
            depth: self.depth,
            loss: self.loss,
            all: self.all,
            plies: self.plies,
            threads: self.threads.into(),
        }
    }
}

/// Grows a book and saves it.
///
/// # Errors
/// A book that cannot be read, a file that cannot be written.
pub(in crate::cli) fn build(args: &BuildArgs) -> anyhow::Result<()> {
    if is_stdout(&args.out) {
        let out = args.out.display();
        return Err(usage(anyhow!(
            "--out {out}: a book is saved repeatedly while it grows; expected the name of a file"
        )));
    }
    refuse_stream("--out", &args.out)?;
    check(&args.out)?;
    let Start {
        mut book,
        provenance,
        from,
        history,
    } = args.start()?;
    let save_grown = |book: &Book| {
        let provenance = args.provenance(from, book.len()) + &history;
        save(&args.out, &book.write(&provenance))
    };
    let bar = progress_bar(
        args.positions as u64,
        "{wide_bar} {pos}/{len} positions, {elapsed}, {eta} left",
    );
    let (mut saved, mut has_grown) = (Instant::now(), false);
    while book.len() < args.positions {
        bar.set_position(book.len() as u64);
        if grow(&mut book, args.settings(), || bar.inc(1)) == 0 {
            break;
        }
        has_grown = true;
        if saved.elapsed() > SAVE_INTERVAL {
            save_grown(&book)?;
            saved = Instant::now();
        }
    }
    bar.finish_and_clear();
    if has_grown {
        save_grown(&book)?;
    } else if !args.out.exists() {
        save(&args.out, &book.write(&provenance))?;
    }
    let (name, positions) = (args.out.display(), counted(book.len(), "position"));
    let end = match book.len() < args.positions {
        true => "; no leaf is left that --plies lets expand",
        false => "",
    };
    writeln!(stdout(), "{name}: {positions}{end}")?;
    Ok(())
}
