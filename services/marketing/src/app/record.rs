use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use saffron_core::fact::{Check, CustomerUpsert, FactBody, Precedence, StampedBatch, keep_newest};
use saffron_core::{CheckId, PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::domain::{AddressHash, Channel, Code, CodeResult, Contact, Guest, Hasher};
use crate::store::{self, CheckVersion, PosConsent};

/// All versions of guests: the newest has name and addresses, and any may be the newest with a consent.
type Upserts = BTreeMap<Guest, BTreeMap<Precedence, (Timestamp, Box<CustomerUpsert>)>>;
type Checks = BTreeMap<(PosId, CheckId), (Precedence, Box<Check>)>;

/// Records guests and the consents that tills send, and moves the sums of promo codes by exactly the difference to the
/// versions of the same checks before.
pub async fn record(tx: &mut Tx, hasher: &Hasher, batches: Vec<StampedBatch>) -> Result<(), Fault> {
    let mut zones: BTreeMap<PosId, (Timestamp, Zone)> = BTreeMap::new();
    let (mut upserts, mut checks) = (Upserts::new(), Checks::new());
    for batch in batches {
        for fact in batch.facts {
            match fact.body {
                FactBody::Customer(upsert) => {
                    let versions = upserts.entry((batch.pos_id.clone(), upsert.id.clone())).or_default();
                    versions.entry(fact.precedence).or_insert((batch.received_at, upsert));
                }
                FactBody::Check(check) => {
                    let key = (batch.pos_id.clone(), check.id.clone());
                    keep_newest(&mut checks, key, fact.precedence, check);
                }
                // Other services record these.
                FactBody::Shift(_) | FactBody::Item(_) => continue,
            }
            let newest = zones.entry(batch.pos_id.clone()).or_insert((batch.received_at, batch.zone.clone()));
            if batch.received_at >= newest.0 {
                *newest = (batch.received_at, batch.zone.clone());
            }
        }
    }
    if zones.is_empty() {
        return Ok(());
    }
    store::hold_locations(tx, &zones).await?;
    if !upserts.is_empty() {
        record_guests(tx, hasher, upserts).await?;
    }
    if checks.is_empty() { Ok(()) } else { record_checks(tx, checks).await }
}

/// Stores guests and their consents, except erased ones. A guest of another id with an erased guest's address is the same
/// person, of whom nothing is stored; a guest who was stored before stays whole, whatever address was erased with another.
async fn record_guests(tx: &mut Tx, hasher: &Hasher, upserts: Upserts) -> Result<(), Fault> {
    let hashes = |contact: &Contact| -> Vec<AddressHash> {
        contact.addresses().map(|address| hasher.address(address)).collect()
    };
    let mut asked: BTreeSet<(PosId, AddressHash)> = BTreeSet::new();
    for (guest, versions) in &upserts {
        let of_versions = versions.values().flat_map(|(_, upsert)| hashes(&Contact::of(upsert)));
        asked.extend(of_versions.chain([hasher.guest(guest)]).map(|hash| (guest.0.clone(), hash)));
    }
    let erased = store::known_tombstones(tx, &asked).await?;
    let known =
        if erased.is_empty() { BTreeSet::new() } else { store::kept_guests(tx, upserts.keys()).await? };
    let (mut kept, mut consents) = (BTreeMap::new(), BTreeMap::new());
    for (guest, versions) in upserts {
        let is_erased = |hash| erased.contains(&(guest.0.clone(), hash));
        if is_erased(hasher.guest(&guest)) {
            continue;
        }
        let mut is_kept = known.contains(&guest);
        for (precedence, (at, upsert)) in versions {
            let mut contact = Contact::of(&upsert);
            if !is_kept && hashes(&contact).into_iter().any(is_erased) {
                contact = Contact::default();
            }
            is_kept |= contact != Contact::default();
            let sent = [(Channel::Email, upsert.email_consent), (Channel::Text, upsert.sms_consent)];
            for (channel, granted) in sent {
                if let (Some(address), Some(granted)) = (contact.address(channel), granted) {
                    let consent = PosConsent { precedence: precedence.clone(), granted, at };
                    consents.insert((guest.clone(), channel, hasher.address(address)), consent);
                }
            }
            kept.insert(guest.clone(), (precedence, contact));
        }
    }
    store::keep_upserts(tx, hasher, &kept).await?;
    store::apply_pos_consents(tx, &consents).await
}

/// Records checks that are newer than the stored ones.
async fn record_checks(tx: &mut Tx, mut checks: Checks) -> Result<(), Fault> {
    let known = store::known_checks(tx, checks.keys()).await?;
    checks.retain(|key, (precedence, _)| known.get(key).is_none_or(|known| known.precedence < *precedence));
    if checks.is_empty() {
        return Ok(());
    }
    let mut moves: BTreeMap<(PosId, Code), CodeResult> = BTreeMap::new();
    let mut stored = BTreeMap::new();
    for (key, (precedence, check)) in checks {
        if let Some(CheckVersion { code: Some(code), result, .. }) = known.get(&key) {
            moves.entry((key.0.clone(), code.clone())).or_default().add(*result, -1);
        }
        let code: Option<Code> = check.promo_code.as_ref().and_then(|code| code.as_str().parse().ok());
        let result = if code.is_some() { CodeResult::of(&check) } else { CodeResult::default() };
        if let Some(code) = &code {
            moves.entry((key.0.clone(), code.clone())).or_default().add(result, 1);
        }
        stored.insert(key, CheckVersion { precedence, code, result });
    }
    moves.retain(|_, result| *result != CodeResult::default());
    store::put_checks(tx, &stored).await?;
    if moves.is_empty() { Ok(()) } else { store::move_results(tx, &moves).await }
}
