//! Starting and stopping: nothing stays behind, whatever ended the launcher.

use std::os::unix::process::CommandExt;
use std::process::Stdio;

use nix::sys::signal::Signal;
use saffron_dev::proc::Identity;

use crate::fixture::{Own, kill, until};

#[test]
fn servers_start_answer_and_stop_without_a_trace() {
    let own = Own::new();
    let up = own.run(&["up", "--detach", "--servers"]);
    assert!(up.status.success(), "{up:?}");
    let state = own.state();
    assert_eq!(
        state.processes.iter().map(|process| process.name.as_str()).collect::<Vec<_>>(),
        ["postgres", "nats"]
    );

    let again = own.run(&["up", "--servers"]);
    assert!(!again.status.success());
    let said = String::from_utf8_lossy(&again.stderr);
    assert!(said.contains("already runs") && said.contains("cargo dev down"), "{said}");
    assert!(own.state().process("postgres").is_some(), "the refused start did no harm");

    assert!(own.run(&["down"]).status.success());
    own.assert_nothing_left(&state);
    let nothing = own.run(&["down"]);
    assert!(
        nothing.status.success() && String::from_utf8_lossy(&nothing.stdout).contains("Nothing was running")
    );
}

#[test]
fn ctrl_c_and_sigterm_stop_everything() {
    let own = Own::new();
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let mut launcher = own.launcher(&["up", "--servers"]).stdout(Stdio::null()).spawn().unwrap();
        let state = own.ready();
        Identity::of(launcher.id().try_into().unwrap()).unwrap().signal(signal);
        launcher.wait().unwrap();
        own.assert_nothing_left(&state);
    }
}

#[test]
fn what_a_killed_launcher_left_is_ended_by_down_and_by_the_next_up() {
    let own = Own::new();
    for next in [&["down"][..], &["up", "--detach", "--servers"]] {
        let mut launcher =
            own.launcher(&["up", "--servers"]).stdout(Stdio::null()).process_group(0).spawn().unwrap();
        let left = own.ready();
        kill(left.launcher.as_ref().unwrap());
        launcher.wait().unwrap();
        assert!(
            left.process("postgres").is_some() && left.process("nats").is_some(),
            "they outlive their launcher"
        );

        let output = own.run(next);
        assert!(output.status.success(), "{output:?}");
        assert!(left.processes.iter().all(|process| !process.id.alive()), "{output:?}");
    }
    let state = own.ready();
    assert!(own.run(&["down"]).status.success());
    own.assert_nothing_left(&state);
}

#[test]
fn a_killed_server_is_started_again() {
    let own = Own::new();
    assert!(own.run(&["up", "--detach", "--servers"]).status.success());
    for name in ["postgres", "nats"] {
        let first = own.state().process(name).unwrap().clone();
        kill(&first);
        until("another process", || own.state().process(name).filter(|id| id.pid != first.pid).map(drop));
    }
}

#[test]
fn a_taken_port_is_said_by_name_with_what_to_do() {
    let own = Own::new();
    let _taken = std::net::TcpListener::bind(("127.0.0.1", own.ports.nats)).unwrap();
    let up = own.run(&["up", "--servers"]);
    assert!(!up.status.success());
    let said = String::from_utf8_lossy(&up.stderr);
    assert!(said.contains(&own.ports.nats.to_string()) && said.contains("SAFFRON_NATS_PORT"), "{said}");
}

#[test]
fn two_instances_run_side_by_side() {
    let (first, second) = (Own::new(), Own::new());
    for own in [&first, &second] {
        assert!(own.run(&["up", "--detach", "--servers"]).status.success());
    }
    assert!(first.run(&["down"]).status.success());
    assert!(second.state().process("postgres").is_some(), "stopping one leaves the other alone");
}

#[test]
fn a_command_gets_servers_that_end_with_it() {
    let own = Own::new();
    let script = "echo $SAFFRON_TEST_POSTGRES_URL $SAFFRON_TEST_NATS_URL";
    let output = own.run(&["test", "--with", "sh", "-c", script]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && said.contains("postgres://") && said.contains("nats://"), "{said}");
    own.assert_no_run_left();
}

#[test]
fn a_test_run_that_is_interrupted_leaves_nothing() {
    let own = Own::new();
    let mut run = own.launcher(&["test", "--with", "sleep", "600"]).stdout(Stdio::null()).spawn().unwrap();
    until("the command to run", || own.runs().into_iter().find(|state| state.processes.len() == 2));
    Identity::of(run.id().try_into().unwrap()).unwrap().signal(Signal::SIGTERM);
    assert!(!run.wait().unwrap().success());
    own.assert_no_run_left();
}
