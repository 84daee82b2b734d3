//! Vectors as wide as the processor has them.

#[cfg(target_arch = "x86_64")]
use std::sync::LazyLock;

#[cfg(all(test, target_arch = "x86_64"))]
thread_local! {
    /// The widest vectors that this thread may use.
    pub(crate) static WIDEST: std::cell::Cell<u32> = const { std::cell::Cell::new(512) };
}

/// Whether vectors of so many bits may be used: always, but for tests that try each width.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn may_use(bits: u32) -> bool {
    #[cfg(test)]
    return bits <= WIDEST.get();
    #[cfg(not(test))]
    return bits > 0;
}

/// Whether the processor has vectors of 512 bits with all that is used of them here.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn has_512() -> bool {
    *HAS_512
}

/// Asked for with each relaxation: one answer takes less time than those of the standard library,
/// one for each set of instructions.
#[cfg(target_arch = "x86_64")]
static HAS_512: LazyLock<bool> = LazyLock::new(|| {
    use std::arch::is_x86_feature_detected as has;
    has!("avx512f") && has!("avx512vl") && has!("avx512bw") && has!("avx512dq") && has_256()
});

/// Whether it has those of 256 bits.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn has_256() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("avx2") && has!("bmi1") && has!("bmi2") && has!("popcnt")
}

/// Defines a function that runs `$body` with the widest vectors that the processor has.
macro_rules! vectorised {
    ($(#[$doc:meta])* fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty => $body:ident) => {
        $(#[$doc])*
        pub(crate) fn $name($($argument: $type),*) -> $result {
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
                if $crate::vectors::may_use(512) && $crate::vectors::has_512() {
                    // SAFETY: the processor has the instructions, as just asked.
                    return unsafe { avx512($($argument),*) };
                }
                if $crate::vectors::may_use(256) && $crate::vectors::has_256() {
                    // SAFETY: the processor has the instructions, as just asked.
                    return unsafe { avx2($($argument),*) };
                }
            }
            $body($($argument),*)
        }
    };
}

pub(crate) use vectorised;
