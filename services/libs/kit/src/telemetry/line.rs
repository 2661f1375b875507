//! Log lines with the trace that they belong to.

use std::fmt::Write as _;

use tracing::{Event, Subscriber};
use tracing_subscriber::fmt::format::{Format, Json, JsonFields, Writer};
use tracing_subscriber::fmt::{FmtContext, FormatEvent};
use tracing_subscriber::registry::LookupSpan;

use super::TraceParent;

/// JSON, flat; inside a trace with `trace_id` and `span_id`.
pub(super) struct LineFormat(Format<Json>);

impl Default for LineFormat {
    fn default() -> LineFormat {
        LineFormat(Format::default().json().flatten_event(true).with_current_span(true).with_span_list(false))
    }
}

impl<S> FormatEvent<S, JsonFields> for LineFormat
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, JsonFields>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> std::fmt::Result {
        let Some(cause) = TraceParent::current() else { return self.0.format_event(context, writer, event) };
        let mut line = String::new();
        self.0.format_event(context, Writer::new(&mut line), event)?;
        writer.write_str(&with_trace(line, cause))
    }
}

/// The line with two more fields at its end.
fn with_trace(mut line: String, cause: TraceParent) -> String {
    if let Some(fields) = line.trim_end().strip_suffix('}') {
        line.truncate(fields.len());
        // Writing to a String does not fail.
        let _ = writeln!(line, r#","trace_id":"{}","span_id":"{}"}}"#, cause.trace, cause.span);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traced_line_stays_one_object_on_one_line() {
        let cause =
            TraceParent::of_header("00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01").unwrap();
        let line = with_trace("{\"level\":\"INFO\",\"message\":\"a } in it\"}\n".into(), cause);
        assert!(line.ends_with("}\n") && line.matches('\n').count() == 1, "{line}");
        let read: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(read["message"], "a } in it");
        assert_eq!(read["trace_id"], "0af7651916cd43dd8448eb211c80319c");
        assert_eq!(read["span_id"], "00f067aa0ba902b7");
    }
}
