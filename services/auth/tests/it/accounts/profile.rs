use std::io::Cursor;

use image::{ImageFormat, RgbImage};
use saffron_core::{Code, Error};
use saffron_proto::auth::{
    GetPictureRequest, GetProfileRequest, Profile, RemovePictureRequest, UpdateProfileRequest,
    UploadPictureRequest,
};

use crate::world::{ADDRESS, PASSWORD, World, answered, code_of, world};

const ANA: &str = "ana@saffron.example";

async fn profile(world: &World, token: &str) -> Profile {
    let request = world.as_caller(token, GetProfileRequest {});
    answered(world.account().get_profile(request).await).unwrap().profile.unwrap()
}

async fn update(world: &World, token: &str, request: UpdateProfileRequest) -> Result<Profile, Error> {
    let request = world.as_caller(token, request);
    answered(world.account().update_profile(request).await).map(|answer| answer.profile.unwrap())
}

async fn upload(world: &World, token: &str, image: Vec<u8>) -> Result<Profile, Error> {
    let request = world.as_caller(token, UploadPictureRequest { image });
    answered(world.account().upload_picture(request).await).map(|answer| answer.profile.unwrap())
}

async fn picture(world: &World, url: &str) -> Result<Vec<u8>, Error> {
    let name = url.strip_prefix("/images/v1/people/").unwrap().to_owned();
    answered(world.sessions().get_picture(world.as_gateway(GetPictureRequest { name })).await)
        .map(|answer| answer.image)
}

pub fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    RgbImage::new(width, height).write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

#[tokio::test]
async fn a_person_changes_their_profile() {
    let world = world().await;
    let session = world.enter(ANA).await;
    let token = world.token(&session).await;
    assert_eq!(profile(&world, &token).await, session.profile.unwrap());
    let edit = || UpdateProfileRequest {
        first_name: " Ana Mar\u{ed}a ".into(),
        last_name: "Reyes".into(),
        profile_description: "Runs the oven.\nSince 1998.".into(),
    };
    let changed = update(&world, &token, edit()).await.unwrap();
    assert_eq!((changed.first_name.as_str(), changed.email.as_str()), ("Ana Mar\u{ed}a", ANA));
    assert_eq!(changed.profile_description, "Runs the oven.\nSince 1998.");
    let again = world.try_login(ANA, PASSWORD, ADDRESS).await.unwrap();
    assert_eq!(again.profile.as_ref(), Some(&changed));
    assert_eq!(world.claims(&world.token(&again).await).name, "Ana Mar\u{ed}a Reyes");
    for (field, wrong) in [
        ("firstName", UpdateProfileRequest { first_name: " ".into(), ..edit() }),
        ("lastName", UpdateProfileRequest { last_name: "x".repeat(201), ..edit() }),
        ("profileDescription", UpdateProfileRequest { profile_description: "x".repeat(151), ..edit() }),
    ] {
        assert_eq!(code_of(update(&world, &token, wrong).await), (Code::Invalid, Some(field.into())));
    }
    assert_eq!(profile(&world, &token).await, changed);
}

#[tokio::test]
async fn a_picture_is_encoded_again_and_replaces_the_one_before() {
    let world = world().await;
    let token = world.token(&world.enter(ANA).await).await;
    let first = upload(&world, &token, png(900, 600)).await.unwrap().profile_image;
    let drawn = picture(&world, &first).await.unwrap();
    let drawn = image::load_from_memory_with_format(&drawn, ImageFormat::Jpeg).unwrap();
    assert_eq!((drawn.width(), drawn.height()), (512, 512));
    let second = upload(&world, &token, png(20, 30)).await.unwrap().profile_image;
    assert_ne!(first, second);
    assert_eq!(code_of(picture(&world, &first).await).0, Code::NotFound);
    assert_eq!(profile(&world, &token).await.profile_image, second);

    for bad in [b"GIF89a".to_vec(), vec![0; 5 * 1024 * 1024 + 1]] {
        assert_eq!(code_of(upload(&world, &token, bad).await), (Code::Invalid, Some("image".into())));
    }
    picture(&world, &second).await.unwrap();
    for _ in 0..2 {
        let request = world.as_caller(&token, RemovePictureRequest {});
        let profile = answered(world.account().remove_picture(request).await).unwrap().profile.unwrap();
        assert_eq!(profile.profile_image, "");
    }
    assert_eq!(code_of(picture(&world, &second).await).0, Code::NotFound);
    assert_eq!(world.count("pictures").await, 0);
}
