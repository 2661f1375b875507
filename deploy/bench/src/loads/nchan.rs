//! nginx with its nchan module: what the live stream is measured beside.

use std::fs;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

/// Where Debian puts the module.
const MODULE: &str = "/usr/lib/nginx/modules/ngx_nchan_module.so";
/// How long nginx may take to start.
const PATIENCE: Duration = Duration::from_secs(10);

/// A running nginx. Ends when it is dropped.
pub struct Nchan {
    /// The address at which nginx listens.
    pub address: SocketAddr,
    process: Child,
}

impl Nchan {
    /// Starts nginx with its data in `folder`.
    pub fn start(folder: &Path) -> Result<Nchan> {
        let program = program()?;
        ensure!(
            Path::new(MODULE).is_file(),
            "{MODULE} is missing; install nginx and its module nchan (Debian: libnginx-mod-nchan)"
        );
        fs::create_dir_all(folder)?;
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let config = folder.join("nginx.conf");
        fs::write(&config, configuration(folder, address))?;
        let process = Command::new(program)
            .args([
                Path::new("-p"),
                folder,
                Path::new("-c"),
                &config,
                Path::new("-e"),
                &folder.join("error.log"),
            ])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("cannot start nginx")?;
        let nchan = Nchan { address, process };
        let began = Instant::now();
        while std::net::TcpStream::connect(address).is_err() {
            if began.elapsed() > PATIENCE {
                let log = fs::read_to_string(folder.join("error.log")).unwrap_or_default();
                bail!("nginx does not start: {log}");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(nchan)
    }

    /// The id of the main process.
    pub fn pid(&self) -> i32 {
        i32::try_from(self.process.id()).unwrap_or(0)
    }
}

impl Drop for Nchan {
    fn drop(&mut self) {
        let pid = nix::unistd::Pid::from_raw(self.pid());
        let _already_gone = nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGTERM);
        let _ = self.process.wait();
    }
}

fn program() -> Result<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/sbin".into(), "/usr/local/sbin".into()]);
    folders
        .map(|folder| folder.join("nginx"))
        .find(|program| program.is_file())
        .context("nginx is missing; install it and its module nchan (Debian: libnginx-mod-nchan)")
}

/// As many workers as cores, as Debian has it; nothing is logged, and messages are kept in memory.
fn configuration(folder: &Path, address: SocketAddr) -> String {
    let folder = folder.display();
    let modules = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    let temporary = modules.map(|name| format!("  {name}_temp_path {folder}/{name};")).join("\n");
    format!(
        "load_module {MODULE};
daemon off;
worker_processes auto;
worker_rlimit_nofile 65536;
pid {folder}/nginx.pid;
events {{ worker_connections 32768; }}
http {{
  access_log off;
  tcp_nodelay on;
{temporary}
  keepalive_requests 1000000;
  server {{
    listen {address} backlog=4096;
    location = /pub {{
      nchan_publisher;
      nchan_channel_id all;
      nchan_message_buffer_length 10;
      nchan_message_timeout 60s;
    }}
    location = /sub {{
      nchan_subscriber eventsource;
      nchan_channel_id all;
      nchan_subscriber_first_message newest;
      nchan_eventsource_ping_interval 15;
    }}
  }}
}}
"
    )
}
