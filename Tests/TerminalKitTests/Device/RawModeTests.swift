import TestSupport
import Testing

@testable import TerminalKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

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
      fatalError("the sky is falling")
    }
    #expect(terminal.waits { _ in afterwards.contains("Fatal error: the sky is falling") })
    #expect(afterwards.hasPrefix("TerminalKitTests/"), "Nothing else is on the way.")
    #expect(terminal.leftovers().isEmpty)
  }

  /// What was written after the alternate screen was left.
  private var afterwards: String {
    let output = String(decoding: terminal.output, as: UTF8.self)
    guard let leave = output.firstRange(of: "\u{1B}[?1049l") else { return "" }
    return String(output[leave.upperBound...])
  }
}
