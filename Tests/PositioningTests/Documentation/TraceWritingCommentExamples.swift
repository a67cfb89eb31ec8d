import Formats
import TestSupport
import Testing

@testable import Positioning

@Suite("Examples in comments: traces that are filtered and written")
struct TraceWritingCommentExamples {
  /// Five fixes due north, some metres and a second apart, from noon on.
  private func trace(step: Double) -> [TraceEpoch] {
    (0..<5).map { second in
      let time = Timestamp(year: 2024, month: 5, day: 1, hour: 12)!.advanced(by: .seconds(second))
      let coordinate = Coordinate(latitude: 59.33, longitude: 18.06)
        .destination(distance: Double(second) * step, bearing: 0)
      return TraceEpoch(
        location: Location(coordinate: coordinate, hdop: 0.9, timestamp: time), timestamp: time)
    }
  }

  @Test("a table and JSON")
  func encoders() {
    let timestamp = Timestamp(year: 2005, month: 9, day: 25, hour: 23, minute: 52, second: 34)!
    let coordinate = Coordinate(latitude: 39.43283666667, longitude: -119.76559)
    let epoch = TraceEpoch(
      location: Location(
        coordinate: coordinate, altitude: 1378.6, speed: 23.20138, course: 153.1, hdop: 0.8,
        satellitesUsed: 10, timestamp: timestamp),
      timestamp: timestamp)
    func table() -> [UInt8] {
      var encoder = CSVEncoder()
      var bytes: [UInt8] = []
      encoder.begin(&bytes)
      encoder.write(epoch, to: &bytes)
      // 2005-09-25T23:52:34.000Z,39.432836667,-119.765590000,1378.600,23.2014,153.100,10,0.80,…
      return bytes
    }
    let row =
      "2005-09-25T23:52:34.000Z,39.432836667,-119.765590000,1378.600,23.2014,153.100,10,0.80,"
    #expect(String(decoding: table(), as: UTF8.self).split(separator: "\n")[1].hasPrefix(row))
    func lines() -> [UInt8] {
      var encoder = JSONLinesEncoder()
      var bytes: [UInt8] = []
      encoder.write(epoch, to: &bytes)
      // {"latitude":39.432836667,"longitude":-119.76559,"time":"2005-09-25T23:52:34.000Z",…}
      return bytes
    }
    let start =
      #"{"latitude":39.432836667,"longitude":-119.76559,"time":"2005-09-25T23:52:34.000Z","#
    #expect(String(decoding: lines(), as: UTF8.self).hasPrefix(start))
  }

  @Test("any format")
  func gpx() {
    let trace = trace(step: 10)
    var bytes: [UInt8] = []
    var encoder = TraceOutputFormat.gpx.makeEncoder()
    encoder.begin(&bytes)
    for epoch in trace { encoder.write(epoch, to: &bytes) }
    encoder.end(&bytes)
    #expect(epochs(of: bytes).count == 5)
  }

  @Test("a sentence and its checksum")
  func sentence() {
    var sentence = NMEASentenceWriter()
    var text: [UInt8] = []
    sentence.begin("GP", "RMC")
    sentence.field("A")
    sentence.end(&text)  // $GPRMC,A*26
    #expect(String(decoding: text, as: UTF8.self) == "$GPRMC,A*26\r\n")
  }

  @Test("where a stretch of time begins")
  func bounds() {
    let shown = results {
      TimeBound("2024-05-01T12:00Z")
      TimeBound("12:00:30")
    }
    let noon = TimeBound.instant(Timestamp(year: 2024, month: 5, day: 1, hour: 12)!)
    #expect(shown == [".\(noon)", ".\(TimeBound.timeOfDay(.seconds(43_230)))"])
  }

  @Test("what passes a filter")
  func filter() {
    let trace = trace(step: 10)
    var kept: [TraceEpoch] = []
    func keep(_ epoch: TraceEpoch) { kept.append(epoch) }
    var filter = TraceFilter()
    filter.maximumHDOP = 2
    filter.simplification = 5
    var run = filter.makeRun()
    for epoch in trace { run.add(epoch) { keep($0) } }
    run.finish { keep($0) }
    #expect(kept == [trace[0], trace[4]], "A straight line is its ends.")
  }

  @Test("a straight line is its ends")
  func simplifier() {
    let epoch = trace(step: 10)[0]
    var kept: [TraceEpoch] = []
    func keep(_ epoch: TraceEpoch) { kept.append(epoch) }
    var simplifier = TrackSimplifier(tolerance: 5)
    simplifier.add(epoch) { keep($0) }
    simplifier.finish { keep($0) }
    #expect(kept == [epoch])
  }

  @Test("numbers with so many decimals")
  func fixedPoint() {
    func text() -> [UInt8] {
      var text: [UInt8] = []
      text.append(fixedPoint: -0.00004, decimals: 4)  // "0.0000"
      return text
    }
    #expect(String(decoding: text(), as: UTF8.self) == "0.0000")
    let shown = results {
      String(fixedPoint: 39.43283666, decimals: 4)  // "39.4328"
    }
    #expect(shown == [#""39.4328""#])
  }
}
