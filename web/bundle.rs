//! Puts the page's modules into two files, so that a browser asks for few: what the first board
//! needs, and the rest. The deck's symbols become part of the page itself.
//!
//! Only what these modules use of the language's modules is understood: imports at the beginning of
//! a file, exports at the beginning of a statement, and `import("…")` of what the first board can
//! do without. Each module becomes a function that is called once, after those that it imports. Its
//! exports are entries of `modules`, which both files share.

use std::fmt::Write;

/// A file that is made of others: where it is asked for, and its content.
pub struct Bundle {
    pub path: &'static str,
    pub text: String,
}

const STYLES: [&str; 5] = ["tokens.css", "style.css", "board.css", "panels.css", "print.css"];
/// The page, and what stands in it for the symbols of the deck.
const PAGE: &str = "index.html";
const DECK: &str = "deck.svg";
const DECK_HERE: &str = "<!-- deck.svg -->";
const ENTRY: &str = "src/main.js";
const FIRST: &str = "src/first-board.js";
const REST: &str = "src/after-it.js";
const STYLE: &str = "page.css";
/// Compiles a file as a whole while it comes in, beside the page's thread, and not function by
/// function on that thread when each is called first: V8 knows the comment
/// (<https://v8.dev/blog/explicit-compile-hints>), other engines skip it.
const AT_ONCE: &str = "//# allFunctionsCalledOnLoad\n";

/// Whether a file is made of others.
pub fn is_made(path: &str) -> bool {
    [PAGE, FIRST, REST, STYLE].contains(&path)
}

/// Whether a file is asked for only as a part of others.
#[allow(dead_code, reason = "asked by the build script alone")]
pub fn is_part(path: &str) -> bool {
    let is_module = path.ends_with(".js") || path.ends_with(".mjs");
    path == DECK || STYLES.contains(&path) || (is_module && path != "src/worker.js")
}

/// Everything that is made of other files, which `read` reads.
///
/// # Panics
/// When a module is written in a way that is not understood, or modules import each other in a
/// circle.
pub fn bundles(read: &dyn Fn(&str) -> String) -> [Bundle; 4] {
    let mut made = Modules {
        read,
        done: Vec::new(),
        open: Vec::new(),
        later: Vec::new(),
        text: format!("{AT_ONCE}export const modules = {{}};\n"),
    };
    made.add(ENTRY);
    let first =
        std::mem::replace(&mut made.text, "import { modules } from \"./first-board.js\";\n".into());
    while let Some(path) = made.later.pop() {
        made.add(&path);
    }
    let page = read(PAGE);
    assert!(page.contains(DECK_HERE), "{PAGE} has a place for the deck");
    [
        Bundle { path: PAGE, text: page.replace(DECK_HERE, read(DECK).trim()) },
        Bundle { path: FIRST, text: first },
        Bundle { path: REST, text: made.text },
        Bundle { path: STYLE, text: STYLES.map(read).concat() },
    ]
}

struct Modules<'a> {
    read: &'a dyn Fn(&str) -> String,
    /// Paths of what is in a file already.
    done: Vec<String>,
    /// Those whose imports are being added: none of them may be imported.
    open: Vec<String>,
    /// What is imported later.
    later: Vec<String>,
    text: String,
}

impl Modules<'_> {
    /// Adds a module after all that it imports.
    fn add(&mut self, path: &str) {
        if self.done.iter().any(|done| done == path) {
            return;
        }
        assert!(
            !self.open.iter().any(|open| open == path),
            "{path} imports itself: {:?}",
            self.open
        );
        self.open.push(path.to_owned());
        let source = (self.read)(path);
        let mut body = String::new();
        let mut exports = Vec::new();
        let mut comment = false;
        for line in source.lines() {
            // Comments that stand alone tell a browser nothing.
            let text = line.trim();
            comment |= text.starts_with("/**") && (text.ends_with("*/") || !text.contains("*/"));
            if comment || text.starts_with("//") {
                comment &= !text.ends_with("*/");
                continue;
            }
            let mut rest = line;
            while let Some((clause, from, after)) = import(rest) {
                let from = resolve(path, from);
                self.add(&from);
                let _ = writeln!(body, "const {} = modules[{from:?}];", binding(clause));
                rest = after;
            }
            let _ = writeln!(
                body,
                "{}",
                self.later_imports(path, &without_exports(rest, &mut exports))
            );
        }
        self.open.pop();
        let _ = writeln!(
            self.text,
            "modules[{path:?}] = (() => {{\n{body}return {{ {} }};\n}})();",
            exports.join(", ")
        );
        self.done.push(path.to_owned());
    }

    /// A line whose `import("…")` waits for the file of the rest.
    fn later_imports(&mut self, path: &str, line: &str) -> String {
        let mut parts = line.split("import(\"");
        let mut out = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (from, after) = part.split_once("\")").expect("an import ends");
            let from = resolve(path, from);
            let _ = write!(out, "import(\"./after-it.js\").then(() => modules[{from:?}]){after}");
            self.later.push(from);
        }
        out
    }
}

/// `import {…} from "…";` at the beginning of a line: what is imported, from where, and what comes
/// after it.
fn import(line: &str) -> Option<(&str, &str, &str)> {
    let (clause, rest) = line.strip_prefix("import")?.split_once("from")?;
    let (from, after) = rest.trim_start().strip_prefix('"')?.split_once("\";")?;
    Some((clause.trim(), from, after))
}

/// What is imported as what is unpacked: `{ a as b }` as `{ a: b }`, the default by its name.
fn binding(clause: &str) -> String {
    match clause.strip_prefix("* as ") {
        Some(all) => all.to_owned(),
        None if clause.starts_with('{') => clause.replace(" as ", ": "),
        None => format!("{{ default: {clause} }}"),
    }
}

/// A line without its exports, whose names are noted.
fn without_exports(line: &str, exports: &mut Vec<String>) -> String {
    let start = |at: usize| at == 0 || matches!(line.as_bytes()[at - 1], b';' | b'}');
    let Some((at, _)) = line
        .match_indices("export")
        .find(|&(at, word)| start(at) && line[at + word.len()..].starts_with([' ', '{']))
    else {
        return line.to_owned();
    };
    let (before, statement) = (&line[..at], line[at + "export".len()..].trim_start());
    if let Some((list, after)) = statement.strip_prefix('{').and_then(|list| list.split_once('}')) {
        exports.extend(list.split(',').map(str::trim).filter(|each| !each.is_empty()).map(
            |each| match each.split_once(" as ") {
                Some((own, name)) => format!("{name}: {own}"),
                None => each.to_owned(),
            },
        ));
        return format!("{before}{after}");
    }
    if let Some(value) = statement.strip_prefix("default ") {
        exports.push("default: whole".into());
        return format!("{before}const whole={value}");
    }
    let name = ["const ", "async function ", "function ", "class "]
        .iter()
        .find_map(|kind| statement.strip_prefix(kind));
    let name = name.unwrap_or_else(|| panic!("not understood: {line}"));
    exports.push(
        name.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$')
            .next()
            .unwrap_or_default()
            .to_owned(),
    );
    format!("{before}{statement}")
}

/// Where a relative import leads.
fn resolve(path: &str, from: &str) -> String {
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in from.split('/') {
        match part {
            "." => {}
            ".." => _ = parts.pop(),
            name => parts.push(name),
        }
    }
    parts.join("/")
}
