//! Selectivity levels: how certain a search must be before Multi-ProbCut prunes a node.

/// Deviations of the probe's error that its margin has, and the percentage of a normal distribution
/// within that many on either side.
const LEVELS: [(f32, u8); 5] = [
    (1.1, 73),
    (1.5, 87),
    (2.0, 95),
    (2.6, 99),
    (f32::INFINITY, 100),
];

/// A selectivity level. Greater levels prune less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, bytemuck::Zeroable)]
#[repr(transparent)]
pub struct Selectivity(u8);

impl Selectivity {
    /// The least certain level, 73 %.
    pub const LEAST_CERTAIN: Self = Self(0);

    /// 87 %.
    pub(super) const PERCENT_87: Self = Self(1);

    /// 95 %.
    pub(super) const PERCENT_95: Self = Self(2);

    /// 99 %.
    pub(super) const PERCENT_99: Self = Self(3);

    /// Full width: Multi-ProbCut prunes nothing.
    pub const NONE: Self = Self(LEVELS.len() as u8 - 1);

    /// Number of levels.
    pub(super) const COUNT: usize = LEVELS.len();

    /// The levels as percentages of certainty, ascending; the last one is 100.
    pub fn percentages() -> impl Iterator<Item = u8> {
        LEVELS.iter().map(|(_, percent)| *percent)
    }

    /// The level with this percentage; `None` if it is not one of [`Selectivity::percentages`].
    pub fn from_percent(percent: u8) -> Option<Self> {
        let index = Self::percentages().position(|known| known == percent)?;
        Some(Self(index as u8))
    }

    /// Certainty in percent.
    pub const fn percent(self) -> u8 {
        LEVELS[self.0 as usize].1
    }

    /// The margin of a probe in standard deviations of its error.
    #[inline(always)]
    pub(super) fn deviations(self) -> f32 {
        LEVELS[usize::from(self.0)].0
    }

    /// The number of the level, as the transposition table stores it.
    #[inline(always)]
    pub(super) const fn index(self) -> u8 {
        self.0
    }
}
