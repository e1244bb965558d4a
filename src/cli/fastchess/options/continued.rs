//! The length and the test of a match that is continued with its engines given again.

use crate::tournament::journal;
use crate::tournament::{EloModel, MatchSettings, Sprt, SprtParameters};
use anyhow::bail;
use serde::Deserialize;
use std::path::Path;

/// The length of a match, as flags of `flipfive match`.
pub(super) struct MatchLength {
    /// The value of `--rounds`; `None` for the default of that flag.
    pub rounds: Option<u32>,
    /// The value of `--sprt`.
    pub sprt: Option<String>,
}

/// The length of the match in a journal; `None` if no match has begun there.
///
/// # Errors
/// The journal does not hold the length.
pub(super) fn length_in(journal: &str) -> anyhow::Result<Option<MatchLength>> {
    let path = Path::new(journal);
    // The match reports what is wrong with the journal itself. A pipe may never end.
    let header = path.is_file().then(|| journal::read_header(path).ok());
    let Some(header) = header.flatten() else {
        return Ok(None);
    };
    let settings = header.plan.get("settings").map(MatchSettings::deserialize);
    let Some(Ok(settings)) = settings else {
        bail!(
            "-config: {journal} does not hold the length of the match, since another version wrote it; give -rounds"
        );
    };
    Ok(Some(MatchLength {
        rounds: settings.rounds.or(settings.games.map(|games| games / 2)),
        sprt: settings.sprt.as_ref().map(flag_of),
    }))
}

/// The value of `--sprt` for a test.
fn flag_of(test: &Sprt) -> String {
    let SprtParameters {
        elo0,
        elo1,
        alpha,
        beta,
        model,
    } = test.parameters();
    let model = match model {
        EloModel::Normalized => "normalized",
        EloModel::Logistic => "logistic",
    };
    format!("elo0={elo0},elo1={elo1},alpha={alpha},beta={beta},model={model}")
}
