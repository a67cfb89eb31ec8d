import Platform
import TestSupport
import Testing

@testable import Positioning

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("Examples in comments: traces that are read")
struct TraceCommentExamples: ExampleSuite {
  let page = PrintedPage()
  private let folder = ScratchFolder()

  private let log = """
    $GPGGA,120000,5919.8180,N,01803.4800,E,1,08,0.9,30.0,M,23.0,M,,*71
    $GPRMC,120000,A,5919.8180,N,01803.4800,E,10.0,45.0,010524,,*1F

    """

  @Test("a clock goes on behind midnight")
  func clock() {
    let epoch = TraceEpoch(location: nil, timeOfDay: .seconds(86_399))
    let next = TraceEpoch(location: nil, timeOfDay: .zero)
    let shown = results {
      var clock = EpochClock()
      clock.time(of: epoch)!  // 86399.0 seconds
      clock.time(of: next)!  // 86400.0 seconds, where the source says 00:00:00
    }
    #expect(shown == ["86399.0 seconds", "86400.0 seconds"])
  }

  @Test("what was measured beside a place")
  func sensors() {
    let shown = results {
      let sensors = Sensors(heartRate: 142, cadence: 88)
      sensors.heartRate!  // 142.0
      sensors.power  // nil
    }
    #expect(shown == ["142.0", "nil"])
  }

  @Test("a table with decimal commas")
  func table() {
    var reader = TraceReader(format: .csv)
    reader.read([UInt8]("time;lat;lon\n2005-09-25T23:52:34Z;39,4328;-119,7656\n".utf8)) { _ in }
    reader.finish { print($0.location!.coordinate.latitude) }  // 39.4328
    #expect(printed == ["39.4328"])
  }

  @Test("a report of gpsd")
  func gpsd() {
    var reader = TraceReader(format: .gpsd)
    reader.read([UInt8](#"{"class":"TPV","mode":3,"lat":59.33,"lon":18.07}"#.utf8)) { _ in }
    reader.finish { print($0.location!.coordinate.latitude) }  // 59.33
    #expect(printed == ["59.33"])
  }

  @Test("a label of a place")
  func label() {
    var epoch = TraceEpoch(location: nil, kind: .waypoint)
    let shown = results {
      epoch.label = TraceLabel(name: "Home", symbol: "House")
      epoch.label?.name  // "Home"
    }
    #expect(epoch.label?.symbol == "House" && "\(shown)".contains("Home"))
  }

  @Test("a selection of one track")
  func selection() {
    let epoch = TraceEpoch(location: nil, number: 2)
    var selection = TraceSelection(line: .init("2"))
    let isWanted = selection.includes(epoch)  // the points of the second track
    #expect(isWanted)
  }

  /// A serial line that gives a few bytes at a time.
  private struct Port {
    var rest: ArraySlice<UInt8>

    mutating func read() throws -> [UInt8]? {
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(10) }
      return Array(rest.prefix(10))
    }
  }

  @Test("sentences as they come, and a source of any format")
  func stream() throws {
    var epochs: [TraceEpoch] = []
    func show(_ epoch: TraceEpoch) { epochs.append(epoch) }
    var port = Port(rest: Array(log.utf8)[...])
    var reader = TraceReader(format: .nmea)
    while let bytes = try port.read() { reader.read(bytes) { epoch in show(epoch) } }
    reader.finish { epoch in show(epoch) }
    #expect(epochs.map { $0.location?.altitude } == [30])

    let bytes = Array(log.utf8)
    func read() {
      var reader = TraceReader()
      reader.read(bytes) { epoch in show(epoch) }
      reader.finish { epoch in show(epoch) }
    }
    read()
    #expect(epochs.count == 2 && epochs[0] == epochs[1])
  }

  @Test("a file, its sum, and the fix before the last one")
  func file() throws {
    let path = folder.write("drive.nmea", log.utf8)
    func read() throws {
      var file = try TraceFile(path: path)
      while let epoch = try file.next() { print(epoch.location?.coordinate as Any) }
    }
    try read()
    #expect(printed.count == 1 && printed[0].contains("59.3303"))

    func sum() throws -> TraceSummary {
      var file = try TraceFile(path: path)
      var summary = TraceSummary()
      while let epoch = try file.next() { summary.add(epoch) }
      summary.readings.append(
        .init(name: "drive.nmea", format: file.format, statistics: file.statistics))
      return summary
    }
    let summary = try sum()
    #expect(summary.fixCount == 1 && summary.readings[0].statistics.sentences == 2)
  }
}
