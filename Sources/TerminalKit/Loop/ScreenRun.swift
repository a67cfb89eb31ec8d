#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What happens between two rests of the event loop: signals, input, due work, one frame.
@MainActor struct LoopTurn {
  private enum End {
    case signal(Int32)
    case terminalLost
  }

  private let loop: EventLoop
  private let settings: TerminalSettings
  private let recorder: FrameRecorder?
  private var presenter: FramePresenter
  private var decoder = InputDecoder()
  /// When the bytes pending in the decoder are settled without waiting longer.
  private var flushDeadline: MonotonicInstant?
  private var size: Size
  private var needsFrame = true
  private var buffer = [UInt8](repeating: 0, count: 16_384)

  init(loop: EventLoop, settings: TerminalSettings, recorder: FrameRecorder?) {
    self.loop = loop
    self.settings = settings
    self.recorder = recorder
    presenter = FramePresenter(
      palette: Palette(theme: settings.theme, depth: settings.colorDepth),
      descriptor: settings.output, recorder: recorder)
    size = settings.size
  }

  mutating func repeatUntilEnd<S: Screen>(_ screen: S) throws(TerminalError) -> EndReason<S.Result>
  {
    screen.resized(to: size)
    while true {
      loop.runDueWork()
      if let result = screen.result { return .finished(result) }
      if loop.takeNeedsFrame() { needsFrame = true }
      if let end = draw(screen) { return reason(end) }

      var ready = Readiness(
        input: settings.input, signals: SignalPipe.descriptor, wake: loop.wakeDescriptor,
        output: needsFrame || presenter.isBacklogged ? settings.output : -1)
      ready.wait(milliseconds: sleepLimit())

      if ready.signals, let end = try handleSignals(screen) { return leave(screen, end) }
      if ready.wake { loop.acknowledgeWake() }
      if presenter.isBacklogged, ready.output, case .lost = presenter.drain() {
        return .terminalLost
      }
      if ready.input, let end = try readInput(screen) { return leave(screen, end) }
      if let deadline = flushDeadline, deadline <= loop.now {
        flushDeadline = nil
        if let end = try deliver(decoder.flush(), screen) { return reason(end) }
      }
      if ready.isHungUp { return .terminalLost }
    }
  }

  /// Ends for a reason that the screen did not know of.
  private mutating func leave<S: Screen>(_ screen: S, _ end: End) -> EndReason<S.Result> {
    if case .signal = end { hide(screen) }
    return reason(end)
  }

  /// Draws the screen as it may be left behind: not every terminal has an alternate screen that
  /// goes with what it showed.
  private mutating func hide(_ screen: some Screen) {
    screen.willSuspend()
    needsFrame = true
    _ = draw(screen)
  }

  private func reason<Result>(_ end: End) -> EndReason<Result> {
    switch end {
    case .signal(let number): .signal(number)
    case .terminalLost: .terminalLost
    }
  }

  private func sleepLimit() -> Int32 {
    let limit = loop.sleepLimit()
    guard let flushDeadline else { return limit }
    let left = (flushDeadline.nanoseconds - loop.now.nanoseconds + 999_999) / 1_000_000
    let flush = Int32(clamping: max(0, left))
    return limit < 0 ? flush : min(limit, flush)
  }

  private mutating func draw(_ screen: some Screen) -> End? {
    guard needsFrame, presenter.isReady else { return nil }
    needsFrame = false
    var canvas = Canvas(size: size, symbols: settings.symbols)
    screen.draw(on: &canvas)
    if case .lost = presenter.present(canvas, at: loop.now) { return .terminalLost }
    return nil
  }

  /// Reads all that has come, so that a burst of keys is one frame.
  private mutating func readInput(_ screen: some Screen) throws(TerminalError) -> End? {
    var taken = 0
    while true {
      let count = read(settings.input, &buffer, buffer.count)
      if count < 0, errno == EINTR || errno == EAGAIN { return nil }
      // Nothing, or EIO: the terminal is gone, and reading again would spin for ever.
      guard count > 0 else { return .terminalLost }
      let events = decoder.feed(buffer[0..<count])
      flushDeadline = decoder.patience.map { loop.now.advanced(byMilliseconds: Int64($0)) }
      if let end = try deliver(events, screen) { return end }
      taken += count
      // A terminal gives at most 4 KiB a read, so only a long one may have left some.
      guard count >= 1024, taken < 1 << 18 else { return nil }
      var more = pollfd(fd: settings.input, events: Int16(POLLIN), revents: 0)
      guard poll(&more, 1, 0) > 0, more.revents & Int16(POLLIN) != 0 else { return nil }
    }
  }

  private mutating func deliver(
    _ events: [InputEvent], _ screen: some Screen
  ) throws(TerminalError) -> End? {
    for event in events {
      switch event {
      case .key(.control("z")): try suspend(screen)
      // What no screen can keep from working, however broken: quit as the terminal would.
      case .key(.control("\\")): return .signal(SIGQUIT)
      case .key(.control("l")):
        presenter.invalidate()
        needsFrame = true
      default:
        screen.handle(event)
        needsFrame = true
        // Keys typed after the one that ended it belong to nobody.
        if screen.result != nil { return nil }
      }
    }
    return nil
  }

  private mutating func handleSignals(_ screen: some Screen) throws(TerminalError) -> End? {
    let numbers = SignalPipe.drain()
    // A hang-up comes as SIGHUP and SIGCONT: there is no terminal left to take back then.
    if let ending = numbers.first(where: SignalPipe.ending.contains) { return .signal(ending) }
    for number in numbers {
      switch number {
      case SIGWINCH:
        adoptSize(screen)
        needsFrame = true
      case SIGTSTP: try suspend(screen)
      case SIGCONT:
        // If that fails the terminal has gone, and SIGHUP is on its way.
        do { try takeBack(screen) } catch { return .terminalLost }
      default: return .signal(number)
      }
    }
    return nil
  }

  private mutating func suspend(_ screen: some Screen) throws(TerminalError) {
    hide(screen)
    try RawMode.suspend()
    presenter.forgetTerminal()
    adoptSize(screen)
    needsFrame = true
  }

  /// After a stop that could not be caught the shell has put its own settings back.
  private mutating func takeBack(_ screen: some Screen) throws(TerminalError) {
    RawMode.leave()
    try RawMode.enter(input: settings.input, output: settings.output)
    presenter.forgetTerminal()
    adoptSize(screen)
    needsFrame = true
  }

  private mutating func adoptSize(_ screen: some Screen) {
    let current = settings.size
    guard current != size else { return }
    size = current
    recorder?.record(size: current, at: loop.now)
    screen.resized(to: current)
  }
}

/// Which of the descriptors a turn depends on have something to say.
struct Readiness {
  private var entries: [pollfd]

  /// A negative descriptor is not waited for.
  init(input: Int32, signals: Int32, wake: Int32, output: Int32 = -1) {
    entries = [
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
      pollfd(fd: output, events: Int16(POLLOUT), revents: 0),
    ]
  }

  /// Waits until one is ready, a signal comes, or the time is over; -1 waits for ever.
  mutating func wait(milliseconds: Int32) {
    if poll(&entries, nfds_t(entries.count), milliseconds) < 0 {
      for index in entries.indices { entries[index].revents = 0 }
      // Interrupted: the handler has written to the pipe before poll returned.
      entries[1].revents = Int16(POLLIN)
    }
  }

  var input: Bool { entries[0].revents & Int16(POLLIN) != 0 }
  var signals: Bool { entries[1].revents != 0 }
  var wake: Bool { entries[2].revents != 0 }
  var output: Bool { entries[3].revents & Int16(POLLOUT) != 0 }

  /// The terminal is gone, and with it all that could still be read.
  var isHungUp: Bool {
    entries[0].revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 && !input
  }
}
