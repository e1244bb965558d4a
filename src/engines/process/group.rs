//! Engines belong to this process: they are killed with the processes that they started.
//!
//! On Unix and Windows every engine leads a process group. If this process is killed, a job object kills an engine with
//! its children on Windows. Linux kills only the process that was started: an engine behind a start script without `exec`
//! survives. Such an engine, and any engine elsewhere, sees the end of its input.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

/// The engines that are running, by their process ids.
pub(super) struct Running {
    ids: BTreeSet<u32>,
    /// No further engine is started.
    closed: bool,
}

static RUNNING: Mutex<Running> = Mutex::new(Running {
    ids: BTreeSet::new(),
    closed: false,
});

/// The engines that are running. Hold the lock while an engine may end: afterwards its id can belong to
/// another process.
pub(super) fn running() -> MutexGuard<'static, Running> {
    // A panic elsewhere cannot leave the set half changed.
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Running {
    /// Starts a program as an engine.
    ///
    /// # Errors
    ///
    /// The program cannot be started, or [`kill_all`] was called.
    pub(crate) fn start(&mut self, command: Command, limits: &Limits) -> io::Result<Child> {
        if self.closed {
            return Err(io::Error::other("the program is about to end"));
        }
        if limits.memory_mb.is_some() && !LIMITS_MEMORY {
            let message =
                "macOS, OpenBSD and Windows cannot limit its memory; leave out memory-limit";
            return Err(io::Error::other(message));
        }
        if !limits.cpus.is_empty() && !cfg!(target_os = "linux") {
            return Err(io::Error::other("only Linux can bind it to processors"));
        }
        let child = spawn(command, limits)?;
        self.ids.insert(child.id());
        Ok(child)
    }

    /// Forgets an engine that has ended.
    pub(crate) fn remove(&mut self, id: u32) {
        self.ids.remove(&id);
    }
}

/// Kills every running engine with its children, and lets no other engine start. For a process that is
/// about to exit while other threads wait for engines; those threads see the end of the engine's output.
pub fn kill_all() {
    // A program that is being started holds the lock, perhaps from a file server that does not answer.
    const LOCK_TIMEOUT: Duration = Duration::from_secs(1);
    let end = Instant::now() + LOCK_TIMEOUT;
    let mut running = loop {
        match RUNNING.try_lock() {
            Ok(running) => break running,
            Err(TryLockError::Poisoned(error)) => break error.into_inner(),
            Err(TryLockError::WouldBlock) if Instant::now() < end => {
                std::thread::sleep(Duration::from_millis(5));
            }
            // Linux and Windows kill the processes that were started when this process ends.
            Err(TryLockError::WouldBlock) => return,
        }
    };
    running.closed = true;
    for &id in &running.ids {
        kill_group(id);
    }
}

/// What the system lets a program use.
pub(super) struct Limits {
    /// The processors; all if there are none.
    pub cpus: Vec<usize>,
    /// Memory in MB (2^20 bytes).
    pub memory_mb: Option<u64>,
}

/// Whether the system can limit the address space of a program. macOS 12 and later refuse every useful limit
/// (`EINVAL`); OpenBSD has no `RLIMIT_AS`.
const LIMITS_MEMORY: bool = cfg!(all(
    unix,
    not(target_vendor = "apple"),
    not(target_os = "openbsd")
));

/// Starts a program in a process group of its own, which an interrupt from the keyboard does not reach. On Linux
/// the system kills it when this process ends, but not its children.
#[cfg(unix)]
fn spawn(mut command: Command, limits: &Limits) -> io::Result<Child> {
    use std::os::unix::process::CommandExt;

    command.process_group(0);
    let memory_mb = limits.memory_mb;
    #[cfg(target_os = "linux")]
    let bind = bind(limits);
    let prepare = move || {
        if let Some(mb) = memory_mb {
            limit_memory(mb)?;
        }
        #[cfg(target_os = "linux")]
        bind()?;
        Ok(())
    };
    // SAFETY: between fork and exec, the closure only makes system calls. It neither allocates nor locks.
    unsafe { command.pre_exec(prepare) };
    #[cfg(target_os = "linux")]
    return spawn_on_a_lasting_thread(command);
    #[cfg(not(target_os = "linux"))]
    command.spawn()
}

/// Limits the address space of this process to a number of MB.
#[cfg(all(unix, not(target_vendor = "apple"), not(target_os = "openbsd")))]
fn limit_memory(mb: u64) -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let bytes = Some(mb.saturating_mul(1 << 20));
    let limit = Rlimit {
        current: bytes,
        maximum: bytes,
    };
    Ok(setrlimit(Resource::As, limit)?)
}

/// [`Running::start`] refuses the limit before.
#[cfg(any(target_vendor = "apple", target_os = "openbsd"))]
fn limit_memory(_: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// What a new program does before its first instruction: it binds itself to its processors, and to the life
/// of this process.
#[cfg(target_os = "linux")]
fn bind(limits: &Limits) -> impl Fn() -> io::Result<()> + Send + Sync + 'static {
    use rustix::process::{Signal, getpid, getppid, set_parent_process_death_signal};
    use rustix::thread::{CpuSet, sched_setaffinity};

    let this = getpid();
    let mut cpus = CpuSet::new();
    let known = limits.cpus.iter().filter(|&&cpu| cpu < CpuSet::MAX_CPU);
    known.for_each(|&cpu| cpus.set(cpu));
    move || {
        if cpus.count() > 0 {
            sched_setaffinity(None, &cpus)?;
        }
        set_parent_process_death_signal(Some(Signal::KILL))?;
        // This process may have ended before the call.
        if getppid() == Some(this) {
            Ok(())
        } else {
            Err(io::ErrorKind::NotFound.into())
        }
    }
}

/// Starts a program on a thread that never ends: the system takes the end of the *thread* that started a
/// program for the death of the parent.
#[cfg(target_os = "linux")]
fn spawn_on_a_lasting_thread(command: Command) -> io::Result<Child> {
    use std::sync::OnceLock;
    use std::sync::mpsc::{Sender, channel};

    type Request = (Command, Sender<io::Result<Child>>);
    static STARTER: OnceLock<Mutex<Sender<Request>>> = OnceLock::new();

    let starter = STARTER.get_or_init(|| {
        let (sender, requests) = channel::<Request>();
        // Without the thread, the request below fails.
        let _ = std::thread::Builder::new()
            .name("engine starter".into())
            .spawn(move || {
                for (mut command, reply) in requests {
                    // The other side waits for the reply.
                    let _ = reply.send(command.spawn());
                }
            });
        Mutex::new(sender)
    });
    let (reply, child) = channel();
    let starter = starter.lock().unwrap_or_else(PoisonError::into_inner);
    let sent = starter.send((command, reply)).is_ok();
    let child = if sent { child.recv().ok() } else { None };
    child.unwrap_or_else(|| Err(io::Error::other("cannot start a thread")))
}

/// Starts a program in a process group of its own, which an interrupt from the keyboard does not reach. A job
/// object kills it when this process ends, since the system then closes the handle.
#[cfg(windows)]
fn spawn(mut command: Command, _: &Limits) -> io::Result<Child> {
    use std::os::windows::io::AsRawHandle;
    use std::os::windows::process::CommandExt;
    use std::sync::LazyLock;
    use win32job::{ExtendedLimitInfo, Job, JobError};

    const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
    static JOB: LazyLock<Result<Job, JobError>> = LazyLock::new(|| {
        let mut info = ExtendedLimitInfo::new();
        info.limit_kill_on_job_close();
        Job::create_with_limit_info(&info)
    });

    let child = command.creation_flags(CREATE_NEW_PROCESS_GROUP).spawn()?;
    let assigned = match &*JOB {
        Ok(job) => job.assign_process(child.as_raw_handle() as isize),
        Err(error) => {
            log::warn!("engines may outlive the program: {error}");
            return Ok(child);
        }
    };
    if let Err(error) = assigned {
        log::warn!("process {} may outlive the program: {error}", child.id());
    }
    Ok(child)
}

#[cfg(not(any(unix, windows)))]
fn spawn(mut command: Command, _: &Limits) -> io::Result<Child> {
    command.spawn()
}

/// Kills a program with its children.
#[cfg(unix)]
pub(super) fn kill_group(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        // An error means that the group has ended.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(windows)]
pub(super) fn kill_group(id: u32) {
    use std::process::Stdio;
    let killed = Command::new("taskkill")
        .args(["/T", "/F", "/PID", &id.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if let Err(error) = killed {
        log::warn!("cannot run taskkill: {error}");
    }
}

#[cfg(not(any(unix, windows)))]
pub(super) fn kill_group(_: u32) {}
