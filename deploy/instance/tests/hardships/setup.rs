//! An instance with an owner, locations, guests and tills.

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::Result;
use saffron_dev::environment::Environment;
use saffron_dev::proc::Identity;
use saffron_instance::{Checks, Launched, Owner, Record, Stream, Till, Tills, finish, kill};

/// How long a killed process may take to be started again.
const STARTED: Duration = Duration::from_secs(300);

pub struct Setup {
    pub instance: Launched,
    pub owner: Owner,
    /// A till of each location.
    pub tills: Vec<Till>,
}

impl Setup {
    /// An instance with these locations, whose launcher `start` may start in another environment.
    pub async fn start(
        locations: &[&str],
        start: impl FnOnce(&Launched, Command) -> Command,
    ) -> Result<Self> {
        let instance = Launched::with_unlimited_rates()?;
        finish(start(&instance, instance.up())).await?;
        let (owner, mut tills) = (instance.owner().await?, Vec::new());
        for pos_id in locations {
            tills.push(Checks::open(&owner, &instance.secrets.provisioning_key, pos_id).await?);
        }
        Ok(Self { instance, owner, tills })
    }

    /// The checks that each till is to post, one a request.
    pub fn checks(&self, day: &str, seed: u64) -> impl Iterator<Item = Checks> {
        self.tills.iter().zip(0_u64..).map(move |(till, place)| Checks {
            till: till.clone(),
            name: format!("till-{place}"),
            at_once: 1,
            day: day.to_owned(),
            seed: seed.wrapping_add(place),
        })
    }

    /// The running process of this name.
    pub fn process(&self, name: &str) -> Identity {
        self.instance.process(name).unwrap_or_else(|| panic!("{name} does not run"))
    }

    /// Kills a process, and waits until it is started again.
    pub async fn kill(&self, name: &str) -> Result<Identity> {
        let before = self.process(name);
        kill(&before).await?;
        self.instance.started_again(name, Some(&before), STARTED).await
    }

    /// Ends the tills, and compares every service, EVENTS and the stream with the tills' record.
    pub async fn expect_all(&self, tills: Tills, stream: Stream, day: &str) -> Result<Record> {
        let ended = Instant::now();
        let record = tills.end().await?;
        let Record { posts, repeats, .. } = record;
        println!("{} checks in {posts} requests, {repeats} sent again", record.count());
        for line in record.expect(&self.owner, &self.instance.operator().await?, day).await? {
            println!("{line}");
        }
        let received = stream.until_checks(record.count() as u64).await?;
        println!("{received}; all was compared {:.1?} after the last check", ended.elapsed());
        received.expect_right()?;
        Ok(record)
    }
}

/// The seed and the number of repeats that the proof is run with.
pub fn options(times: u64) -> (u64, u64) {
    let env = Environment::read();
    let number = |name: &str| env.get(name).and_then(|text| text.parse().ok());
    let seed = number("SAFFRON_TEST_SEED").unwrap_or_else(rand::random);
    let times = number("SAFFRON_TEST_ROUNDS").unwrap_or(times);
    println!("SAFFRON_TEST_SEED={seed} SAFFRON_TEST_ROUNDS={times}");
    (seed, times)
}
