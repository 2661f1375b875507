//! The services that are asked, with the gateway's key.

use std::collections::{BTreeMap, BTreeSet};

use futures::future::BoxFuture;
use saffron_core::figure::{self, Figure};
use saffron_core::{Code, ItemId, PosId, UserId};
use saffron_kit::grpc::{ServiceChannel, from_status};
use saffron_kit::{Fault, Secret};
use saffron_proto::auth::{GetPersonRequest, ListPeopleRequest};
use saffron_proto::inventory::GetItemNamesRequest;
use saffron_proto::reports::{Day, ListDaysRequest, Sums};
use uuid::Uuid;

use crate::app::{AskedDay, Others, ToldDay};
use crate::domain::DaySums;

/// Connections to them.
pub struct Services {
    /// Who sees what.
    pub auth: ServiceChannel,
    /// What items are called.
    pub inventory: ServiceChannel,
    /// What days brought.
    pub reports: ServiceChannel,
    /// What they believe us by.
    pub key: Secret,
}

fn failed(status: &tonic::Status) -> Fault {
    from_status(status).into()
}

fn odd(what: &'static str) -> impl Fn(&dyn std::fmt::Display) -> Fault {
    move |e| Fault::Permanent(format!("the answer of {what}: {e}"))
}

impl Others for Services {
    fn people(
        &self,
        pos_ids: BTreeSet<PosId>,
    ) -> BoxFuture<'_, Result<BTreeMap<PosId, BTreeSet<UserId>>, Fault>> {
        Box::pin(async move {
            let asked = ListPeopleRequest { pos_ids: pos_ids.iter().map(ToString::to_string).collect() };
            let request = self.auth.as_gateway(&self.key, asked)?;
            let mut rows = self.auth.stream(request).await.map_err(|e| failed(&e))?;
            let mut people: BTreeMap<PosId, BTreeSet<UserId>> = BTreeMap::new();
            while let Some(row) = rows.message().await.map_err(|e| failed(&e))? {
                let user: Uuid = row.user_id.parse().map_err(|e| odd("auth")(&e))?;
                let pos_id: PosId = row.pos_id.parse().map_err(|e| odd("auth")(&e))?;
                people.entry(pos_id).or_default().insert(UserId(user));
            }
            Ok(people)
        })
    }

    fn person(&self, user: UserId) -> BoxFuture<'_, Result<Option<(String, String)>, Fault>> {
        Box::pin(async move {
            let request = self.auth.as_gateway(&self.key, GetPersonRequest { user_id: user.to_string() })?;
            match self.auth.call(request).await {
                Ok(person) => Ok(Some((person.email, person.first_name))),
                Err(status) => match from_status(&status) {
                    error if error.code == Code::NotFound => Ok(None),
                    error => Err(error.into()),
                },
            }
        })
    }

    fn item_names(
        &self,
        pos_id: PosId,
        items: BTreeSet<ItemId>,
    ) -> BoxFuture<'_, Result<BTreeMap<ItemId, String>, Fault>> {
        Box::pin(async move {
            let asked = GetItemNamesRequest {
                pos_id: pos_id.to_string(),
                pos_item_ids: items.iter().map(ToString::to_string).collect(),
            };
            let request = self.inventory.as_gateway(&self.key, asked)?;
            let answer = self.inventory.call(request).await.map_err(|e| failed(&e))?;
            let mut names = BTreeMap::new();
            for item in answer.items {
                let id: ItemId = item.pos_item_id.parse().map_err(|e| odd("inventory")(&e))?;
                names.insert(id, item.display_name);
            }
            Ok(names)
        })
    }

    fn days(&self, days: Vec<AskedDay>) -> BoxFuture<'_, Result<BTreeMap<PosId, ToldDay>, Fault>> {
        Box::pin(async move {
            let day = |(pos_id, zone, date): AskedDay| Day {
                pos_id: pos_id.to_string(),
                time_zone: zone.name().to_owned(),
                business_date: date.to_string(),
            };
            let asked = ListDaysRequest { days: days.into_iter().map(day).collect() };
            let request = self.reports.as_gateway(&self.key, asked)?;
            let mut rows = self.reports.stream(request).await.map_err(|e| failed(&e))?;
            let mut told = BTreeMap::new();
            while let Some(part) = rows.message().await.map_err(|e| failed(&e))? {
                let Some(row) = part.row else { continue };
                let pos_id: PosId = row.pos_id.parse().map_err(|e| odd("reports")(&e))?;
                let Some(figures) = row.figures.as_ref() else { continue };
                let day = ToldDay { day: sums(figures), last_week: row.last_week.as_ref().map(sums) };
                told.insert(pos_id, day);
            }
            Ok(told)
        })
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
