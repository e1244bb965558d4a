//! Static evaluation: the value of the empty cells for each side, and a term for the threats of both.
//!
//! Every empty cell has a value for each side by the four line patterns that a stone there would make.
//! The sum of these values for one side minus the sum for the other is kept up to date by every move. A
//! term for the threats that both sides have is added at the leaf. The shape is that of Rapfi's classical
//! evaluation (`eval/eval.cpp`), but threats count alone and in pairs here.
//!
//! The [`weights`] are fitted to the results of games that the engine played against itself;
//! `docs/training.md` describes how.

mod cell_info;
mod cell_table;
mod kernels;
mod network;
mod perspective;
mod policy;
mod proximity;
mod threat_table;
mod vector;
mod vector_file;
mod weights;
mod win_rate;
mod window;

pub(crate) use cell_info::{CellInfo, SideInfo};
pub(crate) use cell_table::{CellReader, CellTable};
#[cfg(target_arch = "x86_64")]
pub(crate) use kernels::Avx2;
pub(crate) use kernels::{Kernel, Portable, pool_plus, with_kernel};
pub(crate) use network::{
    Head, Network, NetworkFile, POOL_DIVISOR, STATIC_DIVISOR, Threats, UNITS,
};
pub(crate) use perspective::Perspective;
pub(crate) use policy::{
    EMPTY_WINDOWS, INPUTS, Policy, PolicyFile, PolicyHead, PositionPolicy, RANK_PARTS,
    RANKS_PER_LOGIT, policy_inputs,
};
pub(crate) use proximity::{Proximity, ProximityTable, offset_class};
pub(crate) use threat_table::{LIMIT, Pattern4Counts, ThreatTable, threat_flags};
pub(crate) use vector::{CHANNELS, CLIP, CLIP_MAX, CellSums, ONE, Vector};
pub(crate) use vector_file::{FileHead, VectorFile};
pub(crate) use weights::{
    CELL_VALUES, CellWeights, OFFSET_CLASSES, RULE_SIDES, THREAT_FLAGS, ThreatWeights, WEIGHTS,
    Weights, rule_side,
};
pub(crate) use win_rate::{SCALE, win_rate};
pub(crate) use window::{ARM, Content, Place, WINDOWS, Window};
