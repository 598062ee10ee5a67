//! What the tests of this module share: snapshots, and processes that can be killed or starved.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Compares with a snapshot, which is kept beside those of the other tests.
pub(super) fn assert_snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// Runs an ignored test in a process of its own, after a setup by the shell.
pub(super) fn run_test(name: &str, folder: &Path, setup: &str) -> Child {
    let program = std::env::current_exe().expect("this is a program");
    let run = format!("{setup} exec \"$0\" --exact {name} --ignored --nocapture");
    let mut command = Command::new("sh");
    command.args(["-c", &run]).arg(program);
    command.env("PATIENCE_DATA", folder).stdout(Stdio::piped());
    command.spawn().expect("there is a shell")
}

/// The folder that [`run_test`] hands on.
pub(super) fn folder_of_test() -> PathBuf {
    let folder = std::env::var_os("PATIENCE_DATA");
    folder.expect("another test runs this one").into()
}

/// Waits for the end of a test in a process of its own.
pub(super) fn assert_passed(program: Child) {
    let output = program.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("1 passed"),
        "{text}"
    );
}
