use patience_core::Random;

use super::*;
use crate::memory::shard::key_of;

#[test]
fn what_is_worth_most_is_remembered_within_the_memory() {
    let mut random = Random::new(1);
    let mut keys = Vec::new();
    let table = Table::new(60_000).forgetting(true);
    for _ in 0..20_000 {
        let key = u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
        assert!(!table.contains(key), "a key that was not added");
        let worth = Worth(random.below(8) * u32::from(keys.len() % 10 == 0));
        assert_eq!(table.insert(key, worth), Ok(true));
        keys.push((key, worth));
        assert!(table.bytes() <= 60_000);
    }
    let known = |most: bool| keys.iter().filter(move |(_, worth)| (*worth == Worth::MOST) == most);
    assert!(known(true).count() > 100 && known(true).all(|(key, _)| table.contains(*key)));
    let remembered = known(false).filter(|(key, _)| table.contains(*key)).count();
    assert!((100..5_000).contains(&remembered), "{remembered} others");
    assert!((table.len.load(Relaxed)..5_000).contains(&table.peak()), "{} at once", table.peak());
    let bytes: usize =
        table.shards.iter().map(|shard| lock(shard).slots.len() * size_of::<Entry>()).sum();
    assert!(bytes as u64 <= 60_000 + 8 * 4 * bytes_of(0), "{bytes} bytes");
    assert!(table.shards.iter().all(|shard| is_in_order(&lock(shard))));
}

#[test]
fn nothing_is_forgotten_unless_it_may_be_or_if_it_is_worth_most() {
    for (forgets, worth) in [(false, Worth::of(1)), (true, Worth::MOST)] {
        let table = Table::new(30_000).forgetting(forgets);
        let full = (1..5_000u128)
            .find(|&key| table.insert(key << 100 | key << 64, worth) == Err(Full))
            .expect("a full table");
        assert!((1..full).all(|key| table.contains(key << 100 | key << 64)));
    }
}

/// Whether the prefetched slots are the ones searched later.
fn fetches_its_own_slots(table: &Table) -> bool {
    table.places.iter().zip(&table.shards).all(|(place, shard)| {
        let shard = lock(shard);
        place.slots.load(Relaxed).cast_const() == shard.slots.as_ptr()
            && place.homes.load(Relaxed) == shard.homes
    })
}

#[test]
fn slots_are_fetched_where_they_lie() {
    let mut random = Random::new(2);
    let table = Table::new(u64::MAX);
    assert!(fetches_its_own_slots(&table), "a new table");
    // Keys of one shard that all belong at its end: the slots after the last home do not suffice.
    for key in 1..=2 * MIN_SLOTS as u128 {
        assert_eq!(table.insert(u128::MAX << 64 | key, Worth::MOST), Ok(true));
        assert!(fetches_its_own_slots(&table), "after {key} keys at the end of a shard");
    }
    for count in 0..5_000 {
        let key = u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
        assert_eq!(table.insert(key, Worth::MOST), Ok(true));
        assert!(fetches_its_own_slots(&table), "after {count} keys");
    }

    let mut bytes = Vec::new();
    table.save(&mut Sealing::new(&mut bytes)).expect("memory takes all bytes");
    for memory in [u64::MAX, 30_000] {
        let mut loaded = Table::new(memory);
        let from = Box::new(io::Cursor::new(bytes.clone()));
        let mut from = Sealed::new(from, bytes.len() as u64, "it".to_owned());
        loaded.load(&mut from, &Budget::unlimited()).expect("the bytes are unchanged");
        assert!(loaded.peak() > 1_000 && fetches_its_own_slots(&loaded), "loaded again");
    }
}

/// Each entry is at its home or after it, with no free slot between the two, and after all smaller
/// entries.
fn is_in_order(shard: &Shard) -> bool {
    let mut last = FREE;
    let mut count = 0;
    for (slot, &entry) in shard.slots.iter().enumerate().filter(|(_, entry)| **entry != FREE) {
        let home = home_of(entry, shard.homes);
        if home > slot || shard.slots[home..slot].contains(&FREE) || key_of(entry) <= last {
            return false;
        }
        (last, count) = (key_of(entry), count + 1);
    }
    count == shard.len
}
