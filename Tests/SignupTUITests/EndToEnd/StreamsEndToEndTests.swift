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

@Suite("The built program, with streams", .mostlyWaiting)
struct StreamsEndToEndTests {
  private let folder = ScratchFolder()
  private let program = BuiltProgram.path

  private func streams(_ arguments: String...) -> PipedProgram {
    PipedProgram(program, ["streams"] + arguments, in: folder)
  }

  private func file(_ documents: String) -> String {
    folder.write("streams.json", #"{"version": 1, "documents": [\#(documents)]}"#.utf8)
  }

  private var defaults: String {
    folder.write("defaults.json", StreamDocumentFile(StreamDocument.defaults).bytes)
  }

  private static let evens = #"""
    {"source": {"id": "a", "name": "Numbers", "stream": [
      {"value": 1, "operators": [{"delay": {"seconds": 1}}]},
      {"value": 2, "operators": [{"delay": {"seconds": 1}}]}]}},
    {"chain": {"id": "b", "source": "a", "operators": [
      {"filter": {"expression": "%d % 2 == 0"}}, {"map": {"expression": "%d * 10"}}]}}
    """#

  @Test("The streams that are shipped run at once on virtual time, one by its id or its name")
  func run() {
    let expected = """
      {"t":1.0,"stream":"Serial Stream A","value":1}
      {"t":2.0,"stream":"Serial Stream A","value":2}
      {"t":3.0,"stream":"Serial Stream A","value":3}
      {"t":4.0,"stream":"Serial Stream A","value":4}
      {"t":4.0,"stream":"Serial Stream A","completion":"finished"}

      """
    for name in ["serial-a", "Serial Stream A"] {
      let run = streams("run", defaults, name, "--speed", "max")
      #expect(run.status == 0 && run.output == expected && run.errors.isEmpty)
    }
    let both = streams("run", defaults, "--speed=max")
    #expect(both.status == 0 && both.output.split(separator: "\n").count == 10)
    let inTime = streams("run", defaults, "serial-a", "--speed", "1000")
    #expect(inTime.status == 0 && inTime.output == expected)
  }

  @Test("A chain is drawn with a row for each operator, each time in one column")
  func marbles() {
    let path = file(Self.evens)
    let chain = streams("marbles", path, "b")
    #expect(chain.status == 0 && chain.errors.isEmpty)
    #expect(
      chain.output == """
        0  1  2    seconds
        ---1--2|   Numbers
        ------2|   filter %d % 2 == 0
        ------20|  map %d * 10

        """)
    #expect(
      streams("marbles", path).output == """
        0 1 2   seconds
        --1-2|  Numbers


        """ + chain.output)
    #expect(
      streams("marbles", path, "a", "--step", "2").output == """
        0 2   seconds
        1-2|  Numbers

        """)
    let wide = streams("marbles", path, "a", "--step=4")
    #expect(
      wide.output == """
        0    seconds
        *1|  Numbers
        *1  Numbers, at 1 s: 1; at 2 s: 2

        """)
    for step in ["0", "-1", "x", "1e9"] {
      let refused = streams("marbles", path, "--step", step)
      #expect(refused.status == 2 && refused.errors.contains("seconds from 0.001 to 86400"))
    }
  }

  @Test("A picture is of one stream, and the one in the documentation is what the program draws")
  func picture() throws {
    let path = file(Self.evens)
    let several = streams("marbles", path, "--format", "svg")
    #expect(several.status == 2 && several.output.isEmpty)
    #expect(several.errors.contains("A picture shows one stream; add its ID or NAME"))
    func text(_ path: String) -> String? {
      Disk.bytes(at: path).map { String(decoding: $0, as: UTF8.self) }
    }
    let docs = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/docs"
    let page = try #require(text("\(docs)/streams.md"))
    let json = try #require(page.split(separator: "```json\n").dropFirst().first)
    let example = folder.write("example.json", Array(json.split(separator: "```")[0].utf8))
    let drawn = streams("marbles", example, "tens", "--format", "svg")
    #expect(drawn.status == 0 && drawn.errors.isEmpty)
    #expect(drawn.output == text("\(docs)/marbles.svg"))
    let text = streams("marbles", example, "tens")
    #expect(page.contains("streams marbles streams.json tens\n\(text.output)```"))
  }

  @Test("The documentation leads to a receiver's speed that warns, as it prints it")
  func warning() throws {
    let docs = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/docs"
    let bytes = try #require(Disk.bytes(at: "\(docs)/streams.md"))
    let page = String(decoding: bytes, as: UTF8.self)
    let part = try #require(page.split(separator: "## A receiver that warns above a speed").last)
    let json = try #require(part.split(separator: "```json\n").dropFirst().first)
    let path = folder.write("fast.json", Array(json.split(separator: "```")[0].utf8))
    let check = streams("check", path)
    #expect(check.status == 0 && check.output.isEmpty && check.errors.isEmpty)
    let drive = PipedProgram(program, ["simulate", "--duration", "90"], in: folder)
    let log = folder.write("drive.nmea", Array(drive.output.utf8))
    let run = streams("run", path, "fast", "--input", "gps=trace:\(log)", "--speed", "max")
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(part.contains("--input gps=trace:drive.nmea --speed max\n\(run.output)```"))
  }

  @Test("A file without errors is checked in silence; of a broken one every error is a line")
  func check() {
    let fine = streams("check", file(Self.evens))
    #expect(fine.status == 0 && fine.output.isEmpty && fine.errors.isEmpty)
    let path = file(
      #"""
      {"chain": {"id": "a", "source": "nowhere", "operators": []}},
      {"chain": {"id": "b", "source": "b", "operators": []}},
      {"source": {"id": "c", "stream": [{"value": 1, "operators": [{"wrap": {}}]}]}},
      {"source": {"id": "d", "stream": [
        {"value": 1, "operators": [{"map": {"expression": "1 +"}}]}]}},
      {"source": {"id": "e", "stream": [{"value": 1, "operators": []}]}}
      """#)
    let broken = streams("check", path)
    #expect(broken.status == 1 && broken.output.isEmpty)
    let lines = broken.errors.split(separator: "\n")
    #expect(lines.count == 4)
    for (key, column) in [
      ("documents[0].chain.source", ""), ("documents[1].chain.source", ""),
      ("documents[2].source.stream[0].operators[0].wrap", ""),
      ("documents[3].source.stream[0].operators[0].map.expression", ", column 4"),
    ] {
      let found = lines.contains {
        $0.hasPrefix("SignupTUI: \(path):") && $0.contains(": \(key)\(column): ")
      }
      #expect(found, "\(lines)")
    }
    // The one that is fine runs all the same.
    let run = streams("run", path, "--speed=max")
    #expect(run.status == 1 && run.errors == broken.errors)
    #expect(run.output.hasPrefix(#"{"t":0.0,"stream":"e","value":1}"#))
    #expect(streams("run", path, "e", "--speed=max").status == 0)
  }

  @Test("For editors each error is an object of JSON with its place, on standard output")
  func checkJSON() {
    let path = folder.write(
      "ä.json",
      Array(
        #"""
        [{"source": {"id": "é", "nmae": "E", "stream": [
          {"value": 1, "operators": [{"map": {"expression": "1 +"}}]}]}}]
        """#.utf8))
    let run = streams("check", "--json", path)
    #expect(run.status == 1 && run.errors.isEmpty)
    #expect(
      run.output.replacing(folder.path, with: "") == #"""
        {"file":"/ä.json","line":1,"column":25,"document":"é","keys":"[0].source.nmae",\#
        "message":"there is no such key here; did you mean “name”?"}
        {"file":"/ä.json","line":2,"column":39,"document":"é",\#
        "keys":"[0].source.stream[0].operators[0].map.expression","expressionColumn":4,\#
        "message":"a value was expected, not the end"}

        """#)
    let missing = streams("check", folder.file("no.json"), "--json")
    #expect(missing.status == 1 && missing.errors.isEmpty)
    #expect(missing.output.contains(#"no.json","message":""#))
    let cut = streams("check", folder.write("cut.json", Array("[1,".utf8)), "--json")
    #expect(cut.status == 1)
    #expect(cut.output.contains(#"cut.json","line":1,"column":4,"keys":"[1]","message":"#))
    #expect(streams("check", file(Self.evens), "--json").output.isEmpty)
  }

  @Test(
    "Standard input and other pipes are read once, as documents", arguments: ["-", "/dev/stdin"])
  func piped(name: String) {
    let documents = #"[{"id": "a", "stream": [{"value": 1, "operators": []}]}]"#
    func piped(_ arguments: String...) -> PipedProgram {
      PipedProgram(program, ["streams"] + arguments, input: documents, in: folder)
    }
    let run = piped("run", name, "--speed=max")
    #expect(
      run.status == 0 && run.errors.isEmpty && run.output.hasPrefix(#"{"t":0.0,"stream":"a""#))
    #expect(piped("check", name).status == 0 && piped("check", name).errors.isEmpty)
    #expect(piped("marbles", name, "a").output == "0   seconds\n1|  a\n")
    #expect(piped(name, "--json").output == run.output)
    let watched = piped("run", name, "--watch")
    #expect(watched.status == 2 && watched.errors.contains("can be read only once"))
    let both = piped("run", name, "--input", "a=-")
    #expect(both.status == 2 && both.errors.contains("the streams and the values of “a”"))
    let bad = PipedProgram(program, ["streams", "check", name], input: "[1]", in: folder)
    #expect(bad.status == 1)
    #expect(
      bad.errors == "SignupTUI: standard input:1:2: [0]: an object was expected, not a number\n")
  }

  @Test("The schema is printed")
  func schema() {
    let run = streams("schema")
    #expect(run.status == 0 && run.errors.isEmpty && run.output == StreamDocumentFile.schema)
    #expect(streams("schema", "x").status == 2)
  }

  @Test("A value that fails while its stream runs is reported with its name, and the rest goes on")
  func failure() {
    let path = file(
      #"""
      {"source": {"id": "a", "stream": [
        {"value": 0, "operators": [{"map": {"expression": "1 / %d"}}]},
        {"value": 2, "operators": []}]}}
      """#)
    let run = streams("run", path, "--speed=max")
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("SignupTUI: \(path): a, map 1 / %d: "))
    #expect(run.errors.filter { $0 == "\n" }.count == 1)
    #expect(run.output.hasPrefix(#"{"t":0.0,"stream":"a","value":2}"#))
    #expect(streams("marbles", path).status == 1)
  }

  @Test(
    "A file that is none of streams gets one sentence with its name, whatever is asked of it",
    arguments: [
      ("empty.json", [UInt8](), "it is empty"),
      ("binary.json", [0x7F, 69, 76, 70, 0, 255], "1:1: a value was expected, not the byte 0x7f"),
      ("cut.json", Array(#"{"version": 1, "#.utf8), "1:16: a key in quotation marks"),
      ("new.json", Array(#"{"version": 2, "documents": []}"#.utf8), "version: version 2"),
    ], ["run", "check", "marbles"])
  func noStreams(file: (name: String, bytes: [UInt8], problem: String), command: String) {
    let run = streams(command, folder.write(file.name, file.bytes))
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors.contains(file.name) && run.errors.contains(file.problem), "\(run.errors)")
    #expect(run.errors.filter { $0 == "\n" }.count == 1)
  }

  @Test("A missing file, a folder, a huge file and a stream that is not there are told apart")
  func missing() throws {
    for command in ["check", "run", "marbles"] {
      let missing = streams(command, folder.file("nowhere.json"))
      #expect(missing.status == 1 && missing.errors.contains("there is no such file"))
    }
    let missing = streams(folder.file("nowhere.json"), "--json")
    #expect(missing.status == 1 && missing.errors.contains("there is no such file"))
    let directory = streams("check", folder.path)
    #expect(directory.status == 1 && directory.errors.contains("the folder has no file whose name"))
    // Without blocks on the disk.
    let huge = folder.write("huge.json", [])
    #expect(truncate(huge, 100 << 20) == 0)
    let tooLarge = streams("run", huge)
    #expect(tooLarge.status == 1 && tooLarge.errors.contains("larger than 4 MiB"))
    let path = defaults
    let unknown = streams("run", path, "serial-c")
    #expect(unknown.status == 1 && unknown.output.isEmpty)
    #expect(
      unknown.errors == """
        SignupTUI: \(path): there is no stream “serial-c” that can be read; \
        did you mean “serial-a”?

        """)
    #expect(
      streams("marbles", path, "x").errors == """
        SignupTUI: \(path): there is no stream “x” that can be read; \
        use “serial-a” or “serial-b”

        """)
  }

  @Test("A closed pipe is no reason for a complaint, and a full disk is named")
  func output() {
    let shell = PipedProgram(
      "/bin/sh", ["-c", "'\(program)' streams run '\(defaults)' --speed 1000 | head -n 1"],
      in: folder)
    #expect(shell.output == #"{"t":1.0,"stream":"Serial Stream A","value":1}"# + "\n")
    #expect(shell.errors.isEmpty)
    #if os(Linux)
      let full = PipedProgram(
        "/bin/sh", ["-c", "exec '\(program)' streams run '\(defaults)' --speed max > /dev/full"],
        in: folder)
      #expect(full.status == 1 && full.errors.contains("Cannot write to standard output"))
    #endif
  }

  @Test("A stream that waits is ended by ^C, and what it sent before is there")
  func interrupted() throws {
    let path = file(
      #"""
      {"source": {"id": "a", "stream": [
        {"value": 1, "operators": []},
        {"value": 2, "operators": [{"delay": {"seconds": 3600}}]}]}}
      """#)
    let terminal = try PseudoTerminal(size: Size(80, 10))
    try terminal.start(program, ["streams", "run", path])
    #expect(terminal.shows(#""value":1}"#))
    terminal.type("\u{3}")
    #expect(terminal.waitForExit() == .killed(SIGINT))
  }
}
