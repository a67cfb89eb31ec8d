import Expressions
import Streams
import TerminalKit
import TestSupport
import Testing
import ViewModels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("The built program, streams on its screen", .mostlyWaiting)
struct StreamsScreenEndToEndTests {
  private let folder = ScratchFolder()
  private let program = BuiltProgram.path
  private let store: StreamStore

  init() throws {
    store = StreamStore(path: folder.file("streams.json"))
    let numbers = StreamModel<StreamValue>(
      id: "n", name: "Numbers",
      items: (0..<1_000).map { _ in StreamItem(value: 1, operators: [.delay(seconds: 0.05)]) })
    let chain = StreamChain(
      id: "c", name: "Chain", source: "n", operators: [.map(expression: "value * 7")])
    try store.save(StreamDocumentFile([.source(numbers), .chain(chain)]), over: .absent)
  }

  private func client(_ arguments: [String], width: Int = 90) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(size: Size(width, 20))
    try terminal.start(
      program, ["streams"] + arguments, environment: ["XDG_DATA_HOME": folder.path])
    return terminal
  }

  @Test("An operator that is edited and saved in one client is seen in another that runs")
  func twoClients() throws {
    let (editor, other) = (try client([store.path]), try client([store.path, "--watch"]))
    #expect(editor.shows("map value * 7") && other.shows("map value * 7"))
    // Down to the operator's row, and into its expression.
    editor.type("\u{1B}[B\u{1B}[B\r")
    #expect(editor.shows("Becomes"))
    editor.type("\u{15}value * 3")
    #expect(editor.shows("1 → 3"))
    #expect(!other.screen.text.contains("value * 3"))
    editor.type("\u{13}")
    #expect(editor.shows("Saved 1 document"))
    #expect(other.shows("map value * 3"))
    for terminal in [editor, other] {
      terminal.type("\u{3}")
      #expect(terminal.waitForExit() == .killed(SIGINT))
      #expect(terminal.leftovers().isEmpty)
    }
  }

  @Test("Without a file the defaults are shown, and nothing is written until a save")
  func defaults() throws {
    let terminal = try client([])
    #expect(terminal.shows("Serial Stream A") && terminal.shows("Serial Stream B"))
    #expect(folder.read("signup-tui/streams.json") == nil)
    terminal.type("\rx\u{13}")
    #expect(terminal.shows("Saved 1 document"))
    #expect(folder.read("signup-tui/streams.json")?.contains("Serial Stream Ax") == true)
    terminal.type("\u{1B}")
    #expect(terminal.shows("Space pause"))
    terminal.type("q")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("A file that cannot be used is refused with its sentence, before anything is drawn")
  func badFile() throws {
    let broken = folder.write("broken.json", "{".utf8)
    let nowhere = folder.file("none/nowhere.json")
    for (path, problem) in [(broken, ":1:2: "), (nowhere, "there is no such file")] {
      let terminal = try client([path])
      #expect(terminal.waitForExit() == .exited(1))
      #expect(terminal.screen.written.contains(problem))
      #expect(!terminal.output.contains(0x1B))
    }
  }

  @Test("A file that is not there yet is an empty screen, and the first save makes it")
  func newFile() throws {
    let terminal = try client([folder.file("new.json")])
    #expect(terminal.shows("No streams; n adds one."))
    #expect(terminal.shows("This file does not exist yet; ^S creates it."))
    #expect(folder.read("new.json") == nil)
    terminal.type("n")
    #expect(terminal.shows("What do you want to add?"))
    terminal.type("\r")
    #expect(terminal.shows("Name"))
    terminal.type("x\u{13}")
    #expect(terminal.shows("Saved 1 document"))
    #expect(folder.read("new.json")?.contains(#""documents": ["#) == true)
    terminal.type("\u{3}")
    #expect(terminal.waitForExit() == .killed(SIGINT))
  }

  @Test("A large file that cannot be used ends the screen that came up while it was read")
  func largeBadFile() throws {
    let broken = folder.write(
      "broken.json", ("[" + String(repeating: "{},", count: 30_000) + "0]").utf8)
    let terminal = try client([broken])
    #expect(terminal.waitForExit() == .exited(1))
    #expect(terminal.screen.text.contains("it has more than 5000 documents"))
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("In lines every value is said, and documents are made, edited and saved by typed words")
  func lines() throws {
    let terminal = try client(["--accessible"], width: 250)
    func answer(_ question: String, _ text: String) {
      #expect(terminal.waits { $0.written.hasSuffix(question) }, "\(question)")
      terminal.type(text + "\r")
    }
    #expect(terminal.shows("1.0 s Serial Stream A: 1"))
    terminal.type("edit serial stream a\r")
    answer("Name (now Serial Stream A):", "Numbers")
    answer("Description (now The numbers 1 to 4, one a second):", "")
    answer("Value 1 (now 1):", "9")
    answer("(now delay):", "filter")
    answer("Keep where (now value > 0):", "value >")
    #expect(terminal.shows("Keep where: column 8: "))
    answer("Keep where (now value >):", "value > 1")
    answer("Value 2 (now 2):", ".")
    #expect(terminal.shows("Numbers: 9, 2, 3, 4"))
    #expect(folder.read("signup-tui/streams.json") == nil)
    terminal.type("save\r")
    #expect(terminal.shows("Saved, 1 changed."))
    #expect(folder.read("signup-tui/streams.json")?.contains("value > 1") == true)
    terminal.type("q\r")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(!terminal.output.contains(0x1B))
  }

  /// The lines that are said up to a word.
  private func said(_ environment: [String: String]) throws -> String {
    let terminal = try PseudoTerminal(size: Size(250, 40))
    try terminal.start(
      program, ["streams", store.path],
      environment: environment.merging(["XDG_DATA_HOME": folder.path]) { new, _ in new })
    #expect(terminal.shows("0.1 s Chain: 7"), "\(terminal.screen.text)")
    terminal.type("\rlist\r")
    #expect(terminal.shows("Chain, of Numbers"))
    terminal.type("q\r")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(!terminal.output.contains(0x1B))
    return terminal.screen.written
  }

  @Test("A dumb terminal is spoken to in lines, as with ACCESSIBLE=1")
  func dumbTerminal() throws {
    func head(_ text: String) -> [Substring] { text.split(separator: "\n").prefix(6) + [] }
    let dumb = try said(["TERM": "dumb"])
    #expect(head(dumb) == head(try said(["ACCESSIBLE": "1"])), "\(dumb)")
    #expect(dumb.contains("0.1 s Numbers: 1\n0.1 s Chain: 7"))
  }

  @Test("The mouse draws a marble along in a real terminal, whose row and what it makes follow")
  func mouse() throws {
    let path = folder.write(
      "four.json",
      StreamDocumentFile([
        StreamDocument.defaults[0],
        .chain(
          StreamChain(
            id: "tens", name: "Tens", source: "serial-a",
            operators: [.map(expression: "value * 10")])),
      ]).bytes)
    let terminal = try client([path])
    terminal.type("++++++")
    #expect(terminal.shows("3───4|") && terminal.shows("30──40|"))
    func place(of text: String, from row: Int = 0) throws -> (x: Int, y: Int) {
      let lines = terminal.screen.lines
      let y = try #require(lines.indices.dropFirst(row).first { lines[$0].contains(text) })
      let index = try #require(lines[y].firstRange(of: text)).lowerBound
      return (lines[y].distance(from: lines[y].startIndex, to: index), y)
    }
    /// Bytes of a mouse that reports in SGR: 0 presses, 32 draws, and `m` lets go.
    func mouse(_ button: Int, _ x: Int, _ y: Int, _ end: String = "M") {
      terminal.type("\u{1B}[<\(button);\(x + 1);\(y + 1)\(end)")
    }
    func drag(_ text: String, by columns: Int, from before: String, to after: String) throws {
      let start = try place(of: text)
      mouse(0, start.x, start.y)
      #expect(terminal.shows(before))
      for step in 1...columns { mouse(32, start.x + step, start.y) }
      mouse(0, start.x + columns, start.y, "m")
      #expect(terminal.shows(after), "\(terminal.screen.text)")
    }
    try drag("3───4|", by: 2, from: "3 s: 3", to: "3.5 s: 3")
    #expect(terminal.shows("3─4|"))
    // A computed value takes the one along that it was made of.
    try drag("40|", by: 4, from: "4 s: 40", to: "5 s: 40")
    terminal.type("\u{13}")
    #expect(terminal.shows("Saved 1 document"))
    #expect(try StreamStore(path: path).load().file["serial-a"] != StreamDocument.defaults[0])
    terminal.type("q")
    #expect(terminal.waitForExit() == .exited(0))
  }

  @Test("Lines of JSON are those of streams run, and end with the streams")
  func json() throws {
    let path = folder.write(
      "few.json",
      #"""
      {"id": "a", "stream": [{"value": 1, "operators": []},
        {"value": "x", "operators": [{"delay": {"seconds": 0.1}}]}]}
      """#
      .utf8)
    let run = PipedProgram(program, ["streams", path, "--json"], in: folder)
    #expect(
      run.output == #"""
        {"t":0.0,"stream":"a","value":1}
        {"t":0.1,"stream":"a","value":"x"}
        {"t":0.1,"stream":"a","completion":"finished"}

        """#)
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(
      PipedProgram(program, ["streams", "run", path, "--speed=max"], in: folder).output
        == run.output)
    let missing = PipedProgram(program, ["streams", folder.file("none"), "--json"], in: folder)
    #expect(missing.status == 1 && missing.output.isEmpty)
  }

  @Test("Without a terminal there is a sentence that says what to do instead")
  func noTerminal() {
    let run = PipedProgram(program, ["streams", store.path], in: folder)
    #expect(run.status == 2 && run.errors.contains("streams --json"))
  }
}
