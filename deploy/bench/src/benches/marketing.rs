//! `cargo dev bench marketing`: messages a second of campaigns, from the answer 202 to the last outcome, to a mail server
//! and an SMS provider that take everything at once; beside it as many mails by bare SMTP.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};
use futures::future::try_join_all;
use jiff::tz::TimeZone;
use saffron_core::Clock;
use saffron_dev::Step;
use saffron_dev::bench::figure::Figure;
use saffron_dev::bench::table::{Spread, Table, number};
use saffron_dev::services::database;
use saffron_instance::{Answer, Feed, Instance, client};
use saffron_sandbox::{mail, sms};
use serde_json::{Value, json};
use sqlx::{PgConnection, Row as _};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufStream};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use crate::args::MarketingArgs;
use crate::loads::facts::{Location, pos_id};
use crate::loads::people::owner;
use crate::loads::roster;
use crate::machine::Meter;
use crate::machine::database::until_worked;
use crate::run::{Run, until_done};

/// Facts of a message.
const MESSAGE: usize = 500;
/// Variables of the service beside its defaults: no pace of its own, and no weekly limit of a guest.
const SETTINGS: [(&str, &str); 3] = [
    ("SAFFRON_MARKETING_EMAILS_PER_SECOND", "1000000"),
    ("SAFFRON_MARKETING_TEXTS_PER_SECOND", "1000000"),
    ("SAFFRON_MARKETING_WEEKLY_CAP", "1000"),
];
/// Connections of bare SMTP: as many as marketing has messages in hand.
const CONNECTIONS: u32 = 64;
/// Areas of phones, each with its zone: at any hour but half of one it is day in one of them.
const AREAS: [(&str, &str); 4] = [
    ("212", "America/New_York"),
    ("808", "Pacific/Honolulu"),
    ("671", "Pacific/Guam"),
    ("709", "America/St_Johns"),
];
/// Messages a second that a campaign is to reach.
const GOAL: f64 = 1_000.0;
/// The pause between two polls of the progress.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// A kind of campaign.
struct Case {
    title: &'static str,
    path: &'static str,
    by: By,
    /// The number of offered items.
    items: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Email,
    Text,
}

const CASES: [Case; 3] = [
    Case { title: "emails", path: "simple-email/online-location-single-location", by: By::Email, items: 0 },
    Case {
        title: "emails with six items",
        path: "promotion/online-location-single-promotion",
        by: By::Email,
        items: 6,
    },
    Case { title: "texts", path: "simple-text/online-location-single", by: By::Text, items: 0 },
];

/// The measurements of one case, by round.
#[derive(Default)]
struct Times {
    stored: Spread,
    rate: Spread,
    limit: String,
}

/// Runs the bench.
pub async fn bench(run: &mut Run, args: &MarketingArgs) -> Result<()> {
    let mut instance = run.servers("bench-marketing", &[]).await?;
    let outside = Outside::start(&instance, args.guests as usize).await?;
    instance.env.extend(SETTINGS.map(|(name, value)| (name.to_owned(), value.to_owned())));
    instance.serve_all().await?;
    let session = owner(&instance).await?.session;
    // The owner's own mails went to the usual catcher.
    instance.env.insert("SAFFRON_SMTP_URL".to_owned(), outside.mail.url());
    instance.env.insert("SAFFRON_MARKETING_SMS_URL".to_owned(), outside.sms.url());
    instance.restart(&["marketing"]).await?;
    fill(run, &instance, args).await?;
    let mut sender = Sender::new(&instance, session, args).await?;

    let mut results: Vec<Times> = CASES.iter().map(|_| Times::default()).collect();
    let mut bare = Spread::default();
    let rounds = async {
        for round in 1..=args.rounds {
            for (case, result) in CASES.iter().zip(&mut results) {
                let step = run.out.step(format!("round {round} of {}, {}", args.rounds, case.title));
                let meter = Meter::begin(instance.processes());
                let (stored, took) = sender.send(case, &outside, &step).await?;
                result.limit = meter.end().limit();
                let rate = f64::from(args.guests) / took.as_secs_f64();
                result.stored.push(stored.as_secs_f64());
                result.rate.push(rate);
                step.done(&format!("{} a second", number(rate, 0)));
            }
            let step = run.out.step(format!("round {round} of {}, bare SMTP", args.rounds));
            let rate = outside.bare(args.guests).await?;
            bare.push(rate);
            step.done(&format!("{} a second", number(rate, 0)));
        }
        Ok(())
    }
    .await;

    run.head(&instance).await?;
    let settings = SETTINGS.map(|(name, value)| format!("{name}={value}"));
    run.line(format!(
        "marketing: {}; the rest as it is by default\n\
         one location, {} guests a campaign, one campaign at a time; from the answer 202 to the outcome of the last guest; \
         everybody got one message\n\
         bare SMTP: the last of those mails as often over {CONNECTIONS} connections, and nothing else\n\
         {} rounds; median (min..max); ratios are of the same round\n",
        settings.join(" "),
        number(f64::from(args.guests), 0),
        args.rounds
    ));
    let mut table = Table::new(["what", "messages/s", "of bare SMTP", "seconds until 202"]);
    for (case, result) in CASES.iter().zip(&results) {
        let ratio = if case.by == By::Email { result.rate.over(&bare).text(2) } else { String::new() };
        table.row([case.title.to_owned(), result.rate.text(0), ratio, result.stored.text(2)]);
    }
    table.row(["bare SMTP".to_owned(), bare.text(0), String::new(), String::new()]);
    run.line(table.text());
    for (case, result) in CASES.iter().zip(&results) {
        run.line(format!("{}, last round: limited by {}", case.title, result.limit));
    }
    instance.stop().await?;
    outside.stop()?;
    run.took();
    let goals = CASES.iter().zip(&results).map(|(case, result)| {
        Figure::of(format!("{}, messages/s", case.title), "", 0, &result.rate).at_least(GOAL)
    });
    let emails = results.first().map_or(&bare, |emails| &emails.rate);
    let peer = Figure::of("emails, messages/s", "", 0, emails).beside("bare SMTP", &bare);
    run.figures.extend(goals.chain([peer]));
    rounds
}

/// Sends the guests, and waits until marketing has processed them.
async fn fill(run: &Run, instance: &Instance, args: &MarketingArgs) -> Result<()> {
    let step = run.out.step("guests");
    let location = Location::new(1)?;
    let mut feed = Feed::new(instance.operator().await?, "marketing");
    for chunk in roster::guests(args.guests, awake_area()?)?.chunks(MESSAGE) {
        feed.put(&location.pos_id, location.message(chunk.to_vec())?).await?;
    }
    feed.flush().await?;
    until_worked(&feed.operator, &["marketing"], &step).await?;
    let mut database = instance.connect(&database("marketing")).await?;
    sqlx::raw_sql("VACUUM (ANALYZE)").execute(&mut database).await?;
    step.done("");
    Ok(())
}

/// An area in which texts may be sent now, and for the hour to come.
fn awake_area() -> Result<&'static str> {
    let now = Clock::system().now();
    for (area, zone) in AREAS {
        let zone = TimeZone::get(zone)?;
        if (8..20).contains(&now.to_zoned(zone).hour()) {
            return Ok(area);
        }
    }
    bail!("it is night in every area for half an hour: texts would wait")
}

/// The mail server and the SMS provider, on a thread of their own.
struct Outside {
    mail: mail::Running,
    sms: sms::Running,
    shutdown: CancellationToken,
    thread: JoinHandle<Result<()>>,
}

impl Outside {
    async fn start(instance: &Instance, guests: usize) -> Result<Outside> {
        let variable = |name: &str| instance.env.get(name).cloned().with_context(|| format!("no {name}"));
        let (account, token) =
            (variable("SAFFRON_MARKETING_SMS_ACCOUNT")?, variable("SAFFRON_MARKETING_SMS_TOKEN")?);
        let shutdown = CancellationToken::new();
        let (sender, started) = oneshot::channel();
        let stop = shutdown.clone();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(async {
                let mut catcher = mail::Config::new(Clock::system());
                (catcher.keep, catcher.remember) = (CONNECTIONS as usize, guests);
                let mail = mail::serve(catcher, stop.clone()).await?;
                let mut provider = sms::Config::new(&account, &token, Clock::system());
                provider.keep = guests;
                let sms = sms::serve(provider, stop.clone()).await?;
                let _ = sender.send((mail, sms));
                stop.cancelled().await;
                Ok(())
            })
        });
        let (mail, sms) = started.await.context("mail server and SMS provider did not start")?;
        Ok(Outside { mail, sms, shutdown, thread })
    }

    /// The number of messages accepted since the start.
    fn taken(&self, by: By) -> u64 {
        match by {
            By::Email => self.mail.taken(),
            By::Text => self.sms.taken(),
        }
    }

    /// The number of different recipients of the last campaign.
    fn people(&self, by: By) -> usize {
        let to: Vec<String> = match by {
            By::Email => self.mail.deliveries().iter().map(|one| one.to.to_string()).collect(),
            By::Text => self.sms.messages().iter().map(|one| one.to.to_string()).collect(),
        };
        to.into_iter().collect::<BTreeSet<String>>().len()
    }

    /// Sends the last mail as often as a campaign has guests, by bare SMTP; gives mails a second.
    async fn bare(&self, guests: u32) -> Result<f64> {
        let mail = self.mail.mails().last().context("no mail arrived")?.clone();
        let began = Instant::now();
        let lanes = (0..CONNECTIONS).map(|lane| {
            let guests = (lane..guests).step_by(CONNECTIONS as usize);
            send_bare(self.mail.address, &mail.from, &mail.source, guests)
        });
        try_join_all(lanes).await?;
        Ok(f64::from(guests) / began.elapsed().as_secs_f64())
    }

    fn stop(self) -> Result<()> {
        self.shutdown.cancel();
        self.thread.join().map_err(|_| anyhow!("mail server and SMS provider panicked"))?
    }
}

/// Sends a mail to each of these guests over one connection, with no command that SMTP does not need.
async fn send_bare(
    server: SocketAddr,
    from: &str,
    mail: &[u8],
    guests: impl Iterator<Item = u32>,
) -> Result<()> {
    let stream = TcpStream::connect(server).await?;
    stream.set_nodelay(true)?;
    let mut talk = BufStream::new(stream);
    expect(&mut talk, "220").await?;
    command(&mut talk, b"EHLO bench.example\r\n", "250").await?;
    // No line of it begins with a dot: quoted-printable and base64 write none.
    let data = [mail, b"\r\n.\r\n"].concat();
    for guest in guests {
        command(&mut talk, format!("MAIL FROM:<{from}>\r\n").as_bytes(), "250").await?;
        command(&mut talk, format!("RCPT TO:<guest{guest}@guests.example>\r\n").as_bytes(), "250").await?;
        command(&mut talk, b"DATA\r\n", "354").await?;
        command(&mut talk, &data, "250").await?;
    }
    Ok(())
}

async fn command(talk: &mut BufStream<TcpStream>, line: &[u8], code: &str) -> Result<()> {
    talk.write_all(line).await?;
    talk.flush().await?;
    expect(talk, code).await
}

/// Reads an answer to its last line.
async fn expect(talk: &mut BufStream<TcpStream>, code: &str) -> Result<()> {
    loop {
        let mut line = String::new();
        talk.read_line(&mut line).await?;
        match line.strip_prefix(code) {
            Some(rest) if rest.starts_with('-') => {}
            Some(_) => return Ok(()),
            None => bail!("the mail server answered {line:?} where {code} was expected"),
        }
    }
}

/// An owner who sends campaigns, and a view of their progress.
struct Sender {
    client: reqwest::Client,
    base: String,
    session: String,
    guests: u32,
    emails: Vec<Value>,
    phones: Vec<Value>,
    database: PgConnection,
}

impl Sender {
    async fn new(instance: &Instance, session: String, args: &MarketingArgs) -> Result<Sender> {
        let mut database = instance.connect(&database("marketing")).await?;
        let rows = sqlx::query("SELECT email, phone FROM contact").fetch_all(&mut database).await?;
        let (mut emails, mut phones) = (Vec::new(), Vec::new());
        for row in rows {
            emails.push(json!(row.try_get::<String, _>(0)?));
            phones.push(json!({ "phone": row.try_get::<String, _>(1)?, "firstName": "Ana" }));
        }
        ensure!(emails.len() == args.guests as usize, "{} guests are known", emails.len());
        Ok(Sender {
            client: client()?,
            base: format!("{}/notification/api", instance.address()),
            session,
            guests: args.guests,
            emails,
            phones,
            database,
        })
    }

    /// Sends a campaign to every guest; gives the time until it was stored, and from there to its end.
    async fn send(&mut self, case: &Case, outside: &Outside, step: &Step) -> Result<(Duration, Duration)> {
        let before = outside.taken(case.by);
        let body = "Tonight all pizza is half the price, from six to nine.";
        let pos_id = pos_id(1)?;
        let mut draft = match case.by {
            By::Email => {
                json!({ "posID": pos_id, "emails": self.emails, "subject": "Half the price", "body": body,
                "businessName": "Bench 1", "website": "" })
            }
            By::Text => json!({ "posID": pos_id, "recipients": self.phones, "body": body }),
        };
        if case.items > 0 {
            let item = |at: u32| json!({ "imageUrl": null, "name": format!("Pizza {at}"), "originalPrice": 18.5, "price": 9.25 });
            let draft = draft.as_object_mut().context("a draft is an object")?;
            draft.insert("items".to_owned(), (0..case.items).map(item).collect());
        }
        let began = Instant::now();
        let url = format!("{}/{}", self.base, case.path);
        let request = self.client.post(&url).bearer_auth(&self.session).json(&draft);
        let answer = Answer::to(request).await.good("a campaign")?;
        let id =
            answer.get("campaignID").and_then(Value::as_str).context("a campaign without an id")?.to_owned();
        let stored = began.elapsed();
        let began = Instant::now();
        self.finished(&id, step).await?;
        let took = began.elapsed();
        let taken = outside.taken(case.by) - before;
        ensure!(taken == u64::from(self.guests), "{taken} messages arrived, and {} were sent", self.guests);
        let people = outside.people(case.by);
        ensure!(people == self.guests as usize, "{people} people got {taken} messages");
        Ok((stored, took))
    }

    /// Waits until the message to every guest has an outcome, and fails unless all were sent.
    async fn finished(&mut self, id: &str, step: &Step) -> Result<()> {
        let guests = self.guests;
        let query = "SELECT state, sent FROM campaign WHERE campaign_id = $1::uuid";
        let sent = until_done(step, LOOK_EVERY, async || {
            let row = sqlx::query(query).bind(id).fetch_one(&mut self.database).await?;
            let (state, sent): (String, i64) = (row.try_get(0)?, row.try_get(1)?);
            Ok(if state == "finished" { Ok(sent) } else { Err(format!("{sent} of {guests}")) })
        })
        .await?;
        ensure!(sent == i64::from(guests), "{sent} of {guests} were sent");
        Ok(())
    }
}
