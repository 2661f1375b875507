//! A person's picture, and what it is called.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use saffron_kit::picture::Frame;

/// The largest upload, MiB.
pub const MOST_MEBIBYTES: usize = 5;
/// What is kept of it, pixels.
pub const FRAME: Frame = Frame::Square(512);

/// The way to people's pictures, below the installation's address.
const PATH: &str = "/images/v1/people/";
/// What a picture's file ends with.
const ENDING: &str = ".jpg";
/// 128 bits in base64url.
const LENGTH: usize = 22;

/// The name of a picture: random, so that only who was shown it finds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureName(Box<str>);

impl PictureName {
    /// A name that nobody can guess.
    #[must_use]
    pub fn random() -> PictureName {
        PictureName(URL_SAFE_NO_PAD.encode(rand::random::<[u8; 16]>()).into())
    }

    /// Reads the last part of a picture's URL.
    #[must_use]
    pub fn of_file(file: &str) -> Option<PictureName> {
        let name = file.strip_suffix(ENDING)?;
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        (name.len() == LENGTH && name.bytes().all(is_part)).then(|| PictureName(name.into()))
    }

    /// The picture's URL, below the installation's address.
    #[must_use]
    pub fn url(&self) -> String {
        format!("{PATH}{}{ENDING}", self.0)
    }

    /// Its name in the store.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_in_its_url_and_in_nothing_else() {
        let name = PictureName::random();
        let url = name.url();
        let file = url.strip_prefix(PATH).unwrap();
        assert_eq!(PictureName::of_file(file), Some(name));
        for bad in ["", ".jpg", "x.jpg", "../../etc/passwd.jpg", &file[1..], &file.replace(".jpg", ".png")] {
            assert_eq!(PictureName::of_file(bad), None, "{bad}");
        }
    }
}
