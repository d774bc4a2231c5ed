//! One run of the program, and what came out of it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// One run of the program, as a chain: arguments, input, and what is expected of it.
pub struct Run {
    args: Vec<String>,
    input: String,
    folder: PathBuf,
}

/// What came out of a run.
pub struct Outcome {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

pub fn houserule(args: &[&str]) -> Run {
    Run {
        args: args.iter().map(|arg| arg.to_string()).collect(),
        input: String::new(),
        folder: Path::new(env!("CARGO_MANIFEST_DIR")).join(".."),
    }
}

impl Run {
    pub fn input(mut self, text: &str) -> Run {
        self.input = text.to_string();
        self
    }

    pub fn within(mut self, folder: &Path) -> Run {
        self.folder = folder.to_path_buf();
        self
    }

    pub fn run(self) -> Outcome {
        let mut child = Command::new(env!("CARGO_BIN_EXE_houserule"))
            .args(&self.args)
            .current_dir(&self.folder)
            .env("NO_COLOR", "1")
            .env("COLUMNS", "100")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        // The program may end before it has read everything.
        let _ = stdin.write_all(self.input.as_bytes());
        drop(stdin);
        let output = child.wait_with_output().expect("the program ends");
        Outcome {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

impl Outcome {
    pub fn code(self, code: i32) -> Outcome {
        assert_eq!(self.code, code, "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    pub fn shows(self, text: &str) -> Outcome {
        assert!(
            self.stdout.contains(text),
            "`{text}` is not in:\n{}\n{}",
            self.stdout,
            self.stderr
        );
        self
    }

    pub fn complains(self, text: &str) -> Outcome {
        let all = format!("{}{}", self.stdout, self.stderr);
        assert!(all.contains(text), "`{text}` is not in:\n{all}");
        self
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error} in:\n{}", self.stdout))
    }
}
