//! The search of Gomoku: principal variation search over the pattern state, with proof searches for
//! wins by fours (VCF) and by threats (VCT).

mod depth;
mod forced_line;
mod full_player;
mod history;
mod move_picker;
mod node;
mod null_move;
mod pruning;
mod pvs;
mod quiescence;
mod random_line;
mod root;
mod root_moves;
mod score;
mod searcher;
#[cfg(test)]
mod tests;
mod tt_entry;
mod tunables;
pub(crate) mod vcf;
mod vcf_check;
pub(crate) mod vct;
mod vote;

pub(crate) use full_player::FullPlayer;
pub(crate) use root_moves::{points_of, requested_moves, root_moves};
pub(crate) use score::{move_of, score_of};
