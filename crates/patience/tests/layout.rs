//! The structure of the crates, derived from imports: which top-level module of a crate imports
//! which, and that files do not import each other in cycles.
//!
//! A *room* is a top-level module of a crate, a file or a folder. Imports are read from `use`
//! declarations and from paths in the code, including those that begin with a child's name; what a
//! module re-exports counts as imported from the file that defines it. Tests may import anything.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The top-level modules of the Gaps solver, lowest first, with the modules that each imports. An
/// import not listed here is forbidden, and one that no longer exists must be removed from the
/// list.
const GAPS_SOLVER: &[(&str, &[&str])] = &[
    ("board", &[]),
    ("counters", &[]),
    ("fault", &[]),
    ("position", &["board"]),
    ("reduce", &["position"]),
    ("policy", &["position"]),
    ("config", &["policy", "reduce"]),
    ("disk", &["counters", "fault", "position"]),
    ("memory", &["board", "config", "disk", "fault"]),
    ("services", &["counters", "disk", "memory"]),
    ("job", &["board", "config", "counters", "policy", "services"]),
    ("restarts", &["board", "config", "counters", "job", "memory", "policy", "position", "reduce"]),
    ("sweep", &["counters", "disk", "fault", "job", "memory", "position", "reduce"]),
    (
        "parts",
        &[
            "board", "config", "counters", "disk", "fault", "job", "memory", "position", "reduce",
            "restarts",
        ],
    ),
    ("system", &["disk", "memory", "parts"]),
    ("masten", &["board", "config", "counters", "disk", "fault", "job", "memory", "position"]),
    ("plans", &["board", "counters", "job", "position", "reduce"]),
    ("answer", &["board", "config", "counters", "policy"]),
    ("explain", &["answer", "board"]),
    (
        "solve",
        &[
            "answer", "board", "config", "counters", "fault", "job", "masten", "memory",
            "position", "restarts", "services", "sweep",
        ],
    ),
    (
        "solver",
        &[
            "answer", "board", "config", "fault", "job", "parts", "plans", "restarts", "services",
            "solve",
        ],
    ),
];

/// A module's path in its crate: `["gaps", "relax"]`; the root's is empty.
type Module = Vec<String>;

/// The code of a crate: for each module, that of its file.
struct Crate {
    modules: BTreeMap<Module, String>,
}

impl Crate {
    fn read(folder: &Path) -> Self {
        let mut modules = BTreeMap::new();
        add_files(folder, &mut Vec::new(), &mut modules);
        Crate { modules }
    }

    /// The modules whose files a module's file imports from.
    fn imports(&self, module: &Module) -> BTreeSet<Module> {
        let code = &self.modules[module];
        let mut paths = Vec::new();
        for declaration in declarations(code) {
            let used = declaration.text.trim_start_matches("::");
            expand(used, "", &mut |path| paths.push(path.to_owned()));
        }
        let words = |start: &str| {
            let child = [&module[..], &[start.to_owned()]].concat();
            ["crate", "super"].contains(&start) || self.modules.contains_key(&child)
        };
        paths.extend(paths_in_code(code, words));
        let origins = paths.iter().filter_map(|path| self.origin(module, path, 0));
        origins.filter(|origin| origin != module).collect()
    }

    /// The module that defines the target of a path in a module's file; `None` if it is in another
    /// crate.
    fn origin(&self, module: &Module, path: &str, depth: usize) -> Option<Module> {
        let mut segments = path.split("::").map(str::trim).peekable();
        let mut at = match *segments.peek()? {
            "crate" => Vec::new(),
            "self" | "super" => module.clone(),
            first => {
                // A child of this module, or a path outside this crate.
                let child = [&module[..], &[first.to_owned()]].concat();
                if !self.modules.contains_key(&child) {
                    return None;
                }
                module.clone()
            }
        };
        for segment in segments {
            match segment {
                "crate" | "self" => {}
                "super" => drop(at.pop()),
                name => {
                    let child = [&at[..], &[name.to_owned()]].concat();
                    if self.modules.contains_key(&child) {
                        at = child;
                    } else {
                        return Some(self.definition(&at, name, depth));
                    }
                }
            }
        }
        Some(at)
    }

    /// The module that defines a name of a module, possibly re-exported.
    fn definition(&self, module: &Module, name: &str, depth: usize) -> Module {
        // Circular re-exports do not compile.
        assert!(depth < 20, "{name} of {module:?}");
        for declaration in declarations(&self.modules[module]) {
            let mut found = None;
            expand(declaration.text, "", &mut |path| {
                let last = path.rsplit("::").next().unwrap_or(path).trim();
                let seen = last.rsplit(" as ").next().unwrap_or(last);
                if declaration.is_public && seen == name {
                    let path = path.split(" as ").next().unwrap_or(path);
                    found = self.origin(module, path, depth + 1);
                }
            });
            if let Some(origin) = found {
                return origin;
            }
        }
        module.clone()
    }

    /// For each module the modules that it imports, without the root and its re-exports.
    fn graph(&self) -> BTreeMap<Module, BTreeSet<Module>> {
        let modules = self.modules.keys().filter(|module| !module.is_empty());
        let graph = modules.map(|module| {
            let mut imports = self.imports(module);
            imports.remove(&Module::new());
            (module.clone(), imports)
        });
        graph.collect()
    }

    /// For each top-level module, the modules that it imports.
    fn rooms(&self) -> BTreeMap<String, BTreeSet<String>> {
        let mut rooms: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (module, imports) in self.graph() {
            let room = rooms.entry(module[0].clone()).or_default();
            room.extend(
                imports.iter().map(|other| other[0].clone()).filter(|other| *other != module[0]),
            );
        }
        rooms
    }
}

/// Adds the files below a folder, each under its module.
fn add_files(folder: &Path, path: &mut Module, modules: &mut BTreeMap<Module, String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        // Tests, and programs in a library's package.
        if name == "tests" || name == "bin" {
            continue;
        }
        if file.is_dir() {
            path.push(name);
            add_files(&file, path, modules);
            path.pop();
        } else if file.extension() == Some("rs".as_ref()) {
            let root = path.is_empty() && ["lib", "main"].contains(&name.as_str());
            let own = if root || name == "mod" { vec![] } else { vec![name] };
            let text = std::fs::read_to_string(&file).unwrap();
            // The root of a program counts as the library's root.
            let code = modules.entry([&path[..], &own].concat()).or_default();
            code.push_str(&code_of(&text));
        }
    }
}

/// The code of a file without comments, strings and tests.
fn code_of(text: &str) -> String {
    // Tests come last.
    let text = text.split("\nmod tests {").next().unwrap();
    let mut code = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['/', '"', '\'']) {
        let (before, from) = rest.split_at(at);
        code.push_str(before);
        rest = if from.starts_with("//") {
            from.find('\n').map_or("", |end| &from[end..])
        } else if from.starts_with("/*") {
            from.find("*/").map_or("", |end| &from[end + 2..])
        } else if from.starts_with('"') {
            let hashes = before.len() - before.trim_end_matches('#').len();
            let is_raw = before[..before.len() - hashes].ends_with('r');
            after_text(from, if is_raw { Some(hashes) } else { None })
        } else if from.starts_with('\'') {
            after_character(from)
        } else {
            code.push('/');
            &from[1..]
        };
    }
    code + rest
}

/// Returns the rest after a string literal: a raw one with this number of `#`, or an ordinary one.
fn after_text(from: &str, raw: Option<usize>) -> &str {
    if let Some(hashes) = raw {
        let end = format!("\"{}", "#".repeat(hashes));
        return from[1..].find(&end).map_or("", |at| &from[1 + at + end.len()..]);
    }
    let mut escaped = false;
    let end = from[1..].char_indices().find(|&(_, sign)| {
        let ends = sign == '"' && !escaped;
        escaped = sign == '\\' && !escaped;
        ends
    });
    end.map_or("", |(at, _)| &from[at + 2..])
}

/// Returns the rest after a character literal, or after the tick of a lifetime.
fn after_character(from: &str) -> &str {
    let mut signs = from.char_indices().skip(1);
    match (signs.next(), signs.next()) {
        (Some((_, '\\')), Some((at, _))) => {
            from[at + 1..].find('\'').map_or("", |end| &from[at + 1 + end + 1..])
        }
        (Some(_), Some((at, '\''))) => &from[at + 1..],
        _ => &from[1..],
    }
}

/// A `use` declaration.
struct Declaration<'a> {
    is_public: bool,
    /// Without the word and the semicolon.
    text: &'a str,
}

/// The `use` declarations of a file's code.
fn declarations(code: &str) -> Vec<Declaration<'_>> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("use ") {
        let before = code[..at].trim_end();
        let is_public = before.ends_with("pub") || before.ends_with("pub(crate)");
        let begins = is_public
            || before.is_empty()
            || before.ends_with([';', '{', '}', ']'])
            || before.ends_with("pub(super)");
        if let (true, Some(end)) = (begins, code[at..].find(';')) {
            let is_public = is_public || before.ends_with("pub(super)");
            found.push(Declaration { is_public, text: code[at + 4..at + end].trim() });
        }
    }
    found
}

/// Calls `each` with every path of a tree of a `use` declaration: `a::{b, c::d}`.
fn expand(tree: &str, prefix: &str, each: &mut dyn FnMut(&str)) {
    let tree = tree.trim();
    let Some((head, rest)) = tree.split_once('{') else {
        if !tree.is_empty() {
            each(&format!("{prefix}{tree}"));
        }
        return;
    };
    let prefix = format!("{prefix}{}", head.split_whitespace().collect::<String>());
    let (mut depth, mut first) = (0, 0);
    let inside = rest.rsplit_once('}').map_or(rest, |(inside, _)| inside);
    for (at, sign) in inside.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                expand(&inside[first..at], &prefix, each);
                first = at + 1;
            }
            _ => {}
        }
    }
    expand(&inside[first..], &prefix, each);
}

/// The paths in a file's code, recognised by their first word, including parts of those in
/// declarations.
fn paths_in_code(code: &str, begins: impl Fn(&str) -> bool) -> Vec<String> {
    let is_word = |sign: char| sign.is_alphanumeric() || sign == '_';
    let mut paths = Vec::new();
    for (at, _) in code.match_indices("::") {
        let start = code[..at].rfind(|sign| !is_word(sign)).map_or(0, |before| before + 1);
        if code[..start].ends_with([':', '$', '.']) || !begins(&code[start..at]) {
            continue;
        }
        let is_path = |sign: char| is_word(sign) || sign == ':';
        let end = code[at..].find(|sign| !is_path(sign)).map_or(code.len(), |end| at + end);
        // Before a brace or a star, what follows is read as a declaration.
        let path = code[start..end].trim_end_matches(':');
        if !code[end..].starts_with(['{', '*']) && path.len() > at - start {
            paths.push(path.to_owned());
        }
    }
    paths
}

/// The groups of two or more nodes that reach each other (Tarjan).
fn circles<T: Ord + Clone>(graph: &BTreeMap<T, BTreeSet<T>>) -> Vec<BTreeSet<T>> {
    let reach = |from: &T| {
        let (mut reached, mut open) = (BTreeSet::new(), vec![from.clone()]);
        while let Some(node) = open.pop() {
            for next in graph.get(&node).into_iter().flatten() {
                if reached.insert(next.clone()) {
                    open.push(next.clone());
                }
            }
        }
        reached
    };
    let reach: BTreeMap<&T, BTreeSet<T>> = graph.keys().map(|node| (node, reach(node))).collect();
    let mut found = BTreeSet::new();
    for (node, reached) in &reach {
        let both = |other: &&T| reach.get(other).is_some_and(|back| back.contains(node));
        let circle: BTreeSet<T> = reached.iter().filter(both).cloned().collect();
        if circle.len() > 1 {
            found.insert(circle);
        }
    }
    found.into_iter().collect()
}

fn crates() -> BTreeMap<String, PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let named = entries.map(|path| {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        (name, path.join("src"))
    });
    named.filter(|(_, path)| path.is_dir()).collect()
}

fn name(module: &Module) -> String {
    module.join("::")
}

#[test]
fn no_circle_has_more_than_two_files() {
    let mut found = Vec::new();
    for (crate_name, folder) in crates() {
        for circle in circles(&Crate::read(&folder).graph()) {
            if circle.len() > 2 {
                let files: Vec<String> = circle.iter().map(name).collect();
                found.push(format!("{crate_name}: {}", files.join(", ")));
            }
        }
    }
    assert!(found.is_empty(), "files that import each other:\n{}", found.join("\n"));
}

/// Pairs of top-level modules that need each other, with the reason. No others do, so a value
/// passes through a crate without returning to a module.
const PAIRS: &[(&str, &str, &str)] = &[
    ("birds-solver", "cut, dead_end", "the argument at a cut asks for dead ends of its parts"),
    ("core", "domain, view", "a domain makes its view, and can replace the default one"),
    ("core", "environment, system", "an environment of the system's own clock is made in one call"),
];

#[test]
fn rooms_import_one_way_in_every_crate() {
    let mut found = Vec::new();
    for (crate_name, folder) in crates() {
        for circle in circles(&Crate::read(&folder).rooms()) {
            found.push((crate_name.clone(), Vec::from_iter(circle).join(", ")));
        }
    }
    let pairs = PAIRS.iter().map(|(crate_name, rooms, _)| ((*crate_name).into(), (*rooms).into()));
    assert_eq!(found, pairs.collect::<Vec<_>>(), "modules that import each other");
}

#[test]
fn the_rooms_of_the_gaps_solver_import_one_way() {
    let mut below = BTreeSet::new();
    for (room, imports) in GAPS_SOLVER {
        for other in *imports {
            assert!(below.contains(other), "{room} stands below {other}");
        }
        below.insert(*room);
    }
    let rooms = Crate::read(&crates()["gaps-solver"]).rooms();
    let names: BTreeSet<&str> = rooms.keys().map(String::as_str).collect();
    assert_eq!(names, below, "GAPS_SOLVER names the modules");
    for (room, allowed) in GAPS_SOLVER {
        let allowed: BTreeSet<String> = allowed.iter().map(|&room| room.to_owned()).collect();
        assert_eq!(rooms[*room], allowed, "the imports of {room}, and what is allowed");
    }
    assert_eq!(circles(&rooms), Vec::<BTreeSet<String>>::new());
}

#[test]
fn every_way_to_import_is_seen() {
    let mut modules = BTreeMap::new();
    let mut add = |path: &str, code: &str| {
        let path = path.split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect();
        modules.insert(path, code.to_owned());
    };
    add("", "mod a; mod b; pub use a::Door;");
    add("a", "mod inner; pub use inner::Door; fn f() { inner::g(); }");
    add("a::inner", "use super::super::b::{self, h};");
    add("b", "fn k(_: crate::Door) {}");
    let read = Crate { modules };
    let imports = |path: &[&str]| {
        let path: Module = path.iter().map(|name| (*name).to_owned()).collect();
        read.imports(&path).iter().map(name).collect::<Vec<_>>()
    };
    assert_eq!(imports(&["a"]), ["a::inner"], "by a child's name");
    assert_eq!(imports(&["a", "inner"]), ["b"], "by a tree of names");
    assert_eq!(imports(&["b"]), ["a::inner"], "through two re-exports");
}
