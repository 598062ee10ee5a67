//! All tests of the project, in one binary.

mod authors;
#[path = "bench/klondike.rs"]
mod bench_klondike;
mod chosen_pages;
mod cli;
mod common;
mod damaged;
mod deals;
mod descriptions;
mod disk;
#[cfg(feature = "lsp")]
mod editor;
mod errors;
mod escapes;
mod examples;
mod fingerprints;
mod foreign_ids;
mod games;
mod gaps;
mod heavy;
mod hostile;
mod house_rules;
mod klondike;
mod laws;
mod links;
mod list;
#[cfg(feature = "lsp")]
mod lsp;
mod markdown;
mod merits;
mod names;
#[cfg(feature = "lsp")]
mod neovim;
mod odds;
mod odds_table;
mod outside;
mod own_games;
mod page;
mod perft;
mod plays;
mod position_command;
mod positions;
mod readme;
mod records;
mod reference;
mod replays;
mod rng;
mod saves;
mod schema;
mod sessions;
mod simulate;
mod solve;
mod solver_in_play;
mod stats;
mod streams;
mod synonyms;
mod tables;
mod tutorial;
mod wins;
mod work;
