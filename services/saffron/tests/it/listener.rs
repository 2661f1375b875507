//! Who listens to the live stream.

use reqwest::Response;
use saffron_testkit::PATIENCE;
use serde_json::Value;

/// An open live stream.
pub struct Stream {
    response: Response,
    text: String,
    received: String,
    pub last_id: Option<String>,
}

/// A server-sent event.
#[derive(Debug)]
pub struct Event {
    pub name: String,
    pub data: Value,
}

impl Stream {
    pub fn new(response: Response) -> Stream {
        Stream { response, text: String::new(), received: String::new(), last_id: None }
    }

    /// The next block of lines; none when the stream has ended.
    async fn block(&mut self) -> Option<String> {
        loop {
            if let Some((block, rest)) = self.text.split_once("\n\n") {
                let (block, rest) = (block.to_owned(), rest.to_owned());
                self.text = rest;
                return Some(block);
            }
            let chunk =
                tokio::time::timeout(PATIENCE, self.response.chunk()).await.expect("something in time");
            let chunk = chunk.ok()??;
            let text = std::str::from_utf8(&chunk).unwrap();
            self.text.push_str(text);
            self.received.push_str(text);
        }
    }

    /// The next event; none when the stream has ended.
    pub async fn next(&mut self) -> Option<Event> {
        loop {
            let block = self.block().await?;
            let (mut name, mut data) = (None, None);
            for line in block.lines() {
                match line.split_once(": ") {
                    Some(("id", id)) => self.last_id = Some(id.to_owned()),
                    Some(("event", text)) => name = Some(text.to_owned()),
                    Some(("data", text)) => data = Some(serde_json::from_str(text).unwrap()),
                    _ => {}
                }
            }
            if let (Some(name), Some(data)) = (name, data) {
                return Some(Event { name, data });
            }
        }
    }

    /// All that came, word for word.
    pub fn received(&self) -> &str {
        &self.received
    }

    /// Waits until the stream has sent its position.
    pub async fn standing(&mut self) -> String {
        while self.last_id.is_none() {
            let block = self.block().await.expect("the stream lives");
            self.last_id = block.lines().find_map(|line| line.strip_prefix("id: ")).map(str::to_owned);
        }
        self.last_id.clone().unwrap()
    }

    /// The next event of this name.
    pub async fn expect(&mut self, name: &str) -> Event {
        loop {
            let event = self.next().await.unwrap_or_else(|| panic!("the stream ended before {name}"));
            if event.name == name {
                return event;
            }
        }
    }
}
