//! Imports of files, from the upload to every service's figures.

mod days;
mod erased;
mod killed;
mod lists;
mod overlaps;
mod samples;
mod script;
mod tables;
mod uploads;
mod whole;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use saffron_testkit::eventually_ok;
use serde_json::{Value, json};

use crate::world::{Answer, Person, World};

/// Bytes of a part.
pub const PART: usize = 524_288;

/// An owner with a location, and what is called for it.
pub struct Place<'w> {
    pub world: &'w World,
    pub person: Person,
    pub pos_id: &'static str,
    pub ingest_key: String,
}

impl<'w> Place<'w> {
    pub async fn new(world: &'w World, email: &str, pos_id: &'static str) -> Place<'w> {
        let person = world.person(email).await;
        let ingest_key = world.linked(&person, pos_id).await;
        Place { world, person, pos_id, ingest_key }
    }

    /// A body of the main API about the location.
    pub fn body(&self, fields: Value) -> Value {
        let mut body = json!({"sessionID": self.person.session_id, "posID": self.pos_id});
        body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        body
    }

    pub async fn call(&self, call: &str, fields: Value) -> Answer {
        self.world.call(call, self.body(fields)).await
    }

    /// Begins an import of files.
    pub async fn create(&self, files: &[(&str, &[u8])]) -> Value {
        let files: Vec<Value> =
            files.iter().map(|(name, bytes)| json!({"name": name, "bytes": bytes.len()})).collect();
        self.call("create-import", json!({"files": files})).await.ok()
    }

    pub async fn put(&self, import: &Value, file: usize, part: usize, bytes: &[u8]) -> Answer {
        let fields = json!({"importID": import["importID"], "file": file, "part": part, "data": STANDARD.encode(bytes)});
        self.call("put-import-part", fields).await
    }

    /// Uploads files, and waits until they are judged.
    pub async fn upload(&self, files: &[(&str, &[u8])]) -> Value {
        let import = self.create(files).await;
        for (file, (_, bytes)) in files.iter().enumerate() {
            for (part, bytes) in bytes.chunks(PART).enumerate() {
                self.put(&import, file, part, bytes).await.ok();
            }
        }
        self.until(&import, &["asking", "ready", "failed"]).await
    }

    pub async fn step(&self, step: &str, import: &Value) -> Answer {
        self.call(step, json!({"importID": import["importID"]})).await
    }

    pub async fn get(&self, import: &Value) -> Value {
        self.step("get-import", import).await.ok()
    }

    /// Waits until an import has one of these states.
    pub async fn until(&self, import: &Value, states: &[&str]) -> Value {
        eventually_ok("the import", || async {
            let import = self.get(import).await;
            let state = import["state"].as_str().unwrap_or_default();
            if states.contains(&state) { Ok(import) } else { Err(json!([state, import["error"]])) }
        })
        .await
    }

    /// Starts an import, and waits until all of it came in.
    pub async fn bring(&self, import: &Value) -> Value {
        self.step("start-import", import).await.ok();
        self.until(import, &["done", "failed", "asking"]).await
    }

    /// Takes an import back.
    pub async fn undo(&self, import: &Value) -> Value {
        self.step("undo-import", import).await.ok();
        self.until(import, &["undone", "failed"]).await
    }

    /// Waits until the net sales of June are these, in cents.
    pub async fn expect_june(&self, net: i64, checks: i64) {
        let days = self.body(json!({"startDate": "2026-06-01", "endDate": "2026-06-30"}));
        let sum = |rows: &Value, name: &str, scale: f64| -> i64 {
            let rows = rows.as_array().unwrap().iter();
            rows.map(|row| (row[name].as_f64().unwrap_or_default() * scale).round() as i64).sum()
        };
        let hours = self.body(json!({"startDate": "2026-06-01", "endDate": "2026-06-30"}));
        self.world.expect("get-daily-sales-labor", &days, |rows| sum(rows, "netSales", 100.0) == net).await;
        self.world.expect("get-hourly-report", &hours, |rows| sum(rows, "checks", 1.0) == checks).await;
    }
}

/// A file as Square exports items: so many checks a day of two lines each, over days of June; and its net sales in cents.
pub fn square(days: std::ops::RangeInclusive<u32>, checks: u32) -> (Vec<u8>, i64) {
    let mut csv = "Date,Time,Time Zone,Category,Item,Qty,Price Point Name,SKU,Modifiers Applied,Gross Sales,Discounts,Net Sales,\
                   Tax,Transaction ID,Payment ID,Device Name,Notes,Details,Event Type,Location,Dining Option\n"
        .to_owned();
    let mut net = 0;
    for day in days {
        for check in 0..checks {
            let (hour, minute) = (11 + check % 10, check % 60);
            let cents = 900 + i64::from(day * 7 + check % 50);
            for (item, category, cents, off) in
                [("Margherita", "Pizza", cents, 100), ("Cola", "Drinks", 250, 0)]
            {
                net += cents - off;
                csv += &format!(
                    "2026-06-{day:02},{hour}:{minute:02}:00,Eastern Time (US & Canada),{category},{item},1.0,Regular,,,${},-${},${},$0.00,\
                     T{day:02}x{check:05}Q,P{day:02}x{check:05}Q,Register 1,,,Payment,Main St,For Here\n",
                    dollars(cents),
                    dollars(off),
                    dollars(cents - off),
                );
            }
        }
    }
    (csv.into_bytes(), net)
}

fn dollars(cents: i64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}
