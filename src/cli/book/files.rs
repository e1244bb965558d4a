//! Book files: check, export, import.

use crate::cli::input::{is_stdin, read_bytes};
use crate::cli::sink::{AtomicSink, check, check_distinct, is_stdout, refuse_existing, save};
use crate::cli::stdout::stdout;
use crate::othello::book::{BUILT_IN, Book, MAGIC, text};
use crate::util::blob::BlobError;
use crate::util::text::{counted, without_mark};
use anyhow::{Context, anyhow, bail};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The book that a sub-command reads.
#[derive(clap::Args, Debug)]
pub(super) struct SourceArgs {
    /// Book file [default: the built-in book]
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
}

#[derive(clap::Args, Debug)]
pub(super) struct InfoArgs {
    #[command(flatten)]
    source: SourceArgs,
}

#[derive(clap::Args, Debug)]
pub(super) struct ExportArgs {
    #[command(flatten)]
    source: SourceArgs,
    /// File for the text; - for stdout
    #[arg(value_name = "OUT", default_value = "-")]
    out: PathBuf,
    /// Replace the file to write if it exists
    #[arg(long)]
    force: bool,
}

#[derive(clap::Args, Debug)]
pub(super) struct ImportArgs {
    /// Text of `flipfive book export`; - for stdin
    ///
    /// The first line is `flipfive-book 1`. A line `provenance "TEXT"` says how the book was made. Every other line is a
    /// position: the moves to it (`start` for none) and the value of its search in discs for the side to move. The
    /// word `best` and a value follow if all successors of the position have lines, too; this value is not read,
    /// since it follows from theirs. Empty lines and lines that begin with # are comments.
    #[arg(value_name = "TEXT")]
    text: PathBuf,
    /// Book file to write; - for stdout
    #[arg(value_name = "OUT")]
    out: PathBuf,
    /// Replace the file to write if it exists
    #[arg(long)]
    force: bool,
}

/// A book that was read from a file.
pub(super) struct Loaded {
    /// Name of the file, for messages.
    name: String,
    /// Size of the file in bytes.
    size: usize,
    pub provenance: String,
    pub book: Book,
}

impl Loaded {
    /// The built-in book.
    ///
    /// # Errors
    /// This executable is damaged.
    pub(super) fn built_in() -> anyhow::Result<Self> {
        Self::read("the built-in book".into(), BUILT_IN)
    }

    /// The book in a file.
    ///
    /// # Errors
    /// The file cannot be read or is no book.
    pub(super) fn open(path: &Path) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let file = std::fs::read(path).with_context(|| name.clone())?;
        Self::read(name, &file)
    }

    fn read(name: String, file: &[u8]) -> anyhow::Result<Self> {
        match Book::read(file) {
            Ok((book, provenance)) => Ok(Self {
                name,
                size: file.len(),
                provenance,
                book,
            }),
            Err(BlobError::Magic(_)) if without_mark(file).starts_with(text::HEAD.as_bytes()) => {
                bail!(
                    "{name}: this is an exported book; expected a book file, which `flipfive book import` makes of it"
                )
            }
            Err(error) => match foreign(file) {
                Some(kind) => bail!("{name}: this is {kind}; expected a book file of Flipfive"),
                None => Err(anyhow!(error).context(name)),
            },
        }
    }
}

impl SourceArgs {
    /// Reads the book.
    pub(super) fn load(&self) -> anyhow::Result<Loaded> {
        match &self.book {
            Some(path) => Loaded::open(path),
            None => Loaded::built_in(),
        }
    }
}

/// Reads a book file.
///
/// # Errors
/// The file cannot be read or is no book.
pub(in crate::cli) fn read_book(path: &Path) -> anyhow::Result<Book> {
    Ok(Loaded::open(path)?.book)
}

/// The kind of a book of another program.
fn foreign(file: &[u8]) -> Option<&'static str> {
    const KINDS: [(&[u8], &str); 3] = [
        (b"XADEKOOB", "a book of Edax"),
        (b"EDAXBOOK", "a book of Edax"),
        (b"DICUORAGE", "a book of Egaroucid"),
    ];
    let kind = KINDS.iter().find(|(start, _)| file.starts_with(start));
    kind.map(|(_, name)| *name)
}

/// Prints what a book has. Reading it has checked it.
pub(super) fn info(args: &InfoArgs) -> anyhow::Result<()> {
    let loaded = args.source.load()?;
    let book = &loaded.book;
    let (mut expanded, mut deepest) = (0, 0);
    for (moves, entry) in book.positions() {
        expanded += usize::from(entry.is_expanded);
        deepest = deepest.max(moves.len());
    }
    // A text from a file must not control the terminal.
    let provenance = loaded.provenance.replace(char::is_control, "\u{fffd}");
    let mut out = stdout();
    writeln!(out, "book        {}", loaded.name)?;
    writeln!(out, "made by     {provenance}")?;
    writeln!(out, "size        {} bytes, intact", loaded.size)?;
    writeln!(
        out,
        "positions   {}, up to symmetry: {expanded} expanded, {}",
        book.len(),
        match book.len() - expanded {
            1 => "1 leaf".to_owned(),
            leaves => format!("{leaves} leaves"),
        }
    )?;
    writeln!(out, "deepest     {}", counted(deepest, "move"))?;
    if let Some(line) = book.best_line(crate::othello::Board::START) {
        let moves: String = line.moves.iter().map(ToString::to_string).collect();
        writeln!(out, "best line   {:+.2} {moves}", text::discs(line.value))?;
    }
    Ok(())
}

/// Writes a book as text.
pub(super) fn export(args: &ExportArgs) -> anyhow::Result<()> {
    check_distinct(&args.source.book, [&args.out])?;
    if !args.force {
        refuse_existing(&args.out)?;
    }
    let mut out = AtomicSink::create(&args.out)?;
    let loaded = args.source.load()?;
    out.write(&text::write(&loaded.book, &loaded.provenance))?;
    out.finish()
}

/// Makes a book file of a text.
pub(super) fn import(args: &ImportArgs) -> anyhow::Result<()> {
    let file = Some(&args.text).filter(|path| !is_stdin(path));
    check_distinct(file, [&args.out])?;
    if !args.force {
        refuse_existing(&args.out)?;
    }
    check(&args.out)?;
    let (name, bytes) = read_bytes(&args.text)?;
    let bytes = without_mark(&bytes);
    let own = bytes.starts_with(MAGIC.as_bytes());
    if let Some(kind) = own.then_some("a book file of Flipfive").or(foreign(bytes)) {
        bail!("{name}: this is {kind}; expected the text of `flipfive book export`");
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let valid = &bytes[..error.valid_up_to()];
        let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count();
        anyhow!("{name}:{line}: this is not UTF-8; expected the text of `flipfive book export`")
    })?;
    let (book, provenance) = text::read(text).map_err(|error| anyhow!("{name}:{error}"))?;
    save(&args.out, &book.write(&provenance))?;
    if !is_stdout(&args.out) {
        let positions = counted(book.len(), "position");
        writeln!(stdout(), "{}: {positions}", args.out.display())?;
    }
    Ok(())
}
