//! Long searches that Ctrl-C ends with what is known by then.

use std::sync::{Arc, OnceLock};

use crate::search::Control;

/// Returns the control of the searches of this process, which Ctrl-C interrupts. A second Ctrl-C ends the program.
pub(super) fn control() -> Arc<Control> {
    static CONTROL: OnceLock<Arc<Control>> = OnceLock::new();
    let control = CONTROL.get_or_init(|| {
        let control = Arc::new(Control::default());
        let interrupted = Arc::clone(&control);
        // Without a handler, Ctrl-C ends the program at once, as it does elsewhere.
        let _ = ctrlc::set_handler(move || {
            if interrupted.is_interrupted() {
                std::process::exit(130);
            }
            interrupted.interrupt();
        });
        control
    });
    Arc::clone(control)
}
