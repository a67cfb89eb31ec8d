import Platform
import Synchronization

/// The terminal taken over for full-screen use, and given back however the program ends.
///
/// This is the one file that touches `termios`. Everything the way back needs lies in plain
/// memory before raw mode begins, so that a signal handler can walk it without Swift's runtime:
/// no allocation, no reference counting, no exclusivity checks. The ways back are `leave`,
/// `suspend`, `endProcess(bySignal:)`, `exit(3)` (by `atexit`) and the crash signals; SIGKILL is
/// the one that cannot be answered.
enum RawMode {
  /// Takes the terminal over: echo and line editing off, standard error kept aside, signals caught.
  ///
  /// Nothing is written: the first frame goes out in one piece with the `opening`, before which a
  /// terminal that is given back has nothing to undo. Echo is off by then, so that what is typed
  /// ahead never shows.
  /// - Parameters:
  ///   - input: The descriptor that keys come from.
  ///   - output: The descriptor that is drawn on.
  ///   - takesMouse: Whether the mouse is for the program.
  /// - Throws: `TerminalError` when `input` is not a terminal or refuses.
  static func enter(
    input: Int32 = 0, output: Int32 = 1, takesMouse: Bool = false
  ) throws(TerminalError) {
    guard !isActive || isMuted else { return }
    var settings = termios()
    guard tcgetattr(input, &settings) == 0 else { throw TerminalError.attributes(errno) }
    // Muted, the terminal has a way back already, to where it was before.
    let saved = isMuted ? restoration.pointee.saved : settings
    withSignalsBlocked {
      if isMuted {
        isRaw.store(false, ordering: .sequentiallyConsistent)
        CrashSignals.uninstall()
        isMuted = false
      }
      keep(saved, input: input, output: output, leaveCount: 0)
      restoration.pointee.takesMouse = takesMouse
      StandardErrorCapture.begin()
      CrashSignals.install()
      SignalPipe.install()
      isRaw.store(true, ordering: .sequentiallyConsistent)
    }

    settings = saved
    cfmakeraw(&settings)
    // A read returns as soon as there is one byte; `poll` gets the time to wait.
    settings.setControl(VMIN, to: 1)
    settings.setControl(VTIME, to: 0)
    guard tcsetattr(input, TCSANOW, &settings) == 0 else {
      let code = errno
      leave()
      throw TerminalError.attributes(code)
    }
  }

  /// Returns what has to be written before the first frame, once: alternate screen, pasted text,
  /// focus changes and the mouse reported. From here on the way back undoes it.
  static func takeOpening() -> [UInt8] {
    guard isActive, !isMuted, restoration.pointee.leaveCount == 0 else { return [] }
    // First the way back, then the way there: undoing what was not done does nothing.
    withSignalsBlocked { restoration.pointee.leaveCount = ControlSequence.leave.count }
    return ControlSequence.enter + (restoration.pointee.takesMouse ? ControlSequence.mouseOn : [])
  }

  /// Has keys reported as the kitty keyboard protocol does, until the terminal is given back.
  static func pushKeyboard() {
    guard isActive, !restoration.pointee.hasKeyboard else { return }
    // The way back comes first, as with the opening.
    withSignalsBlocked {
      restoration.pointee.leaveCount += ControlSequence.popKeyboard.count
      restoration.pointee.hasKeyboard = true
    }
    send(ControlSequence.pushKeyboard)
  }

  private static func send(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { sendAll($0.baseAddress!, $0.count, restoration.pointee.output) }
  }

  /// True if the terminal is taken over.
  static var isActive: Bool { isRaw.load(ordering: .sequentiallyConsistent) }

  /// Gives the terminal back; unread input is dropped, for it was typed to this program and
  /// would be run by the shell. Does nothing when the terminal is not taken.
  ///
  /// - Parameter timeout: The milliseconds that a terminal that takes no output, as over a stalled
  ///   line, is waited for; a signal that asks to end cuts it short.
  static func leave(timeout: Int = shortTimeout) {
    restore(droppingInput: true, timeout: timeout)
    SignalPipe.uninstall()
    CrashSignals.uninstall()
  }

  /// Gives the terminal back, stops the whole job as ^Z does, and takes the terminal again when
  /// the shell continues it.
  static func suspend() throws(TerminalError) {
    let input = restoration.pointee.input
    let output = restoration.pointee.output
    let takesMouse = restoration.pointee.takesMouse
    leave()
    stopJob()
    try enter(input: input, output: output, takesMouse: takesMouse)
  }

  /// Stops the job as ^Z does in a shell; returns when it is continued.
  static func stopJob() {
    // The whole process group: under `a | b`, or a wrapper, everything has to stop together.
    signal(SIGTSTP, SIG_DFL)
    kill(0, SIGTSTP)
    // Here the process sleeps until SIGCONT, or goes on at once in an orphaned group.
  }

  /// Switches the echo off while a secret is typed as a line, until `showTyping`; crashes and
  /// `exit` put it back as well. Nothing is written, and lines are edited as before.
  static func hideTyping(input: Int32) throws(TerminalError) {
    if isMuted { unmute() }
    guard !isActive else { return }
    var settings = termios()
    guard tcgetattr(input, &settings) == 0 else { throw TerminalError.attributes(errno) }
    keep(settings, input: input, output: -1, leaveCount: 0)
    CrashSignals.install()
    isRaw.store(true, ordering: .sequentiallyConsistent)
    settings.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK)
    // Enter still shows, so that what comes next begins a line of its own.
    settings.c_lflag |= tcflag_t(ECHONL)
    guard tcsetattr(input, TCSANOW, &settings) == 0 else {
      let code = errno
      showTyping()
      throw TerminalError.attributes(code)
    }
  }

  /// Switches the echo on again after `hideTyping`. What has been typed ahead stays, or is dropped
  /// where it may be a secret that is not read here any more.
  static func showTyping(droppingInput: Bool = false) {
    restore(droppingInput: droppingInput)
    CrashSignals.uninstall()
  }

  /// Switches the echo off until `enter`, so that what is typed while a program is still getting
  /// ready does not show. However it ends before, the echo is on again, and what was typed is left
  /// to the next reader. Does nothing if there is no terminal, or it is another job's.
  static func mute(input: Int32) {
    guard !isActive, tcgetpgrp(input) == getpgrp() else { return }
    var settings = termios()
    guard tcgetattr(input, &settings) == 0 else { return }
    withSignalsBlocked {
      keep(settings, input: input, output: -1, leaveCount: 0, dropsInput: false)
      CrashSignals.install(catchesOrdinary: true)
      isRaw.store(true, ordering: .sequentiallyConsistent)
      isMuted = true
    }
    settings.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK | ECHONL)
    if tcsetattr(input, TCSANOW, &settings) != 0 { unmute() }
  }

  /// Switches the echo on again after `mute`.
  static func unmute() {
    guard isMuted else { return }
    isMuted = false
    restore(droppingInput: false)
    CrashSignals.uninstall()
  }

  /// Runs `body` while no signal can come.
  private static func withSignalsBlocked(_ body: () -> Void) {
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    body()
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  /// The terminal's size in cells; nil when it does not report one.
  static func size(of descriptor: Int32) -> Size? {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0
    else { return nil }
    return Size(Int(window.ws_col), Int(window.ws_row))
  }

  /// Notes what the way back needs, before anything is changed.
  private static func keep(
    _ settings: termios, input: Int32, output: Int32, leaveCount: Int, dropsInput: Bool = true
  ) {
    restoration.pointee.saved = settings
    restoration.pointee.input = input
    restoration.pointee.output = output
    restoration.pointee.leaveCount = leaveCount
    restoration.pointee.hasKeyboard = false
    restoration.pointee.dropsInput = dropsInput
    if !registeredAtExit {
      registeredAtExit = true
      atexit { RawMode.restore(droppingInput: true) }
    }
  }

  /// Takes every step back, once, whatever fails on the way. Async-signal-safe.
  static func restore(droppingInput: Bool, timeout: Int = shortTimeout) {
    guard isRaw.exchange(false, ordering: .sequentiallyConsistent) else { return }
    // A job in the background is stopped for touching the terminal unless SIGTTOU is blocked.
    var blocked = sigset_t()
    var before = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &blocked, &before)
    // The end of the keyboard's protocol lies in front of all the rest.
    let skipped = restoration.pointee.hasKeyboard ? 0 : restoration.pointee.keyboardCount
    sendAll(
      restoration.pointee.leave + skipped, restoration.pointee.leaveCount,
      restoration.pointee.output, timeout: timeout)
    tcsetattr(restoration.pointee.input, TCSANOW, &restoration.pointee.saved)
    // Not TCSAFLUSH, which also waits for output that a stopped terminal never takes.
    if droppingInput, restoration.pointee.dropsInput {
      tcflush(restoration.pointee.input, TCIFLUSH)
    }
    StandardErrorCapture.end()
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  /// The milliseconds to wait for a terminal that takes nothing when the process must end.
  static var shortTimeout: Int { 500 }

  /// The milliseconds that such a terminal is waited for without a hurry.
  static var longTimeout: Int { 10_000 }

  /// Writes `count` bytes, with a timeout for a terminal that takes none; a process that ends
  /// must not hang on a dead connection. Async-signal-safe.
  private static func sendAll(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ descriptor: Int32, timeout: Int = shortTimeout
  ) {
    var sent = 0
    var left = timeout
    while sent < count {
      var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      // In slices, because a signal may come just before the wait begins.
      let ready = poll(&wait, 1, Int32(min(left, shortTimeout)))
      if ready == 0 {
        left -= shortTimeout
        if left <= 0 || SignalPipe.isEnding { return }
        continue
      }
      if ready < 0 && errno == EINTR { continue }
      let written = write(descriptor, bytes + sent, count - sent)
      if written > 0 {
        sent += written
      } else if !(written < 0 && (errno == EINTR || errno == EAGAIN)) {
        return
      }
    }
  }

  /// True if there is anything to give back; what clears it gives it back.
  private static let isRaw = Atomic<Bool>(false)
  /// True if only the echo is off, until `enter`; touched on the main thread alone.
  nonisolated(unsafe) private static var isMuted = false
  /// True if `exit` gives the terminal back; only `keep` touches it, on the main thread.
  nonisolated(unsafe) private static var registeredAtExit = false

  private struct Restoration {
    /// The settings that the terminal had.
    var saved = termios()
    /// The descriptor whose settings were changed.
    var input: Int32 = 0
    /// The descriptor that `leave` is written to.
    var output: Int32 = 1
    /// The bytes that undo what `pushKeyboard` has written, and after them those for `enter`.
    var leave: UnsafePointer<UInt8>
    /// The number of them for `pushKeyboard`.
    var keyboardCount: Int
    /// The number of them to write; none if only the echo was switched off.
    var leaveCount: Int
    /// True if `pushKeyboard` is to be undone.
    var hasKeyboard = false
    /// True if the mouse is for the program.
    var takesMouse = false
    /// True if typed text may be dropped, because it was meant for this program.
    var dropsInput = true
  }

  /// The data for the way back: written before `isRaw` is set, read after it has been cleared, and
  /// so never both at once. A pointer, because the runtime checks overlapping access to a global
  /// variable.
  nonisolated(unsafe) private static let restoration: UnsafeMutablePointer<Restoration> = {
    let bytes = ControlSequence.popKeyboard + ControlSequence.leave
    let leave = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    leave.initialize(from: bytes, count: bytes.count)
    let pointer = UnsafeMutablePointer<Restoration>.allocate(capacity: 1)
    pointer.initialize(
      to: Restoration(
        leave: UnsafePointer(leave), keyboardCount: ControlSequence.popKeyboard.count,
        leaveCount: ControlSequence.leave.count))
    return pointer
  }()
}

extension termios {
  /// Sets one of the control characters, which Swift sees as a tuple.
  fileprivate mutating func setControl(_ index: Int32, to value: cc_t) {
    withUnsafeMutableBytes(of: &c_cc) { $0[Int(index)] = value }
  }
}
