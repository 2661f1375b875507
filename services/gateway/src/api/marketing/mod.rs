//! Campaigns, consents, and texts from guests.

mod send;

use std::sync::Arc;

use saffron_proto::marketing::{
    ChangeCampaignRequest, GetCampaignRequest, ListCampaignsRequest, ListConsentsRequest,
    ListGuestTextsRequest, ListOutcomesRequest, ListRecipientsRequest, NoteConsentRequest,
    PreviewCampaignRequest,
};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Gateway;
use crate::call::{in_location, list};

/// The calls about campaigns and consents.
pub fn calls() -> OpenApiRouter<Arc<Gateway>> {
    OpenApiRouter::new()
        .routes(list::<ListRecipientsRequest>(
            "get-marketing-recipients",
            "recipientList",
            "The guests of a location as recipients, by name, with the reason where one is excluded.",
        ))
        .routes(in_location::<PreviewCampaignRequest>(
            "get-campaign-preview",
            "Preview a campaign: recipients, exclusions by reason, and its rendered mail or text.",
        ))
        .routes(list::<ListCampaignsRequest>(
            "get-campaigns",
            "campaignList",
            "Campaigns, newest first.",
        ))
        .routes(in_location::<GetCampaignRequest>("get-campaign", "A campaign and its progress."))
        .routes(list::<ListOutcomesRequest>(
            "get-campaign-outcomes",
            "outcomeList",
            "The outcome of each recipient of a campaign.",
        ))
        .routes(in_location::<ChangeCampaignRequest>(
            "update-campaign",
            "Pause, continue or stop a campaign.",
        ))
        .routes(list::<ListConsentsRequest>(
            "get-customer-consents",
            "consentList",
            "A guest's consents and refusals, newest first, with their source.",
        ))
        .routes(in_location::<NoteConsentRequest>(
            "update-customer-consent",
            "Record a guest's consent or refusal. The guest's own opt-out outranks it.",
        ))
        .routes(list::<ListGuestTextsRequest>(
            "get-guest-texts",
            "textList",
            "Texts from guests, newest first, except opt-outs, opt-ins and HELP. They belong to the location that texted \
             the guest last.",
        ))
        .routes(routes!(send::send_basic_email))
        .routes(routes!(send::send_promotion_email))
        .routes(routes!(send::send_promo_code_email))
        .routes(routes!(send::send_basic_text))
        .routes(routes!(send::send_promotion_text))
        .routes(routes!(send::send_promo_code_text))
}
