//! The command line.

use std::process::Command;

fn saffron(arguments: &[&str], variables: &[(&str, &str)]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_saffron"))
        .args(arguments)
        .envs(variables.iter().copied())
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_wrong_configuration_is_refused_by_name() {
    for (command, variables, name) in [
        (["auth"].as_slice(), [].as_slice(), "SAFFRON_GATEWAY_KEY"),
        (&["reports"], &[("SAFFRON_REPORTS_LISTEN", "nowhere")], "SAFFRON_REPORTS_LISTEN"),
        (&["gateway"], &[("SAFFRON_GATEWAY_ORIGIN", "localhost")], "SAFFRON_GATEWAY_ORIGIN"),
        (&["all"], &[], "SAFFRON_"),
        (&["migrate"], &[("SAFFRON_AUTH_DATABASE_URL", "mysql://x")], "SAFFRON_AUTH_DATABASE_URL"),
        (&["streams", "apply"], &[], "SAFFRON_OPS_NATS_URL"),
        (&["dlq", "list"], &[("SAFFRON_OPS_NATS_URL", "http://x y")], "SAFFRON_OPS_NATS_URL"),
        (&["openapi"], &[("SAFFRON_LOG", "[")], "SAFFRON_LOG"),
    ] {
        let (code, _, error) = saffron(command, variables);
        assert_eq!(code, Some(2), "{command:?}: {error}");
        assert!(error.contains(name), "{command:?}: {error}");
    }
}

#[test]
fn the_document_is_printed_without_any_configuration() {
    let (code, document, _) = saffron(&["openapi"], &[]);
    assert_eq!(code, Some(0));
    let document: serde_json::Value = serde_json::from_str(&document).unwrap();
    assert_eq!(document, serde_json::to_value(saffron_gateway::openapi()).unwrap());
}
