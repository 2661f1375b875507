//! Starting and stopping: nothing is left, however the launcher ended.

use std::os::unix::process::CommandExt;
use std::process::Stdio;

use anyhow::Result;
use nix::sys::signal::Signal;
use saffron_dev::proc::Identity;
use saffron_dev::state::State;
use saffron_instance::{Launched, until};

/// SIGKILL, and waits until it took effect.
fn kill(id: &Identity) -> Result<()> {
    id.signal(Signal::SIGKILL);
    until("a killed process to be gone", || (!id.alive()).then_some(()))
}

/// The states of the test runs that an instance's launcher has begun.
fn runs(instance: &Launched) -> Vec<State> {
    let runs = std::fs::read_dir(instance.config.runs()).into_iter().flatten().flatten();
    runs.map(|run| State::read(&run.path())).collect()
}

/// Fails if a test run has left a folder or a process.
fn assert_no_run_left(instance: &Launched) -> Result<()> {
    assert_eq!(runs(instance).len(), 0, "a folder is left");
    instance.expect_no_process_of_folder()
}

#[test]
fn servers_start_answer_and_stop_without_a_trace() -> Result<()> {
    let instance = Launched::new()?;
    let up = instance.run(&["up", "--detach", "--servers"])?;
    assert!(up.status.success(), "{up:?}");
    let state = instance.state();
    assert_eq!(
        state.processes.iter().map(|process| process.name.as_str()).collect::<Vec<_>>(),
        ["postgres", "nats"]
    );

    let again = instance.run(&["up", "--servers"])?;
    assert!(!again.status.success());
    let printed = String::from_utf8_lossy(&again.stderr);
    assert!(printed.contains("already runs") && printed.contains("cargo dev down"), "{printed}");
    assert!(instance.state().process("postgres").is_some(), "the refused start did no harm");

    assert!(instance.run(&["down"])?.status.success());
    instance.expect_nothing_left(&state)?;
    let nothing = instance.run(&["down"])?;
    assert!(
        nothing.status.success() && String::from_utf8_lossy(&nothing.stdout).contains("Nothing was running")
    );
    Ok(())
}

#[test]
fn ctrl_c_and_sigterm_stop_everything() -> Result<()> {
    let instance = Launched::new()?;
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let mut launcher = instance.command(&["up", "--servers"]).stdout(Stdio::null()).spawn()?;
        let state = instance.ready()?;
        Identity::of(launcher.id().try_into()?).unwrap().signal(signal);
        launcher.wait()?;
        instance.expect_nothing_left(&state)?;
    }
    Ok(())
}

#[test]
fn leftovers_of_a_killed_launcher_end_at_down_and_next_up() -> Result<()> {
    let instance = Launched::new()?;
    for next in [&["down"][..], &["up", "--detach", "--servers"]] {
        let mut launcher =
            instance.command(&["up", "--servers"]).stdout(Stdio::null()).process_group(0).spawn()?;
        let left = instance.ready()?;
        kill(left.launcher.as_ref().unwrap())?;
        launcher.wait()?;
        assert!(
            left.process("postgres").is_some() && left.process("nats").is_some(),
            "servers outlive their launcher"
        );

        let output = instance.run(next)?;
        assert!(output.status.success(), "{output:?}");
        assert!(left.processes.iter().all(|process| !process.id.alive()), "{output:?}");
    }
    let state = instance.ready()?;
    assert!(instance.run(&["down"])?.status.success());
    instance.expect_nothing_left(&state)
}

#[test]
fn killed_server_is_started_again() -> Result<()> {
    let instance = Launched::new()?;
    assert!(instance.run(&["up", "--detach", "--servers"])?.status.success());
    for name in ["postgres", "nats"] {
        let first = instance.state().process(name).unwrap().clone();
        kill(&first)?;
        until("another process", || {
            instance.state().process(name).filter(|id| id.pid != first.pid).map(drop)
        })?;
    }
    Ok(())
}

#[test]
fn taken_port_is_named_with_its_variable() -> Result<()> {
    let instance = Launched::new()?;
    let _taken = std::net::TcpListener::bind(("127.0.0.1", instance.config.ports.nats))?;
    let up = instance.run(&["up", "--servers"])?;
    assert!(!up.status.success());
    let printed = String::from_utf8_lossy(&up.stderr);
    assert!(
        printed.contains(&instance.config.ports.nats.to_string()) && printed.contains("SAFFRON_NATS_PORT"),
        "{printed}"
    );
    Ok(())
}

#[test]
fn two_instances_run_side_by_side() -> Result<()> {
    let (first, second) = (Launched::new()?, Launched::new()?);
    for instance in [&first, &second] {
        assert!(instance.run(&["up", "--detach", "--servers"])?.status.success());
    }
    assert!(first.run(&["down"])?.status.success());
    assert!(second.state().process("postgres").is_some(), "stopping one leaves the other alone");
    Ok(())
}

#[test]
fn command_gets_servers_that_end_with_it() -> Result<()> {
    let instance = Launched::new()?;
    let script = "echo $SAFFRON_TEST_POSTGRES_URL $SAFFRON_TEST_NATS_URL";
    let output = instance.run(&["test", "--with", "sh", "-c", script])?;
    let printed = String::from_utf8(output.stdout)?;
    assert!(
        output.status.success() && printed.contains("postgres://") && printed.contains("nats://"),
        "{printed}"
    );
    assert_no_run_left(&instance)
}

#[test]
fn interrupted_test_run_leaves_nothing() -> Result<()> {
    let instance = Launched::new()?;
    let mut run = instance.command(&["test", "--with", "sleep", "600"]).stdout(Stdio::null()).spawn()?;
    until("the command to run", || runs(&instance).into_iter().find(|state| state.processes.len() == 2))?;
    Identity::of(run.id().try_into()?).unwrap().signal(Signal::SIGTERM);
    assert!(!run.wait()?.success());
    assert_no_run_left(&instance)
}
