//! Tests of the whole: data-driven suites, laws, transcripts, misbehaving controllers.

mod analysis;
mod analyze;
mod bench;
mod book;
mod command_lines;
mod conversation;
mod engine_clients;
#[cfg(unix)]
mod engine_processes;
mod fastchess;
#[cfg(unix)]
mod faults;
mod fuzz;
mod gomocup;
mod host;
mod hostile;
mod json_outputs;
mod kernels;
mod layers;
mod levels;
mod man;
mod manual;
mod matches;
mod nboard;
mod play;
#[cfg(target_os = "linux")]
mod play_screen;
mod puzzles;
mod records;
mod round_trips;
mod scripted;
#[cfg(target_os = "linux")]
mod scripts;
mod solve;
mod stop;
mod support;
mod train;
mod transcripts;
