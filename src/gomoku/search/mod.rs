//! The search.

pub mod state;
