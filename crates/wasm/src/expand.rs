//! Loaded instances and their states as bytes: for programs that expand thousands of states per
//! second, such as searches in Pyodide.
//!
//! [`load`] opens an instance and returns its number. [`expand`] then takes consecutive states from
//! memory, one byte per cell, and leaves their successors in memory; [`length`] returns their size.
//! The layout is that of
//! [`patience_catalogue::packed`](https://docs.rs/patience-catalogue/latest/patience_catalogue/packed/).
//! Bytes that are not a state are reported as an error, like all others.

use std::cell::RefCell;

use patience_api::{ApiError, Instance, Look, Question, described, open};
use serde_json::{Value, json};

use crate::{QUESTION, job_context, tell};

thread_local! {
    /// The loaded instances, by number.
    static LOADED: RefCell<Vec<Option<Box<dyn Instance>>>> = const { RefCell::new(Vec::new()) };
    /// The last answer in bytes.
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

fn told(answer: Result<Value, ApiError>) {
    match answer {
        Ok(answer) => tell(&json!({ "answer": answer })),
        Err(error) => tell(&json!({ "error": error })),
    }
}

/// Calls a function with a loaded instance.
fn with<T>(
    number: u32,
    call: impl FnOnce(&dyn Instance) -> Result<T, ApiError>,
) -> Result<T, ApiError> {
    LOADED.with_borrow(|loaded| match loaded.get(number as usize) {
        Some(Some(instance)) => call(&**instance),
        _ => Err(ApiError::new(format!("no instance is loaded as {number}"))),
    })
}

/// Opens the instance of the position in memory, as `{"instance": …}` or `{"game": …, "board": …}`:
/// sends `{"answer": …}` with its `number`, the bytes of its `start`, `name`, `game`, `rules` and
/// `board`, or `{"error": …}`. States have as many bytes as the start.
///
/// ```
/// let position = br#"{"instance": "tiles:level/iartistas-04"}"#;
/// let place = patience_wasm::reserve(position.len());
/// // SAFETY: there is room for exactly these bytes.
/// unsafe { std::ptr::copy_nonoverlapping(position.as_ptr(), place, position.len()) };
/// patience_wasm::load();
/// ```
#[unsafe(no_mangle)]
pub extern "C" fn load() {
    let opened = || {
        let Question(position) = Question::parse(&QUESTION.take())?;
        let instance = job_context(None, |context| open(position, context))?;
        let start = instance.start_bytes().ok_or_else(|| {
            let (game, rules) = (instance.game(), instance.rules());
            ApiError::new(format!("states of {game}+{rules} cannot be written as bytes"))
        })?;
        let answer = json!({
            "start": start,
            "name": instance.id(),
            "game": instance.game(),
            "rules": instance.rules(),
            "board": instance.board(),
        });
        Ok((instance, answer))
    };
    told(opened().map(|(instance, mut answer)| {
        answer["number"] = LOADED
            .with_borrow_mut(|loaded| {
                let free = loaded.iter().position(Option::is_none);
                let number = free.unwrap_or_else(|| {
                    loaded.push(None);
                    loaded.len() - 1
                });
                loaded[number] = Some(instance);
                number
            })
            .into();
        answer
    }));
}

/// Frees an instance; its number may be reused.
///
/// ```
/// patience_wasm::unload(7);
/// ```
#[unsafe(no_mangle)]
pub extern "C" fn unload(number: u32) {
    LOADED.with_borrow_mut(|loaded| {
        if let Some(place) = loaded.get_mut(number as usize) {
            *place = None;
        }
    });
}

/// Expands the states in memory: returns the address of the answer, or null after sending
/// `{"error": …}`. The answer stays valid until the next call.
///
/// ```
/// patience_wasm::reserve(0);
/// assert!(patience_wasm::expand(7).is_null(), "no instance is loaded as 7");
/// ```
#[unsafe(no_mangle)]
pub extern "C" fn expand(number: u32) -> *const u8 {
    let states = QUESTION.take();
    ANSWER.with_borrow_mut(|answer| {
        answer.clear();
        match with(number, |instance| Ok(instance.expand(&states, answer)?)) {
            Ok(()) => answer.as_ptr(),
            Err(error) => {
                told(Err(error));
                std::ptr::null()
            }
        }
    })
}

/// The length of the last answer of [`expand`], in bytes.
///
/// ```
/// assert_eq!(patience_wasm::length(), 0);
/// ```
#[unsafe(no_mangle)]
pub extern "C" fn length() -> usize {
    ANSWER.with_borrow(Vec::len)
}

/// Describes the state in memory: sends `{"answer": …}` as for the question `position`, and its
/// `drawing` for a terminal, or `{"error": …}`.
///
/// ```
/// patience_wasm::reserve(0);
/// patience_wasm::describe(7);
/// ```
#[unsafe(no_mangle)]
pub extern "C" fn describe(number: u32) {
    let bytes = QUESTION.take();
    told(with(number, |instance| {
        let state = instance.at_bytes(&bytes)?;
        let mut answer = described(&*state)?;
        answer["drawing"] = state.draw(Look::PLAIN).into();
        Ok(answer)
    }));
}

/// Checks the certificate in memory: sends the checker's result.
///
/// ```
/// patience_wasm::reserve(0);
/// patience_wasm::check();
/// ```
#[unsafe(no_mangle)]
pub extern "C" fn check() {
    told(Ok(patience_api::check(&QUESTION.take())));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{host, reserve};

    fn put(bytes: &[u8]) {
        let place = reserve(bytes.len());
        // SAFETY: `reserve` made room for exactly these bytes.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), place, bytes.len()) };
    }

    /// Returns the last message.
    fn last() -> Value {
        let told = host::TOLD.with(RefCell::take);
        serde_json::from_str(told.last().expect("a message was sent")).unwrap()
    }

    fn loaded(name: &str) -> (u32, Vec<u8>) {
        put(json!({ "instance": name }).to_string().as_bytes());
        load();
        let answer = &last()["answer"];
        let start = answer["start"].as_array().unwrap().iter();
        let start = start.map(|byte| byte.as_u64().unwrap() as u8).collect();
        (answer["number"].as_u64().unwrap() as u32, start)
    }

    fn expanded(number: u32, states: &[u8]) -> Option<Vec<u8>> {
        put(states);
        let place = expand(number);
        // SAFETY: the answer has this address and length until the next call.
        (!place.is_null()).then(|| unsafe { std::slice::from_raw_parts(place, length()) }.to_vec())
    }

    const NAMES: [&str; 5] = [
        "gaps:solvitaire/4x13/7",
        "birds:neller/42",
        "cohesion:level/vieira-1",
        "tiles:level/iartistas-04",
        "sliding:korf/1",
    ];

    #[test]
    fn states_of_every_game_expand_and_are_described() {
        for name in NAMES {
            let (number, start) = loaded(name);
            let one = expanded(number, &start).unwrap();
            let count = u32::from_le_bytes(one[..4].try_into().unwrap()) as usize;
            assert!(count > 0 && one.len() == 8 + count * (16 + start.len()), "{name}");
            let after = &one[24..][..start.len()];
            put(after);
            describe(number);
            let answer = &last()["answer"];
            assert!(answer["board"].is_string() && answer["drawing"].is_string(), "{name}");
            assert_eq!(expanded(number, &[&*start, after].concat()).unwrap()[..one.len()], one);
            unload(number);
        }
    }

    #[test]
    fn hostile_bytes_and_numbers_are_told() {
        for name in NAMES {
            let (number, start) = loaded(name);
            for states in [&start[1..], &vec![0xEE; start.len()], &[0xEE]] {
                assert_eq!(expanded(number, states), None, "{name}");
                assert!(last()["error"]["message"].is_string());
                put(states);
                describe(number);
                assert!(last()["error"]["message"].is_string());
            }
            unload(number);
            assert_eq!(expanded(number, &start), None, "{name}");
            assert_eq!(last()["error"]["message"], format!("no instance is loaded as {number}"));
        }
        for position in ["", "{", "[]", "{\"instance\": \"birds:neller/0x\"}"] {
            put(position.as_bytes());
            load();
            assert!(last()["error"]["message"].is_string(), "{position:?}");
        }
        put(json!({ "instance": "gaps+double-montana:random/4x5/1" }).to_string().as_bytes());
        load();
        let told = last();
        assert_eq!(
            told["error"]["message"],
            "states of gaps+double-montana cannot be written as bytes"
        );
        put(b"anything");
        check();
        assert_eq!(last()["answer"]["refused"]["record"], 0);
    }

    #[test]
    fn instances_keep_their_numbers() {
        let (first, second) = (loaded(NAMES[1]), loaded(NAMES[3]));
        assert_ne!(first.0, second.0);
        unload(first.0);
        assert_eq!(loaded(NAMES[1]), first);
        assert!(expanded(second.0, &second.1).is_some());
    }
}
