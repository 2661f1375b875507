//! A rolling restart of every service under load: no request is refused or cut off, no fact and no event is lost.
//! Needs `saffron` and `saffron-sandbox` built: `cargo dev test faults` runs it.

#[cfg(test)]
mod balancer;
#[cfg(test)]
#[path = "../dev/fixture.rs"]
mod fixture;
#[cfg(test)]
mod load;
#[cfg(test)]
#[path = "../common/owner.rs"]
mod owner;
#[cfg(test)]
#[path = "../common/people.rs"]
mod people;
#[cfg(test)]
mod platform;
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
#[path = "../common/workers.rs"]
mod workers;

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use saffron_dev::services::{self, GATEWAY};

    use crate::load::Load;
    use crate::people::{POS_ID, People};
    use crate::platform::{Platform, mail_page};
    use crate::recorded::expect_recorded;
    use crate::stream::Stream;

    /// The longest that a process may take from SIGTERM to its end (spec: ten seconds).
    const DRAIN: Duration = Duration::from_secs(10);
    /// Streams that are open all the time.
    const STREAMS: usize = 3;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_rolling_restart_loses_no_request_and_no_event() {
        let mut platform = Platform::start().await;
        let key = platform.told("SAFFRON_PROVISIONING_KEY");
        let people = People::arrive(&platform.address(), &mail_page(&platform), key).await;
        let streams: Vec<Stream> = (0..STREAMS).map(|_| Stream::open(&people.owner)).collect();
        for stream in &streams {
            stream.opened().await;
        }
        let load = Load::begin(&people);
        load.moved_on().await;

        replace(&mut platform, GATEWAY, &load).await;
        // Before a replica of reports goes, which makes everyone load anew.
        let mut resumed = Vec::new();
        for stream in &streams {
            resumed.push(stream.another().await);
        }
        for heard in &resumed {
            assert!(heard.connections > 1, "{heard}");
            assert_eq!(heard.resets, 0, "{heard}");
            for other in &resumed {
                assert_eq!(heard.misses_of(other), 0, "{heard} misses what {other} has");
            }
        }
        for service in services::all().filter(|service| *service != GATEWAY) {
            replace(&mut platform, service, &load).await;
        }

        let done = load.end().await;
        println!("{} checks posted, {} calls answered, {} lost", done.checks, done.calls, done.lost.len());
        assert!(
            done.lost.is_empty(),
            "{} requests were lost: {:#?}\n{}",
            done.lost.len(),
            done.lost,
            platform.complaints()
        );
        people.expect_checks(done.checks).await;
        expect_recorded(platform.told("SAFFRON_OPS_NATS_URL"), POS_ID, done.checks).await;
        let mut all = Vec::new();
        for stream in streams {
            all.push(stream.until(done.checks).await);
        }
        for heard in &all {
            println!("{heard}");
            assert!(heard.wrong.is_empty(), "{heard}: {:#?}", heard.wrong);
            for other in &all {
                assert_eq!(heard.misses_of(other), 0, "{heard} misses what {other} has");
            }
        }
        platform.stop().await;
    }

    /// Each replica of a service, one after the other, while the load goes on.
    async fn replace(platform: &mut Platform, service: &'static str, load: &Load) {
        for place in 0..platform.replicas() {
            let took = platform.replace(service, place).await;
            assert!(took <= DRAIN, "{service} took {took:?} to end");
            // What is asked now meets the new replica.
            load.moved_on().await;
        }
    }
}
