import Testing

@testable import CommandLineKit
@testable import SignupTUI

@Suite("Variables stand for options")
struct VariableTests {
  private func parse(_ arguments: [String], _ variables: [String: String] = [:]) throws -> String {
    let parser = CommandParser(Program.specification) { variables[$0] }
    return "\(try parser.parse(arguments))"
  }

  private func problem(_ arguments: [String], _ variables: [String: String]) -> String {
    do {
      return "no problem: " + (try parse(arguments, variables))
    } catch let error as UsageError {
      return error.text(for: Program.specification)
    } catch { return "\(error)" }
  }

  @Test("A variable is what the option of its name is, which comes before it")
  func values() throws {
    let light = try parse(["track", "--theme", "light"])
    #expect(try parse(["track"], ["SIGNUP_TUI_THEME": "light"]) == light)
    #expect(try parse(["track", "--theme", "light"], ["SIGNUP_TUI_THEME": "dark"]) == light)
    #expect(
      try parse(["export", "a"], ["SIGNUP_TUI_MAX_HDOP": "2"])
        == parse(["export", "a", "--max-hdop", "2"]))
    #expect(try parse(["track"], ["SIGNUP_TUI_THEME": ""]) == parse(["track"]))
  }

  @Test("One for an option without a value is 1 or 0")
  func flags() throws {
    let accessible = try parse(["track", "--accessible"])
    for text in ["1", "yes", "TRUE", "on"] {
      #expect(try parse(["track"], ["SIGNUP_TUI_ACCESSIBLE": text]) == accessible)
    }
    for text in ["0", "no", "false", "off", ""] {
      #expect(try parse(["track"], ["SIGNUP_TUI_ACCESSIBLE": text]) == parse(["track"]))
    }
    #expect(
      problem(["track"], ["SIGNUP_TUI_NO_MOUSE": "maybe"])
        == "The environment variable SIGNUP_TUI_NO_MOUSE must be 1 or 0, not 'maybe'.\n"
        + "Try 'SignupTUI track --help'.")
  }

  @Test(
    "An error in one is said of the variable",
    arguments: [
      (
        ["track"], "SIGNUP_TUI_THEME", "blue",
        "The environment variable SIGNUP_TUI_THEME takes light, dark or auto, not 'blue'."
      ),
      (
        ["simulate"], "SIGNUP_TUI_DURATION", "x",
        "The environment variable SIGNUP_TUI_DURATION takes whole seconds from 1 to 31622400, not 'x'."
      ),
      ([], "SIGNUP_TUI_POLICY", "minlength: x", "The environment variable SIGNUP_TUI_POLICY: "),
      (
        [], "SIGNUP_TUI_ACCOUNTS", "-",
        "The environment variable SIGNUP_TUI_ACCOUNTS needs a file name"
      ),
      (
        ["weather"], "SIGNUP_TUI_AT", "north",
        "The environment variable SIGNUP_TUI_AT takes a place"
      ),
    ])
  func wrong(arguments: [String], variable: String, value: String, sentence: String) {
    #expect(problem(arguments, [variable: value]).hasPrefix(sentence))
  }

  @Test("The same from the command line is said of the option")
  func wrongOption() {
    #expect(
      problem(["track", "--theme", "blue"], ["SIGNUP_TUI_THEME": "red"])
        .hasPrefix("--theme takes light, dark or auto, not 'blue'."))
  }

  @Test(
    "A variable says nothing against what the command line is for",
    arguments: [
      (["accounts", "--json"], ["SIGNUP_TUI_THEME": "light"]),
      (["track", "--device", "/dev/ttyS0"], ["SIGNUP_TUI_SEED": "7"]),
      (["track", "--device", "/dev/ttyS0"], ["SIGNUP_TUI_GPSD": "pi"]),
      (["track", "-"], ["SIGNUP_TUI_GPSD": "pi"]),
      (["weather", "--track", "a.nmea"], ["SIGNUP_TUI_AT": "1,2"]),
      (["users"], ["SIGNUP_TUI_USERNAME": "ann"]),
      (["--username", "ann", "--password-stdin"], ["SIGNUP_TUI_MASK": "none"]),
    ])
  func defaults(arguments: [String], variables: [String: String]) throws {
    #expect(try parse(arguments, variables) == parse(arguments))
  }

  @Test("A required option can be a variable, and two that exclude each other keep the first")
  func rules() throws {
    #expect(
      try parse(["form"], ["SIGNUP_TUI_DEMO": "booking"]) == parse(["form", "--demo", "booking"]))
    #expect(
      try parse(["accounts"], ["SIGNUP_TUI_JSON": "1", "SIGNUP_TUI_THEME": "light"])
        == parse(["accounts", "--json"]))
  }

  @Test("Every option has one, but those for what one call does, or for secrets")
  func names() {
    let options = Program.commands.flatMap { $0.specification.options }
    let without = Set(options.filter { Program.specification.variable(for: $0) == nil }.map(\.name))
    let ofForms = [
      "--set", "--answers", "--to", "--prefix", "--draft", "--check", "--schema",
      "--allow-commands",
    ]
    let ofTraces = ["--track", "--columns", "--time", "--in-turn"]
    let ofInputs = ["--input", "--input-command"]
    let ofPlaces = ["--save", "--forget"]
    let ofRecords = [
      "--url", "--file", "--command", "--items", "--title", "--detail", "--key", "--next",
      "--first", "--timeout", "--format", "--header-file",
    ]
    let ofServices = ["--token-file", "--token-path", "--sign-in", "--sign-in-keys"]
    let others = ["--password-stdin", "--record", "--output", "--follow"]
    let all = [ofForms, ofTraces, ofInputs, ofPlaces, ofRecords, ofServices, others]
    #expect(without == Set(all.joined()))
    let manual = ManualPage(Program.specification, ManualCommand.texts).text
    for option in options {
      guard let variable = Program.specification.variable(for: option) else { continue }
      #expect(manual.contains(variable), "\(variable)")
    }
  }
}
