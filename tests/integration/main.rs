//! Tests of the library through its public surface: one binary, one module for each subject.

mod othello_laws;
mod othello_records;
mod perft;
