//! Every service, NATS and Postgres killed at random moments while checks keep coming: afterwards everything is there that
//! was acknowledged, and once. Needs `saffron` built: `cargo dev prove kills` runs it.

#[cfg(test)]
mod book;
#[cfg(test)]
mod cards;
#[cfg(test)]
mod check;
#[cfg(test)]
mod compare;
#[cfg(test)]
#[path = "../common/door.rs"]
mod door;
#[cfg(test)]
mod expect;
#[cfg(test)]
#[path = "../dev/fixture.rs"]
mod fixture;
#[cfg(test)]
#[path = "../common/operator.rs"]
mod operator;
#[cfg(test)]
#[path = "../common/owner.rs"]
mod owner;
#[cfg(test)]
mod people;
#[cfg(test)]
mod plain;
#[cfg(test)]
mod plan;
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
    use std::collections::{BTreeMap, BTreeSet};
    use std::time::Instant;

    use saffron_core::Clock;
    use serde_json::json;

    use crate::book::Book;
    use crate::cards::CardTill;
    use crate::expect::House;
    use crate::operator::{Operator, partition};
    use crate::owner::{Owner, client};
    use crate::people::Person;
    use crate::plan::{Step, plan};
    use crate::platform::{Platform, asked};
    use crate::stream::Stream;
    use crate::tills::Till;
    use crate::workers::Workers;

    /// Where tills post, each in a partition of its own. The first takes cards.
    const LOCATIONS: [&str; 4] = ["kills-a", "kills-b", "kills-c", "kills-d"];
    /// Versions of checks that are acknowledged for each kill, at least.
    const FACTS: u64 = 2_000;
    /// Events in a request of tills that send lists.
    const BATCH: usize = 25;
    /// Streams that are open all the time.
    const CLIENTS: usize = 3;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn whoever_is_killed_under_load_what_was_acknowledged_is_there_exactly_once() {
        let (seed, kills) = asked();
        println!("SAFFRON_TEST_SEED={seed} SAFFRON_TEST_KILLS={kills}");
        let platform = Platform::start().await;
        let operator = Operator::connect(&platform.operators()).await;
        let owner = Owner::arrive(&platform.address(), &platform.mail_page()).await;
        let (book, days) = (Book::new(), days());
        let (mut tills, mut visits) = (Workers::new(), Workers::new());
        open(&platform, &owner, &book, &days, seed, &mut tills).await;
        let streams: Vec<Stream> = (0..CLIENTS).map(|_| Stream::open_where_gateways_die(&owner)).collect();
        for stream in &streams {
            stream.opened().await;
        }
        let people: Vec<Person> = LOCATIONS.iter().map(|pos_id| Person::new(&owner, pos_id)).collect();
        for (place, person) in people.iter().enumerate() {
            person.clone().begin_reading(&book, &days[0], &mut visits);
            person.clone().begin_doing(&book, seed.wrapping_add(1_000 + place as u64), &mut visits);
        }

        let began = Instant::now();
        for (step, more) in plan(seed, kills) {
            book.more(FACTS * step.kills() + more).await;
            let resets: Vec<u64> = streams.iter().map(Stream::resets).collect();
            strike(&platform, &step).await;
            // What reports has committed last it may not have told.
            if step.victims().contains(&"reports") {
                for (stream, before) in streams.iter().zip(resets) {
                    stream.reset_beyond(before).await;
                }
            }
            let (facts, _, again) = book.counts();
            println!(
                "{:.1?}: {facts} versions of checks, {again} requests sent again: {step:?}",
                began.elapsed()
            );
        }
        book.more(FACTS).await;
        tills.moved_on().await;
        streams[0].moved_on(&LOCATIONS.map(str::to_owned)).await;
        let ended = Instant::now();
        book.close();
        tills.end().await;
        visits.end().await;
        let (facts, posts, again) = book.counts();
        let checks: usize = LOCATIONS.iter().map(|pos_id| book.at(pos_id, |place| place.checks.len())).sum();
        println!(
            "{kills} kills in {:.1?}: {facts} versions of {checks} checks in {posts} requests, {again} sent again",
            began.elapsed()
        );

        operator.settled().await;
        println!("every consumer had settled {:.1?} after the last check", ended.elapsed());
        let house = House { platform: &platform, book: &book, people, days };
        house.is_as_acknowledged().await;
        expect_events(&operator, &book).await;
        assert_eq!(operator.messages("DLQ").await, 0, "something could not be worked");
        expect_streams(streams, &operator, &book, &house.days[0]).await;
        platform.stop().await;
    }

    async fn strike(platform: &Platform, step: &Step) {
        match step {
            Step::One(victim) => drop(platform.kill(victim).await),
            Step::Two(one, other) => drop(tokio::join!(platform.kill(one), platform.kill(other))),
            Step::Again(victim, after) => {
                let killed = platform.kill(victim).await;
                platform.another(victim, Some(&killed)).await;
                // A moment of its start that the seed has drawn.
                tokio::time::sleep(*after).await;
                platform.kill(victim).await;
            }
        }
    }

    /// Registers every location, and lets its tills begin: one that sends checks by themselves, two that send lists, and
    /// at the first location one with a card reader. Guests earn a point a cent.
    async fn open(
        platform: &Platform,
        owner: &Owner,
        book: &Book,
        days: &[String; 3],
        seed: u64,
        workers: &mut Workers,
    ) {
        let partitions: BTreeSet<u8> = LOCATIONS.into_iter().map(partition).collect();
        assert_eq!(partitions.len(), LOCATIONS.len(), "each location has a partition of its own");
        let (client, mut opened) = (client(), Vec::new());
        for (place, pos_id) in LOCATIONS.into_iter().enumerate() {
            let mut form = json!({ "posID": pos_id, "name": pos_id, "timeZone": "America/New_York" });
            if place == 0 {
                form["cardAccount"] = json!(platform.account());
            }
            let ingest_key = owner.open_location_as(platform.provisioning_key(), form).await;
            let percent = json!({ "posID": pos_id, "rewardPercent": 100 });
            owner.call(&client, "update-reward-percent", percent).await.unwrap();
            let till = Till {
                name: format!("till-{place}"),
                address: platform.address(),
                pos_id: pos_id.to_owned(),
                ingest_key,
                at_once: 1,
                days: days.clone(),
                counts: false,
                seed: seed.wrapping_add(10 * place as u64),
            };
            till.open(&client, book).await;
            opened.push(till);
        }
        book.open();
        for till in opened {
            for (number, at_once) in [1, BATCH, BATCH].into_iter().enumerate() {
                let (name, seed) = (format!("{}-{number}", till.name), till.seed + 1 + number as u64);
                Till { name, at_once, seed, counts: number == 1, ..till.clone() }.begin(book, workers);
            }
            if till.pos_id == LOCATIONS[0] {
                let till = Till { name: format!("{}-cards", till.name), ..till };
                CardTill { till, provider: platform.cards.clone(), account: platform.account() }
                    .begin(book, workers);
            }
        }
    }

    /// EVENTS tells of each check, by no more events than it has versions.
    async fn expect_events(operator: &Operator, book: &Book) {
        let recorded = operator.recorded().await;
        let mut checks = 0;
        for pos_id in LOCATIONS {
            book.at(pos_id, |place| {
                checks += place.checks.len();
                for (check, stands) in &place.checks {
                    let ids = recorded
                        .get(&(pos_id.to_owned(), check.clone()))
                        .unwrap_or_else(|| panic!("EVENTS does not tell of {check}"));
                    let events = ids.iter().collect::<BTreeSet<_>>().len() as i64;
                    assert!(events <= stands.revision, "{check} of revision {}: {ids:?}", stands.revision);
                }
            });
        }
        assert_eq!(recorded.len(), checks, "EVENTS tells of other checks");
        let twice = |ids: &Vec<String>| ids.iter().collect::<BTreeSet<_>>().len() < ids.len();
        println!(
            "EVENTS tells of each check; of {} twice",
            recorded.values().filter(|ids| twice(ids)).count()
        );
    }

    /// Each stream has all that PUSH has, or was told to load anew, and ends with what stands.
    async fn expect_streams(streams: Vec<Stream>, operator: &Operator, book: &Book, today: &str) {
        let told = operator.told().await;
        let count = |pos_id: &str| {
            book.at(pos_id, |place| {
                place.checks.values().filter(|check| check.day == today && check.counts()).count() as u64
            })
        };
        let wanted: BTreeMap<(String, String), u64> =
            LOCATIONS.map(|pos_id| ((pos_id.to_owned(), today.to_owned()), count(pos_id))).into();
        for stream in streams {
            stream.has_all(&told).await;
            let heard = stream.until_told(&wanted).await;
            println!("{heard}");
            assert!(heard.wrong.is_empty(), "{heard}: {:#?}", heard.wrong);
        }
    }

    /// The business dates of today, of yesterday and of the day before at the locations.
    fn days() -> [String; 3] {
        let now = Clock::system().now() - jiff::SignedDuration::from_hours(4);
        let today = now.in_tz("America/New_York").unwrap().date();
        [0, 1, 2].map(|back| (today - jiff::Span::new().days(back)).to_string())
    }
}
