//! The door of `patience` for a page in a browser: requests in, answers out, both as JSON in the memory of the module.
//!
//! The page asks for [`room`], writes a request there, and calls [`answer`]; the answer begins at [`place`] and is as long
//! as `answer` says. `door` tells requests apart, `host` is what the page does for a dialogue, and `workshop` checks rules that are being
//! written.

mod door;
mod host;
mod workshop;

use std::cell::RefCell;

pub use door::Door;

thread_local! {
    static DOOR: RefCell<Door> = RefCell::default();
    /// The request, and then the answer.
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Reserves `length` bytes for a request, and returns the address to write it to.
#[expect(unsafe_code, reason = "a name by which the page finds it")]
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *const u8 {
    TEXT.with_borrow_mut(|text| {
        text.clear();
        text.resize(length, 0);
        text.as_ptr()
    })
}

/// Answers the request, and returns how many bytes the answer has.
#[expect(unsafe_code, reason = "a name by which the page finds it")]
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    TEXT.with_borrow_mut(|text| {
        *text = DOOR.with_borrow_mut(|door| door.answer(text));
        text.len()
    })
}

/// Where the answer begins.
#[expect(unsafe_code, reason = "a name by which the page finds it")]
#[unsafe(no_mangle)]
pub extern "C" fn place() -> *const u8 {
    TEXT.with_borrow(Vec::as_ptr)
}
