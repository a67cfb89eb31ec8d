import Expressions
import Reactive
import Streams
import TestSupport
import Testing
import ViewModels

@Suite("The built program, following streams that another changes", .serialized, .mostlyWaiting)
struct StreamsWatchEndToEndTests {
  private let folder = ScratchFolder()
  private let program = BuiltProgram.path

  /// A stream whose second value comes in an hour, computed as an expression says.
  private func documents(_ expression: StreamExpression) -> StreamDocumentFile {
    StreamDocumentFile([
      .source(
        StreamModel(
          id: "a",
          items: [
            StreamItem(value: 1), StreamItem(value: 2, operators: [.delay(seconds: 3600)]),
          ])),
      .chain(StreamChain(id: "c", source: "a", operators: [.map(expression: expression)])),
    ])
  }

  private func clients(of place: String, _ options: String...) -> [RunningProgram] {
    ["1", "10", "0.5"].map { speed in
      RunningProgram(
        program, ["streams", "run", place, "c", "--watch", "--speed", speed] + options)
    }
  }

  /// Three clients see new logic, then keep it while what is published is broken, then see another.
  private func follow(_ clients: [RunningProgram], publish: ([UInt8]) throws -> Void) throws {
    func expectAll(_ text: String) {
      for client in clients {
        #expect(client.waits { $0.output.contains(text) }, "\(client.output)\(client.errors)")
      }
    }
    expectAll(#""value":10}"#)
    try publish(documents("%d * 100").bytes)
    expectAll(#""completion":"replaced"}"#)
    expectAll(#"{"t":0.0,"stream":"c","value":100}"#)
    let outputs = clients.map(\.output)
    try publish(Array("{broken".utf8))
    for client in clients {
      #expect(
        client.waits { $0.errors.hasSuffix("; the old streams keep running\n") }, "\(client.errors)"
      )
      #expect(client.errors.contains(":1:2: a key in quotation marks was expected, not b"))
    }
    #expect(clients.map(\.output) == outputs, "the old logic runs on")
    try publish(documents("%d * 1000").bytes)
    expectAll(#""value":1000}"#)
    for client in clients {
      #expect(client.waits { $0.errors.hasSuffix(" can be read again.\n") }, "\(client.errors)")
      #expect(client.errors.count { $0 == "\n" } == 2, "\(client.errors)")
    }
  }

  @Test(
    "Three clients switch to new logic that another program saves, and keep it if it is bad")
  func file() throws {
    let path = folder.write("streams.json", documents("%d * 10").bytes)
    try follow(clients(of: path)) { bytes in
      // Moved into its place, as a program does that saves with care.
      let new = folder.write("streams.new", bytes)
      #expect(PipedProgram("/bin/mv", [new, path]).status == 0)
    }
  }

  @Test("Three clients switch to new logic that a server publishes, and keep it if it is bad")
  func server() throws {
    try #require(PipedProgram.path(named: "curl") != nil, "curl must be installed.")
    let page = Locked((body: documents("%d * 10").bytes, tag: 0))
    let server = LoopbackHTTPServer { request in
      let (body, tag) = page.withLock { ($0.body, "\"\($0.tag)\"") }
      if request.headers["if-none-match"] == tag { return .notModified(tag: tag) }
      return .page(String(decoding: body, as: UTF8.self), tag: tag)
    }
    try follow(clients(of: server.url("/streams.json"), "--poll", "0.05")) { bytes in
      page.withLock { $0 = (bytes, $0.tag + 1) }
    }
    #expect(server.requests.contains { $0.headers["if-none-match"] == "\"2\"" })
  }

  @Test("A folder is followed: a stream is added, changed and removed beside one that goes on")
  func wholeFolder() throws {
    let place = folder.file("place")
    #expect(PipedProgram("/bin/mkdir", [place], in: folder).status == 0)
    func write(_ name: String, _ id: String, _ value: StreamValue) {
      let items = [
        StreamItem(value: value), StreamItem(value: value, operators: [.delay(seconds: 3600)]),
      ]
      folder.write(
        "place/" + name, StreamDocumentFile([.source(StreamModel(id: id, items: items))]).bytes)
    }
    write("a.json", "a", 1)
    let client = RunningProgram(program, ["streams", "run", place, "--watch"])
    #expect(client.waits { $0.output == #"{"t":0.0,"stream":"a","value":1}"# + "\n" })
    write("b.json", "b", 2)
    #expect(client.waits { $0.output.hasSuffix(#"{"t":0.0,"stream":"b","value":2}"# + "\n") })
    write("b.json", "b", 3)
    #expect(client.waits { $0.output.hasSuffix(#"{"t":0.0,"stream":"b","value":3}"# + "\n") })
    #expect(PipedProgram("/bin/rm", [place + "/b.json"], in: folder).status == 0)
    #expect(client.waits { $0.output.hasSuffix(#""stream":"b","completion":"removed"}"# + "\n") })
    #expect(client.output.split(separator: "\n").count { $0.contains(#""stream":"a""#) } == 1)
    #expect(client.errors.isEmpty)
  }

  @Test("A file that is not there yet is waited for, and said to be missing")
  func missing() {
    let path = folder.file("streams.json")
    let client = RunningProgram(program, ["streams", "run", path, "--watch", "--speed", "max"])
    #expect(client.waits { $0.errors.contains("there is no such file") })
    folder.write("streams.json", StreamDocumentFile(StreamDocument.defaults).bytes)
    #expect(client.waits { $0.output.split(separator: "\n").count == 10 }, "\(client.output)")
  }

  @Test("A URL is run once without --watch, and one that nobody answers at gets a sentence")
  func once() throws {
    try #require(PipedProgram.path(named: "curl") != nil, "curl must be installed.")
    let body = String(decoding: StreamDocumentFile(StreamDocument.defaults).bytes, as: UTF8.self)
    let server = LoopbackHTTPServer { request in
      request.path == "/s.json" ? .page(body) : .page("nothing here", status: 404)
    }
    func streams(_ arguments: String...) -> PipedProgram {
      PipedProgram(
        "/usr/bin/env", ["PATH=/usr/bin:/bin", program, "streams"] + arguments, in: folder)
    }
    let run = streams("run", server.url("/s.json?key=secret"), "serial-a", "--speed", "max")
    #expect(run.status == 0 && run.output.split(separator: "\n").count == 5, "\(run.errors)")
    let all = streams(server.url("/s.json?key=secret"), "--json")
    #expect(all.status == 0 && all.output.contains(#""value":4}"#), "\(all.errors)")
    let missing = streams(server.url("/none?key=secret"), "--json")
    #expect(missing.status == 1 && missing.errors.contains("status 404"))
    #expect(!(run.errors + all.errors + missing.errors).contains("secret"))
    let check = streams("check", server.url("/none?key=secret"))
    #expect(check.status == 1 && check.errors.contains("status 404"))
    #expect(!check.errors.contains("secret"))
    #expect(streams("check", "ftp://a/b").status == 1)
    #expect(streams("run", server.url("/s.json"), "--poll", "1").status == 2)
  }
}
