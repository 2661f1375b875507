//! Reports through the gateway: they add up against each other, come as CSV files, and checks are found.

use serde_json::{Value, json};

use crate::world::{World, check, world};

/// The calls of all reports that take dates, from the catalogue.
pub fn reports() -> Vec<String> {
    let catalogue = saffron_gateway::figures();
    let reports = catalogue["reports"].as_array().unwrap().iter();
    reports.map(|report| report["call"].as_str().unwrap().to_owned()).collect()
}

fn cents(value: &Value) -> i64 {
    (value.as_f64().unwrap() * 100.0).round() as i64
}

/// A few checks of two days with everything that sales are split by, some of it missing, one of them refunded.
async fn two_days(world: &World, key: &str) -> i64 {
    let mut checks = Vec::new();
    for n in 0..12 {
        let mut sold = check("p1", &format!("c{n}"), 10.0);
        let data = &mut sold["data"];
        data["items"][0]["amount"] = json!(f64::from(1037 + 100 * n) / 100.0);
        data["closeTime"] = json!(format!("2026-07-1{}T1{}:30:00", 6 + n % 2, n % 9));
        data["discount"] = json!(0.33);
        if n % 3 != 0 {
            data["employee"] = json!({"id": format!("e{}", n % 3), "name": "Ana"});
            data["revenueCenter"] = json!(if n % 2 == 0 { "Bar" } else { "Patio" });
            data["orderType"] = json!("Dine In");
            data["orderInputType"] = json!(if n % 4 == 0 { "online" } else { "pos" });
        }
        if n == 11 {
            data["refundOf"] = json!("c1");
            data["items"][0]["amount"] = json!(-21.37);
        }
        checks.push(sold);
    }
    let total = checks.iter().map(|sold| cents(&sold["data"]["items"][0]["amount"])).sum();
    assert_eq!(world.ingest(key, &json!(checks)).await.status, 202);
    total
}

#[tokio::test(flavor = "multi_thread")]
async fn every_report_that_splits_sales_adds_up_to_the_day() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let total = two_days(&world, &key).await;
    let days = json!({"sessionID": ana.session_id, "startDate": "2026-07-10", "endDate": "2026-07-18"});
    world.expect("get-daily-sales-labor", &days, |rows| sum(rows) == total).await;
    for group_by in ["day", "month", "none"] {
        let mut asked = days.clone();
        asked["groupBy"] = json!(group_by);
        for call in reports() {
            let rows = world.call(&call, asked.clone()).await.ok();
            let splits_sales = rows.as_array().unwrap().iter().any(|row| row.get("grossSales").is_some());
            if splits_sales && call != "get-onlineorder-sales-report" {
                assert_eq!(sum(&rows), total, "{call} by {group_by}");
            }
            for row in rows.as_array().unwrap() {
                assert_eq!(
                    row.get("businessDate").is_some(),
                    group_by != "none" || is_daily(&call),
                    "{call}: {row}"
                );
            }
        }
    }
}

fn is_daily(call: &str) -> bool {
    ["get-daily-sales-labor", "get-report-filter-bydate"].contains(&call)
}

fn sum(rows: &Value) -> i64 {
    rows.as_array().unwrap().iter().map(|row| cents(&row["grossSales"])).sum()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_names_the_span_that_it_is_compared_with() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let checks: Vec<Value> = [("2026-07-05", 30.0), ("2026-06-05", 20.0), ("2026-06-25", 9.0)]
        .into_iter()
        .map(|(date, amount)| {
            let mut sold = check("p1", date, amount);
            sold["data"]["closeTime"] = json!(format!("{date}T12:00:00"));
            sold
        })
        .collect();
    assert_eq!(world.ingest(&key, &json!(checks)).await.status, 202);
    let month = json!({"sessionID": ana.session_id, "startDate": "2026-07-01", "endDate": "2026-07-18"});
    world.expect("get-daily-sales-labor", &month, |rows| sum(rows) == 3_000).await;
    let june = json!({"sessionID": ana.session_id, "startDate": "2026-06-01", "endDate": "2026-06-30"});
    world.expect("get-daily-sales-labor", &june, |rows| sum(rows) == 2_900).await;
    let ask = async |call: &str, compare_to: &str, kind: &str| {
        let request = saffron_testkit::with(month.clone(), json!({"compareTo": compare_to}));
        let url = world.url(&format!("/api-restaurant-pos/restaurantpro/{call}"));
        let answer = world.http.post(url).header("accept", kind).json(&request).send().await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    };
    let json_of = async |call: &str, compare_to: &str| -> Value {
        serde_json::from_str(&ask(call, compare_to, "application/json").await.1).unwrap()
    };

    let daily = json_of("get-daily-sales-labor", "previous").await;
    let compared = &daily["total"]["compared"];
    assert_eq!((&compared["startDate"], &compared["endDate"]), (&json!("2026-06-01"), &json!("2026-06-18")));
    assert_eq!(
        [&compared["current"], &compared["before"]].map(|side| cents(&side["grossSales"])),
        [3_000, 2_000]
    );
    let rows = daily["body"].as_array().unwrap();
    assert!(rows.iter().all(|row| row.get("compared").is_none()), "no trade on any weekday before: {rows:?}");
    let items = json_of("get-itemsales-report", "previous").await;
    assert_eq!(cents(&items["body"][0]["compared"]["grossSales"]), 2_000);
    assert_eq!(items["body"][0]["compared"]["endDate"], "2026-06-18");
    assert_eq!(json_of("get-itemsales-report", "sameLastYear").await["total"].get("compared"), None);

    let (_, file) = ask("get-itemsales-report", "previous", "text/csv").await;
    let lines: Vec<&str> = file.lines().collect();
    assert!(lines[0].ends_with(",Compared with,\"Gross sales, compared\",Location"), "{file}");
    assert!(lines[1].ends_with(",2026-06-01 - 2026-06-18,20.00,Restaurant p1"), "{file}");
    assert!(
        lines[2].starts_with("Total,") && lines[2].ends_with(",2026-06-01 - 2026-06-18,20.00,"),
        "{file}"
    );
    let refused = json_of("get-daily-sales-labor", "lastYear").await;
    assert_eq!((&refused["status"], &refused["body"]["field"]), (&json!(400), &json!("compareTo")));
}

#[tokio::test(flavor = "multi_thread")]
async fn today_says_when_it_usually_opens_until_it_does() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    // Three Saturdays before this one.
    let checks: Vec<Value> = [("2026-07-11", "11:05"), ("2026-07-04", "12:40"), ("2026-06-27", "11:20")]
        .into_iter()
        .map(|(date, time)| {
            let mut sold = check("p1", date, 10.0);
            sold["data"]["closeTime"] = json!(format!("{date}T{time}:00"));
            sold
        })
        .collect();
    assert_eq!(world.ingest(&key, &json!(checks)).await.status, 202);
    let days = json!({"sessionID": ana.session_id, "startDate": "2026-06-27", "endDate": "2026-07-18"});
    world.expect("get-daily-sales-labor", &days, |rows| sum(rows) == 3_000).await;
    let rows = world.call("get-daily-sales-labor", days.clone()).await.ok();
    let opening = |rows: &Value| rows.as_array().unwrap().last().unwrap().get("usuallyOpensAt").cloned();
    assert_eq!(opening(&rows), Some(json!("2026-07-18T11:15:00")));
    let earlier = rows.as_array().unwrap().split_last().unwrap().1;
    assert!(earlier.iter().all(|row| row.get("usuallyOpensAt").is_none()), "{rows}");
    assert_eq!(world.ingest(&key, &check("p1", "first", 5.0)).await.status, 202);
    world.expect("get-daily-sales-labor", &days, |rows| sum(rows) == 3_500).await;
    assert_eq!(opening(&world.call("get-daily-sales-labor", days).await.ok()), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_comes_as_a_csv_file() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let mut sold = check("p1", "c1", 12.5);
    sold["data"]["items"][0]["name"] = json!("=1+1");
    assert_eq!(world.ingest(&key, &sold).await.status, 202);
    world.expect_sales(&ana, 12.5).await;
    let asked = json!({"sessionID": ana.session_id, "startDate": "2026-07-18", "endDate": "2026-07-18", "posID": "p1"});
    let url = world.url("/api-restaurant-pos/restaurantpro/get-itemsales-report");
    let answer = world.http.post(url).header("accept", "text/csv").json(&asked).send().await.unwrap();
    assert_eq!(answer.headers()["content-type"], "text/csv; charset=utf-8");
    assert_eq!(
        answer.headers()["content-disposition"],
        "attachment; filename=\"saffron-item-sales-p1-2026-07-18.csv\""
    );
    let text = answer.text().await.unwrap();
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').split("\r\n").collect();
    assert!(lines[0].starts_with("Location ID,Item ID,Item,Major category,"), "{text}");
    assert!(lines[1].starts_with("p1,"), "{text}");
    assert!(lines[1].contains(",'=1+1,") && lines[1].ends_with(",Restaurant p1"), "{text}");
    assert!(lines[2].starts_with("Total,,,,,12.50,1.000,"), "{text}");
    assert_eq!(lines.len(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn list_comes_as_a_file_with_its_total() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let mut checks = json!([check("p1", "c1", 12.5), check("p1", "c2", 0.1)]);
    checks[0]["data"]["payments"] =
        json!([{"type": "Visa", "amount": 12.5, "processor": "Square", "paymentID": "s1", "fee": 0.38}]);
    assert_eq!(world.ingest(&key, &checks).await.status, 202);
    world.expect_sales(&ana, 12.6).await;
    let asked = json!({"sessionID": ana.session_id, "startDate": "2026-07-18", "endDate": "2026-07-18"});
    let url = world.url("/api-restaurant-pos/restaurantpro/get-inside-sales");
    let answer = world.http.post(url.clone()).header("accept", "text/csv").json(&asked).send().await.unwrap();
    assert_eq!(answer.headers()["content-disposition"], "attachment; filename=\"saffron-checks.csv\"");
    let text = answer.text().await.unwrap();
    let lines: Vec<Vec<&str>> =
        text.trim_start_matches('\u{feff}').lines().map(|line| line.split(',').collect()).collect();
    let column = |name: &str| lines[0].iter().position(|one| *one == name).unwrap();
    let (sales, location) = (column("Gross sales"), column("Location"));
    assert_eq!(lines.len(), 4, "{text}");
    assert_eq!((lines[1][location], lines[2][location]), ("Restaurant p1", "Restaurant p1"));
    assert_eq!((lines[3][0], lines[3][sales]), ("Total", "12.60"));
    let of_square = ["Processors", "Payment IDs", "Processor fees"].map(column);
    let paid = lines[1..3].iter().find(|line| line[column("Check")] == "c1").unwrap();
    assert_eq!(of_square.map(|at| paid[at]), ["Square", "s1", "0.38"]);
    assert_eq!(lines[3][of_square[2]], "0.38");
    // The same by mail.
    let to = |to: &str| world.http.post(url.clone()).header("x-saffron-mail-to", to).json(&asked);
    let answer: Value = to("accountant@example.com").send().await.unwrap().json().await.unwrap();
    assert_eq!(answer["body"]["sentTo"], "accountant@example.com", "{answer}");
    let mails = world.post.mails_to("accountant@example.com");
    assert!(mails[0].subject().ends_with("sent you saffron-checks.csv"), "{}", mails[0].subject());
    let answer: Value = to("a@x.example,b@x.example").send().await.unwrap().json().await.unwrap();
    assert_eq!((&answer["status"], &answer["body"]["field"]), (&json!(400), &json!("to")), "{answer}");
    // What is refused is refused as for the list.
    let theirs = saffron_testkit::with(asked.clone(), json!({"posID": "p9"}));
    let refused = world.http.post(url).header("accept", "text/csv").json(&theirs).send().await.unwrap();
    assert_eq!(refused.status(), 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn checks_are_found_by_number_amount_payment_and_employee() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let mut checks = Vec::new();
    for (id, amount, tender, employee) in [
        ("A-1001", 12.5, "Visa", "Ana Pérez"),
        ("A-1002", 20.0, "Cash", "Bo"),
        ("B-7", 99.99, "Visa Debit", "Bo"),
    ] {
        let mut sold = check("p1", id, amount);
        sold["data"]["payments"] = json!([{"type": tender, "amount": amount, "tip": 1}]);
        sold["data"]["employee"] =
            json!({"id": employee.to_lowercase().replace([' ', 'é'], ""), "name": employee});
        checks.push(sold);
    }
    assert_eq!(world.ingest(&key, &json!(checks)).await.status, 202);
    world.expect_sales(&ana, 132.49).await;
    for (search, found) in [
        ("a-100", vec!["A-1001", "A-1002"]),
        ("20", vec!["A-1002"]),
        ("$13.50", vec!["A-1001"]),
        ("visa", vec!["A-1001", "B-7"]),
        ("PÉREZ", vec!["A-1001"]),
        (" bo ", vec!["A-1002", "B-7"]),
        ("%", vec![]),
        ("", vec!["A-1001", "A-1002", "B-7"]),
    ] {
        let asked = json!({"sessionID": ana.session_id, "startDate": "2026-07-18", "endDate": "2026-07-18",
            "posID": "p1", "limit": 10, "search": search});
        let body = world.call("get-inside-sales", asked).await.ok();
        let list = body["checkReportList"].as_array().unwrap().iter();
        let mut ids: Vec<&str> = list.map(|check| check["posCheckID"].as_str().unwrap()).collect();
        ids.sort_unstable();
        assert_eq!(ids, found, "{search:?}");
    }
    let asked = json!({"sessionID": ana.session_id, "startDate": "2026-07-18", "endDate": "2026-07-18",
        "search": "x".repeat(101)});
    let refused = world.call("get-inside-sales", asked).await;
    assert_eq!((refused.status, refused.field()), (400, "search"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_got_an_event_never_gets_an_older_answer() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let mut stream = world.stream(&ana, None).await;
    let today = json!({"sessionID": ana.session_id, "startDate": "2026-07-18", "endDate": "2026-07-18"});
    let july = json!({"sessionID": ana.session_id, "startDate": "2026-07-01", "endDate": "2026-07-17"});
    for n in 1..=20_i64 {
        // Asked twice, so that the second answer may be one that was kept.
        for _ in 0..2 {
            let rows = world.call("get-daily-sales-labor", today.clone()).await.ok();
            assert_eq!(sum(&rows), (n - 1) * 1_000);
            let rows = world.call("get-itemsales-report", july.clone()).await.ok();
            assert_eq!(sum(&rows), (n - 1) * 1_000);
        }
        let mut earlier = check("p1", &format!("b{n}"), 10.0);
        earlier["data"]["closeTime"] = json!("2026-07-10T12:00:00");
        let checks = json!([check("p1", &format!("c{n}"), 10.0), earlier]);
        assert_eq!(world.ingest(&key, &checks).await.status, 202);
        let total = n as f64 * 10.0;
        while stream.expect("report.changed").await.data["totals"]["grossSales"].as_f64() != Some(total) {}
    }
}
