//! `Last-Event-ID`, at which a stream resumes.

use std::time::Instant;

use bytes::Bytes;
use saffron_core::PosId;

#[path = "../../../services/gateway/src/live"]
#[expect(dead_code, unreachable_pub, reason = "a part of the gateway, of which a part is tried here")]
mod live {
    pub mod audience;
    pub mod position;
    pub mod window;
}

use live::audience::Recipients;
use live::position::Position;
use live::window::Window;

/// An accepted id resumes at its position: its client gets what came after it and nothing else, or a reset.
pub(super) fn resume(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (Ok(position), Ok(pos_id)) = (text.parse::<Position>(), "p1".parse::<PosId>()) else { return };
    assert!(position.to_string().parse() == Ok(position), "{text} is {position}");
    let mut window = Window::new(1, 3);
    for sequence in [3, 4, 9] {
        window.add(sequence, Recipients::Location(pos_id.clone()), Bytes::from_static(b"x"), Instant::now());
        window.last = sequence;
    }
    let expected = (position.incarnation == 1 && position.sequence >= 2)
        .then(|| [3, 4, 9].into_iter().filter(|sequence| *sequence > position.sequence).collect::<Vec<_>>());
    let given = window.after(position).map(|events| events.map(|event| event.sequence).collect());
    assert!(given == expected, "{text}: {given:?}");
}
