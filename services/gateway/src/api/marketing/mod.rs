//! Campaigns, consents, and texts from guests.

mod send;

use std::sync::Arc;

use axum::extract::State;
use saffron_proto::auth::GetProfileRequest;
use saffron_proto::inventory::GetCodeDeliveryRequest;
use saffron_proto::marketing::{
    ChangeCampaignRequest, Channel, GetCampaignRequest, ListCampaignsRequest, ListConsentsRequest,
    ListGuestTextsRequest, ListOutcomesRequest, ListRecipientsRequest, NoteConsentRequest,
    PreviewCampaignRequest, SendTestRequest, SendTestResponse,
};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Gateway;
use crate::call::file::{ListFile, count, dollars, text, time};
use crate::call::request::InLocation;
use crate::call::{in_location, list, route};
use crate::http::envelope::{Envelope, Failure};

/// Campaigns as a file.
static CAMPAIGNS: ListFile = ListFile {
    title: "campaigns",
    columns: &[
        time("Created", "/createdAt"),
        text("Channel", "/channel"),
        text("Kind", "/kind"),
        text("State", "/state"),
        text("Subject", "/subject"),
        text("Message", "/body"),
        text("Promo code", "/promoCode"),
        count("Recipients", "/recipients"),
        count("Sent", "/sent"),
        count("Failed", "/failed"),
        count("Excluded", "/excluded"),
        count("Unknown", "/unknown"),
        count("Opted out", "/optedOut"),
        count("Text segments", "/segments"),
        dollars("Cost", "/cost"),
        count("Redemptions", "/result/redemptions"),
        dollars("Sales", "/result/sales"),
        dollars("Discount", "/result/discount"),
        dollars("Profit", "/result/profit"),
    ],
};

/// The outcomes of a campaign as a file.
static OUTCOMES: ListFile = ListFile {
    title: "campaign-outcomes",
    columns: &[
        text("First name", "/firstName"),
        text("Last name", "/lastName"),
        text("Address", "/address"),
        text("Outcome", "/outcome"),
        text("Exclusion", "/exclusion"),
        text("Reason", "/reason"),
        text("Delivery", "/delivery"),
        time("Time", "/at"),
        text("Opted out", "/optedOut"),
    ],
};

/// The calls about campaigns and consents.
pub fn calls() -> OpenApiRouter<Arc<Gateway>> {
    OpenApiRouter::new()
        .routes(list::<ListRecipientsRequest>(
            "get-marketing-recipients",
            "recipientList",
            None,
            "The guests of a location as recipients, by name, with the reason where one is excluded.",
        ))
        .routes(in_location::<PreviewCampaignRequest>(
            "get-campaign-preview",
            "Preview a campaign: recipients, exclusions by reason, and its rendered mail or text.",
        ))
        .routes(route::<SendTestRequest, SendTestResponse, _, _>(
            "send-campaign-test",
            "Send the message of a draft to the caller's own email address or phone.\n\nAt most 20 an hour. Recipients of the \
             draft are not read, and nothing is stored as a campaign.",
            send_test,
        ))
        .routes(in_location::<GetCodeDeliveryRequest>(
            "get-promo-code-delivery",
            "Whether the POS has a promo code of a campaign.\n\nWithout `promoCode`: how the next one would come to the POS.",
        ))
        .routes(list::<ListCampaignsRequest>(
            "get-campaigns",
            "campaignList",
            Some(&CAMPAIGNS),
            "Campaigns, newest first.",
        ))
        .routes(in_location::<GetCampaignRequest>("get-campaign", "A campaign and its progress."))
        .routes(list::<ListOutcomesRequest>(
            "get-campaign-outcomes",
            "outcomeList",
            Some(&OUTCOMES),
            "The outcome of each recipient of a campaign.",
        ))
        .routes(in_location::<ChangeCampaignRequest>(
            "update-campaign",
            "Pause, continue or stop a campaign.",
        ))
        .routes(list::<ListConsentsRequest>(
            "get-customer-consents",
            "consentList",
            None,
            "A guest's consents and refusals, newest first, with their source.",
        ))
        .routes(in_location::<NoteConsentRequest>(
            "update-customer-consent",
            "Record a guest's consent or refusal. The guest's own opt-out outranks it.",
        ))
        .routes(list::<ListGuestTextsRequest>(
            "get-guest-texts",
            "textList",
            None,
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

async fn send_test(
    State(gateway): State<Arc<Gateway>>,
    InLocation { caller, mut request, _permit, .. }: InLocation<SendTestRequest>,
) -> Result<Envelope<SendTestResponse>, Failure> {
    let token = &caller.session.token;
    let own = gateway.services.call(token, GetProfileRequest::default()).await?.profile.unwrap_or_default();
    let channel = request.draft.as_ref().map(|draft| draft.channel());
    request.to = if channel == Some(Channel::Text) { own.phone } else { own.email };
    Ok(gateway.services.call(token, request).await?.into())
}
