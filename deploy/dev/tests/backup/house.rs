//! An instance that is backed up, wiped and restored as its operator would.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Output;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use saffron_core::{Clock, Zone};
use saffron_dev::ports::StandIn;
use saffron_dev::secrets::Secrets;
use saffron_dev::services::{GATEWAY, variable};
use serde_json::{Value, json};

use crate::fixture::Own;
use crate::operator::Operator;
use crate::owner::{Owner, client};
use crate::till::Till;

/// How long facts may take to be worked.
const PATIENCE: Duration = Duration::from_secs(300);

/// What was told before a restore.
#[derive(Default)]
pub struct Known {
    /// The newest place in EVENTS.
    place: u64,
    /// The newest sequence of each service.
    sequences: BTreeMap<String, i64>,
    /// The newest change that each till knows.
    changes: Vec<i64>,
}

pub struct House {
    own: Own,
    day: String,
    backups: PathBuf,
}

impl House {
    pub async fn start() -> Self {
        let own = Own::new();
        let zone: Zone = "America/New_York".parse().unwrap();
        let yesterday = zone.today(Clock::system().now()).plus_days(-1);
        let backups = own.home().with_file_name("backups");
        let house = Self { own, day: yesterday.to_string(), backups };
        house.up().await;
        house
    }

    /// Starts everything.
    pub async fn up(&self) {
        let mut up = self.own.launcher(&["up", "--detach", "--no-demo", "--no-build"]);
        for rate in ["SESSION_RATE", "SESSION_BURST", "ADDRESS_RATE", "INGEST_RATE"] {
            up.env(variable(GATEWAY, rate), "10000");
        }
        let up = tokio::task::spawn_blocking(move || up.output().unwrap()).await.unwrap();
        assert!(up.status.success(), "{up:?}");
        self.own.ready();
    }

    /// Starts the servers alone.
    pub fn servers(&self) {
        let up = self.own.run(&["up", "--detach", "--servers"]);
        assert!(up.status.success(), "{up:?}");
    }

    pub fn down(&self) {
        assert!(self.own.run(&["down"]).status.success());
    }

    /// Removes folders of the instance.
    pub fn wipe(&self, folders: &[&str]) {
        for folder in folders {
            let folder = self.own.home().join(folder);
            if folder.exists() {
                fs::remove_dir_all(folder).unwrap();
            }
        }
    }

    /// Makes a backup; its folder.
    pub async fn backup(&self) -> String {
        let said = self.run(&["backup", self.backups.to_str().unwrap()]).await.unwrap();
        said.lines().find_map(|line| line.strip_prefix("backup: ")).expect("where it is").to_owned()
    }

    /// Restores it; what was said.
    pub async fn restore(&self, backup: &str) -> Result<String, String> {
        self.run(&["restore", backup]).await
    }

    /// Runs a command of `saffron` with the variables of the instance; what it said, or complained of.
    pub async fn run(&self, args: &[&str]) -> Result<String, String> {
        let mut command = self.own.launcher(&[&["run", "--", "saffron"], args].concat());
        let Output { status, stdout, stderr } =
            tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
        let (said, complained) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
        if status.success() { Ok(said) } else { Err(complained) }
    }

    pub async fn arrive(&self) -> Owner {
        Owner::arrive(&self.address(), &format!("127.0.0.1:{}", self.own.ports.stand_in(StandIn::MailPage)))
            .await
    }

    /// Signs the same person in again.
    pub async fn sign_in(&self, owner: &Owner) -> Owner {
        Owner::sign_in(&owner.address).await
    }

    pub async fn open(&self, owner: &Owner, pos_id: &str) -> Till {
        let key = Secrets::load(&self.own.home()).unwrap().provisioning_key;
        let ingest_key = owner.open_location(&key, pos_id).await;
        let percent = json!({ "posID": pos_id, "rewardPercent": 5 });
        owner.call(&client(), "update-reward-percent", percent).await.unwrap();
        Till {
            address: self.address(),
            pos_id: pos_id.to_owned(),
            ingest_key,
            day: self.day.clone(),
            book: Mutex::default(),
        }
    }

    /// Waits until the reports say what the tills know, and every service has worked everything.
    pub async fn expect(&self, owner: &Owner, tills: &[Till]) {
        let began = Instant::now();
        for till in tills {
            let (checks, net) = till.sums();
            loop {
                let form = json!({ "startDate": self.day, "endDate": self.day, "posID": till.pos_id });
                let rows = owner.call(&client(), "get-daily-sales-labor", form).await.unwrap();
                let (gross, discounts) = (cents(&rows[0]["grossSales"]), cents(&rows[0]["grossDiscounts"]));
                let found = (rows[0]["checks"].as_u64().unwrap_or_default() as usize, gross - discounts);
                if found == (checks, net) {
                    break;
                }
                assert!(found.0 <= checks, "{}: {found:?} of {checks} checks", till.pos_id);
                assert!(began.elapsed() < PATIENCE, "{}: {found:?} of {checks}, {net}", till.pos_id);
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
        self.settled().await;
    }

    async fn operator(&self) -> Operator {
        let secrets = Secrets::load(&self.own.home()).unwrap();
        Operator::connect(&format!("nats://ops:{}@127.0.0.1:{}", secrets.nats_ops, self.own.ports.nats)).await
    }

    /// What those know who read everything that there was.
    pub async fn known(&self, tills: &[Till]) -> Known {
        let events = self.operator().await.sequences().await;
        let mut known = Known { place: events.last().unwrap().0, ..Known::default() };
        for (_, service, sequence) in events {
            let newest = known.sequences.entry(service).or_default();
            *newest = sequence.max(*newest);
        }
        for till in tills {
            known.changes.push(till.changes(0).await.1);
        }
        known
    }

    /// Who read everything before a restore sees that what comes after it is new: events are later than those they know of
    /// the same service, and tills find what an owner changes.
    pub async fn goes_on_from(&self, known: &Known, owner: &Owner, tills: &[Till]) {
        for (till, after) in tills.iter().zip(&known.changes) {
            self.set_price(owner, till, 14).await;
            let (found, _) = till.changes(*after).await;
            assert_eq!(found, [14.0], "{}: a till does not hear of a price", till.pos_id);
        }
        self.settled().await;
        let events = self.operator().await.sequences().await;
        let since: Vec<_> = events.iter().filter(|(place, ..)| *place > known.place).collect();
        assert!(!since.is_empty(), "nothing was told since");
        for (place, service, sequence) in since {
            let newest = known.sequences.get(service).copied().unwrap_or_default();
            assert!(*sequence > newest, "{service}: event {place} has sequence {sequence}, after {newest}");
        }
    }

    /// The owner sets what a pizza costs, in dollars.
    pub async fn set_price(&self, owner: &Owner, till: &Till, price: u32) {
        let form = json!({ "posID": till.pos_id, "posItemID": "pizza", "price": price });
        owner.call(&client(), "update-positem", form).await.unwrap();
    }

    /// Waits until every service has worked everything.
    pub async fn settled(&self) {
        let operator = self.operator().await;
        operator.settled().await;
        assert_eq!(operator.messages("DLQ").await, 0, "something could not be worked");
    }

    /// Erases a guest of every location.
    pub async fn erase(&self, owner: &Owner, guest: &str) {
        let locations =
            owner.call(&client(), &format!("get-restaurant-list/{}", owner.session), json!({})).await;
        for location in locations.unwrap().as_array().unwrap() {
            let form = json!({ "posID": location["posID"], "posCustomerID": guest });
            owner.call(&client(), "erase-customer", form).await.unwrap();
        }
        self.settled().await;
    }

    /// What the owner is shown of each location: sales, checks, guests with their points and movements, and who may be
    /// written to. Of who was erased only that they are: figures of nobody end at the state from which they were erased.
    pub async fn answers(&self, owner: &Owner, tills: &[Till]) -> Vec<Value> {
        let mut answers = Vec::new();
        for till in tills {
            let day = json!({ "startDate": self.day, "endDate": self.day, "posID": till.pos_id });
            let guest =
                |number: u32| json!({ "posID": till.pos_id, "posCustomerID": format!("guest-{number}") });
            let mut forms = vec![
                ("get-daily-sales-labor", day.clone()),
                ("get-hourly-report", day.clone()),
                ("get-itemsales-report", day.clone()),
                ("get-payment-report", day.clone()),
                ("get-inside-sales", day),
                ("get-customers-list", json!({ "posID": till.pos_id })),
                ("get-items-list", json!({ "posID": till.pos_id })),
                ("get-marketing-recipients", json!({ "posID": till.pos_id, "channel": "email" })),
            ];
            forms.extend((2..4).map(|number| ("get-customer-points", guest(number))));
            for (call, form) in forms {
                let mut answer = owner.call(&client(), call, form).await.unwrap();
                comparable(call, &mut answer);
                answers.push(json!({ "call": call, "location": till.pos_id, "answer": answer }));
            }
        }
        answers
    }

    pub fn stop(self) {
        let state = self.own.state();
        self.down();
        self.own.assert_nothing_left(&state);
    }

    fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.own.ports.gateway)
    }
}

/// Takes the figures of erased guests away, and sorts what is sorted by them.
fn comparable(call: &str, answer: &mut Value) {
    if call != "get-customers-list" {
        return;
    }
    let guests = answer["customerList"].as_array_mut().unwrap();
    for guest in guests.iter_mut().filter(|guest| guest["erased"] == true) {
        for name in ["visits", "spend", "lastVisit", "points", "pointsOwed"] {
            guest.as_object_mut().unwrap().remove(name);
        }
    }
    guests.sort_by_key(|guest| guest["posCustomerID"].to_string());
}

fn cents(dollars: &Value) -> i64 {
    (dollars.as_f64().unwrap_or_default() * 100.0).round() as i64
}
