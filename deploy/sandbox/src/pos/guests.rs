//! The guests that a restaurant has on file, and their checks.

use saffron_core::{CustomerId, Money, PosId};

use super::dice::Dice;
use super::restaurant::Restaurant;
use saffron_till::{Check, Guest};

/// The number of guests on file at a restaurant.
const KNOWN: i64 = 260;
/// Of a thousand checks, how many belong to a guest on file.
const NAMED: i64 = 380;

const FIRST: &str = "Ada Alma Amir Anna Ben Bruno Carla Cole Dana Diego Elena Eli Emma Farah Felix Grace Hana Hugo Ines \
    Ivan Jade Jonas Kai Lea Leo Lina Luca Maya Milo Nadia Noah Nora Omar Paula Rosa Ruben Sara Theo \
    Vera Zoe";
const LAST: &str = "Abbott Alvarez Baker Barnes Bauer Bishop Brooks Carter Chen Cohen Costa Cruz Dalton Diaz Ellis \
    Fischer Flores Foster Garcia Grant Hansen Hayes Ito Jensen Kaplan Khan Kim Lopez Marsh Meyer \
    Nguyen Novak Ortiz Patel Quinn Reyes Rossi Silva Torres Walsh";

/// The guests on file at a restaurant, the same at every start. Addresses are at example.com, and 555-01xx belongs to no
/// subscriber.
pub fn known(pos_id: &PosId) -> anyhow::Result<Vec<Guest>> {
    (1..=KNOWN).map(|number| guest(pos_id, number)).collect()
}

fn id(number: i64) -> anyhow::Result<CustomerId> {
    Ok(format!("g{number:04}").parse()?)
}

fn guest(pos_id: &PosId, number: i64) -> anyhow::Result<Guest> {
    let mut dice = Dice::of(&[pos_id, &number, &"guest"]);
    let mut name = |names: &'static str| {
        let names: Vec<&str> = names.split_whitespace().collect();
        dice.pick(&names, |_| 1).copied().unwrap_or_default()
    };
    let (first, last) = (name(FIRST), name(LAST));
    let email = format!("{}.{}{number}@example.com", first.to_lowercase(), last.to_lowercase());
    // One in twelve left no email, one in six no number.
    let has_email = !dice.chance(80);
    let has_phone = !has_email || !dice.chance(160);
    let area = dice.pick(&["212", "303", "312", "415", "503", "617"], |_| 1).copied().unwrap_or("212");
    let phone = format!("{area}55501{:02}", number % 100);
    Ok(Guest {
        pos_id: pos_id.clone(),
        id: id(number)?,
        revision: 1,
        first_name: first.to_owned(),
        last_name: last.to_owned(),
        email: has_email.then_some(email),
        cell_phone_number: has_phone.then_some(phone),
        email_consent: has_email.then(|| dice.chance(700)),
        sms_consent: has_phone.then(|| dice.chance(450)),
    })
}

/// By chance, assigns a check to a guest on file, and pays a part of it with points.
pub fn assign(restaurant: &Restaurant, check: &mut Check) -> anyhow::Result<()> {
    // Dice of their own: what was sold does not change with the guest.
    let mut dice = Dice::of(&[&restaurant.pos_id, &check.id, &"whose"]);
    if !dice.chance(NAMED) {
        return Ok(());
    }
    // Some come every week and most a few times a year: the lesser of three throws.
    let throws = [dice.between(1, KNOWN), dice.between(1, KNOWN), dice.between(1, KNOWN)];
    let number = throws.into_iter().min().unwrap_or(1);
    check.customer = Some(id(number)?);
    // The orders of the file keep their amounts; elsewhere one check in 40 is paid in part with points.
    if restaurant.trade.is_some() && dice.chance(25) {
        let reward = Money::from_cents(dice.between(1, 4) * 100);
        if let Some(payment) = check.payments.first_mut().filter(|payment| payment.amount > reward) {
            payment.amount -= reward;
            check.reward_used = reward;
        }
    }
    Ok(())
}
