import Platform
import ReactiveExtras

/// One run of a screen through the event loop's turns: due work, one frame, a sleep, and then the
/// signals and keys that have arrived.
@MainActor struct ScreenRun {
  private enum End {
    case signal(Int32)
    case terminalLost
  }

  private let loop: EventLoop
  private let settings: TerminalSettings
  private let recorder: FrameRecorder?
  private var presenter: FramePresenter
  private var decoder: InputDecoder
  /// The time at which the pending bytes of the decoder are flushed.
  private var flushDeadline: MonotonicInstant?
  private var size: Size
  private var needsFrame = true
  /// The last frame, with the spots for the mouse.
  private var canvas: Canvas
  private var inquiry: TerminalInquiry
  /// The theme to draw in.
  private var theme: Theme
  /// The use of the mouse so far.
  private var mouse = MouseUse()
  /// The bytes read last: they may be part of a password.
  private var input = SecretBytes()

  init(loop: EventLoop, settings: TerminalSettings, recorder: FrameRecorder?) {
    (self.loop, self.settings, self.recorder) = (loop, settings, recorder)
    decoder = InputDecoder(escapeDelay: settings.escapeDelay)
    presenter = FramePresenter(
      palette: Palette(theme: settings.theme, depth: settings.colorDepth),
      descriptor: settings.output, recorder: recorder)
    theme = settings.theme
    size = settings.size
    canvas = Canvas(size: size)
    inquiry = TerminalInquiry(settings: settings)
  }

  /// Runs the screen until it has a result, a signal requests the end, or the terminal is lost.
  mutating func repeatUntilEnd<S: Screen>(_ screen: S) throws(TerminalError) -> EndReason<S.Result>
  {
    defer { screen.willDisappear() }
    screen.resized(to: size)
    while true {
      loop.runDueWork()
      if let result = screen.result { return .finished(result) }
      if loop.takeNeedsFrame() { needsFrame = true }
      if let end = draw(screen) { return reason(end) }
      // Nothing may wake the loop for a result that was set during the frame.
      if let result = screen.result { return .finished(result) }

      let wakeup = loop.rest(
        input: settings.input, output: needsFrame || presenter.isBacklogged ? settings.output : nil,
        until: flushDeadline)
      if !wakeup.signals.isEmpty {
        if let end = try handleSignals(of: wakeup, screen) { return leave(screen, end) }
        // The terminal may have been given away meanwhile, and its input may be gone.
        continue
      }
      if presenter.isBacklogged, wakeup.hasRoom, case .lost = presenter.drain() {
        return .terminalLost
      }
      if wakeup.hasInput, let end = try readInput(screen) { return leave(screen, end) }
      if let deadline = flushDeadline, deadline <= loop.now {
        flushDeadline = nil
        if let end = try deliver(decoder.flush(), screen) { return reason(end) }
      }
      if wakeup.isHungUp { return .terminalLost }
    }
  }

  /// Ends for a reason that the screen does not know.
  private mutating func leave<S: Screen>(_ screen: S, _ end: End) -> EndReason<S.Result> {
    if case .signal = end { hide(screen) }
    return reason(end)
  }

  /// Draws the screen in the form that may stay behind: not every terminal has an alternate screen
  /// that disappears with its contents.
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

  private mutating func draw(_ screen: some Screen) -> End? {
    guard needsFrame, presenter.isReady else { return nil }
    needsFrame = false
    canvas = Canvas(size: size, symbols: settings.symbols)
    canvas.pressed = mouse.pressed
    screen.draw(on: &canvas)
    let outcome = presenter.present(
      canvas, behind: RawMode.takeOpening(), before: takeQuestions(), at: loop.now)
    if case .lost = outcome { return .terminalLost }
    let (copied, rings) = loop.takeSignals()
    if let text = copied, case .lost = presenter.send(ControlSequence.copy(text)) {
      return .terminalLost
    }
    if rings, case .lost = presenter.send([ControlSequence.bell]) { return .terminalLost }
    return nil
  }

  // MARK: Questions to the terminal

  /// Returns the sequence that queries the terminal. It is sent once, after the first frame, which
  /// does not wait for the replies.
  private mutating func takeQuestions() -> [UInt8] {
    guard inquiry.begin(at: loop.now) else { return [] }
    decoder.awaitsReplies = true
    return ControlSequence.inquiry
  }

  /// Applies the terminal's replies.
  private mutating func takeReplies() {
    for reply in decoder.takeReplies() {
      switch reply {
      case .attributes:
        inquiry.finish()
        decoder.awaitsReplies = false
        mouse.canBeAskedAbout = true
      case .keyboardProtocol: if inquiry.isOpen { RawMode.pushKeyboard() }
      case .background(let color):
        let theme = Theme(background: Theme.Color(color, ansi: nil))
        guard settings.asksForBackground, theme != self.theme else { continue }
        self.theme = theme
        presenter.use(Palette(theme: theme, depth: settings.colorDepth))
        needsFrame = true
      }
    }
  }

  /// Waits for outstanding replies of the terminal, so that a shell does not read them. If the
  /// terminal never replies, the wait ends soon after the query.
  mutating func awaitReplies() {
    // A query that has not been sent in full gets no reply.
    guard !presenter.isBacklogged else { return }
    while let deadline = inquiry.deadline, loop.now < deadline {
      guard readReplies(until: deadline) else { return }
    }
  }

  /// Makes the terminal stop reporting the mouse, and waits for the reports that are still under
  /// way: over a slow line they would reach the shell. No report follows the reply to a query; if
  /// the terminal never replies, only a report that has begun is waited for.
  mutating func silenceMouse() {
    guard mouse.isUsed, !presenter.isBacklogged else { return }
    let question = mouse.canBeAskedAbout ? ControlSequence.attributesQuestion : []
    guard case .done = presenter.send(ControlSequence.mouseOff + question) else { return }
    decoder.awaitsReplies = mouse.canBeAskedAbout
    let deadline = loop.now + (mouse.canBeAskedAbout ? settings.mouseTimeout : MouseUse.timeout)
    while loop.now < deadline {
      let isWaiting =
        mouse.canBeAskedAbout ? decoder.awaitsReplies : mouse.isDown || decoder.timeout != nil
      guard isWaiting, readReplies(until: deadline) else { break }
    }
    mouse = MouseUse()
  }

  /// Applies the terminal's replies that arrive until an instant, and drops keys; returns false if
  /// nothing more is expected.
  private mutating func readReplies(until deadline: MonotonicInstant) -> Bool {
    let left = loop.now.distance(to: deadline).nanoseconds / 1_000_000
    var entries = [
      pollfd(fd: settings.input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: SignalPipe.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&entries, 2, Int32(left) + 1) >= 0 || errno == EINTR else { return false }
    if entries[1].revents != 0, SignalPipe.drain().contains(where: SignalPipe.ending.contains) {
      return false
    }
    guard entries[0].revents != 0 else { return true }
    defer { input.removeAll() }
    guard case .bytes = Descriptor.read(settings.input, into: &input, atMost: 4096) else {
      return false
    }
    for event in decoder.feed(input) { _ = mouse.take(event, on: canvas) }
    takeReplies()
    return true
  }

  /// Reads all available input, so that a burst of keys is one frame.
  private mutating func readInput(_ screen: some Screen) throws(TerminalError) -> End? {
    var taken = 0
    while true {
      let count: Int
      defer { input.removeAll() }
      switch Descriptor.read(settings.input, into: &input, atMost: 16_384) {
      case .bytes(let read): count = read
      case .nothing: return nil
      // Reading again would spin for ever.
      case .ended: return .terminalLost
      }
      let events = decoder.feed(input)
      takeReplies()
      flushDeadline = decoder.timeout.map { loop.now + .milliseconds($0) }
      if let end = try deliver(events, screen) { return end }
      taken += count
      // A terminal returns at most 4 KiB a read, so only a long read may have left input behind.
      guard count >= 1024, taken < 1 << 18 else { return nil }
      var more = pollfd(fd: settings.input, events: Int16(POLLIN), revents: 0)
      guard poll(&more, 1, 0) > 0, more.revents & Int16(POLLIN) != 0 else { return nil }
    }
  }

  private mutating func deliver(
    _ events: [InputEvent], _ screen: some Screen
  ) throws(TerminalError) -> End? {
    for event in events {
      let wasPressed = mouse.pressed
      let taken = mouse.take(event, on: canvas)
      if mouse.pressed != wasPressed { needsFrame = true }
      guard let event = taken else { continue }
      switch canvas.resolved(event) {
      case .key(.control("z")): try suspend(screen)
      // The key that no screen can disable, even a broken one: quits as the terminal would.
      case .key(.control("\\")): return .signal(SIGQUIT)
      case .key(.control("l")):
        presenter.invalidate()
        needsFrame = true
      case let event:
        screen.handle(event)
        needsFrame = true
        // Keys typed after the one that ended it are dropped.
        if screen.result != nil { return nil }
      }
    }
    return nil
  }

  private mutating func handleSignals(
    of wakeup: Wakeup, _ screen: some Screen
  ) throws(TerminalError) -> End? {
    // A hang-up arrives as SIGHUP and SIGCONT: there is no terminal left to take back then.
    if let ending = wakeup.ending { return .signal(ending) }
    for number in wakeup.signals {
      switch number {
      case SIGWINCH:
        adoptSize(screen)
        needsFrame = true
      case SIGTSTP: try suspend(screen)
      case SIGCONT:
        // If that fails, the terminal is gone, and SIGHUP is on its way.
        do { try takeBack(screen) } catch { return .terminalLost }
      default: return .signal(number)
      }
    }
    return nil
  }

  private mutating func suspend(_ screen: some Screen) throws(TerminalError) {
    hide(screen)
    awaitReplies()
    silenceMouse()
    try RawMode.suspend()
    presenter.forgetTerminal()
    askAgain()
    adoptSize(screen)
    needsFrame = true
  }

  /// Takes the terminal back. After a stop that could not be caught, the shell has restored its own
  /// terminal settings.
  private mutating func takeBack(_ screen: some Screen) throws(TerminalError) {
    RawMode.leave()
    try RawMode.enter(
      input: settings.input, output: settings.output, takesMouse: settings.takesMouse)
    presenter.forgetTerminal()
    askAgain()
    adoptSize(screen)
    needsFrame = true
  }

  /// Queries the terminal again after the next frame: it may be another one, or look different.
  private mutating func askAgain() {
    inquiry = TerminalInquiry(settings: settings)
    decoder = InputDecoder(escapeDelay: settings.escapeDelay)
    flushDeadline = nil
  }

  private mutating func adoptSize(_ screen: some Screen) {
    let current = settings.size
    guard current != size else { return }
    size = current
    recorder?.record(size: current, at: loop.now)
    screen.resized(to: current)
  }
}
