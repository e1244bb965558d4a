//! Makes inputs from examples.

use flipfive::internals::Rng;
use std::ops::Range;

/// The longest input in bytes.
const MAX_LENGTH: usize = 4096;

/// Numbers at which types and ranges end.
const NUMBERS: [&str; 18] = [
    "0",
    "1",
    "-1",
    "7",
    "8",
    "15",
    "22",
    "23",
    "64",
    "255",
    "256",
    "65536",
    "2147483648",
    "18446744073709551615",
    "99999999999999999999",
    "0.5",
    "1e308",
    "nan",
];

/// Bytes that mean something in one of the languages.
const BYTES: &[u8] = b"\0\t\n\r \"#'(),-./0189:;=?@ABWX[\\]{|}\xc3\xe9\xff";

/// Mutates examples. The same seed always makes the same inputs.
pub(super) struct Mutator {
    rng: Rng,
    words: Vec<String>,
}

impl Mutator {
    /// `words` stand between bars.
    pub(super) fn new(seed: u64, words: &str) -> Self {
        let words = words.split('|').filter(|word| !word.is_empty());
        Self {
            rng: Rng::new(seed),
            words: words.map(String::from).collect(),
        }
    }

    fn below(&mut self, bound: usize) -> usize {
        self.rng.below(bound.max(1) as u64) as usize
    }

    fn pick<'a, T: ?Sized>(&mut self, items: &'a [Box<T>]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// The next input.
    pub(super) fn input(&mut self, examples: &[Box<[u8]>]) -> Vec<u8> {
        let mut input = self.pick(examples).to_vec();
        // One change keeps most of the meaning; many leave what is valid.
        for _ in 0..1 << self.below(5) {
            self.change(&mut input, examples);
        }
        input.truncate(MAX_LENGTH);
        input
    }

    fn change(&mut self, input: &mut Vec<u8>, examples: &[Box<[u8]>]) {
        match self.below(12) {
            0 => {
                let at = self.below(input.len());
                let bit = self.below(8);
                input
                    .get_mut(at)
                    .into_iter()
                    .for_each(|byte| *byte ^= 1 << bit);
            }
            1 => {
                let (at, byte) = (self.below(input.len()), BYTES[self.below(BYTES.len())]);
                input.get_mut(at).into_iter().for_each(|old| *old = byte);
            }
            2 => {
                let (at, byte) = (self.below(input.len() + 1), BYTES[self.below(BYTES.len())]);
                input.insert(at, byte);
            }
            3 => drop(input.drain(self.range(input.len()))),
            4 => {
                let part = input[self.range(input.len())].to_vec();
                let times = 1 + self.below(8);
                let at = self.below(input.len() + 1);
                input.splice(at..at, part.repeat(times));
            }
            5 | 6 => {
                let at = self.below(input.len() + 1);
                let word = self.word();
                input.splice(at..at, word);
            }
            7 => {
                let number = NUMBERS[self.below(NUMBERS.len())];
                if let Some(digits) = self.run(input, |byte| byte.is_ascii_digit()) {
                    input.splice(digits, number.bytes());
                }
            }
            8 => {
                let word = self.word();
                if let Some(old) = self.run(input, |byte| byte.is_ascii_alphanumeric()) {
                    input.splice(old, word);
                }
            }
            9 => {
                let other = self.pick(examples);
                input.truncate(self.below(input.len() + 1));
                input.extend_from_slice(&other[self.below(other.len() + 1)..]);
            }
            10 => {
                let other = self.pick(examples);
                let lines: Vec<&[u8]> = other.split_inclusive(|&byte| byte == b'\n').collect();
                let line = lines.get(self.below(lines.len()));
                let line = line.map_or_else(Vec::new, |line| line.to_vec());
                let at = self.line_start(input);
                input.splice(at..at, line);
            }
            _ => {
                let mut word = self.word();
                word.push(b'\n');
                let at = self.line_start(input);
                input.splice(at..at, word);
            }
        }
        input.truncate(2 * MAX_LENGTH);
    }

    fn word(&mut self) -> Vec<u8> {
        if self.words.is_empty() || self.below(8) == 0 {
            return NUMBERS[self.below(NUMBERS.len())].into();
        }
        let word = self.below(self.words.len());
        self.words[word].clone().into_bytes()
    }

    /// A part of so many bytes; short ones are more likely.
    fn range(&mut self, length: usize) -> Range<usize> {
        let at = self.below(length);
        let most = 1 << self.below(9);
        let end = at + self.below(most.min(length - at) + 1);
        at..end
    }

    /// A run of bytes of a kind.
    fn run(&mut self, input: &[u8], is_kind: impl Fn(&u8) -> bool) -> Option<Range<usize>> {
        let from = self.below(input.len());
        let start = from + input[from..].iter().position(&is_kind)?;
        let length = input[start..]
            .iter()
            .take_while(|byte| is_kind(byte))
            .count();
        Some(start..start + length)
    }

    /// The beginning of a line.
    fn line_start(&mut self, input: &[u8]) -> usize {
        let at = self.below(input.len() + 1);
        let feed = input[..at].iter().rposition(|&byte| byte == b'\n');
        feed.map_or(0, |feed| feed + 1)
    }
}
