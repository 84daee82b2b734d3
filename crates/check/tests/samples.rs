//! The certificates in the folder `certificates`: both checkers verify them, and agree on damaged
//! ones.

mod brute;

use std::path::PathBuf;
use std::process::Command;

use brute::Random;
use patience_check::{check, check_in_passes};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The names and bytes of all certificates there, in order.
fn samples() -> Vec<(String, Vec<u8>)> {
    let folder = root().join("certificates");
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .expect("the folder is there")
        .map(|entry| {
            entry.expect("it can be read").file_name().into_string().expect("names are ASCII")
        })
        .filter(|name| name.ends_with(".pcert"))
        .collect();
    names.sort_unstable();
    names
        .into_iter()
        .map(|name| (name.clone(), std::fs::read(folder.join(&name)).expect("it can be read")))
        .collect()
}

/// Returns the result of the second checker, in Python, for each file: `verified`, `refused` or
/// `unreadable`.
fn second_opinion(files: &[PathBuf]) -> Vec<String> {
    let output = Command::new("python3")
        .arg(root().join("scripts/check.py"))
        .args(files)
        .output()
        .expect("Python is there");
    let text = String::from_utf8(output.stdout).expect("it writes text");
    let words = text
        .lines()
        .map(|line| line.split(": ").nth(1).unwrap_or_default().to_owned())
        .collect::<Vec<_>>();
    assert_eq!(words.len(), files.len(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    words
}

/// Bytes in hexadecimal; everything else is skipped.
fn bytes_of(text: &str) -> Vec<u8> {
    let words = text.split_whitespace().filter(|word| word.len() == 2);
    words.filter_map(|word| u8::from_str_radix(word, 16).ok()).collect()
}

/// The bytes of a certificate with these contents.
fn sealed(contents: &[u8]) -> Vec<u8> {
    let mix = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
    let sum = contents.iter().fold(0xCBF2_9CE4_8422_2325, mix);
    [contents, &sum.to_le_bytes()].concat()
}

/// The closed set that the format's page spells out, and the trees of the first page, of the
/// page on lemma 2 and of the page on trees.
#[test]
fn documented_examples_are_verified() {
    let page = std::fs::read_to_string(root().join("docs/certificates/format.md")).unwrap();
    let block = page.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
    // The columns of explanations are further right than the bytes.
    let hexadecimal: Vec<&str> = block.lines().map(|line| line.get(..36).unwrap_or(line)).collect();
    let set = bytes_of(&hexadecimal.join("\n"));
    assert_eq!(set.len(), 98, "{set:02X?}");
    let verified = check(&set[..]).unwrap();
    assert_eq!((verified.claim.as_str(), verified.records), ("lost", 5));
    let tree = |deal: &[u8], body: &[u8]| {
        sealed(&[b"\x89PCERT\n\x02T\x04\0gaps\x19\0", deal, body].concat())
    };
    let page = std::fs::read_to_string(root().join("docs/certificates.md")).unwrap();
    let cells = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    let bytes = cells.filter(|(byte, _)| byte.len() == 2);
    let body: Vec<u8> = bytes.map(|(byte, _)| u8::from_str_radix(byte, 16).unwrap()).collect();
    assert_eq!(check(&tree(&set[17..42], &body)[..]).unwrap().claim, "lost");
    let dead_end = tree(b"4C -- 2H 3H / 3C 4H 2C --", &[1, 0]);
    assert_eq!(check(&dead_end[..]).unwrap().lemmas, ["relaxation"].into());
    let page = std::fs::read_to_string(root().join("docs/certificates/trees.md")).unwrap();
    let body = page.split('`').find(|part| part.starts_with("01 02 ")).unwrap();
    let asleep = tree(b"3H 4H 4C 2H / 3C 2C -- --", &bytes_of(body));
    assert_eq!(check(&asleep[..]).unwrap().lemmas, ["sleep sets"].into());
    let page = std::fs::read_to_string(root().join("docs/certificates/lemma-3.md")).unwrap();
    let body = page.split('`').find(|part| part.starts_with("01 0A")).unwrap();
    let enough = tree(b"3C -- 4H 2H / -- 3H 2C 4C", &bytes_of(body));
    assert_eq!(check(&enough[..]).unwrap().lemmas, ["persistent sets", "relaxation"].into());
}

#[test]
fn both_checkers_verify_the_samples() {
    let samples = samples();
    let games = ["gaps ", "gaps+fixed-suits", "gaps+fixed-twos", "birds", "cohesion", "tiles"];
    let mut seen = Vec::new();
    for (name, bytes) in &samples {
        let verified = check(&bytes[..]).unwrap_or_else(|failure| panic!("{name}: {failure:?}"));
        seen.push(format!("{} {}", verified.deal.0, verified.claim));
    }
    assert!(games.iter().all(|game| seen.iter().any(|seen| seen.starts_with(game))), "{seen:?}");
    let files: Vec<PathBuf> =
        samples.iter().map(|(name, _)| root().join("certificates").join(name)).collect();
    assert!(second_opinion(&files).iter().all(|word| word == "verified"));
}

#[test]
fn several_passes_come_to_the_same_with_less_memory() {
    for (name, bytes) in samples() {
        let one = check(&bytes[..]).expect("it is a proof");
        for passes in 1..8 {
            let mut several = check_in_passes(passes, || Ok(&bytes[..]))
                .unwrap_or_else(|why| panic!("{name}: {why:?}"));
            assert!(
                several.held <= one.held && several.held as u64 * passes >= one.held as u64,
                "{several:?}"
            );
            assert!(
                one.held < 50 || several.held < one.held * 2 / passes as usize + 1,
                "{name}: {several:?}"
            );
            several.held = one.held;
            assert_eq!(several, one, "{name}");
        }
    }
    // The certificate must not change from pass to pass.
    let calls = std::cell::Cell::new(0);
    let samples: Vec<_> =
        samples().into_iter().map(|(_, bytes)| bytes).filter(|bytes| bytes[8] == b'T').collect();
    let changing = || {
        calls.set(calls.get() + 1);
        Ok(&samples[calls.get() % 2][..])
    };
    assert!(check_in_passes(2, changing).is_err(), "the certificate changed between the passes");
}

#[test]
fn the_program_ends_as_it_should() {
    let run = |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_patience-check"))
            .args(words)
            .output()
            .expect("it runs");
        (
            output.status.code().expect("it ends"),
            String::from_utf8(output.stdout).expect("it writes text"),
        )
    };
    let path = root().join("certificates/gaps-220.pcert");
    let path = path.to_str().expect("the path is text");
    let one = run(&[path]);
    assert!(one.0 == 0 && one.1.starts_with("verified: lost: gaps: "), "{one:?}");
    assert!(one.1.contains("relies on the rules, open rows"), "{one:?}");
    let several = run(&[path, "--passes", "4"]);
    assert!(several.0 == 0 && several.1.lines().next() == one.1.lines().next(), "{several:?}");
    assert!(run(&["--help"]).0 == 0 && run(&["--help"]).1.contains("Usage"));
    assert_eq!(run(&["--passes", "4", path]), several, "options come first or last");
    // The message names the rejected file.
    let folder = std::env::temp_dir().join(format!("patience-check-named-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("it can be made");
    let bytes = std::fs::read(path).expect("it is there");
    let changed = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).expect("it can be written");
        path.to_str().expect("the path is text").to_owned()
    };
    let cut = changed("cut", &bytes[..40]);
    let text = changed("text", b"2C -- / 3C --");
    for (file, code) in [(&*cut, 1), (&text, 2), ("missing", 2)] {
        let (ended, told) = run(&[file]);
        assert!(ended > 0 && told.starts_with(&format!("{file}: ")), "{code}: {told}");
    }
    let (code, told) = run(&[path, &text, &cut]);
    let lines: Vec<&str> = told.lines().collect();
    assert!(code == 2 && lines.len() == 4, "{told}");
    for (line, file) in [(0, path), (2, &text), (3, &cut)] {
        assert!(lines[line].starts_with(&format!("{file}: ")), "{told}");
    }
    let piped = Command::new(env!("CARGO_BIN_EXE_patience-check"))
        .arg("-")
        .stdin(std::process::Stdio::null())
        .output()
        .expect("it runs");
    assert!(piped.stdout.starts_with(b"standard input: "), "{piped:?}");
    std::fs::remove_dir_all(&folder).expect("it can be removed");
}

#[test]
fn both_checkers_agree_on_damaged_ones() {
    let folder = std::env::temp_dir().join(format!("patience-check-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("it can be made");
    let (mut random, mut files, mut first) = (Random(51), Vec::new(), Vec::new());
    for (name, bytes) in samples().iter().filter(|(_, bytes)| bytes.len() < 1000) {
        for number in 0..12 {
            // Damage after the header; the checksum is corrected, so that only the content can be
            // at fault.
            let mut bytes = bytes[..bytes.len() - 8].to_vec();
            let header = 9 + 2 + usize::from(bytes[9]);
            let body =
                header + 2 + usize::from(bytes[header]) + 256 * usize::from(bytes[header + 1]);
            let place = (body + random.below((bytes.len() - body).max(1))).min(bytes.len() - 1);
            match number % 3 {
                0 => bytes[place] ^= 1 << random.below(8),
                1 => drop(bytes.remove(place)),
                _ => bytes.insert(place, random.below(9) as u8),
            }
            let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3);
            let sum = bytes.iter().fold(0xCBF2_9CE4_8422_2325, step);
            bytes.extend(u64::to_le_bytes(sum));
            files.push(folder.join(format!("{number}-{name}")));
            std::fs::write(&files[files.len() - 1], &bytes).expect("it can be written");
            first.push(match check(&bytes[..]) {
                Ok(_) => "verified",
                Err(_) => "not",
            });
        }
    }
    let second = second_opinion(&files);
    std::fs::remove_dir_all(&folder).expect("it can be removed");
    for ((file, first), second) in files.iter().zip(&first).zip(&second) {
        let second = if second == "verified" { "verified" } else { "not" };
        assert_eq!(*first, second, "{}", file.display());
    }
    assert!(files.len() > 50, "{} files", files.len());
}

/// Bad usage ends with 2, and the message names the fault and what was expected.
#[test]
fn bad_usage_is_explained() {
    let complain = |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_patience-check"))
            .args(words)
            .stdin(std::process::Stdio::null())
            .output()
            .expect("it runs");
        assert!(output.status.code() == Some(2), "{words:?}: {output:?}");
        let (said, told) = (output.stdout, output.stderr);
        String::from_utf8([said, told].concat()).expect("it writes text")
    };
    let path = root().join("certificates/gaps-220.pcert");
    let path = path.to_str().expect("the path is text");
    for (words, expected) in [
        (&[][..], "there is no FILE; expected a certificate"),
        (&["--passes", "3"], "there is no FILE; expected a certificate"),
        (&["", path], "`` is not valid here; expected FILE... [--passes N]"),
        (&["missing"], "missing: No such file or directory"),
        (&[path, "--passes", "0"], "--passes `0` is not valid; expected 1 to 1000"),
        (&["--passes", "1001", path], "--passes `1001` is not valid; expected 1 to 1000"),
        (&["--passes", "x", path], "--passes `x` is not valid; expected 1 to 1000"),
        (&[path, "--passes"], "--passes has no number; expected 1 to 1000"),
        (&["-", "--passes", "2"], "standard input is read only once; expected a file"),
        (&["-", "-"], "standard input is read only once; expected a file"),
        (&["-x", path], "`-x` is not valid here; expected FILE... [--passes N]"),
    ] {
        let told = complain(words);
        assert!(told.contains(expected), "{words:?}: {told}");
    }
    #[cfg(unix)]
    {
        let folder = std::env::temp_dir().join(format!("patience-piped-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("it can be made");
        let pipe = folder.join("pipe");
        let pipe = pipe.to_str().expect("the path is text");
        assert!(Command::new("mkfifo").arg(pipe).status().expect("it runs").success());
        let told = complain(&["--passes", "2", pipe]);
        assert!(told.contains("it is read only once; several passes need a file"), "{told}");
        std::fs::remove_dir_all(&folder).expect("it can be removed");
    }
}

/// A result that cannot be written is not a success.
#[cfg(target_os = "linux")]
#[test]
fn full_disk_is_not_verified() {
    let full = std::fs::File::options().write(true).open("/dev/full").expect("it is there");
    let output = Command::new(env!("CARGO_BIN_EXE_patience-check"))
        .arg(root().join("certificates/gaps-220.pcert"))
        .stdout(full)
        .output()
        .expect("it runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && told.contains("No space left"), "{output:?}");
}
