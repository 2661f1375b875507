//! A CSV file of another POS.

use std::io::Write as _;

use clap::Parser;
use jiff::Timestamp;
use saffron_core::Clock;
use saffron_sandbox::import::{ImportArgs, import as import_file};
use tempfile::NamedTempFile;
use tokio::runtime::Builder;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    args: ImportArgs,
}

/// The columns of a file that is no known export.
const MAP: &str =
    "--map=a=order,b=date,c=item,d=amount,e=quantity,f=price,g=time,h=discount,i=tender,j=refund";

/// A dry run of the import. The first byte chooses between a recognized header and `--map`.
pub(super) fn import(bytes: &[u8]) {
    let Some((choice, text)) = bytes.split_first() else { return };
    let (Ok(mut file), Ok(runtime)) = (NamedTempFile::new(), Builder::new_current_thread().build()) else {
        return;
    };
    if file.write_all(text).is_err() {
        return;
    }
    let path = file.path().as_os_str();
    let mut line: Vec<_> = ["import", "--dry-run", "--pos-id=p1", "--revision=1"].map(Into::into).to_vec();
    if choice % 2 == 1 {
        line.push(MAP.into());
    }
    line.push(path.to_owned());
    match Line::try_parse_from(line) {
        // Whether a file can be imported is for its owner; that it can be read to its end is for us.
        Ok(Line { args }) => {
            let _ = runtime.block_on(import_file(
                &args,
                &Clock::fixed(Timestamp::UNIX_EPOCH),
                &mut std::io::sink(),
            ));
        }
        Err(error) => panic!("{error}"),
    }
}
