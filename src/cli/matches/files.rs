//! The files that are written at the end of a match.

use crate::report::{csv, export, html, json_lines, text};
use crate::tournament::{GameResult, MatchInfo, Sprt};
use crate::util::files::{check_writable, replace_file};
use anyhow::{Context, bail};
use serde::Deserialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Paths of the report and of the game records.
#[derive(clap::Args, Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[command(next_help_heading = "Files, written at the end of the match")]
pub(crate) struct Files {
    /// Report as a self-contained web page
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Report as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Games as an SGF collection
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    /// Othello games in GGF, one a line
    #[arg(long, value_name = "FILE")]
    ggf: Option<PathBuf>,
    /// Gomoku games as Piskvork records, one file each
    #[arg(long, value_name = "FOLDER")]
    psq: Option<PathBuf>,
    /// Games as a CSV table
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Games as PGN, for rating programs
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Games as JSON lines
    #[arg(long, value_name = "FILE")]
    jsonl: Option<PathBuf>,
}

/// The file name that stands for standard output.
const STDOUT: &str = "-";

impl Files {
    fn files(&self) -> [(&'static str, &Option<PathBuf>); 7] {
        [
            ("html", &self.html),
            ("json", &self.json),
            ("sgf", &self.sgf),
            ("ggf", &self.ggf),
            ("csv", &self.csv),
            ("pgn", &self.pgn),
            ("jsonl", &self.jsonl),
        ]
    }

    /// Whether one of the files is standard output.
    pub(crate) fn use_stdout(&self) -> bool {
        let paths = self
            .files()
            .into_iter()
            .filter_map(|(_, path)| path.as_ref());
        paths.into_iter().any(|path| path.as_os_str() == STDOUT)
    }

    /// Checks that every file can be written.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        for (flag, path) in self.files() {
            if let Some(path) = path.as_ref().filter(|path| path.as_os_str() != STDOUT) {
                check_writable(path)
                    .with_context(|| format!("--{flag}: cannot write {}", path.display()))?;
            }
        }
        let folder = self.psq.iter().flat_map(|folder| folder.ancestors());
        if let Some(found) = folder
            .filter(|folder| folder.exists())
            .find(|found| !found.is_dir())
        {
            bail!("--psq: {} is not a folder", found.display());
        }
        Ok(())
    }

    /// Writes the files that were asked for. One that cannot be written does not stop the others.
    ///
    /// # Errors
    /// All files that could not be written, and why.
    pub(crate) fn write(
        &self,
        info: &MatchInfo,
        games: &[GameResult],
        sprt: Option<&Sprt>,
    ) -> anyhow::Result<()> {
        let text = |kind: &str| match kind {
            "html" => html::page(info, games, sprt),
            "json" => format!("{:#}\n", text::json(info, games, sprt)),
            "sgf" => export::sgf(info, games),
            "ggf" => export::ggf(info, games),
            "csv" => csv::table(games),
            "pgn" => export::pgn(info, games),
            _ => json_lines::lines(games),
        };
        let mut errors = Vec::new();
        for (kind, path) in self.files() {
            if let Some(path) = path {
                errors.extend(save(path, &text(kind)).err());
            }
        }
        if let Some(folder) = &self.psq {
            errors.extend(save_all(folder, export::psq(info, games)).err());
        }
        let errors: Vec<_> = errors.iter().map(|error| format!("{error:#}")).collect();
        match errors.is_empty() {
            true => Ok(()),
            false => bail!(errors.join("\n")),
        }
    }
}

fn save(path: &Path, text: &str) -> anyhow::Result<()> {
    if path.as_os_str() == STDOUT {
        return Ok(std::io::stdout().lock().write_all(text.as_bytes())?);
    }
    replace_file(path, |file| file.write_all(text.as_bytes()))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Saves files in a folder, up to the first that cannot be written.
fn save_all(folder: &Path, files: Vec<(String, String)>) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot create the folder {}", folder.display()))?;
    files
        .iter()
        .try_for_each(|(name, text)| save(&folder.join(name), text))
}
