//! `cargo dev bench imports`: a file of checks, from its first byte to the last figure in the reports, by the calls of the
//! app; and the memory of connectors meanwhile.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader, BufWriter, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use saffron_core::BusinessDate;
use saffron_dev::Step;
use saffron_dev::bench::figure::Figure;
use saffron_dev::bench::table::{Spread, Table, number};
use saffron_instance::{Instance, Memory, Owner};
use serde_json::{Value, json};

use crate::args::ImportsArgs;
use crate::loads::facts::yesterday;
use crate::loads::people::owner_of;
use crate::machine::Meter;
use crate::run::{Run, until_done};

/// The service that reads files.
const CONNECTORS: &str = "connectors";
/// Bytes of a part, as the app sends them.
const PART: u64 = 524_288;
/// The pause between two looks at an import.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// The pause between two samples of the memory.
const SAMPLE_EVERY: Duration = Duration::from_millis(20);
/// Rows of a check.
const ROWS_A_CHECK: u32 = 3;
/// The most rows whose time has a goal.
const GOAL_ROWS: u32 = 75_000;
/// The most seconds of so many rows.
const GOAL_SECONDS: f64 = 30.0;
/// The most memory of connectors, whatever the file, MiB.
const GOAL_MEMORY: f64 = 200.0;
const MIB: f64 = 1024.0 * 1024.0;
/// The columns of the file: items as Square exports them.
const HEADER: &str = "Date,Time,Time Zone,Category,Item,Qty,Price Point Name,SKU,Modifiers Applied,Gross Sales,Discounts,\
                      Net Sales,Tax,Transaction ID,Payment ID,Device Name,Notes,Details,Event Type,Location,Dining Option";
/// Names of items.
const ITEMS: [&str; 8] =
    ["Chowder", "Fish and chips", "Lobster roll", "Salad", "Burger", "Iced tea", "Pie", "Coffee"];

/// Checks and cents of each day.
type Days = BTreeMap<BusinessDate, (u64, i64)>;

/// A file and what it holds.
struct Sales {
    path: PathBuf,
    bytes: u64,
    rows: u32,
    days: Days,
}

/// Times of one size of file, seconds, and memory of connectors, MiB.
#[derive(Default)]
struct Times {
    upload: Spread,
    read: Spread,
    send: Spread,
    count: Spread,
    all: Spread,
    before: Spread,
    most: Spread,
    /// What limited the last round.
    limit: String,
}

/// Runs the bench.
pub async fn bench(run: &mut Run, args: &ImportsArgs) -> Result<()> {
    let instance = run.instance("bench-imports", None).await?;
    let owner = owner_of(&instance, 1).await?;
    let mut files = Vec::new();
    for rows in &args.rows {
        let step = run.out.step(format!("a file of {} rows", number(f64::from(*rows), 0)));
        let path = instance.config.home.join(format!("{rows}.csv"));
        files.push(Sales::write(path, *rows, args)?);
        step.done("");
    }
    let mut results: Vec<Times> = files.iter().map(|_| Times::default()).collect();
    let rounds = async {
        for round in 1..=args.rounds {
            for (sales, times) in files.iter().zip(&mut results) {
                let step = run.out.step(format!(
                    "round {round} of {}, {} rows",
                    args.rounds,
                    number(f64::from(sales.rows), 0)
                ));
                // A location of its own: days that have sales already would be asked about.
                let pos_id = format!("import-{round}-{}", sales.rows);
                owner.open_location(&instance.secrets.provisioning_key, &pos_id).await?;
                let took = sales.bring(&instance, &owner, &pos_id, &step, times).await?;
                step.done(&format!("{took:.1} s"));
            }
        }
        Ok(())
    }
    .await;

    run.head(&instance).await?;
    run.line(format!(
        "items as Square exports them, {ROWS_A_CHECK} rows a check, {} days; uploaded in parts of {PART} bytes, one after the \
         other; {} rounds; seconds, median (min..max); resident memory of connectors, a sample every {} ms\n",
        args.days,
        args.rounds,
        SAMPLE_EVERY.as_millis()
    ));
    let heads = ["rows", "MiB", "uploaded", "read", "sent", "counted", "all", "MiB before", "MiB at most"];
    let mut table = Table::new(heads);
    for (sales, times) in files.iter().zip(&results) {
        table.row([
            number(f64::from(sales.rows), 0),
            number(sales.bytes as f64 / MIB, 0),
            times.upload.text(1),
            times.read.text(1),
            times.send.text(1),
            times.count.text(1),
            times.all.text(1),
            times.before.text(0),
            times.most.text(0),
        ]);
    }
    run.line(table.text());
    for (sales, times) in files.iter().zip(&results) {
        run.line(format!("{} rows, last round: limited by {}", sales.rows, times.limit));
    }
    instance.stop().await?;
    run.took();
    run.figures.extend(files.iter().zip(&results).flat_map(|(sales, times)| figures(sales.rows, times)));
    rounds
}

/// The whole time and the most memory of a size of file.
fn figures(rows: u32, times: &Times) -> [Figure; 2] {
    let size = number(f64::from(rows), 0);
    let all = Figure::of(format!("{size} rows from the file to the reports"), "s", 1, &times.all);
    let most = Figure::of(format!("memory of connectors, {size} rows"), "MiB", 0, &times.most);
    [if rows <= GOAL_ROWS { all.at_most(GOAL_SECONDS) } else { all }, most.at_most(GOAL_MEMORY)]
}

impl Sales {
    /// Writes a file of so many rows.
    fn write(path: PathBuf, rows: u32, args: &ImportsArgs) -> Result<Sales> {
        let mut out = BufWriter::new(File::create(&path)?);
        writeln!(out, "{HEADER}")?;
        let last = yesterday()?;
        let checks = rows / ROWS_A_CHECK;
        let mut days = Days::new();
        for check in 0..checks {
            let day = u64::from(check) * u64::from(args.days) / u64::from(checks);
            let date = last.plus_days(i64::try_from(day)? - i64::from(args.days) + 1);
            let (count, sum) = days.entry(date).or_default();
            *count += 1;
            for row in 0..ROWS_A_CHECK {
                let cents = i64::from(check * 37 % 2_000 + row * 150 + 100);
                *sum += cents;
                let item = ITEMS.get((check + row) as usize % ITEMS.len()).context("no items")?;
                let money = format!("${}.{:02}", cents / 100, cents % 100);
                let (hour, minute) = (11 + check % 10, check / 10 % 60);
                let sold = format!(
                    "{date},{hour}:{minute:02}:00,Eastern Time (US & Canada),Food,{item},1.0,Regular,,,{money},$0.00,{money},\
                     $0.00,T{check},P{check},Register 1"
                );
                let rest = ",Payment,Main,For Here";
                // The notes are for nothing but the size of the file.
                let length = sold.len() + rest.len() + ",,\n".len();
                let notes = "n".repeat((args.row_bytes as usize).saturating_sub(length));
                writeln!(out, "{sold},{notes},{rest}")?;
            }
        }
        out.flush()?;
        Ok(Sales { bytes: path.metadata()?.len(), path, rows: checks * ROWS_A_CHECK, days })
    }

    /// Brings the file into a location, and waits until each day of its reports is right; the seconds that took.
    async fn bring(
        &self,
        instance: &Instance,
        owner: &Owner,
        pos_id: &str,
        step: &Step,
        times: &mut Times,
    ) -> Result<f64> {
        let processes = instance.processes();
        let meter = Meter::begin(processes.iter().copied());
        let memory =
            Memory::watch(processes.into_iter().filter(|(name, _)| *name == CONNECTORS), SAMPLE_EVERY);
        let began = Instant::now();
        let named = self.upload(owner, pos_id, step).await?;
        let uploaded = began.elapsed();
        until_in(owner, &named, &["uploading", "judging"], "ready", step).await?;
        let read = began.elapsed();
        owner.call("start-import", named.clone()).await?;
        until_in(owner, &named, &["preparing", "sending"], "done", step).await?;
        let sent = began.elapsed();
        self.until_counted(owner, pos_id, step).await?;
        let all = began.elapsed().as_secs_f64();
        times.upload.push(uploaded.as_secs_f64());
        times.read.push((read - uploaded).as_secs_f64());
        times.send.push((sent - read).as_secs_f64());
        times.count.push(all - sent.as_secs_f64());
        times.all.push(all);
        let used = memory.samples().remove(CONNECTORS).context("connectors does not run")?;
        times.before.push(used.before as f64 / MIB);
        times.most.push(used.most as f64 / MIB);
        times.limit = meter.end().limit();
        Ok(all)
    }

    /// Uploads the file in parts; the import as calls name it.
    async fn upload(&self, owner: &Owner, pos_id: &str, step: &Step) -> Result<Value> {
        let file = json!({"name": name_of(&self.path)?, "bytes": self.bytes});
        let import = owner.call("create-import", json!({"posID": pos_id, "files": [file]})).await?;
        let id = import.get("importID").context("an import without an id")?;
        let mut reader = BufReader::new(File::open(&self.path)?);
        for part in 0_u64.. {
            if reader.fill_buf()?.is_empty() {
                break;
            }
            let mut bytes = Vec::new();
            reader.by_ref().take(PART).read_to_end(&mut bytes)?;
            let data = STANDARD.encode(&bytes);
            let form = json!({"posID": pos_id, "importID": id, "file": 0, "part": part, "data": data});
            owner.call("put-import-part", form).await?;
            step.note(&format!("{} of {} MiB", (part * PART) >> 20, self.bytes >> 20));
        }
        Ok(json!({"posID": pos_id, "importID": id}))
    }

    /// Waits until each day of the reports has the checks and the sales of the file.
    async fn until_counted(&self, owner: &Owner, pos_id: &str, step: &Step) -> Result<()> {
        let (first, last) = self.days.keys().next().zip(self.days.keys().next_back()).context("no days")?;
        let span = json!({"posID": pos_id, "startDate": first.to_string(), "endDate": last.to_string()});
        until_done(step, LOOK_EVERY, async || {
            let rows = owner.call("get-daily-sales-labor", span.clone()).await?;
            let mut found = Days::new();
            for row in rows.as_array().context("no rows")? {
                let date = text(row, "businessDate").and_then(|day| day.get(..10)).context("no date")?;
                let sales = row.get("netSales").and_then(Value::as_f64).context("no sales")?;
                let checks = row.get("checks").and_then(Value::as_u64).unwrap_or(0);
                found.insert(date.parse()?, (checks, (sales * 100.0).round() as i64));
            }
            let wrong = self.days.iter().filter(|(day, sum)| found.get(*day) != Some(*sum)).count();
            Ok(if wrong == 0 { Ok(()) } else { Err(format!("{wrong} days are not whole yet")) })
        })
        .await
    }
}

fn name_of(path: &Path) -> Result<&str> {
    path.file_name().and_then(|name| name.to_str()).context("a file without a name")
}

/// Waits while an import is in one of these states; it has to be in `then` afterwards.
async fn until_in(owner: &Owner, named: &Value, states: &[&str], then: &str, step: &Step) -> Result<()> {
    let import = until_done(step, LOOK_EVERY, async || {
        let import = owner.call("get-import", named.clone()).await?;
        let state = text(&import, "state").context("no state")?;
        let of =
            |name: &str| import.pointer(&format!("/progress/{name}")).and_then(Value::as_u64).unwrap_or(0);
        let far = format!("{state}: {} of {}", of("done"), of("total"));
        Ok(if states.contains(&state) { Err(far) } else { Ok(import) })
    })
    .await?;
    ensure!(text(&import, "state") == Some(then), "not {then}: {import}");
    Ok(())
}

fn text<'a>(of: &'a Value, name: &str) -> Option<&'a str> {
    of.get(name).and_then(Value::as_str)
}
