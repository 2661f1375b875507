use saffron_kit::Fault;
use saffron_proto::reports as proto;

use super::Services;

/// A report's answer; reports bounds its rows.
#[derive(Default)]
pub struct Answer {
    /// In order.
    pub rows: Vec<proto::ReportRow>,
    /// What they add up to: in all, then by location.
    pub totals: Vec<proto::ReportTotal>,
    /// How new the rows are, for each location of the answer.
    pub versions: Vec<proto::LocationVersion>,
}

impl Services {
    /// Asks for a report in the name of a signed-in person.
    pub async fn report(
        &self,
        token: &str,
        kind: proto::ReportKind,
        scope: proto::Scope,
    ) -> Result<Answer, Fault> {
        let request = proto::ReportRequest { kind: kind.into(), scope: Some(scope) };
        let mut answer = Answer::default();
        for part in self.whole(token, request).await? {
            answer.rows.extend(part.rows);
            answer.totals.extend(part.totals);
            answer.versions.extend(part.versions);
        }
        Ok(answer)
    }
}
