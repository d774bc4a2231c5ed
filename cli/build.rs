//! The bundled games are a part of the program: a new file in one makes a new program.

fn main() {
    println!("cargo:rerun-if-changed=../games");
    println!("cargo:rerun-if-changed=build.rs");
}
