//! Puts the page together: one file, `target/patience.html`, with everything in it.
//!
//! It builds the engine for browsers, compresses it, and writes it into the page with the list of games, the style and the
//! scripts, which are joined in the order in which they use each other. What the page may run is named by its digest.

use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use patience_cli::list_with_measures;
use serde_json::to_string;
use sha2::{Digest, Sha256};

const TARGET: &str = "wasm32-unknown-unknown";
/// The most bytes of the engine with all games, compressed, so that the page is soon there.
const MOST: usize = 800_000;
const PAGE: &str = include_str!("page/index.html");
const STYLE: &str = include_str!("page/style.css");
const WORKER: &str = include_str!("page/worker.js");
/// The scripts, each after those that it uses.
const SCRIPTS: [&str; 7] = [
    include_str!("page/faces.js"),
    include_str!("page/board.js"),
    include_str!("page/link.js"),
    include_str!("page/engine.js"),
    include_str!("page/panels.js"),
    include_str!("page/taps.js"),
    include_str!("page/main.js"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), Into::into);
    let engine = compress(&build_engine(&root, &target)?)?;
    if engine.len() > MOST {
        return Err(format!(
            "the engine has {} bytes, compressed: more than {MOST}",
            engine.len()
        )
        .into());
    }
    let script = SCRIPTS.concat();
    let policy = format!(
        "default-src 'none'; script-src '{}' 'wasm-unsafe-eval'; style-src '{}'; worker-src blob:; base-uri 'none'; \
         form-action 'none'",
        digest(&script),
        digest(STYLE)
    );
    let page = fill(PAGE, "policy", &policy);
    let page = fill(&page, "style", STYLE);
    let page = fill(&page, "worker", WORKER);
    let page = fill(
        &page,
        "catalog",
        &to_string(&list_with_measures())?.replace('<', "\\u003c"),
    );
    let page = fill(&page, "engine", &STANDARD.encode(&engine));
    let page = fill(&page, "script", &script);
    let path = target.join("patience.html");
    fs::write(&path, &page)?;
    println!(
        "{}: {} kB, including {} kB for the compressed engine",
        path.display(),
        page.len() / 1000,
        engine.len() / 1000
    );
    Ok(())
}

/// Builds the engine for browsers.
fn build_engine(root: &Path, target: &Path) -> Result<Vec<u8>, Box<dyn Error>> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args([
            "build",
            "--package",
            "patience-browser",
            "--lib",
            "--profile",
            "browser",
            "--target",
            TARGET,
        ])
        .current_dir(root)
        .env("CARGO_TARGET_DIR", target)
        .status()?;
    if !status.success() {
        return Err(format!(
            "the engine is not built; `rustup target add {TARGET}` may be missing"
        )
        .into());
    }
    Ok(fs::read(
        target.join(TARGET).join("browser/patience_browser.wasm"),
    )?)
}

fn compress(bytes: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut compressed = Vec::new();
    zopfli::compress(
        zopfli::Options::default(),
        zopfli::Format::Gzip,
        bytes,
        &mut compressed,
    )?;
    Ok(compressed)
}

/// How a policy names a text that may be used.
fn digest(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

/// Writes a text in its place.
fn fill(page: &str, name: &str, text: &str) -> String {
    let place = format!("{{{name}}}");
    assert_eq!(
        page.matches(&place).count(),
        1,
        "the page has one place for {name}"
    );
    page.replace(&place, text)
}
