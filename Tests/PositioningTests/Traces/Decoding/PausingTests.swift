import TestSupport
import Testing

@testable import Positioning

@Suite("Lines whose points are held until what stands behind them has come")
struct PausingTests {
  private static let count = 20_000

  private static func list(_ value: (Int) -> String, separator: String = ",") -> String {
    (0..<count).map(value).joined(separator: separator)
  }

  private static func time(_ second: Int) -> String {
    Timestamp(nanosecondsSince1970: Int64(second) * 1_000_000_000).description
  }

  /// Documents with one line, its times after its places or before them, and a place.
  static let documents: [String: [UInt8]] = [
    "GeoJSON, times behind": Array(
      """
      {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"LineString",\
      "coordinates":[\(list { "[18,\(Double($0) / 1000)]" })]},"properties":{"name":"Long",\
      "coordTimes":[\(list { "\"\(time($0))\"" })],"heartRates":[\(list { "\($0 % 100 + 60)" })]}},
      {"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"name":"P"}}]}
      """.utf8),
    "GeoJSON, times before": Array(
      """
      {"type":"Feature","properties":{"coordTimes":[\(list { "\"\(time($0))\"" })],\
      "heartRates":[\(list { "\($0 % 100 + 60)" })],"name":"Long"},"geometry":{"type":\
      "LineString","coordinates":[\(list { "[18,\(Double($0) / 1000)]" })]}}
      """.utf8),
    "KML, a track": Array(
      """
      <kml><Placemark><name>Long</name><gx:Track>\(list({ "<when>\(time($0))</when>" }, separator: ""))\
      \(list({ "<gx:coord>18 \(Double($0) / 1000) 0</gx:coord>" }, separator: "\n"))</gx:Track>\
      </Placemark><Placemark><name>P</name><Point><coordinates>1,2</coordinates></Point></Placemark>\
      </kml>
      """.utf8),
    "KML, a line": Array(
      """
      <kml><Placemark><name>Long</name><LineString><coordinates>
      \(list({ "18,\(Double($0) / 1000)" }, separator: " "))</coordinates></LineString></Placemark>
      </kml>
      """.utf8),
  ]

  /// Reads as files are read, in pieces of some size, and returns the most epochs that came at
  /// once.
  private func readSlowly(
    _ bytes: [UInt8], by size: Int, _ emit: (TraceEpoch) -> Void
  ) -> Int {
    var reader = TraceReader()
    var (most, count) = (0, 0)
    func note(_ epoch: TraceEpoch) {
      count += 1
      emit(epoch)
    }
    func readOn() {
      most = max(most, count)
      count = 0
      while reader.isPaused {
        reader.readOn(note)
        most = max(most, count)
        count = 0
      }
    }
    for start in stride(from: 0, to: bytes.count, by: size) {
      let piece = Array(bytes[start..<min(start + size, bytes.count)])
      piece.withUnsafeBufferPointer { reader.begin(reading: $0, note) }
      readOn()
    }
    reader.beginToFinish(note)
    readOn()
    return most
  }

  @Test(
    "They are given out piece by piece, and are the same ones",
    arguments: documents.keys.sorted(), [1 << 16, 999])
  func pieces(name: String, size: Int) throws {
    let bytes = try #require(Self.documents[name])
    var found: [TraceEpoch] = []
    let most = readSlowly(bytes, by: size) { found.append($0) }
    // What is neither held nor given out in pieces: the points of one piece of text.
    #expect(most <= 1 << 13, "\(most) at once")
    let all = epochs(of: bytes)
    #expect(found == all)
    let track = all.filter { $0.kind == .track }
    #expect(track.count == Self.count)
    let latitudes: [Double] = (0..<Self.count).map { Double($0) / 1000 }
    #expect(track.map(\.location?.coordinate.latitude) == latitudes)
    #expect(track.first?.label?.line?.name == "Long" && track.first?.startsSegment == true)
    #expect(track.dropFirst().allSatisfy { $0.label == nil && !$0.startsSegment })
    if name != "KML, a line" {
      #expect(track.last?.timestamp?.description == Self.time(Self.count - 1))
    }
    if name.hasPrefix("GeoJSON") {
      let rates: [Double] = (0..<Self.count).map { Double($0 % 100 + 60) }
      #expect(track.map(\.sensors.heartRate) == rates)
    }
  }

  @Test("A file of them is read, stepped through as any")
  func file() throws {
    let bytes = try #require(Self.documents["GeoJSON, times behind"])
    let trace = TemporaryTrace(bytes)
    defer { trace.remove() }
    var file = try TraceFile(path: trace.path)
    var offsets: [Int] = []
    while let epoch = try file.next() { offsets.append(epoch.endOffset) }
    #expect(offsets.count == Self.count + 1 && offsets == offsets.sorted())
    file.rewind()
    while file.position < offsets[14_999] { _ = try file.next() }
    #expect(try file.next()?.endOffset == offsets[15_000])
    #expect(file.statistics.isCutOff == false)
  }
}
