import TerminalKit
import Testing

@Suite("Screen or lines")
struct PresentationTests {
  struct Case: CustomTestStringConvertible {
    var asks = false, needsAnswers = true, input = true, output = true
    var environment: [String: String] = ["TERM": "xterm"]
    var expected: Presentation?

    var testDescription: String {
      "asks \(asks), answers \(needsAnswers), tty \(input) \(output), \(environment)"
    }
  }

  @Test(
    "The request, the terminal's abilities, and whether there is one, decide",
    arguments: [
      Case(expected: .screen),
      Case(input: false), Case(output: false), Case(input: false, output: false),
      Case(environment: ["TERM": "dumb"], expected: .lines),
      // Nothing is known of a terminal that does not say what it is.
      Case(environment: [:], expected: .lines), Case(environment: ["TERM": ""], expected: .lines),
      Case(environment: ["TERM": "unknown"], expected: .lines),
      // A dumb terminal that is none, as in many a build system, waits for nobody.
      Case(needsAnswers: false, input: false, environment: ["TERM": "dumb"]),
      Case(asks: true, expected: .lines),
      Case(asks: true, output: false, expected: .lines),
      Case(asks: true, input: false),
      Case(asks: true, needsAnswers: false, input: false, output: false, expected: .lines),
      Case(environment: ["ACCESSIBLE": "1"], expected: .lines),
      Case(environment: ["ACCESSIBLE": "yes"], expected: .lines),
      Case(environment: ["TERM": "xterm", "ACCESSIBLE": "0"], expected: .screen),
      Case(environment: ["TERM": "xterm", "ACCESSIBLE": "false"], expected: .screen),
      Case(environment: ["TERM": "xterm", "ACCESSIBLE": ""], expected: .screen),
    ])
  func choice(of test: Case) {
    let choice = try? Presentation.choose(
      isAccessible: test.asks, needsAnswers: test.needsAnswers, isInputTerminal: test.input,
      isOutputTerminal: test.output, environment: test.environment)
    #expect(choice == test.expected)
  }
}
