//! All tests of the project, in one binary.

mod cli;
mod common;
mod damaged;
mod deals;
mod errors;
mod examples;
mod games;
mod gaps;
mod heavy;
mod hostile;
mod laws;
mod list;
mod markdown;
mod merits;
mod names;
mod outside;
mod perft;
mod plays;
mod positions;
mod readme;
mod records;
mod reference;
mod rng;
mod simulate;
mod tutorial;
