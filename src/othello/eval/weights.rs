//! The weights of the evaluation.

use super::features::FEATURES;

/// Weights are in this fraction of a centi-disc.
pub(super) const UNIT: i32 = 16;

/// Numbers of empty squares for which there are weights; in between they are interpolated.
const KNOTS: [usize; 7] = [4, 11, 18, 25, 32, 40, 50];

/// By knot and feature, in sixteenths of a centi-disc.
const WEIGHTS: [[i32; FEATURES]; KNOTS.len()] = [
    [
        3705, 104, -2418, -3084, 1074, -6480, -2955, 55, -1881, -343, 4143, -929, -1228, 88, -1089,
        280, 86, -4846, 5230, 2565,
    ],
    [
        2066, 353, -2151, -1366, 1042, -6505, -3943, -921, -2750, -298, 3602, -1213, -1096, 112,
        3086, -312, -808, -8485, 10010, 1158,
    ],
    [
        1261, 299, -2015, -293, 1860, -6971, -8285, -2142, -4205, -1829, 1817, -2202, -1566, 139,
        3522, -1935, -1601, -7608, 7724, 444,
    ],
    [
        154, 646, -2157, 84, 1676, -10403, -12196, -2765, -2409, -2663, -1154, -1679, -993, 185,
        3854, -2444, -1412, -8081, 8226, -25,
    ],
    [
        -809, 1365, -2121, 431, 67, -14130, -15522, -128, 2380, -2004, -3803, 295, 661, 238, 4430,
        -800, 151, -7380, 6573, -81,
    ],
    [
        -1253, 1358, -1954, 580, -4761, -15696, -18729, 3081, 5139, 3393, 1719, 5462, 6448, 333,
        2618, 3365, 4672, -7813, 6740, -29,
    ],
    [
        527, 423, -1904, 557, -4472, -4179, -27111, -603, -357, 9964, 289, 6481, 10138, 335, -687,
        3660, 4263, -8247, 6111, 569,
    ],
];

/// By the number of empty squares.
pub(super) static BY_EMPTIES: [[i32; FEATURES]; 64] = {
    let mut table = [[0; FEATURES]; 64];
    let mut empties = 0;
    while empties < 64 {
        let mut above = 1;
        while above < KNOTS.len() - 1 && empties > KNOTS[above] {
            above += 1;
        }
        let (low, high) = (KNOTS[above - 1], KNOTS[above]);
        let at = if empties < low {
            low
        } else if empties > high {
            high
        } else {
            empties
        };
        let mut feature = 0;
        while feature < FEATURES {
            let rising = (at - low) as i32 * WEIGHTS[above][feature];
            let falling = (high - at) as i32 * WEIGHTS[above - 1][feature];
            table[empties][feature] = (rising + falling) / (high - low) as i32;
            feature += 1;
        }
        empties += 1;
    }
    table
};
