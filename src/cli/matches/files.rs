//! The files that a match leaves behind.

use crate::report::{csv, export, html, json_lines, text};
use crate::tournament::Sprt;
use crate::tournament::{GameResult, MatchInfo};
use anyhow::Context;
use std::path::{Path, PathBuf};

/// Where the games and the report go.
#[derive(clap::Args, Clone, Debug, Default)]
#[command(next_help_heading = "Files, written at the end of the match")]
pub struct Files {
    /// Report as a web page that needs nothing else
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Report as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Games as an SGF collection
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    /// Games of Othello in GGF, one per line
    #[arg(long, value_name = "FILE")]
    ggf: Option<PathBuf>,
    /// Games of Gomoku as Piskvork records, a file for each of them
    #[arg(long, value_name = "FOLDER")]
    psq: Option<PathBuf>,
    /// Games as a table of comma-separated values
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Games as PGN, for programs that compute ratings
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Games as JSON lines
    #[arg(long, value_name = "FILE")]
    jsonl: Option<PathBuf>,
}

impl Files {
    /// Writes what is wanted.
    pub fn write(
        &self,
        title: &MatchInfo,
        games: &[GameResult],
        test: Option<&Sprt>,
    ) -> anyhow::Result<()> {
        let write = |path: &Option<PathBuf>, text: &dyn Fn() -> String| match path {
            Some(path) => save(path, &text()),
            None => Ok(()),
        };
        write(&self.html, &|| html::page(title, games, test))?;
        write(&self.json, &|| {
            format!("{:#}\n", text::json(title, games, test))
        })?;
        write(&self.sgf, &|| export::sgf(title, games))?;
        write(&self.ggf, &|| export::ggf(title, games))?;
        write(&self.csv, &|| csv::table(games))?;
        write(&self.pgn, &|| export::pgn(title, games))?;
        write(&self.jsonl, &|| json_lines::lines(games))?;
        if let Some(folder) = &self.psq {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot make the folder {}", folder.display()))?;
            for (name, text) in export::psq(title, games) {
                save(&folder.join(name), &text)?;
            }
        }
        Ok(())
    }
}

fn save(path: &Path, text: &str) -> anyhow::Result<()> {
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
