//! `flipfive man`: man pages of the program, of each sub-command, and of the manual of the protocols.

mod roff;

use crate::cli::manual;
use crate::util::files::replace_file;
use anyhow::Context;
use clap::Command;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Write the man pages of the program and its manual to the folders man1 and man7 of a folder
#[derive(clap::Args, Debug)]
#[command(after_long_help = "Examples:\n  \
    flipfive man ~/.local/share/man\n  \
    flipfive man pages && man -l pages/man7/flipfive-protocols.7")]
pub(super) struct ManArgs {
    /// The folder; it is made if it does not exist
    dir: PathBuf,
}

pub(super) fn run(args: &ManArgs, command: Command) -> anyhow::Result<()> {
    let folder = &args.dir;
    write_pages(folder, command).with_context(|| folder.display().to_string())
}

fn write_pages(folder: &Path, command: Command) -> std::io::Result<()> {
    // man looks for a page in the folder of its section.
    let [commands, others] = ["man1", "man7"].map(|section| folder.join(section));
    std::fs::create_dir_all(&commands)?;
    std::fs::create_dir_all(&others)?;
    let save = |path: &Path, page: &[u8]| replace_file(path, |file| file.write_all(page));
    // The library writes files only; they are replaced one by one.
    let pages = tempfile::tempdir()?;
    clap_mangen::generate_to(command, pages.path())?;
    for entry in pages.path().read_dir()? {
        let entry = entry?;
        let page = std::fs::read(entry.path())?;
        save(&commands.join(entry.file_name()), &page)?;
    }
    save(&others.join("flipfive-protocols.7"), protocols().as_bytes())
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
        roff::from_markdown(&manual::text())
    )
}
