//! A NATS of three nodes whose leaders are killed under load: what tills were acknowledged is there exactly once.
//! Needs `saffron` and `saffron-sandbox` built: `cargo dev prove cluster` runs it.

#[cfg(test)]
mod book;
#[cfg(test)]
#[path = "../common/door.rs"]
mod door;
#[cfg(test)]
#[path = "../dev/fixture.rs"]
mod fixture;
#[cfg(test)]
mod nodes;
#[cfg(test)]
#[path = "../common/operator.rs"]
mod operator;
#[cfg(test)]
#[path = "../common/owner.rs"]
mod owner;
#[cfg(test)]
mod platform;
#[cfg(test)]
#[path = "../common/stream.rs"]
mod stream;
#[cfg(test)]
mod tills;
#[cfg(test)]
#[path = "../common/workers.rs"]
mod workers;

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, VecDeque};
    use std::time::{Duration, Instant};

    use saffron_core::Clock;
    use serde_json::json;

    use crate::book::{Book, points_moved_on};
    use crate::nodes::NODES;
    use crate::operator::{Operator, Role, STREAMS, partition};
    use crate::owner::{Owner, client, read};
    use crate::platform::{Platform, asked};
    use crate::stream::Stream;
    use crate::tills::{Till, Tills, guests};

    /// Where tills post: facts of four partitions.
    const LOCATIONS: [&str; 4] = ["cluster-a", "cluster-b", "cluster-c", "cluster-d"];
    /// Checks in a request of those tills that send lists.
    const BATCH: usize = 20;
    /// Streams that are open all the time.
    const CLIENTS: usize = 3;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn whichever_node_dies_under_load_what_was_acknowledged_is_there_exactly_once() {
        let (seed, rounds) = asked();
        println!("SAFFRON_TEST_SEED={seed} SAFFRON_TEST_ROUNDS={rounds}");
        let platform = Platform::start().await;
        let operator = Operator::connect(&platform.operators()).await;
        operator.all_current(NODES).await;
        let owner = Owner::arrive(&platform.address(), &platform.mail_page()).await;
        let day = today();
        let tills = open_tills(&platform, &owner, &day, seed).await;
        let locations = LOCATIONS.map(str::to_owned);
        let streams: Vec<Stream> = (0..CLIENTS).map(|_| Stream::open(&owner)).collect();
        for stream in &streams {
            stream.opened().await;
        }
        let tills = Tills::begin(tills);

        let mut house = House { platform, operator, owner, tills, streams };
        let mut kills = Vec::new();
        for _ in 0..rounds {
            let mut died = BTreeSet::new();
            // None: whoever gives facts to reports, preferably a node that has not died yet.
            let mut roles = VecDeque::from([Some("POS"), Some("EVENTS"), None, Some("PUSH")]);
            while let Some(role) = roles.pop_front().or_else(|| (died.len() < NODES).then_some(None)) {
                house.moves(&locations).await;
                let node = match role {
                    Some(stream) => house.leader(Role::Stream(stream)).await,
                    None => house.who_gives_facts(&died).await,
                };
                died.insert(node);
                kills.push(house.kill(node, &locations).await);
            }
        }
        house.moves(&locations).await;
        let House { platform, operator, owner, tills, streams } = house;
        let ended = Instant::now();
        let book = tills.end().await;
        println!(
            "{} checks in {} requests, {} of them lists of {BATCH}, {} sent again, {} kills, ingest stood still for {kills:.1?}",
            book.count(),
            book.posts,
            book.batches,
            book.again,
            kills.len(),
        );

        book.expect_sales(&owner, &day).await;
        println!("reports had worked everything {:.1?} after the last check", ended.elapsed());
        book.expect_checks(&owner, &day).await;
        book.expect_points(&owner).await;
        operator.settled().await;
        println!("every service had {:.1?} after it", ended.elapsed());
        assert_eq!(operator.messages("DLQ").await, 0, "something could not be worked");
        expect_events(&operator, &book).await;
        let told = operator.told().await;
        for stream in streams {
            stream.has_all(&told).await;
            let heard = stream.until(book.count() as u64).await;
            println!("{heard}");
            assert!(heard.wrong.is_empty(), "{heard}: {:#?}", heard.wrong);
        }
        platform.stop().await;
    }

    /// Everything that works while nodes die.
    struct House {
        platform: Platform,
        operator: Operator,
        owner: Owner,
        tills: Tills,
        streams: Vec<Stream>,
    }

    impl House {
        /// Waits until every till was acknowledged once more, and every location was told of more checks.
        async fn moves(&self, locations: &[String]) {
            self.tills.moved_on().await;
            self.streams[0].moved_on(locations).await;
        }

        async fn leader(&self, role: Role) -> usize {
            self.platform.nodes.named(&self.operator.leader(role).await)
        }

        /// Who leads what reports reads of a location: a node that has not died yet, if there is one.
        async fn who_gives_facts(&self, died: &BTreeSet<usize>) -> usize {
            let mut nodes = BTreeSet::new();
            for pos_id in LOCATIONS {
                nodes.insert(self.leader(Role::Lane(partition(pos_id))).await);
            }
            let others = (0..NODES).filter(|node| !died.contains(node));
            nodes
                .difference(died)
                .copied()
                .chain(others)
                .chain(nodes.iter().copied())
                .next()
                .unwrap_or_default()
        }

        /// Kills a node, waits until everything works without it, starts it again, and waits until it follows. The longest
        /// time that no till was acknowledged.
        async fn kill(&mut self, node: usize, locations: &[String]) -> Duration {
            let name = self.platform.nodes.name(node).to_owned();
            let mut led = Vec::new();
            for stream in STREAMS {
                led.extend((self.leader(Role::Stream(stream)).await == node).then_some(stream));
            }
            let killed = Instant::now();
            self.platform.nodes.kill(node).await;
            // Who starts now has to pass over the node that is away; it is the first that everybody is told of.
            if node == 0 {
                self.platform.lose("customers");
            }
            self.tills.moved_on().await;
            let still = self.tills.stood_still(killed);
            if node == 0 {
                points_moved_on(&self.owner, LOCATIONS[0]).await;
            }
            self.streams[0].moved_on(locations).await;
            let told = killed.elapsed();

            let again = Instant::now();
            self.platform.nodes.start_again(node);
            self.platform.nodes.has_caught_up(node).await;
            self.operator.all_current(NODES).await;
            println!(
                "{name} killed, leader of {led:?}: no till was acknowledged for {still:.1?}, each location was told of more \
                 after {told:.1?}; started again, it followed after {:.1?}",
                again.elapsed()
            );
            still
        }
    }

    /// A till for single checks at each location, and one for lists at every other; guests earn a point a cent.
    async fn open_tills(platform: &Platform, owner: &Owner, day: &str, seed: u64) -> Vec<Till> {
        let partitions: BTreeSet<u8> = LOCATIONS.into_iter().map(partition).collect();
        assert_eq!(partitions.len(), LOCATIONS.len(), "each location has a partition of its own");
        let (client, mut tills) = (client(), Vec::new());
        for (place, pos_id) in LOCATIONS.into_iter().enumerate() {
            let ingest_key = owner.open_location(platform.provisioning_key(), pos_id).await;
            let percent = json!({ "posID": pos_id, "rewardPercent": 100 });
            owner.call(&client, "update-reward-percent", percent).await.unwrap();
            let request = client.post(format!("{}/ingest/v1/events", platform.address()));
            let request = request.bearer_auth(&ingest_key).json(&guests(pos_id));
            read("ingest", request.send().await.unwrap(), 202).await.unwrap();
            for at_once in [1, BATCH].into_iter().take(1 + place % 2) {
                tills.push(Till {
                    name: format!("till-{}", tills.len()),
                    address: platform.address(),
                    pos_id: pos_id.to_owned(),
                    ingest_key: ingest_key.clone(),
                    at_once,
                    day: day.to_owned(),
                    seed: seed.wrapping_add(tills.len() as u64),
                });
            }
        }
        tills
    }

    /// EVENTS tells of each check; how often it tells the same event twice is said, and that it never tells another one.
    async fn expect_events(operator: &Operator, book: &Book) {
        let recorded = operator.recorded().await;
        let all =
            book.checks.iter().flat_map(|(pos_id, all)| all.iter().map(move |sums| (pos_id, &sums.check)));
        for (pos_id, check) in all {
            let ids = recorded
                .get(&(pos_id.clone(), check.clone()))
                .unwrap_or_else(|| panic!("EVENTS does not tell of {check}"));
            assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), 1, "{check}: {ids:?}");
        }
        assert_eq!(recorded.len(), book.count(), "EVENTS tells of other checks");
        let twice = recorded.values().filter(|ids| ids.len() > 1).count();
        println!("EVENTS tells of each check by one event; of {twice} twice");
    }

    /// The business date at the locations.
    fn today() -> String {
        let now = Clock::system().now() - jiff::SignedDuration::from_hours(4);
        now.in_tz("America/New_York").unwrap().date().to_string()
    }
}
