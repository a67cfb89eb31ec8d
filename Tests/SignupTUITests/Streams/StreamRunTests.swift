import Expressions
import ReactiveExtras
import Streams
import Testing
import ViewModels

@testable import SignupTUI

@Suite("Streams that are run and written as lines of JSON")
struct StreamRunTests {
  /// The course of a run, piece by piece.
  private final class Log {
    var writes: [String] = []
    var waits: [Double] = []
    var failures: [String] = []
    var writeError: Int32?
    var text: String { writes.joined() }
  }

  private let log = Log()

  private func run(_ documents: [StreamDocument], inTime: Bool = false) throws -> StreamRun {
    let lines = EmissionLines { [log] bytes in
      log.writes.append(String(decoding: bytes, as: UTF8.self))
      return log.writeError
    }
    let run = StreamRun(lines: lines) { [log] in log.failures.append($0.description) }
    let snapshot = try StreamStore.Snapshot(bytes: StreamDocumentFile(documents).bytes, named: "f")
    let contents = StreamContents(parts: [.init(name: "f", update: .success(snapshot))])
    for stream in contents.streams { try run.add(stream) }
    while lines.failure == nil, let next = run.time.nextDate {
      if inTime {
        lines.flush()
        log.waits.append(Double(next.nanoseconds) / 1e9)
      }
      run.time.advance(to: next)
    }
    lines.flush()
    return run
  }

  private func source(_ id: String, _ items: [StreamItem<StreamValue>]) -> StreamDocument {
    .source(StreamModel(id: id, items: items))
  }

  @Test("Streams begin together, and their emissions are in the order of time")
  func merged() throws {
    let run = try run(StreamDocument.defaults)
    #expect(!run.hasFailed && log.writes.count == 1)
    #expect(
      log.text == """
        {"t":1.0,"stream":"Serial Stream A","value":1}
        {"t":2.0,"stream":"Serial Stream B","value":"A"}
        {"t":2.0,"stream":"Serial Stream A","value":2}
        {"t":3.0,"stream":"Serial Stream A","value":3}
        {"t":4.0,"stream":"Serial Stream B","value":"B"}
        {"t":4.0,"stream":"Serial Stream A","value":4}
        {"t":4.0,"stream":"Serial Stream A","completion":"finished"}
        {"t":6.0,"stream":"Serial Stream B","value":"C"}
        {"t":8.0,"stream":"Serial Stream B","value":"D"}
        {"t":8.0,"stream":"Serial Stream B","completion":"finished"}

        """)
  }

  @Test("In time, each instant is waited for once, and all before it is written by then")
  func paced() throws {
    _ = try run(StreamDocument.defaults)
    let atOnce = log.text
    log.writes = []
    _ = try run(StreamDocument.defaults, inTime: true)
    #expect(log.text == atOnce)
    #expect(log.waits == [1, 2, 3, 4, 6, 8])
    #expect(log.writes.count == 6)
  }

  @Test("Integers are exact, decimals as short as can be, text is escaped, and lists are lists")
  func values() throws {
    let values: [StreamValue] = [
      .integer(.max), 0.1, 1.0, 1e21, "a \"b\"\n\\ \u{1} ü", [1, ["x"], []],
    ]
    _ = try run([source("a", values.map { StreamItem(value: $0) })])
    #expect(
      log.text == #"""
        {"t":0.0,"stream":"a","value":9223372036854775807}
        {"t":0.0,"stream":"a","value":0.1}
        {"t":0.0,"stream":"a","value":1.0}
        {"t":0.0,"stream":"a","value":1e+21}
        {"t":0.0,"stream":"a","value":"a \"b\"\n\\ \u0001 ü"}
        {"t":0.0,"stream":"a","value":[1,["x"],[]]}
        {"t":0.0,"stream":"a","completion":"finished"}

        """#)
  }

  @Test("A value that cannot be computed is reported after those before it, and the rest goes on")
  func failures() throws {
    let items: [StreamItem<StreamValue>] = [1, 0, 2].map {
      StreamItem(value: $0, operators: [.map(expression: "12 / %d")])
    }
    let run = try run([source("a", items)])
    #expect(run.hasFailed && log.failures.count == 1)
    #expect(log.failures[0].hasPrefix("a, map 12 / %d: "))
    #expect(log.writes.first == #"{"t":0.0,"stream":"a","value":12}"# + "\n")
    #expect(
      log.writes.last == #"""
        {"t":0.0,"stream":"a","value":6}
        {"t":0.0,"stream":"a","completion":"finished"}

        """#)
  }

  @Test("A long stream is written in pieces, and a write that fails ends it")
  func chunks() throws {
    let items = (0..<10_000).map { StreamItem(value: StreamValue.integer($0)) }
    _ = try run([source("a", items)])
    #expect(log.writes.count > 3 && log.writes.allSatisfy { $0.utf8.count < 66_000 })
    #expect(log.text.split(separator: "\n").count == 10_001)
    log.writes = []
    log.writeError = 28
    _ = try run([source("a", items)] + StreamDocument.defaults)
    #expect(log.writes.count == 1)
  }

  @Test(
    "A speed is a factor within reason, or max",
    arguments: [
      ("1", .times(1)), ("0.001", .times(0.001)), ("1e3", .times(1000)), ("max", .max),
      ("0", nil), ("-1", nil), ("1001", nil), ("inf", nil), ("nan", nil), ("", nil), ("MAX", nil),
    ] as [(String, StreamSpeed?)])
  func speed(text: String, speed: StreamSpeed?) {
    #expect(StreamSpeed(text) == speed)
  }
}
