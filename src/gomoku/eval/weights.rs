//! The weights of the evaluation: `weights.bin`, its reader and its writer.
//!
//! The file is a [blob](crate::util::blob) of little-endian 16-bit numbers. For every [`rule_side`] it
//! holds the values of all pattern codes, their scores as moves of the side itself, then their scores as
//! moves of the opponent, and the scores of moves by their offsets from the last stones. After that follow
//! for every rule the value of having the move and the weights of the threats: for every flag the pairs
//! with the flags before it, then the flag itself.

use crate::game::Side;
use crate::gomoku::{patterns::PATTERN_CODES, rules::Rule};
use crate::util::blob::{Blob, BlobError, load_embedded};
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// Pairs of a rule and a side with weights of their own: freestyle, standard, Renju for Black, Renju for
/// White, Caro, Caro with exactly five.
pub(crate) const RULE_SIDES: usize = 6;

/// Flags of threats; see [`threat_flags`](crate::gomoku::eval::threat_table::threat_flags).
pub(crate) const THREAT_FLAGS: usize = 15;

/// Weights of the threats under one rule: of single flags and of pairs.
pub(crate) const THREAT_WEIGHTS: usize = THREAT_FLAGS * (THREAT_FLAGS + 1) / 2;

/// The place of a rule and a side in [`Weights::cells`].
pub(crate) const fn rule_side(rule: Rule, side: Side) -> usize {
    match (rule, side) {
        (Rule::Freestyle, _) => 0,
        (Rule::Standard, _) => 1,
        (Rule::Renju, Side::Black) => 2,
        (Rule::Renju, Side::White) => 3,
        (Rule::Caro, _) => 4,
        (Rule::CaroExact, _) => 5,
    }
}

/// Largest distance in files or ranks at which the last stones count for move ordering.
pub(crate) const REACH: usize = 5;

/// Offsets up to that distance, without rotations and reflections.
pub(crate) const OFFSET_CLASSES: usize = (REACH + 1) * (REACH + 2) / 2 - 1;

/// The range of the value of a cell.
pub(crate) const CELL_VALUES: RangeInclusive<i16> = -2048..=2047;

/// Weights of the cells for one side, by pattern code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CellWeights {
    /// Value of a cell in hundredths of a unit, in the range of [`CELL_VALUES`].
    pub value: Vec<i16>,
    /// Score of a move of the side there, 0 to 255.
    pub attack: Vec<i16>,
    /// Score of a move of the opponent there, 0 to 255.
    pub defence: Vec<i16>,
    /// Score of a move of the side by its offset from the last stone of the side, then from that of
    /// the opponent, compared with moves far away.
    pub proximity: Vec<i16>,
}

impl CellWeights {
    /// All weights, in the order of the file.
    fn lists(&self) -> [&Vec<i16>; 4] {
        [&self.value, &self.attack, &self.defence, &self.proximity]
    }
}

/// Weights of the threats of both sides, in hundredths of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ThreatWeights {
    /// Value of having the move.
    pub tempo: i16,
    /// For every flag the pairs with the flags before it, then the flag itself.
    pub pairs: Vec<i16>,
}

/// A set of weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Weights {
    /// By [`rule_side`].
    pub cells: Vec<CellWeights>,
    /// By [`Rule::index`].
    pub threats: Vec<ThreatWeights>,
    /// Where the weights come from.
    pub provenance: String,
}

const MAGIC: &str = "FLIPGOM3";

const COUNT: usize =
    RULE_SIDES * (3 * PATTERN_CODES + 2 * OFFSET_CLASSES) + Rule::ALL.len() * (1 + THREAT_WEIGHTS);

impl Weights {
    /// Reads a file of weights.
    ///
    /// # Errors
    /// The file is of another kind, truncated or damaged.
    pub(crate) fn read(file: &[u8]) -> Result<Self, BlobError> {
        let blob = Blob::read(MAGIC, file, 2 * COUNT..=2 * COUNT)?;
        let mut numbers = blob
            .bytes
            .chunks_exact(2)
            .map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut take = |count: usize| -> Vec<i16> { numbers.by_ref().take(count).collect() };
        let cells = (0..RULE_SIDES)
            .map(|_| CellWeights {
                value: take(PATTERN_CODES),
                attack: take(PATTERN_CODES),
                defence: take(PATTERN_CODES),
                proximity: take(2 * OFFSET_CLASSES),
            })
            .collect();
        let threats = (0..Rule::ALL.len())
            .map(|_| ThreatWeights {
                tempo: take(1)[0],
                pairs: take(THREAT_WEIGHTS),
            })
            .collect();
        Ok(Self {
            cells,
            threats,
            provenance: blob.provenance,
        })
    }

    /// Writes a file with these weights.
    pub(crate) fn write(&self) -> Vec<u8> {
        let cells = self.cells.iter().flat_map(CellWeights::lists).flatten();
        let threats = self
            .threats
            .iter()
            .flat_map(|threats| std::iter::once(&threats.tempo).chain(&threats.pairs));
        let bytes: Vec<u8> = cells
            .chain(threats)
            .flat_map(|number| number.to_le_bytes())
            .collect();
        Blob::pack(MAGIC, &self.provenance, &bytes)
    }
}

impl Default for Weights {
    /// All weights are zero.
    fn default() -> Self {
        let cells = CellWeights {
            value: vec![0; PATTERN_CODES],
            attack: vec![0; PATTERN_CODES],
            defence: vec![0; PATTERN_CODES],
            proximity: vec![0; 2 * OFFSET_CLASSES],
        };
        let threats = ThreatWeights {
            tempo: 0,
            pairs: vec![0; THREAT_WEIGHTS],
        };
        Self {
            cells: vec![cells; RULE_SIDES],
            threats: vec![threats; Rule::ALL.len()],
            provenance: String::new(),
        }
    }
}

/// The built-in weights.
pub(crate) static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    let file = include_bytes!("weights.bin");
    load_embedded("the file of Gomoku weights", file, Weights::read)
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::patterns::{Pattern, pattern_code};
    use crate::util::rng::Rng;

    #[test]
    fn weights_survive_a_round_trip() {
        let mut rng = Rng::new(4);
        let mut weights = Weights::default();
        let mut number = || rng.below(1000) as i16 - 500;
        for cells in &mut weights.cells {
            for list in [
                &mut cells.value,
                &mut cells.attack,
                &mut cells.defence,
                &mut cells.proximity,
            ] {
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
    fn the_embedded_weights_are_intact() {
        let weights = Weights::read(include_bytes!("weights.bin")).unwrap();
        assert!(
            weights.provenance.starts_with("flipfive"),
            "{}",
            weights.provenance
        );
        for (rule_side, cells) in weights.cells.iter().enumerate() {
            let used = cells.value.iter().filter(|&&value| value != 0).count();
            assert!(used > 300, "set {rule_side}: {used}");
            assert!(cells.value.iter().all(|value| CELL_VALUES.contains(value)));
            let ranks = cells.attack.iter().chain(&cells.defence);
            assert!(ranks.into_iter().all(|rank| (0..=255).contains(rank)));
        }
    }

    #[test]
    fn moves_next_to_the_last_stones_come_first() {
        for cells in &WEIGHTS.cells {
            for scores in cells.proximity.chunks_exact(OFFSET_CLASSES) {
                assert!(scores[0] > 5 && scores[1] > 5, "{scores:?}");
                assert!(
                    scores[..4].iter().sum::<i16>() > scores[OFFSET_CLASSES - 4..].iter().sum()
                );
            }
        }
    }

    #[test]
    fn move_scores_grow_with_the_threat() {
        for cells in &WEIGHTS.cells {
            let scores = |pattern| {
                let code = pattern_code([pattern, Pattern::Dead, Pattern::Dead, Pattern::Dead]);
                (cells.attack[code], cells.defence[code])
            };
            let (none, two, three) = (
                scores(Pattern::Dead),
                scores(Pattern::OpenTwo),
                scores(Pattern::OpenThreeBest),
            );
            assert!(
                none.0 < two.0 && two.0 < three.0,
                "{none:?} {two:?} {three:?}"
            );
            assert!(
                none.1 < two.1 && two.1 < three.1,
                "{none:?} {two:?} {three:?}"
            );
        }
    }
}
