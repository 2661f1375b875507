//! What becomes of an uploaded picture: only its pixels stay.

use std::fmt;
use std::fmt::Write as _;
use std::io::Cursor;
use std::str::FromStr;

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits, Rgb, RgbImage};
use saffron_core::Error;
use sha2::{Digest as _, Sha256};

/// The largest upload, bytes.
const MOST_BYTES: usize = 6 * 1024 * 1024;
/// The longest side of an upload, pixels.
const MOST_SIDE: u32 = 8_000;
/// The most pixels of an upload.
const MOST_PIXELS: u64 = 40_000_000;
/// What a decoder may take at once, bytes: four a pixel, and some for itself.
const MOST_MEMORY: u64 = 4 * MOST_PIXELS + 32 * 1024 * 1024;
/// The longest side of what is kept, pixels.
const SIDE: u32 = 800;
/// The quality of what is kept.
const QUALITY: u8 = 82;
/// The way to pictures, below the installation's address.
const PATH: &str = "/images/v1/";

/// The name of a kept picture: the SHA-256 of its bytes, as 64 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ImageName(Box<str>);

impl ImageName {
    /// Of its bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> ImageName {
        let name = Sha256::digest(bytes).iter().fold(String::new(), |mut name, byte| {
            // Writing to a String does not fail.
            let _ = write!(name, "{byte:02x}");
            name
        });
        ImageName(name.into())
    }

    /// Reads the last part of a picture's URL.
    #[must_use]
    pub fn of_file(file: &str) -> Option<ImageName> {
        file.strip_suffix(".jpg")?.parse().ok()
    }

    /// Reads a picture's URL.
    ///
    /// # Errors
    /// Invalid, naming `imageUrl`, if it is none that an upload gave.
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

    /// The digits.
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

/// Draws an uploaded picture anew: upright, fitting 800 x 800 pixels, as JPEG, what is transparent on white. Nothing of
/// the upload survives but pixels. Takes up to a second of one core and some 200 MB for the largest.
///
/// # Errors
/// Invalid, naming `image`: too large in bytes or pixels, or no JPEG, PNG or WebP that can be read.
pub fn redraw(upload: &[u8]) -> Result<Vec<u8>, Error> {
    let wrong = |why: &str| Error::invalid("image", why);
    let unreadable = |e: image::ImageError| match e {
        image::ImageError::Limits(_) => too_large(),
        _ => wrong("cannot be read: send a whole JPEG, PNG or WebP"),
    };
    if upload.len() > MOST_BYTES {
        return Err(wrong("must be at most 6 MiB"));
    }
    let format = match image::guess_format(upload) {
        Ok(format @ (ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP)) => format,
        _ => return Err(wrong("must be a JPEG, PNG or WebP")),
    };
    let mut reader = ImageReader::with_format(Cursor::new(upload), format);
    let mut limits = Limits::default();
    limits.max_image_width = Some(MOST_SIDE);
    limits.max_image_height = Some(MOST_SIDE);
    limits.max_alloc = Some(MOST_MEMORY);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(unreadable)?;
    // By the header alone, before a pixel is decoded.
    let (width, height) = decoder.dimensions();
    if width > MOST_SIDE || height > MOST_SIDE || u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(too_large());
    }
    let orientation = decoder.orientation().map_err(unreadable)?;
    let mut image = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
    if width > SIDE || height > SIDE {
        image = image.thumbnail(SIDE, SIDE);
    }
    image.apply_orientation(orientation);
    let mut jpeg = Vec::new();
    JpegEncoder::new_with_quality(&mut jpeg, QUALITY)
        .encode_image(&on_white(&image))
        .map_err(|e| wrong(&format!("cannot be drawn: {e}")))?;
    Ok(jpeg)
}

fn too_large() -> Error {
    Error::invalid("image", "must be at most 8,000 pixels wide and high, and 40 megapixels")
}

/// JPEG knows no transparency.
fn on_white(image: &DynamicImage) -> RgbImage {
    if !image.color().has_alpha() {
        return image.to_rgb8();
    }
    let from = image.to_rgba8();
    let mut onto = RgbImage::new(from.width(), from.height());
    for (pixel, drawn) in from.pixels().zip(onto.pixels_mut()) {
        let [red, green, blue, alpha] = pixel.0;
        let blend = |part: u8| {
            let (part, alpha) = (u32::from(part), u32::from(alpha));
            ((part * alpha + 255 * (255 - alpha) + 127) / 255) as u8
        };
        *drawn = Rgb([blend(red), blend(green), blend(blue)]);
    }
    onto
}
