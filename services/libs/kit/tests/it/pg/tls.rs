//! A database that is reached by TLS, as the query of its URL asks for it.

use std::path::Path;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use saffron_core::Clock;
use saffron_kit::pg::{Database, PgConfig, migrate};
use saffron_kit::{Fault, Secret};
use saffron_testkit::database_url;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

use crate::NO_MIGRATIONS;

/// With what a client of Postgres asks for TLS.
const SSL_REQUEST: [u8; 8] = [0, 0, 0, 8, 4, 210, 22, 47];

/// A database behind a proxy that speaks TLS as a server with `ssl = on` does and refuses everything else: the server that
/// tests have was built without.
struct TlsProxy {
    folder: TempDir,
    user: String,
    name: String,
    server: String,
    port: u16,
}

impl TlsProxy {
    /// Its certificate is for `localhost`, by an authority of its own.
    async fn start() -> TlsProxy {
        let url = database_url("kit", &NO_MIGRATIONS).await;
        let (base, name) = url.rsplit_once('/').unwrap();
        let (user, server) = base.rsplit_once('@').unwrap();
        let folder = tempfile::tempdir().unwrap();
        let [ours, _theirs] = ["ours.crt", "theirs.crt"].map(|name| authority(&folder.path().join(name)));

        let key = KeyPair::generate().unwrap();
        let certificate =
            CertificateParams::new(["localhost".to_owned()]).unwrap().signed_by(&key, &ours).unwrap();
        let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
        let tls = ServerConfig::builder()
            .with_no_client_auth()
            .with_single_cert(vec![certificate.der().clone()], key)
            .unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(serve(listener, TlsAcceptor::from(Arc::new(tls)), server.to_owned()));
        TlsProxy { user: user.into(), name: name.into(), server: server.into(), folder, port }
    }

    fn roots(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    /// The database through the proxy, under this name of its host.
    fn database(&self, host: &str, query: &str) -> Database {
        self.at(&format!("{host}:{}", self.port), query)
    }

    fn at(&self, server: &str, query: &str) -> Database {
        let url = Secret::new(format!("{}@{server}/{}{query}", self.user, self.name));
        Database::open("kit", &PgConfig::new(url, 1), Clock::system()).unwrap()
    }
}

fn authority(file: &Path) -> CertifiedIssuer<'static, KeyPair> {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
    let text = STANDARD.encode(authority.der());
    std::fs::write(file, format!("-----BEGIN CERTIFICATE-----\n{text}\n-----END CERTIFICATE-----\n"))
        .unwrap();
    authority
}

async fn serve(listener: TcpListener, tls: TlsAcceptor, server: String) {
    while let Ok((mut client, _)) = listener.accept().await {
        let (tls, server) = (tls.clone(), server.clone());
        tokio::spawn(async move {
            let mut asked = [0; SSL_REQUEST.len()];
            if client.read_exact(&mut asked).await.is_err() || asked != SSL_REQUEST {
                return;
            }
            client.write_all(b"S").await.unwrap();
            let Ok(mut client) = tls.accept(client).await else { return };
            let mut server = TcpStream::connect(server).await.unwrap();
            let _ = copy_bidirectional(&mut client, &mut server).await;
        });
    }
}

async fn refusal(database: &Database) -> String {
    let asked = sqlx::query("SELECT 1").execute(database.pool()).await;
    let fault = Fault::from(asked.expect_err("it was let in"));
    assert!(fault.is_transient(), "a certificate may be renewed: {fault}");
    fault.to_string()
}

#[tokio::test]
async fn a_server_is_verified_by_its_authority_and_name() {
    let proxy = TlsProxy::start().await;
    let verified = format!("?sslmode=verify-full&sslrootcert={}", proxy.roots("ours.crt"));
    let database = proxy.database("localhost", &verified);
    migrate(&database, &NO_MIGRATIONS).await.unwrap();
    let mut tx = database.begin().await.unwrap();
    tx.publish(&crate::news("over TLS")).unwrap();
    tx.commit().await.unwrap();
    assert_eq!(crate::waiting(&database).await, 1);

    let another_name = refusal(&proxy.database("127.0.0.1", &verified)).await;
    assert!(another_name.contains("a name that its certificate has"), "{another_name}");
}

#[tokio::test]
async fn a_server_of_another_authority_is_refused_with_advice() {
    let proxy = TlsProxy::start().await;
    for query in [
        format!("?sslmode=verify-full&sslrootcert={}", proxy.roots("theirs.crt")),
        format!("?sslmode=verify-ca&sslrootcert={}", proxy.roots("theirs.crt")),
        "?sslmode=verify-full".to_owned(),
    ] {
        let database = proxy.database("localhost", &query);
        let why = refusal(&database).await;
        assert!(why.contains("Name by sslrootcert"), "{query}: {why}");
        let migration = migrate(&database, &NO_MIGRATIONS).await.unwrap_err().to_string();
        assert!(migration.contains("Name by sslrootcert"), "{query}: {migration}");
        assert!(!database.answers().await);
    }
}

#[tokio::test]
async fn a_server_with_tls_is_used_with_it_by_default() {
    let proxy = TlsProxy::start().await;
    for query in ["", "?sslmode=prefer", "?sslmode=require"] {
        assert!(proxy.database("localhost", query).answers().await, "{query}");
    }
    assert!(!proxy.database("localhost", "?sslmode=disable").answers().await, "it was plain");
}

#[tokio::test]
async fn a_server_without_the_tls_of_the_url_is_refused_with_advice() {
    let proxy = TlsProxy::start().await;
    assert!(proxy.at(&proxy.server, "").answers().await);
    for mode in ["require", "verify-ca", "verify-full"] {
        let database = proxy.at(&proxy.server, &format!("?sslmode={mode}"));
        let why = refusal(&database).await;
        assert!(why.contains("turn it on at the server"), "{mode}: {why}");
        let migration = migrate(&database, &NO_MIGRATIONS).await.unwrap_err().to_string();
        assert!(migration.contains("turn it on at the server"), "{mode}: {migration}");
    }
}
