import Platform
import ReactiveExtras
import TerminalKit

/// A terminal of a test's own with a program running in it: it types, looks and waits.
///
///     let terminal = try PseudoTerminal(size: Size(80, 24))
///     try terminal.start("/bin/sh", ["-c", "read name; echo hello $name"])
///     terminal.type("ann\r")
///     #expect(terminal.waits { $0.text.contains("hello ann") })
///     #expect(terminal.waitForExit() == .exited(0))
///     #expect(terminal.leftovers().isEmpty)
///
/// Nothing sleeps: waiting is `poll(2)` on the terminal's output, up to a deadline for all of it.
package final class PseudoTerminal {
  /// How a program ended.
  package enum Exit: Equatable {
    /// By itself, with a status.
    case exited(Int32)
    /// By a signal.
    case killed(Int32)
  }

  /// Why there is no terminal, or nothing in it.
  package enum Failure: Error, CustomStringConvertible {
    /// A step of making the terminal failed.
    case noTerminal(String)
    /// The program of a path did not start, with this `errno`.
    case notStarted(String, Int32)

    package var description: String {
      switch self {
      case .noTerminal(let step): "No pseudo-terminal: \(step) failed."
      case .notStarted(let path, let code):
        "\(path) did not start: \(SystemError(code).reason)."
      }
    }
  }

  /// The screen, as the program's output has made it.
  package private(set) var screen: ModelTerminal
  /// The answers to the program's questions.
  package var answers = Answers()
  /// How many of them have been answered.
  private var answered = 0

  /// The answers of a terminal.
  package struct Answers {
    /// The colour behind the letters as X names it; nil for no answer.
    package var background: String?
    /// True if it knows the kitty keyboard protocol.
    package var knowsKeyboardProtocol = false
    /// True if it answers what every terminal does.
    package var namesAttributes = true
  }

  /// Everything the program has written.
  package private(set) var output: [UInt8] = []
  /// The program's process; 0 before it is started.
  package private(set) var processID: pid_t = 0

  /// The terminal's side of it; -1 after `closeMaster`.
  package private(set) var master: Int32
  /// Kept open so that the terminal's settings outlive the program and can be compared.
  private let slave: Int32
  private let slavePath: String
  private var before = termios()
  private var exit: Exit?
  private var usage = rusage()

  /// Makes a terminal of `size` with the settings an interactive shell has.
  package init(size: Size = Size(80, 24), widths: ModelTerminal.Widths = .graphemes) throws {
    screen = ModelTerminal(size: size, widths: widths)
    var name = [CChar](repeating: 0, count: 1024)
    var (terminalSide, programSide): (Int32, Int32) = (-1, -1)
    let result = openpty(&terminalSide, &programSide, &name, nil, nil)
    master = terminalSide
    slave = programSide
    slavePath = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    guard result == 0 else { throw Failure.noTerminal("openpty") }
    for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    guard tcgetattr(slave, &before) == 0 else { throw Failure.noTerminal("tcgetattr") }
    before.c_iflag |= tcflag_t(IXON | ICRNL)
    before.c_lflag |= tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
    tcsetattr(slave, TCSANOW, &before)
    tcgetattr(slave, &before)
    setWindow(size)
  }

  deinit {
    if processID > 0, exit == nil {
      kill(processID, SIGKILL)
      waitpid(processID, nil, 0)
    }
    if master >= 0 { close(master) }
    if slave >= 0 { close(slave) }
  }

  /// Starts a program as leader of a session of its own, with this as its controlling terminal
  /// and all signals at their default. Standard input or output may be a file instead.
  package func start(
    _ path: String, _ arguments: [String] = [], environment: [String: String] = [:],
    input: String? = nil, output: String? = nil
  ) throws {
    var variables = [
      "TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8",
      "PATH": "/usr/bin:/bin", "HOME": "/",
    ]
    variables.merge(environment) { _, new in new }
    let result = SpawnedProgram.start(
      path, arguments, environment: variables, leadsSession: true
    ) { actions in
      // The first terminal that a session leader opens becomes its controlling terminal.
      actions.open(slavePath, O_RDWR, as: 0)
      for descriptor: Int32 in 1...2 { actions.take(0, as: descriptor) }
      if let input { actions.open(input, O_RDONLY, as: 0) }
      if let output { actions.open(output, O_WRONLY | O_CREAT, mode: 0o600, as: 1) }
    }
    do { processID = try result.get() } catch { throw Failure.notStarted(path, error.code) }
  }

  /// Sends text as if typed, byte for byte.
  package func type(_ text: String) {
    type(bytes: Array(text.utf8))
  }

  /// Sends bytes as if typed.
  package func type(bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      guard written > 0 else { return }
      rest = rest.dropFirst(written)
      // An echoing program may take more only after its output has been read.
      _ = readOutput(milliseconds: 0)
    }
  }

  /// Fills the terminal with output that nobody has read, so that it takes no more of it.
  package func stall() {
    let device = open(slavePath, O_WRONLY | O_NOCTTY | O_NONBLOCK)
    var wait = pollfd(fd: device, events: Int16(POLLOUT), revents: 0)
    // A write also fails while the program is in the middle of one, which is soon over.
    while write(device, " ", 1) == 1 || poll(&wait, 1, 50) > 0 {}
    close(device)
  }

  /// Sends a few bytes as if typed, and reads nothing.
  package func typeUnread(_ text: String) { _ = write(master, text, text.utf8.count) }

  /// Reads until the screen is as wanted; false when `seconds` were not enough or the program
  /// has ended without it.
  ///
  /// What is wanted is looked at every 50 ms, too: the program's mode changes without output.
  package func waits(seconds: Double = Standstill.seconds, until isReached: (ModelTerminal) -> Bool)
    -> Bool
  {
    let deadline = MonotonicInstant.now + .milliseconds(Int(seconds * 1000))
    while !isReached(screen) {
      let left = MonotonicInstant.now.distance(to: deadline).nanoseconds / 1_000_000
      guard left > 0, readOutput(milliseconds: Int32(min(left, 50))) || !hasHungUp else {
        return isReached(screen)
      }
    }
    return true
  }

  /// Reads until `text` is on the screen.
  package func shows(_ text: String, seconds: Double = Standstill.seconds) -> Bool {
    waits(seconds: seconds) { $0.text.contains(text) }
  }

  /// Changes the size; the kernel sends SIGWINCH to the program.
  package func resize(to size: Size) {
    screen.resize(to: size)
    setWindow(size)
  }

  /// Sends a signal to the program.
  package func send(signal number: Int32) {
    kill(processID, number)
  }

  /// The program's side of the terminal, for code under test that runs in this process.
  package var deviceDescriptor: Int32 { slave }

  /// The settings with which such code finds a terminal of a kind here.
  package func settings(named kind: String = "xterm") -> TerminalSettings {
    var settings = TerminalSettings(environment: ["TERM": kind, "LANG": "C.UTF-8"])
    settings.input = slave
    settings.output = slave
    return settings
  }

  /// Takes the terminal away: reads and writes of the program fail from now on, and the kernel
  /// sends SIGHUP to the session's leader.
  package func closeMaster() {
    guard master >= 0 else { return }
    close(master)
    master = -1
  }

  /// Reads on until the program has ended; nil when it has not after `seconds`.
  ///
  /// - Parameter reads: Whether the output is read meanwhile.
  package func waitForExit(seconds: Double = Standstill.seconds, reads: Bool = true) -> Exit? {
    let deadline = MonotonicInstant.now + .milliseconds(Int(seconds * 1000))
    while exit == nil {
      var status: Int32 = 0
      if wait4(processID, &status, WNOHANG, &usage) == processID {
        let number = status & 0x7F
        exit = number == 0 ? .exited((status >> 8) & 0xFF) : .killed(number)
        break
      }
      guard MonotonicInstant.now < deadline else { return nil }
      // Output goes on while it ends; a short wait on it is also the wait for the end.
      if !reads || master < 0 || !readOutput(milliseconds: 5) { poll(nil, 0, 5) }
    }
    while reads, master >= 0, readOutput(milliseconds: 0) {}
    return exit
  }

  #if os(Linux)
    /// Waits, and reads nothing, until the program has taken all that was typed and has then gone
    /// to sleep so often; false when it has ended or the run is stuck.
    package func sleeps(times: Int) -> Bool {
      let deadline = MonotonicInstant.now + .seconds(Standstill.seconds)
      var start: Int?
      while MonotonicInstant.now < deadline, let count = sleepCount {
        var typed: CInt = 0
        if start == nil, ioctl(slave, UInt(FIONREAD), &typed) == 0, typed == 0 { start = count }
        if let start, count - start >= times { return true }
        poll(nil, 0, 5)
      }
      return false
    }

    /// How often the program's main thread has gone to sleep; nil once it has ended.
    private var sleepCount: Int? {
      let status = Disk.text(at: "/proc/\(processID)/status")
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
      guard !status.contains("State:\tZ") else { return nil }
      return line.flatMap { Int($0.drop { !$0.isNumber }) }
    }
  #endif

  /// The processor time that the program took, in seconds, once it has ended.
  package var processorTime: Double {
    let (user, system) = (usage.ru_utime, usage.ru_stime)
    return Double(user.tv_sec + system.tv_sec) + Double(user.tv_usec + system.tv_usec) / 1e6
  }

  /// The process group that has the terminal: under a shell with job control, the program's.
  package var foregroundGroup: pid_t { tcgetpgrp(master) }

  /// The path by which another process opens the terminal.
  package var devicePath: String { slavePath }

  /// The settings that the program has not put back; empty when the terminal is as it was.
  package func leftovers() -> [String] {
    var problems: [String] = []
    var after = termios()
    tcgetattr(slave, &after)
    if after.c_iflag != before.c_iflag { problems.append("input flags") }
    if after.c_oflag != before.c_oflag { problems.append("output flags") }
    if after.c_cflag != before.c_cflag { problems.append("control flags") }
    if after.c_lflag != before.c_lflag { problems.append("local flags") }
    let isSame = withUnsafeBytes(of: &after.c_cc) { new in
      withUnsafeBytes(of: &before.c_cc) { $0.elementsEqual(new) }
    }
    if !isSame { problems.append("control characters") }
    if fcntl(slave, F_GETFL) & O_NONBLOCK != 0 { problems.append("O_NONBLOCK") }
    if !screen.isCursorVisible { problems.append("cursor hidden") }
    if !screen.modes.contains(7) { problems.append("autowrap off") }
    problems += screen.modes.subtracting([7, 25]).sorted().map { "mode \($0) on" }
    if screen.keyboardLevels != 0 { problems.append("keyboard protocol pushed") }
    problems += screen.unknown.map { "unknown sequence \($0.debugDescription)" }
    return problems
  }

  /// True if the program has the terminal in raw mode.
  package var isRaw: Bool {
    var now = termios()
    tcgetattr(slave, &now)
    return now.c_lflag & tcflag_t(ICANON | ECHO) == 0
  }

  /// True if lines are edited by the terminal and what is typed does not show.
  package var hidesTyping: Bool {
    var now = termios()
    tcgetattr(slave, &now)
    return now.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON)
  }

  /// How many bytes were typed that a shell would read now, were Enter pressed.
  package var unreadInput: Int {
    _ = write(master, "\r", 1)
    // The kernel hands it on in its own time.
    var wait = pollfd(fd: slave, events: Int16(POLLIN), revents: 0)
    poll(&wait, 1, 10_000)
    var count: CInt = 0
    _ = ioctl(slave, UInt(FIONREAD), &count)
    return Int(count) - 1
  }

  /// True if no program has the terminal any more.
  private var hasHungUp: Bool {
    var wait = pollfd(fd: master, events: 0, revents: 0)
    return poll(&wait, 1, 0) != 0
  }

  /// Reads what there is, waiting up to `milliseconds` for the first byte; false when nothing
  /// came.
  private func readOutput(milliseconds: Int32) -> Bool {
    var wait = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, milliseconds) > 0, wait.revents & Int16(POLLIN) != 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(master, &buffer, buffer.count)
    guard count > 0 else { return false }
    output += buffer[..<count]
    screen.feed(buffer[..<count])
    for question in screen.questions[answered...] { answer(question) }
    answered = screen.questions.count
    return true
  }

  private func answer(_ question: ModelTerminal.Question) {
    switch question {
    case .background:
      if let color = answers.background { typeUnread("\u{1B}]11;\(color)\u{1B}\\") }
    case .keyboard: if answers.knowsKeyboardProtocol { typeUnread("\u{1B}[?0u") }
    case .attributes: if answers.namesAttributes { typeUnread("\u{1B}[?62;22c") }
    }
  }

  private func setWindow(_ size: Size) {
    var window = winsize()
    window.ws_col = UInt16(size.width)
    window.ws_row = UInt16(size.height)
    _ = ioctl(master, UInt(TIOCSWINSZ), &window)
  }
}
