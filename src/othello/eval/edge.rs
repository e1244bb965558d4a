//! What an edge is worth: a table over all 6561 configurations of its eight squares.
//!
//! In the spirit of the edge tables of Iago (Rosenbloom 1982: "A world-championship-level Othello
//! program"): full edges are worth their discs, which are all stable; other edges the average of the
//! best that either side can do there next, where a move that turns nothing along the edge is only
//! possible with some probability, because it has to turn something elsewhere.

use std::sync::LazyLock;

const CONFIGURATIONS: usize = 6561;

/// For eight bits, the same digits in base 3.
const TERNARY: [u16; 256] = {
    let mut table = [0; 256];
    let mut bits = 1;
    while bits < 256 {
        table[bits] = table[bits >> 1] * 3 + (bits & 1) as u16;
        bits += 1;
    }
    table
};

/// Value of a stable disc by its place on the edge, in [`UNIT`]s of a plain disc: the corner also
/// anchors another edge and a diagonal.
const DISC: [f32; 8] = [4.0, 1.0, 1.25, 1.25, 1.25, 1.25, 1.0, 4.0];

/// Probability that a move on a square that turns nothing along the edge turns something elsewhere.
const POSSIBLE: [f32; 8] = [0.15, 0.5, 0.65, 0.65, 0.65, 0.65, 0.5, 0.15];

/// The table is in sixteenths of a disc.
const UNIT: f32 = 16.0;

/// Values for the owner of the first digit, in sixteenths of a disc.
pub(super) struct Edges(Box<[i16; CONFIGURATIONS]>);

/// The one table, made at the first evaluation (a few milliseconds).
pub(super) static EDGES: LazyLock<Edges> = LazyLock::new(Edges::new);

impl Edges {
    fn new() -> Self {
        let mut solver = Solver {
            values: vec![None; CONFIGURATIONS],
        };
        let mut table = Box::new([0; CONFIGURATIONS]);
        for own in 0..256usize {
            for other in (0..256usize).filter(|other| own & other == 0) {
                let value = solver.value(own, other);
                table[index(own, other)] = (value * UNIT).round() as i16;
            }
        }
        Self(table)
    }

    /// Value of an edge given as eight bits of each side, from end to end.
    #[inline(always)]
    pub fn get(&self, own: u64, other: u64) -> i32 {
        i32::from(self.0[index(own as usize & 255, other as usize & 255) % CONFIGURATIONS])
    }
}

#[inline(always)]
fn index(own: usize, other: usize) -> usize {
    usize::from(TERNARY[own]) + 2 * usize::from(TERNARY[other])
}

struct Solver {
    values: Vec<Option<f32>>,
}

impl Solver {
    fn value(&mut self, own: usize, other: usize) -> f32 {
        if let Some(value) = self.values[index(own, other)] {
            return value;
        }
        let settled = settled(own, other);
        let mut most = settled;
        let mut least = settled;
        for square in (0..8).filter(|square| (own | other) >> square & 1 == 0) {
            let bit = 1 << square;
            let turned = turned(square, own, other);
            let sure = if turned != 0 { 1.0 } else { POSSIBLE[square] };
            let after = self.value(own | bit | turned, other & !turned);
            most = most.max(settled + sure * (after - settled));
            let turned = self::turned(square, other, own);
            let sure = if turned != 0 { 1.0 } else { POSSIBLE[square] };
            let after = self.value(own & !turned, other | bit | turned);
            least = least.min(settled + sure * (after - settled));
        }
        let value = (most + least) / 2.0;
        self.values[index(own, other)] = Some(value);
        value
    }
}

/// The discs that a move of `own` on `square` turns along the edge.
fn turned(square: usize, own: usize, other: usize) -> usize {
    let run = |squares: &mut dyn Iterator<Item = usize>| {
        let mut run = 0;
        for at in squares {
            if other >> at & 1 == 1 {
                run |= 1 << at;
            } else {
                return if own >> at & 1 == 1 { run } else { 0 };
            }
        }
        0
    };
    run(&mut (square + 1..8)) | run(&mut (0..square).rev())
}

/// What the discs that can already not be turned are worth: those of a full edge, and runs of one
/// colour from a corner.
fn settled(own: usize, other: usize) -> f32 {
    let worth = |discs: usize| -> f32 {
        (0..8)
            .filter(|square| discs >> square & 1 == 1)
            .map(|square| DISC[square])
            .sum()
    };
    if own | other == 255 {
        return worth(own) - worth(other);
    }
    let anchored = |discs: usize| {
        let up = (0..8).take_while(|at| discs >> at & 1 == 1);
        let down = (0..8).rev().take_while(|at| discs >> at & 1 == 1);
        up.chain(down).fold(0, |all, at| all | 1 << at)
    };
    worth(anchored(own)) - worth(anchored(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(cells: &str) -> i32 {
        let bits = |of: char| {
            cells
                .chars()
                .enumerate()
                .filter(|&(_, c)| c == of)
                .fold(0, |bits, (at, _)| bits | 1 << at)
        };
        EDGES.get(bits('X'), bits('O'))
    }

    #[test]
    fn edges_are_symmetric() {
        for own in 0..256u64 {
            for other in (0..256).filter(|other| own & other == 0) {
                let value = EDGES.get(own, other);
                assert_eq!(value, -EDGES.get(other, own), "sides");
                let mirrored = |bits: u64| u64::from((bits as u8).reverse_bits());
                assert_eq!(value, EDGES.get(mirrored(own), mirrored(other)), "ends");
            }
        }
    }

    #[test]
    fn known_shapes_are_in_the_order_that_players_know() {
        assert_eq!(value("--------"), 0);
        assert_eq!(value("XXXXXXXX"), (16.0 * DISC.iter().sum::<f32>()) as i32);
        assert!(value("X-------") > 0);
        assert!(value("-X------") < 0, "a C square gives the corner away");
        assert!(value("--XXXX--") > 0, "a balanced edge is good");
        assert!(
            value("-XXXXXX-") < value("XXXXXXX-"),
            "a corner is better than two C squares"
        );
        assert!(value("XO------") < value("XX------"));
    }
}
