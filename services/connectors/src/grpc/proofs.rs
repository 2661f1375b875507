//! Proofs of business dates as messages.

use std::sync::Arc;

use saffron_core::{BusinessDate, Calendar, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::Mirrored as _;
use saffron_kit::grpc::list::{List, Page};
use saffron_pos::proof::{CheckDiffers, Figure, HourDiffers, Line};
use saffron_proto::connectors::{
    self as proto, ListProofsResponse, ProofCheck, ProofFigure, ProofHour, ProofLine,
    ProofState as StateMessage,
};
use uuid::Uuid;

use super::messages::time;
use crate::app::App;
use crate::domain::{ProofState, SETTLES, difference};
use crate::store::{self, Proof};

saffron_kit::mirrored!(ProofState, StateMessage: None, NotYet, Settling, Equal, Differs);

/// The proofs of a connected location.
pub(super) struct ProofList {
    pub app: Arc<App>,
    pub pos_id: PosId,
    pub calendar: Calendar,
    pub connection_id: Uuid,
}

impl List for ProofList {
    type Key = BusinessDate;
    type Piece = ListProofsResponse;

    async fn page(&self, after: Option<&BusinessDate>, limit: i64) -> Result<Page<Self>, Fault> {
        let (database, before) = (&self.app.database, after.copied());
        let proofs = store::page_of_proofs(database, &self.pos_id, self.connection_id, before, limit).await?;
        let shown =
            proofs.into_iter().map(|proof| (proof.business_date, proof_message(proof, &self.calendar)));
        Ok(shown.collect())
    }
}

/// The proof of a date.
pub(super) fn proof_message(proof: Proof, calendar: &Calendar) -> proto::Proof {
    let checks = proof.lines.iter().find(|line| line.figure == Figure::Checks);
    let settles = calendar.begin_of(proof.business_date.plus_days(1)) + SETTLES;
    proto::Proof {
        business_date: proof.business_date.to_string(),
        state: proof.state.for_message(),
        independent: proof.is_independent,
        counted_until: proof.counted_until.map(|at| time(calendar, at)).unwrap_or_default(),
        checked_at: proof.checked_at.map(|at| time(calendar, at)).unwrap_or_default(),
        settles_at: time(calendar, settles),
        difference: difference(&proof.lines),
        pos_checks: checks.map(|line| line.theirs),
        checks: checks.map(|line| line.ours),
        lines: lines(&proof.lines),
        hours: proof.slices.hours.iter().map(|of| hour(of, calendar)).collect(),
        differing: proof.slices.checks.into_iter().map(check).collect(),
        more_checks: proof.slices.more_checks,
    }
}

fn lines(lines: &[Line]) -> Vec<ProofLine> {
    lines.iter().filter_map(line).collect()
}

/// None of counts.
fn line(line: &Line) -> Option<ProofLine> {
    let figure = match line.figure {
        Figure::Gross => ProofFigure::Gross,
        Figure::Discounts => ProofFigure::Discounts,
        Figure::Refunds => ProofFigure::Refunds,
        Figure::Net => ProofFigure::Net,
        Figure::Tax => ProofFigure::Tax,
        Figure::Tips => ProofFigure::Tips,
        Figure::ServiceCharges => ProofFigure::ServiceCharges,
        Figure::Gratuity => ProofFigure::Gratuity,
        Figure::GiftCards => ProofFigure::GiftCards,
        Figure::Collected => ProofFigure::Collected,
        Figure::Due => ProofFigure::Due,
        Figure::Checks => return None,
    };
    let Line { theirs, ours, .. } = *line;
    Some(ProofLine { figure: figure as i32, theirs, ours, difference: line.difference() })
}

fn hour(of: &HourDiffers, calendar: &Calendar) -> ProofHour {
    ProofHour { starts_at: time(calendar, of.at), lines: lines(&of.lines) }
}

fn check(of: CheckDiffers) -> ProofCheck {
    ProofCheck {
        order_id: of.order.unwrap_or_default(),
        pos_check_id: of.check.map(|id| id.to_string()).unwrap_or_default(),
        lines: lines(&of.lines),
    }
}
