//! The openings of a match, and the settings about them.

use crate::engine::Variant;
use crate::engines::GameSpec;
use crate::format::position::write_position;
use crate::gomoku::OpeningRule;
use crate::tournament::journal::hash;
use crate::tournament::openings::{
    self, GeneratorSettings, Opening, OpeningFormat, OpeningSource, Openings,
};
use crate::tournament::prepare::error::SettingsError;
use crate::tournament::{MatchSettings, TournamentFormat, TournamentKind};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The name of the built-in book, in place of a file of openings.
const BOOK: &str = "book";

impl MatchSettings {
    /// What settings do not do, as warnings: they change nothing. Journals of earlier versions may have them.
    pub(super) fn settings_without_effect(&self, spec: GameSpec) -> Vec<String> {
        let of_files = [
            ("opening-start", self.opening_start.is_some()),
            ("opening-plies", self.opening_plies.is_some()),
            ("order", self.order.is_some()),
        ];
        let is_idle = |(_, is_given): &(_, bool)| *is_given && self.openings.is_none();
        let of_files = of_files.into_iter().filter(is_idle).map(|(name, _)| {
            format!(
                "{name} has no effect without openings of a file; another --seed generates other openings"
            )
        });
        let mut warnings: Vec<String> = of_files.collect();
        if self.max_imbalance.is_some() && self.generate_openings.is_none() {
            warnings.push(
                "max-imbalance has no effect without --generate-openings: other openings are not checked for balance"
                    .into(),
            );
        }
        if self.adjudicate.solve.is_some() && spec.variant != Variant::Othello {
            warnings.push(format!(
                "solve has no effect in {}, since only endgames of Othello are solved",
                spec.variant
            ));
        }
        warnings
    }

    /// The openings, and their identity for the journal.
    pub(super) fn opening_source(
        &self,
        spec: GameSpec,
    ) -> Result<(OpeningSource, Value), SettingsError> {
        let (source, mut origin) = match (&self.openings, self.generate_openings) {
            (Some(_), Some(_)) => {
                return Err(value("give either openings or generate-openings, not both"));
            }
            (None, None) => (OpeningSource::StartPosition, Value::Null),
            (None, Some(plies)) => {
                let most = GeneratorSettings::MAX_PLIES;
                if plies > most {
                    return Err(value(format!(
                        "generate-openings: {plies} is out of range; expected at most {most} moves"
                    )));
                }
                let max_imbalance = self
                    .max_imbalance
                    .unwrap_or(GeneratorSettings::DEFAULT_MAX_IMBALANCE);
                if !(max_imbalance.is_finite() && max_imbalance >= 0.0) {
                    return Err(value(format!(
                        "max-imbalance: {max_imbalance} is out of range; expected a number of at least 0"
                    )));
                }
                let generator = GeneratorSettings {
                    plies,
                    max_imbalance,
                };
                let origin = json!({ "made": generator });
                (OpeningSource::Generated(generator), origin)
            }
            (Some(file), None) => {
                let list = if file == BOOK {
                    openings::read_book(spec, self.opening_plies)?
                } else {
                    let (path, format) = split_format(file);
                    if format.is_none() {
                        check_format(file, spec.variant)?;
                    }
                    openings::read(&path, format, spec, self.opening_plies)?
                };
                let text: String = list.iter().map(fingerprint).collect();
                let origin = json!({ "file": file, "hash": hash(&text) });
                (OpeningSource::List(list), origin)
            }
        };
        if let Some(start) = self.opening_start {
            check_start(start, &source, self.opening_start_wraps)?;
            origin["start"] = start.into();
        }
        Ok((source, origin))
    }

    /// The openings of the rounds.
    pub(super) fn openings_of(&self, spec: GameSpec, source: OpeningSource) -> Openings {
        let order = self.order.unwrap_or_default();
        let symmetry = self.symmetry.unwrap_or_default();
        Openings::new(spec, source, order, symmetry, self.seed())
            .skipping(self.opening_start.unwrap_or(1) - 1)
    }

    /// Checks that the limit of moves leaves room for a move after each opening. Otherwise games would be draws without
    /// a move of the engines.
    pub(super) fn check_max_moves(
        &self,
        openings: &Openings,
        format: TournamentFormat,
    ) -> Result<(), SettingsError> {
        let Some(limit) = self.max_moves else {
            return Ok(());
        };
        let rounds = match format.kind {
            // The number of its tie-breaks is not known.
            TournamentKind::Knockout => u32::MAX,
            _ => format.rounds,
        };
        let rule = self.opening_rule.map(|rule| {
            let stones = match rule {
                OpeningRule::Swap => 3,
                OpeningRule::Swap2 => 5,
            };
            (format!("the opening rule {rule}"), stones)
        });
        let longest = rule.or_else(|| openings.reaching(limit as usize, rounds));
        match longest {
            Some((name, moves)) if moves >= limit as usize => Err(value(format!(
                "max-moves: {limit} leaves no move after {name}; expected at least {}",
                moves + 1
            ))),
            _ if limit == 0 => Err(value(
                "max-moves: 0 is out of range; expected a number from 1",
            )),
            _ => Ok(()),
        }
    }
}

fn value(text: impl Into<String>) -> SettingsError {
    SettingsError::Value(text.into())
}

/// Checks the number of the first opening. With `wraps`, it may be beyond the last one.
fn check_start(start: u32, source: &OpeningSource, wraps: bool) -> Result<(), SettingsError> {
    let expected = match source {
        OpeningSource::List(list) if start as usize > list.len() && !wraps => {
            format!("1 to {}, the number of the openings", list.len())
        }
        _ if start == 0 => "a number from 1".into(),
        _ => return Ok(()),
    };
    Err(value(format!(
        "opening-start: {start} is out of range; expected {expected}"
    )))
}

/// Splits `PATH:FORMAT`.
pub(super) fn split_format(text: &str) -> (PathBuf, Option<OpeningFormat>) {
    if let Some((path, name)) = text.rsplit_once(':')
        && let Some(format) = OpeningFormat::from_name(name)
    {
        return (path.into(), Some(format));
    }
    (text.into(), None)
}

/// Checks that a text without a format is not the name of a file and a word that is no format.
fn check_format(text: &str, variant: Variant) -> Result<(), SettingsError> {
    match text.rsplit_once(':') {
        Some((path, name)) if Path::new(path).exists() && !Path::new(text).exists() => {
            let names = OpeningFormat::names(variant);
            Err(value(format!(
                "openings: unknown format {name:?} of {path}; expected one of: {names}"
            )))
        }
        _ => Ok(()),
    }
}

/// The part of an opening that the games and their records depend on.
fn fingerprint(opening: &Opening) -> String {
    let start = opening.start.as_ref().and_then(write_position);
    let moves: String = opening.moves.iter().map(ToString::to_string).collect();
    format!("{} {} {moves}\n", opening.name, start.unwrap_or_default())
}
