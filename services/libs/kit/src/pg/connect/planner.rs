use std::fmt;
use std::str::FromStr;

/// How a service's statements are planned by default.
const USUAL: [(&str, &str); 5] = [
    // Statements go by keys, whatever the length of their arrays: planning them at each run costs more than running
    // them.
    ("plan_cache_mode", "force_generic_plan"),
    // Such a plan does not know how few rows a key has: left to itself it reads whole tables, or puts them into
    // hashes, where they seem small enough.
    ("enable_seqscan", "off"),
    ("enable_hashjoin", "off"),
    ("enable_mergejoin", "off"),
    ("enable_bitmapscan", "off"),
];
/// The values of `plan_cache_mode`.
const MODES: [&str; 3] = ["auto", "force_generic_plan", "force_custom_plan"];

/// Switches of Postgres' planner that a service sets for its connections: `plan_cache_mode` and those whose names begin with
/// `enable_`. Read from `name=value,name=value`; what is not named stays as usual.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Planner {
    other: Vec<(String, String)>,
}

impl Planner {
    /// Every switch that is set, by name and value.
    pub(in crate::pg) fn switches(&self) -> impl Iterator<Item = (&str, &str)> {
        let is_other = |name: &str| self.other.iter().any(|(other, _)| other == name);
        let usual = USUAL.into_iter().filter(move |(name, _)| !is_other(name));
        usual.chain(self.other.iter().map(|(name, value)| (name.as_str(), value.as_str())))
    }
}

/// The error of a text that is no list of switches with their values.
#[derive(Debug, PartialEq, Eq)]
pub struct NoSwitch;

impl fmt::Display for NoSwitch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "is no list of plan_cache_mode={} and enable_NAME=on|off, with commas between",
            MODES.join("|")
        )
    }
}

impl FromStr for Planner {
    type Err = NoSwitch;

    fn from_str(text: &str) -> Result<Planner, NoSwitch> {
        let mut planner = Planner::default();
        for switch in text.split(',').map(str::trim).filter(|switch| !switch.is_empty()) {
            let parts = switch.split_once('=').map(|(name, value)| (name.trim(), value.trim()));
            let known = parts.filter(|(name, value)| is_switch(name, value));
            let (name, value) = known.ok_or(NoSwitch)?;
            planner.other.retain(|(other, _)| other != name);
            planner.other.push((name.to_owned(), value.to_owned()));
        }
        Ok(planner)
    }
}

fn is_switch(name: &str, value: &str) -> bool {
    if name == "plan_cache_mode" {
        return MODES.contains(&value);
    }
    let rest = name.strip_prefix("enable_").unwrap_or_default();
    !rest.is_empty()
        && rest.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
        && matches!(value, "on" | "off")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn switches(text: &str) -> Vec<(String, String)> {
        let planner: Planner = text.parse().unwrap();
        planner.switches().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    #[test]
    fn a_switch_that_is_not_named_stays_as_usual() {
        let usual = USUAL.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(switches(""), usual);
        let found = switches(" plan_cache_mode = auto , enable_seqscan=on,enable_nestloop=off");
        let found: Vec<(&str, &str)> = found.iter().map(|(name, value)| (&**name, &**value)).collect();
        assert_eq!(
            found,
            [
                ("enable_hashjoin", "off"),
                ("enable_mergejoin", "off"),
                ("enable_bitmapscan", "off"),
                ("plan_cache_mode", "auto"),
                ("enable_seqscan", "on"),
                ("enable_nestloop", "off"),
            ]
        );
    }

    #[test]
    fn a_setting_that_is_no_switch_is_refused() {
        for text in [
            "plan_cache_mode",
            "plan_cache_mode=custom",
            "enable_seqscan=maybe",
            "enable_=on",
            "statement_timeout=0",
            "enable_seqscan=off -c statement_timeout=0",
            "auto",
        ] {
            assert_eq!(text.parse::<Planner>(), Err(NoSwitch), "{text}");
        }
    }
}
