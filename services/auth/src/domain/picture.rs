//! A person's picture, and its name.

use saffron_kit::picture::Frame;

use super::code::{is_base64url, random_name};

/// The largest upload, MiB.
pub const MAX_MEBIBYTES: usize = 5;
/// The size of a stored picture, pixels.
pub const FRAME: Frame = Frame::Square(512);

/// The path of people's pictures, below the installation's address.
const PATH: &str = "/images/v1/people/";
/// The extension of a picture's file.
const ENDING: &str = ".jpg";
/// Characters of a name: 128 bits in base64url.
const LENGTH: usize = 22;

/// The name of a picture: random, so that only people who were shown it find it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureName(Box<str>);

impl PictureName {
    /// A name of 128 random bits.
    pub fn random() -> PictureName {
        PictureName(random_name().into())
    }

    /// Reads the file name in a picture's URL.
    pub fn of_file(file: &str) -> Option<PictureName> {
        let name = file.strip_suffix(ENDING)?;
        is_base64url(name, LENGTH..=LENGTH).then(|| PictureName(name.into()))
    }

    /// The picture's URL, below the installation's address.
    pub fn url(&self) -> String {
        format!("{PATH}{}{ENDING}", self.0)
    }

    /// The stored form.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_from_its_url_alone() {
        let name = PictureName::random();
        let url = name.url();
        let file = url.strip_prefix(PATH).unwrap();
        assert_eq!(PictureName::of_file(file), Some(name));
        for bad in ["", ".jpg", "x.jpg", "../../etc/passwd.jpg", &file[1..], &file.replace(".jpg", ".png")] {
            assert_eq!(PictureName::of_file(bad), None, "{bad}");
        }
    }
}
