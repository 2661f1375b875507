//! Restaurants that no till sends for: their owners connect them to the stand-in of Square, which has their trade.

use std::time::Duration;

use saffron_core::{BusinessDate, PosId, Secret};
use saffron_till::ApiError;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::owners::{PAUSE, Session, rows, text};
use super::restaurant::Restaurant;
use crate::progress::Progress;

/// How long a connection may make no headway before the demo goes on without it: the app says what it waits for.
const HEADWAY: Duration = Duration::from_secs(120);

/// A location that is connected.
#[derive(Debug, Clone)]
pub struct Connected {
    /// The location.
    pub pos_id: PosId,
    /// The connection.
    id: String,
    /// Its present business date when it was connected.
    pub today: BusinessDate,
}

/// How far a connection is.
#[derive(Debug, Clone, Copy)]
struct Reading {
    /// The first day that comes in.
    first: Option<BusinessDate>,
    /// Days that are listed: at its beginning none, or today alone.
    days: usize,
    /// Those that need no more reading.
    done: usize,
    /// Whether it is read at all: it may be paused, or its token refused.
    is_live: bool,
}

impl Session {
    /// Connects a restaurant to the location of its name at Square; none if the owner has ended that, or Square refuses it.
    pub async fn connect(
        &self,
        restaurant: &Restaurant,
        today: BusinessDate,
        token: &Secret,
    ) -> Result<Option<Connected>, ApiError> {
        let pos_id = &restaurant.pos_id;
        let list = self.call("get-connections", json!({ "posID": pos_id, "limit": 100 })).await?;
        let of_square = || rows(&list, "connectionList").iter().filter(|one| text(one, "/pos") == "square");
        let connected = |one: &Value| {
            let id = text(one, "/connectionID").to_owned();
            Some(Connected { pos_id: pos_id.clone(), id, today })
        };
        if let Some(open) =
            of_square().find(|one| matches!(text(one, "/state"), "live" | "paused" | "refused"))
        {
            return Ok(connected(open));
        }
        let begun = of_square().find(|one| text(one, "/state") == "choosing").cloned();
        if begun.is_none() && of_square().next().is_some() {
            return Ok(None);
        }
        let begun = match begun {
            Some(begun) => begun,
            None => {
                let form = json!({ "posID": pos_id, "pos": "square", "token": token.expose() });
                match self.call("create-connection", form).await {
                    Ok(begun) => begun,
                    Err(ApiError::Refused { message, .. }) => {
                        tracing::warn!(location = %pos_id, "cannot be connected to Square: {message}");
                        return Ok(None);
                    }
                    Err(other) => return Err(other),
                }
            }
        };
        let is_own = |offered: &&Value| text(offered, "/name") == restaurant.name;
        let Some(offered) = rows(&begun, "offered").iter().find(is_own) else {
            tracing::warn!(location = %pos_id, "cannot be connected to Square, which has no location of its name");
            return Ok(None);
        };
        let form = json!({ "posID": pos_id, "connectionID": text(&begun, "/connectionID"),
            "externalID": text(offered, "/externalID") });
        self.call("connect-location", form).await?;
        Ok(connected(&begun))
    }

    /// Waits until the latest days of a connection are in, all of them where no number is given; shows them as they
    /// come. Gives up where it stands still.
    pub async fn comes_in(
        &self,
        connected: &Connected,
        latest: Option<usize>,
        progress: &Progress,
    ) -> Result<(), ApiError> {
        let (mut shown, mut since) = (None, Instant::now());
        loop {
            let reading = self.reading(connected).await?;
            let wanted = latest.unwrap_or(reading.days).min(reading.days);
            let done = reading.done.min(wanted);
            let all = reading
                .first
                .map(|first| usize::try_from(connected.today.days_since(first) + 1).unwrap_or(0));
            if all.is_some_and(|all| reading.days >= all) {
                let before = *shown.get_or_insert_with(|| {
                    progress.expect(wanted - done);
                    done
                });
                if done > before {
                    progress.sent(done - before);
                    (shown, since) = (Some(done), Instant::now());
                }
                if done == wanted {
                    return Ok(());
                }
            }
            if !reading.is_live || since.elapsed() > HEADWAY {
                tracing::warn!(location = %connected.pos_id, "its connection makes no headway; the app says why");
                return Ok(());
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    async fn reading(&self, connected: &Connected) -> Result<Reading, ApiError> {
        let form = json!({ "posID": connected.pos_id, "connectionID": connected.id });
        let connection = self.call("get-connection", form).await?;
        let count = |name: &str| {
            let count = connection.get(name).and_then(Value::as_u64).unwrap_or(0);
            usize::try_from(count).unwrap_or(usize::MAX)
        };
        Ok(Reading {
            first: text(&connection, "/firstDate").parse().ok(),
            days: count("days"),
            // Of those that another source has, the owner decides.
            done: count("daysRead") + count("daysAsked") + count("daysSkipped"),
            is_live: text(&connection, "/state") == "live",
        })
    }
}
