use saffron_kit::Fault;
use saffron_proto::reports::{ReportKind, ReportRequest, ReportResponse, Scope};

use super::Services;

impl Services {
    /// Requests a report for a signed-in person; reports limits the number of rows.
    pub async fn report(&self, token: &str, kind: ReportKind, scope: Scope) -> Result<ReportResponse, Fault> {
        let request = ReportRequest { kind: kind.into(), scope: Some(scope) };
        let mut answer = ReportResponse::default();
        for part in self.collect(token, request).await? {
            answer.rows.extend(part.rows);
            answer.totals.extend(part.totals);
            answer.versions.extend(part.versions);
        }
        Ok(answer)
    }
}
