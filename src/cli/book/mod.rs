//! `flipfive book`: Othello's opening book.

mod build;
mod files;
mod show;

pub(super) use build::{BuildArgs, build};
pub(super) use files::read_book;

/// Show, export, import and build Othello's opening book
///
/// `flipfive --book-file FILE` plays from another book than the built-in one.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "Examples:\n  \
    flipfive book show f5d6\n  \
    flipfive book info\n  \
    flipfive book build --from built-in --out my.book --positions 90000 --depth 20\n  \
    flipfive book export --book my.book my.txt\n  \
    flipfive book import my.txt copy.book")]
pub(super) struct BookArgs {
    #[command(subcommand)]
    step: Step,
}

#[derive(clap::Subcommand, Debug)]
enum Step {
    /// Show a position with its book moves, their values in discs, and their lines
    Show(show::ShowArgs),
    /// Check a book and print what it has
    Info(files::InfoArgs),
    /// Write a book as text, one position a line
    Export(files::ExportArgs),
    /// Make a book file of the text of an export
    Import(files::ImportArgs),
    /// Grow a book: search further positions and add them
    Build(BuildArgs),
}

/// Runs a sub-command.
///
/// # Errors
/// A book or a position that cannot be read, a file that cannot be written.
pub(super) fn run(args: &BookArgs) -> anyhow::Result<()> {
    match &args.step {
        Step::Show(args) => show::show(args),
        Step::Info(args) => files::info(args),
        Step::Export(args) => files::export(args),
        Step::Import(args) => files::import(args),
        Step::Build(args) => build(args),
    }
}
