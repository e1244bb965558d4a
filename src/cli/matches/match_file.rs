//! Match files: the settings of a match, the files to be written, and how the match is run.

use crate::cli::matches::{files::Files, lines::Lines};
use crate::tournament::{MatchFileError, MatchSettings, Shard};
use anyhow::{Context, anyhow};
use clap::{Args, Command};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use toml::Spanned;

/// What a command line and its match file ask for.
#[derive(Default)]
pub(super) struct Request {
    /// The match file.
    pub path: Option<PathBuf>,
    pub settings: MatchSettings,
    pub run: RunArgs,
    pub files: Files,
    pub lines: Lines,
}

/// How a match is run: flags of the command line and keys of the match file.
#[derive(clap::Args, Clone, Copy, Debug, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub(super) struct RunArgs {
    /// Continue the match in the journal, if it exists; without engines, with the settings in the journal,
    /// but only with the files that are given again
    #[arg(long)]
    pub resume: bool,
    /// Continue the match in the journal, even if the programs of the engines have changed
    #[arg(long)]
    pub force_resume: bool,
    /// Play only one shard of the match, such as 2/8; `flipfive match merge` merges the journals
    #[arg(long, value_name = "INDEX/COUNT")]
    #[serde(deserialize_with = "read_shard")]
    pub shard: Option<Shard>,
    /// Same as --tournament gauntlet
    #[arg(long, conflicts_with = "tournament")]
    pub gauntlet: bool,
}

impl RunArgs {
    /// Whether a journal is to be continued.
    pub(super) fn resumes(&self) -> bool {
        self.resume || self.force_resume
    }

    pub(super) fn overridden_by(self, flags: &Self) -> Self {
        Self {
            resume: self.resume || flags.resume,
            force_resume: self.force_resume || flags.force_resume,
            shard: flags.shard.or(self.shard),
            gauntlet: self.gauntlet || flags.gauntlet,
        }
    }
}

fn read_shard<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Shard>, D::Error> {
    let shard = String::deserialize(from)?.parse();
    shard.map(Some).map_err(serde::de::Error::custom)
}

/// Reads a match file.
pub(super) fn read(path: &Path) -> anyhow::Result<Request> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let request = parse(&text).map_err(|MatchFileError { line, message }| {
        let line = line.map_or_else(String::new, |line| format!("{line}:"));
        anyhow!("{}:{line} {message}", path.display())
    })?;
    Ok(Request {
        path: Some(path.to_owned()),
        ..request
    })
}

fn parse(text: &str) -> Result<Request, MatchFileError> {
    let others = [keys_of::<RunArgs>(), keys_of::<Files>(), keys_of::<Lines>()].concat();
    Ok(Request {
        path: None,
        settings: MatchSettings::from_toml(&without_keys(text, &others))?,
        run: toml::from_str(text).map_err(|error| MatchFileError::new(text, &error))?,
        files: toml::from_str(text).map_err(|error| MatchFileError::new(text, &error))?,
        lines: toml::from_str(text).map_err(|error| MatchFileError::new(text, &error))?,
    })
}

/// The long names of the flags of a struct.
fn keys_of<T: Args>() -> Vec<String> {
    let command = T::augment_args(Command::new(""));
    let flags = command.get_arguments().filter_map(|flag| flag.get_long());
    flags.map(str::to_owned).collect()
}

/// A text in TOML with blanks in place of these keys at its top, so that all other places stay the same.
fn without_keys(text: &str, keys: &[String]) -> String {
    let Ok(table) = toml::from_str::<BTreeMap<String, Spanned<toml::Value>>>(text) else {
        // Whoever reads it next reports the error.
        return text.to_owned();
    };
    let mut bytes = text.as_bytes().to_vec();
    for value in keys.iter().filter_map(|key| table.get(key)) {
        let start = text[..value.span().start]
            .rfind('\n')
            .map_or(0, |at| at + 1);
        let blanked = bytes[start..value.span().end].iter_mut();
        blanked
            .filter(|byte| **byte != b'\n')
            .for_each(|byte| *byte = b' ');
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::matches::lines::OutputFormat;

    #[test]
    fn a_match_file_takes_every_flag() {
        let text = "gauntlet = true\nhtml = \"page.html\" # the report\nrounds = 3\nshard = '2/8'\n\
                    resume = true\noutput = \"cutechess\"\n[[engine]]\ncommand = \"./a\"\n";
        let Request {
            settings,
            run,
            files,
            lines,
            ..
        } = parse(text).unwrap();
        assert_eq!((settings.rounds, settings.engines.len()), (Some(3), 1));
        assert!(run.gauntlet && run.resumes());
        assert_eq!(run.shard, Some(Shard { index: 2, of: 8 }));
        assert!(format!("{files:?}").contains("page.html"));
        assert_eq!(lines.output, Some(OutputFormat::Cutechess));
    }

    #[test]
    fn errors_name_the_line() {
        let error = |text: &str| parse(text).err().unwrap().to_string();
        let unknown = error("html = 'x'\nround = 3");
        assert_eq!(
            unknown,
            "line 2: unknown key \"round\"; did you mean \"rounds\"?"
        );
        assert!(error("rounds = 3\nhtml = 3").starts_with("line 2: "));
        assert!(error("shard = '9/8'").contains("is not a shard"));
        assert!(error("html = ").starts_with("line 1: "));
        // A key of a table is a key of that table.
        assert!(error("[adjudicate]\nhtml = 'x'").contains("unknown key"));
    }
}
