//! Tests of the rules as a whole: laws, a slow second implementation, and suites of positions.

mod laws;
mod naive;
mod suites;
