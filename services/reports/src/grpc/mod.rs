//! The gRPC services: proto to domain and back.

mod checks;
mod date_move;
mod days;
mod reports;
mod sources;
mod totals;
mod wages;

use saffron_core::Clock;
use saffron_kit::grpc::{CallerCheck, GatewayCheck, MAX_MESSAGE};
use saffron_kit::pg::Database;
use saffron_proto::reports::day_service_server::DayServiceServer;
use saffron_proto::reports::reports_service_server::ReportsServiceServer;
use tonic::service::Routes;
use tonic::service::interceptor::InterceptedService;

/// All routes: owners' calls and those of other services.
pub fn routes(database: Database, clock: Clock, caller: CallerCheck, gateway: GatewayCheck) -> Routes {
    let days = days::Days { database: database.clone(), clock: clock.clone() };
    let days = DayServiceServer::new(days)
        .max_decoding_message_size(MAX_MESSAGE)
        .max_encoding_message_size(MAX_MESSAGE);
    let reports = ReportsServiceServer::new(reports::Reports { database, clock })
        .max_decoding_message_size(MAX_MESSAGE)
        .max_encoding_message_size(MAX_MESSAGE);
    Routes::new(InterceptedService::new(reports, caller)).add_service(InterceptedService::new(days, gateway))
}
