//! `flipfive man`: man pages of the program, of each sub-command, and of the manual of the protocols.

mod roff;

use crate::cli::manual;
use crate::util::files::replace_file;
use anyhow::Context;
use clap::Command;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Write the man pages of the program and its manual to a folder
#[derive(clap::Args, Debug)]
#[command(after_long_help = "Examples:\n  \
    flipfive man ~/.local/share/man/man1\n  \
    flipfive man pages && man -l pages/flipfive-protocols.7")]
pub(super) struct ManArgs {
    /// The folder; it is made if it does not exist
    dir: PathBuf,
}

pub(super) fn run(args: &ManArgs, command: Command) -> anyhow::Result<()> {
    let folder = &args.dir;
    write_pages(folder, command).with_context(|| folder.display().to_string())
}

fn write_pages(folder: &Path, command: Command) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let save =
        |name: &Path, page: &[u8]| replace_file(&folder.join(name), |file| file.write_all(page));
    // The library writes files only; they are replaced one by one.
    let pages = tempfile::tempdir()?;
    clap_mangen::generate_to(command, pages.path())?;
    for entry in pages.path().read_dir()? {
        let entry = entry?;
        save(Path::new(&entry.file_name()), &std::fs::read(entry.path())?)?;
    }
    save(Path::new("flipfive-protocols.7"), protocols().as_bytes())
}

/// The manual of the protocols.
fn protocols() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(
        ".TH flipfive-protocols 7 \"\" \"flipfive {version}\" \"\"\n\
         .SH NAME\n\
         flipfive-protocols \\- GTP, the Gomocup protocol and the protocol of NBoard in flipfive(1)\n\
         .SH DESCRIPTION\n{}\
         .SH SEE ALSO\n\
         .BR flipfive (1)\n",
        roff::from_markdown(&manual::without_index())
    )
}
