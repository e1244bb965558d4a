//! The program on a terminal: the screen of `flipfive play` answers keys, and the terminal is given back whatever ends the
//! game.

use rustix::fs::{Mode, OFlags, open};
use rustix::io::{Errno, read, write};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};
use std::os::fd::OwnedFd;
use std::process::{Child, Command};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long a test waits for the screen.
const PATIENCE: Duration = Duration::from_secs(120);

/// The program on a terminal of its own.
struct Terminal {
    /// What a terminal window has: keys go in, the screen comes out.
    window: OwnedFd,
    /// What the program has; kept open to ask for its modes.
    device: OwnedFd,
    child: Child,
    /// Everything that was written so far.
    written: Vec<u8>,
    _folder: TempDir,
}

impl Terminal {
    /// A game in the terminal.
    fn new(arguments: &str) -> Self {
        Self::start(&format!("play --hash 1 --seed 1 {arguments}"))
    }

    fn start(arguments: &str) -> Self {
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
        let window = openpt(flags).unwrap();
        grantpt(&window).unwrap();
        unlockpt(&window).unwrap();
        let name = ptsname(&window, Vec::new()).unwrap();
        let device = open(name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
        let size = Winsize {
            ws_row: 24,
            ws_col: 80,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&device, size).unwrap();
        rustix::io::ioctl_fionbio(&window, true).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_flipfive"))
            .args(arguments.split_whitespace())
            .env("FLIPFIVE_DATA_DIR", folder.path())
            .env("TERM", "xterm-256color")
            .env_remove("NO_COLOR")
            .stdin(device.try_clone().unwrap())
            .stdout(device.try_clone().unwrap())
            .stderr(device.try_clone().unwrap())
            .spawn()
            .unwrap();
        Self {
            window,
            device,
            child,
            written: Vec::new(),
            _folder: folder,
        }
    }

    fn keys(&self, keys: &str) {
        write(&self.window, keys.as_bytes()).unwrap();
    }

    /// Waits until the condition holds.
    fn wait_until(&mut self, what: &str, is_met: impl Fn(&Self) -> bool) {
        let began = Instant::now();
        while !is_met(self) {
            let mut bytes = [0; 4096];
            match read(&self.window, &mut bytes) {
                Ok(length @ 1..) => self.written.extend(&bytes[..length]),
                Ok(_) | Err(Errno::AGAIN) => {
                    assert!(
                        began.elapsed() < PATIENCE,
                        "no {what} in\n{}",
                        self.screen()
                    );
                    std::thread::sleep(Duration::from_millis(5));
                }
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// Waits until a text is on the screen.
    fn wait_for(&mut self, text: &str) {
        self.wait_until(text, |terminal| terminal.screen().contains(text));
    }

    /// Waits until a control sequence was written.
    fn wait_for_sequence(&mut self, sequence: &str) {
        self.wait_until(&sequence.escape_debug().to_string(), |terminal| {
            String::from_utf8_lossy(&terminal.written).contains(sequence)
        });
    }

    /// The screen as the window shows it: characters and movements of the cursor, all else is ignored.
    fn screen(&self) -> String {
        let written = String::from_utf8_lossy(&self.written);
        let mut grid = vec![vec![' '; 80]; 24];
        let (mut row, mut col) = (0, 0);
        let mut rest = written.chars();
        while let Some(c) = rest.next() {
            if c != '\x1b' {
                if let Some(cell) = grid.get_mut(row).and_then(|line| line.get_mut(col)) {
                    *cell = c;
                }
                col += 1;
                continue;
            }
            let mut sequence = String::new();
            for c in rest.by_ref() {
                sequence.push(c);
                if c.is_ascii_alphabetic() {
                    break;
                }
            }
            let place = sequence
                .strip_prefix('[')
                .and_then(|it| it.strip_suffix('H'));
            if let Some((line, column)) = place.and_then(|place| place.split_once(';')) {
                let number = |text: &str| text.parse::<usize>().unwrap() - 1;
                (row, col) = (number(line), number(column));
            }
        }
        let lines: Vec<String> = grid.iter().map(|line| line.iter().collect()).collect();
        lines.join("\n")
    }

    fn is_raw(&self) -> bool {
        let modes = tcgetattr(&self.device).unwrap().local_modes;
        !modes.intersects(LocalModes::ICANON | LocalModes::ECHO)
    }

    /// Waits until the program leaves its screen; checks what it leaves behind.
    fn ends(mut self) {
        self.wait_for_sequence("\x1b[?1000l");
        self.wait_for_sequence("\x1b[?1049l");
        assert!(self.child.wait().unwrap().success());
        assert!(!self.is_raw());
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Both fail if the program has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A game after its first round.
fn begun() -> Terminal {
    let mut terminal = Terminal::new("--level 1");
    terminal.wait_for_sequence("\x1b[?1049h");
    terminal.wait_for("Othello 8x8");
    assert!(terminal.is_raw());
    // Right, Enter: f5, beside the cursor in the middle.
    terminal.keys("\x1b[C\r");
    terminal.wait_for("1 f5   2 ");
    terminal
}

#[test]
fn keys_play_and_leave() {
    let mut terminal = begun();
    // F10 asks first.
    terminal.keys("\x1b[21~");
    terminal.wait_for("Leave in the middle of this game? y/n");
    terminal.keys("y");
    terminal.ends();
}

#[test]
fn signals_give_the_terminal_back() {
    // A program under `nohup` inherits that hang-ups are ignored, but not that they are handled.
    signal_hook::flag::register(signal_hook::consts::SIGHUP, Arc::default()).unwrap();
    for signal in [Signal::TERM, Signal::HUP, Signal::INT] {
        let terminal = begun();
        let id = Pid::from_child(&terminal.child);
        kill_process(id, signal).unwrap();
        terminal.ends();
    }
}

#[test]
fn the_interface_answers_while_the_engine_thinks() {
    // Othello has a book, which answers at once.
    let mut terminal = Terminal::new("--game gomoku --level 8 --time 3600");
    terminal.wait_for("Gomoku 15x15");
    terminal.keys("h8\r");
    terminal.wait_for("(level 8) is thinking");
    // Undo cancels the search.
    terminal.keys("undo\r");
    terminal.wait_for("Took back 1 move");
    terminal.keys("h8\r");
    terminal.wait_for("is thinking");
    // Escape makes it move.
    terminal.keys("\x1b");
    terminal.wait_for("1 h8   2 ");
    terminal.keys("\x11");
    terminal.ends();
}

#[test]
fn the_program_ends_with_its_terminal() {
    let mut terminal = begun();
    // Closing the window hangs the terminal up, which the test must not keep open itself.
    let nothing = || open("/dev/null", OFlags::RDONLY, Mode::empty()).unwrap();
    drop(std::mem::replace(&mut terminal.device, nothing()));
    drop(std::mem::replace(&mut terminal.window, nothing()));
    let began = Instant::now();
    while terminal.child.try_wait().unwrap().is_none() {
        assert!(began.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn the_engine_tells_a_person_what_it_waits_for() {
    let mut terminal = Terminal::start("");
    terminal.wait_for_sequence("flipfive play plays");
    terminal.keys("name\r");
    terminal.wait_for_sequence("= Flipfive");
    terminal.keys("quit\r");
    assert!(terminal.child.wait().unwrap().success());
}
