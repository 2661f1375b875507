//! `saffron import`: brings files that other systems exported into an installation, by the calls that scripts have.

mod args;
mod location;
mod shown;
mod talk;

use std::fs::File;
use std::io::{IsTerminal as _, Read as _, Write as _};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, bail, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use saffron_kit::Secret;
use saffron_till::Api;
use serde_json::{Map, Value, json};

pub use args::ImportArgs;
use shown::{
    At as _, open_questions, print_conflicts, print_done, print_found, print_questions, print_refused, text,
};
use talk::{Connect, PATIENCE};

/// Bytes of a part.
const PART: usize = 524_288;
/// How often an import is asked for while it is worked.
const LOOK: Duration = Duration::from_millis(500);

/// Imports files, and prints what becomes of them.
///
/// # Errors
/// If anything that the files hold could neither come in nor was named, or a person has to decide first.
pub async fn run(args: ImportArgs) -> anyhow::Result<()> {
    // Before anything is sent: it would be found out at the end else.
    let refused = args.refused.as_deref().map(shown::RefusedFile::create).transpose()?;
    let api = Api::new(&args.url, PATIENCE)?;
    let (key, link) = match (&args.ingest_key, &args.pos_id) {
        (None, Some(pos_id)) => {
            let (key, link) = location::register(&api, &args, pos_id).await?;
            (key, Some(link))
        }
        (key, _) => (Secret::new(key.as_deref().unwrap_or_default().trim()), None),
    };
    let connect = Connect::new(api, key);
    let import = upload(&connect, &args.files).await?;
    let named = json!({"importID": import.at("importID")});
    let outcome = bring(&connect, &args, refused, import).await;
    if !matches!(outcome, Ok(true)) {
        // Nothing came in, so that nothing is left of it either.
        let state = connect.call("get-import", named.clone()).await?;
        if ["uploading", "judging", "asking", "ready"].contains(&text(state.at("state"))) {
            connect.call("discard-import", named).await?;
        }
    }
    if let Some(link) = link {
        link.print(&args.url);
    }
    outcome.map(drop)
}

/// Uploads files in parts.
async fn upload(connect: &Connect, paths: &[std::path::PathBuf]) -> anyhow::Result<Value> {
    let mut files = Vec::new();
    for path in paths {
        let size = std::fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?.len();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        files.push(json!({"name": name, "bytes": size}));
    }
    let import = connect.call("create-import", json!({"files": files})).await?;
    for (number, path) in paths.iter().enumerate() {
        upload_file(connect, import.at("importID"), number, path).await?;
    }
    println!("Uploaded {}; reading …", shown::counted(paths.len(), "file"));
    until(connect, import.at("importID"), &["uploading", "judging"]).await
}

async fn upload_file(connect: &Connect, import: &Value, number: usize, path: &Path) -> anyhow::Result<()> {
    let mut file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    for part in 0_usize.. {
        let mut bytes = Vec::with_capacity(PART);
        std::io::Read::by_ref(&mut file).take(PART as u64).read_to_end(&mut bytes)?;
        if bytes.is_empty() {
            break;
        }
        let fields =
            json!({"importID": import, "file": number, "part": part, "data": STANDARD.encode(&bytes)});
        connect.call("put-import-part", fields).await?;
    }
    Ok(())
}

/// Waits until an import has none of these states, and shows how far it is.
async fn until(connect: &Connect, import: &Value, states: &[&str]) -> anyhow::Result<Value> {
    let mut said = String::new();
    loop {
        let now = connect.call("get-import", json!({"importID": import})).await?;
        if !states.contains(&text(now.at("state"))) {
            return Ok(now);
        }
        let progress = now.at("progress");
        let next =
            format!("{} {} of {}", text(progress.at("phase")), progress.at("done"), progress.at("total"));
        if progress.at("total").as_i64().is_some_and(|total| total > 0) && next != said {
            println!("  {next}");
            said = next;
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// Answers, previews and starts an import; false if it was not started.
async fn bring(
    connect: &Connect,
    args: &ImportArgs,
    refused: Option<shown::RefusedFile>,
    mut import: Value,
) -> anyhow::Result<bool> {
    let id = import.at("importID").clone();
    let said = args.said();
    if !said.is_empty() {
        import = answer(connect, &id, said).await?;
    }
    // An answer may bring up further questions; one that settles nothing is not given again.
    let mut given = Vec::new();
    loop {
        let answers = args.answers_to(open_questions(&import));
        if answers.is_empty() || answers == given || text(import.at("state")) != "asking" {
            break;
        }
        given.clone_from(&answers);
        import = answer(connect, &id, Map::from_iter([("answers".to_owned(), answers.into())])).await?;
    }
    // The choice is about the days that are known now.
    let has_conflicts = import.at("conflicts").as_array().is_some_and(|conflicts| !conflicts.is_empty());
    if let Some(choice) = args.choice().filter(|_| has_conflicts) {
        import = connect.call("answer-import", json!({"importID": id, "conflictChoice": choice})).await?;
    }
    print_found(&import);
    if text(import.at("state")) == "failed" {
        bail!("{}", text(import.at("error")));
    }
    print_questions(&import);
    print_conflicts(&import);
    ensure!(
        text(import.at("state")) == "ready",
        "Nothing came in: answer the questions above with --answer ID=VALUE, and decide about days of other sources with \
         --replace or --skip."
    );
    if args.dry_run {
        println!("Nothing came in, as --dry-run asks.");
        return Ok(false);
    }
    if !args.yes && !confirmed()? {
        println!("Nothing came in.");
        return Ok(false);
    }
    connect.call("start-import", json!({"importID": id})).await?;
    let done = until(connect, &id, &["preparing", "sending"]).await?;
    match text(done.at("state")) {
        "done" => {}
        "failed" => bail!("{} Import {} can be tried again in the app.", text(done.at("error")), text(&id)),
        "asking" => {
            bail!("Other sales came meanwhile for days of the files: decide with --replace or --skip.")
        }
        state => bail!("the import is {state} now: somebody changed it in the app"),
    }
    print_done(&done);
    print_refused(connect, &id, refused).await?;
    Ok(true)
}

/// Says what files mean, and waits until they are judged by it.
async fn answer(connect: &Connect, id: &Value, said: Map<String, Value>) -> anyhow::Result<Value> {
    let mut fields = said;
    fields.insert("importID".to_owned(), id.clone());
    let import = connect.call("answer-import", Value::Object(fields)).await?;
    match text(import.at("state")) {
        "judging" => until(connect, id, &["judging"]).await,
        _ => Ok(import),
    }
}

/// Asks the person at the terminal.
fn confirmed() -> anyhow::Result<bool> {
    ensure!(std::io::stdin().is_terminal(), "say --yes to bring it in without a question");
    print!("Bring this in? [y/N] ");
    std::io::stdout().flush()?;
    let mut line = String::new();
    std::io::stdin().read_line(&mut line)?;
    Ok(["y", "yes"].contains(&line.trim().to_lowercase().as_str()))
}
