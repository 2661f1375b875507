//! The table of reports in docs/api.md, from `proto/figures.json`.

use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::files::{read, read_json};

/// The page with the table.
pub(super) const PAGE: &str = "docs/api.md";
const BEGIN: &str = "| call | splits by | figures |\n|---|---|---|\n";
const END: &str = "\n\n";

/// Renews the table.
pub(super) fn generate(repo: &Path) -> Result<()> {
    let catalogue: Value = read_json(repo.join("proto/figures.json"))?;
    let page = read(repo.join(PAGE))?;
    let (before, rest) = page.split_once(BEGIN).with_context(|| format!("{PAGE} has no table of reports"))?;
    let (_, after) = rest.split_once(END).with_context(|| format!("the reports of {PAGE} do not end"))?;
    let rows = rows(&catalogue).context("proto/figures.json has no reports")?.join("\n");
    super::write(&repo.join(PAGE), &format!("{before}{BEGIN}{rows}{END}{after}"))
}

/// A row for each report, in the order of the catalogue.
fn rows(catalogue: &Value) -> Option<Vec<String>> {
    let keys = catalogue.get("figures")?;
    let reports = catalogue.get("reports")?.as_array()?.iter().map(|report| {
        let left_out = report.get("leftOut")?.as_array()?;
        let key = |figure: &Value| {
            let mark = if left_out.contains(figure) { "?" } else { "" };
            Some(format!("{}{mark}", keys.get(figure.as_str()?)?.get("key")?.as_str()?))
        };
        let mut figures = listed(report.get("figures")?, key)?;
        if report.get("listsPayments")?.as_bool()? {
            figures.push("payments".to_owned());
        }
        let splits =
            listed(report.get("splits")?, |split| Some(split.get("key")?.as_str()?.to_owned()))?.join(", ");
        let splits = if splits.is_empty() { splits } else { format!("`{splits}`") };
        let call = report.get("call")?.as_str()?;
        Some(format!("| `{call}` | {splits} | `{}` |", figures.join(", ")))
    });
    reports.collect()
}

fn listed(list: &Value, text: impl Fn(&Value) -> Option<String>) -> Option<Vec<String>> {
    list.as_array()?.iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn report_has_a_row_of_splits_and_figures() {
        let catalogue = json!({
            "figures": {"NET_SALES": {"key": "netSales"}, "CHECKS": {"key": "checks"}},
            "reports": [
                {"call": "a", "splits": [], "figures": ["NET_SALES"], "leftOut": [],
                    "listsPayments": false},
                {"call": "b", "splits": [{"key": "x"}, {"key": "y"}], "figures": ["CHECKS", "NET_SALES"],
                    "leftOut": ["CHECKS"], "listsPayments": true},
            ],
        });
        let expected = ["| `a` |  | `netSales` |", "| `b` | `x, y` | `checks?, netSales, payments` |"];
        assert_eq!(rows(&catalogue).unwrap(), expected);
    }
}
