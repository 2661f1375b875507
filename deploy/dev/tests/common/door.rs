//! The door for facts, as a till uses it that loses nothing.

use std::time::Duration;

/// The pause of a till that got no answer at all.
const PAUSE: Duration = Duration::from_millis(250);

/// Posts facts until they are acknowledged; how often they had to be sent again. Any other answer than 202 and 503 ends the
/// test.
pub async fn post(client: &reqwest::Client, address: &str, ingest_key: &str, body: &str) -> u64 {
    let mut again = 0;
    loop {
        let request = client.post(format!("{address}/ingest/v1/events"));
        let request = request.bearer_auth(ingest_key).header("Content-Type", "application/json");
        let pause = match request.body(body.to_owned()).send().await {
            Ok(answer) if answer.status() == 202 => return again,
            Ok(answer) if answer.status() == 503 => {
                let after = answer.headers().get("retry-after").and_then(|after| after.to_str().ok());
                Duration::from_secs(after.expect("a 503 says when to come again").parse().unwrap())
            }
            Ok(answer) => panic!("{} {}", answer.status(), answer.text().await.unwrap_or_default()),
            Err(_) => PAUSE,
        };
        tokio::time::sleep(pause).await;
        again += 1;
    }
}
