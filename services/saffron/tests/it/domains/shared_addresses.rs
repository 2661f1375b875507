//! Guests who share an address: customers and marketing agree, erasure by erasure, on who keeps it.

use saffron_testkit::eventually;
use serde_json::{Value, json};

use crate::world::{Person, World, world};

fn guest(id: &str, revision: i64, email: &str, phone: &str) -> Value {
    json!({"specversion": "1.0", "id": format!("e-{id}-{revision}"), "source": "till", "type": "customer.upserted",
           "data": {"posID": "p1", "posCustomerID": id, "revision": revision, "firstName": format!("Name {id}"),
                    "lastName": "", "email": email, "cellPhoneNumber": phone, "emailConsent": true,
                    "smsConsent": true}})
}

fn asked(ana: &Person, more: Value) -> Value {
    let mut body = json!({"sessionID": ana.session_id, "posID": "p1"});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

/// A guest's name, email and phone: at customers, and at marketing.
async fn stands(world: &World, ana: &Person, id: &str) -> [[Value; 3]; 2] {
    let at_customers = world.call("get-customer", asked(ana, json!({"posCustomerID": id}))).await;
    // Not known yet: nothing.
    let at_customers = if at_customers.status == 404 { Value::Null } else { at_customers.ok() };
    let customer = &at_customers["customer"];
    let here = ["firstName", "email", "cellPhoneNumber"].map(|field| customer[field].clone());
    let of = async |channel: &str| {
        let list = world.call("get-marketing-recipients", asked(ana, json!({"channel": channel}))).await.ok();
        let mut rows = list["recipientList"].as_array().unwrap().clone();
        rows.retain(|row| row["posCustomerID"] == id);
        rows.pop().unwrap_or(Value::Null)
    };
    let (by_email, by_text) = (of("email").await, of("text").await);
    [here, [by_email["firstName"].clone(), by_email["address"].clone(), by_text["address"].clone()]]
}

/// Waits until both services say this of a guest; placeholders are text at customers, and no address at marketing.
async fn both(world: &World, ana: &Person, id: &str, customers: [Value; 3], marketing: [Value; 3]) {
    let expected = [customers, marketing];
    eventually(&format!("both to agree on {id}: {expected:?}"), || async {
        (stands(world, ana, id).await == expected).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn customers_and_marketing_agree_on_shared_addresses() {
    let world = world().await;
    let ana = world.person("owner@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let placeholder = ("noemail@noemail.com", "5555555555");
    let facts = json!([
        guest("g1", 1, "g1@example.com", "2125550101"),
        guest("g2", 1, "g2@example.com", "2125550101"),
        guest("g3", 1, placeholder.0, placeholder.1),
        guest("g4", 1, placeholder.0, placeholder.1),
    ]);
    assert_eq!(world.ingest(&key, &facts).await.status, 202);
    let whole =
        |id: &str, email: &str, phone: &str| [json!(format!("Name {id}")), json!(email), json!(phone)];
    let same = |id: &str, email: &str, phone: &str| (whole(id, email, phone), whole(id, email, phone));
    let (at_customers, at_marketing) = same("g2", "g2@example.com", "2125550101");
    both(&world, &ana, "g2", at_customers.clone(), at_marketing.clone()).await;
    let unknown = |id: &str| {
        let name = json!(format!("Name {id}"));
        (whole(id, placeholder.0, placeholder.1), [name, Value::Null, Value::Null])
    };
    let (held, shown) = unknown("g4");
    both(&world, &ana, "g4", held.clone(), shown.clone()).await;
    for id in ["g1", "g3"] {
        let erased = world.call("erase-customer", asked(&ana, json!({"posCustomerID": id}))).await;
        assert_eq!(erased.status, 200);
    }
    // Later versions come, and the erased one under another id.
    let facts = json!([
        guest("g2", 2, "g2@example.com", "2125550101"),
        guest("g4", 2, placeholder.0, placeholder.1),
        guest("g5", 1, "g1@example.com", "2125550105"),
        guest("g6", 1, "g6@example.com", "2125550106"),
    ]);
    eventually("the erasures", || async {
        let gone = [stands(&world, &ana, "g1").await, stands(&world, &ana, "g3").await];
        gone.iter().flatten().flatten().all(Value::is_null).then_some(())
    })
    .await;
    assert_eq!(world.ingest(&key, &facts).await.status, 202);
    let (sixth, there) = same("g6", "g6@example.com", "2125550106");
    both(&world, &ana, "g6", sixth, there).await;
    both(&world, &ana, "g2", at_customers, at_marketing).await;
    both(&world, &ana, "g4", held, shown).await;
    let nothing = || [Value::Null, Value::Null, Value::Null];
    both(&world, &ana, "g5", nothing(), nothing()).await;
    for id in ["g1", "g3"] {
        assert!(stands(&world, &ana, id).await.iter().flatten().all(Value::is_null), "{id}");
    }
    // A kept guest who gets the address that an erased one had stays whole.
    let taken = json!([guest("g6", 2, "g1@example.com", "2125550106")]);
    assert_eq!(world.ingest(&key, &taken).await.status, 202);
    let (sixth, there) = same("g6", "g1@example.com", "2125550106");
    both(&world, &ana, "g6", sixth, there).await;
}
