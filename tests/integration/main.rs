//! Tests of the whole: data-driven suites, transcripts, misbehaving controllers.

mod layers;
mod othello_laws;
mod othello_records;
mod perft;
mod support;
