use crate::config::{ConfigError, Env};

const MIB: i64 = 1024 * 1024;

/// Sizes that an installation may set.
#[derive(Debug, Clone, Copy)]
pub struct StreamSizes {
    /// Most bytes of POS; when full, new facts are refused.
    pub pos_bytes: i64,
    /// Most bytes of EVENTS; when full, the oldest go.
    pub events_bytes: i64,
    /// Most bytes of DLQ; when full, the oldest go.
    pub dlq_bytes: i64,
    /// Most bytes of PUSH; when full, the oldest go.
    pub push_bytes: i64,
    /// Replicas of each stream: 3 in production, 1 on one node.
    pub replicas: usize,
}

impl StreamSizes {
    /// From `SAFFRON_STREAM_POS_BYTES`, `_EVENTS_BYTES`, `_DLQ_BYTES`, `_PUSH_BYTES` and
    /// `SAFFRON_STREAM_REPLICAS`.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn from_env(env: &Env) -> Result<StreamSizes, ConfigError> {
        let usual = StreamSizes::default();
        Ok(StreamSizes {
            pos_bytes: env.or("SAFFRON_STREAM_POS_BYTES", usual.pos_bytes)?,
            events_bytes: env.or("SAFFRON_STREAM_EVENTS_BYTES", usual.events_bytes)?,
            dlq_bytes: env.or("SAFFRON_STREAM_DLQ_BYTES", usual.dlq_bytes)?,
            push_bytes: env.or("SAFFRON_STREAM_PUSH_BYTES", usual.push_bytes)?,
            replicas: env.or("SAFFRON_STREAM_REPLICAS", usual.replicas)?,
        })
    }
}

impl Default for StreamSizes {
    fn default() -> StreamSizes {
        StreamSizes {
            pos_bytes: 8 * 1024 * MIB,
            events_bytes: 8 * 1024 * MIB,
            dlq_bytes: 1024 * MIB,
            push_bytes: 64 * MIB,
            replicas: 1,
        }
    }
}
