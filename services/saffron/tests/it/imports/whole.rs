use serde_json::{Value, json};

use super::{Place, square};
use crate::world::world;

#[tokio::test(flavor = "multi_thread")]
async fn sales_of_a_file_are_in_every_report_and_undone_in_all() {
    let world = world().await;
    let ana = Place::new(&world, "ana@example.com", "p1").await;
    let (csv, net) = square(1..=10, 130);
    let import = ana.upload(&[("june.csv", &csv)]).await;
    assert_eq!(import["state"], "ready", "{import}");
    let done = ana.bring(&import).await;
    assert_eq!(done["state"], "done", "{done}");
    assert_eq!((&done["sentChecks"], &done["refusedChecks"]), (&json!(1300), &json!(0)));
    assert!(done["undoUntil"].is_string());
    ana.expect_june(net, 1300).await;
    let items = ana.body(json!({"startDate": "2026-06-01", "endDate": "2026-06-30"}));
    let pizza = |rows: &Value| rows.as_array().unwrap().iter().any(|row| row["quantity"] == 1300.0);
    world.expect("get-itemsales-report", &items, pizza).await;
    // It cannot be started, discarded or answered any more.
    for call in ["start-import", "discard-import", "answer-import"] {
        assert_eq!(ana.step(call, &import).await.status, 409, "{call}");
    }
    let undone = ana.undo(&import).await;
    assert_eq!(undone["state"], "undone", "{undone}");
    ana.expect_june(0, 0).await;
    // And the same file once more.
    let again = ana.upload(&[("june.csv", &csv)]).await;
    assert_eq!((&again["state"], again["conflicts"].as_array().unwrap().len()), (&json!("ready"), 0));
    assert_eq!(ana.bring(&again).await["state"], "done");
    ana.expect_june(net, 1300).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn open_question_keeps_an_import_from_being_started() {
    let world = world().await;
    let ana = Place::new(&world, "ana@example.com", "p1").await;
    // Day and month may be either.
    let mut csv = "Bestellung;Datum;Artikel;Menge;Betrag\n".to_owned();
    for n in 1..=12 {
        csv += &format!("B-{n:04};0{}/06/2026;Pizza;1;{n}0,50\n", 1 + n % 7);
    }
    let import = ana.upload(&[("orders.csv", csv.as_bytes())]).await;
    assert_eq!(import["state"], "asking", "{import}");
    assert_eq!(ana.step("start-import", &import).await.status, 409);
    let questions = import["questions"].as_array().unwrap().clone();
    assert!(questions.iter().any(|question| question["id"] == "dates/0"), "{questions:?}");
    let dates = questions.iter().find(|question| question["id"] == "dates/0").unwrap();
    assert!(dates["choices"].as_array().unwrap().iter().all(|choice| choice["checks"] == 12), "{dates}");
    let mut open = import;
    // Each answer may open the next question; answers are kept.
    while open["state"] == "asking" {
        let question =
            open["questions"].as_array().unwrap().iter().find(|one| one["answer"].is_null()).unwrap();
        let value = match question["id"].as_str().unwrap() {
            "dates/0" => json!("day-first"),
            _ => question["choices"][0]["value"].clone(),
        };
        let answers = json!([{"id": question["id"], "value": value}]);
        ana.call("answer-import", json!({"importID": open["importID"], "answers": answers})).await.ok();
        open = ana.until(&open, &["asking", "ready", "failed"]).await;
    }
    assert_eq!(open["state"], "ready", "{open}");
    assert_eq!(open["summary"]["firstDate"], "2026-06-01");
    let answered = open["questions"].as_array().unwrap();
    assert!(
        answered.iter().any(|one| one["id"] == "dates/0" && one["answer"] == "day-first"),
        "{answered:?}"
    );
    assert_eq!(ana.bring(&open).await["state"], "done");
    ana.expect_june((1..=12).map(|n| n * 1000 + 50).sum(), 12).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn file_without_sales_fails_with_words() {
    let world = world().await;
    let ana = Place::new(&world, "ana@example.com", "p1").await;
    for (name, bytes) in [
        ("report.csv", b"%PDF-1.7 a report".as_slice()),
        ("noise.bin", &[0xff, 0x00, 0xfe, 0x01, 0x80, 0x90]),
        ("names.csv", b"First,Last\nIda,Roe\nAna,Silva\n"),
    ] {
        let import = ana.upload(&[(name, bytes)]).await;
        assert_eq!(import["state"], "failed", "{import}");
        let words = import["error"].as_str().unwrap();
        assert!(words.len() > 20 && words.ends_with('.'), "{name}: {words}");
        assert_eq!(ana.step("discard-import", &import).await.ok()["state"], "discarded");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_rows_are_listed_with_their_lines() {
    let world = world().await;
    let ana = Place::new(&world, "ana@example.com", "p1").await;
    let (mut csv, net) = square(1..=2, 30);
    csv.extend_from_slice(
        b"2026-06-02,12:00:00,Eastern Time (US & Canada),Pizza,Odd,1.0,Regular,,,twelve,$0.00,twelve,$0.00,T9,P9,R,,,Payment,Main St,For Here\n",
    );
    let import = ana.upload(&[("june.csv", &csv)]).await;
    assert_eq!(import["summary"]["refusedRows"], 1, "{}", import["summary"]);
    assert_eq!(ana.bring(&import).await["state"], "done");
    ana.expect_june(net, 60).await;
    let listed = ana.call("get-import-refused-rows", json!({"importID": import["importID"]})).await.ok();
    let rows = listed["refusedRowList"].as_array().unwrap();
    assert_eq!(
        (rows.len(), &rows[0]["line"], &rows[0]["file"]),
        (1, &json!(122), &json!("june.csv")),
        "{rows:?}"
    );
    let headers = [("content-type", "application/json"), ("accept", "text/csv")];
    let path = format!("{}/get-import-refused-rows", crate::world::API);
    let request = ana.world.http.post(ana.world.url(&path));
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    let body = ana.body(json!({"importID": import["importID"]})).to_string();
    let text = request.body(body).send().await.unwrap().text().await.unwrap();
    assert!(text.contains("june.csv") && text.contains("122"), "{text}");
}
