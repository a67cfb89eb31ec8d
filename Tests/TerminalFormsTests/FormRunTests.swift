#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import Forms
import TerminalForms
import TerminalKit
import TestSupport
import Testing

/// Runs the real loop on a pseudo-terminal inside the test process, and so one at a time.
@Suite("A form until it is submitted or left", .serialized)
@MainActor struct FormRunTests {
  private let terminal: PseudoTerminal
  private let loop: EventLoop
  private let screen: FormScreen<Trip>
  private var settings = TerminalSettings(environment: ["TERM": "xterm", "LANG": "C.UTF-8"])

  init() throws {
    terminal = try PseudoTerminal(size: Size(60, 16))
    loop = try EventLoop()
    let form = FormViewModel(Trip(), fields: Trip.fields, scheduler: LoopScheduler(loop: loop))
    screen = FormScreen(form, title: "A trip")
    settings.input = terminal.deviceDescriptor
    settings.output = terminal.deviceDescriptor
  }

  /// Runs a form, types as soon as the terminal is its own, and says how it ended: the place that
  /// was submitted, or a word.
  private func end(
    _ screen: FormScreen<Trip>, _ settings: TerminalSettings, typing keys: String = ""
  ) throws -> String {
    loop.enqueue { [terminal] in terminal.type(keys) }
    return switch try screen.run(on: loop, settings: settings) {
    case .submitted(let trip): trip.place
    case .cancelled: "cancelled"
    case .interrupted: "interrupted"
    }
  }

  @Test("On the screen Esc gives up what nobody has typed into, and ^C twice interrupts the rest")
  func left() throws {
    #expect(try end(screen, settings, typing: "U\u{3}\u{3}") == "interrupted")
    let form = FormViewModel(Trip(), fields: Trip.fields, scheduler: LoopScheduler(loop: loop))
    let other = FormScreen(form, title: "Another trip")
    #expect(try end(other, settings, typing: "\u{1B}") == "cancelled")
    #expect(terminal.waits { _ in terminal.leftovers().isEmpty })
  }

  @Test("On a terminal that cannot move its cursor it is asked in lines")
  func dumb() throws {
    var settings = settings
    settings.term = "dumb"
    #expect(try end(screen, settings, typing: "Uppsala\r3\ry\r") == "Uppsala")
    #expect(terminal.waits { $0.text.contains("2. Nights: 3") })
    #expect(!terminal.output.contains(0x1B) && terminal.leftovers().isEmpty)
  }

  @Test(
    "A file answers where there is no terminal to type on, and its end gives the form up",
    arguments: [("Uppsala\n\ny\n", "Uppsala"), ("Uppsala\n", "cancelled")])
  func file(answers: String, expected: String) throws {
    let folder = ScratchFolder()
    let input = open(folder.write("answers", answers.utf8), O_RDONLY)
    let output = open(folder.file("said"), O_WRONLY | O_CREAT, 0o600)
    defer { for file in [input, output] { close(file) } }
    var settings = settings
    (settings.input, settings.output) = (input, output)
    #expect(try end(screen, settings) == expected)
    #expect(folder.read("said")?.contains("Place:") == true)
  }
}
