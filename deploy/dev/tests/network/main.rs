//! Networks that delay, lose, cut and swallow, between every two processes, while tills post, people read and a stream is
//! open. Needs `saffron` and `saffron-sandbox` built: `cargo dev prove network` runs it.

#[cfg(test)]
#[path = "../dev/fixture.rs"]
mod fixture;
#[cfg(test)]
mod house;
#[cfg(test)]
mod load;
#[cfg(test)]
#[path = "../common/memory.rs"]
mod memory;
#[cfg(test)]
#[path = "../common/owner.rs"]
mod owner;
#[cfg(test)]
#[path = "../common/people.rs"]
mod people;
#[cfg(test)]
#[path = "../common/processes.rs"]
mod processes;
#[cfg(test)]
#[path = "../common/recorded.rs"]
mod recorded;
#[cfg(test)]
#[path = "../common/stream.rs"]
mod stream;
#[cfg(test)]
mod way;
#[cfg(test)]
#[path = "../common/workers.rs"]
mod workers;

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use saffron_dev::environment::Environment;
    use serde_json::Value;

    use crate::house::{Edge, House, edges, only};
    use crate::load::{Load, calls, client, request};
    use crate::people::{POS_ID, People};
    use crate::recorded::expect_recorded;
    use crate::stream::Stream;
    use crate::way::Fault;

    /// How long everything may take to be well again after a fault; no figure, but the end of patience.
    const PATIENCE: Duration = Duration::from_secs(300);
    /// What a process may hold more than before: what it keeps on purpose (64 MiB of answers, 64 MiB of PUSH, 8 MiB of
    /// facts of each of four partitions), and what its allocator keeps of that.
    const GROWTH: u64 = 192 * 1024 * 1024;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn whatever_the_network_does_answers_come_in_time_and_all_is_well_when_it_ends() {
        let number = |name: &str| Environment::read().get(name).and_then(|text| text.parse::<u64>().ok());
        let seed = number("SAFFRON_TEST_SEED").unwrap_or_else(rand::random);
        let rounds = number("SAFFRON_TEST_ROUNDS").unwrap_or(1);
        // One edge, for who mends it.
        let only = only();
        println!("SAFFRON_TEST_SEED={seed} SAFFRON_TEST_ROUNDS={rounds}");
        let mut house = House::start(seed).await;
        let people = People::arrive(&house.address(), house.mail_page(), house.provisioning_key()).await;
        let stream = Stream::open(&people.owner);
        stream.opened().await;
        let load = Load::begin(&people);
        load.moved_on().await;
        let memory = house.memory();

        let mut faults = 0;
        for _ in 0..rounds {
            for edge in edges().iter().filter(|edge| only.as_ref().is_none_or(|only| edge.name == *only)) {
                for fault in Fault::ALL {
                    suffer(&house, edge, fault, &load, &people, &stream).await;
                    house.assert_alive();
                    faults += 1;
                }
            }
        }

        let checks = load.end().await;
        people.expect_checks(checks).await;
        expect_recorded(house.operators(), POS_ID, checks).await;
        let heard = stream.until(checks).await;
        println!("{faults} faults, {checks} checks acknowledged and there exactly once; {heard}");
        assert!(heard.wrong.is_empty(), "{heard}: {:#?}", heard.wrong);
        for (service, held) in memory.seen() {
            println!("{service}: {held}");
            assert!(held.grew() < GROWTH, "{service}: {held}");
        }
        house.stop().await;
    }

    /// One edge is bad until everybody was answered something, and well again.
    async fn suffer(house: &House, edge: &Edge, fault: Fault, load: &Load, people: &People, stream: &Stream) {
        let name = format!("{}, {fault}", edge.name);
        load.answers();
        let began = Instant::now();
        house.becomes(edge, fault);
        let told = (edge.is_asked && fault.is_total()).then_some(is_told(people, 503));
        load.moved_on().await;
        if let Some(told) = told {
            told.await;
        }
        let lasted = began.elapsed();
        let answers = load.answers();
        load.assert_right(&name);

        let ended = Instant::now();
        house.becomes(edge, Fault::None);
        let acknowledged = load.acknowledged();
        is_told(people, 200).await;
        let ready = ended.elapsed();
        for (call, form) in calls() {
            answered(people, call, &form, |_| true).await;
        }
        let answering = ended.elapsed();
        let (report, form) = &calls()[1];
        answered(people, report, form, |answer| answer["body"][0]["checks"].as_u64() >= Some(acknowledged))
            .await;
        let fresh = ended.elapsed();
        stream.moved_on(&[POS_ID.to_owned()]).await;
        let streaming = ended.elapsed();
        load.moved_on().await;
        load.assert_right(&format!("after {name}"));

        let all = answers.values();
        let (good, later) = all.fold((0, 0), |(good, later), one| (good + one.good, later + one.later));
        let slowest = answers.iter().max_by_key(|(_, one)| one.longest);
        let (slowest, longest) = slowest.map_or(("", Duration::ZERO), |(call, one)| (*call, one.longest));
        println!(
            "{name}: for {lasted:.1?} {good} good answers and {later} times 503, the longest {longest:.1?} ({slowest}); \
             well again: ready after {ready:.1?}, all calls {answering:.1?}, figures {fresh:.1?}, stream {streaming:.1?}"
        );
    }

    /// Waits until /readyz says so.
    async fn is_told(people: &People, status: u16) {
        let (client, began) = (client(), Instant::now());
        loop {
            let answer = client.get(format!("{}/readyz", people.owner.address)).send().await.unwrap();
            if answer.status().as_u16() == status {
                return;
            }
            let text = answer.text().await.unwrap();
            assert!(began.elapsed() < PATIENCE, "/readyz does not become {status}: {text}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Waits until a call is answered 200, as wished.
    async fn answered(people: &People, call: &str, form: &Value, is_right: impl Fn(&Value) -> bool) {
        let (client, began) = (client(), Instant::now());
        loop {
            let answer = request(&client, people, call, form).send().await.unwrap();
            let (status, text) = (answer.status().as_u16(), answer.text().await.unwrap());
            let body: Value = serde_json::from_str(&text).unwrap();
            if status == 200 && is_right(&body) {
                return;
            }
            assert!(began.elapsed() < PATIENCE, "{call} is not well again: {status} {text}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
}
