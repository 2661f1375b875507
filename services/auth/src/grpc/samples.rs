use std::sync::Arc;

use saffron_kit::grpc::{Answer, Messages, answer};
use saffron_proto::auth::sample_service_server::SampleService;
use saffron_proto::auth::{
    ListSamplesRequest, ListSamplesResponse, ReplaceSampleKeyRequest, ReplaceSampleKeyResponse,
};
use tonic::Request;

use super::list;
use crate::app::{self, App};
use crate::store;

/// The calls of connectors about sample restaurants.
pub struct Samples(pub Arc<App>);

#[tonic::async_trait]
impl SampleService for Samples {
    type ListSamplesStream = Messages<ListSamplesResponse>;

    async fn list_samples(&self, _: Request<ListSamplesRequest>) -> Answer<Self::ListSamplesStream> {
        let samples = store::linked_samples(&self.0.database).await?;
        list(
            samples
                .into_iter()
                .map(|(pos_id, zone)| ListSamplesResponse { pos_id: pos_id.into(), time_zone: zone.into() }),
        )
    }

    async fn replace_sample_key(
        &self,
        request: Request<ReplaceSampleKeyRequest>,
    ) -> Answer<ReplaceSampleKeyResponse> {
        let secret = app::replace_sample_key(&self.0, &request.into_inner().pos_id).await?;
        answer(ReplaceSampleKeyResponse { ingest_key: secret.expose().to_owned() })
    }
}
