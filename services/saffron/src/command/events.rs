use std::io::{ErrorKind, Write as _};

use anyhow::bail;
use futures::StreamExt as _;
use saffron_core::event::CloudEvent;
use saffron_kit::config::Env;
use saffron_kit::nats::watch::EventFilter;
use saffron_kit::service::shutdown_on_signal;
use serde_json::{Map, Value};

use crate::cli::Events;

/// The most characters of an event's data that are shown.
const SHOWN: usize = 160;

/// Shows events as they come, a line each, until Ctrl-C or until its output is closed.
pub async fn watch(env: &Env, what: Events) -> anyhow::Result<()> {
    let shutdown = shutdown_on_signal()?;
    let nats = super::nats_of(env, "analyst", "SAFFRON_ANALYST_NATS_URL").await?;
    let event = what.kind.as_ref().map(|kind| (kind.domain, kind.name));
    let filter = EventFilter { pos_id: what.pos_id, event };
    let mut events = std::pin::pin!(nats.watch_events(&what.consumer, filter).await?);
    eprintln!("Reading EVENTS as {}; Ctrl-C ends it.", what.consumer);
    loop {
        let event = tokio::select! {
            () = shutdown.cancelled() => break,
            event = events.next() => event,
        };
        let Some(event) = event else { bail!("the connection to NATS ended; run this again") };
        let Ok(event) = serde_json::from_slice::<CloudEvent<Value>>(&event?) else { continue };
        if what.kind.as_ref().is_some_and(|kind| kind.cloud_type != event.r#type) {
            continue;
        }
        let mut out = std::io::stdout().lock();
        match writeln!(out, "{}", line(&event)).and_then(|()| out.flush()) {
            Err(e) if e.kind() == ErrorKind::BrokenPipe => break,
            written => written?,
        }
    }
    Ok(())
}

/// Time, location, type and data of an event.
fn line(event: &CloudEvent<Value>) -> String {
    let said = event.data.as_object().map_or_else(|| event.data.to_string(), fields);
    let short: String = said.chars().take(SHOWN).collect();
    let more = if short.len() < said.len() { "…" } else { "" };
    let pos_id = event.subject.as_ref().map_or("-", |pos_id| pos_id.as_str());
    format!("{:.0} {pos_id:20} {} {short}{more}", event.time, event.r#type)
}

fn fields(data: &Map<String, Value>) -> String {
    let fields = data.iter().filter(|(name, _)| *name != "posID").map(|(name, value)| match value {
        Value::String(text) => format!("{name}={}", text.replace(['\n', '\r'], " ")),
        other => format!("{name}={other}"),
    });
    fields.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_one_short_line() {
        let event = serde_json::json!({
            "specversion": "1.0", "id": "01981e2c-3f50-7000-8000-000000000001", "source": "reports",
            "type": "saffron.reports.check_recorded.v1", "subject": "p1", "time": "2026-07-18T16:59:30.25Z",
            "datacontenttype": "application/json", "sequence": 7,
            "data": {"posID": "p1", "covers": 2, "closeTime": "a\nb", "long": "x".repeat(200)},
        });
        let line = line(&serde_json::from_value(event).unwrap());
        let begins = "2026-07-18T16:59:30Z p1                   saffron.reports.check_recorded.v1 closeTime=a b covers=2 long=xxx";
        assert!(line.starts_with(begins), "{line}");
        assert!(line.ends_with("x…") && line.lines().count() == 1, "{line}");
    }
}
