//! Flipping and move generation for the searches, in one kernel for each set of instructions.
//!
//! Hot code is written once over a [`Kernel`] and entered through [`dispatch`], which chooses the
//! kernel for this processor once for a whole tree (`FLIPFIVE_KERNEL` forces one). `rules/perft.rs` is a small example.
//!
//! A function is compiled for the instructions that its own attributes name, whoever calls it.
//! [`Kernel::run`] compiles its closure, with all that is inlined into it, for the kernel's
//! instructions. Population counts and bit scans in it become single instructions, although the
//! program is built for any x86-64. What is *not* inlined is compiled without them. So put a `run`
//! around the body of each function that is not inlined into its caller, recursive ones above all, and
//! mark its helpers `#[inline(always)]`. A `run` costs passing the captured values on the stack.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod dispatch;
mod kernel;
mod last_flip;
mod portable;
#[cfg(target_arch = "x86_64")]
mod rays;
#[cfg(test)]
mod tests;

#[cfg(all(test, target_arch = "x86_64"))]
pub(crate) use avx2::Avx2;
pub use dispatch::{Task, dispatch};
pub use kernel::Kernel;
pub(crate) use kernel::{FewChildren, MoveKeys, weighted_mobility};
pub use portable::Portable;
