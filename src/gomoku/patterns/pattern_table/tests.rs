//! The tables against a classifier that looks at rows of stones and at nothing else.

use super::*;
use crate::gomoku::patterns::classify::RowRule;
use crate::gomoku::patterns::windows::{OTHER, OWN};
use crate::util::rng::Rng;
use std::sync::OnceLock;

/// A line as cells in order, the centre in the middle: 0 empty, 1 own, 2 other, 3 wall.
type Line = Vec<u8>;

fn line_of(key: usize, half: usize) -> Line {
    let mut line: Line = (0..2 * half).map(|n| (key >> (2 * n) & 3) as u8).collect();
    line.insert(half, 1);
    line
}

/// Whether the row of own stones through the middle wins, or is too long to.
fn row(line: &Line, row_rule: RowRule) -> (bool, bool) {
    let middle = line.len() / 2;
    let start = (0..=middle)
        .rev()
        .take_while(|n| line[*n] == 1)
        .last()
        .unwrap();
    let end = (middle..line.len())
        .take_while(|n| line[*n] == 1)
        .last()
        .unwrap();
    let length = end - start + 1;
    let end_of = |n: Option<usize>| n.and_then(|n| line.get(n)).copied().unwrap_or(0);
    let blocked = end_of(start.checked_sub(1)) == 2 && end_of(Some(end + 1)) == 2;
    let wins = length >= 5
        && !(row_rule.exact && length > 5)
        && !(row_rule.needs_open_end && blocked && length == 5);
    (wins, row_rule.exact && length > 5)
}

fn empties(line: &Line) -> Vec<usize> {
    (0..line.len()).filter(|n| line[*n] == 0).collect()
}

fn with(line: &Line, n: usize, stone: u8) -> Line {
    let mut line = line.clone();
    line[n] = stone;
    line
}

/// Cells that complete a winning row.
fn completions(line: &Line, row_rule: RowRule) -> Vec<usize> {
    empties(line)
        .into_iter()
        .filter(|n| row(&with(line, *n, 1), row_rule).0)
        .collect()
}

/// The definition of each pattern in words of the rules, without any table.
fn slow(line: &Line, row_rule: RowRule) -> Pattern {
    let (wins, overline) = row(line, row_rule);
    if wins {
        return Pattern::Five;
    }
    if overline {
        return Pattern::Overline;
    }
    let middle = line.len() / 2;
    let length = (0..middle).rev().take_while(|n| line[*n] == 1).count()
        + (middle..line.len()).take_while(|n| line[*n] == 1).count();
    if length >= 5 {
        return Pattern::Dead;
    }
    let fives = completions(line, row_rule);
    if fives.len() > 1 && row_rule.fouls {
        // Two ways to five are one straight four only if the four stones between them are unbroken.
        let between = line[fives[0] + 1..fives[1]]
            .iter()
            .filter(|cell| **cell == 1)
            .count();
        return if between == 4 && fives[1] - fives[0] == 5 {
            Pattern::OpenFour
        } else {
            Pattern::Overline
        };
    }
    if !fives.is_empty() {
        let stopped = empties(line)
            .into_iter()
            .any(|n| completions(&with(line, n, 2), row_rule).is_empty());
        return if stopped {
            Pattern::Four
        } else {
            Pattern::OpenFour
        };
    }
    let next: Vec<Pattern> = empties(line)
        .into_iter()
        .map(|n| slow(&with(line, n, 1), row_rule))
        .collect();
    let count = |test: fn(Pattern) -> bool| next.iter().filter(|p| test(**p)).count();
    if count(|p| p == Pattern::OpenFour) > 1 {
        Pattern::OpenThreeBest
    } else if count(|p| p == Pattern::OpenFour) > 0 {
        Pattern::OpenThree
    } else if count(|p| p == Pattern::Four) > 0 {
        Pattern::BlockedThree
    } else if count(Pattern::is_open_three) > 3 {
        Pattern::OpenTwoBest
    } else if count(Pattern::is_open_three) > 2 {
        Pattern::OpenTwoWide
    } else if count(Pattern::is_open_three) > 0 {
        Pattern::OpenTwo
    } else if count(|p| p == Pattern::BlockedThree) > 0 {
        Pattern::BlockedTwo
    } else if count(Pattern::is_open_two) > 0 {
        Pattern::OpenOne
    } else if count(|p| p == Pattern::BlockedTwo) > 0 {
        Pattern::BlockedOne
    } else {
        Pattern::Dead
    }
}

fn table(rule: Rule) -> &'static PatternTable {
    static TABLES: [OnceLock<PatternTable>; 5] = [const { OnceLock::new() }; 5];
    TABLES[rule.index()].get_or_init(|| PatternTable::of(rule))
}

fn check(rule: Rule, key: usize) {
    let half = half_width(rule);
    for (side, seen) in [(Side::Black, key), (Side::White, swap_colours(key))] {
        let row_rule = RowRule::of(rule, side);
        let line = line_of(seen, half);
        let found = table(rule).reader().pattern(split(half, key), side.index());
        assert_eq!(
            found,
            slow(&line, row_rule),
            "{rule} side {side} line {line:?}"
        );
    }
}

#[test]
fn every_freestyle_window() {
    let mut windows = 0;
    for_each_window(4, |key| {
        windows += 1;
        // A check looks at a window from both sides, and so at its colour swap, too.
        if key <= swap_colours(key) {
            check(Rule::Freestyle, key);
        }
    });
    assert_eq!(windows, 121 * 121);
}

#[test]
fn many_wide_windows_of_every_other_rule() {
    let mut keys = Vec::new();
    for_each_window(5, |key| keys.push(key));
    assert_eq!(keys.len(), 364 * 364);
    let mut rng = Rng::new(11);
    for rule in [Rule::Standard, Rule::Renju, Rule::Caro, Rule::CaroExact] {
        let mut checked = 0;
        while checked < 4000 {
            let key = keys[rng.below(keys.len() as u64) as usize];
            // With seven empty cells or more the definition without a table takes seconds.
            let empty = line_of(key, 5).iter().filter(|cell| **cell == 0).count();
            if empty < 7 {
                check(rule, key);
                checked += 1;
            }
        }
    }
}

#[test]
fn windows_with_few_stones() {
    // A single stone and a pair, with the window open to both sides.
    for rule in Rule::ALL {
        let half = half_width(rule);
        let key = |stones: &[isize]| {
            stones.iter().fold(0, |key, d| {
                let n = if *d < 0 {
                    d + half as isize
                } else {
                    d + half as isize - 1
                };
                key | OWN << (2 * n)
            })
        };
        let pattern = |stones: &[isize]| table(rule).reader().pattern(split(half, key(stones)), 0);
        assert_eq!(pattern(&[]), Pattern::OpenOne);
        assert_eq!(pattern(&[1]), Pattern::OpenTwoBest);
        assert_eq!(pattern(&[1, 2]), Pattern::OpenThreeBest);
        assert_eq!(pattern(&[1, 3]), Pattern::OpenThree);
        assert_eq!(pattern(&[1, 2, 3]), Pattern::OpenFour);
        assert_eq!(pattern(&[1, 2, 4]), Pattern::Four);
        assert_eq!(pattern(&[1, 2, 3, 4]), Pattern::Five);
    }
}

#[test]
fn caro_ends_decide() {
    // The centre is the left end of four stones; the right end is blocked.
    let line = |cells: [u8; 10]| {
        let key = cells
            .iter()
            .rev()
            .fold(0, |key, cell| key << 2 | usize::from(*cell));
        table(Rule::Caro).reader().pattern(split(5, key), 0)
    };
    // Five between two white stones win nothing.
    assert_eq!(line([0, 0, 0, 0, 2, 1, 1, 1, 1, 2]), Pattern::Dead);
    // One free end is enough.
    assert_eq!(line([0, 0, 0, 0, 0, 1, 1, 1, 1, 2]), Pattern::Five);
    // Two completions, but a stone on either of them blocks that end for the other as well.
    assert_eq!(line([0, 0, 0, 2, 0, 1, 1, 1, 0, 2]), Pattern::Four);
    assert_eq!(line([0, 0, 0, 0, 0, 1, 1, 1, 0, 0]), Pattern::OpenFour);
}

/// The pattern of a drawing as in the documentation of [`Pattern`].
fn drawn(rule: Rule, drawing: &str) -> Pattern {
    let half = half_width(rule);
    let centre = drawing.find('*').unwrap();
    let code = |n: Option<usize>| match n.and_then(|n| drawing.as_bytes().get(n)) {
        Some(b'_') => 0,
        Some(b'x') => OWN,
        _ => OTHER,
    };
    let before = (0..half).map(|n| code((centre + n).checked_sub(half)));
    let after = (0..half).map(|n| code(Some(centre + 1 + n)));
    let key = |cells: &mut dyn Iterator<Item = usize>| {
        (0..)
            .zip(cells)
            .fold(0, |key, (n, code): (usize, usize)| key | code << (2 * n))
    };
    table(rule)
        .reader()
        .pattern((key(&mut { before }), key(&mut { after })), 0)
}

#[test]
fn the_documented_examples_are_right() {
    for (drawing, pattern) in [
        ("o_*__o", Pattern::Dead),
        ("o*____o", Pattern::BlockedOne),
        ("___*___", Pattern::OpenOne),
        ("ox*___", Pattern::BlockedTwo),
        ("__x*__", Pattern::OpenTwo),
        ("__x*___", Pattern::OpenTwoWide),
        ("___x*___", Pattern::OpenTwoBest),
        ("ox*x__", Pattern::BlockedThree),
        ("_x_*x_", Pattern::OpenThree),
        ("__x*x__", Pattern::OpenThreeBest),
        ("oxx*x_", Pattern::Four),
        ("_xx*x_", Pattern::OpenFour),
        ("xx*xx", Pattern::Five),
    ] {
        assert_eq!(drawn(Rule::Freestyle, drawing), pattern, "{drawing}");
    }
    assert_eq!(drawn(Rule::Standard, "xx*xxx"), Pattern::Overline);
    assert_eq!(drawn(Rule::Renju, "x_x*x_x"), Pattern::Overline);
}
