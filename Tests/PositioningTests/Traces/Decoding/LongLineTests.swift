import Positioning
import TestSupport
import Testing

@Suite("Long lines that come in small pieces")
struct LongLineTests {
  /// A line of 60 KB in formats of lines, with a fix in it or behind it.
  static let sources: [String: String] = {
    let filler = String(repeating: "x", count: 60_000)
    let cells = String(repeating: ",\"" + String(repeating: "x\"\"", count: 1000) + "\"", count: 20)
    let fix = #"{"latitude":39.4,"longitude":-119.7}"# + "\n"
    let report = #"{"class":"TPV","mode":3,"lat":48.1,"lon":11.5"#
    return [
      "gpsd": report + #","time":"2024-05-01T12:00:00Z","device":""# + filler + "\"}\n",
      "JSON lines": fix + #"{"latitude":39.5,"longitude":-119.7,"name":""# + filler + "\"}\n",
      "IGC": "AXXX\nHFDTE010524\n" + "LXXX" + filler + "\nB1101355206343N00006198WA0058700558\n",
      "a table":
        "latitude,longitude,name\n" + String(repeating: "39.4,-119.7,x\n", count: 6000)
        + "39.5,-119.7" + cells + "\n",
    ]
  }()

  @Test(
    "They give what they give at once, in seconds: nothing is searched with each piece",
    arguments: sources.keys.sorted())
  func byteByByte(name: String) throws {
    let bytes = Array(try #require(Self.sources[name]).utf8)
    let whole = epochs(of: [bytes])
    #expect(!whole.isEmpty)
    #expect(epochs(of: bytes.map { [$0] }) == whole)
  }
}
