import Dispatch
import Reactive
import TestSupport
import Testing

@testable import TerminalKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A screen made of closures, which shows the keys it got.
@MainActor private final class ProbeScreen: Screen {
  var result: String? { didSet { whenDone() } }
  var whenDone = {}
  var whenDrawn = {}
  var typed = ""
  var frames = 0
  var sizes: [Size] = []
  var suspensions = 0
  var style = Style.plain
  var spots: [(Rect, any Hashable & Sendable)] = []
  var buttons: [(Rect, any Hashable & Sendable)] = []

  func handle(_ event: InputEvent) {
    switch event {
    case .key(KeyPress(.enter)): result = typed
    case .key(KeyPress(.escape)): typed += "<esc>"
    case .key(let press): typed += press.text.map(String.init) ?? "<key>"
    case .paste(let paste): typed += "<\(paste.text.count) pasted>"
    case .mouse(let mouse): typed += mouse.target(as: String.self) ?? "<mouse>"
    case .focus: break
    }
  }

  func draw(on canvas: inout Canvas) {
    frames += 1
    canvas.write("typed \(typed)", at: Point(0, 0), style: style)
    for (rect, target) in spots { canvas.mark(rect, as: target) }
    for (rect, target) in buttons { canvas.mark(rect, as: target, isButton: true) }
    canvas.cursor = Point(6 + typed.count, 0)
    whenDrawn()
  }

  func resized(to size: Size) { sizes.append(size) }
  func willSuspend() { suspensions += 1 }
}

/// Runs the real loop on a pseudo-terminal inside the test process.
///
/// On one thread at a time: raw mode and signals belong to the process.
@Suite("The event loop on a terminal", .serialized)
@MainActor struct EventLoopTests {
  private let terminal: PseudoTerminal
  private let settings: TerminalSettings
  private let loop: EventLoop
  private let screen = ProbeScreen()

  init() throws {
    terminal = try PseudoTerminal(size: Size(30, 4))
    var settings = terminal.settings()
    // The thread that would answer is the loop's.
    settings.answersQuestions = false
    // A late answer may be as late as the machine is slow.
    settings.answerTimeout = .seconds(Standstill.seconds)
    settings.mouseTimeout = .seconds(Standstill.seconds)
    self.settings = settings
    loop = try EventLoop()
  }

  private func run() throws -> EndReason<String> {
    limitTime()
    return try loop.run(screen, settings: settings)
  }

  /// Whatever is wrong, a test has to end.
  private func limitTime() {
    loop.schedule(after: .seconds(Standstill.seconds)) { [screen] in
      MainActor.assumeIsolated { screen.result = "timed out" }
    }
  }

  /// Does something once the loop has come to where it is to be: not after some time, by which a
  /// slow machine may still be elsewhere.
  private func when(
    _ isReached: @escaping @MainActor (ProbeScreen) -> Bool, _ act: @escaping @MainActor () -> Void
  ) {
    var token: TimerToken?
    token = loop.schedule(at: loop.now, repeatingEvery: .milliseconds(2)) { [loop, screen] in
      MainActor.assumeIsolated {
        guard isReached(screen) else { return }
        token.map(loop.cancel)
        act()
      }
    }
  }

  private func expectFinished(_ end: EndReason<String>, _ result: String) {
    guard case .finished(result) = end else {
      Issue.record("ended as \(end)")
      return
    }
  }

  /// The terminal has got everything, and is as it was.
  private func expectRestored() {
    #expect(
      terminal.waits { _ in
        terminal.output.suffix(ControlSequence.leave.count).elementsEqual(ControlSequence.leave)
      })
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("Keys typed before the first frame count, the screen ends it, and all is put back")
  func typedAhead() throws {
    terminal.type("ann\r")
    expectFinished(try run(), "ann")
    expectRestored()
    #expect(screen.sizes == [Size(30, 4)])
  }

  @Test("A burst of keys is one frame")
  func burst() throws {
    loop.enqueue { [terminal] in terminal.type("abcdefghijklmnopqrstuvwxyz") }
    loop.schedule(after: .milliseconds(30)) { [terminal] in terminal.type("\r") }
    expectFinished(try run(), "abcdefghijklmnopqrstuvwxyz")
    // The empty one and the one with all letters.
    #expect(screen.frames <= 3)
  }

  @Test("A lone Esc is a key after its wait")
  func loneEscape() throws {
    loop.enqueue { [terminal] in terminal.type("\u{1B}") }
    when({ !$0.typed.isEmpty }) { [terminal] in terminal.type("\r") }
    expectFinished(try run(), "<esc>")
  }

  @Test("A long paste is one event")
  func paste() throws {
    let text = String(repeating: "x", count: 2_000)
    loop.enqueue { [terminal] in terminal.type("\u{1B}[200~\(text)\u{1B}[201~\r") }
    expectFinished(try run(), "<2000 pasted>")
  }

  @Test("Work enqueued by work runs in the same turn, before the frame")
  func workInTurn() throws {
    loop.enqueue { [loop, screen] in
      MainActor.assumeIsolated { screen.typed += "1" }
      loop.enqueue { MainActor.assumeIsolated { screen.typed += "2" } }
    }
    // The end that the first frame brings.
    screen.whenDrawn = { [unowned screen] in screen.result = screen.typed }
    expectFinished(try run(), "12")
    #expect(screen.frames == 1)
  }

  @Test("Work from other threads wakes the loop, all of it, each thread's in order")
  func otherThreads() throws {
    let received = Locked<[[Int]]>([[], []])
    let count = 5_000
    let loop = loop
    let finish: @Sendable () -> Void = { [screen] in
      MainActor.assumeIsolated { screen.result = "done" }
    }
    for sender in 0..<2 {
      // Threads of their own: the pool that tasks run on may be busy with other tests.
      Threads.start {
        for number in 0..<count {
          loop.enqueue {
            let isLast = received.withLock { received in
              received[sender].append(number)
              return received.allSatisfy { $0.count == count }
            }
            if isLast { loop.enqueue(finish) }
          }
          // One at a time, so that the loop goes to sleep in between and has to be woken.
          while received.withLock({ $0[sender].count }) <= number { sched_yield() }
        }
      }
    }
    expectFinished(try run(), "done")
    // Compared first: a failure should not print ten thousand numbers.
    let isComplete = received.withLock { $0 == [Array(0..<count), Array(0..<count)] }
    #expect(isComplete)
  }

  @Test("Scheduled work comes after its time, cancelled work never, repeated work again")
  func scheduling() throws {
    let start = loop.now
    let ticks = Locked(0)
    let cancelled = loop.schedule(after: .milliseconds(5)) { Issue.record("was cancelled") }
    loop.cancel(cancelled)
    let ticking = loop.schedule(at: start, repeatingEvery: .milliseconds(2)) {
      ticks.withLock { $0 += 1 }
    }
    loop.schedule(after: .milliseconds(25)) { [screen, loop] in
      loop.cancel(ticking)
      MainActor.assumeIsolated { screen.result = "done" }
    }
    expectFinished(try run(), "done")
    #expect(start.duration(to: loop.now) >= .milliseconds(25))
    // A loaded machine ends late, but no beat comes before its time.
    let beats = Int(start.duration(to: loop.now) / .milliseconds(2)) + 1
    #expect((2...beats).contains(ticks.withLock { $0 }))
  }

  // MARK: The terminal is asked

  /// Runs with a terminal that is asked, and answers what a closure says once it has been.
  private func runAsking(
    theme: Theme = .dark, asksForBackground: Bool = true, answer: String?,
    until isReached: @escaping @MainActor () -> Bool = { true }
  ) throws -> EndReason<String> {
    var settings = settings
    settings.answersQuestions = true
    settings.theme = theme
    settings.asksForBackground = asksForBackground
    settings.colorDepth = .ansi256
    terminal.answers.namesAttributes = false
    limitTime()
    let asked = terminal.screen.questions.count
    @MainActor func isAsked() -> Bool {
      terminal.screen.questions.dropFirst(asked).contains(.attributes)
    }
    when({ [terminal] in $0.frames > 0 && terminal.waits(seconds: 0.02) { _ in isAsked() } }) {
      guard let answer else { return screen.result = "asked" }
      terminal.typeUnread(answer)
      when({ [terminal] _ in terminal.waits(seconds: 0.02) { _ in isReached() } }) {
        [terminal] in terminal.typeUnread("ok\r")
      }
    }
    return try loop.run(screen, settings: settings)
  }

  nonisolated private static let white = "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\"
  nonisolated private static let attributes = "\u{1B}[?62;22c"

  @Test("The first frame stands before the terminal is asked for its background, and DA1 is last")
  func asks() throws {
    expectFinished(try runAsking(answer: Self.attributes), "ok")
    #expect(terminal.screen.questions == [.background, .keyboard, .attributes])
    let output = String(decoding: terminal.output, as: UTF8.self)
    let question = try #require(output.firstRange(of: "\u{1B}]11;?"))
    #expect(output[..<question.lowerBound].contains("typed"))
    expectRestored()
  }

  @Test("A light background turns the colours to those for it, unless a theme was asked for")
  func background() throws {
    let light = "38;5;\(Palette.nearest256(Theme.light.colors[.accent]!).index)m"
    let terminal = terminal
    @MainActor func shows(_ text: String) -> Bool {
      String(decoding: terminal.output, as: UTF8.self).contains(text)
    }
    screen.style = .accent
    expectFinished(
      try runAsking(asksForBackground: false, answer: Self.white + Self.attributes), "ok")
    expectRestored()
    #expect(!shows(light))
    (screen.result, screen.typed, screen.frames) = (nil, "", 0)
    expectFinished(
      try runAsking(answer: Self.white + Self.attributes) { shows(light) }, "ok")
    expectRestored()
    #expect(shows(light))
  }

  @Test("The kitty keyboard protocol is used where it is announced, and given back")
  func keyboard() throws {
    expectFinished(try runAsking(answer: "\u{1B}[?0u" + Self.attributes), "ok")
    expectRestored()
    let output = String(decoding: terminal.output, as: UTF8.self)
    #expect(output.contains("\u{1B}[>1u") && output.contains("\u{1B}[<u"))
  }

  @Test("An answer that comes only at the end is neither a key nor left for the shell")
  func lateAnswer() throws {
    let hasEnded = DispatchSemaphore(value: 0)
    screen.whenDone = { hasEnded.signal() }
    Threads.start { [descriptor = terminal.master] in
      hasEnded.wait()
      let text = Self.white + Self.attributes
      _ = write(descriptor, text, text.utf8.count)
    }
    expectFinished(try runAsking(answer: nil), "asked")
    expectRestored()
    #expect(terminal.unreadInput == 0)
    #expect(screen.typed.isEmpty)
  }

  @Test("The mouse acts on what the frame has under it: a target, or a key")
  func mouse() throws {
    screen.spots = [
      (Rect(x: 0, y: 1, width: 4, height: 1), "target"),
      (Rect(x: 5, y: 1, width: 4, height: 1), KeyPress(.character("k"))),
    ]
    // Typed ahead of the first frame it would act on nothing.
    when({ $0.frames == 1 }) { [terminal] in
      terminal.type("\u{1B}[<0;2;2M\u{1B}[<0;6;2M\u{1B}[<0;20;1M\r")
    }
    expectFinished(try run(), "targetk<mouse>")
    expectRestored()
    #expect(String(decoding: terminal.output, as: UTF8.self).contains("\u{1B}[?1002h"))
  }

  @Test("A button acts on the release in it, and not on one elsewhere")
  func buttons() throws {
    screen.buttons = [
      (Rect(x: 0, y: 1, width: 4, height: 1), "target"),
      (Rect(x: 5, y: 1, width: 4, height: 1), KeyPress(.character("k"))),
    ]
    when({ $0.frames == 1 }) { [terminal] in
      terminal.type(
        "\u{1B}[<0;2;2M\u{1B}[<0;20;1m" + "\u{1B}[<0;20;1M\u{1B}[<0;2;2m"
          + "\u{1B}[<0;6;2M\u{1B}[<0;2;2m" + "\u{1B}[<0;6;2M\u{1B}[<32;7;2M\u{1B}[<0;7;2m"
          + "\u{1B}[<0;1;2M\u{1B}[<0;2;2m\r")
    }
    expectFinished(try run(), "<mouse>ktarget")
  }

  @Test("What a mouse still reports over a slow line is not left for the shell")
  func lateMouse() throws {
    let hasEnded = DispatchSemaphore(value: 0)
    screen.whenDone = { hasEnded.signal() }
    Threads.start { [descriptor = terminal.master] in
      hasEnded.wait()
      // The line's delay, which is longer than a terminal that answers nothing is waited for.
      usleep(300_000)
      let text = "0;29;13m\u{1B}[<35;30;13M" + Self.attributes
      _ = write(descriptor, text, text.utf8.count)
    }
    expectFinished(
      try runAsking(answer: Self.attributes + "\u{1B}[<0;29;3M\r\u{1B}[<"), "<mouse>")
    expectRestored()
    #expect(terminal.unreadInput == 0)
  }

  @Test("A frame asked for without a change writes nothing")
  func noBytesForNothing() throws {
    when({ $0.frames == 1 }) { [loop, screen, terminal] in
      _ = terminal.waits { $0.text.contains("typed") }
      let before = terminal.output.count
      loop.setNeedsFrame()
      loop.schedule(after: .milliseconds(5)) {
        MainActor.assumeIsolated {
          _ = terminal.waits(seconds: 0.005) { _ in false }
          screen.result = "\(terminal.output.count - before) bytes, \(screen.frames) frames"
        }
      }
    }
    expectFinished(try run(), "0 bytes, 2 frames")
  }

  @Test("A new size reaches the screen and repaints it without clearing")
  func resizing() throws {
    loop.schedule(after: .milliseconds(5)) { [terminal] in
      terminal.resize(to: Size(20, 3))
      // The test process is not in this terminal's session, so the kernel tells nobody.
      kill(getpid(), SIGWINCH)
    }
    // Another thread may take the signal, so only the screen knows when it has come.
    when({ $0.sizes.count == 2 }) { [screen] in screen.result = "resized" }
    expectFinished(try run(), "resized")
    #expect(screen.sizes == [Size(30, 4), Size(20, 3)])
    #expect(terminal.screen.clears == 0)
  }

  @Test("Keys that are lost while the shell has the terminal are not waited for")
  func continuedWithInput() throws {
    loop.schedule(after: .milliseconds(5)) { [terminal, loop, screen] in
      terminal.typeUnread("lost")
      kill(getpid(), SIGCONT)
      // Another thread may take the signal; both have to come in one turn.
      var wait = pollfd(fd: SignalPipe.descriptor, events: Int16(POLLIN), revents: 0)
      #expect(poll(&wait, 1, Int32(Standstill.seconds * 1000)) == 1)
      loop.schedule(after: .milliseconds(20)) {
        MainActor.assumeIsolated { screen.result = screen.typed + "still here" }
      }
    }
    expectFinished(try run(), "still here")
    expectRestored()
  }

  @Test("An ending signal ends the run, with the terminal put back", arguments: [SIGTERM, SIGHUP])
  func endingSignals(number: Int32) throws {
    // Whoever runs the tests may ignore it, and what is ignored stays so.
    signal(number, SIG_DFL)
    // To the process: the thread that runs this blocks signals, as Dispatch's threads do.
    loop.schedule(after: .milliseconds(2)) { kill(getpid(), number) }
    guard case .signal(number) = try run() else {
      Issue.record("not ended by the signal")
      return
    }
    expectRestored()
  }

  @Test("^\\ quits whatever the screen does with its keys")
  func quitKey() throws {
    loop.schedule(after: .milliseconds(2)) { [terminal] in terminal.type("\u{1C}") }
    guard case .signal(SIGQUIT) = try run() else {
      Issue.record("not ended by ^\\")
      return
    }
  }

  @Test("A lost terminal ends the run")
  func lostTerminal() throws {
    loop.schedule(after: .milliseconds(2)) { [terminal] in terminal.closeMaster() }
    guard case .terminalLost = try run() else {
      Issue.record("not ended")
      return
    }
  }

  @Test("A terminal is raw inside and refuses to be one when it is none")
  func rawMode() throws {
    loop.schedule(after: .milliseconds(2)) { [terminal, screen] in
      MainActor.assumeIsolated { screen.result = terminal.isRaw ? "raw" : "cooked" }
    }
    expectFinished(try run(), "raw")
    #expect(!terminal.isRaw)
    var wrong = settings
    wrong.input = open("/dev/null", O_RDONLY)
    defer { close(wrong.input) }
    #expect(throws: TerminalError.attributes(ENOTTY)) {
      try EventLoop().run(ProbeScreen(), settings: wrong)
    }
  }
}
