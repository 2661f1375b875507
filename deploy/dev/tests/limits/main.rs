//! Attacks on one gateway with its default limits, while an owner beside them reads, posts and listens: nothing of it
//! reaches the owner, and memory is bounded. Needs `saffron` and `saffron-sandbox` built: `cargo dev prove limits` runs it.
//! Other addresses of loopback (127.0.0.0/8) have to be there, as they are on Linux.

#[cfg(test)]
mod bystander;
#[cfg(test)]
#[path = "../dev/fixture.rs"]
mod fixture;
#[cfg(test)]
mod heavy;
#[cfg(test)]
mod house;
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
mod slow;
#[cfg(test)]
#[path = "../common/stream.rs"]
mod stream;
#[cfg(test)]
#[path = "../common/workers.rs"]
mod workers;

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use nix::sys::resource::{Resource, getrlimit, setrlimit};
    use saffron_dev::environment::Environment;
    use saffron_dev::services::GATEWAY;

    use crate::bystander::Bystander;
    use crate::house::{House, STUDIOS, only};
    use crate::people::People;
    use crate::{heavy, slow};

    const MIB: u64 = 1024 * 1024;
    /// Open files of the test itself.
    const FILES: u64 = 14_000;
    /// Those of a process that nobody asked how many it needs.
    const FEW_FILES: u64 = 1_024;
    /// What any attack may make the gateway hold beside what it held before. Ten thousand connections of 8 KiB of buffer and
    /// as much of everything else are 160 MiB; 16 large bodies of 8 MiB and 128 small ones of 1 MiB, each twice while it is
    /// read, are 512 MiB.
    const GROWTH: u64 = 512 * MIB;
    /// The same of bodies that are far too large: 64 of which a MiB is read before it is known, twice while it is.
    const GROWTH_BY_HUGE: u64 = 192 * MIB;
    /// What a pod of a service behind the gateway may hold (k8s/base). A password takes 19 MiB while it is hashed, as many at
    /// once as there are cores; the largest picture takes 200 while it is drawn, one at once, and 16 wait.
    const POD: u64 = 512 * MIB;
    /// Of a hundred requests beside an attack so many are answered well: a machine that does little else than to attack
    /// itself may be too slow for one.
    const WELL: u64 = 95;
    const ATTACKS: [&str; 13] = [
        "slow heads",
        "slow bodies",
        "slow pictures",
        "idle connections",
        "unread answers",
        "huge bodies",
        "deep JSON",
        "compression bombs",
        "unread streams",
        "ten times the rate",
        "open calls",
        "guessed passwords",
        "pictures",
    ];

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn whatever_one_address_does_the_others_are_served_and_memory_is_bounded() {
        let (_, hard) = getrlimit(Resource::RLIMIT_NOFILE).unwrap();
        assert!(hard >= FILES, "this machine lets a process have {hard} open files; {FILES} are needed");
        // Services start with few, as most shells have it.
        setrlimit(Resource::RLIMIT_NOFILE, FEW_FILES, hard).unwrap();
        let rounds = Environment::read().get("SAFFRON_TEST_ROUNDS").and_then(|text| text.parse().ok());
        // Some of them, for who mends what they show.
        let only = only();

        let mut house = House::start().await;
        setrlimit(Resource::RLIMIT_NOFILE, FILES, hard).unwrap();
        let people = People::arrive(&house.address(), house.mail_page(), house.provisioning_key()).await;
        let bystander = Bystander::arrive(&people).await;
        bystander.moved_on().await;
        for (round, attack) in
            (0..rounds.unwrap_or(1)).flat_map(|round| ATTACKS.map(|attack| (round, attack)))
        {
            if only.as_deref().is_some_and(|only| only.split(',').all(|one| one != attack)) {
                continue;
            }
            let memory = house.memory();
            bystander.answered();
            let began = Instant::now();
            let (gateway, address) = (house.gateway(), house.address());
            let outcome = match attack {
                "slow heads" => slow::heads(gateway).await,
                "slow bodies" => slow::bodies(gateway).await,
                "slow pictures" => slow::pictures(gateway, &people.owner).await,
                "idle connections" => slow::idle(gateway).await,
                "unread answers" => slow::unread(gateway).await,
                "huge bodies" => heavy::huge(&address).await,
                "deep JSON" => heavy::deep(&address).await,
                "compression bombs" => heavy::bombs(&address).await,
                "unread streams" => heavy::deaf(&house, &people.owner).await,
                "open calls" => heavy::open_calls(&address).await,
                "guessed passwords" => heavy::guesses(&address, round).await,
                "pictures" => heavy::pictures(&people.owner).await,
                _ => heavy::hasty(&people.owner).await,
            };
            bystander.moved_on().await;
            let (took, answered) = (began.elapsed(), bystander.answered());
            let seen = memory.seen();
            let held = seen[GATEWAY];
            let asked = answered.well + answered.badly.len() as u64;
            println!(
                "{attack} for {took:.0?}: {outcome}\n  beside it {} of {asked} requests answered well, the longest {:.2?}",
                answered.well, answered.longest
            );
            seen.iter().for_each(|(service, held)| println!("  {service} {held}"));
            house.assert_alive();
            assert!(
                answered.well * 100 >= asked * WELL,
                "{attack} reached the owner, {} of {asked} times: {:#?}",
                answered.badly.len(),
                answered.badly
            );
            let most = if attack == "huge bodies" { GROWTH_BY_HUGE } else { GROWTH };
            assert!(held.grew() < most, "{attack}: {held}");
            for service in STUDIOS {
                assert!(seen[service].most < POD, "{attack}: {service} {}", seen[service]);
            }
        }
        bystander.leave(&people).await;
        house.stop().await;
    }
}
