//! Campaigns: before they are sent, and while they are; consents, and what guests wrote.

mod send;
mod texts;
mod unsubscribe;

use std::sync::Arc;

use axum::extract::State;
use saffron_proto::http::Answer;
use saffron_proto::marketing::{
    ChangeCampaignRequest, Draft, GetCampaignRequest, ListCampaignsRequest, ListConsentsRequest,
    ListGuestTextsRequest, ListOutcomesRequest, ListRecipientsRequest, NoteConsentRequest,
    PreviewCampaignRequest, PreviewCampaignResponse,
};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::call::{Envelope, in_location, list, route};
use super::request::InLocation;
use crate::Gateway;
use crate::http::envelope::Failure;

/// The calls about campaigns and consents.
pub fn calls() -> OpenApiRouter<Arc<Gateway>> {
    OpenApiRouter::new()
        .routes(list::<ListRecipientsRequest>(
            "get-marketing-recipients",
            "recipientList",
            "RecipientList",
            "The guests of a location as recipients, by name, with the reason where one is excluded.",
        ))
        .routes(route::<Draft, PreviewCampaignResponse, _, _>(
            "get-campaign-preview",
            "Preview a campaign: recipients, exclusions by reason, and its look.",
            preview,
        ))
        .routes(list::<ListCampaignsRequest>(
            "get-campaigns",
            "campaignList",
            "CampaignList",
            "Campaigns, newest first.",
        ))
        .routes(in_location::<GetCampaignRequest>("get-campaign", "A campaign and its progress."))
        .routes(list::<ListOutcomesRequest>(
            "get-campaign-outcomes",
            "outcomeList",
            "OutcomeList",
            "The outcome of each recipient of a campaign.",
        ))
        .routes(in_location::<ChangeCampaignRequest>(
            "update-campaign",
            "Pause a campaign, go on with it, or stop it.",
        ))
        .routes(list::<ListConsentsRequest>(
            "get-customer-consents",
            "consentList",
            "ConsentList",
            "A guest's consents and refusals, newest first, and how each was given.",
        ))
        .routes(in_location::<NoteConsentRequest>(
            "update-customer-consent",
            "Record a guest's wish. The guest's own opt-out outranks it.",
        ))
        .routes(list::<ListGuestTextsRequest>(
            "get-guest-texts",
            "textList",
            "GuestTextList",
            "Texts from guests, newest first, except opt-outs, opt-ins and HELP. They belong to the location that texted \
             the guest last.",
        ))
        .routes(routes!(send::send_basic_email))
        .routes(routes!(send::send_promotion_email))
        .routes(routes!(send::send_promo_code_email))
        .routes(routes!(send::send_basic_text))
        .routes(routes!(send::send_promotion_text))
        .routes(routes!(send::send_promo_code_text))
        .routes(routes!(texts::take_text))
        .routes(routes!(texts::take_text_status))
        .routes(routes!(unsubscribe::get_subscription, unsubscribe::unsubscribe))
        .routes(routes!(unsubscribe::subscribe_again))
}

async fn preview(
    State(gateway): State<Arc<Gateway>>,
    InLocation { caller, request: mut draft, .. }: InLocation<Draft>,
) -> Result<Envelope<PreviewCampaignResponse>, Failure> {
    draft.promo_code = draft.promo_code.trim().to_ascii_uppercase();
    let call = PreviewCampaignRequest { draft: Some(draft) };
    Ok(gateway.services.call(&caller.session.token, call).await?.body().into())
}
