//! Killed services and servers while an import is under way: nothing is lost and nothing counts twice.
//! Needs `saffron` and `saffron-sandbox` built and takes minutes: `cargo dev test faults` runs it.

#[cfg(test)]
#[path = "../dev/fixture.rs"]
mod fixture;
#[cfg(test)]
mod owner;
#[cfg(test)]
mod proxy;
#[cfg(test)]
mod year;

#[cfg(test)]
mod tests {
    use std::process::Stdio;

    use saffron_dev::secrets::Secrets;

    use crate::fixture::{Own, kill, until};
    use crate::owner::Owner;
    use crate::proxy::Proxy;
    use crate::year::Year;

    /// Everything that an accepted fact passes through, and what tells whose it is.
    const VICTIMS: [&str; 5] = ["auth", "reports", "gateway", "nats", "postgres"];
    /// Batches of an import that have gone out when the victim is killed: a third of the year.
    const BATCHES: usize = 15;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn whoever_is_killed_during_an_import_every_day_equals_the_file() {
        let own = Own::new();
        let up = own.run(&["up", "--detach", "--no-demo", "--no-build"]);
        assert!(up.status.success(), "{up:?}");
        own.ready();
        let year = Year::read();
        let owner = Owner::sign_up(own.ports.gateway).await;
        let provisioning_key = Secrets::load(&own.home()).unwrap().provisioning_key;

        for victim in VICTIMS {
            let pos_id = format!("killed-{victim}");
            let mut proxy = Proxy::start(own.ports.gateway).await;
            let import = own
                .launcher(&["import", &Year::file(), "--pos-id", &pos_id, "--url", &proxy.url()])
                .env("SAFFRON_PROVISIONING_KEY", &provisioning_key)
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            proxy.ingested(BATCHES).await;
            let killed = own.state().process(victim).unwrap().clone();
            kill(&killed);

            let import = tokio::task::spawn_blocking(|| import.wait_with_output().unwrap()).await.unwrap();
            assert!(import.status.success(), "{victim}: {import:?}");
            assert!(proxy.seen() > BATCHES, "{victim}: the import was over before the kill");
            until("the killed process to be started again", || {
                own.state().process(victim).filter(|id| id.pid != killed.pid).map(drop)
            });
            let said = String::from_utf8(import.stdout).unwrap();
            let code = said.lines().find_map(|line| line.trim().strip_prefix("link code")).unwrap();
            owner.link(&pos_id, code.split_whitespace().next().unwrap()).await;
        }
        for victim in VICTIMS {
            owner.expect_year(&format!("killed-{victim}"), &year).await;
        }
        let state = own.state();
        assert!(own.run(&["down"]).status.success());
        own.assert_nothing_left(&state);
    }
}
