import Testing

@testable import SignupTUI

@Suite("The line of progress")
struct ProgressLineTests {
  /// A clock that is set by hand, and what was written.
  private final class Terminal {
    var now = Duration.zero
    var text = ""
  }

  private func line(on terminal: Terminal, isShown: Bool = true) -> ProgressLine {
    ProgressLine(
      isShown: isShown, clock: { terminal.now }, write: { terminal.text += $0 })
  }

  @Test("work that is done within a second shows nothing")
  func short() {
    let terminal = Terminal()
    var line = line(on: terminal)
    terminal.now = .milliseconds(999)
    line.update(0.5, fixes: 7)
    line.end()
    #expect(terminal.text.isEmpty)
  }

  @Test("longer work changes it four times a second, and takes it away at the end")
  func long() {
    let terminal = Terminal()
    var line = line(on: terminal)
    for tenth in 0..<20 {
      terminal.now = .milliseconds(100 * tenth)
      line.update(Double(tenth) / 20, fixes: tenth)
    }
    #expect(
      terminal.text
        == "\r50%, 10 fixes\u{1B}[K\r65%, 13 fixes\u{1B}[K\r80%, 16 fixes\u{1B}[K"
        + "\r95%, 19 fixes\u{1B}[K")
    terminal.text = ""
    line.end()
    #expect(terminal.text == "\r\u{1B}[K")
  }

  @Test("of a pipe no share is known")
  func pipe() {
    let terminal = Terminal()
    var line = line(on: terminal)
    terminal.now = .seconds(2)
    line.update(nil, fixes: 5)
    #expect(terminal.text == "\r5 fixes\u{1B}[K")
  }

  @Test("where it must not be shown it is not")
  func hidden() {
    let terminal = Terminal()
    var line = line(on: terminal, isShown: false)
    terminal.now = .seconds(9)
    line.update(0.5, fixes: 1)
    line.end()
    #expect(terminal.text.isEmpty)
  }
}
