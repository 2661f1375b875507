//! The services that are asked, with the gateway's key.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::str::FromStr;

use async_trait::async_trait;
use saffron_core::figure::{self, Figure};
use saffron_core::{Code, ItemId, PosId, UserId};
use saffron_kit::grpc::{ServiceChannel, from_status};
use saffron_kit::{Fault, Secret};
use saffron_proto::auth::{GetPersonRequest, ListPeopleRequest};
use saffron_proto::inventory::GetItemNamesRequest;
use saffron_proto::reports::{Day, ListDaysRequest, Sums};
use tonic::Status;

use crate::app::OtherServices;
use crate::domain::{DayFigures, DaySums};
use crate::store::OpenDay;

/// Connections to them.
pub struct Others {
    pub auth: ServiceChannel,
    pub inventory: ServiceChannel,
    pub reports: ServiceChannel,
    /// The gateway's key.
    pub key: Secret,
}

fn failed(status: Status) -> Fault {
    from_status(&status).into()
}

/// A value of an answer.
fn read<T: FromStr<Err: Display>>(text: &str) -> Result<T, Fault> {
    text.parse().map_err(|e| Fault::Permanent(format!("the answer of another service: {e}")))
}

fn texts<'a>(ids: impl IntoIterator<Item = &'a (impl ToString + 'a)>) -> Vec<String> {
    ids.into_iter().map(ToString::to_string).collect()
}

#[async_trait]
impl OtherServices for Others {
    async fn people(&self, pos_ids: &[PosId]) -> Result<BTreeMap<PosId, BTreeSet<UserId>>, Fault> {
        let request = self.auth.as_gateway(&self.key, ListPeopleRequest { pos_ids: texts(pos_ids) })?;
        let mut rows = self.auth.stream(request).await.map_err(failed)?;
        let mut people: BTreeMap<PosId, BTreeSet<UserId>> = BTreeMap::new();
        while let Some(row) = rows.message().await.map_err(failed)? {
            people.entry(read(&row.pos_id)?).or_default().insert(UserId(read(&row.user_id)?));
        }
        Ok(people)
    }

    async fn email_address(&self, user: UserId) -> Result<Option<String>, Fault> {
        let request = self.auth.as_gateway(&self.key, GetPersonRequest { user_id: user.to_string() })?;
        match self.auth.call(request).await.map_err(failed) {
            Ok(person) => Ok(Some(person.email)),
            Err(Fault::Refused(error)) if error.code == Code::NotFound => Ok(None),
            Err(fault) => Err(fault),
        }
    }

    async fn item_names(
        &self,
        pos_id: &PosId,
        items: &BTreeSet<ItemId>,
    ) -> Result<BTreeMap<ItemId, String>, Fault> {
        let asked = GetItemNamesRequest { pos_id: pos_id.to_string(), pos_item_ids: texts(items) };
        let request = self.inventory.as_gateway(&self.key, asked)?;
        let answer = self.inventory.call(request).await.map_err(failed)?;
        let names = answer.items.into_iter().map(|item| Ok((read(&item.pos_item_id)?, item.display_name)));
        names.collect()
    }

    async fn days(&self, days: &[OpenDay]) -> Result<BTreeMap<PosId, DayFigures>, Fault> {
        let days = days.iter().map(|OpenDay { pos_id, zone, date, .. }| Day {
            pos_id: pos_id.to_string(),
            time_zone: zone.name().to_owned(),
            business_date: date.to_string(),
        });
        let request = self.reports.as_gateway(&self.key, ListDaysRequest { days: days.collect() })?;
        let mut parts = self.reports.stream(request).await.map_err(failed)?;
        let mut figures = BTreeMap::new();
        while let Some(part) = parts.message().await.map_err(failed)? {
            let Some(row) = part.row else { continue };
            let Some(day) = row.figures.as_ref().map(sums) else { continue };
            let (date, last_week) = (read(&row.business_date)?, row.last_week.as_ref().map(sums));
            figures.insert(read(&row.pos_id)?, DayFigures { date, day, last_week });
        }
        Ok(figures)
    }
}

fn sums(of: &Sums) -> DaySums {
    let figure = |figure: &Figure| figure.value_or_zero(of);
    DaySums {
        sales: figure(&figure::GROSS_SALES),
        net_sales: figure(&figure::NET_SALES),
        labor: figure(&figure::GROSS_LABOR),
        labor_percent: figure::LABOR_PERCENT.value(of),
        profit: figure(&figure::GROSS_PROFIT),
        without_cost: figure(&figure::SALES_WITHOUT_COST),
    }
}
