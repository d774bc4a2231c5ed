//! The files of a package, held in memory: read from a folder or given as pairs
//! (games built into a program). Where a file may lie is in `place_list`; what
//! it says is read elsewhere.

use std::fs;
use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::problem::{Place, Problem};

/// No file of a package is larger.
pub const FILE_LIMIT: usize = 1 << 20;
/// A package has no more files.
pub const COUNT_LIMIT: usize = 2_000;
/// All files of a package together are not larger.
pub const TOTAL_LIMIT: usize = 64 << 20;
/// Folders are not read deeper; the known places are one folder deep.
const DEPTH_LIMIT: usize = 8;

/// A file of a package, or of a game with its mods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u16);

/// One file: its path in the package, with `/` between the parts, and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// The path inside its package: `components/cards.toml`.
    pub path: String,
    /// The path as problems show it: a mod's begins with the name of its folder.
    pub shown: String,
    /// The text; what is not UTF-8 is replaced by `\u{FFFD}`.
    pub text: String,
    /// What is wrong with the file as such: its size, or bytes that are no text.
    fault: Option<Fault>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Fault {
    TooLarge,
    /// The first byte that is not UTF-8, in the raw bytes and in `text` alike.
    NotText(usize),
}

/// The files of a package, sorted by path.
///
/// ```
/// use houserule_engine::package::Files;
/// let files = Files::from_pairs("sample", [("game.toml", "[game]\n".as_bytes())]);
/// assert_eq!(files.by_path("game.toml").unwrap().1.text, "[game]\n");
/// ```
#[derive(Debug, Clone, Default)]
pub struct Files {
    name: String,
    files: Vec<File>,
    problems: Vec<Problem>,
}

impl Files {
    /// Reads a folder. Nothing is left out silently but hidden files and `target`: what cannot be read is
    /// among the `problems`.
    pub fn read_dir(path: impl AsRef<Path>) -> Files {
        let path = path.as_ref();
        let mut reader = Reader {
            root: PathBuf::new(),
            found: Vec::new(),
            total: 0,
            problems: Vec::new(),
        };
        match fs::canonicalize(path) {
            Ok(root) => {
                reader.root = root.clone();
                reader.folder(&root, "", 0);
            }
            Err(error) => reader.problem(format!("cannot read `{}`: {error}", path.display())),
        }
        let name = reader.root.file_name().unwrap_or(path.as_os_str());
        let mut files = Files::collect(name.to_string_lossy().into_owned(), reader.found);
        files.problems.extend(reader.problems);
        files
    }

    /// Takes files that are in memory already; `name` stands for the folder's name.
    pub fn from_pairs<P, B>(name: &str, pairs: impl IntoIterator<Item = (P, B)>) -> Files
    where
        P: Into<String>,
        B: AsRef<[u8]>,
    {
        let read = |(path, bytes): (P, B)| File::new(path.into(), bytes.as_ref());
        Files::collect(name.to_string(), pairs.into_iter().map(read).collect())
    }

    fn collect(name: String, mut files: Vec<File>) -> Files {
        files.sort_by(|a, b| a.path.cmp(&b.path));
        files.dedup_by(|a, b| a.path == b.path);
        let mut problems = Vec::new();
        if files.len() > COUNT_LIMIT {
            files.truncate(COUNT_LIMIT);
            let message = format!("`{name}` has more than {COUNT_LIMIT} files");
            problems.push(Problem::new(message));
        }
        Files { name, files, problems }
    }

    /// The name of the folder.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Every file with its id, by path.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &File)> {
        (0..).map(FileId).zip(&self.files)
    }

    /// How many files there are.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether there is no file at all.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The file of an id, if it is of this set.
    pub fn get(&self, id: FileId) -> Option<&File> {
        self.files.get(usize::from(id.0))
    }

    /// The text of a file, empty if the id is not of this set.
    pub fn text(&self, id: FileId) -> &str {
        self.get(id).map_or("", |file| &file.text)
    }

    /// The first file with this path inside its package.
    pub fn by_path(&self, path: &str) -> Option<(FileId, &File)> {
        self.iter().find(|(_, file)| file.path == path)
    }

    /// The first 16 hex digits of SHA-256 over sorted paths and contents. What is played is the same with other
    /// tests, playthroughs and notes, so these do not count.
    pub fn content_hash(&self) -> String {
        let mut hash = Sha256::new();
        let aside = |path: &str| {
            ["tests/", "playthroughs/"]
                .iter()
                .any(|folder| path.starts_with(folder))
                || path.ends_with(".md")
        };
        for file in self.files.iter().filter(|file| !aside(&file.path)) {
            // Lengths keep `a` + `bc` and `ab` + `c` apart.
            for part in [&file.path, &file.text] {
                hash.update((part.len() as u64).to_le_bytes());
                hash.update(part.as_bytes());
            }
        }
        let digest = hash.finalize();
        digest[..8].iter().map(|b| format!("{b:02x}")).collect()
    }

    /// What went wrong in reading: links that lead out, files too large, bytes that are no text.
    pub fn problems(&self) -> Vec<Problem> {
        let faults = self
            .iter()
            .filter_map(|(id, file)| Some(file.fault.as_ref()?.problem(id)));
        self.problems.iter().cloned().chain(faults).collect()
    }

    /// Puts the files of a mod behind these, under ids of their own; gives back which ids.
    /// Problems of the mod's own reading come along.
    pub fn append(&mut self, other: Files) -> Result<Range<u16>, Problem> {
        let (start, end) = (self.files.len(), self.files.len() + other.files.len());
        let (Ok(start), Ok(end)) = (u16::try_from(start), u16::try_from(end)) else {
            return Err(Problem::new(format!(
                "`{}` is one mod too many: there are more than {} files",
                other.name,
                u16::MAX
            )));
        };
        let name = other.name;
        self.problems.extend(other.problems);
        self.files.extend(other.files.into_iter().map(|mut file| {
            file.shown = format!("{name}/{}", file.path);
            file
        }));
        Ok(start..end)
    }
}

/// The name of `path` without `.ending`, if it lies straight in `folder`.
pub(super) fn stem<'a>(path: &'a str, folder: &str, ending: &str) -> Option<&'a str> {
    let name = path.strip_prefix(folder)?.strip_prefix('/')?;
    let stem = name.strip_suffix(ending)?.strip_suffix('.')?;
    (!stem.is_empty() && !stem.contains('/')).then_some(stem)
}

impl File {
    fn new(path: String, bytes: &[u8]) -> File {
        let (text, fault) = if bytes.len() > FILE_LIMIT {
            (String::new(), Some(Fault::TooLarge))
        } else {
            let fault = std::str::from_utf8(bytes).err();
            let fault = fault.map(|error| Fault::NotText(error.valid_up_to()));
            (String::from_utf8_lossy(bytes).into_owned(), fault)
        };
        File {
            shown: path.clone(),
            path,
            text,
            fault,
        }
    }

    /// Whether the file is text of a fair size.
    pub fn is_readable(&self) -> bool {
        self.fault.is_none()
    }

    /// Line and column of a byte, both from 1; columns count characters.
    pub fn position(&self, byte: usize) -> (usize, usize) {
        let before = &self.text[..floor_boundary(&self.text, byte)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.bytes().filter(|&b| b == b'\n').count() + 1;
        (line, before[line_start..].chars().count() + 1)
    }
}

/// The nearest border of a character at or before `byte`.
pub(super) fn floor_boundary(text: &str, byte: usize) -> usize {
    let mut at = byte.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

impl Fault {
    fn problem(&self, file: FileId) -> Problem {
        match self {
            Fault::TooLarge => Problem::new("this file is larger than 1 MiB").at(Place::whole(file)),
            Fault::NotText(at) => Problem::new("this byte is not UTF-8 text")
                .at(Place {
                    file,
                    span: *at..*at + char::REPLACEMENT_CHARACTER.len_utf8(),
                })
                .help("save the file as UTF-8"),
        }
    }
}

/// Walks a folder, keeping inside it.
struct Reader {
    root: PathBuf,
    found: Vec<File>,
    total: usize,
    problems: Vec<Problem>,
}

impl Reader {
    fn problem(&mut self, message: String) {
        self.problems.push(Problem::new(message));
    }

    fn full(&self) -> bool {
        self.found.len() > COUNT_LIMIT || self.total > TOTAL_LIMIT
    }

    fn folder(&mut self, folder: &Path, prefix: &str, depth: usize) {
        if depth > DEPTH_LIMIT {
            return self.problem(format!("`{prefix}` is too deep a folder"));
        }
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => return self.problem(format!("cannot read `{prefix}`: {error}")),
        };
        let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            if self.full() {
                break;
            }
            self.entry(&path, prefix, depth);
        }
    }

    fn entry(&mut self, path: &Path, prefix: &str, depth: usize) {
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
            return self.problem(format!("`{}` has no name in UTF-8", path.display()));
        };
        if name.starts_with('.') {
            return;
        }
        let shown = format!("{prefix}{name}");
        match fs::symlink_metadata(path) {
            Ok(facts) if facts.is_symlink() => self.link(path, shown),
            Ok(facts) if facts.is_dir() && name == "target" => {}
            Ok(facts) if facts.is_dir() => self.folder(path, &format!("{shown}/"), depth + 1),
            // A pipe or a device could block for ever.
            Ok(facts) if !facts.is_file() => self.problem(format!("`{shown}` is not a plain file")),
            Ok(_) => self.file(path, shown),
            Err(error) => self.problem(format!("cannot read `{shown}`: {error}")),
        }
    }

    fn link(&mut self, path: &Path, shown: String) {
        match fs::canonicalize(path) {
            Ok(target) if !target.starts_with(&self.root) => {
                self.problem(format!("`{shown}` is a link that leads out of the folder"));
            }
            // A folder would be read twice, or for ever.
            Ok(target) if !target.is_file() => {
                self.problem(format!("`{shown}` is a link, and not to a file"));
            }
            Ok(target) => self.file(&target, shown),
            Err(error) => self.problem(format!("cannot read `{shown}`: {error}")),
        }
    }

    fn file(&mut self, path: &Path, shown: String) {
        let mut bytes = Vec::new();
        let read = fs::File::open(path).and_then(|file| file.take(FILE_LIMIT as u64 + 1).read_to_end(&mut bytes));
        if let Err(error) = read {
            return self.problem(format!("cannot read `{shown}`: {error}"));
        }
        self.total += bytes.len();
        if self.total > TOTAL_LIMIT {
            return self.problem("the files are larger than 64 MiB together".into());
        }
        self.found.push(File::new(shown, &bytes));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &[u8]) -> Files {
        Files::from_pairs("sample", [("game.toml", text)])
    }

    #[test]
    fn positions_count_lines_and_characters() {
        let files = one("ab\r\nä→x\n".as_bytes());
        let (_, file) = files.by_path("game.toml").unwrap();
        for (byte, expected) in [(0, (1, 1)), (1, (1, 2)), (4, (2, 1)), (6, (2, 2)), (9, (2, 3))] {
            assert_eq!(file.position(byte), expected, "byte {byte}");
        }
        assert_eq!(file.position(5), (2, 1), "inside a character");
        assert_eq!(file.position(999), (3, 1), "past the end");
    }

    #[test]
    fn bad_bytes_and_large_files_are_problems() {
        let problems = one(b"a = 1\nb = \"\xff\"\n").problems();
        assert_eq!(problems[0].place.as_ref().unwrap().span.start, 11);
        let problems = one(&vec![b' '; FILE_LIMIT + 1]).problems();
        assert_eq!(problems[0].message, "this file is larger than 1 MiB");
        let many = (0..=COUNT_LIMIT).map(|n| (format!("scripts/s{n}.lua"), b""));
        let problems = Files::from_pairs("sample", many).problems();
        assert_eq!(problems[0].message, "`sample` has more than 2000 files");
    }

    #[test]
    fn the_hash_depends_on_paths_and_contents_but_not_on_order() {
        let hash = |pairs: &[(&str, &str)]| {
            let pairs = pairs.iter().map(|(path, text)| (*path, text.as_bytes()));
            Files::from_pairs("sample", pairs).content_hash()
        };
        let a = hash(&[("a.toml", "1"), ("b.toml", "2")]);
        assert_eq!(a.len(), 16);
        assert_eq!(a, hash(&[("b.toml", "2"), ("a.toml", "1")]));
        assert_ne!(a, hash(&[("a.toml", "12"), ("b.toml", "")]));
        assert_ne!(a, hash(&[("a.toml", "1"), ("c.toml", "2")]));
        assert_eq!(
            a,
            hash(&[
                ("a.toml", "1"),
                ("b.toml", "2"),
                ("README.md", "x"),
                ("playthroughs/2.play", "y")
            ])
        );
    }

    #[test]
    fn a_mods_files_have_ids_of_their_own_and_are_shown_with_their_folder() {
        let mut files = one(b"");
        let ids = files.append(Files::from_pairs("tweak", [("mod.toml", b"")])).unwrap();
        assert_eq!(ids, 1..2);
        assert_eq!(files.get(FileId(1)).unwrap().shown, "tweak/mod.toml");
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_is_read_without_leaving_it() {
        let root = std::env::temp_dir().join(format!("houserule-files-{}", std::process::id()));
        let game = root.join("sample");
        fs::create_dir_all(game.join("scripts")).unwrap();
        fs::create_dir_all(game.join("target")).unwrap();
        for (path, text) in [
            ("sample/game.toml", "[game]"),
            ("sample/scripts/a.lua", "return {}"),
            ("sample/target/x", "x"),
            ("sample/.hidden", "x"),
            ("secret", "x"),
        ] {
            fs::write(root.join(path), text).unwrap();
        }
        let link = |to: &str, from: &str| std::os::unix::fs::symlink(to, game.join(from)).unwrap();
        link("../secret", "leak.md");
        link("scripts", "again");
        link("game.toml", "same.md");
        let files = Files::read_dir(&game);
        let missing = Files::read_dir(game.join("nowhere"));
        fs::remove_dir_all(&root).unwrap();

        let paths: Vec<_> = files.iter().map(|(_, file)| file.path.as_str()).collect();
        assert_eq!(paths, ["game.toml", "same.md", "scripts/a.lua"]);
        assert_eq!(files.name(), "sample");
        let messages: Vec<_> = files.problems().into_iter().map(|p| p.message).collect();
        assert_eq!(
            messages,
            [
                "`again` is a link, and not to a file",
                "`leak.md` is a link that leads out of the folder"
            ]
        );
        assert!(missing.problems()[0].message.starts_with("cannot read `"));
    }
}
