//! A figure through JSON, CSV and the event that screens live on. `cargo dev prove figures` runs this again where the
//! figure has another expression.

use serde_json::json;

use crate::world::{check, world};

#[tokio::test(flavor = "multi_thread")]
async fn labor_percent_is_the_same_everywhere() {
    // Sold for 100 dollars, at a cost of 30, with 20 of labor.
    let expected: f64 =
        std::env::var("SAFFRON_TEST_LABOR_PERCENT").map_or(20.0, |text| text.parse().unwrap());
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let mut stream = world.stream(&ana, None).await;
    let mut sold = check("p1", "c1", 100.0);
    sold["data"]["items"][0]["cost"] = json!(30);
    let shift = json!({"specversion": "1.0", "id": "s1", "source": "till", "type": "shift.closed", "data": {
        "posID": "p1", "posShiftID": "s1", "revision": 1, "rate": 10, "clockIn": "2026-07-18T09:00:00",
        "clockOut": "2026-07-18T11:00:00", "job": "Cook", "employee": {"id": "e5", "name": "Bo"}}});
    assert_eq!(world.ingest(&key, &json!([shift, sold])).await.status, 202);

    let asked = json!({"sessionID": ana.session_id, "posID": "p1", "startDate": "2026-07-18", "endDate": "2026-07-18"});
    let is_whole = |day: &serde_json::Value| day["grossLabor"] == 20.0 && day["netSales"] == 100.0;
    world.expect("get-daily-sales-labor", &asked, |rows| is_whole(&rows[0])).await;
    let rows = world.call("get-daily-sales-labor", asked.clone()).await.ok();
    assert_eq!(rows[0]["laborPercent"], expected);

    let url = world.url("/api-restaurant-pos/restaurantpro/get-daily-sales-labor");
    let answer = world.http.post(url).header("accept", "text/csv").json(&asked).send().await.unwrap();
    let text = answer.text().await.unwrap();
    let cells: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let column = cells[0].iter().position(|name| *name == "Labor %").unwrap();
    assert_eq!(cells[1][column].parse(), Ok(expected), "{text}");

    loop {
        let event = stream.expect("report.changed").await;
        if is_whole(&event.data["totals"]) {
            assert_eq!(event.data["totals"]["laborPercent"], expected);
            break;
        }
    }
}
