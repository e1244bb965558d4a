//! The files that are written at the end of a match.

use crate::report::{csv, export, html, json_lines, text};
use crate::tournament::{GameResult, MatchInfo, Sprt};
use anyhow::Context;
use std::path::{Path, PathBuf};

/// Paths of the report and of the game records.
#[derive(clap::Args, Clone, Debug, Default)]
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

impl Files {
    /// Writes the files that were asked for.
    pub(crate) fn write(
        &self,
        info: &MatchInfo,
        games: &[GameResult],
        sprt: Option<&Sprt>,
    ) -> anyhow::Result<()> {
        let write = |path: &Option<PathBuf>, text: &dyn Fn() -> String| match path {
            Some(path) => save(path, &text()),
            None => Ok(()),
        };
        write(&self.html, &|| html::page(info, games, sprt))?;
        write(&self.json, &|| {
            format!("{:#}\n", text::json(info, games, sprt))
        })?;
        write(&self.sgf, &|| export::sgf(info, games))?;
        write(&self.ggf, &|| export::ggf(info, games))?;
        write(&self.csv, &|| csv::table(games))?;
        write(&self.pgn, &|| export::pgn(info, games))?;
        write(&self.jsonl, &|| json_lines::lines(games))?;
        if let Some(folder) = &self.psq {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot create the folder {}", folder.display()))?;
            for (name, text) in export::psq(info, games) {
                save(&folder.join(name), &text)?;
            }
        }
        Ok(())
    }
}

fn save(path: &Path, text: &str) -> anyhow::Result<()> {
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
