//! Pictures: what is taken, what is made of it, and what is refused.

use std::io::Cursor;

use image::{DynamicImage, GenericImageView as _, ImageFormat, Rgba, RgbaImage};
use saffron_proto::inventory::{GetImageRequest, UpdateItemRequest, UploadImageRequest};
use saffron_testkit::eventually;
use tonic::{Code, Status};

use crate::world::{World, edit, refusal, soup};

async fn upload(world: &World, image: Vec<u8>) -> Result<String, Status> {
    let message = UploadImageRequest { pos_id: "p1".into(), image };
    let answer = world.client().upload_image(world.request(&["p1"], message)).await;
    answer.map(|answer| answer.into_inner().image_url)
}

async fn fetch(world: &World, url: &str) -> Result<DynamicImage, Status> {
    let message = GetImageRequest { name: url.rsplit('/').next().unwrap().into() };
    let answer = world.counter().get_image(world.as_gateway(message)).await?.into_inner();
    assert_eq!(answer.content_type, "image/jpeg");
    Ok(image::load_from_memory_with_format(&answer.image, ImageFormat::Jpeg).unwrap())
}

fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// Red above, blue below.
fn flag(width: u32, height: u32) -> DynamicImage {
    let pixel = |_, y| if y < height / 2 { Rgba([255, 0, 0, 255]) } else { Rgba([0, 0, 255, 255]) };
    DynamicImage::ImageRgba8(RgbaImage::from_fn(width, height, pixel))
}

fn is_near(image: &DynamicImage, x: u32, y: u32, wanted: [u8; 3]) -> bool {
    let pixel = image.get_pixel(x, y);
    wanted.iter().zip(pixel.0).all(|(wanted, is)| wanted.abs_diff(is) < 40)
}

/// The chunks of a PNG of a declared size, with this for its pixels.
fn png(width: u32, height: u32, pixels: &[u8]) -> Vec<u8> {
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut chunk = |kind: &[u8], data: &[u8]| {
        png.extend((data.len() as u32).to_be_bytes());
        let crc = kind.iter().chain(data).fold(!0_u32, |crc, byte| {
            (0..8).fold(
                crc ^ u32::from(*byte),
                |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 },
            )
        });
        png.extend(kind);
        png.extend(data);
        png.extend((!crc).to_be_bytes());
    };
    let mut header = [width.to_be_bytes(), height.to_be_bytes()].concat();
    header.extend([8, 6, 0, 0, 0]);
    chunk(b"IHDR", &header);
    chunk(b"IDAT", pixels);
    chunk(b"IEND", &[]);
    png
}

#[tokio::test]
async fn picture_is_encoded_again_and_shown() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.till(soup(1)).await;
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        let image = match format {
            ImageFormat::Jpeg => DynamicImage::ImageRgb8(flag(1600, 1200).to_rgb8()),
            _ => flag(1600, 1200),
        };
        let url = upload(&world, encoded(&image, format)).await.unwrap();
        let drawn = fetch(&world, &url).await.unwrap();
        assert_eq!(drawn.dimensions(), (800, 600), "{format:?}");
        assert!(is_near(&drawn, 400, 100, [255, 0, 0]) && is_near(&drawn, 400, 500, [0, 0, 255]));
        let shown =
            world.update(UpdateItemRequest { image_url: Some(url.clone()), ..edit("soup") }).await.unwrap();
        assert_eq!(shown.image_url, url);
    }
    // A small one stays small, and what is transparent is white.
    let clear = DynamicImage::ImageRgba8(RgbaImage::from_pixel(40, 30, Rgba([0, 0, 0, 0])));
    let url = upload(&world, encoded(&clear, ImageFormat::Png)).await.unwrap();
    let drawn = fetch(&world, &url).await.unwrap();
    assert_eq!(drawn.dimensions(), (40, 30));
    assert!(is_near(&drawn, 20, 15, [255, 255, 255]));
    let gone =
        world.update(UpdateItemRequest { image_url: Some(String::new()), ..edit("soup") }).await.unwrap();
    assert_eq!(gone.image_url, "");
    assert_eq!(world.edits("soup").await[0].1, "imageUrl");
}

#[tokio::test]
async fn picture_is_turned_upright_and_loses_its_metadata() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    let plain = encoded(&DynamicImage::ImageRgb8(flag(300, 200).to_rgb8()), ImageFormat::Jpeg);
    // EXIF: one entry, orientation 6 (turn right), and a comment of its owner.
    let mut exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0".to_vec();
    exif.extend(b"secret comment of the owner");
    let mut turned = plain[..2].to_vec();
    turned.extend([0xFF, 0xE1]);
    turned.extend((exif.len() as u16 + 2).to_be_bytes());
    turned.extend(&exif);
    turned.extend(&plain[2..]);
    turned.extend(b"<script>alert(1)</script>");
    let url = upload(&world, turned).await.unwrap();
    let drawn = fetch(&world, &url).await.unwrap();
    assert_eq!(drawn.dimensions(), (200, 300));
    assert!(is_near(&drawn, 150, 150, [255, 0, 0]) && is_near(&drawn, 50, 150, [0, 0, 255]));
    let file = world.folder.path().join("images").join(url.rsplit('/').next().unwrap());
    let bytes = std::fs::read(file).unwrap();
    for text in [&b"secret"[..], b"script", b"Exif"] {
        assert!(!bytes.windows(text.len()).any(|window| window == text));
    }
}

#[tokio::test]
async fn upload_that_is_no_picture_is_refused() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    let good = encoded(&flag(100, 100), ImageFormat::Png);
    let too_long = encoded(&flag(8001, 2), ImageFormat::Png);
    let mut too_heavy = good.clone();
    too_heavy.resize(6 * 1024 * 1024 + 1, 0);
    let wrong = [
        ("nothing", Vec::new()),
        ("text", b"hello".to_vec()),
        ("SVG", br#"<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#.to_vec()),
        ("an executable", b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0\x3e\0".to_vec()),
        ("a GIF", b"GIF89a\x01\0\x01\0\0\0\0;".to_vec()),
        ("half a picture", good[..good.len() / 2].to_vec()),
        ("a header alone", png(100, 100, &[])),
        ("a lie about its size", png(50_000, 50_000, &[0x78, 0x9c, 0x03, 0, 0, 0, 0, 1])),
        ("a lie about four gigapixels", png(u32::MAX, u32::MAX, &[])),
        ("more than 40 megapixels", png(8_000, 5_001, &[])),
        ("too long", too_long),
        ("too heavy", too_heavy),
    ];
    for (what, bytes) in wrong {
        assert_eq!(refusal(upload(&world, bytes).await), (Code::InvalidArgument, "image".into()), "{what}");
    }
    // 64 megapixels of one colour in few bytes.
    let bomb = encoded(&DynamicImage::ImageLuma8(image::GrayImage::new(8_000, 8_000)), ImageFormat::Png);
    assert!(bomb.len() < 400_000, "{}", bomb.len());
    assert_eq!(refusal(upload(&world, bomb).await), (Code::InvalidArgument, "image".into()));
    assert_eq!(world.count("picture").await, 0);
}

#[tokio::test]
async fn picture_is_for_the_location_that_uploaded_it() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    let mut other = soup(1);
    other["posID"] = serde_json::json!("p2");
    world.till(soup(1)).await;
    world.till(other).await;
    let bytes = encoded(&flag(100, 100), ImageFormat::Png);
    let url = upload(&world, bytes.clone()).await.unwrap();
    assert_eq!(upload(&world, bytes.clone()).await.unwrap(), url, "the same picture has the same name");
    let there =
        |url: &str| UpdateItemRequest { pos_id: "p2".into(), image_url: Some(url.into()), ..edit("soup") };
    let set = async |message| world.client().update_item(world.request(&["p2"], message)).await;
    assert_eq!(refusal(set(there(&url)).await), (Code::InvalidArgument, "imageUrl".into()));
    let message = UploadImageRequest { pos_id: "p2".into(), image: bytes };
    world.client().upload_image(world.request(&["p2"], message)).await.unwrap();
    assert_eq!(refusal(set(there(&url)).await).0, Code::Ok);
}

#[tokio::test]
async fn picture_unused_for_a_day_is_removed() {
    let world = World::at("2026-07-18T16:00:00Z").await;
    world.till(soup(1)).await;
    let pictures = [50, 60, 70].map(|side| encoded(&flag(side, side), ImageFormat::Png));
    let mut urls = Vec::new();
    for picture in pictures {
        urls.push(upload(&world, picture).await.unwrap());
    }
    let show = |url: &str| UpdateItemRequest { image_url: Some(url.into()), ..edit("soup") };
    world.update(show(&urls[0])).await.unwrap();
    world.set_clock("2026-07-19T10:00:00Z");
    world.update(show(&urls[1])).await.unwrap();
    // A replica that starts tidies up at once.
    world.set_clock("2026-07-19T16:00:01Z");
    world.replica().await;
    eventually("the third picture to go", || async { fetch(&world, &urls[2]).await.is_err().then_some(()) })
        .await;
    assert!(fetch(&world, &urls[0]).await.is_ok(), "shown until six hours ago");
    assert!(fetch(&world, &urls[1]).await.is_ok(), "shown");
    world.set_clock("2026-07-20T10:00:01Z");
    world.replica().await;
    eventually("the first picture to go", || async { fetch(&world, &urls[0]).await.is_err().then_some(()) })
        .await;
    assert!(fetch(&world, &urls[1]).await.is_ok());
    assert_eq!(refusal(world.update(show(&urls[0])).await), (Code::InvalidArgument, "imageUrl".into()));
    let names: Vec<String> =
        sqlx::query_scalar("SELECT name FROM picture").fetch_all(&world.pool).await.unwrap();
    assert_eq!(names.len(), 1);
    let again = encoded(&flag(70, 70), ImageFormat::Png);
    assert_eq!(upload(&world, again).await.unwrap(), urls[2]);
    assert!(fetch(&world, &urls[2]).await.is_ok());
}
