//! A rolling restart of every service under load: no request is refused or cut off, no fact and no event is lost.
//! Needs the built programs: `cargo dev test faults` runs it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::print_stdout)]

use anyhow::Result;
use saffron_dev::Output;
use saffron_dev::services::{self, GATEWAY};
use saffron_instance::{
    Base, Instance, Load, Received, Replicas, Restaurant, Settings, Stream, unlimited_rates,
};

/// Streams that are open all the time.
const STREAMS: usize = 3;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rolling_restart_loses_no_request_and_no_event() -> Result<()> {
    let settings = Settings { variables: unlimited_rates().into(), ..Settings::default() };
    let instance = Instance::start(Base::temporary()?, "rolling", settings, &Output::new()).await?;
    let mut replicas = Replicas::start(instance).await?;
    let restaurant = Restaurant::open(&replicas.instance, &replicas.address()).await?;
    let mut streams = Vec::new();
    for _ in 0..STREAMS {
        let stream = Stream::open(&restaurant.owner)?;
        stream.opened().await?;
        streams.push(stream);
    }
    let load = restaurant.load()?;
    load.wait_for_progress().await?;

    replace(&mut replicas, GATEWAY, &load).await?;
    // Before a replica of reports goes, after which every stream is reset.
    let mut resumed = Vec::new();
    for stream in &streams {
        resumed.push(stream.next().await?);
    }
    for received in &resumed {
        assert!(received.connections > 1, "{received}");
        assert_eq!(received.resets, 0, "{received}");
    }
    expect_the_same(&resumed);
    for service in services::all().filter(|service| *service != GATEWAY) {
        replace(&mut replicas, service, &load).await?;
    }

    let done = load.end().await?;
    let lost = done.lost.len();
    println!("{} checks posted, {} calls answered, {lost} lost", done.checks, done.calls);
    assert!(lost == 0, "{lost} requests were lost: {:#?}\n{}", done.lost, replicas.complaints());
    restaurant.expect_checks(done.checks).await?;
    replicas.instance.operator().await?.expect_recorded(Restaurant::POS_ID, done.checks).await?;
    let mut all = Vec::new();
    for stream in streams {
        let received = stream.until_checks(done.checks).await?;
        println!("{received}");
        received.expect_right()?;
        all.push(received);
    }
    expect_the_same(&all);
    replicas.stop().await
}

fn expect_the_same(all: &[Received]) {
    for received in all {
        for other in all {
            assert_eq!(received.misses_of(other), 0, "{received} misses what {other} has");
        }
    }
}

/// Replaces each replica of a service, one after the other, while the load goes on.
async fn replace(replicas: &mut Replicas, service: &'static str, load: &Load) -> Result<()> {
    for number in 0..Replicas::NUMBER {
        replicas.replace(service, number).await?;
        // Requests from now on meet the new replica.
        load.wait_for_progress().await?;
    }
    Ok(())
}
