//! Connections to POS systems.

use std::sync::Arc;

use saffron_proto::connectors::{
    BeginAuthorizationRequest, ConnectLocationRequest, CreateConnectionRequest, DecideConnectedDaysRequest,
    EndConnectionRequest, FinishAuthorizationRequest, GetConnectionRequest, GetProofRequest,
    ListConnectedDaysRequest, ListConnectionsRequest, ListPosSystemsRequest, ListProofsRequest,
    ListUnmappedRequest, PauseConnectionRequest, RenewConnectionRequest, ResumeConnectionRequest,
    SetConnectionWritingRequest,
};
use utoipa_axum::router::OpenApiRouter;

use crate::Gateway;
use crate::call::{in_location, list, signed_in};

/// The calls about connections.
pub fn calls() -> OpenApiRouter<Arc<Gateway>> {
    OpenApiRouter::new()
        .routes(in_location::<CreateConnectionRequest>(
            "create-connection",
            "Begin a connection to a POS with a token.\n\nThe POS is asked for the account and its locations, of which \
             `connect-location` chooses one. Within 24 hours, else the token is deleted.",
        ))
        .routes(in_location::<ConnectLocationRequest>(
            "connect-location",
            "Connect a location to one at the POS.\n\nIts past comes in from today backwards, and what changes from now on. Days \
             that another source has wait for `decide-connected-days`.",
        ))
        .routes(in_location::<GetConnectionRequest>(
            "get-connection",
            "One connection, how far it is and what stands still.",
        ))
        .routes(list::<ListConnectionsRequest>(
            "get-connections",
            "connectionList",
            None,
            "The connections of a location, newest first.",
        ))
        .routes(in_location::<PauseConnectionRequest>("pause-connection", "Stop reading a POS for a while."))
        .routes(in_location::<ResumeConnectionRequest>("resume-connection", "Go on reading a POS."))
        .routes(in_location::<EndConnectionRequest>(
            "end-connection",
            "Disconnect a location.\n\nWhat came in stays. The ingest key is revoked, and the token is deleted with its last location.",
        ))
        .routes(in_location::<RenewConnectionRequest>(
            "renew-connection",
            "Give a connection another token of the same account.\n\nIt goes on from where it was.",
        ))
        .routes(in_location::<SetConnectionWritingRequest>(
            "set-connection-writing",
            "Write prices and sold-out marks to a POS, or do so no more.\n\nWritten is what owners set from then on; what came from \
             the POS never is. What the POS does not take is in `unwritten` of the connection.",
        ))
        .routes(list::<ListConnectedDaysRequest>(
            "get-connected-days",
            "connectedDayList",
            None,
            "Days of a connected location that another source has too, the latest first, with what both have there.",
        ))
        .routes(in_location::<DecideConnectedDaysRequest>(
            "decide-connected-days",
            "Decide whose sales count on days that another source has.\n\n`replace`: the other source's checks are removed, and \
             those of the POS come in. `skip`: the other source keeps these days; they can be replaced later.",
        ))
        .routes(list::<ListProofsRequest>(
            "get-proofs",
            "proofList",
            None,
            "Whether days that came in are what the POS itself counted, the latest first.\n\nA day settles for 96 hours after its end; \
             its hours and checks that differ come with `get-proof`.",
        ))
        .routes(in_location::<GetProofRequest>(
            "get-proof",
            "One day beside what the POS itself counted, with the hours and checks that differ.",
        ))
        .routes(list::<ListUnmappedRequest>(
            "get-unmapped",
            "unmappedList",
            None,
            "What of the POS could not be read, and why; 1,000 at most, for 30 days.",
        ))
        .routes(signed_in::<ListPosSystemsRequest>(
            "get-pos-systems",
            "The POS systems that can be connected, and how.",
        ))
        .routes(in_location::<BeginAuthorizationRequest>(
            "begin-authorization",
            "Begin to ask for access at the page of a POS.\n\nThe browser goes to `url`. The POS leads it back to the app with \
             `state` and `code`, with which `finish-authorization` connects.",
        ))
        .routes(signed_in::<FinishAuthorizationRequest>(
            "finish-authorization",
            "Connect with the code that a POS gave.\n\nA state works once, within 10 minutes, for the person and the browser that \
             began.",
        ))
}
