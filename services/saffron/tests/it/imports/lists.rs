//! Shifts, items of the menu and guests.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::Place;
use super::killed::kill_until;
use crate::world::world;

/// Toast's time entries: so many employees on each of these days of June, of eight hours and 144 dollars each.
fn shifts(days: std::ops::RangeInclusive<u32>, people: u32) -> String {
    let mut csv = "Location,Id,Employee,Job Title,In Date,Out Date,Total Hours,Unpaid Break Time,Regular Hours,Overtime Hours,Wage\n"
        .to_owned();
    for day in days {
        for person in 0..people {
            let (id, minute) = (day * 1_000 + person, person % 60);
            writeln!(
                csv,
                "Main St,{id},\"Roe, Ida {person}\",Cook,06/{day:02}/26 9:{minute:02} AM,06/{day:02}/26 5:{minute:02} PM,8.00,0.00,8.00,0.00,18.00"
            )
            .unwrap();
        }
    }
    csv
}

fn item(id: &str, revision: i64, fields: Value) -> Value {
    let mut data = json!({"posID": "p1", "posItemID": id, "revision": revision});
    data.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    json!({"specversion": "1.0", "id": format!("e-{id}-{revision}"), "source": "till", "type": "item.upserted", "data": data})
}

impl Place<'_> {
    /// Uploads a file, and answers its questions: these, and else as the first choice says.
    async fn answered(&self, name: &str, csv: &str, answers: &[(&str, &str)]) -> Value {
        let mut import = self.upload(&[(name, csv.as_bytes())]).await;
        while import["state"] == "asking" {
            let questions = import["questions"].as_array().unwrap();
            let question = questions.iter().find(|one| one["answer"].is_null()).unwrap();
            let given = answers.iter().find(|(id, _)| question["id"] == *id).map(|(_, value)| json!(value));
            let value = given.unwrap_or_else(|| question["choices"][0]["value"].clone());
            let answers = json!([{"id": question["id"], "value": value}]);
            self.call("answer-import", json!({"importID": import["importID"], "answers": answers}))
                .await
                .ok();
            import = self.until(&import, &["asking", "ready", "failed"]).await;
        }
        assert_eq!(import["state"], "ready", "{import}");
        import
    }

    /// Waits until the labor of June costs so much, in cents, for so many hours.
    async fn expect_labor(&self, cents: i64, hours: f64) {
        let june = self.body(json!({"startDate": "2026-06-01", "endDate": "2026-06-30"}));
        let sum = |rows: &Value, name: &str| -> f64 {
            rows.as_array().unwrap().iter().map(|row| row[name].as_f64().unwrap_or_default()).sum()
        };
        let costs = |rows: &Value| (sum(rows, "grossLabor") * 100.0).round() as i64 == cents;
        self.world.expect("get-daily-sales-labor", &june, costs).await;
        self.world.expect("get-labor-report", &june, |rows| (sum(rows, "hours") - hours).abs() < 0.001).await;
    }

    /// Waits until the menu is this: each item with its price, cost and stock.
    async fn expect_menu(&self, wanted: Value) {
        let all = self.body(json!({"limit": 50}));
        let of =
            |item: &Value| json!([item["posItemID"], item["price"], item["estimatedCost"], item["stock"]]);
        let is_right = |body: &Value| {
            let items = body["itemList"].as_array().map(|items| items.iter().map(of).collect::<Vec<_>>());
            json!(items) == wanted
        };
        self.world.expect("get-items-list", &all, is_right).await;
    }

    /// Waits until the guests are these: each by first name with email and consents.
    async fn expect_guests(&self, wanted: Value) {
        let all = self.body(json!({"limit": 50}));
        let of = |guest: &Value| {
            json!([guest["firstName"], guest["email"], guest["emailConsent"], guest["smsConsent"]])
        };
        let is_right = |body: &Value| {
            let mut guests: Vec<Value> =
                body["customerList"].as_array().into_iter().flatten().map(of).collect();
            guests.sort_by_key(Value::to_string);
            json!(guests) == wanted
        };
        self.world.expect("get-customers-list", &all, is_right).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn shifts_are_labor_once_however_often_they_come() {
    let world = world().await;
    let ana = Place::new(&world, "ana@example.com", "p1").await;
    let csv = shifts(1..=4, 3);
    let first = ana.answered("TimeEntries.csv", &csv, &[]).await;
    let found = &first["summary"]["shifts"];
    assert_eq!(
        (&found["shifts"], &found["people"], &found["hours"], &found["laborCost"]),
        (&json!(12), &json!(3), &json!(96.0), &json!(1728.0)),
        "{found}"
    );
    assert_eq!((&found["firstDate"], &found["lastDate"]), (&json!("2026-06-01"), &json!("2026-06-04")));
    assert_eq!(found["sampleShifts"].as_array().unwrap().len(), 5);
    assert_eq!((&first["undoLeaves"], &first["summary"]["checks"]), (&json!(null), &json!(0)));
    let done = ana.bring(&first).await;
    assert_eq!(
        (&done["state"], &done["sentShifts"], &done["sentChecks"]),
        (&json!("done"), &json!(12), &json!(0))
    );
    ana.expect_labor(172_800, 96.0).await;
    // A till's own shift stands beside them, and the same file changes nothing.
    let shift = json!([{"specversion": "1.0", "id": "s-1", "source": "till", "type": "shift.closed", "data": {"posID": "p1",
        "posShiftID": "1000", "revision": 1, "employee": {"id": "e", "name": "Bo"}, "clockIn": "2026-06-02T09:00:00",
        "clockOut": "2026-06-02T10:00:00", "rate": 10.0}}]);
    assert_eq!(world.ingest(&ana.ingest_key, &shift).await.status, 202);
    ana.expect_labor(173_800, 97.0).await;
    let again = ana.answered("TimeEntries.csv", &csv, &[]).await;
    assert_eq!(ana.bring(&again).await["state"], "done");
    // One more shift comes after them.
    let corrected = shifts(1..=4, 3).replacen("8.00,0.00,18.00", "8.00,0.00,20.00", 1);
    ana.expect_labor(173_800, 97.0).await;
    let better = ana.answered("TimeEntries.csv", &corrected, &[]).await;
    assert_eq!(ana.bring(&better).await["state"], "done");
    ana.expect_labor(175_400, 97.0).await;
    // Each gives back what stood before it.
    assert_eq!(ana.step("undo-import", &first).await.status, 409);
    assert_eq!(ana.undo(&better).await["state"], "undone");
    ana.expect_labor(173_800, 97.0).await;
    assert_eq!(ana.undo(&again).await["state"], "undone");
    assert_eq!(ana.undo(&first).await["state"], "undone");
    ana.expect_labor(1_000, 1.0).await;
    let once_more = ana.answered("TimeEntries.csv", &csv, &[]).await;
    assert_eq!(ana.bring(&once_more).await["state"], "done");
    ana.expect_labor(173_800, 97.0).await;
    assert_eq!(ana.undo(&once_more).await["state"], "undone");
    ana.expect_labor(1_000, 1.0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn items_of_a_file_bring_their_costs_to_the_menu() {
    let world = world().await;
    let ana = Place::new(&world, "ana@example.com", "p1").await;
    let till = json!([
        item("tea", 4, json!({"name": "Tea", "price": 3.5, "stock": 12})),
        item("soup", 4, json!({"name": "Soup", "price": 8.0, "cost": 2.0})),
    ]);
    assert_eq!(world.ingest(&ana.ingest_key, &till).await.status, 202);
    ana.expect_menu(json!([["soup", 8.0, 2.0, null], ["tea", 3.5, null, 12.0]])).await;
    let csv = "Product,Price,Cost\nTea,,0.75\nSoup,9.00,2.25\nPie,4.00,1.20\nCake,5.00,\n";
    let import = ana.answered("menu.csv", csv, &[("columns/0", "yes")]).await;
    let found = &import["summary"]["items"];
    assert_eq!(
        (&found["items"], &found["itemsWithCost"], &found["itemsWithPrice"]),
        (&json!(4), &json!(3), &json!(3)),
        "{found}"
    );
    let done = ana.bring(&import).await;
    assert_eq!((&done["state"], &done["sentItems"]), (&json!("done"), &json!(4)), "{done}");
    ana.expect_menu(json!([
        ["cake", 5.0, null, null],
        ["pie", 4.0, 1.2, null],
        ["soup", 9.0, 2.25, null],
        ["tea", 3.5, 0.75, 12.0]
    ]))
    .await;
    // A later word of the till counts, also after the import is undone.
    let later = json!([item("soup", 5, json!({"name": "Soup", "price": 8.5, "cost": 2.1}))]);
    assert_eq!(world.ingest(&ana.ingest_key, &later).await.status, 202);
    let undone = ana.undo(&import).await;
    assert_eq!(undone["state"], "undone", "{undone}");
    ana.expect_menu(json!([["soup", 8.5, 2.1, null], ["tea", 3.5, null, 12.0]])).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_consent_only_where_their_file_says_so() {
    let world = world().await;
    let ana = Place::new(&world, "ana@example.com", "p1").await;
    let till = json!([{"specversion": "1.0", "id": "e-g", "source": "till", "type": "customer.upserted", "data": {"posID": "p1",
        "posCustomerID": "G1", "revision": 1, "firstName": "Rosa", "email": "rosa@example.com", "emailConsent": false}}]);
    assert_eq!(world.ingest(&ana.ingest_key, &till).await.status, 202);
    ana.expect_guests(json!([["Rosa", "rosa@example.com", false, null]])).await;
    let csv = "Square Customer ID,First Name,Last Name,Email Address,Phone Number,Email Subscription Status\n\
               G1,Rosa,Lopez,other@example.com,,subscribed\n\
               G2,Hugo,Lopez,hugo@example.com,,subscribed\n\
               G3,Ida,Roe,ida@example.com,,unsubscribed\n\
               G4,Leo,Roe,leo@example.com,,\n\
               G5,Mia,Roe,not an address,,subscribed\n";
    let open = ana.upload(&[("customers.csv", csv.as_bytes())]).await;
    let question = &open["questions"][0];
    assert_eq!(question["id"], "consent/0/email-consent", "{open}");
    // The answer that nobody agreed is the first.
    let brings: Vec<&Value> =
        question["choices"].as_array().unwrap().iter().map(|choice| &choice["besideSales"]).collect();
    assert_eq!(
        brings,
        ["4 guests, 0 agree to email and 0 to texts", "4 guests, 2 agree to email and 0 to texts"]
    );
    ana.step("discard-import", &open).await.ok();
    let import = ana.answered("customers.csv", csv, &[("consent/0/email-consent", "yes")]).await;
    let found = &import["summary"]["guests"];
    assert_eq!((&found["guests"], &found["emailConsents"]), (&json!(4), &json!(2)), "{found}");
    let column = &found["consentColumns"][0];
    assert_eq!((&column["column"], &column["taken"]), (&json!("Email Subscription Status"), &json!(true)));
    assert_eq!(column["words"][0], "subscribed (3): agreed");
    assert_eq!(found["sampleGuests"].as_array().unwrap().len(), 4);
    assert_eq!(import["summary"]["refusedRows"], 1);
    assert!(import["undoLeaves"].as_str().unwrap().contains("guests"), "{import}");
    let done = ana.bring(&import).await;
    assert_eq!((&done["state"], &done["sentGuests"]), (&json!("done"), &json!(4)), "{done}");
    assert_eq!(done["summary"]["guests"]["sampleGuests"], json!([]));
    // One that the till knows stays as the till sent it.
    let all = json!([
        ["Hugo", "hugo@example.com", true, null],
        ["Ida", "ida@example.com", false, null],
        ["Leo", "leo@example.com", null, null],
        ["Rosa", "rosa@example.com", false, null]
    ]);
    ana.expect_guests(all.clone()).await;
    // The same file again is the same guests; an import of guests alone has nothing to be taken back.
    let again = ana.answered("customers.csv", csv, &[("consent/0/email-consent", "yes")]).await;
    assert_eq!(ana.bring(&again).await["state"], "done");
    let answer = ana.step("undo-import", &again).await;
    assert!(answer.status == 409 && answer.message.contains("guests"), "{}", answer.message);
    ana.expect_guests(all).await;
    // Their sealed batches go at once.
    let kept = "object AS o JOIN import_batch AS b ON b.object_id = o.object_id WHERE b.kind = 'guest' AND o.forget_at > now()";
    assert_eq!(world.connectors_rows(kept).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn shifts_come_in_once_wherever_the_worker_was_killed() {
    let world = world().await;
    let ana = Place::new(&world, "ana@example.com", "p1").await;
    let import = ana.answered("TimeEntries.csv", &shifts(1..=30, 50), &[]).await;
    ana.step("start-import", &import).await.ok();
    let kills = kill_until(&ana, &import, "done").await;
    ana.expect_labor(1_500 * 14_400, 12_000.0).await;
    assert_eq!(ana.get(&import).await["sentShifts"], 1_500);
    ana.step("undo-import", &import).await.ok();
    let kills = kills + kill_until(&ana, &import, "undone").await;
    ana.expect_labor(0, 0.0).await;
    assert!(kills >= 2, "{kills}");
}

#[tokio::test(flavor = "multi_thread")]
async fn files_of_all_kinds_come_in_together() {
    let world = world().await;
    let ana = Place::new(&world, "ana@example.com", "p1").await;
    let (sales, net) = super::square(1..=2, 10);
    let files = [
        ("items.csv", sales),
        ("TimeEntries.csv", shifts(1..=2, 2).into_bytes()),
        ("menu.csv", b"Token,Item Name,Variation Name,SKU,Category,Price,Default Unit Cost\nt1,Margherita,Regular,,Pizza,12.00,3.10\n".to_vec()),
    ];
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (*name, bytes.as_slice())).collect();
    let import = ana.upload(&files).await;
    assert_eq!(import["state"], "ready", "{import}");
    let kinds: Vec<&Value> =
        import["tables"].as_array().unwrap().iter().map(|table| &table["rowKind"]).collect();
    assert_eq!(kinds, ["lines", "shifts", "items"]);
    let done = ana.bring(&import).await;
    assert_eq!(
        (&done["sentChecks"], &done["sentShifts"], &done["sentItems"]),
        (&json!(20), &json!(4), &json!(1)),
        "{done}"
    );
    ana.expect_june(net, 20).await;
    ana.expect_labor(4 * 14_400, 32.0).await;
    ana.expect_menu(json!([["margherita", 12.0, 3.1, null]])).await;
    assert_eq!(ana.undo(&import).await["state"], "undone");
    ana.expect_june(0, 0).await;
    ana.expect_labor(0, 0.0).await;
    ana.expect_menu(json!([])).await;
}
