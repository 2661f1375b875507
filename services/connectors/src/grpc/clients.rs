//! Clients of the services that connectors asks: auth with a caller's token or the gateway's key, reports and inventory with the
//! token of an import's ingest key.

use std::fmt::Display;
use std::str::FromStr;

use async_trait::async_trait;
use saffron_core::{BusinessDate, Code, Money, PosId, Zone};
use saffron_kit::grpc::{ServiceChannel, from_status};
use saffron_kit::{Fault, Secret};
use saffron_proto::auth::{
    CreateIngestKeyRequest, IngestKeyKind, ListIngestKeysRequest, ListSamplesRequest,
    ReplaceSampleKeyRequest, ResolveIngestKeyRequest, RevokeIngestKeyRequest, list_ingest_keys_response,
};
use saffron_proto::inventory::GetItemFactsRequest;
use saffron_proto::reports::{
    self, ExportChecksRequest, GetShiftFactsRequest, ListSourcesRequest, export_checks_response,
};
use tonic::Status;

use crate::app::{ChecksOf, DaySource, OtherServices, SentCheck};
use crate::domain::KnownFact;

/// Checks of one page.
const PAGE: i32 = 500;

/// Connections to other services.
pub struct Clients {
    pub auth: ServiceChannel,
    pub inventory: ServiceChannel,
    pub reports: ServiceChannel,
    /// The gateway's key.
    pub key: Secret,
}

fn failed(status: Status) -> Fault {
    from_status(&status).into()
}

/// Parses a value of an answer.
fn parse<T: FromStr<Err: Display>>(text: &str) -> Result<T, Fault> {
    text.parse().map_err(|e| Fault::Permanent(format!("the answer of another service: {e}")))
}

impl Clients {
    async fn new_key(
        &self,
        token: &str,
        pos_id: &PosId,
        name: &str,
        kind: IngestKeyKind,
    ) -> Result<(String, Secret), Fault> {
        let message =
            CreateIngestKeyRequest { pos_id: pos_id.to_string(), name: name.to_owned(), kind: kind as i32 };
        let request = self.auth.as_caller(token, message)?;
        let answer = self.auth.call(request).await.map_err(failed)?;
        let id = answer.key.map(|key| key.id).unwrap_or_default();
        Ok((id, Secret::new(answer.ingest_key)))
    }
}

#[async_trait]
impl OtherServices for Clients {
    async fn create_key(&self, token: &str, pos_id: &PosId, name: &str) -> Result<(String, Secret), Fault> {
        self.new_key(token, pos_id, name, IngestKeyKind::Import).await
    }

    async fn create_connection_key(
        &self,
        token: &str,
        pos_id: &PosId,
        name: &str,
    ) -> Result<(String, Secret), Fault> {
        self.new_key(token, pos_id, name, IngestKeyKind::Connection).await
    }

    async fn token_of(&self, key: &Secret) -> Result<Option<String>, Fault> {
        let message = ResolveIngestKeyRequest { ingest_key: key.expose().to_owned() };
        let request = self.auth.as_gateway(&self.key, message)?;
        match self.auth.call(request).await.map_err(failed) {
            Ok(answer) => Ok(Some(answer.token)),
            Err(Fault::Refused(error)) if matches!(error.code, Code::Unauthenticated | Code::NotFound) => {
                Ok(None)
            }
            Err(fault) => Err(fault),
        }
    }

    async fn revoke_key(&self, token: &str, pos_id: &PosId, id: &str) -> Result<(), Fault> {
        let message = RevokeIngestKeyRequest { pos_id: pos_id.to_string(), id: id.to_owned() };
        let request = self.auth.as_caller(token, message)?;
        self.auth.call(request).await.map_err(failed).map(drop)
    }

    async fn key_names(&self, token: &str, pos_id: &PosId) -> Result<Vec<(String, String)>, Fault> {
        use list_ingest_keys_response::Part;
        let message = ListIngestKeysRequest { pos_id: pos_id.to_string(), limit: 0, cursor: String::new() };
        let request = self.auth.as_caller(token, message)?;
        let mut rows = self.auth.stream(request).await.map_err(failed)?;
        let mut names = Vec::new();
        while let Some(row) = rows.message().await.map_err(failed)? {
            if let Some(Part::Key(key)) = row.part {
                names.push((key.id, key.name));
            }
        }
        Ok(names)
    }

    async fn samples(&self) -> Result<Vec<(PosId, Zone)>, Fault> {
        let request = self.auth.as_gateway(&self.key, ListSamplesRequest {})?;
        let mut rows = self.auth.stream(request).await.map_err(failed)?;
        let mut samples = Vec::new();
        while let Some(row) = rows.message().await.map_err(failed)? {
            samples.push((parse(&row.pos_id)?, parse(&row.time_zone)?));
        }
        Ok(samples)
    }

    async fn replace_sample_key(&self, pos_id: &PosId) -> Result<Secret, Fault> {
        let message = ReplaceSampleKeyRequest { pos_id: pos_id.to_string() };
        let request = self.auth.as_gateway(&self.key, message)?;
        Ok(Secret::new(self.auth.call(request).await.map_err(failed)?.ingest_key))
    }

    async fn sources(
        &self,
        token: &str,
        pos_id: &PosId,
        (first, last): (BusinessDate, BusinessDate),
    ) -> Result<Vec<DaySource>, Fault> {
        let message = ListSourcesRequest {
            pos_id: pos_id.to_string(),
            start_date: first.to_string(),
            end_date: last.to_string(),
        };
        let request = self.reports.as_caller(token, message)?;
        let mut rows = self.reports.stream(request).await.map_err(failed)?;
        let mut sources = Vec::new();
        while let Some(rows) = rows.message().await.map_err(failed)? {
            for row in rows.sources {
                sources.push(DaySource {
                    business_date: parse(&row.business_date)?,
                    source: row.source,
                    checks: row.checks,
                    net_sales: Money::from_cents(row.net_sales),
                });
            }
        }
        Ok(sources)
    }

    async fn shifts(&self, token: &str, pos_id: &PosId, ids: Vec<String>) -> Result<Vec<KnownFact>, Fault> {
        let message = GetShiftFactsRequest { pos_id: pos_id.to_string(), pos_shift_ids: ids };
        let request = self.reports.as_caller(token, message)?;
        let answer = self.reports.call(request).await.map_err(failed)?;
        let known = answer.shifts.into_iter().map(|shift| {
            Ok(KnownFact {
                id: shift.pos_shift_id,
                revision: shift.revision,
                event_id: parse(&shift.event_id)?,
                closed: shift.closed,
                removed: shift.removed,
                counted_at: None,
                data: shift.data,
            })
        });
        known.collect()
    }

    async fn items(&self, token: &str, pos_id: &PosId, ids: Vec<String>) -> Result<Vec<KnownFact>, Fault> {
        let message = GetItemFactsRequest { pos_id: pos_id.to_string(), pos_item_ids: ids };
        let request = self.inventory.as_caller(token, message)?;
        let answer = self.inventory.call(request).await.map_err(failed)?;
        let known = answer.items.into_iter().map(|item| {
            Ok(KnownFact {
                id: item.pos_item_id,
                revision: item.revision,
                event_id: parse(&item.event_id)?,
                closed: true,
                removed: item.removed,
                counted_at: Some(item.counted_at).filter(|at| !at.is_empty()),
                data: item.data,
            })
        });
        known.collect()
    }

    async fn checks(
        &self,
        token: &str,
        pos_id: &PosId,
        (first, last): (BusinessDate, BusinessDate),
        of: ChecksOf<'_>,
        cursor: &str,
    ) -> Result<(Vec<SentCheck>, Option<String>), Fault> {
        use export_checks_response::Part;
        let (sources, not_sources) = match of {
            ChecksOf::Source(source) => (vec![source.to_owned()], Vec::new()),
            ChecksOf::Sources(sources) => (sources.to_vec(), Vec::new()),
            ChecksOf::OtherThan(source) => (Vec::new(), vec![source.to_owned()]),
        };
        let message = ExportChecksRequest {
            pos_id: pos_id.to_string(),
            start_date: first.to_string(),
            end_date: last.to_string(),
            sources,
            not_sources,
            cursor: cursor.to_owned(),
            limit: PAGE,
        };
        let request = self.reports.as_caller(token, message)?;
        let mut rows = self.reports.stream(request).await.map_err(failed)?;
        let (mut checks, mut next) = (Vec::new(), None);
        while let Some(row) = rows.message().await.map_err(failed)? {
            match row.part {
                Some(Part::Check(check)) => checks.push(sent_check(check)?),
                Some(Part::NextCursor(cursor)) => next = Some(cursor),
                None => {}
            }
        }
        Ok((checks, next))
    }
}

fn sent_check(check: reports::SentCheck) -> Result<SentCheck, Fault> {
    Ok(SentCheck {
        business_date: parse(&check.business_date)?,
        event_id: parse(&check.event_id)?,
        check_id: check.check_id,
        source: check.source,
        revision: check.revision,
        closed: check.closed,
        data: check.data,
    })
}
