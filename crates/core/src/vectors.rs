//! Vectors as wide as the processor allows: one dispatcher for the relaxations of all crates.
//!
//! [`vectorised!`](crate::vectorised) compiles a function for each width, and selects which to run.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Bits of the widest vectors in use; `UNKNOWN` until first needed.
static WIDTH: AtomicU32 = AtomicU32::new(UNKNOWN);
const UNKNOWN: u32 = u32::MAX;

/// Returns the bits of the widest vectors that this processor has, with the other instructions that
/// [`vectorised!`](crate::vectorised) uses: 512, 256, or 0 if it has neither, or is of another
/// kind.
///
/// Called for each relaxation: a cached number is faster than asking the standard library for each
/// instruction set.
#[inline(always)]
pub fn width() -> u32 {
    match WIDTH.load(Relaxed) {
        UNKNOWN => limit_width(512),
        width => width,
    }
}

/// From now on, limits the width of vectors in all threads, and returns the width in use: for tests
/// of each width. Results never depend on it.
///
/// ```
/// use patience_core::vectors::{limit_width, width};
///
/// let widest = width();
/// assert_eq!((limit_width(0), width()), (0, 0));
/// assert_eq!(limit_width(512), widest);
/// ```
#[cold]
pub fn limit_width(bits: u32) -> u32 {
    let width = [512, 256].into_iter().find(|width| *width <= bits && has(*width)).unwrap_or(0);
    WIDTH.store(width, Relaxed);
    width
}

#[cfg(target_arch = "x86_64")]
fn has(width: u32) -> bool {
    use std::arch::is_x86_feature_detected as has;
    let has_256 = has!("avx2") && has!("bmi1") && has!("bmi2") && has!("popcnt");
    let has_512 = has!("avx512f") && has!("avx512vl") && has!("avx512bw") && has!("avx512dq");
    has_256 && (width <= 256 || has_512)
}

#[cfg(not(target_arch = "x86_64"))]
fn has(_: u32) -> bool {
    false
}

/// Defines a function that runs another one with the widest vectors that the processor has. The
/// other function, and every function that it calls, must be `#[inline(always)]`: only then are
/// they compiled for each width.
///
/// ```
/// patience_core::vectorised! {
///     /// The sum of some numbers.
///     fn sum(numbers: &[u64]) -> u64 => sum_one_by_one
/// }
///
/// #[inline(always)]
/// fn sum_one_by_one(numbers: &[u64]) -> u64 {
///     numbers.iter().sum()
/// }
///
/// assert_eq!(sum(&[1, 2, 3]), 6);
/// ```
#[macro_export]
macro_rules! vectorised {
    ($(#[$doc:meta])* $vis:vis fn $name:ident($($argument:ident: $type:ty),* $(,)?)
     -> $result:ty => $body:ident) => {
        $(#[$doc])*
        $vis fn $name($($argument: $type),*) -> $result {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,avx512f,avx512vl,avx512bw,avx512dq")]
                fn avx512($($argument: $type),*) -> $result {
                    $body($($argument),*)
                }
                #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
                fn avx2($($argument: $type),*) -> $result {
                    $body($($argument),*)
                }
                match $crate::vectors::width() {
                    // SAFETY: the processor has the instructions, as was just checked.
                    512 => return unsafe { avx512($($argument),*) },
                    // SAFETY: the processor has the instructions, as was just checked.
                    256 => return unsafe { avx2($($argument),*) },
                    _ => {}
                }
            }
            $body($($argument),*)
        }
    };
}
