//! The configuration of an instance: the repository, its private folder, its ports, its SAFFRON_* variables.

use std::fs;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::{Context, Result, bail};
use nix::unistd::{Uid, User};

use crate::environment::Environment;
use crate::hex::sha256;
use crate::ports::Ports;

/// A user other than root under which Postgres runs when the launcher is root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Account {
    /// User id.
    pub uid: u32,
    /// Primary group id.
    pub gid: u32,
}

/// Everything that distinguishes one instance from another.
#[derive(Clone)]
pub struct Config {
    /// The repository.
    pub repo: PathBuf,
    /// The private folder: data, keys, logs. SAFFRON_HOME.
    pub home: PathBuf,
    /// Unpacked servers, shared by instances. SAFFRON_PACKAGES.
    pub packages: PathBuf,
    /// Ports of this instance.
    pub ports: Ports,
    /// The launcher's own executable.
    pub launcher: PathBuf,
    /// The account that Postgres runs as; only when the launcher is root.
    pub postgres_account: Option<Account>,
    /// The launcher's environment.
    pub env: Environment,
}

impl Config {
    /// The configuration that the environment describes.
    pub fn read(env: Environment) -> Result<Self> {
        let repo = repo()?;
        let account = account()?;
        let home = match env.get("SAFFRON_HOME") {
            Some(home) => std::path::absolute(home).with_context(|| format!("SAFFRON_HOME '{home}'"))?,
            None => default_home(&repo, account),
        };
        let packages = match env.get("SAFFRON_PACKAGES") {
            Some(folder) => {
                std::path::absolute(folder).with_context(|| format!("SAFFRON_PACKAGES '{folder}'"))?
            }
            None => home.join("packages"),
        };
        if account.is_some() && !reachable(&home) {
            bail!(
                "SAFFRON_HOME {} lies in a folder that only root may enter, and Postgres refuses to run as root; choose another",
                home.display()
            );
        }
        let ports = Ports::read(&env)?;
        let launcher = std::env::current_exe().context("the launcher's own path")?;
        Ok(Self { repo, home, packages, ports, launcher, postgres_account: account, env })
    }

    /// Creates the private folder; others may pass through it only where Postgres has to.
    pub fn create_home(&self) -> Result<()> {
        let mode = if self.postgres_account.is_some() { 0o711 } else { 0o700 };
        let home = &self.home;
        fs::DirBuilder::new().recursive(true).mode(mode).create(home).with_context(|| {
            format!("cannot create {}; set SAFFRON_HOME to a folder that you may write", home.display())
        })?;
        let owner = fs::symlink_metadata(home)?.uid();
        if owner != Uid::effective().as_raw() {
            bail!("{} belongs to user {owner}; set SAFFRON_HOME to a folder of your own", home.display());
        }
        fs::set_permissions(home, fs::Permissions::from_mode(mode))?;
        fs::create_dir_all(self.logs())?;
        Ok(())
    }

    /// The folder of the logs, one file a process.
    pub fn logs(&self) -> PathBuf {
        self.home.join("logs")
    }

    /// The configuration of a separate instance, for tests and benches: a private folder and free ports of its own, the
    /// same packages, and no SAFFRON_* variable.
    pub fn separate(&self, name: &str) -> Result<Self> {
        // The folder of an ended instance may still be on its way out when the next one of its name starts.
        static COUNT: AtomicU32 = AtomicU32::new(1);
        self.create_home()?;
        let runs = self.runs();
        fs::create_dir_all(&runs)?;
        fs::set_permissions(&runs, fs::Permissions::from_mode(0o711))?;
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let home = runs.join(format!("{name}-{count}-{}", std::process::id()));
        let config = Self { home, ports: Ports::free()?, env: self.env.without("SAFFRON_"), ..self.clone() };
        config.create_home()?;
        Ok(config)
    }

    /// The folder with the private folders of separate instances.
    pub fn runs(&self) -> PathBuf {
        self.home.join("runs")
    }

    /// The variables by which another launcher gets the same configuration.
    pub fn variables(&self) -> Vec<(String, String)> {
        let mut all = vec![
            ("SAFFRON_HOME".to_owned(), self.home.display().to_string()),
            ("SAFFRON_PACKAGES".to_owned(), self.packages.display().to_string()),
        ];
        all.extend(self.ports.named().into_iter().map(|(name, port)| (name, port.to_string())));
        all
    }
}

/// The repository this launcher was built from, or the one around the current folder.
fn repo() -> Result<PathBuf> {
    let is_repo = |folder: &Path| folder.join("deploy/dev/requirements.txt").is_file();
    let here = std::env::current_dir().context("the current folder is gone")?;
    if let Some(found) = here.ancestors().find(|folder| is_repo(folder)) {
        return Ok(found.to_path_buf());
    }
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    if is_repo(&built) {
        return built.canonicalize().context("the repository's path");
    }
    bail!("run this inside the Saffron repository")
}

/// The account for Postgres, if the launcher is root.
fn account() -> Result<Option<Account>> {
    if !Uid::effective().is_root() {
        return Ok(None);
    }
    match User::from_name("nobody").context("looking up the user 'nobody'")? {
        Some(user) => Ok(Some(Account { uid: user.uid.as_raw(), gid: user.gid.as_raw() })),
        None => bail!(
            "there is no user 'nobody', and Postgres refuses to run as root; start this as an ordinary user"
        ),
    }
}

/// `<repo>/.saffron`, unless Postgres' user could not reach it there (a clone under /root).
fn default_home(repo: &Path, account: Option<Account>) -> PathBuf {
    let home = repo.join(".saffron");
    if account.is_none() || reachable(&home) {
        return home;
    }
    let digest = sha256(repo.as_os_str().as_encoded_bytes());
    PathBuf::from(format!("/var/tmp/saffron-{digest:.12}"))
}

/// Whether every user may pass through all existing folders above the private folder `home`.
fn reachable(home: &Path) -> bool {
    let Some(nearest) = home.ancestors().skip(1).find_map(|folder| folder.canonicalize().ok()) else {
        return false;
    };
    nearest
        .ancestors()
        .all(|folder| fs::metadata(folder).is_ok_and(|meta| meta.permissions().mode() & 0o001 != 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separate_instances_of_one_name_share_no_folder() {
        let base = tempfile::tempdir().unwrap();
        fs::set_permissions(base.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let home = base.path().join("home");
        let variables = [("SAFFRON_HOME", home.to_str().unwrap())];
        let config = Config::read(Environment::of(variables)).unwrap();
        let (first, second) = (config.separate("servers").unwrap(), config.separate("servers").unwrap());
        assert_ne!(first.home, second.home);
    }

    #[test]
    fn folder_for_root_alone_is_not_reachable() {
        let base = tempfile::tempdir().unwrap();
        let open = base.path().join("open");
        fs::create_dir(&open).unwrap();
        assert!(reachable(Path::new("/saffron-home")));
        fs::set_permissions(base.path(), fs::Permissions::from_mode(0o755)).unwrap();
        fs::set_permissions(&open, fs::Permissions::from_mode(0o755)).unwrap();
        assert!(reachable(&open.join("not/there/yet")));
        fs::set_permissions(base.path(), fs::Permissions::from_mode(0o700)).unwrap();
        assert!(!reachable(&open.join("not/there/yet")));
    }
}
