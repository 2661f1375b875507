//! Servers of one test run: quick, forgetful, in a folder that goes with them.

use std::fs;

use anyhow::Result;

use crate::packages::Packages;
use crate::place::Place;
use crate::postgres::{Psql, Use};
use crate::proc::Identity;
use crate::say::Say;
use crate::secrets::Secrets;
use crate::state::{self, Instance, State};
use crate::up::{Supervisor, servers};

/// Postgres and NATS of one run.
pub struct TestServers {
    /// Superuser's Postgres address.
    pub postgres: String,
    /// NATS without users.
    pub nats: String,
    own: Option<(Place, Supervisor)>,
}

impl TestServers {
    /// Those given by SAFFRON_TEST_POSTGRES_URL and SAFFRON_TEST_NATS_URL, or servers of our own.
    pub async fn start(place: &Place, say: &Say) -> Result<Self> {
        if let (Some(postgres), Some(nats)) =
            (place.env.get("SAFFRON_TEST_POSTGRES_URL"), place.env.get("SAFFRON_TEST_NATS_URL"))
        {
            return Ok(Self { postgres: postgres.to_owned(), nats: nats.to_owned(), own: None });
        }
        let place = place.beside("servers")?;
        let instance = Instance::take(&place, say).await?;
        let secrets = Secrets::load(&place.home)?;
        let mut supervisor = Supervisor::new(instance, say.clone());
        let started = servers(&place, &secrets, Use::Test, say, &mut supervisor).await;
        let around = match started {
            Ok(around) => around,
            Err(error) => {
                supervisor.stop().await;
                return Err(error);
            }
        };
        Ok(Self {
            postgres: around.postgres.to_string(),
            nats: format!("nats://{}", around.nats_address(&place)),
            own: Some((place, supervisor)),
        })
    }

    /// A psql for these servers.
    pub async fn psql(&self, place: &Place) -> Result<Psql> {
        let packages = Packages::get(place, |_| ()).await?;
        Ok(Psql::new(&packages, self.postgres.parse()?))
    }

    /// Ends them and removes what they stored.
    pub async fn stop(self) {
        if let Some((place, supervisor)) = self.own {
            supervisor.stop().await;
            let _ = fs::remove_dir_all(&place.home);
        }
    }
}

/// Ends and removes what runs that were killed have left.
pub async fn clean_up(place: &Place, say: &Say) -> Result<()> {
    let Ok(runs) = fs::read_dir(place.runs()) else { return Ok(()) };
    for run in runs.flatten().map(|entry| entry.path()) {
        if !state::is_held(&run) {
            state::down(&run, say).await?;
            let _ = fs::remove_dir_all(&run);
        }
    }
    Ok(())
}

/// Ends and removes what this very launcher has begun, after it was told to stop in the middle.
pub async fn abandon(place: &Place, say: &Say) {
    let Ok(runs) = fs::read_dir(place.runs()) else { return };
    let own = format!("-{}", std::process::id());
    for run in runs.flatten().map(|entry| entry.path()) {
        if !run.file_name().is_some_and(|name| name.to_string_lossy().ends_with(&own)) {
            continue;
        }
        if State::read(&run).launcher == Identity::own() {
            state::clean(&run, say).await;
        } else {
            let _ = state::down(&run, say).await;
        }
        let _ = fs::remove_dir_all(&run);
    }
}
