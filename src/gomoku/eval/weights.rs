//! The weights of the evaluation: `weights.bin`, how it is read, and how it is written.
//!
//! The file is [sealed](crate::util::blob). It holds 16-bit numbers, little-endian: for every law (what
//! wins and what is forbidden for a side, [`LAWS`]) the values of all codes, then their ranks as moves of
//! the side itself, then as moves against it; after that for every rule the value of the turn and the
//! threats: for every fact those with the facts before it, then its own.

use crate::game::Side;
use crate::gomoku::patterns::tables::{PATTERNS, Pattern};
use crate::gomoku::rules::rule::Rule;
use crate::util::blob::{Blob, BlobError, seal};
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// Unordered sets of four patterns.
pub const CODES: usize = 2380;

/// Sets of weights for cells: freestyle, standard, Renju for Black, for White, Caro, Caro with exactly
/// five.
pub const LAWS: usize = 6;

/// Facts about threats; see [`crate::gomoku::eval::ThreatTable`].
pub const FACTS: usize = 15;

/// Numbers for the threats of a rule: single facts and pairs.
pub const THREATS: usize = FACTS * (FACTS + 1) / 2;

/// Which set of weights holds for a side.
pub const fn law(rule: Rule, side: Side) -> usize {
    match (rule, side) {
        (Rule::Freestyle, _) => 0,
        (Rule::Standard, _) => 1,
        (Rule::Renju, Side::Black) => 2,
        (Rule::Renju, Side::White) => 3,
        (Rule::Caro, _) => 4,
        (Rule::CaroExact, _) => 5,
    }
}

/// The place of a rule among the threats.
pub fn place(rule: Rule) -> usize {
    Rule::ALL
        .iter()
        .position(|known| *known == rule)
        .unwrap_or(0)
}

/// The number of four patterns in any order, 0 to 2379: the place of the sorted four among all sorted
/// fours.
pub fn code(patterns: [Pattern; 4]) -> usize {
    let mut numbers = patterns.map(|pattern| pattern as usize);
    numbers.sort_unstable();
    let [a, b, c, d] = numbers;
    // Sets with repetition are sets without, once the n-th number is raised by n.
    let choose = |n: usize, k: usize| (0..k).fold(1, |product, i| product * (n - i) / (i + 1));
    let pick = |n: usize, k: usize| if n < k { 0 } else { choose(n, k) };
    pick(a, 1) + pick(b + 1, 2) + pick(c + 2, 3) + pick(d + 3, 4)
}

const _: () = assert!(PATTERNS * (PATTERNS + 1) * (PATTERNS + 2) * (PATTERNS + 3) / 24 == CODES);

/// The range of the value of a cell.
pub const CELL_VALUES: RangeInclusive<i16> = -2048..=2047;

/// Weights of the cells of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellWeights {
    /// What a cell is worth, in hundredths of a unit, in the range of [`CELL_VALUES`].
    pub value: Vec<i16>,
    /// How much a move of the side there promises, 0 to 255.
    pub attack: Vec<i16>,
    /// How much a move of the other side there promises.
    pub defence: Vec<i16>,
}

/// Weights of what both sides threaten, in hundredths of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreatWeights {
    /// What having the move is worth.
    pub tempo: i16,
    /// For every fact those with the facts before it, then its own.
    pub pairs: Vec<i16>,
}

/// A set of weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// By [`law`].
    pub cells: Vec<CellWeights>,
    /// By [`place`].
    pub threats: Vec<ThreatWeights>,
    /// How they were made.
    pub provenance: String,
}

const MAGIC: &str = "FLIPGOM1";

const COUNT: usize = LAWS * 3 * CODES + Rule::ALL.len() * (1 + THREATS);

impl Weights {
    /// No weights at all.
    pub fn none() -> Self {
        let cells = CellWeights {
            value: vec![0; CODES],
            attack: vec![0; CODES],
            defence: vec![0; CODES],
        };
        let threats = ThreatWeights {
            tempo: 0,
            pairs: vec![0; THREATS],
        };
        Self {
            cells: vec![cells; LAWS],
            threats: vec![threats; Rule::ALL.len()],
            provenance: String::new(),
        }
    }

    /// Reads a file of weights.
    ///
    /// # Errors
    /// It is something else, or damaged.
    pub fn read(file: &[u8]) -> Result<Self, BlobError> {
        let sealed = Blob::open(MAGIC, file, 2 * COUNT..=2 * COUNT)?.check()?;
        let mut numbers = sealed
            .bytes
            .chunks_exact(2)
            .map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut take = |count: usize| -> Vec<i16> { numbers.by_ref().take(count).collect() };
        let cells = (0..LAWS)
            .map(|_| CellWeights {
                value: take(CODES),
                attack: take(CODES),
                defence: take(CODES),
            })
            .collect();
        let threats = (0..Rule::ALL.len())
            .map(|_| ThreatWeights {
                tempo: take(1)[0],
                pairs: take(THREATS),
            })
            .collect();
        Ok(Self {
            cells,
            threats,
            provenance: sealed.provenance,
        })
    }

    /// A file with these weights.
    pub fn write(&self) -> Vec<u8> {
        let cells = self
            .cells
            .iter()
            .flat_map(|cells| [&cells.value, &cells.attack, &cells.defence])
            .flatten();
        let threats = self
            .threats
            .iter()
            .flat_map(|threats| std::iter::once(&threats.tempo).chain(&threats.pairs));
        let bytes: Vec<u8> = cells
            .chain(threats)
            .flat_map(|number| number.to_le_bytes())
            .collect();
        seal(MAGIC, &self.provenance, &bytes)
    }
}

/// The weights of this program.
pub static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    Weights::read(include_bytes!("weights.bin")).unwrap_or_else(|error| {
        log::error!("the weights of Gomoku: {error}");
        Weights::none()
    })
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::rng::Rng;

    #[test]
    fn every_four_patterns_have_a_code_of_their_own() {
        let mut seen = vec![false; CODES];
        for a in Pattern::ALL {
            for b in Pattern::ALL.into_iter().filter(|b| *b >= a) {
                for c in Pattern::ALL.into_iter().filter(|c| *c >= b) {
                    for d in Pattern::ALL.into_iter().filter(|d| *d >= c) {
                        let number = code([a, b, c, d]);
                        assert!(!std::mem::replace(&mut seen[number], true));
                        assert_eq!(code([d, b, a, c]), number);
                    }
                }
            }
        }
        assert!(seen.into_iter().all(|seen| seen));
        assert_eq!(code([Pattern::Dead; 4]), 0);
    }

    #[test]
    fn what_is_written_is_read() {
        let mut rng = Rng::new(4);
        let mut weights = Weights::none();
        let mut number = || rng.below(1000) as i16 - 500;
        for cells in &mut weights.cells {
            for list in [&mut cells.value, &mut cells.attack, &mut cells.defence] {
                list.fill_with(&mut number);
            }
        }
        for threats in &mut weights.threats {
            threats.tempo = number();
            threats.pairs.fill_with(&mut number);
        }
        weights.provenance = "a test".into();
        assert_eq!(Weights::read(&weights.write()), Ok(weights));
    }

    #[test]
    fn the_weights_of_the_program_are_whole() {
        let weights = Weights::read(include_bytes!("weights.bin")).unwrap();
        assert!(
            weights.provenance.starts_with("flipfive"),
            "{}",
            weights.provenance
        );
        for (law, cells) in weights.cells.iter().enumerate() {
            let used = cells.value.iter().filter(|&&value| value != 0).count();
            assert!(used > 300, "law {law}: {used}");
            assert!(cells.value.iter().all(|value| CELL_VALUES.contains(value)));
            let ranks = cells.attack.iter().chain(&cells.defence);
            assert!(ranks.into_iter().all(|rank| (0..=255).contains(rank)));
        }
    }
}
