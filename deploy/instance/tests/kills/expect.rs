//! Whether every service has exactly what was acknowledged, each effect once.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use saffron_dev::services::SERVICES;
use saffron_instance::{cents, guest_id};
use saffron_sandbox::card;
use serde_json::{Value, json};

use crate::check::{Check, GUESTS, ITEMS, SPECIAL, item_id};
use crate::compare::{Found, as_people_read_it, differs, fields, number, same, shown};
use crate::owners::ActiveOwner;
use crate::plain::REPORTS;
use crate::record::{Record, large};
use crate::setup::Setup;

/// How long the last effects may take once every consumer has acknowledged everything: many events may wait to be published.
const PATIENCE: Duration = Duration::from_secs(600);

/// The provider's objects, and the tables of their mirror.
const TABLES: [(&str, &str); 5] = [
    ("payment_intents", "payment_intent"),
    ("refunds", "refund"),
    ("payouts", "payout"),
    ("balance_transactions", "balance_transaction"),
    ("disputes", "dispute"),
];

pub struct Expected<'a> {
    pub setup: &'a Setup,
    pub record: &'a Record,
    /// An owner at each location.
    pub owners: Vec<ActiveOwner>,
    /// Today, yesterday and the day before.
    pub days: [String; 3],
}

/// Compares until all is the same; notes what still differs in the end.
macro_rules! eventually {
    ($expected:expr, $wrong:expr, $check:ident) => {{
        let began = Instant::now();
        loop {
            match $expected.$check().await {
                Ok(()) => break println!("{}: as acknowledged", stringify!($check)),
                Err(what) if began.elapsed() > PATIENCE => {
                    break $wrong.push(format!("{}: {what}", stringify!($check)));
                }
                Err(_) => tokio::time::sleep(Duration::from_millis(250)).await,
            }
        }
    }};
}

impl Expected<'_> {
    /// Runs every comparison.
    pub async fn everywhere(&self) -> Result<()> {
        let mut wrong = Vec::new();
        eventually!(self, wrong, outboxes);
        eventually!(self, wrong, reports);
        eventually!(self, wrong, checks);
        eventually!(self, wrong, points);
        eventually!(self, wrong, ledger);
        eventually!(self, wrong, menu);
        eventually!(self, wrong, campaigns);
        eventually!(self, wrong, inbox);
        eventually!(self, wrong, mirror);
        ensure!(wrong.is_empty(), "{wrong:#?}");
        Ok(())
    }

    /// Checks that no event waits to be published.
    async fn outboxes(&self) -> Found {
        for service in SERVICES {
            let rows = self.setup.rows(service, "SELECT count(*) FROM outbox").await;
            same(service, &rows, &vec!["0".to_owned()])?;
        }
        Ok(())
    }

    /// Compares a report of each roll-up, for each location and date.
    async fn reports(&self) -> Found {
        for owner in &self.owners {
            for day in &self.days {
                for report in &REPORTS {
                    let form = json!({ "startDate": day, "endDate": day, "groupBy": "none" });
                    let answer = owner.call_with_retries(report.call, form).await;
                    let wanted = self.record.at(&owner.pos_id, |location| report.of(location, day));
                    let what = format!("{} of {} on {day}", report.call, owner.pos_id);
                    same(&what, &shown(report, &answer), &wanted)?;
                }
            }
        }
        Ok(())
    }

    /// Compares the list of checks: each once, with its day and what it came to.
    async fn checks(&self) -> Found {
        for owner in &self.owners {
            let form = json!({ "startDate": self.days[2], "endDate": self.days[0] });
            let body = owner.call_with_retries("get-inside-sales", form).await;
            let listed = body["checkReportList"].as_array().unwrap();
            let row = |row: &Value| {
                let day = row["businessDate"].as_str().unwrap()[..10].to_owned();
                let money = ["grossSales", "netSales", "grossPayment"].map(|name| cents(&row[name]));
                (row["posCheckID"].as_str().unwrap().to_owned(), (day, money, row["voided"] == true))
            };
            let found: BTreeMap<_, _> = listed.iter().map(row).collect();
            same("checks listed twice", &listed.len(), &found.len())?;
            let wanted = self.record.at(&owner.pos_id, |location| {
                let of = |check: &Check| {
                    (check.day.clone(), [check.gross(), check.net(), check.paid()], check.voided)
                };
                location.checks.iter().map(|(id, check)| (id.clone(), of(check))).collect::<BTreeMap<_, _>>()
            });
            differs(&format!("checks of {}", owner.pos_id), &found, &wanted)?;
        }
        Ok(())
    }

    /// Compares points and debts of each guest, gifts included.
    async fn points(&self) -> Found {
        let opened = self.record.opened();
        for owner in &self.owners {
            let body = owner.call_with_retries("get-customers-list", json!({})).await;
            let number = |row: &Value, name: &str| row[name].as_i64().unwrap();
            let row = |row: &Value| {
                let id = row["posCustomerID"].as_str().unwrap().to_owned();
                (id, number(row, "points") - number(row, "pointsOwed"))
            };
            let found: BTreeMap<_, _> = body["customerList"].as_array().unwrap().iter().map(row).collect();
            let wanted = self.record.at(&owner.pos_id, |location| {
                let mut wanted: BTreeMap<_, _> = (0..GUESTS).map(|guest| (guest_id(guest), 0)).collect();
                for check in location.points(opened) {
                    *wanted.entry(guest_id(check.guest)).or_default() += check.earned - check.spent;
                }
                for grant in &location.grants {
                    *wanted.entry(guest_id(grant.guest)).or_default() += grant.points.unwrap_or_default();
                }
                wanted
            });
            differs(&format!("points of {}", owner.pos_id), &found, &wanted)?;
        }
        Ok(())
    }

    /// The ledger's entries of a check and its refunds add up to what it earns and spends; each reward is there once.
    async fn ledger(&self) -> Found {
        let opened = self.record.opened();
        let signed = "sum(CASE WHEN kind = '{}' THEN CASE WHEN credit IN ('points', 'owed') THEN points ELSE -points END ELSE 0 END)";
        let (earned, spent) = (signed.replace("{}", "earned"), signed.replace("{}", "spent"));
        let query = format!(
            "SELECT pos_id, pos_check_id, {earned}, -{spent} FROM entry WHERE pos_check_id IS NOT NULL GROUP BY 1, 2"
        );
        let rows = self.setup.rows("customers", &query).await;
        let mut found: BTreeMap<_, (i64, i64)> = BTreeMap::new();
        for row in &rows {
            let [pos_id, check, earned, spent] = fields(row);
            let sale = self.record.at(&pos_id, |location| location.checks.get(&check)?.refund_of.clone());
            let moves = found.entry((pos_id, sale.unwrap_or(check))).or_default();
            *moves = (moves.0 + number(&earned), moves.1 + number(&spent));
        }
        found.retain(|_, moves| *moves != (0, 0));
        let mut wanted = BTreeMap::new();
        for pos_id in self.record.pos_ids() {
            self.record.at(&pos_id, |location| {
                for check in location.points(opened) {
                    let moves = (check.earned, check.spent);
                    if moves != (0, 0) {
                        wanted.insert((pos_id.clone(), check.check), moves);
                    }
                }
            });
        }
        differs("entries of checks", &found, &wanted)?;

        let query = "SELECT pos_id, reward_id, pos_customer_id, points FROM reward";
        let mut found: Vec<[String; 4]> =
            self.setup.rows("customers", query).await.iter().map(|row| fields(row)).collect();
        let mut wanted = Vec::new();
        for pos_id in self.record.pos_ids() {
            self.record.at(&pos_id, |location| {
                wanted.extend(location.grants.iter().map(|grant| {
                    let points = grant.points.unwrap_or_default().to_string();
                    [pos_id.clone(), grant.reward.clone(), guest_id(grant.guest), points]
                }));
            });
        }
        found.sort();
        wanted.sort();
        same("rewards", &found, &wanted)
    }

    /// Stock and price of each item, and each change of its owner once.
    async fn menu(&self) -> Found {
        for owner in &self.owners {
            let body = owner.call_with_retries("get-items-list", json!({})).await;
            let row = |row: &Value| {
                let figures =
                    (row["stock"].as_f64().unwrap_or_default().round() as i64, cents(&row["price"]));
                (row["posItemID"].as_str().unwrap().to_owned(), figures)
            };
            let found: BTreeMap<_, _> = body["itemList"].as_array().unwrap().iter().map(row).collect();
            let (wanted, prices) = self.record.at(&owner.pos_id, |location| {
                let item = |number: usize| {
                    let counted = location.counted[&number];
                    let sold = location
                        .checks
                        .values()
                        .filter(|check| check.counts() && check.closed > counted.at)
                        .flat_map(|check| check.sold())
                        .filter(|line| line.item == number && line.count > 0);
                    let sold: i64 = sold.map(|line| line.count).sum();
                    let owners = location.prices.get(&number).and_then(|all| all.last().copied());
                    (item_id(number), (counted.stock - sold, owners.unwrap_or(counted.price)))
                };
                let wanted: BTreeMap<_, _> = (0..=ITEMS).map(item).collect();
                (wanted, location.prices.clone())
            });
            differs(&format!("menu of {}", owner.pos_id), &found, &wanted)?;
            for (item, prices) in prices {
                let query = format!(
                    "SELECT became FROM edit WHERE pos_id = '{}' AND pos_item_id = '{}' AND field = 'price' \
                     AND user_id IS NOT NULL ORDER BY id",
                    owner.pos_id,
                    item_id(item)
                );
                let found = self.setup.rows("inventory", &query).await;
                let wanted: Vec<String> = prices.iter().map(|cents| as_people_read_it(*cents)).collect();
                same(&format!("edits of {} at {}", item_id(item), owner.pos_id), &found, &wanted)?;
            }
        }
        Ok(())
    }

    /// Each campaign once and finished; a recipient of an email has it once.
    async fn campaigns(&self) -> Found {
        let query = "SELECT pos_id, campaign_id, state FROM campaign WHERE kind <> 'reward'";
        let mut found: Vec<[String; 3]> =
            self.setup.rows("marketing", query).await.iter().map(|row| fields(row)).collect();
        let mut wanted = Vec::new();
        for pos_id in self.record.pos_ids() {
            self.record.at(&pos_id, |location| {
                let campaign = |id: &String| [pos_id.clone(), id.clone(), "finished".to_owned()];
                wanted.extend(location.campaigns.iter().map(campaign));
            });
        }
        found.sort();
        wanted.sort();
        same("campaigns", &found, &wanted)?;

        let deliveries = self.setup.mails.deliveries();
        let once: BTreeSet<_> =
            deliveries.iter().map(|mail| (mail.to.clone(), mail.message_id.clone())).collect();
        let query = "SELECT outcome, count(*) FROM recipient r JOIN campaign c USING (campaign_id) \
                     WHERE c.kind <> 'reward' GROUP BY 1 ORDER BY 1";
        let outcomes = self.setup.rows("marketing", query).await;
        let of = |outcome: &str| {
            let count = outcomes.iter().find_map(|row| row.strip_prefix(outcome)?.strip_prefix('|'));
            count.map_or(0, number)
        };
        let settled = of("sent") + of("unknown") + of("failed") + of("excluded");
        let all = (20 * wanted.len()) as i64;
        same(&format!("recipients, of whom {outcomes:?}"), &settled, &all)?;
        same("emails that came twice", &(deliveries.len() - once.len()), &0)?;
        let news = self.setup.mails.mails();
        let news = news.iter().filter(|mail| mail.subject().starts_with("News ")).count() as i64;
        if news < of("sent") || news > of("sent") + of("unknown") {
            return Err(format!("{news} emails of campaigns came: {outcomes:?}"));
        }
        Ok(())
    }

    /// The owner has one notification of each occasion.
    async fn inbox(&self) -> Found {
        let query = "SELECT pos_id, kind, source FROM communication";
        let mut found: BTreeMap<[String; 3], usize> = BTreeMap::new();
        for row in self.setup.rows("notifications", query).await {
            let [pos_id, kind, source] = fields(&row);
            // An item may run out several times.
            let source = source.split('/').next().unwrap().to_owned();
            *found.entry([pos_id, kind, source]).or_default() += 1;
        }
        let (mut due, mut possible) = (BTreeSet::new(), BTreeSet::new());
        for pos_id in self.record.pos_ids() {
            self.record.at(&pos_id, |location| {
                let key = |kind: &str, source: &str| [pos_id.clone(), kind.to_owned(), source.to_owned()];
                // Checks of longer ago cause no notification.
                for check in location.checks.values().filter(|check| check.day != self.days[2]) {
                    due.extend(large(check).into_iter().map(|kind| key(kind, &check.id)));
                }
                possible.extend(location.ever_large.iter().map(|(kind, check)| key(kind, check)));
                due.extend(location.failed_payments.iter().map(|id| key("paymentFailed", id)));
                due.extend(location.campaigns.iter().map(|id| key("campaignFinished", id)));
                let specials = location.checks.values().flat_map(|check| check.sold());
                let specials = specials.filter(|line| line.item == SPECIAL).count() as i64;
                if specials >= location.counted[&SPECIAL].stock {
                    due.insert(key("itemRanOut", "special"));
                }
            });
        }
        let kinds =
            ["largeVoid", "largeDiscount", "largeRefund", "paymentFailed", "campaignFinished", "itemRanOut"];
        // The card provider has payments of the demo too; and a day's digest is not of checks alone.
        found.retain(|[pos_id, kind, source], _| {
            let is_known = |key: &[String; 3]| due.contains(key) || possible.contains(key);
            kinds.contains(&kind.as_str())
                && (kind != "paymentFailed" || is_known(&[pos_id.clone(), kind.clone(), source.clone()]))
        });
        if let Some(missing) = due.iter().find(|key| !found.contains_key(*key)) {
            return Err(format!("no notification of {missing:?}, {} of {}", found.len(), due.len()));
        }
        if let Some((twice, times)) = found.iter().find(|(_, times)| **times > 1) {
            return Err(format!("{times} notifications of {twice:?}"));
        }
        if let Some(other) = found.keys().find(|key| !due.contains(*key) && !possible.contains(*key)) {
            return Err(format!("a notification of {other:?}, which never was"));
        }
        for owner in &self.owners {
            owner.call_with_retries("update-all-communications-viewed", json!({})).await;
            let body = owner.call_with_retries("get-communications", json!({})).await;
            same("unread", &body["unread"], &json!({ "notifications": 0, "messages": 0 }))?;
            let listed = body["communicationList"].as_array().unwrap().iter().map(|row| {
                if kinds.contains(&row["kind"].as_str().unwrap()) {
                    1 + row["also"].as_i64().unwrap()
                } else {
                    0
                }
            });
            let query = format!(
                "SELECT count(*) FROM communication WHERE pos_id = '{}' AND kind IN ('{}')",
                owner.pos_id,
                kinds.join("', '")
            );
            let rows = self.setup.rows("notifications", &query).await;
            same(&format!("inbox of {}", owner.pos_id), &listed.sum::<i64>(), &number(&rows[0]))?;
        }
        Ok(())
    }

    /// Compares the mirror with the card provider.
    async fn mirror(&self) -> Found {
        let mut mirror = card::Mirror::new();
        for (kind, table) in TABLES {
            let query = format!("SELECT object::jsonb::text FROM {table}");
            let rows = self.setup.rows("payments", &query).await;
            mirror.insert(kind, rows.iter().map(|row| serde_json::from_str(row).unwrap()).collect());
        }
        let truth = self.setup.cards.truth(&self.setup.account(), 0).map_err(|fault| format!("{fault:?}"))?;
        card::difference(&truth, &mirror).map_or(Ok(()), Err)
    }
}
