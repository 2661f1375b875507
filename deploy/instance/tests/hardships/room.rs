//! Small disks for Postgres and NATS, and files that fill them.

use std::fs::{self, File};
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::Command;

use nix::unistd::{Uid, getgid, getuid};
use saffron_instance::Launched;

/// Bytes of each disk.
const POSTGRES: &str = "1g";
const NATS: &str = "256m";
/// Mounts both disks, and continues as the first user.
const SCRIPT: &str = r#"
set -e
mount -t tmpfs -o mode=700,size="$2" tmpfs "$1/postgres"
mount -t tmpfs -o mode=700,size="$3" tmpfs "$1/nats"
as="$4"
shift 4
exec $as "$@"
"#;

/// The same command in a mount namespace in which the data folders of an instance are small disks; outside nothing is mounted, and
/// they go with the last process inside.
///
/// # Panics
/// If the machine does not allow it, saying what to do.
pub fn on_small_disks(instance: &Launched, command: &Command) -> Command {
    let home = &instance.config.home;
    for server in ["postgres", "nats"] {
        fs::create_dir_all(home.join(server)).unwrap();
    }
    let is_root = Uid::effective().is_root();
    let user: &[&str] = if is_root { &[] } else { &["--user", "--map-root-user"] };
    let allowed = Command::new("unshare").args(user).args(["--mount", "true"]).status();
    assert!(
        allowed.is_ok_and(|status| status.success()),
        "this proof needs mounts of its own: run it as root, or allow user namespaces \
         (sysctl kernel.unprivileged_userns_clone=1, kernel.apparmor_restrict_unprivileged_userns=0), with util-linux"
    );
    let back = format!("unshare --user --map-user={} --map-group={}", getuid(), getgid());
    let mut inside = Command::new("unshare");
    inside.args(user).args(["--mount", "--propagation", "private", "sh", "-c", SCRIPT, "sh"]);
    inside.arg(home).args([POSTGRES, NATS, if is_root { "" } else { &back }]);
    inside.arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => inside.env(name, value),
            None => inside.env_remove(name),
        };
    }
    inside
}

/// A file that fills the disk of a server.
pub struct Filler {
    path: PathBuf,
}

impl Filler {
    /// A file on the disk of a server, by its path in the launcher's mount namespace.
    pub fn on_disk_of(instance: &Launched, server: &str) -> Self {
        let launcher = instance.state().launcher.unwrap().pid;
        let inside = format!("/proc/{launcher}/root{}", instance.config.home.display());
        Self { path: PathBuf::from(inside).join(server).join("filler") }
    }

    /// Fills the disk.
    pub fn fill(&self) {
        let mut file = File::options().create(true).append(true).open(&self.path).unwrap();
        file.set_permissions(fs::Permissions::from_mode(0o600)).unwrap();
        let piece = vec![b'x'; 1 << 20];
        for bytes in [1 << 20, 4096, 1] {
            while file.write_all(&piece[..bytes]).is_ok() {}
        }
    }

    /// Removes the file.
    pub fn make_room(&self) {
        fs::remove_file(&self.path).unwrap();
    }
}
