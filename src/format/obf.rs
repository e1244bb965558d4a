//! OBF: suites of Othello positions with known scores.
//!
//! ```
//! let line = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12";
//! let suite = flipfive::format::obf::read("example.obf", line).unwrap();
//! assert_eq!(suite[0].content.moves.len(), 2);
//! ```

use crate::format::suite::{self, Problem, SuiteError};
use crate::game::Game;
use crate::othello::Othello;
use crate::othello::rules::notation::{Obf, move_name};

/// Reads a suite in OBF.
///
/// # Errors
/// The first line that is not OBF or scores an illegal move, or a suite without problems.
pub fn read(file: &str, text: &str) -> Result<Vec<Problem<Obf>>, SuiteError> {
    let example = "---------------------------OX------XO--------------------------- X; f5:+0";
    suite::read(file, text, example, |line| {
        let obf = Obf::parse(line).map_err(|error| error.to_string())?;
        let mut legal = Vec::new();
        Othello::legal(&obf.position, &mut legal);
        match obf.moves.iter().find(|(mv, _)| !legal.contains(mv)) {
            Some(&(mv, _)) => Err(format!("{} has a score but is illegal", move_name(mv))),
            None => Ok(obf),
        }
    })
}
