import Platform
import Synchronization

/// The terminal taken over for full-screen use, and restored however the program ends.
///
/// This is the one file that touches `termios`. Everything that restoring needs is in plain memory
/// before raw mode begins, so that a signal handler can use it without Swift's runtime: no
/// allocation, no reference counting, no exclusivity checks. The terminal is restored by `leave`,
/// `suspend`, `endProcess(bySignal:)`, `exit(3)` (through `atexit`) and the crash signals; only
/// SIGKILL cannot be handled.
enum RawMode {
  /// Takes the terminal over: echo and line editing off, standard error kept aside, signals caught.
  ///
  /// Nothing is written yet: the first frame is written together with the `opening`, and until then
  /// the terminal has nothing to undo. Echo is off by then, so text typed ahead never shows.
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
    // If muted, restoration already holds the settings from before muting.
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
    // A read returns as soon as there is one byte; `poll` does the waiting.
    settings.setControl(VMIN, to: 1)
    settings.setControl(VTIME, to: 0)
    guard tcsetattr(input, TCSANOW, &settings) == 0 else {
      let code = errno
      leave()
      throw TerminalError.attributes(code)
    }
  }

  /// Returns, once, the bytes to write before the first frame: they turn on the alternate screen,
  /// bracketed paste, focus reports and the mouse. From here on, restoring undoes them.
  static func takeOpening() -> [UInt8] {
    guard isActive, !isMuted, restoration.pointee.leaveCount == 0 else { return [] }
    // The undo is recorded first: undoing what was not done does nothing.
    withSignalsBlocked { restoration.pointee.leaveCount = ControlSequence.leave.count }
    return ControlSequence.enter + (restoration.pointee.takesMouse ? ControlSequence.mouseOn : [])
  }

  /// Makes the terminal report keys in the kitty keyboard protocol until it is restored.
  static func pushKeyboard() {
    guard isActive, !restoration.pointee.hasKeyboard else { return }
    // The undo is recorded first, as with the opening.
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

  /// Restores the terminal. Drops unread input, because it was typed to this program and the shell
  /// would run it. Does nothing if the terminal is not taken over.
  ///
  /// - Parameter timeout: The milliseconds to wait for a terminal that accepts no output, as over a
  ///   stalled line; a signal that ends the program cuts the wait short.
  static func leave(timeout: Int = shortTimeout) {
    restore(droppingInput: true, timeout: timeout)
    SignalPipe.uninstall()
    CrashSignals.uninstall()
  }

  /// Restores the terminal, stops the whole job as ^Z does, and takes the terminal over again when
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
    // Here the process sleeps until SIGCONT; in an orphaned process group it continues at once.
  }

  /// Switches the echo off while a secret is typed as a line, until `showTyping`; crashes and
  /// `exit` restore it as well. Nothing is written, and line editing works as before.
  static func hideTyping(input: Int32) throws(TerminalError) {
    if isMuted { unmute() }
    guard !isActive else { return }
    var settings = termios()
    guard tcgetattr(input, &settings) == 0 else { throw TerminalError.attributes(errno) }
    keep(settings, input: input, output: -1, leaveCount: 0)
    CrashSignals.install()
    isRaw.store(true, ordering: .sequentiallyConsistent)
    settings.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK)
    // Enter is still echoed, so that the next output begins on a new line.
    settings.c_lflag |= tcflag_t(ECHONL)
    guard tcsetattr(input, TCSANOW, &settings) == 0 else {
      let code = errno
      showTyping()
      throw TerminalError.attributes(code)
    }
  }

  /// Switches the echo on again after `hideTyping`. Text typed ahead stays, or is dropped if it may
  /// be a secret that is no longer read here.
  static func showTyping(droppingInput: Bool = false) {
    restore(droppingInput: droppingInput)
    CrashSignals.uninstall()
  }

  /// Switches the echo off until `enter`, so that text typed while a program is starting does not
  /// show. If the program ends before that, the echo is on again and the typed text is left to the
  /// next reader. Does nothing if there is no terminal, or it belongs to another job.
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

  /// Runs `body` with all signals blocked.
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

  /// Stores what restoring needs, before anything is changed.
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

  /// Undoes every step, once, even if some of them fail. Async-signal-safe.
  static func restore(droppingInput: Bool, timeout: Int = shortTimeout) {
    guard isRaw.exchange(false, ordering: .sequentiallyConsistent) else { return }
    // A job in the background is stopped for touching the terminal unless SIGTTOU is blocked.
    var blocked = sigset_t()
    var before = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &blocked, &before)
    // The bytes that end the keyboard protocol come before all others.
    let skipped = restoration.pointee.hasKeyboard ? 0 : restoration.pointee.keyboardCount
    sendAll(
      restoration.pointee.leave + skipped, restoration.pointee.leaveCount,
      restoration.pointee.output, timeout: timeout)
    tcsetattr(restoration.pointee.input, TCSANOW, &restoration.pointee.saved)
    // Not TCSAFLUSH, which also waits for output that a stopped terminal never accepts.
    if droppingInput, restoration.pointee.dropsInput {
      tcflush(restoration.pointee.input, TCIFLUSH)
    }
    StandardErrorCapture.end()
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  /// The milliseconds to wait for a terminal that accepts no output when the process must end.
  static var shortTimeout: Int { 500 }

  /// The milliseconds to wait for such a terminal if there is no hurry.
  static var longTimeout: Int { 10_000 }

  /// Writes `count` bytes, with a timeout for a terminal that accepts none; a process that ends
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

  /// True if there is anything to restore; whichever caller clears it does the restoring.
  private static let isRaw = Atomic<Bool>(false)
  /// True if only the echo is off, until `enter`; touched on the main thread alone.
  nonisolated(unsafe) private static var isMuted = false
  /// True if `exit` restores the terminal; only `keep` touches it, on the main thread.
  nonisolated(unsafe) private static var registeredAtExit = false

  private struct Restoration {
    /// The settings that the terminal had.
    var saved = termios()
    /// The descriptor whose settings were changed.
    var input: Int32 = 0
    /// The descriptor that `leave` is written to.
    var output: Int32 = 1
    /// The bytes that undo `pushKeyboard`, followed by those that undo `enter`.
    var leave: UnsafePointer<UInt8>
    /// The number of bytes that undo `pushKeyboard`.
    var keyboardCount: Int
    /// The number of bytes that undo `enter`; 0 if only the echo was switched off.
    var leaveCount: Int
    /// True if `pushKeyboard` must be undone.
    var hasKeyboard = false
    /// True if the mouse is for the program.
    var takesMouse = false
    /// True if typed text may be dropped, because it was meant for this program.
    var dropsInput = true
  }

  /// The data for restoring: written before `isRaw` is set and read after it has been cleared, so
  /// never both at once. A pointer, because the runtime checks overlapping access to a global.
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
  /// Sets one of the control characters, which Swift imports as a tuple.
  fileprivate mutating func setControl(_ index: Int32, to value: cc_t) {
    withUnsafeMutableBytes(of: &c_cc) { $0[Int(index)] = value }
  }
}
