//! Re-encoding uploaded pictures: only the pixels stay.

use std::io::Cursor;
use std::sync::Arc;

use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits, Rgb, RgbImage};
use saffron_core::Error;
use tokio::sync::Semaphore;

use crate::Fault;

/// The longest side of an upload, pixels.
const MOST_SIDE: u32 = 8_000;
/// The most pixels of an upload.
const MOST_PIXELS: u64 = 40_000_000;
/// What a decoder may take at once, bytes: four a pixel, and some for itself.
const MOST_MEMORY: u64 = 4 * MOST_PIXELS + 32 * 1024 * 1024;
/// The JPEG quality of the result.
const QUALITY: u8 = 82;

/// The most uploads that wait or are drawn; more are refused at once, as each lies in memory until its turn.
const QUEUE: usize = 16;

/// The size of the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frame {
    /// The whole picture, with no side longer than this many pixels; never enlarged.
    Within(u32),
    /// The middle of the picture, as a square with sides of exactly this many pixels.
    Square(u32),
}

/// Draws pictures, one at a time: each keeps a core and much memory busy.
#[derive(Clone)]
pub struct Easel {
    queue: Arc<Semaphore>,
    turn: Arc<Semaphore>,
    frame: Frame,
    most_mebibytes: usize,
}

impl Easel {
    /// An easel for uploads of at most this many MiB.
    #[must_use]
    pub fn new(frame: Frame, most_mebibytes: usize) -> Easel {
        let (queue, turn) = (Arc::new(Semaphore::new(QUEUE)), Arc::new(Semaphore::new(1)));
        Easel { queue, turn, frame, most_mebibytes }
    }

    /// Re-encodes an uploaded picture: upright, as JPEG, what is transparent on white. Nothing of the upload survives but
    /// pixels. Takes up to a second of one core and some 200 MB for the largest.
    ///
    /// # Errors
    /// Invalid, naming `image`: too large in bytes or pixels, or no JPEG, PNG or WebP that can be read. Unavailable, if too
    /// many wait.
    pub async fn draw(&self, upload: Vec<u8>) -> Result<Vec<u8>, Fault> {
        if upload.len() > self.most_mebibytes * 1024 * 1024 {
            return Err(
                Error::invalid("image", format!("must be at most {} MiB", self.most_mebibytes)).into()
            );
        }
        let busy = || Error::unavailable("Too many pictures at once. Please try again.");
        let queued = self.queue.clone().try_acquire_owned().map_err(|_| busy())?;
        let turn = self.turn.clone().acquire_owned().await.map_err(|_| busy())?;
        let frame = self.frame;
        // The permit is held until the encoding ends, also if the caller hangs up before.
        let draw = move || {
            let _permits = (queued, turn);
            reencode(&upload, frame)
        };
        let drawn = tokio::task::spawn_blocking(draw).await;
        // A panic of a decoder is caused by the upload.
        Ok(drawn.map_err(|_| Error::invalid("image", "cannot be read: send a whole JPEG, PNG or WebP"))??)
    }
}

fn reencode(upload: &[u8], frame: Frame) -> Result<Vec<u8>, Error> {
    let wrong = |why: &str| Error::invalid("image", why);
    let unreadable = |e: image::ImageError| match e {
        image::ImageError::Limits(_) => too_large(),
        _ => wrong("cannot be read: send a whole JPEG, PNG or WebP"),
    };
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
    let image = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
    let mut image = match frame {
        Frame::Within(side) if width > side || height > side => image.thumbnail(side, side),
        Frame::Within(_) => image,
        Frame::Square(side) => square(&image, side),
    };
    image.apply_orientation(orientation);
    let mut jpeg = Vec::new();
    JpegEncoder::new_with_quality(&mut jpeg, QUALITY)
        .encode_image(&on_white(&image))
        .map_err(|e| wrong(&format!("cannot be drawn: {e}")))?;
    Ok(jpeg)
}

/// The middle of a picture; a small one is made larger.
fn square(image: &DynamicImage, side: u32) -> DynamicImage {
    let (width, height) = (image.width(), image.height());
    let shorter = width.min(height);
    let middle = image.crop_imm((width - shorter) / 2, (height - shorter) / 2, shorter, shorter);
    match shorter.cmp(&side) {
        std::cmp::Ordering::Equal => middle,
        std::cmp::Ordering::Greater => middle.thumbnail_exact(side, side),
        std::cmp::Ordering::Less => middle.resize_exact(side, side, FilterType::Triangle),
    }
}

fn too_large() -> Error {
    Error::invalid("image", "must be at most 8,000 pixels wide and high, and 40 megapixels")
}

/// The picture on white: JPEG knows no transparency.
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

#[cfg(test)]
mod tests {
    use image::{Rgba, RgbaImage};

    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let picture = RgbaImage::from_fn(width, height, |x, y| {
            // The middle square is red, the rest is blue.
            let shorter = width.min(height);
            let inside =
                |at: u32, length: u32| at >= (length - shorter) / 2 && at < (length - shorter) / 2 + shorter;
            if inside(x, width) && inside(y, height) {
                Rgba([220, 0, 0, 255])
            } else {
                Rgba([0, 0, 220, 255])
            }
        });
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, ImageFormat::Png).unwrap();
        bytes.into_inner()
    }

    #[test]
    fn a_square_is_the_middle_in_exactly_its_size() {
        for (width, height) in [(900, 600), (600, 900), (512, 512), (100, 40), (1, 1)] {
            let drawn = reencode(&png(width, height), Frame::Square(512)).unwrap();
            let drawn = image::load_from_memory(&drawn).unwrap().to_rgb8();
            assert_eq!(drawn.dimensions(), (512, 512), "{width} x {height}");
            for corner in [(1, 1), (510, 1), (1, 510), (510, 510)] {
                let [red, _, blue] = drawn.get_pixel(corner.0, corner.1).0;
                assert!(red > 200 && blue < 60, "{width} x {height} at {corner:?}");
            }
        }
    }

    #[test]
    fn what_fits_is_never_made_larger() {
        let drawn = reencode(&png(40, 20), Frame::Within(800)).unwrap();
        let drawn = image::load_from_memory(&drawn).unwrap();
        assert_eq!((drawn.width(), drawn.height()), (40, 20));
        let drawn = image::load_from_memory(&reencode(&png(1600, 400), Frame::Within(800)).unwrap()).unwrap();
        assert_eq!((drawn.width(), drawn.height()), (800, 200));
    }

    #[tokio::test]
    async fn too_many_bytes_and_no_picture_are_refused_by_name() {
        let easel = Easel::new(Frame::Square(8), 1);
        for bad in [vec![0; 1024 * 1024 + 1], b"GIF89a".to_vec(), Vec::new(), png(4, 4)[..40].to_vec()] {
            match easel.draw(bad).await {
                Err(Fault::Refused(error)) => assert_eq!(error.field.as_deref(), Some("image")),
                other => panic!("{other:?}"),
            }
        }
    }

    #[tokio::test]
    async fn who_finds_the_queue_full_is_refused() {
        let easel = Easel::new(Frame::Square(8), 1);
        let waiting = easel.queue.clone().acquire_many_owned(QUEUE as u32).await.unwrap();
        assert!(matches!(easel.draw(png(4, 4)).await, Err(Fault::Refused(e)) if e.retry_after == Some(1)));
        drop(waiting);
        assert!(easel.draw(png(4, 4)).await.is_ok());
    }
}
