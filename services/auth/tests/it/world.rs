use std::ops::Deref;
use std::sync::Arc;

use saffron_auth::{Config, SPEC, start};
use saffron_core::{Clock, Code, Error};
use saffron_kit::CancellationToken;
use saffron_kit::grpc::{Channel, MAX_MESSAGE, from_status};
use saffron_kit::token::Claims;
use saffron_proto::auth::account_service_client::AccountServiceClient;
use saffron_proto::auth::door_service_client::DoorServiceClient;
use saffron_proto::auth::location_service_client::LocationServiceClient;
use saffron_proto::auth::people_service_client::PeopleServiceClient;
use saffron_proto::auth::{
    ConfirmSignUpRequest, CreateLinkCodeRequest, CreateLinkCodeResponse, LinkLocationRequest,
    ListLocationsRequest, Location, LoginRequest, LoginResponse, LogoutRequest, ProvisionLocationRequest,
    ProvisionLocationResponse, RequestResetRequest, ResetPasswordRequest, ResolveIngestKeyRequest,
    ResolveIngestKeyResponse, ResolveSessionRequest, ResolveSessionResponse, SignUpRequest,
    UnlinkLocationRequest,
};
use saffron_sandbox::mail;
use saffron_testkit::{TestService, collected, eventually};
use tonic::{Response, Status};

pub use saffron_testkit::pos_id;

pub const ACME: &str = "acme provisioning key";
pub const OTHER_VENDOR: &str = "other provisioning key";
pub const PASSWORD: &str = "till 7 opens at dawn";
pub const ADDRESS: &str = "203.0.113.7";
/// The origin of mailed links.
pub const PUBLIC_URL: &str = "https://saffron.test";

/// The subjects of mails.
pub mod subject {
    pub const CONFIRM: &str = "Confirm your email";
    pub const KNOWN: &str = "Someone tried to sign up with your email";
    pub const RESET: &str = "Set a new password";
    pub const CHANGED: &str = "Your password was changed";
}

/// A running service and its neighbors.
pub struct World {
    pub service: TestService,
    /// Catches emails.
    pub post: mail::Running,
}

impl Deref for World {
    type Target = TestService;

    fn deref(&self) -> &TestService {
        &self.service
    }
}

pub async fn world() -> World {
    let clock = Clock::fixed("2026-07-18T12:00:00Z".parse().unwrap());
    let post = mail::serve(mail::Config::new(clock.clone()), CancellationToken::new()).await.unwrap();
    let variables = [
        ("SAFFRON_PUBLIC_URL", PUBLIC_URL),
        ("SAFFRON_SMTP_URL", &post.url()),
        ("SAFFRON_MAIL_FROM", "hello@saffron.test"),
        ("SAFFRON_AUTH_PROVISIONING_KEYS", &format!("acme:{ACME}, other:{OTHER_VENDOR}")),
        ("SAFFRON_AUTH_CARD_VENDORS", "acme"),
    ];
    let service = TestService::start(&SPEC, clock, &variables, |env, clock, stop| {
        start(Config::from_env(&env).unwrap(), clock, stop)
    });
    World { service: service.await, post }
}

impl World {
    pub fn sessions(&self) -> DoorServiceClient<Channel> {
        DoorServiceClient::new(self.channel())
    }

    pub fn locations(&self) -> LocationServiceClient<Channel> {
        LocationServiceClient::new(self.channel())
    }

    pub fn account(&self) -> AccountServiceClient<Channel> {
        AccountServiceClient::new(self.channel()).max_encoding_message_size(MAX_MESSAGE)
    }

    pub fn people(&self) -> PeopleServiceClient<Channel> {
        PeopleServiceClient::new(self.channel())
    }

    pub async fn try_sign_up(&self, request: SignUpRequest) -> Result<(), Error> {
        answered(self.sessions().sign_up(self.as_gateway(request)).await).map(|_| ())
    }

    /// Signs a person up, and confirms by the mailed link.
    pub async fn sign_up(&self, email: &str) {
        self.try_sign_up(person(email)).await.unwrap();
        let token = self.token_mailed(email, subject::CONFIRM, 1).await;
        self.confirm(&token).await.unwrap();
    }

    /// The mails to an address with a subject, oldest first.
    pub fn mails(&self, email: &str, subject: &str) -> Vec<Arc<mail::Mail>> {
        self.post.mails_to(email).into_iter().filter(|mail| mail.subject() == subject).collect()
    }

    /// Waits until so many mails to an address with a subject have arrived, and gives the last one's text.
    pub async fn mailed(&self, email: &str, subject: &str, count: usize) -> String {
        let mails = eventually(subject, || async {
            let mails = self.mails(email, subject);
            (mails.len() >= count).then_some(mails)
        });
        let mails = mails.await;
        assert_eq!(mails.len(), count, "{subject}");
        mails.last().unwrap().text().unwrap()
    }

    /// The token behind the `#` of the link in such a mail.
    pub async fn token_mailed(&self, email: &str, subject: &str, count: usize) -> String {
        let text = self.mailed(email, subject, count).await;
        let link = text.split_whitespace().find(|word| word.contains("/auth/") && word.contains('#'));
        let (path, token) = link.unwrap_or_else(|| panic!("no link: {text}")).split_once('#').unwrap();
        assert!(path.starts_with(PUBLIC_URL), "{path}");
        assert_eq!(token.len(), 43, "{token}");
        token.to_owned()
    }

    /// Waits until no mail waits to be sent.
    pub async fn all_sent(&self) {
        eventually("the mails", || async { (self.count("mails").await == 0).then_some(()) }).await;
    }

    /// With the password of all people.
    pub async fn confirm(&self, token: &str) -> Result<(), Error> {
        self.confirm_with(token, PASSWORD).await
    }

    pub async fn confirm_with(&self, token: &str, password: &str) -> Result<(), Error> {
        let request = ConfirmSignUpRequest {
            token: token.into(),
            password: password.into(),
            remote_address: ADDRESS.into(),
        };
        answered(self.sessions().confirm_sign_up(self.as_gateway(request)).await).map(|_| ())
    }

    pub async fn ask_reset(&self, email: &str) -> Result<(), Error> {
        self.ask_reset_on("", email).await
    }

    /// On a device with this token.
    pub async fn ask_reset_on(&self, device_token: &str, email: &str) -> Result<(), Error> {
        let request = RequestResetRequest {
            email: email.into(),
            remote_address: ADDRESS.into(),
            device_token: device_token.into(),
        };
        answered(self.sessions().request_reset(self.as_gateway(request)).await).map(|_| ())
    }

    /// The handles of the sessions that ended.
    pub async fn reset(&self, token: &str, password: &str) -> Result<Vec<String>, Error> {
        let request = ResetPasswordRequest {
            token: token.into(),
            password: password.into(),
            remote_address: ADDRESS.into(),
            remember_device: false,
        };
        answered(self.sessions().reset_password(self.as_gateway(request)).await).map(|answer| answer.ended)
    }

    pub async fn try_login(
        &self,
        email: &str,
        password: &str,
        address: &str,
    ) -> Result<LoginResponse, Error> {
        let request = LoginRequest {
            username: email.into(),
            password: password.into(),
            web: true,
            remote_address: address.into(),
            ..LoginRequest::default()
        };
        self.try_login_with(request).await
    }

    pub async fn try_login_with(&self, request: LoginRequest) -> Result<LoginResponse, Error> {
        answered(self.sessions().login(self.as_gateway(request)).await)
    }

    /// Signs a person up and in.
    pub async fn enter(&self, email: &str) -> LoginResponse {
        self.sign_up(email).await;
        self.try_login(email, PASSWORD, ADDRESS).await.unwrap()
    }

    pub async fn logout(&self, session_id: &str) {
        let request = LogoutRequest { session_id: session_id.into() };
        answered(self.sessions().logout(self.as_gateway(request)).await).unwrap();
    }

    pub async fn resolve(&self, session_id: &str) -> Result<ResolveSessionResponse, Error> {
        let request = ResolveSessionRequest { session_id: session_id.into() };
        answered(self.sessions().resolve_session(self.as_gateway(request)).await)
    }

    /// A token of a session, as the gateway would get it.
    pub async fn token(&self, session: &LoginResponse) -> String {
        self.resolve(&session.session_id).await.unwrap().token
    }

    /// The claims of a token.
    pub fn claims(&self, token: &str) -> Claims {
        self.keys.verifier().verify(token, self.now()).unwrap()
    }

    pub async fn resolve_ingest_key(&self, key: &str) -> Result<ResolveIngestKeyResponse, Error> {
        let request = ResolveIngestKeyRequest { ingest_key: key.into() };
        answered(self.sessions().resolve_ingest_key(self.as_gateway(request)).await)
    }

    pub async fn try_provision(
        &self,
        request: ProvisionLocationRequest,
    ) -> Result<ProvisionLocationResponse, Error> {
        answered(self.sessions().provision_location(self.as_gateway(request)).await)
    }

    pub async fn provision(&self, pos_id: &str) -> ProvisionLocationResponse {
        self.try_provision(registration(pos_id)).await.unwrap()
    }

    pub async fn link(&self, token: &str, pos_id: &str, code: &str) -> Result<Location, Error> {
        let request = LinkLocationRequest {
            pos_id: pos_id.into(),
            link_code: code.into(),
            remote_address: ADDRESS.into(),
        };
        answered(self.locations().link_location(self.as_caller(token, request)).await)
            .map(|answer| answer.location.unwrap())
    }

    pub async fn unlink(&self, token: &str, pos_id: &str) -> Result<(), Error> {
        let request = UnlinkLocationRequest { pos_id: pos_id.into() };
        answered(self.locations().unlink_location(self.as_caller(token, request)).await).map(|_| ())
    }

    pub async fn link_code(&self, token: &str, pos_id: &str) -> Result<CreateLinkCodeResponse, Error> {
        let request = CreateLinkCodeRequest { pos_id: pos_id.into() };
        answered(self.locations().create_link_code(self.as_caller(token, request)).await)
    }

    /// The posIDs of the list, in its order.
    pub async fn list(&self, token: &str) -> Vec<String> {
        let request = self.as_caller(token, ListLocationsRequest {});
        let answers = collected(self.locations().list_locations(request).await.unwrap()).await;
        answers.into_iter().map(|answer| answer.location.unwrap().pos_id).collect()
    }
}

pub fn answered<T>(answer: Result<Response<T>, Status>) -> Result<T, Error> {
    answer.map(Response::into_inner).map_err(|status| from_status(&status))
}

pub fn person(email: &str) -> SignUpRequest {
    SignUpRequest {
        first_name: "Ana".into(),
        last_name: "Reyes".into(),
        email: email.into(),
        phone: "(312) 555-0100".into(),
        password: PASSWORD.into(),
        remote_address: ADDRESS.into(),
    }
}

pub fn registration(pos_id: &str) -> ProvisionLocationRequest {
    ProvisionLocationRequest {
        provisioning_key: ACME.into(),
        location: Some(Location {
            pos_id: pos_id.into(),
            name: format!("Place {pos_id}"),
            time_zone: "America/Chicago".into(),
            ..Location::default()
        }),
        ..ProvisionLocationRequest::default()
    }
}

pub fn code_of<T: std::fmt::Debug>(answer: Result<T, Error>) -> (Code, Option<String>) {
    let error = answer.unwrap_err();
    (error.code, error.field)
}
