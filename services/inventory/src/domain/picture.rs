//! Pictures of items, and their names.

use std::fmt;
use std::str::FromStr;

use saffron_core::Error;
use saffron_kit::picture::Frame;
use sha2::{Digest as _, Sha256};

/// The largest upload, MiB.
pub const MAX_MEBIBYTES: usize = 6;
/// The size within which pictures are stored, pixels.
pub const FRAME: Frame = Frame::Within(800);
/// The path of pictures, below the installation's address.
const PATH: &str = "/images/v1/";

/// The name of a stored picture: the SHA-256 of its bytes, as 64 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ImageName(Box<str>);

impl ImageName {
    /// The name of the picture with these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> ImageName {
        let name: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        ImageName(name.into())
    }

    /// Reads the file name in a picture's URL.
    #[must_use]
    pub fn of_file(file: &str) -> Option<ImageName> {
        file.strip_suffix(".jpg")?.parse().ok()
    }

    /// Reads a picture's URL.
    pub fn of_url(url: &str) -> Result<ImageName, Error> {
        let name = url.strip_prefix(PATH).and_then(ImageName::of_file);
        name.ok_or_else(|| {
            Error::invalid("imageUrl", "must be one that an upload gave: upload the picture first")
        })
    }

    /// The picture's URL, below the installation's address.
    #[must_use]
    pub fn url(&self) -> String {
        format!("{PATH}{self}.jpg")
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for ImageName {
    type Err = &'static str;
    fn from_str(text: &str) -> Result<ImageName, &'static str> {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if text.len() == 64 && text.bytes().all(is_digit) {
            return Ok(ImageName(text.into()));
        }
        Err("is no name of a picture")
    }
}

impl fmt::Display for ImageName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
