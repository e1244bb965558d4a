//! What a stone on an empty cell would make: line patterns, and the class of a cell made of four.
//!
//! For every content of the window around an empty cell (four cells to each side in freestyle, five
//! where exactly five stones or blocked ends matter) a table says what the line becomes for a stone
//! of either colour. The table is not written by hand: a pattern is defined by what one more stone
//! of the same colour makes of it, down to the five, which the rule defines. The idea and the
//! fourteen patterns are Rapfi's (`game/pattern`, `config`); unlike there every five that counts
//! goes through the cell itself, and a four is open only if no single answer stops it, which also
//! holds for Caro's blocked ends.
//!
//! The four patterns through a cell make its class, the strongest threat of a stone on it.

use crate::game::Side;
use crate::gomoku::eval;
use crate::gomoku::eval::weights::{CELL_VALUES, WEIGHTS, code};
use crate::gomoku::rules::rule::Rule;
use std::sync::OnceLock;

/// What a stone on an empty cell makes of one line through it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Pattern {
    /// No five can come of it.
    Dead,
    /// More than five in a row where only five count; for Black in Renju also two fours within the
    /// line. Nothing else, or a foul.
    Overline,
    /// One more stone makes a [`Pattern::BlockedTwo`].
    BlockedOne,
    /// One more stone makes an open two.
    OpenOne,
    /// One more stone makes a [`Pattern::BlockedThree`].
    BlockedTwo,
    /// One more stone makes an open three, on one or two cells.
    OpenTwo,
    /// One more stone makes an open three, on three cells.
    OpenTwoWide,
    /// One more stone makes an open three, on four cells or more.
    OpenTwoBest,
    /// One more stone makes a four.
    BlockedThree,
    /// One more stone makes an open four, on one cell.
    OpenThree,
    /// One more stone makes an open four, on two cells or more.
    OpenThreeBest,
    /// One more stone makes a five, and a single answer stops that.
    Four,
    /// One more stone makes a five, whatever the answer.
    OpenFour,
    /// Five that win.
    Five,
}

/// Number of patterns.
pub const PATTERNS: usize = 14;

impl Pattern {
    /// All patterns in ascending order of their numbers.
    pub const ALL: [Self; PATTERNS] = [
        Self::Dead,
        Self::Overline,
        Self::BlockedOne,
        Self::OpenOne,
        Self::BlockedTwo,
        Self::OpenTwo,
        Self::OpenTwoWide,
        Self::OpenTwoBest,
        Self::BlockedThree,
        Self::OpenThree,
        Self::OpenThreeBest,
        Self::Four,
        Self::OpenFour,
        Self::Five,
    ];

    /// The pattern with a number; numbers that do not exist count as dead.
    #[inline(always)]
    pub const fn from_bits(bits: u32) -> Self {
        Self::ALL[if bits < PATTERNS as u32 {
            bits as usize
        } else {
            0
        }]
    }

    /// A four, open or not.
    pub const fn is_four(self) -> bool {
        matches!(self, Self::Four | Self::OpenFour)
    }

    /// A three that threatens an open four.
    pub const fn is_open_three(self) -> bool {
        matches!(self, Self::OpenThree | Self::OpenThreeBest)
    }

    /// A two that threatens an open three.
    pub const fn is_open_two(self) -> bool {
        matches!(self, Self::OpenTwo | Self::OpenTwoWide | Self::OpenTwoBest)
    }
}

/// The strongest threat that a stone on an empty cell makes, in ascending order of strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(u8)]
pub enum Pattern4 {
    /// Black in Renju: the patterns look like an overline, a double four or a double three. Only a
    /// double three may turn out to be none.
    Forbidden,
    /// Nothing of interest.
    #[default]
    None,
    /// An open two.
    OpenTwo,
    /// A three that is blocked on one side.
    BlockedThree,
    /// Two open twos.
    DoubleTwo,
    /// A blocked three with another one or with an open two.
    BlockedThreePlus,
    /// An open three.
    OpenThree,
    /// An open three with a blocked three or an open two.
    OpenThreePlus,
    /// Two open threes.
    DoubleThree,
    /// A four that one stone answers.
    Four,
    /// A four with a blocked three or an open two.
    FourPlus,
    /// A four with an open three.
    FourThree,
    /// An open four or two fours: a five that no single stone stops.
    OpenFour,
    /// A five.
    Five,
}

/// Number of classes.
pub const CLASSES: usize = 14;

impl Pattern4 {
    /// All classes in ascending order.
    pub const ALL: [Self; CLASSES] = [
        Self::Forbidden,
        Self::None,
        Self::OpenTwo,
        Self::BlockedThree,
        Self::DoubleTwo,
        Self::BlockedThreePlus,
        Self::OpenThree,
        Self::OpenThreePlus,
        Self::DoubleThree,
        Self::Four,
        Self::FourPlus,
        Self::FourThree,
        Self::OpenFour,
        Self::Five,
    ];

    /// The class with a number; numbers that do not exist count as nothing.
    #[inline(always)]
    pub const fn from_bits(bits: u32) -> Self {
        match bits {
            0 => Self::Forbidden,
            1 => Self::None,
            2 => Self::OpenTwo,
            3 => Self::BlockedThree,
            4 => Self::DoubleTwo,
            5 => Self::BlockedThreePlus,
            6 => Self::OpenThree,
            7 => Self::OpenThreePlus,
            8 => Self::DoubleThree,
            9 => Self::Four,
            10 => Self::FourPlus,
            11 => Self::FourThree,
            12 => Self::OpenFour,
            13 => Self::Five,
            _ => Self::None,
        }
    }

    /// The class of a cell by the patterns of its four lines. `fouls`: for Black in Renju.
    pub fn of(patterns: [Pattern; 4], fouls: bool) -> Self {
        let count = |test: fn(Pattern) -> bool| patterns.iter().filter(|p| test(**p)).count();
        let five = count(|p| p == Pattern::Five);
        let overlines = count(|p| p == Pattern::Overline);
        let open_fours = count(|p| p == Pattern::OpenFour);
        let fours = count(Pattern::is_four);
        let threes = count(Pattern::is_open_three);
        let blocked_threes = count(|p| p == Pattern::BlockedThree);
        let twos = count(Pattern::is_open_two);
        if five > 0 {
            Self::Five
        } else if fouls && (overlines > 0 || fours > 1 || threes > 1) {
            Self::Forbidden
        } else if open_fours > 0 || fours > 1 {
            Self::OpenFour
        } else if fours == 1 && threes > 0 {
            Self::FourThree
        } else if fours == 1 && blocked_threes + twos > 0 {
            Self::FourPlus
        } else if fours == 1 {
            Self::Four
        } else if threes > 1 {
            Self::DoubleThree
        } else if threes == 1 && blocked_threes + twos > 0 {
            Self::OpenThreePlus
        } else if threes == 1 {
            Self::OpenThree
        } else if blocked_threes > 1 || blocked_threes == 1 && twos > 0 {
            Self::BlockedThreePlus
        } else if twos > 1 {
            Self::DoubleTwo
        } else if blocked_threes == 1 {
            Self::BlockedThree
        } else if twos == 1 {
            Self::OpenTwo
        } else {
            Self::None
        }
    }
}

/// What the search wants to know about a cell for one colour. Packed, so that what a cell means for both
/// colours is read and written as one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry(u32);

impl Entry {
    const CLASS: u32 = 15;

    /// `value` is cut to [`CELL_VALUES`], which takes 12 bits.
    pub fn new(value: i16, attack: u8, defence: u8, class: Pattern4) -> Self {
        let value = value.clamp(*CELL_VALUES.start(), *CELL_VALUES.end());
        let value = i32::from(value) as u32;
        Self(value << 20 | u32::from(attack) << 12 | u32::from(defence) << 4 | class as u32)
    }

    /// What the possibilities of the cell are worth to the colour, in hundredths of a unit.
    #[inline(always)]
    pub const fn value(self) -> i32 {
        self.0 as i32 >> 20
    }

    /// How much a move of the colour there promises, 0 to 255, for the order of moves.
    #[inline(always)]
    pub const fn attack(self) -> i32 {
        (self.0 >> 12 & 255) as i32
    }

    /// How much a move of the other colour there promises, 0 to 255.
    #[inline(always)]
    pub const fn defence(self) -> i32 {
        (self.0 >> 4 & 255) as i32
    }

    /// The strongest threat of a stone there.
    #[inline(always)]
    pub const fn class(self) -> Pattern4 {
        Pattern4::from_bits(self.0 & Self::CLASS)
    }
}

/// What an empty cell means for both colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellInfo(u64);

impl CellInfo {
    /// From what it means for Black and for White.
    #[inline(always)]
    pub const fn new(black: Entry, white: Entry) -> Self {
        Self(black.0 as u64 | (white.0 as u64) << 32)
    }

    /// For one colour: 0 Black, 1 White.
    #[inline(always)]
    pub const fn of(self, side: usize) -> Entry {
        Entry((self.0 >> (32 * side)) as u32)
    }

    /// Whether the class for a colour differs.
    #[inline(always)]
    pub const fn differs_in_class(self, other: Self) -> bool {
        const CLASSES: u64 = Entry::CLASS as u64 | (Entry::CLASS as u64) << 32;
        (self.0 ^ other.0) & CLASSES != 0
    }
}

impl Default for CellInfo {
    fn default() -> Self {
        let nothing = Entry::new(0, 0, 0, Pattern4::None);
        Self::new(nothing, nothing)
    }
}

/// Contents of one side of the widest window, two bits a cell.
const HALVES: usize = 1 << 10;
/// The contents of five cells in which all walls are at the far end: the sum of 3^n for n to 5.
const REAL_HALVES: usize = 364;
/// Room for the numbers of windows, a power of two so that a mask keeps any number in range.
const WINDOWS: usize = 1 << 18;
/// Room for the numbers of unordered pairs of patterns, of which there are 105.
const PAIRS: usize = 1 << 7;

const _: () = assert!(REAL_HALVES * REAL_HALVES <= WINDOWS);
const _: () = assert!(PATTERNS * (PATTERNS + 1) / 2 <= PAIRS);

/// The tables of one rule. Windows and quadruples of patterns are numbered without holes, so that
/// everything a search touches fits into the second-level cache: 130 KB of patterns and 44 KB of
/// meanings for each colour that has its own.
pub struct Tables {
    /// Numbers of the contents before and after a cell; the first are multiples of the number of
    /// the second.
    numbers: Box<[[u32; HALVES]; 2]>,
    /// By the sum of the two numbers: the pattern for Black in the low four bits, for White in the
    /// high four.
    patterns: Box<[u8; WINDOWS]>,
    /// Numbers of unordered pairs of patterns, by the two patterns with four bits each.
    pairs: Box<[u8; 256]>,
    /// By the numbers of two pairs, first for Black, then for White.
    entries: Box<[[Entry; PAIRS * PAIRS]; 2]>,
    /// Which of the entries are White's: Black's too, where both follow the same law.
    white: usize,
    /// What the threats on the board are worth.
    pub threats: eval::ThreatTable,
}

impl Tables {
    /// The tables of a rule, built when they are first asked for (about 10 ms).
    pub fn of(rule: Rule) -> &'static Self {
        static TABLES: [OnceLock<Tables>; 5] = [const { OnceLock::new() }; 5];
        let index = Rule::ALL.iter().position(|r| *r == rule).unwrap_or(0);
        TABLES[index].get_or_init(|| Self::build(rule))
    }

    fn build(rule: Rule) -> Self {
        let half = half(rule);
        let laws = [Law::of(rule, true), Law::of(rule, false)];
        let own = laws.map(|law| own_patterns(half, law));
        let mut numbers = Box::new([[0; HALVES]; 2]);
        for (n, key) in real_halves(half, Half::Before).enumerate() {
            numbers[0][key] = (n * REAL_HALVES) as u32;
        }
        for (n, key) in real_halves(half, Half::After).enumerate() {
            numbers[1][key] = n as u32;
        }
        let mut patterns = boxed::<u8, WINDOWS>(0);
        for_each_window(half, |key| {
            let (before, after) = split(half, key);
            patterns[(numbers[0][before] + numbers[1][after]) as usize] =
                own[0][key] as u8 | (own[1][swap(key)] as u8) << 4;
        });
        let mut pairs = Box::new([0; 256]);
        let mut both: Vec<[Pattern; 2]> = Vec::with_capacity(PAIRS);
        for a in Pattern::ALL {
            for b in Pattern::ALL.into_iter().filter(|b| *b <= a) {
                pairs[a as usize | (b as usize) << 4] = both.len() as u8;
                pairs[b as usize | (a as usize) << 4] = both.len() as u8;
                both.push([a, b]);
            }
        }
        let nothing = Entry::new(0, 0, 0, Pattern4::None);
        let mut entries = boxed::<_, 2>([nothing; PAIRS * PAIRS]);
        let differ = laws[0].fouls != laws[1].fouls;
        let sides = [Side::Black, Side::White];
        let used = if differ { 2 } else { 1 };
        for ((entries, law), side) in entries.iter_mut().zip(&laws[..used]).zip(sides) {
            let weights = &WEIGHTS.cells[eval::weights::law(rule, side)];
            for (high, [a, b]) in both.iter().enumerate() {
                for (low, [c, d]) in both.iter().enumerate() {
                    let four = [*a, *b, *c, *d];
                    let class = Pattern4::of(four, law.fouls);
                    let number = code(four);
                    let (attack, defence) = (weights.attack[number], weights.defence[number]);
                    entries[high * PAIRS + low] =
                        Entry::new(weights.value[number], attack as u8, defence as u8, class);
                }
            }
        }
        Self {
            numbers,
            patterns,
            pairs,
            entries,
            white: usize::from(differ),
            threats: eval::ThreatTable::of(rule),
        }
    }

    /// The patterns of both colours for a window: Black's in bits 0-3, White's in bits 16-19.
    #[inline(always)]
    pub fn pair(&self, (before, after): (usize, usize)) -> u32 {
        let number = self.numbers[0][before & (HALVES - 1)] + self.numbers[1][after & (HALVES - 1)];
        let byte = u32::from(self.patterns[number as usize & (WINDOWS - 1)]);
        (byte & 15) | (byte & 0xf0) << 12
    }

    /// The pattern of one colour (0 Black, 1 White) for a window.
    #[inline(always)]
    pub fn pattern(&self, window: (usize, usize), side: usize) -> Pattern {
        Pattern::from_bits(self.pair(window) >> (16 * side) & 15)
    }

    /// What the patterns of a cell mean, four bits for each direction, Black's in the low half.
    #[inline(always)]
    pub fn meaning(&self, quads: u32) -> CellInfo {
        CellInfo::new(
            self.entry(quads as u16, 0),
            self.entry((quads >> 16) as u16, 1),
        )
    }

    /// What four patterns mean for a colour; `quad` has four bits for each direction.
    #[inline(always)]
    pub fn entry(&self, quad: u16, side: usize) -> Entry {
        let [low, high] = quad.to_le_bytes();
        let low = usize::from(self.pairs[usize::from(low)]);
        let high = usize::from(self.pairs[usize::from(high)]);
        // The pairs may be taken in either order.
        self.entries[if side == 0 { 0 } else { self.white }]
            [(low * PAIRS + high) & (PAIRS * PAIRS - 1)]
    }
}

fn boxed<T: Copy, const N: usize>(value: T) -> Box<[T; N]> {
    match vec![value; N].into_boxed_slice().try_into() {
        Ok(array) => array,
        Err(_) => unreachable!("the vector has exactly {N} elements"),
    }
}

/// Cells to each side of the centre in a window under this rule.
pub const fn half(rule: Rule) -> usize {
    // A five through the centre lies within four cells. The fifth tells whether there is a sixth
    // stone, or a blocked end.
    if matches!(rule, Rule::Freestyle) {
        4
    } else {
        5
    }
}

/// What decides about a row of one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Law {
    /// More than five do not win.
    exact: bool,
    /// Five between two stones of the opponent do not win.
    ends: bool,
    /// Two fours in one line are a foul.
    fouls: bool,
}

impl Law {
    fn of(rule: Rule, black: bool) -> Self {
        Self {
            exact: match rule {
                Rule::Standard | Rule::CaroExact => true,
                Rule::Renju => black,
                Rule::Freestyle | Rule::Caro => false,
            },
            ends: matches!(rule, Rule::Caro | Rule::CaroExact),
            fouls: rule == Rule::Renju && black,
        }
    }
}

const OWN: usize = 0b01;
const OTHER: usize = 0b10;

/// Exchanges the colours in a window; walls stay walls.
const fn swap(key: usize) -> usize {
    (key & 0x5555_5555) << 1 | (key >> 1 & 0x5555_5555)
}

/// One side of a window.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    /// The cells with smaller positions; the one next to the centre is highest.
    Before,
    /// The cells with larger positions; the one next to the centre is lowest.
    After,
}

/// The contents of one side of a window in which all walls are at the far end, in descending order.
fn real_halves(half: usize, side: Half) -> impl Iterator<Item = usize> + Clone {
    let wall = |key: usize, n: usize| key >> (2 * n) & 0b11 == 0b11;
    (0..1 << (2 * half)).rev().filter(move |key| {
        (1..half).all(|n| match side {
            Half::Before => wall(*key, n - 1) || !wall(*key, n),
            Half::After => wall(*key, n) || !wall(*key, n - 1),
        })
    })
}

/// The two sides of a window.
const fn split(half: usize, key: usize) -> (usize, usize) {
    (key & ((1 << (2 * half)) - 1), key >> (2 * half))
}

/// Calls `visit` with every window in which all walls are at the ends, in descending order.
fn for_each_window(half: usize, mut visit: impl FnMut(usize)) {
    let before = real_halves(half, Half::Before).collect::<Vec<_>>();
    for after in real_halves(half, Half::After) {
        for before in &before {
            visit(after << (2 * half) | before);
        }
    }
}

/// The patterns of the colour with code 1 for every window.
fn own_patterns(half: usize, law: Law) -> Vec<Pattern> {
    let mut table = vec![Pattern::Dead; 1 << (4 * half)];
    // A stone more makes a larger key, so in descending order everything a pattern depends on is
    // there before it.
    for_each_window(half, |key| table[key] = classify(&table, key, half, law));
    table
}

fn classify(table: &[Pattern], key: usize, half: usize, law: Law) -> Pattern {
    let cells = 2 * half;
    let cell = |n: usize| key >> (2 * n) & 0b11;
    // The centre lies between cells half - 1 and half.
    let mut low = half;
    while low > 0 && cell(low - 1) == OWN {
        low -= 1;
    }
    let mut high = half;
    while high < cells && cell(high) == OWN {
        high += 1;
    }
    let length = high - low + 1;
    if length >= 5 {
        if law.exact && length > 5 {
            return Pattern::Overline;
        }
        // Rows that leave the window are longer than five and held five before: such a position
        // has been won already unless the ends were blocked, so they need no answer.
        let blocked = low > 0 && high < cells && cell(low - 1) == OTHER && cell(high) == OTHER;
        return if law.ends && blocked {
            Pattern::Dead
        } else {
            Pattern::Five
        };
    }
    let mut count = [0; PATTERNS];
    let mut fives = [0; 2];
    for n in (0..cells).filter(|n| cell(*n) == 0) {
        let pattern = table[key | OWN << (2 * n)];
        if pattern == Pattern::Five {
            fives[count[Pattern::Five as usize] & 1] = n + usize::from(n >= half);
        }
        count[pattern as usize] += 1;
    }
    let count = |pattern: Pattern| count[pattern as usize];
    let five = count(Pattern::Five);
    if five > 0 {
        if law.fouls && five > 1 {
            // The two completions of one straight four are five apart.
            let straight = fives[1] - fives[0] == 5;
            return if straight {
                Pattern::OpenFour
            } else {
                Pattern::Overline
            };
        }
        let stays = |n: usize| table[key | OTHER << (2 * n)].is_four();
        let open = if law.ends {
            (0..cells).filter(|n| cell(*n) == 0).all(stays)
        } else {
            five > 1
        };
        return if open {
            Pattern::OpenFour
        } else {
            Pattern::Four
        };
    }
    let open_threes = count(Pattern::OpenThree) + count(Pattern::OpenThreeBest);
    let open_twos =
        count(Pattern::OpenTwo) + count(Pattern::OpenTwoWide) + count(Pattern::OpenTwoBest);
    match () {
        () if count(Pattern::OpenFour) > 1 => Pattern::OpenThreeBest,
        () if count(Pattern::OpenFour) == 1 => Pattern::OpenThree,
        () if count(Pattern::Four) > 0 => Pattern::BlockedThree,
        () if open_threes > 3 => Pattern::OpenTwoBest,
        () if open_threes == 3 => Pattern::OpenTwoWide,
        () if open_threes > 0 => Pattern::OpenTwo,
        () if count(Pattern::BlockedThree) > 0 => Pattern::BlockedTwo,
        () if open_twos > 0 => Pattern::OpenOne,
        () if count(Pattern::BlockedTwo) > 0 => Pattern::BlockedOne,
        () => Pattern::Dead,
    }
}

#[cfg(test)]
mod tests;
