//! The system calls of the processes of a server with their times, by strace.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::Result;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use saffron_dev::proc::Identity;
use saffron_instance::eventually;

/// Calls that read, write, send and flush.
const CALLS: &str = "trace=read,recvfrom,write,writev,sendto,sendmsg,pwrite64,pwritev,pwritev2,fsync,fdatasync,sync_file_range";
/// How long strace may take to begin, and to end.
const PATIENCE: Duration = Duration::from_secs(30);

/// A trace of a process, its threads, its children, and those that it starts from then on.
pub struct Tracing {
    strace: Child,
    folder: tempfile::TempDir,
}

/// A call to the system that succeeded; microseconds since 1970.
#[derive(Debug)]
pub struct Call {
    /// The thread, which is a process where each has one.
    pub thread: String,
    pub name: String,
    /// The file or the socket, as the system calls it.
    pub file: String,
    /// What was read or written.
    pub bytes: Vec<u8>,
    pub begun: u64,
    pub ended: u64,
}

impl Tracing {
    /// Starts strace, and waits until it traces every thread.
    ///
    /// # Panics
    /// If strace is not there or not allowed, saying what to do.
    pub async fn begin(process: &Identity) -> Result<Self> {
        let folder = tempfile::tempdir().unwrap();
        let processes: Vec<i32> = children(process.pid).into_iter().chain([process.pid]).collect();
        let strace = Command::new("strace")
            .args(["--follow-forks", "--output-separately", "-ttt", "-T", "-y", "-xx", "-s", "262144", "-z"])
            .args(["-e", CALLS, "-e", "signal=none", "-o"])
            .arg(folder.path().join("of"))
            .args(processes.iter().flat_map(|pid| ["-p".to_owned(), pid.to_string()]))
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("this proof needs strace: on Debian, `apt-get install strace`");
        let mut tracing = Self { strace, folder };
        eventually("strace to attach", PATIENCE, async || {
            assert!(
                tracing.strace.try_wait()?.is_none(),
                "strace may not trace another process: run this as root, or allow it (sysctl kernel.yama.ptrace_scope=0)"
            );
            let all = processes.iter().all(|pid| threads(*pid).iter().all(|thread| is_traced(*pid, thread)));
            Ok(all.then_some(()).ok_or("some threads"))
        })
        .await?;
        Ok(tracing)
    }

    /// Ends the trace; gives the calls in the order of their beginning.
    pub async fn end(mut self) -> Result<Vec<Call>> {
        kill(Pid::from_raw(self.strace.id() as i32), Signal::SIGINT)?;
        eventually("strace to end", PATIENCE, async || Ok(self.strace.try_wait()?.ok_or("running"))).await?;
        let mut calls = Vec::new();
        for file in fs::read_dir(self.folder.path()).unwrap() {
            let path = file.unwrap().path();
            let thread = path.extension().unwrap().to_string_lossy().into_owned();
            calls.extend(read(&path).lines().filter_map(|line| call(&thread, line)));
        }
        calls.sort_by_key(|call| call.begun);
        Ok(calls)
    }
}

impl Drop for Tracing {
    fn drop(&mut self) {
        let _ = self.strace.kill();
        let _ = self.strace.wait();
    }
}

fn read(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned()
}

fn threads(pid: i32) -> Vec<String> {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    threads.map(|thread| thread.file_name().to_string_lossy().into_owned()).collect()
}

fn children(pid: i32) -> Vec<i32> {
    let of = |thread: String| {
        fs::read_to_string(format!("/proc/{pid}/task/{thread}/children")).unwrap_or_default()
    };
    threads(pid)
        .into_iter()
        .flat_map(|thread| {
            of(thread).split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<_>>()
        })
        .collect()
}

fn is_traced(pid: i32, thread: &str) -> bool {
    // One that has just ended need not be.
    let status = fs::read_to_string(format!("/proc/{pid}/task/{thread}/status")).unwrap_or_default();
    status.is_empty() || status.lines().any(|line| line.starts_with("TracerPid:") && !line.ends_with("\t0"))
}

/// `1795389961.600913 pwrite64(11</a/file>, "\x63\x00", 2, 0) = 2 <0.000041>`
fn call(thread: &str, line: &str) -> Option<Call> {
    let (time, rest) = line.split_once(' ')?;
    let (name, rest) = rest.split_once('(')?;
    let (rest, took) = rest.strip_suffix('>')?.rsplit_once('<')?;
    let begun = micros(time)?;
    let (_, after) = rest.split_once('<')?;
    // A path is written in hexadecimal too; a socket's name is not.
    let (file, _) = after.split_once('>')?;
    let bytes = rest.split('"').skip(1).step_by(2).flat_map(hex).collect();
    let file =
        if file.contains("\\x") { String::from_utf8_lossy(&hex(file)).into_owned() } else { file.to_owned() };
    Some(Call {
        thread: thread.to_owned(),
        name: name.to_owned(),
        file,
        bytes,
        begun,
        ended: begun + micros(took)?,
    })
}

/// The microseconds of `seconds.micros`.
fn micros(text: &str) -> Option<u64> {
    let (seconds, micros) = text.split_once('.')?;
    Some(seconds.parse::<u64>().ok()? * 1_000_000 + micros.parse::<u64>().ok()?)
}

fn hex(text: &str) -> Vec<u8> {
    text.split("\\x").skip(1).filter_map(|byte| u8::from_str_radix(byte.get(..2)?, 16).ok()).collect()
}

#[test]
fn line_of_strace_is_read() {
    let line = r#"1795389961.600913 pwrite64(11</a/POS/1.blk>, "\x63\x00", 2, 0) = 2 <0.000041>"#;
    let read = call("7", line).unwrap();
    assert_eq!(
        (read.name.as_str(), read.file.as_str(), read.bytes.as_slice()),
        ("pwrite64", "/a/POS/1.blk", b"c\0".as_slice())
    );
    assert_eq!(read.ended - read.begun, 41);
    let line = r#"1795389961.600913 writev(9<socket:[1]>, [{iov_base="\x41", iov_len=1}, {iov_base="\x42", iov_len=1}], 2) = 2 <0.000001>"#;
    let read = call("7", line).unwrap();
    assert_eq!((read.file.as_str(), read.bytes.as_slice()), ("socket:[1]", b"AB".as_slice()));
    assert!(call("7", "1795389961.600913 +++ exited with 0 +++").is_none());
}
