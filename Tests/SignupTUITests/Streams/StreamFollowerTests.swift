import ReactiveExtras
import Testing

@testable import SignupTUI
@testable import Streams

@Suite("Streams that switch when their documents change")
struct StreamFollowerTests {
  private final class Log {
    var text = ""
    var reports: [String] = []
  }

  private let log = Log()

  private func follower(_ stream: String? = nil) -> StreamFollower {
    let lines = EmissionLines { [log] bytes in
      log.text += String(decoding: bytes, as: UTF8.self)
      return nil
    }
    return StreamFollower(of: StreamSelection(file: "f", stream: stream), lines: lines) {
      [log] in log.reports.append($0)
    }
  }

  private func contents(_ json: String) -> StreamContents {
    StreamContents(parts: [
      StreamContents.Part(
        name: "f",
        update: Result { () throws(StreamStoreError) -> StreamStore.Snapshot in
          try StreamStore.Snapshot(bytes: Array(json.utf8), named: "f")
        })
    ])
  }

  private func stream(_ id: String, _ expression: String) -> String {
    #"{"id": "\#(id)", "stream": [{"value": 1, "operators": [{"delay": {"seconds": 2}}, "#
      + #"{"map": {"expression": "\#(expression)"}}]}]}"#
  }

  private func advance(_ follower: StreamFollower, to seconds: Int) {
    follower.streams.time.advance(to: MonotonicInstant(nanoseconds: seconds * 1_000_000_000))
    follower.lines.flush()
  }

  @Test("A document that changes runs from its beginning, and the others go on")
  func replaced() {
    let follower = follower()
    follower.adopt(contents("[\(stream("a", "value")), \(stream("b", "value"))]"))
    advance(follower, to: 1)
    follower.adopt(contents("[\(stream("a", "value * 5")), \(stream("b", "value"))]"))
    advance(follower, to: 3)
    #expect(
      log.text == """
        {"t":1.0,"stream":"a","completion":"replaced"}
        {"t":2.0,"stream":"b","value":1}
        {"t":2.0,"stream":"b","completion":"finished"}
        {"t":2.0,"stream":"a","value":5}
        {"t":2.0,"stream":"a","completion":"finished"}

        """)
    #expect(log.reports.isEmpty && follower.streams.time.nextDate == nil)
  }

  @Test("A document that cannot be read any more goes on as it was; one that is gone ends")
  func kept() {
    let follower = follower()
    follower.adopt(contents("[\(stream("a", "value")), \(stream("b", "value"))]"))
    let broken = contents("[\(stream("a", "value *"))]")
    follower.adopt(broken)
    follower.adopt(broken)
    advance(follower, to: 2)
    #expect(
      log.text == """
        {"t":0.0,"stream":"b","completion":"removed"}
        {"t":2.0,"stream":"a","value":1}
        {"t":2.0,"stream":"a","completion":"finished"}

        """)
    #expect(log.reports.count == 1)
    #expect(log.reports[0].hasSuffix("not the end; the old streams keep running"))
  }

  @Test("A stream that was asked for and is gone goes on, and is said to be missing")
  func named() {
    let follower = follower("a")
    follower.adopt(contents("[\(stream("a", "value"))]"))
    follower.adopt(contents("[\(stream("b", "value"))]"))
    advance(follower, to: 2)
    #expect(log.text.hasPrefix(#"{"t":2.0,"stream":"a","value":1}"#))
    #expect(
      log.reports == [
        "f: there is no stream “a” that can be read; did you mean “b”?; the old streams keep running"
      ])
    follower.adopt(contents("[\(stream("a", "value * 2"))]"))
    advance(follower, to: 4)
    #expect(log.text.contains(#""value":2}"#))
  }

  @Test("A stream changes with a document that it refers to")
  func referred() {
    let follower = follower("c")
    let chain = #"{"chain": {"id": "c", "source": "a", "operators": []}}"#
    follower.adopt(contents("[\(stream("a", "value")), \(chain)]"))
    follower.adopt(contents("[\(stream("a", "value + 6")), \(chain), \(stream("b", "value"))]"))
    advance(follower, to: 2)
    #expect(log.text.contains(#"{"t":2.0,"stream":"c","value":7}"#))
    #expect(!log.text.contains(#""stream":"b""#))
  }

  @Test("A place that cannot be read is said once, and that it can be again")
  func recovered() {
    let follower = follower()
    let down = StreamContents(parts: [
      StreamContents.Part(
        name: "f", update: .failure(.refused(url: "f", status: 503)))
    ])
    follower.adopt(contents("[\(stream("a", "value"))]"))
    follower.adopt(down)
    follower.adopt(down)
    follower.adopt(contents("[\(stream("a", "value"))]"))
    follower.adopt(contents("[\(stream("a", "value"))]"))
    #expect(log.reports.count == 2)
    #expect(log.reports[0].contains("status 503"))
    #expect(log.reports[1] == "f can be read again.")
    advance(follower, to: 2)
    #expect(log.text.hasPrefix(#"{"t":2.0,"stream":"a","value":1}"#))
  }
}
