import Platform
import TerminalKit
import TestSupport
import Testing

@Suite("The built program, with a form", .mostlyWaiting)
struct FormEndToEndTests {
  private let terminal: PseudoTerminal
  private let folder = ScratchFolder()
  private let program = BuiltProgram.path

  init() throws {
    terminal = try PseudoTerminal(size: Size(100, 40))
  }

  private func answer(_ question: String, _ text: String) {
    #expect(terminal.waits { $0.written.hasSuffix(question) }, "\(question)")
    terminal.type(text + "\r")
  }

  @Test("A form filled in on the screen is written as JSON, and the terminal is as it was")
  func screen() throws {
    try terminal.start(program, ["form", "--demo", "address"])
    #expect(terminal.shows("An address"))
    terminal.type("Ada\t1 Main St\t97201\tPortland\t")
    #expect(terminal.shows("Germany"))
    terminal.type("\u{1B}[C\u{1B}[C\t")
    #expect(terminal.shows("State"))
    terminal.type("    \t\t+1 503\u{13}")
    #expect(terminal.waitForExit() == .exited(0))
    // The one line is longer than the terminal is wide.
    let written = terminal.screen.text.filter { $0 != "\n" }
    #expect(written.contains(#""country": "unitedStates""#))
    #expect(written.contains(#""number": "+1 503""#))
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("Standard output has nothing but the JSON, while the form is on standard error")
  func redirected() throws {
    let file = folder.file("booking.json")
    try terminal.start(
      "/bin/sh", ["-c", "exec '\(program)' form --demo booking > '\(file)'"])
    #expect(terminal.shows("A booking"))
    terminal.type("\t\t\t\t \u{13}")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(
      folder.read("booking.json")
        == #"{"guests": 2, "arrival": 1, "departure": 2, "voucher": "", "agreesToTerms": true}"#
        + "\n")
  }

  @Test("A draft outlives a program that is killed, is offered, and goes with the submission")
  func draft() throws {
    let draft = folder.file("draft.json")
    let call = ["form", "--demo", "booking", "--draft", draft]
    try terminal.start(program, call)
    #expect(terminal.shows("A booking"))
    terminal.type("\u{1}\u{B}7\t")
    #expect(terminal.waits { _ in folder.read("draft.json")?.contains(#""guests": "7""#) == true })
    terminal.send(signal: SIGKILL)
    _ = terminal.waitForExit()

    let again = try PseudoTerminal(size: Size(100, 40))
    try again.start(program, call)
    #expect(again.shows("Continue with it?"))
    again.type("\r")
    #expect(again.waits { !$0.text.contains("Continue with it?") })
    again.type("\t\t\t\t \u{13}")
    #expect(again.waitForExit() == .exited(0))
    #expect(again.screen.text.contains(#""guests": 7"#))
    #expect(folder.read("draft.json") == nil)
  }

  @Test(
    "A signal that asks to end leaves all that was typed in the draft",
    arguments: [SIGHUP, SIGTERM, SIGINT, SIGQUIT])
  func draftAtSignals(signal: Int32) throws {
    try terminal.start(program, ["form", "--demo", "booking", "--draft", folder.file("draft")])
    #expect(terminal.shows("A booking"))
    terminal.type("\u{1}\u{B}11")
    #expect(terminal.shows("11"))
    terminal.send(signal: signal)
    #expect(terminal.waitForExit() == .killed(signal))
    #expect(folder.read("draft")?.contains(#""guests": "11""#) == true)
  }

  @Test("A draft stays where the answers cannot be written, and another file where it is none")
  func draftStays() throws {
    let draft = folder.file("draft")
    try terminal.start(
      "/bin/sh", ["-c", "exec '\(program)' form --demo booking --draft '\(draft)' > /dev/full"])
    #expect(terminal.shows("A booking"))
    terminal.type("\u{1}\u{B}7\t\t\t\t \u{13}")
    #expect(terminal.waitForExit() == .exited(1))
    #expect(terminal.screen.text.contains("What you typed is kept in"))
    #expect(folder.read("draft")?.contains(#""guests": "7""#) == true)

    let again = try PseudoTerminal(size: Size(100, 40))
    folder.write("notes", "mine".utf8)
    try again.start(program, ["form", "--demo", "booking", "--draft", folder.file("notes")])
    #expect(again.waitForExit() == .exited(2))
    #expect(again.screen.text.contains("is not a draft of a form"))
    #expect(folder.read("notes") == "mine")
  }

  @Test("A long answer is one line of JSON, too")
  func oneLayout() throws {
    let file = folder.file("address.json")
    try terminal.start(
      "/bin/sh", ["-c", "exec '\(program)' form --demo address > '\(file)'"])
    #expect(terminal.shows("An address"))
    terminal.type("Ada\t1 Main St\t97201\tPortland\t")
    #expect(terminal.shows("Germany"))
    terminal.type("\u{1B}[C\u{1B}[C\t")
    #expect(terminal.shows("State"))
    terminal.type("    \t\t+1 503\u{13}")
    #expect(terminal.waitForExit() == .exited(0))
    let text = try #require(folder.read("address.json"))
    #expect(text.hasPrefix(#"{"name": "Ada", "street": "#) && text.hasSuffix("}\n"))
    #expect(text.split(separator: "\n").count == 1)
  }

  @Test(
    "Leaving says that nothing was submitted and ends with a status: 1 by Esc, SIGINT by ^C",
    arguments: [("\u{1B}", .exited(1)), ("\u{3}", .killed(2))]
      as [(String, PseudoTerminal.Exit)])
  func left(key: String, exit: PseudoTerminal.Exit) throws {
    try terminal.start(program, ["form", "--demo", "booking"])
    #expect(terminal.shows("A booking"))
    terminal.type(key)
    #expect(terminal.waitForExit() == exit)
    #expect(terminal.screen.text.contains("Nothing was submitted."))
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("Line by line it asks, answers, asks again, and lets every answer be changed")
  func lines() throws {
    try terminal.start(program, ["form", "--demo", "address", "--accessible"])
    answer("Name:", "")
    #expect(terminal.shows("Name is missing."))
    answer("Name:", "Ada")
    answer("Street:", "1 Main St")
    answer("Postal code:", "97201")
    answer("City:", "Portland")
    answer("3 United States) [Germany]:", "3")
    answer("5 Washington):", "tejas")
    #expect(terminal.shows("Type a number from 1 to 5"))
    answer("5 Washington):", "oregon")
    #expect(terminal.shows("Phones: 1 of 1."))
    answer("3 Work) [Mobile]:", "")
    answer("Number:", "+1 503")
    answer("Phones: add another? (y/n)", "n")
    #expect(terminal.shows("6. State: Oregon"))
    answer("change that line)", "4")
    answer("City [Portland]:", "Salem")
    answer("change that line)", "n")
    answer("to submit nothing)", "9999")
    #expect(terminal.shows("Type a number from 1 to"))
    answer("to submit nothing)", "1")
    answer("Name [Ada]:", "Ada L.")
    answer("change that line)", "n")
    answer("to submit nothing)", "back")
    answer("change that line)", "y")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(terminal.screen.text.contains(#""city": "Salem""#))
    #expect(!terminal.output.contains(0x1B), "No escape sequence was written.")
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("Of a form that is not to be submitted an answer is changed, unless it is left by word")
  func leaves() throws {
    try terminal.start(program, ["form", "--demo", "booking", "--accessible"])
    for question in ["Guests [2]:", "30) [1]:", "Departure [2]:", "RAIN):"] { answer(question, "") }
    answer("(y/n) [n]:", "y")
    answer("change that line)", "n")
    answer("to submit nothing)", "quit")
    #expect(terminal.waitForExit() == .exited(1))
    #expect(terminal.screen.written.hasSuffix("Nothing was submitted."))
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("The word back goes to the previous question, where what is wrong may lie")
  func back() throws {
    try terminal.start(program, ["form", "--demo", "booking", "--accessible"])
    answer("Guests [2]:", "back")
    #expect(terminal.shows("This is the first question."))
    answer("Guests [2]:", "2")
    answer("Arrival (day of the month, 1–30) [1]:", "30")
    answer("Departure [2]:", "2")
    #expect(terminal.shows("Departure must be after arrival."))
    answer("Departure [2]:", "back")
    answer("Arrival (day of the month, 1–30) [30]:", "back")
    answer("Guests [2]:", "3")
    answer("Arrival (day of the month, 1–30) [30]:", "12")
    answer("Departure [2]:", "13")
    answer("Voucher (if you have one: SUN or RAIN):", "")
    answer("I agree to the terms? (y/n) [n]:", "n")
    #expect(terminal.shows("Agree to the terms to continue."))
    answer("I agree to the terms? (y/n) [n]:", "y")
    answer("change that line)", "y")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(terminal.screen.text.contains(#""guests": 3, "arrival": 12, "departure": 13"#))
  }

  @Test("A closed standard output is refused before anything is filled in")
  func closedOutput() throws {
    try terminal.start("/bin/sh", ["-c", "exec '\(program)' form --demo booking >&-"])
    #expect(terminal.waitForExit() == .exited(1))
    #expect(terminal.screen.text.contains("Cannot write to standard output"))
    #expect(!terminal.output.contains(0x1B))
  }

  @Test("Without a terminal it says what it needs")
  func noTerminal() {
    let run = PipedProgram(program, ["form", "--demo", "address"], in: folder)
    #expect(run.status == 2 && run.errors.contains("is not a terminal"))
    let bare = PipedProgram(program, ["form"], in: folder)
    #expect(bare.status == 2 && bare.errors.contains("--demo NAME"))
  }
}
