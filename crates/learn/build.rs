//! Lists the model files under `models/`, so that a game compiles without a trained model, and has
//! its model built in otherwise.

use std::path::Path;

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=models");
    let variable = |name| std::env::var(name).expect("cargo sets it");
    let folder = Path::new(&variable("CARGO_MANIFEST_DIR")).join("models");
    let mut paths = std::fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<Vec<_>>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    let line = |path: &std::path::PathBuf| {
        let name = path.file_stem().expect("it ends in .json").to_string_lossy().into_owned();
        format!("    ({name:?}, include_str!({:?})),\n", path.display().to_string())
    };
    let lines: String = paths.iter().map(line).collect();
    let text = format!("pub(super) static MODELS: &[(&str, &str)] = &[\n{lines}];\n");
    std::fs::write(Path::new(&variable("OUT_DIR")).join("models.rs"), text)
}
