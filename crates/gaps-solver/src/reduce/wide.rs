//! The relaxations of one position with AVX-512 instructions: as in [`Start::close`], except that
//! the gaps stay in a vector between sweeps, and that all ranks are swept, whether in play or not.

use std::arch::x86_64::{
    __m256i, _mm256_and_si256, _mm256_cmpneq_epi64_mask, _mm256_loadu_si256, _mm256_mask_or_epi64,
    _mm256_or_si256, _mm256_permute4x64_epi64, _mm256_set1_epi64x, _mm256_setzero_si256,
    _mm256_shuffle_epi32, _mm256_slli_epi64, _mm256_storeu_si256, _mm256_ternarylogic_epi64,
    _mm256_test_epi64_mask,
};

use patience_core::sets::Set32;

use super::persistent::smallest_set;
use super::relaxation::{ALL_FREE, Lanes, Reach, Start};
use crate::position::{Cells, Geometry, Position, RANKS, Steps};

/// Ranks from here onward continue from the result of the previous rank in the previous sweep, so
/// that the two halves of a sweep do not wait for each other: it takes a few more sweeps, but each
/// is shorter.
const HALF: usize = RANKS / 2;

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,avx512f,avx512vl,avx512bw,avx512dq")]
#[inline]
fn load(lanes: &Lanes) -> __m256i {
    // SAFETY: four lanes are 32 bytes, since a set is no more than its word.
    unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) }
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,avx512f,avx512vl,avx512bw,avx512dq")]
#[inline]
fn store(vector: __m256i) -> Lanes {
    let mut lanes = [Cells::EMPTY; 4];
    // SAFETY: four lanes are 32 bytes, and each word is a set.
    unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), vector) };
    lanes
}

/// [`Start::close`].
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,avx512f,avx512vl,avx512bw,avx512dq")]
#[inline]
fn close<const FROZEN: bool>(
    start: &Start,
    free: &[Lanes; RANKS],
    forbidden: Cells,
) -> Option<([__m256i; RANKS], __m256i)> {
    let mut cards = [_mm256_setzero_si256(); RANKS];
    for (vector, lanes) in cards.iter_mut().zip(&start.cards) {
        *vector = load(lanes);
    }
    let (mut reach, mut gaps) = (cards, _mm256_set1_epi64x(start.gaps.bits() as i64));
    let (entry_cells, forbidden) =
        (load(&start.entry_cells), _mm256_set1_epi64x(forbidden.bits() as i64));
    loop {
        let (mut freed, mut entered) = (_mm256_setzero_si256(), entry_cells);
        let before_half = reach[HALF - 1];
        for rank in 0..RANKS {
            if rank == HALF {
                entered = _mm256_slli_epi64::<1>(before_half);
            }
            let allowed = if FROZEN { _mm256_and_si256(gaps, load(&free[rank])) } else { gaps };
            // reach | entered & allowed
            let now = _mm256_ternarylogic_epi64::<0xF8>(reach[rank], entered, allowed);
            let moved = _mm256_cmpneq_epi64_mask(now, cards[rank]);
            freed = _mm256_mask_or_epi64(freed, moved, freed, cards[rank]);
            entered = _mm256_slli_epi64::<1>(now);
            reach[rank] = now;
        }
        // All lanes get what any of them freed.
        let freed = _mm256_or_si256(freed, _mm256_permute4x64_epi64::<0x4E>(freed));
        let freed = _mm256_or_si256(freed, _mm256_shuffle_epi32::<0x4E>(freed));
        let more = _mm256_or_si256(gaps, freed);
        if FROZEN && _mm256_test_epi64_mask(more, forbidden) != 0 {
            return None;
        }
        if _mm256_cmpneq_epi64_mask(more, gaps)
            | _mm256_cmpneq_epi64_mask(reach[HALF - 1], before_half)
            == 0
        {
            return Some((reach, gaps));
        }
        gaps = more;
    }
}

/// [`super::sufficient::sufficient`], with the cells of the cards computed once for all
/// relaxations.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,avx512f,avx512vl,avx512bw,avx512dq")]
pub(super) fn sufficient(
    geometry: &Geometry,
    position: &Position,
    steps: &Steps,
    dead_ends: bool,
    most: u32,
) -> Option<Set32> {
    let start = Start::of(geometry, position);
    if dead_ends && let Some((cards, gaps)) = close::<false>(&start, &ALL_FREE, Cells::EMPTY) {
        let mut reach = Reach { cards: [[Cells::EMPTY; 4]; RANKS], gaps: store(gaps)[0] };
        for (lanes, vector) in reach.cards.iter_mut().zip(cards) {
            *lanes = store(vector);
        }
        debug_assert!(reach.has_all_wild_gaps_or_none(position));
        if reach.is_dead_end(geometry) {
            return None;
        }
    }
    Some(smallest_set(geometry, position, steps, &start, most, |free, forbidden| {
        close::<true>(&start, free, forbidden).is_some()
    }))
}
