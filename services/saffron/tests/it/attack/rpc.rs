//! Calls between services, made from the compiled contracts alone.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures::TryStreamExt as _;
use prost_reflect::bytes::{Buf, BufMut, Bytes};
use prost_reflect::prost::Message as _;
use prost_reflect::{
    DescriptorPool, DynamicMessage, Kind, MessageDescriptor, MethodDescriptor, Value as Field,
};
use saffron_kit::grpc::{ServiceChannel, channel};
use serde_json::Value;
use tonic::client::Grpc;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::codegen::http::uri::PathAndQuery;
use tonic::{Code, Request, Status};

use crate::world::World;

/// Every method of every service, by its full name such as `saffron.auth.v1.DoorService/Login`.
pub fn methods() -> &'static BTreeMap<String, MethodDescriptor> {
    static METHODS: LazyLock<BTreeMap<String, MethodDescriptor>> = LazyLock::new(|| {
        let pool = DescriptorPool::decode(saffron_proto::DESCRIPTORS).unwrap();
        let methods = pool.services().flat_map(|service| service.methods().collect::<Vec<_>>());
        let named = |method: MethodDescriptor| {
            (format!("{}/{}", method.parent_service().full_name(), method.name()), method)
        };
        methods.map(named).collect()
    });
    &METHODS
}

/// The services of a world, as any caller of their ports sees them.
pub struct Ports(BTreeMap<String, ServiceChannel>);

/// What was answered: a code, the words of the refusal, and the messages as they came over the wire.
#[derive(Debug)]
pub struct Said {
    pub code: Code,
    pub text: String,
}

impl Ports {
    pub fn of(world: &World) -> Ports {
        let address = |domain: &str| {
            let name = format!("SAFFRON_GATEWAY_{}_URL", domain.to_uppercase());
            let (_, url) = world
                .gateway_env()
                .iter()
                .find(|(known, _)| *known == name)
                .expect("every service has a port");
            channel(&name, url, saffron_testkit::PATIENCE).unwrap()
        };
        let domains = methods().values().map(domain).map(|domain| (domain.clone(), address(&domain)));
        Ports(domains.collect())
    }

    /// Makes a call with this metadata.
    pub async fn call(
        &self,
        method: &MethodDescriptor,
        fields: &Value,
        metadata: &[(&'static str, String)],
    ) -> Said {
        let service = &self.0[&domain(method)];
        let mut request = Request::new(message(&method.input(), fields).encode_to_vec());
        for (name, value) in metadata {
            request.metadata_mut().insert(*name, value.parse().unwrap());
        }
        let path = format!("/{}/{}", method.parent_service().full_name(), method.name());
        let mut client = Grpc::new(service.channel.clone());
        client.ready().await.unwrap();
        let made = async {
            let answer = client.server_streaming(request, PathAndQuery::try_from(path).unwrap(), Raw).await?;
            answer.into_inner().try_collect::<Vec<Bytes>>().await
        };
        match made.await {
            Ok(parts) => Said { code: Code::Ok, text: String::from_utf8_lossy(&parts.concat()).into_owned() },
            Err(status) => {
                let text = format!("{} {:?} {:?}", status.message(), status.metadata(), status.details());
                Said { code: status.code(), text }
            }
        }
    }
}

fn domain(method: &MethodDescriptor) -> String {
    method.parent_service().package_name().split('.').nth(1).unwrap().to_owned()
}

/// A message with these fields, named as in the contract.
fn message(descriptor: &MessageDescriptor, fields: &Value) -> DynamicMessage {
    let mut made = DynamicMessage::new(descriptor.clone());
    for (name, value) in fields.as_object().unwrap() {
        let field = descriptor
            .get_field_by_name(name)
            .unwrap_or_else(|| panic!("{} has no {name}", descriptor.full_name()));
        let one = |value: &Value| match field.kind() {
            Kind::String => Field::String(value.as_str().unwrap().to_owned()),
            Kind::Bytes => Field::Bytes(STANDARD.decode(value.as_str().unwrap()).unwrap().into()),
            Kind::Bool => Field::Bool(value.as_bool().unwrap()),
            Kind::Int64 => Field::I64(value.as_i64().unwrap()),
            Kind::Int32 => Field::I32(i32::try_from(value.as_i64().unwrap()).unwrap()),
            Kind::Enum(_) => Field::EnumNumber(i32::try_from(value.as_i64().unwrap()).unwrap()),
            Kind::Message(inner) => Field::Message(message(&inner, value)),
            other => panic!("no request has a {other:?}"),
        };
        let value = match value {
            Value::Array(list) => Field::List(list.iter().map(one).collect()),
            value => one(value),
        };
        made.set_field(&field, value);
    }
    made
}

/// Messages as bytes: nothing of an answer is left out by being read.
#[derive(Clone, Copy, Default)]
struct Raw;

impl Codec for Raw {
    type Encode = Vec<u8>;
    type Decode = Bytes;
    type Encoder = Raw;
    type Decoder = Raw;
    fn encoder(&mut self) -> Raw {
        Raw
    }
    fn decoder(&mut self) -> Raw {
        Raw
    }
}

impl Encoder for Raw {
    type Item = Vec<u8>;
    type Error = Status;
    fn encode(&mut self, item: Vec<u8>, target: &mut EncodeBuf<'_>) -> Result<(), Status> {
        target.put_slice(&item);
        Ok(())
    }
}

impl Decoder for Raw {
    type Item = Bytes;
    type Error = Status;
    fn decode(&mut self, source: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(source.copy_to_bytes(source.remaining())))
    }
}
