//! Long searches that Ctrl-C ends early, with the results so far.

use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use patience::solve::Control;

/// What Ctrl-C interrupts; `None` if nothing is searched.
static RUNNING: Mutex<Option<Control>> = Mutex::new(None);

/// Returns a control of the searches from now on, which Ctrl-C interrupts. A second Ctrl-C ends the program.
pub(super) fn control() -> Control {
    static HANDLER: Once = Once::new();
    HANDLER.call_once(|| {
        // Without a handler, Ctrl-C ends the program at once, as it does elsewhere.
        let _ = ctrlc::set_handler(|| match running().as_ref() {
            Some(control) if !control.is_interrupted() => control.interrupt(),
            _ => std::process::exit(130),
        });
    });
    let control = Control::default();
    *running() = Some(control.clone());
    control
}

/// Searches in a program that goes on afterwards: from then on, Ctrl-C ends it again.
pub(super) fn during<T>(search: impl FnOnce(&Control) -> T) -> T {
    let found = search(&control());
    *running() = None;
    found
}

fn running() -> MutexGuard<'static, Option<Control>> {
    // Whoever panicked has left a control or none, which is all there can be.
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}
