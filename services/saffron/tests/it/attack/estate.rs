//! Two owners with a restaurant each, and a person with none. What is Bea's carries marks that occur nowhere else.

use std::collections::BTreeMap;

use saffron_core::Clock;
use saffron_core::Secret;
use saffron_kit::CancellationToken;
use saffron_sandbox::{card, push, square};
use serde_json::{Value, json};

use super::furnish::{furnish, payments};
use crate::world::{CARD_KEY, NOW, Person, SQUARE_APPLICATION, VENDOR_KEY, World, world_with};

/// Someone with one restaurant.
pub struct Owner {
    /// What begins the ids of everything that is theirs.
    pub letter: char,
    /// What every name of theirs holds.
    pub word: &'static str,
    /// Where their guests get mail.
    pub domain: &'static str,
    /// Where their guests are called, without the last digit.
    pub phone: &'static str,
    /// Dollars.
    pub price: f64,
    pub pos_id: &'static str,
    pub email: &'static str,
    /// Signed in as another client than the web app.
    pub person: Person,
    /// Signed in as the web app.
    pub web: Person,
    pub ingest_key: String,
    /// Their card payments.
    pub intents: Vec<String>,
    /// What calls name of theirs: `guest`, `item`, `campaign` and so on.
    pub things: BTreeMap<&'static str, Value>,
}

/// Everything running, both owners at home, and the stand-ins that payments and pushes need.
pub struct Estate {
    pub world: World,
    pub ana: Owner,
    pub bea: Owner,
    /// Without a location.
    pub unlinked: Person,
    /// Sessions of Bea's that have ended.
    pub ended: Person,
    pub ended_web: Person,
    _stand_ins: (card::Running, push::Running, square::Running),
    stop: CancellationToken,
}

impl Drop for Estate {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

impl Estate {
    pub async fn open() -> Estate {
        let stop = CancellationToken::new();
        let clock = Clock::fixed(NOW.parse().unwrap());
        let push = push::serve(push::Config::new(clock.clone()), stop.clone()).await.unwrap();
        let mut config = card::Config::new(CARD_KEY, "the control key of the attack", 4, clock);
        config.locations = Some(vec!["demo-bluebird".parse().unwrap(), "demo-pizza".parse().unwrap()]);
        let card = card::serve(config, stop.clone()).await.unwrap();
        let pos = square(stop.clone()).await;
        let (push_url, card_url, pos_url) = (push.url(), card.url(), pos.url());
        let variables = [
            ("SAFFRON_PUSH_HOSTS", push_url.as_str()),
            ("SAFFRON_PAYMENTS_PROVIDER_URL", &card_url),
            ("SAFFRON_PAYMENTS_POLL_SECONDS", "1"),
            ("SAFFRON_SQUARE_URL", &pos_url),
            ("SAFFRON_CONNECTORS_PAST_DAYS", "3"),
        ];
        let world = world_with(&variables).await;

        let mut ana = owner(&world, &card, 'a', "Albatross", "heron.example", "212555012", 1.5).await;
        let mut bea = owner(&world, &card, 'b', "Basilisk", "wyvern.example", "212555016", 4861.27).await;
        let unlinked = world.person("nobody@ibis.example").await;
        furnish(&world, &mut ana, &push).await;
        furnish(&world, &mut bea, &push).await;

        let (ended, ended_web) = (world.login(bea.email).await, world.login_web(bea.email).await);
        for person in [&ended, &ended_web] {
            world.call_as(person, &format!("logout/{}", person.session_id), json!({})).await.ok();
        }
        Estate { world, ana, bea, unlinked, ended, ended_web, _stand_ins: (card, push, pos), stop }
    }

    /// Texts that only Bea may see.
    pub fn marks(&self) -> Marks {
        let bea = &self.bea;
        let mut marks: Vec<String> =
            [bea.word, bea.domain, bea.phone, bea.pos_id, bea.email].map(str::to_lowercase).into();
        marks.extend([format!("{:.2}", bea.price), bea.ingest_key.to_lowercase()]);
        for person in [&bea.person, &bea.web, &self.ended, &self.ended_web] {
            marks.push(person.session_id.to_lowercase());
            marks.extend(person.cookies.iter().flat_map(|(cookie, xsrf)| {
                [cookie.split_once('=').unwrap().1.to_lowercase(), xsrf.to_lowercase()]
            }));
        }
        let things = bea.things.values().filter_map(Value::as_str);
        marks.extend(things.filter(|thing| thing.len() > 5).map(str::to_lowercase));
        Marks(marks)
    }
}

/// Texts that are Bea's.
pub struct Marks(Vec<String>);

impl Marks {
    /// What of it stands in an answer, and was not said by who asked.
    pub fn leaked(&self, asked: &str, answer: &str) -> Option<&str> {
        let (asked, answer) = (asked.to_lowercase(), answer.to_lowercase());
        let leaked = self.0.iter().find(|mark| answer.contains(*mark) && !asked.contains(*mark));
        leaked.map(String::as_str)
    }
}

/// A Square at which each owner has an account, without any trade.
async fn square(stop: CancellationToken) -> square::Running {
    let config = square::Config::new(
        SQUARE_APPLICATION.1,
        "the control key of the attack",
        Clock::fixed(NOW.parse().unwrap()),
    );
    let square = square::serve(config, stop).await.unwrap();
    for word in ["Albatross", "Basilisk", "Neutral"] {
        let pos_id = format!("square-{}", word.to_lowercase()).parse().unwrap();
        let location = square::Location::new(
            &pos_id,
            &format!("{word} Main Street"),
            "America/New_York".parse().unwrap(),
        );
        let merchant = square::Merchant::new(&format!("{word} Kitchens"), vec![location]);
        square.add_merchant(merchant.clone());
        square.add_token(&merchant.id, &Secret::new(square_token(word)), None);
        if word == "Neutral" {
            square.add_token(&merchant.id, &Secret::new(NOBODYS_TOKEN), None);
        }
    }
    square
}

/// The token of an account at Square that is neither's.
pub const NOBODYS_TOKEN: &str = "EAAA-of-nobody-0123456789";

/// The token of an owner's account at Square.
pub fn square_token(word: &str) -> String {
    format!("EAAA-{word}-0123456789")
}

async fn owner(
    world: &World,
    card: &card::Running,
    letter: char,
    word: &'static str,
    domain: &'static str,
    phone: &'static str,
    price: f64,
) -> Owner {
    let (pos_id, email) = match letter {
        'a' => ("demo-bluebird", "ana@swan.example"),
        _ => ("demo-pizza", "bea@griffin.example"),
    };
    // The provider is read from the moment on at which the location is known: the clock stands still.
    let intents = payments(pos_id, price, card);
    world.sign_up(email).await;
    let person = world.login(email).await;
    let place = json!({"posID": pos_id, "name": format!("{word} Grill"), "website": format!("https://{domain}"),
        "timeZone": "America/New_York", "postalAddress": format!("1 {word} Street"), "phone": format!("{phone}9"),
        "cardAccount": card::account_of(&pos_id.parse().unwrap())});
    let bearer = format!("Bearer {VENDOR_KEY}");
    let headers = [("content-type", "application/json"), ("authorization", bearer.as_str())];
    let made = world.post("/provision/v1/locations", &headers, place.to_string()).await.ok();
    let link = json!({"sessionID": person.session_id, "posID": pos_id, "linkCode": made["linkCode"]});
    world.call("link-restaurant", link).await.ok();
    let web = world.login_web(email).await;
    Owner {
        letter,
        word,
        domain,
        phone,
        price,
        pos_id,
        email,
        person,
        web,
        ingest_key: made["ingestKey"].as_str().unwrap().to_owned(),
        intents,
        things: BTreeMap::new(),
    }
}
