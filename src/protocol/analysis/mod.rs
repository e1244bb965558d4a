//! Analysis of many positions for programs: lines of JSON on stdin and stdout, shaped like those of KataGo's
//! analysis engine. `docs/analysis-protocol.md` describes the queries and the answers.
//!
//! | file | contents |
//! |---|---|
//! | `fields` | the fields of a JSON object, with errors that name the field |
//! | `query` | a line as a `query::Request`: positions to search, or an action |
//! | `game` | the game of a query, replayed by the rules |
//! | `answer` | results as JSON |
//! | `queue` | positions that wait for a search, by priority |
//! | `dispatcher` | what each line and each event of an engine leads to, without input and output |
//! | `settings` | how the positions are searched |
//! | `service` | the threads: reader, searches, writer |

mod answer;
pub(crate) mod dispatcher;
mod fields;
mod game;
mod query;
mod queue;
mod service;
mod settings;
#[cfg(test)]
mod tests;

pub use service::run;
pub use settings::{AnalysisSettings, QueryLimits, ReportAs};
