//! Tests of the whole: data-driven suites, transcripts, misbehaving controllers.

mod layers;
mod support;
