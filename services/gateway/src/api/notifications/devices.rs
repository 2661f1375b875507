//! Browsers that receive a person's pushes.

use std::sync::Arc;

use axum::extract::State;
use saffron_kit::{Fault, Secret};
use saffron_proto::notifications as proto;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Gateway;
use crate::api::some;
use crate::call::request::{SignedIn, requests};
use crate::http::envelope::{Envelope, Failure};
use crate::session::Device;

/// The keys of a subscription, base64url.
#[derive(Deserialize, ToSchema)]
pub struct PushSubscriptionKeys {
    /// An uncompressed point of P-256.
    p256dh: String,
    /// 16 bytes.
    auth: String,
}

/// The browser's `PushSubscription` in JSON.
#[derive(Deserialize, ToSchema)]
pub struct PushSubscription {
    /// Of a known push service.
    endpoint: String,
    keys: PushSubscriptionKeys,
}

impl From<PushSubscription> for proto::Subscription {
    fn from(given: PushSubscription) -> proto::Subscription {
        proto::Subscription { endpoint: given.endpoint, p256dh: given.keys.p256dh, auth: given.keys.auth }
    }
}

/// A browser that receives the person's pushes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PushDevice {
    #[serde(rename = "deviceID")]
    device_id: String,
    /// Such as Chrome on Android.
    label: String,
    /// UTC, RFC 3339.
    added_at: String,
    /// When a push service last accepted a push for it: UTC, RFC 3339. Null: not yet.
    last_success_at: Option<String>,
    /// Added by the session of this call.
    current: bool,
}

impl PushDevice {
    fn of(device: proto::Device, handle: &str) -> PushDevice {
        PushDevice {
            device_id: device.device_id,
            label: device.label,
            added_at: device.added_at,
            last_success_at: some(device.last_success_at),
            current: device.session_handle == handle,
        }
    }
}

/// A person's devices, in the order in which they were added.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PushDeviceList {
    device_list: Vec<PushDevice>,
}

/// A browser to receive pushes.
#[derive(Deserialize, ToSchema)]
pub struct AddDeviceRequest {
    #[serde(rename = "sessionID")]
    _session_id: String,
    subscription: PushSubscription,
}

requests! { AddDeviceRequest as Call: proto::AddDeviceRequest; }

pub async fn get_devices(
    State(gateway): State<Arc<Gateway>>,
    SignedIn { caller, request, .. }: SignedIn<proto::ListDevicesRequest>,
) -> Result<Envelope<PushDeviceList>, Failure> {
    let parts = gateway.services.collect(&caller.session.token, request).await?;
    let devices = parts.into_iter().filter_map(|part| part.device);
    let shown = |device| PushDevice::of(device, &caller.session.handle);
    Ok(PushDeviceList { device_list: devices.map(shown).collect() }.into())
}

pub async fn add_device(
    State(gateway): State<Arc<Gateway>>,
    Device(label): Device,
    SignedIn { caller, request, .. }: SignedIn<AddDeviceRequest>,
) -> Result<Envelope<PushDevice>, Failure> {
    let handle = caller.session.handle.clone();
    let call = proto::AddDeviceRequest {
        subscription: Some(request.subscription.into()),
        label,
        session_handle: handle.clone(),
    };
    let answer = gateway.services.call(&caller.session.token, call).await?;
    Ok(PushDevice::of(answer.device.unwrap_or_default(), &handle).into())
}

impl Gateway {
    /// Adds the browser of a new session, if it sent a subscription with login. A failure does not fail the login.
    pub(in crate::api) async fn add_device_of_login(&self, session_id: &Secret, sent: &str, label: String) {
        let Ok(subscription) = serde_json::from_str::<PushSubscription>(sent) else { return };
        let added = async {
            let (session, _) = self.sessions.resolve(session_id).await?;
            let call = proto::AddDeviceRequest {
                subscription: Some(subscription.into()),
                label,
                session_handle: session.handle.clone(),
            };
            self.services.call(&session.token, call).await?;
            Ok::<(), Fault>(())
        };
        if let Err(fault) = added.await {
            tracing::warn!(%fault, "the device of a login was not added");
        }
    }
}
