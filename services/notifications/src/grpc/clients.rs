//! Clients of the services that notifications asks, with the gateway's key.

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

/// Connections to auth, inventory and reports.
pub struct Clients {
    pub auth: ServiceChannel,
    pub inventory: ServiceChannel,
    pub reports: ServiceChannel,
    pub key: Secret,
}

fn failed(status: Status) -> Fault {
    from_status(&status).into()
}

/// Parses a value of an answer.
fn parse<T: FromStr<Err: Display>>(text: &str) -> Result<T, Fault> {
    text.parse().map_err(|e| Fault::Permanent(format!("the answer of another service: {e}")))
}

fn texts<'a>(ids: impl IntoIterator<Item = &'a (impl ToString + 'a)>) -> Vec<String> {
    ids.into_iter().map(ToString::to_string).collect()
}

#[async_trait]
impl OtherServices for Clients {
    async fn people(&self, pos_ids: &[PosId]) -> Result<BTreeMap<PosId, BTreeSet<UserId>>, Fault> {
        let request = self.auth.as_gateway(&self.key, ListPeopleRequest { pos_ids: texts(pos_ids) })?;
        let mut rows = self.auth.stream(request).await.map_err(failed)?;
        let mut people: BTreeMap<PosId, BTreeSet<UserId>> = BTreeMap::new();
        while let Some(row) = rows.message().await.map_err(failed)? {
            people.entry(parse(&row.pos_id)?).or_default().insert(UserId(parse(&row.user_id)?));
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
        let message = GetItemNamesRequest { pos_id: pos_id.to_string(), pos_item_ids: texts(items) };
        let request = self.inventory.as_gateway(&self.key, message)?;
        let answer = self.inventory.call(request).await.map_err(failed)?;
        let names = answer.items.into_iter().map(|item| Ok((parse(&item.pos_item_id)?, item.display_name)));
        names.collect()
    }

    async fn days(&self, days: &[OpenDay]) -> Result<BTreeMap<PosId, DayFigures>, Fault> {
        let days = days.iter().map(|OpenDay { pos_id, calendar, date, .. }| Day {
            pos_id: pos_id.to_string(),
            time_zone: calendar.name().to_owned(),
            business_date: date.to_string(),
            day_starts: calendar.starts().to_string(),
        });
        let request = self.reports.as_gateway(&self.key, ListDaysRequest { days: days.collect() })?;
        let mut rows = self.reports.stream(request).await.map_err(failed)?;
        let mut figures = BTreeMap::new();
        while let Some(answer) = rows.message().await.map_err(failed)? {
            let Some(row) = answer.row else { continue };
            let Some(day) = row.figures.as_deref().map(day_sums) else { continue };
            let (date, last_week) = (parse(&row.business_date)?, row.last_week.as_deref().map(day_sums));
            figures.insert(parse(&row.pos_id)?, DayFigures { date, day, last_week });
        }
        Ok(figures)
    }
}

fn day_sums(of: &Sums) -> DaySums {
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
