//! Square names time zones for people ('Eastern Time (US & Canada)'); the rest of the world uses IANA names.

use saffron_core::Zone;

/// Display names of the United States and their IANA names. Other names have no fixed meaning here.
const DISPLAY_NAMES: &[(&str, &str)] = &[
    ("Eastern Time (US & Canada)", "America/New_York"),
    ("Indiana (East)", "America/Indiana/Indianapolis"),
    ("Central Time (US & Canada)", "America/Chicago"),
    ("Mountain Time (US & Canada)", "America/Denver"),
    ("Arizona", "America/Phoenix"),
    ("Pacific Time (US & Canada)", "America/Los_Angeles"),
    ("Alaska", "America/Anchorage"),
    ("Hawaii", "Pacific/Honolulu"),
    ("Puerto Rico", "America/Puerto_Rico"),
    ("Guam", "Pacific/Guam"),
    ("American Samoa", "Pacific/Pago_Pago"),
];

/// The zone that a file or a caller names: a display name of the table, or an IANA name.
pub fn find(name: &str) -> Result<Zone, String> {
    let name = name.trim();
    let iana =
        DISPLAY_NAMES.iter().find(|(display, _)| display.eq_ignore_ascii_case(name)).map_or(name, |(_, i)| i);
    iana.parse::<Zone>().map_err(|_| {
        format!("The time zone '{name}' is not known. Give the location's IANA name, e.g. --time-zone America/New_York.")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_table_exist() {
        for (display, iana) in DISPLAY_NAMES {
            assert_eq!(find(display).unwrap().name(), *iana);
        }
        assert_eq!(find("Europe/Vienna").unwrap().name(), "Europe/Vienna");
        assert!(find("Somewhere (Else)").is_err_and(|hint| hint.contains("--time-zone")));
    }
}
