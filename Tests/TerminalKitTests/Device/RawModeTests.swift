import TestSupport
import Testing

@testable import TerminalKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// Exit tests capture values since Swift 6.3.
#if compiler(>=6.3)
  @Suite("A terminal that was taken over is given back")
  struct RawModeTests {
    private let terminal: PseudoTerminal

    init() throws { terminal = try PseudoTerminal(size: Size(80, 24)) }

    @Test("A fatal error's message is on the clean main screen")
    func fatal() async throws {
      await #expect(processExitsWith: .failure) { [path = terminal.devicePath as String] in
        let device = open(path, O_RDWR | O_NOCTTY)
        for descriptor in 0...2 as ClosedRange<Int32> { dup2(device, descriptor) }
        try RawMode.enter()
        let opening = RawMode.takeOpening()
        write(1, opening, opening.count)
        fatalError("the sky is falling")
      }
      #expect(terminal.waits { _ in afterwards.contains("Fatal error: the sky is falling") })
      #expect(afterwards.hasPrefix("TerminalKitTests/"), "Nothing else is on the way.")
      #expect(terminal.leftovers().isEmpty)
    }

    @Test("A terminal on which nothing was drawn yet gets nothing when it is given back")
    func neverOpened() async throws {
      await #expect(processExitsWith: .exitCode(7)) { [path = terminal.devicePath as String] in
        let device = open(path, O_RDWR | O_NOCTTY)
        for descriptor in 0...2 as ClosedRange<Int32> { dup2(device, descriptor) }
        try RawMode.enter()
        RawMode.leave()
        guard RawMode.takeOpening().isEmpty else { exit(1) }
        try RawMode.enter()
        guard !RawMode.takeOpening().isEmpty, RawMode.takeOpening().isEmpty else { exit(2) }
        RawMode.leave()
        write(1, "!", 1)
        exit(7)
      }
      #expect(terminal.waits { _ in terminal.output.last == UInt8(ascii: "!") })
      #expect(Array(terminal.output) == ControlSequence.leave + [UInt8(ascii: "!")])
      #expect(terminal.leftovers().isEmpty)
    }

    @Test("Keys typed before a screen is up do not show, and reach the screen")
    func muted() async throws {
      await #expect(processExitsWith: .exitCode(7)) { [path = terminal.devicePath as String] in
        // The leader of a session of its own has the terminal to itself.
        setsid()
        let device = open(path, O_RDWR)
        for descriptor in 0...2 as ClosedRange<Int32> { dup2(device, descriptor) }
        RawMode.mute(input: 0)
        var settings = termios()
        tcgetattr(0, &settings)
        guard settings.c_lflag & tcflag_t(ECHO | ICANON) == tcflag_t(ICANON) else { exit(1) }
        try RawMode.enter()
        tcgetattr(0, &settings)
        guard settings.c_lflag & tcflag_t(ECHO | ICANON) == 0 else { exit(2) }
        RawMode.leave()
        tcgetattr(0, &settings)
        guard settings.c_lflag & tcflag_t(ECHO | ICANON) == tcflag_t(ECHO | ICANON) else { exit(3) }
        RawMode.mute(input: 0)
        exit(7)
      }
      #expect(terminal.leftovers().isEmpty, "A program that ends before its screen puts it back.")
    }

    @Test("A signal that ends a program before its screen is up leaves the echo on")
    func mutedAndEnded() async throws {
      await #expect(processExitsWith: .signal(SIGINT)) { [path = terminal.devicePath as String] in
        setsid()
        let device = open(path, O_RDWR)
        dup2(device, 0)
        // Whoever runs the tests may ignore it, and then it would stay ignored.
        signal(SIGINT, SIG_DFL)
        RawMode.mute(input: 0)
        // To the process, because the thread that runs this has it blocked.
        kill(getpid(), SIGINT)
        while true { pause() }
      }
      #expect(terminal.leftovers().isEmpty)
    }

    /// The output after the alternate screen was left.
    private var afterwards: String {
      let output = String(decoding: terminal.output, as: UTF8.self)
      guard let leave = output.firstRange(of: "\u{1B}[?1049l") else { return "" }
      return String(output[leave.upperBound...])
    }
  }
#endif
