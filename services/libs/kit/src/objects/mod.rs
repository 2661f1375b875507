//! The store of bytes that a database is too small for: a folder, or a bucket of S3.

mod https;

use std::sync::Arc;
use std::time::Duration;

use futures::stream::{self, Stream, StreamExt as _, TryStreamExt as _};
use jiff::Timestamp;
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::prefix::PrefixStore;
use object_store::{ObjectStore, ObjectStoreExt as _};

use self::https::Connector;
use crate::Fault;
use crate::deadline::deadline;

/// How long the object store may take; within the deadline of a call.
const DEADLINE: Duration = Duration::from_secs(15);

/// An object store. Names have parts with `/` between them.
#[derive(Clone, Debug)]
pub struct Objects(Arc<dyn ObjectStore>);

impl Objects {
    /// Opens a folder, which is created if it is missing, or `s3://bucket/prefix`, with the AWS_* variables
    /// (`AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT` and so on). `variable` is where the URL
    /// comes from.
    ///
    /// # Errors
    /// If the folder cannot be made, or the bucket's settings cannot be used.
    pub fn open(variable: &str, url: &str) -> Result<Objects, Fault> {
        let wrong = |e: &dyn std::fmt::Display| Fault::Permanent(format!("{variable}: {e}"));
        let Some(rest) = url.strip_prefix("s3://") else {
            std::fs::create_dir_all(url).map_err(|e| wrong(&e))?;
            let folder = LocalFileSystem::new_with_prefix(url).map_err(|e| wrong(&e))?;
            return Ok(Objects(Arc::new(folder)));
        };
        Objects::bucket(AmazonS3Builder::from_env(), rest).map_err(|e| wrong(&e))
    }

    /// A bucket and a prefix in it.
    fn bucket(builder: AmazonS3Builder, path: &str) -> object_store::Result<Objects> {
        let (bucket, prefix) = path.split_once('/').unwrap_or((path, ""));
        // One object is deleted at a time, by the call that every compatible store has.
        let builder = builder.with_disable_bulk_delete(true).with_http_connector(Connector);
        let bucket = builder.with_bucket_name(bucket).build()?;
        Ok(Objects(Arc::new(PrefixStore::new(bucket, prefix))))
    }

    /// Writes an object, in place of an earlier one of its name.
    ///
    /// # Errors
    /// If the store is away.
    pub async fn put(&self, name: &str, bytes: Vec<u8>) -> Result<(), Fault> {
        with_deadline(self.0.put(&Path::from(name), bytes.into())).await.map(|_| ())
    }

    /// Reads an object; none if it is missing.
    ///
    /// # Errors
    /// If the store is away.
    pub async fn get(&self, name: &str) -> Result<Option<Vec<u8>>, Fault> {
        let path = Path::from(name);
        let read = async {
            match self.0.get(&path).await {
                Ok(found) => found.bytes().await.map(|bytes| Some(bytes.to_vec())),
                Err(object_store::Error::NotFound { .. }) => Ok(None),
                Err(e) => Err(e),
            }
        };
        with_deadline(read).await
    }

    /// Removes an object; one that is gone already is no error.
    ///
    /// # Errors
    /// If the store is away.
    pub async fn delete(&self, name: &str) -> Result<(), Fault> {
        let path = Path::from(name);
        let delete = async {
            match self.0.delete(&path).await {
                Err(object_store::Error::NotFound { .. }) => Ok(()),
                result => result,
            }
        };
        with_deadline(delete).await
    }

    /// The names under a prefix of objects that were written before a moment, in no order.
    pub fn written_before(
        &self,
        prefix: &str,
        before: Timestamp,
    ) -> impl Stream<Item = Result<String, Fault>> + Send + use<> {
        let prefix = Path::from(prefix);
        let old = self.0.list(Some(&prefix)).try_filter_map(move |object| async move {
            let is_old = object.last_modified.timestamp() < before.as_second();
            Ok(is_old.then(|| object.location.to_string()))
        });
        stream::try_unfold(old.boxed(), |mut old| async {
            Ok(with_deadline(old.try_next()).await?.map(|name| (name, old)))
        })
    }
}

async fn with_deadline<T>(work: impl Future<Output = object_store::Result<T>>) -> Result<T, Fault> {
    match tokio::time::timeout(deadline(DEADLINE), work).await {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(e)) => Err(Fault::Transient(format!("object store: {e}"))),
        Err(_) => Err(Fault::Transient("the object store does not answer".into())),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Mutex;

    use axum::Router;
    use axum::body::Bytes;
    use axum::extract::{OriginalUri, State};
    use axum::response::IntoResponse;
    use http::{HeaderMap, Method, StatusCode};

    use super::*;

    type Bucket = Arc<Mutex<BTreeMap<String, Bytes>>>;

    /// As much of S3 as is used here: signed PUT, GET and DELETE.
    async fn s3(
        State(bucket): State<Bucket>,
        method: Method,
        OriginalUri(uri): OriginalUri,
        headers: HeaderMap,
        body: Bytes,
    ) -> impl IntoResponse {
        let signature =
            headers.get("authorization").and_then(|value| value.to_str().ok()).unwrap_or_default();
        if !signature.starts_with("AWS4-HMAC-SHA256 Credential=key/") {
            return (StatusCode::FORBIDDEN, HeaderMap::new(), Bytes::new());
        }
        let mut found = HeaderMap::new();
        found.insert("etag", "\"1\"".parse().unwrap());
        found.insert("last-modified", "Sat, 18 Jul 2026 16:00:00 GMT".parse().unwrap());
        let path = uri.path().to_owned();
        let mut bucket = bucket.lock().unwrap();
        match method {
            Method::PUT => {
                bucket.insert(path, body);
                (StatusCode::OK, found, Bytes::new())
            }
            Method::GET => match bucket.get(&path) {
                Some(bytes) => (StatusCode::OK, found, bytes.clone()),
                None => (StatusCode::NOT_FOUND, HeaderMap::new(), Bytes::new()),
            },
            Method::DELETE => {
                bucket.remove(&path);
                (StatusCode::NO_CONTENT, HeaderMap::new(), Bytes::new())
            }
            _ => (StatusCode::METHOD_NOT_ALLOWED, HeaderMap::new(), Bytes::new()),
        }
    }

    #[tokio::test]
    async fn bucket_keeps_pictures_below_its_prefix() {
        let kept = Bucket::default();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        let router = Router::new().fallback(s3).with_state(kept.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        let builder = AmazonS3Builder::new()
            .with_endpoint(endpoint)
            .with_allow_http(true)
            .with_region("us-east-1")
            .with_access_key_id("key")
            .with_secret_access_key("secret");
        let objects = Objects::bucket(builder, "menu/pictures").unwrap();
        let name = "a/picture.jpg";
        assert_eq!(objects.get(name).await.unwrap(), None);
        objects.put(name, b"picture".to_vec()).await.unwrap();
        let paths: Vec<String> = kept.lock().unwrap().keys().cloned().collect();
        assert_eq!(paths, [format!("/menu/pictures/{name}")]);
        assert_eq!(objects.get(name).await.unwrap().unwrap(), b"picture");
        objects.delete(name).await.unwrap();
        assert_eq!(objects.get(name).await.unwrap(), None);
    }

    #[tokio::test]
    async fn folder_is_made_and_unusable_bucket_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a").join("b");
        let objects = Objects::open("A_FOLDER", path.to_str().unwrap()).unwrap();
        let name = "a/picture.jpg";
        objects.put(name, b"picture".to_vec()).await.unwrap();
        assert_eq!(objects.get(name).await.unwrap().unwrap(), b"picture");
        objects.delete(name).await.unwrap();
        objects.delete(name).await.unwrap();
        assert_eq!(objects.get(name).await.unwrap(), None);
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        assert!(Objects::open("A_FOLDER", file.to_str().unwrap()).is_err());
    }
}
