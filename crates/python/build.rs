//! On macOS a module finds the interpreter's symbols when it is loaded, which the linker must know.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
