//! Ports that are taken. A process of their own: a program that another test begins inherits for a moment what was bound here.

use std::net::TcpListener;
use std::sync::{Mutex, PoisonError};

use saffron_dev::environment::Environment;
use saffron_dev::ports::{Ports, StandIn};

/// One test searches free ports at a time: a search takes each for a moment.
static SEARCH: Mutex<()> = Mutex::new(());

#[test]
fn taken_port_of_the_sandbox_is_refused_before_the_start() {
    let _search = SEARCH.lock().unwrap_or_else(PoisonError::into_inner);
    let none = Environment::of([]);
    for part in StandIn::ALL {
        let ports = Ports::free().unwrap();
        assert!(ports.are_free(&none, &StandIn::ALL).is_ok());
        let port = ports.stand_in(part);
        let _taken = TcpListener::bind(("127.0.0.1", port)).unwrap();
        let error = ports.are_free(&none, &StandIn::ALL).unwrap_err().to_string();
        assert!(error.contains(&format!("port {port}, where the ")), "{error}");
        assert!(error.contains("SAFFRON_PORT"), "{error}");
        // A part that does not start, or that listens elsewhere, takes no port.
        assert!(ports.are_free(&none, &[]).is_ok());
        assert!(ports.are_free(&Environment::of([(part.variable(), "127.0.0.1:1")]), &StandIn::ALL).is_ok());
    }
}

#[test]
fn taken_port_is_refused_by_its_variable() {
    let _search = SEARCH.lock().unwrap_or_else(PoisonError::into_inner);
    let ports = Ports::free().unwrap();
    let _taken = TcpListener::bind(("127.0.0.1", ports.nats)).unwrap();
    let error = ports.are_free(&Environment::of([]), &[]).unwrap_err().to_string();
    assert!(error.contains("SAFFRON_NATS_PORT"), "{error}");
    let given = Environment::of([("SAFFRON_NATS_SERVER_URL", "nats://127.0.0.1")]);
    assert!(ports.are_free(&given, &[]).is_ok());
}
