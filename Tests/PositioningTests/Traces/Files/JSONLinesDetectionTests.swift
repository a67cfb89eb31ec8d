import Positioning
import TestSupport
import Testing

@Suite("How JSON lines are recognised")
struct JSONLinesDetectionTests {
  private static let fixes = (0..<10).map { second in
    #"{"latitude":39.4\#(second),"longitude":-119.7,"time":"2005-09-25T23:52:3\#(second)Z"}"#
  }
  private static let log = fixes.joined(separator: "\n") + "\n"

  /// Names of beginnings, and the texts with the ten fixes behind them.
  private static let logs = [
    "whole": log,
    "cut in a text": #"{"latitude":39.4,"time":"2005-0"# + "\n" + log,
    "cut in a list": #"{"latitude":39.4,"sats":["# + "\n" + log,
    "cut before a value": #"{"latitude":"# + "\n" + log,
    "begins in an object": #".45,"longitude":-119.7}"# + "\n" + log,
    "not a number": #"{"latitude":1,"longitude":2,"speed":3x}"# + "\n" + log,
    "a number of 20 digits": #"{"latitude":1,"longitude":2,"speed":31200600507000607075}"# + "\n"
      + log,
    "a thousand without a position":
      String(repeating: #"{"time":"2005-09-25T23:52:30Z","heart_rate":90}"# + "\n", count: 1000)
      + log,
    "text": "recording started\n" + log,
    "carriage returns": "{\"lat\r" + fixes.joined(separator: "\r"),
    "a document with a point a line":
      #"{"points":["# + "\n" + fixes.joined(separator: ",\n") + "\n]}",
  ]

  @Test(
    "Lines before the first position may be anything, whatever the pieces",
    arguments: logs.keys.sorted(), [1, 100, 1 << 16])
  func found(name: String, size: Int) throws {
    let bytes = Array(try #require(Self.logs[name]).utf8)
    var reader = TraceReader()
    var count = 0
    for start in stride(from: 0, to: bytes.count, by: size) {
      reader.read(Array(bytes[start..<min(start + size, bytes.count)])) { _ in count += 1 }
    }
    reader.finish { _ in count += 1 }
    #expect(reader.format == .jsonLines)
    #expect(count == 10)
  }

  @Test(
    "JSON of another kind is not taken for it",
    arguments: [
      "[\n" + log, #"{"position":{"latitude":1,"longitude":2}}"#,
      "{\n\"latitude\":1,\n\"longitude\":2\n}\n", #"{"latitude":"1","longitude":"2"}"#,
      #"1,{"latitude":1,"longitude":2}"#,
    ])
  func refused(text: String) {
    var reader = TraceReader()
    reader.read(Array(text.utf8)) { _ in }
    reader.finish { _ in }
    #expect(reader.format != .jsonLines)
  }
}
