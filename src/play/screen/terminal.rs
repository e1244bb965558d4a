//! The terminal: raw mode, the alternate screen, keys and the mouse; restored whatever happens.

use crate::engine;
use crate::play::game::Game;
use crate::play::host::Host;
use crate::play::screen::state::Screen;
use crate::play::screen::theme::Theme;
use crate::util::interrupt::on_interrupt;
use anyhow::Context;
use log::LevelFilter;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use std::io::{self, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// How often the time of a search is drawn.
const TICK: Duration = Duration::from_millis(200);

/// What the main thread handles.
#[derive(Debug)]
pub(crate) enum Event {
    /// A key, the mouse, or another size of the terminal.
    Input(event::Event),
    /// An event of the engine.
    Engine(engine::Event),
    /// The program has to end: a signal, or the terminal is gone.
    End,
}

/// Plays on the screen until somebody leaves. `sender` is for the threads that send events.
///
/// # Errors
/// The terminal cannot be set up or written.
pub(crate) fn run(
    mut game: Game,
    mut host: Host,
    sender: Sender<Event>,
    events: &Receiver<Event>,
    theme: Theme,
) -> anyhow::Result<()> {
    let guard = TerminalGuard::new().context("cannot set up the terminal")?;
    let signals = sender.clone();
    on_interrupt(move || drop(signals.send(Event::End))).context("cannot handle signals")?;
    let hang_up = sender.clone();
    std::thread::Builder::new()
        .name("hang-up".into())
        .spawn(move || {
            wait_for_hang_up();
            // Nobody listens any more if the game has ended.
            drop(hang_up.send(Event::End));
        })?;
    std::thread::Builder::new()
        .name("keys".into())
        .spawn(move || read_input(&sender))?;
    let mut terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
    let mut screen = Screen::new(theme, &game);
    while host.perform(&mut game) {
        screen.take_messages(&mut game);
        terminal.draw(|frame| screen.draw(frame, &game, Instant::now()))?;
        let first = if game.thinking().is_some() {
            match events.recv_timeout(TICK) {
                Err(RecvTimeoutError::Timeout) => continue,
                other => other.ok(),
            }
        } else {
            events.recv().ok()
        };
        // What has come in the meantime is drawn at once.
        let Some(first) = first else {
            break;
        };
        let mut is_over = false;
        for event in std::iter::once(first).chain(events.try_iter()) {
            is_over |= matches!(event, Event::End);
            handle(event, &mut screen, &mut game);
        }
        if is_over {
            break;
        }
    }
    drop(guard);
    Ok(())
}

fn handle(event: Event, screen: &mut Screen, game: &mut Game) {
    let now = Instant::now();
    match event {
        Event::Input(event::Event::Key(key)) => screen.on_key(key, game, now),
        Event::Input(event::Event::Mouse(mouse)) => screen.on_mouse(mouse, game, now),
        Event::Engine(event) => game.on_engine(event, now),
        // Another size is drawn like everything else.
        Event::Input(_) | Event::End => {}
    }
}

/// The thread that reads keys and the mouse. It ends with the program.
fn read_input(sender: &Sender<Event>) {
    loop {
        let event = match event::read() {
            Ok(event) => Event::Input(event),
            Err(_) => Event::End,
        };
        let is_end = matches!(event, Event::End);
        if sender.send(event).is_err() || is_end {
            return;
        }
    }
}

/// Returns when the terminal is gone. Reading keys would not tell, and there is no signal unless the terminal
/// controls this process.
#[cfg(unix)]
fn wait_for_hang_up() {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;
    let stdin = io::stdin();
    // A hang-up is reported without being asked for.
    let mut terminal = [PollFd::new(&stdin, PollFlags::empty())];
    while poll(&mut terminal, None) == Err(Errno::INTR) {}
    let gone = PollFlags::HUP | PollFlags::ERR;
    while !terminal[0].revents().intersects(gone) {
        // A system that cannot wait for terminals.
        std::thread::park();
    }
}

/// Consoles of other systems end their programs themselves.
#[cfg(not(unix))]
fn wait_for_hang_up() {
    loop {
        std::thread::park();
    }
}

/// Whether the terminal is in our hands.
static IS_ACTIVE: AtomicBool = AtomicBool::new(false);

/// Gives the terminal back when it is dropped, and when the thread that draws panics.
struct TerminalGuard {
    log_level: LevelFilter,
}

impl TerminalGuard {
    fn new() -> io::Result<Self> {
        let guard = Self {
            log_level: log::max_level(),
        };
        // Records on stderr would stand in the middle of the board.
        log::set_max_level(LevelFilter::Off);
        IS_ACTIVE.store(true, Ordering::SeqCst);
        set_panic_hook();
        enable_raw_mode()?;
        execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)?;
        Ok(guard)
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        restore();
        log::set_max_level(self.log_level);
    }
}

/// Gives the terminal back, once.
fn restore() {
    if IS_ACTIVE.swap(false, Ordering::SeqCst) {
        // There is nobody left to tell about errors.
        let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}

/// A panic of this thread restores the terminal before its message. Panics of a search are caught and become
/// messages of the game, so they print nothing.
fn set_panic_hook() {
    let drawing = std::thread::current().id();
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if std::thread::current().id() == drawing {
            restore();
        }
        if !IS_ACTIVE.load(Ordering::SeqCst) {
            usual(info);
        }
    }));
}
