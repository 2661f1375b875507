//! The calls for tests that only Square has.
//!
//! - `POST /sandbox/v1/webhooks` `{"delivery": "shuffle", "times": 3}`
//! - `POST /sandbox/v1/{merchant}/webhooks` `{"since": "2026-07-19T00:00:00Z"}`: sends these events once more

use axum::extract::{Path, State};
use axum::routing::post;
use axum::{Json, Router};
use jiff::Timestamp;
use saffron_core::Secret;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Shared;
use crate::control::{Controlled, TokenChange, router as control};
use crate::http::{Body, done};
use crate::square::Delivery;
use crate::square::provider::Square;
use crate::tricks::{Stopped, Tricks};

/// The page and the control calls.
pub fn router(square: Square) -> Router<Square> {
    let set_delivery = |State(square): Shared, Body(set): Body<SetDelivery>| async move {
        done(|| square.set_delivery(set.delivery, set.times))
    };
    let resend = |State(square): Shared, Path(merchant): Path<String>, Body(since): Body<Since>| async move {
        Json(json!({ "events": square.resend_events(&merchant, since.since) }))
    };
    let own = Router::new()
        .route("/sandbox/v1/webhooks", post(set_delivery))
        .route("/sandbox/v1/{merchant}/webhooks", post(resend));
    control(square, own)
}

impl Controlled for Square {
    const NAME: &'static str = "Square";

    fn published(&self) -> bool {
        self.config().published
    }

    fn control_key(&self) -> &Secret {
        &self.config().control_key
    }

    fn now(&self) -> Timestamp {
        Square::now(self)
    }

    fn count_call(&self) -> Result<(), Stopped> {
        Square::count_call(self)
    }

    fn counts(&self) -> Vec<Value> {
        Square::counts(self)
    }

    fn tricks(&self) -> Tricks {
        self.with(|state| state.tricks)
    }

    fn set_tricks(&self, tricks: Tricks) {
        Square::set_tricks(self, tricks);
    }

    fn change_tokens(&self, merchant: &str, change: TokenChange) {
        match change {
            TokenChange::Expire => self.expire(merchant),
            TokenChange::Revoke => self.revoke(merchant, false),
            TokenChange::RevokeAll => self.revoke(merchant, true),
        }
    }
}

#[derive(Deserialize)]
struct SetDelivery {
    delivery: Delivery,
    #[serde(default)]
    times: usize,
}

#[derive(Deserialize)]
struct Since {
    since: Timestamp,
}
