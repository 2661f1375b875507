//! Time zones as exporters and people name them: Square's names, which are those of Ruby on Rails, Windows', and plain ones.
//! The rest of the world uses IANA names.

use jiff::civil::DateTime;
use jiff::tz::{Offset, TimeZone};
use saffron_core::Zone;

/// Names in lower case and the IANA name of each.
const NAMES: &str = include_str!("zones.tsv");

/// Abbreviations of one offset in the world, with its minutes east of UTC.
const OFFSETS: [(&str, i32); 34] = [
    ("ACDT", 630),
    ("ACST", 570),
    ("AEDT", 660),
    ("AEST", 600),
    ("AKDT", -480),
    ("AKST", -540),
    ("AWST", 480),
    ("BRT", -180),
    ("CEST", 120),
    ("CET", 60),
    ("EAT", 180),
    ("EDT", -240),
    ("EEST", 180),
    ("EET", 120),
    ("HKT", 480),
    ("HST", -600),
    ("JST", 540),
    ("KST", 540),
    ("MDT", -360),
    ("MESZ", 120),
    ("MEZ", 60),
    ("MSK", 180),
    ("NDT", -150),
    ("NZDT", 780),
    ("NZST", 720),
    ("PDT", -420),
    ("PKT", 300),
    ("SAST", 120),
    ("SGT", 480),
    ("WAT", 60),
    ("WEST", 60),
    ("WET", 0),
    ("WIB", 420),
    ("WITA", 480),
];

/// Abbreviations of several zones.
const SEVERAL: [&str; 16] = [
    "ADT", "AST", "BST", "CAT", "CDT", "CST", "EST", "GST", "ICT", "IDT", "IST", "MST", "NST", "PST", "SST",
    "WST",
];

/// The zone that a file or a person names: `Eastern Time (US & Canada)`, `Eastern Standard Time`, `(UTC-05:00) Eastern Time`,
/// `CET`, `America/New_York`.
///
/// # Errors
/// A hint, for a name that is not known, or that may be several zones, such as `EST`: New York in winter, or Panama all year.
pub fn find(name: &str) -> Result<Zone, String> {
    let name = name.trim();
    let unknown = || {
        format!(
            "The time zone '{name}' is not known. Give the location's IANA name, such as America/New_York."
        )
    };
    // Windows writes the offset before the name, and keeps it in summer.
    let plain = match name.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        Some((offset, rest)) if offset.starts_with("UTC") || offset.starts_with("GMT") => rest.trim(),
        _ => name,
    };
    let upper = plain.to_ascii_uppercase();
    if SEVERAL.contains(&upper.as_str()) || (upper != "UTC" && upper != "GMT" && upper.starts_with("ETC/")) {
        return Err(format!(
            "The time zone '{name}' may be one of several. Give the location's IANA name, such as America/New_York."
        ));
    }
    let lower = plain.to_lowercase();
    let iana = NAMES.lines().filter_map(|line| line.split_once('\t')).find(|(known, _)| *known == lower);
    iana.map_or(plain, |(_, iana)| iana).parse::<Zone>().map_err(|_| unknown())
}

/// Whether a word in upper case is the abbreviation of a zone or of several.
pub(super) fn is_abbreviation(name: &str) -> bool {
    SEVERAL.contains(&name) || OFFSETS.iter().any(|(known, _)| *known == name)
}

/// The offset of an abbreviation at a wall time: that of the location, if its clock has this abbreviation within the year around
/// it, else the one that it has everywhere. `None` if it may be several.
#[must_use]
pub fn offset_of(name: &str, wall: DateTime, location: &Zone) -> Option<Offset> {
    let zone = TimeZone::get(location.name()).ok()?;
    let here = zone.to_ambiguous_timestamp(wall).compatible().ok()?;
    // In the hour that comes twice the abbreviation says which one is meant.
    let near = [0, -90, -183, 90, 183].into_iter().find_map(|days| {
        let at = here.checked_add(jiff::SignedDuration::from_hours(days * 24)).ok()?;
        let info = zone.to_offset_info(at);
        info.abbreviation().eq_ignore_ascii_case(name).then_some(info.offset())
    });
    let everywhere = OFFSETS.iter().find(|(known, _)| *known == name).map(|(_, minutes)| minutes * 60);
    near.or_else(|| Offset::from_seconds(everywhere?).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_table_exist_and_are_sorted() {
        let lines: Vec<&str> = NAMES.lines().collect();
        for line in &lines {
            let (name, iana) = line.split_once('\t').unwrap();
            assert_eq!(find(name).map(|zone| zone.name().to_owned()).as_deref(), Ok(iana), "{name}");
            assert_eq!(name, name.to_lowercase());
        }
        let names: Vec<&str> = lines.iter().map(|line| line.split_once('\t').unwrap().0).collect();
        assert!(names.windows(2).all(|pair| pair[0] < pair[1]), "not sorted, or twice");
    }

    #[test]
    fn zone_is_found_by_the_names_of_exporters() {
        for (name, iana) in [
            ("Eastern Time (US & Canada)", "America/New_York"),
            ("Eastern Standard Time", "America/New_York"),
            ("(UTC-05:00) Eastern Time (US & Canada)", "America/New_York"),
            ("(GMT-08:00) Pacific Time (US & Canada)", "America/Los_Angeles"),
            ("Pacific", "America/Los_Angeles"),
            ("W. Europe Standard Time", "Europe/Berlin"),
            ("Berlin", "Europe/Berlin"),
            ("Tokyo", "Asia/Tokyo"),
            ("Arizona", "America/Phoenix"),
            ("Europe/Vienna", "Europe/Vienna"),
        ] {
            assert_eq!(find(name).map(|zone| zone.name().to_owned()).as_deref(), Ok(iana), "{name}");
        }
        for name in ["EST", "CST", "IST", "MST", "Somewhere (Else)", "Etc/GMT+5", ""] {
            assert!(find(name).is_err_and(|hint| hint.contains("America/New_York")), "{name}");
        }
    }

    #[test]
    fn abbreviation_is_the_locations_where_it_has_it() {
        let hours = |name, wall: &str, zone: &str| {
            offset_of(name, wall.parse().unwrap(), &zone.parse().unwrap())
                .map(|offset| offset.seconds() / 3600)
        };
        assert_eq!(hours("EST", "2026-11-18T17:32:00", "America/New_York"), Some(-5));
        assert_eq!(hours("EDT", "2026-11-01T01:30:00", "America/New_York"), Some(-4));
        assert_eq!(hours("EST", "2026-11-01T01:30:00", "America/New_York"), Some(-5));
        assert_eq!(hours("EST", "2026-07-18T17:32:00", "America/New_York"), Some(-5));
        assert_eq!(hours("CST", "2026-11-18T17:32:00", "Asia/Shanghai"), Some(8));
        assert_eq!(hours("CST", "2026-11-18T17:32:00", "Europe/Berlin"), None);
        assert_eq!(hours("CET", "2026-11-18T17:32:00", "America/New_York"), Some(1));
    }
}
