//! An instance that is backed up, wiped and restored as its operator would.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Mutex;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use saffron_instance::{Launched, Owner, business_date, cents, eventually};
use serde_json::{Value, json};

use crate::till::{CheckedTill, ERASED_SINCE};

/// How long the services may take to process facts.
const PATIENCE: Duration = Duration::from_secs(300);

/// The positions that readers have reached before a restore.
#[derive(Default)]
pub struct Reached {
    /// The newest position in EVENTS.
    position: u64,
    /// The newest sequence of each service.
    sequences: BTreeMap<String, i64>,
    /// The newest change that each till read.
    changes: Vec<i64>,
}

pub struct Setup {
    pub instance: Launched,
    day: String,
}

impl Setup {
    pub async fn start() -> Result<Self> {
        let setup = Self { instance: Launched::with_unlimited_rates()?, day: business_date(1)?.to_string() };
        setup.instance.start().await?;
        Ok(setup)
    }

    /// Stops the servers, and starts everything.
    pub async fn restart(&self) -> Result<()> {
        self.instance.down().await?;
        self.instance.start().await
    }

    /// Removes folders of the instance.
    pub fn wipe(&self, folders: &[&str]) {
        for folder in folders {
            let folder = self.instance.config.home.join(folder);
            if folder.exists() {
                fs::remove_dir_all(folder).unwrap();
            }
        }
    }

    /// Makes a backup; gives its folder.
    pub async fn backup(&self) -> Result<String> {
        let folder = self.instance.sibling_folder("backups").display().to_string();
        let output = self.instance.saffron(&["backup", &folder]).await?;
        let made = output.lines().find_map(|line| line.strip_prefix("backup: "));
        Ok(made.context("a backup without a folder")?.to_owned())
    }

    /// Restores a backup; gives the output.
    pub async fn restore(&self, backup: &str) -> Result<String> {
        self.instance.saffron(&["restore", backup]).await
    }

    /// The till of a new location whose guests earn points.
    pub async fn open(&self, owner: &Owner, pos_id: &str) -> Result<CheckedTill> {
        let till = owner.open_location(&self.instance.secrets.provisioning_key, pos_id).await?;
        owner.call("update-reward-percent", json!({ "posID": pos_id, "rewardPercent": 5 })).await?;
        Ok(CheckedTill { till, day: self.day.clone(), checks: Mutex::default() })
    }

    fn day_of(&self, till: &CheckedTill) -> Value {
        json!({ "startDate": self.day, "endDate": self.day, "posID": till.till.pos_id })
    }

    /// Waits until reports have the sums of the tills, and every service has acknowledged everything.
    pub async fn expect(&self, owner: &Owner, tills: &[CheckedTill]) -> Result<()> {
        for till in tills {
            let (checks, net) = till.sums();
            eventually(&format!("{checks} checks of {net} at {}", till.till.pos_id), PATIENCE, || async {
                let rows = owner.call("get-daily-sales-labor", self.day_of(till)).await?;
                let (gross, discounts) = (cents(&rows[0]["grossSales"]), cents(&rows[0]["grossDiscounts"]));
                let found = (rows[0]["checks"].as_u64().unwrap_or_default() as usize, gross - discounts);
                ensure!(found.0 <= checks, "{}: {found:?} of {checks} checks", till.till.pos_id);
                Ok(if found == (checks, net) { Ok(()) } else { Err(found) })
            })
            .await?;
        }
        self.wait_until_acknowledged().await
    }

    /// The positions of readers that have read everything.
    pub async fn reached(&self, tills: &[CheckedTill]) -> Result<Reached> {
        let events = self.instance.operator().await?.sequences().await?;
        let mut reached = Reached { position: events.last().unwrap().0, ..Reached::default() };
        for (_, service, sequence) in events {
            let newest = reached.sequences.entry(service).or_default();
            *newest = sequence.max(*newest);
        }
        for till in tills {
            reached.changes.push(till.changes(0).await?.1);
        }
        Ok(reached)
    }

    /// Checks that what comes after a restore is new to readers that had read everything: the sequences of events are later,
    /// and tills get what an owner changes.
    pub async fn goes_on_from(&self, reached: &Reached, owner: &Owner, tills: &[CheckedTill]) -> Result<()> {
        for (till, after) in tills.iter().zip(&reached.changes) {
            self.set_price(owner, till, 14).await?;
            let (found, _) = till.changes(*after).await?;
            assert_eq!(found, [14.0], "{}: a till does not read a price", till.till.pos_id);
        }
        self.wait_until_acknowledged().await?;
        let events = self.instance.operator().await?.sequences().await?;
        let since: Vec<_> = events.iter().filter(|(position, ..)| *position > reached.position).collect();
        assert!(!since.is_empty(), "nothing was published since");
        for (position, service, sequence) in since {
            let newest = reached.sequences.get(service).copied().unwrap_or_default();
            assert!(
                *sequence > newest,
                "{service}: event {position} has sequence {sequence}, after {newest}"
            );
        }
        Ok(())
    }

    /// The owner sets what a pizza costs, in dollars.
    pub async fn set_price(&self, owner: &Owner, till: &CheckedTill, price: u32) -> Result<()> {
        let form = json!({ "posID": till.till.pos_id, "posItemID": "pizza", "price": price });
        owner.call("update-positem", form).await.map(drop)
    }

    /// Waits until every service has acknowledged everything.
    pub async fn wait_until_acknowledged(&self) -> Result<()> {
        let operator = self.instance.operator().await?;
        operator.wait_until_acknowledged().await?;
        operator.expect_no_dead_letters().await
    }

    /// Erases a guest of every location.
    pub async fn erase(&self, owner: &Owner, guest: &str) -> Result<()> {
        let locations = owner.call(&format!("get-restaurant-list/{}", owner.session), json!({})).await?;
        for location in locations.as_array().unwrap() {
            let form = json!({ "posID": location["posID"], "posCustomerID": guest });
            owner.call("erase-customer", form).await?;
        }
        self.wait_until_acknowledged().await
    }

    /// Uploads a file of both guests, of whom one is erased later, and waits until it can be started.
    pub async fn upload_guests(&self, owner: &Owner, till: &CheckedTill) -> Result<Value> {
        let csv = format!(
            "Square Customer ID,First Name,Last Name,Email Address,Phone Number\n\
             {ERASED_SINCE},First,Erased,erased@mail.example,\nguest-9,Second,Kept,kept@mail.example,\n"
        );
        let pos_id = &till.till.pos_id;
        let files = json!([{ "name": "customers.csv", "bytes": csv.len() }]);
        let import = owner.call("create-import", json!({ "posID": pos_id, "files": files })).await?;
        let form = json!({ "posID": pos_id, "importID": import["importID"] });
        let mut part = form.clone();
        for (name, value) in [("file", json!(0)), ("part", json!(0)), ("data", json!(STANDARD.encode(&csv)))]
        {
            part[name] = value;
        }
        owner.call("put-import-part", part).await?;
        self.expect_import(owner, &form, "ready", &["First", "Second"]).await?;
        Ok(form)
    }

    /// Waits until an import has this state, and shows these guests.
    pub async fn expect_import(
        &self,
        owner: &Owner,
        form: &Value,
        state: &str,
        guests: &[&str],
    ) -> Result<()> {
        eventually(&format!("an import that is {state} with {guests:?}"), PATIENCE, || async {
            let import = owner.call("get-import", form.clone()).await?;
            let shown = import["summary"]["guests"]["sampleGuests"].as_array().into_iter().flatten();
            let shown: Vec<Value> = shown.map(|guest| guest["firstName"].clone()).collect();
            let is_so = import["state"] == state && json!(shown) == json!(guests);
            Ok(if is_so { Ok(()) } else { Err((import["state"].clone(), shown, import["error"].clone())) })
        })
        .await
    }

    /// What the owner sees of each location: sales, checks, guests with their points and movements, and marketing's
    /// recipients. Figures of erased guests are left out: they end at the state from which they were erased.
    pub async fn answers(&self, owner: &Owner, tills: &[CheckedTill]) -> Result<Vec<Value>> {
        let mut answers = Vec::new();
        for till in tills {
            let (pos_id, day) = (&till.till.pos_id, self.day_of(till));
            let guest = |number: u32| json!({ "posID": pos_id, "posCustomerID": format!("guest-{number}") });
            for (call, form) in [
                ("get-daily-sales-labor", day.clone()),
                ("get-hourly-report", day.clone()),
                ("get-itemsales-report", day.clone()),
                ("get-payment-report", day.clone()),
                ("get-inside-sales", day),
                ("get-customers-list", json!({ "posID": pos_id })),
                ("get-items-list", json!({ "posID": pos_id })),
                ("get-marketing-recipients", json!({ "posID": pos_id, "channel": "email" })),
                ("get-customer-points", guest(2)),
                ("get-customer-points", guest(3)),
            ] {
                let mut answer = owner.call(call, form).await?;
                if call == "get-customers-list" {
                    comparable(answer["customerList"].as_array_mut().unwrap());
                }
                answers.push(json!({ "call": call, "location": pos_id, "answer": answer }));
            }
        }
        Ok(answers)
    }
}

/// Removes the figures of erased guests, and sorts lists that are sorted by them.
fn comparable(guests: &mut [Value]) {
    for guest in guests.iter_mut().filter(|guest| guest["erased"] == true) {
        for name in ["visits", "spend", "lastVisit", "points", "pointsOwed"] {
            guest.as_object_mut().unwrap().remove(name);
        }
    }
    guests.sort_by_key(|guest| guest["posCustomerID"].to_string());
}
