//! Files that are uploaded in parts.

use saffron_core::{Code, Error};

/// Bytes of a part; of a file's last part what is left.
pub const PART_BYTES: i64 = 524_288;
/// The most bytes of an import.
pub const MOST_BYTES: i64 = 1024 * 1024 * 1024;
/// The most files of an import.
pub const MOST_FILES: usize = 20;
/// The most imports of a location that have not ended.
pub const MOST_OPEN: i64 = 3;
/// The longest name of a file, characters.
const LONGEST_NAME: usize = 200;

/// A file that will be uploaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewFile {
    /// As people read it.
    pub name: String,
    /// Its size.
    pub bytes: i64,
}

impl NewFile {
    /// The parts in which it is uploaded.
    #[must_use]
    pub fn parts(&self) -> i32 {
        parts_of(self.bytes)
    }
}

/// The number of parts of so many bytes.
fn parts_of(bytes: i64) -> i32 {
    i32::try_from(bytes.max(0).unsigned_abs().div_ceil(PART_BYTES.unsigned_abs())).unwrap_or(i32::MAX)
}

/// The bytes of a part of a file.
///
/// # Errors
/// Invalid, naming `part`, if the file has no such part.
pub fn part_bytes(file_bytes: i64, part: i32) -> Result<i64, Error> {
    let parts = parts_of(file_bytes);
    if part < 0 || part >= parts {
        return Err(Error::invalid("part", format!("must lie between 0 and {}", parts - 1)));
    }
    Ok((file_bytes - i64::from(part) * PART_BYTES).min(PART_BYTES))
}

/// Checks the files of a new import.
///
/// # Errors
/// Invalid or too large, naming what is wrong.
pub fn check_files(files: Vec<NewFile>) -> Result<Vec<NewFile>, Error> {
    if files.is_empty() || files.len() > MOST_FILES {
        return Err(Error::invalid("files", format!("must hold 1 to {MOST_FILES} files")));
    }
    let mut all = 0_i64;
    let mut checked = Vec::with_capacity(files.len());
    for (index, file) in files.into_iter().enumerate() {
        let name = file.name.trim().to_owned();
        let field = |part: &str| format!("files[{index}].{part}");
        if name.is_empty() || name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
            return Err(Error::invalid(
                field("name"),
                format!("must be 1 to {LONGEST_NAME} characters without control characters"),
            ));
        }
        if file.bytes <= 0 {
            return Err(Error::invalid(field("bytes"), "must be 1 at least: the file is empty"));
        }
        all = all.saturating_add(file.bytes);
        checked.push(NewFile { name, bytes: file.bytes });
    }
    if all > MOST_BYTES {
        return Err(Error::new(
            Code::TooLarge,
            "The files hold more than 1 GiB together. Import them one after the other, or in shorter periods.",
        )
        .about("files"));
    }
    Ok(checked)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, bytes: i64) -> NewFile {
        NewFile { name: name.to_owned(), bytes }
    }

    #[test]
    fn last_part_holds_what_is_left() {
        assert_eq!((file("a", 1).parts(), part_bytes(1, 0)), (1, Ok(1)));
        assert_eq!((file("a", PART_BYTES).parts(), part_bytes(PART_BYTES, 0)), (1, Ok(PART_BYTES)));
        let larger = PART_BYTES + 3;
        assert_eq!((file("a", larger).parts(), part_bytes(larger, 1)), (2, Ok(3)));
        assert!(part_bytes(larger, 2).is_err() && part_bytes(larger, -1).is_err());
    }

    #[test]
    fn files_over_a_limit_are_refused_by_name() {
        let field = |files| check_files(files).unwrap_err().field.unwrap_or_default();
        assert_eq!(field(vec![]), "files");
        assert_eq!(field(vec![file("a", 1); MOST_FILES + 1]), "files");
        assert_eq!(field(vec![file("a", 1), file(" ", 1)]), "files[1].name");
        assert_eq!(field(vec![file("a", 0)]), "files[0].bytes");
        let half = MOST_BYTES / 2;
        assert!(check_files(vec![file("a", half), file("b", half)]).is_ok());
        let large = check_files(vec![file("a", half), file("b", half + 1)]).unwrap_err();
        assert_eq!(large.code, Code::TooLarge);
        assert_eq!(
            check_files(vec![file("a", i64::MAX), file("b", i64::MAX)]).unwrap_err().code,
            Code::TooLarge
        );
    }
}
