//! Ctrl-C: a long command stops and says what it has; a game is saved first.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// The exit code of an interrupted program.
pub const EXIT_CODE: i32 = 130;

/// A flag that Ctrl-C raises. A second Ctrl-C ends the program at once.
pub fn flag() -> Arc<AtomicBool> {
    let raised = Arc::new(AtomicBool::new(false));
    let raise = Arc::clone(&raised);
    on_interrupt(move || {
        if raise.swap(true, Ordering::Relaxed) {
            std::process::exit(EXIT_CODE);
        }
    });
    raised
}

/// What is to be done before the program ends, kept up to date by whoever plays.
pub type LastWill = Arc<Mutex<Option<Box<dyn FnOnce() + Send>>>>;

/// Carries out the last will on Ctrl-C and ends the program: somebody who waits for a line of input cannot be told.
pub fn last_will() -> LastWill {
    let will: LastWill = Arc::default();
    let carried = Arc::clone(&will);
    on_interrupt(move || {
        if let Ok(mut will) = carried.lock()
            && let Some(will) = will.take()
        {
            will();
        }
        std::process::exit(EXIT_CODE);
    });
    will
}

fn on_interrupt(handler: impl FnMut() + Send + 'static) {
    // Without a handler Ctrl-C just ends the program, which is good enough.
    let _ = ctrlc::set_handler(handler);
}
