//! The definition of the line patterns.
//!
//! A pattern is defined by what one more stone of the same side makes of it, down to the five, which the
//! rule defines. The idea is Rapfi's (`game/pattern`, `config`). Two things differ from Rapfi: every five
//! that counts goes through the cell itself, and a four is open only if no single answer stops it, which
//! also holds for Caro's blocked ends.

use crate::game::Side;
use crate::gomoku::patterns::pattern::{PATTERNS, Pattern};
use crate::gomoku::patterns::windows::{OTHER, OWN, for_each_window, half_width};
use crate::gomoku::rules::Rule;

/// What a [`Rule`] says about the rows of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RowRule {
    /// Six or more in a row do not win.
    pub exact: bool,
    /// Five with a stone of the opponent at each end do not win.
    pub needs_open_end: bool,
    /// Two fours in one line are a foul.
    pub fouls: bool,
}

impl RowRule {
    /// The rule for the rows of a side.
    pub(crate) fn of(rule: Rule, side: Side) -> Self {
        Self {
            exact: !rule.wins(side, 6, false),
            needs_open_end: rule.needs_open_end(),
            fouls: rule.has_fouls() && side == Side::Black,
        }
    }
}

/// The patterns of a side for every window under a rule, by the key of the window as the side sees it.
pub(crate) fn patterns_of_windows(rule: Rule, side: Side) -> Vec<Pattern> {
    let half = half_width(rule);
    let row_rule = RowRule::of(rule, side);
    let mut table = vec![Pattern::Dead; 1 << (4 * half)];
    // Another stone makes a larger key, so in descending order everything that a pattern depends on is
    // in the table before it.
    for_each_window(half, |key| {
        table[key] = classify(&table, key, half, row_rule);
    });
    table
}

fn classify(table: &[Pattern], key: usize, half: usize, row_rule: RowRule) -> Pattern {
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
        if row_rule.exact && length > 5 {
            return Pattern::Overline;
        }
        // A row that leaves the window held five before this stone, so it won already unless its ends
        // were blocked: it counts as open. Where six are allowed, they win with both ends blocked, too.
        let blocked = low > 0 && high < cells && cell(low - 1) == OTHER && cell(high) == OTHER;
        return if row_rule.needs_open_end && blocked && length == 5 {
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
        if row_rule.fouls && five > 1 {
            // The two completions of one straight four are five apart.
            let straight = fives[1] - fives[0] == 5;
            return if straight {
                Pattern::OpenFour
            } else {
                Pattern::Overline
            };
        }
        let stays_four = |n: usize| table[key | OTHER << (2 * n)].is_four();
        let open = if row_rule.needs_open_end {
            (0..cells).filter(|n| cell(*n) == 0).all(stays_four)
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
