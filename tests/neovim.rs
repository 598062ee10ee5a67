//! The language server in a real editor: Neovim without a terminal, driven by keys. Without Neovim the test says that
//! it is skipped. `cargo test neovim -- --nocapture` prints what was seen.

#![expect(clippy::print_stdout, reason = "what was seen is a transcript to read")]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::common::root;

const TEXT: &str = r#"name = "Four Heaps"

[piles.heap]
role  = "foundation"
count = 4
start = 'Ace'
build = 'in_siut and up'

[actions.deal]
do = [{ deal = 1, to = "waste" }]
"#;

/// A running editor.
struct Editor<'a> {
    child: Child,
    folder: &'a Path,
}

impl Editor<'_> {
    fn start(folder: &Path) -> Editor<'_> {
        let mut command = Command::new("nvim");
        command.args(["--headless", "--clean", "--listen", "socket", "-u"]);
        command
            .arg(root().join("tests/neovim/init.lua"))
            .arg("four-heaps.toml");
        command.current_dir(folder).stdin(Stdio::null());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.env("PATIENCE", insta_cmd::get_cargo_bin("patience"));
        command.env("PATIENCE_DATA", folder.join("data"));
        let child = command.spawn().expect("it is installed");
        Editor { child, folder }
    }

    fn ask(&self, option: &str, text: &str) -> String {
        let mut command = Command::new("nvim");
        command
            .args(["--server", "socket", option, text])
            .current_dir(self.folder);
        let output = command.output().expect("it is installed");
        // What is asked is printed to either stream, depending on the version.
        let text = [output.stdout, output.stderr].concat();
        String::from_utf8_lossy(&text).replace('\r', "")
    }

    /// Types keys, and waits until a text is seen.
    fn expect(&self, keys: &str, text: &str) {
        if !keys.is_empty() {
            self.ask("--remote-send", keys);
        }
        let mut seen = String::new();
        for _ in 0..150 {
            seen = self.ask("--remote-expr", "v:lua.Seen()");
            if seen.contains(text) {
                println!("==== {keys}\n{seen}\n");
                return;
            }
            sleep(Duration::from_millis(200));
        }
        panic!("after {keys:?}, expected {text:?}, but saw:\n{seen}");
    }
}

impl Drop for Editor<'_> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
#[ignore = "needs `nvim`"]
fn neovim() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("the file can be written");
    };
    write("four-heaps.toml", TEXT);
    write(
        "child.toml",
        "like = \"klondike\"\nname = \"Klondike by Twos\"\n",
    );
    let editor = Editor::start(folder.path());
    editor.expect("", "problem 7:10 unknown name `in_siut`");
    editor.expect(
        "7G0f_:lua vim.lsp.buf.code_action()<CR>",
        "build = 'in_suit and up'",
    );
    editor.expect("/actions<CR>O[piles.waste]<Esc>", "[piles.waste]");
    editor.expect(
        "/build<CR>opair = 'card.<C-x><C-o>",
        "completion suit: a card's suit",
    );
    editor.expect(
        "<C-e><Esc>ccavailable = 'waste is <C-x><C-o>",
        "completion empty: ",
    );
    editor.expect(
        "<C-e>empty'<Esc>gg/in_suit<CR>:lua vim.lsp.buf.hover()<CR>",
        "hover In words: the same suit",
    );
    editor.expect(
        "<Esc>/waste\"<CR>:lua vim.lsp.buf.definition()<CR>",
        "four-heaps.toml:10",
    );
    editor.expect(":write<CR>:edit child.toml<CR>", "child.toml:1");
    editor.expect(
        "/klondike<CR>:lua vim.lsp.buf.hover()<CR>",
        "hover Klondike",
    );
    editor.expect("<Esc>:lua vim.lsp.buf.definition()<CR>", "klondike.toml:1");
}
