import Platform
import Positioning
import TestSupport
import Testing

@Suite("Documented examples: traces")
struct TraceExamples: ExampleSuite {
  let page = PrintedPage()
  private let folder = ScratchFolder()

  /// Twenty fixes due north, ten metres and a second apart, from noon on.
  private var trace: [TraceEpoch] {
    (0..<20).map { second in
      let noon = Timestamp(year: 2024, month: 5, day: 1, hour: 12)!
      let timestamp = noon.advanced(by: .seconds(second))
      return TraceEpoch(
        location: Location(
          coordinate: Coordinate(latitude: 59.33, longitude: 18.06)
            .destination(distance: Double(second) * 10, bearing: 0),
          hdop: 0.9, timestamp: timestamp),
        timestamp: timestamp)
    }
  }

  private func write(_ trace: [TraceEpoch]) -> String {
    var bytes: [UInt8] = []
    var encoder = CSVEncoder()
    encoder.begin(&bytes)
    for epoch in trace { encoder.write(epoch, to: &bytes) }
    return folder.write("trace.csv", bytes)
  }

  @Test("a table becomes a distance")
  func landingPage() {
    let table = """
      time,lat,lon
      2024-05-01T12:00:00Z,59.3303,18.0580
      2024-05-01T12:00:10Z,59.3312,18.0580

      """
    var statistics = TrackStatistics()
    func add(_ epoch: TraceEpoch) {
      if let location = epoch.location { statistics.add(location) }
    }
    var reader = TraceReader()
    reader.read(Array(table.utf8), add)
    reader.finish(add)
    print(Int(statistics.distance), "m")  // 100 m
    print(statistics.elapsed!)  // 10.0 seconds
    #expect(printed == ["100 m", "10.0 seconds"])
  }

  @Test("sentences of one time are one epoch")
  func sentences() {
    var epochs: [TraceEpoch] = []
    func show(_ epoch: TraceEpoch) { epochs.append(epoch) }
    let log = """
      $GPGGA,120000,5919.8180,N,01803.4800,E,1,08,0.9,30.0,M,23.0,M,,*71
      $GPRMC,120000,A,5919.8180,N,01803.4800,E,10.0,45.0,010524,,*1F

      """
    var reader = TraceReader()
    reader.read(Array(log.utf8)) { epoch in show(epoch) }
    reader.finish { epoch in show(epoch) }
    print(reader.format!.rawValue)  // NMEA 0183
    #expect(printed == ["NMEA 0183"])
    #expect(epochs.map { $0.location?.altitude } == [30])
    #expect(epochs.map { $0.timestamp?.description } == ["2024-05-01T12:00:00.000Z"])
    #expect(epochs.first?.location?.speed != nil)
  }

  @Test("a file is read, and sought through")
  func file() throws {
    let path = write(trace)
    do {
      var file = try TraceFile(path: path)
      var count = 0
      while let epoch = try file.next() {
        if epoch.location != nil { count += 1 }
      }
      print(count, "fixes")  // 20 fixes
    } catch {
      print(error)
      exit(1)
    }
    #expect(printed == ["20 fixes"])

    var file = try TraceFile(path: path)

    let noon = Timestamp(year: 2024, month: 5, day: 1, hour: 12)!
    let time = noon.advanced(by: .seconds(10))
    if try file.seek(to: time) == .there, let epoch = try file.next() {
      print(epoch.timestamp!)  // 2024-05-01T12:00:10.000Z
    }
    #expect(printed.last == "2024-05-01T12:00:10.000Z")
  }

  @Test("what is damaged is counted")
  func damage() {
    let log = """
      $GPGGA,120000,5919.8180,N,01803.4800,E,1,08,0.9,30.0,M,23.0,M,,*71
      $GPRMC,120000,A,5919.8180,N,01803.4800,E,10.0,45.0,010524,,*1F
      $GPRMC,120001,A,5919.8200,N,01803.4838,E,99.0,45.0,010524,,*1E

      """
    var reader = TraceReader()
    reader.read(Array(log.utf8)) { _ in }
    reader.finish { _ in }
    let statistics = reader.statistics
    print(statistics.sentences, "read")  // 2 read
    print(statistics.skipped, "left out")  // 1 left out
    print(statistics.skipped(.badChecksum))  // 1
    #expect(printed == ["2 read", "1 left out", "1"])
  }

  @Test("an epoch is written")
  func writing() {
    let epoch = trace[0]
    var bytes: [UInt8] = []
    var encoder = TraceOutputFormat.csv.makeEncoder()
    encoder.begin(&bytes)
    encoder.write(epoch, to: &bytes)
    encoder.end(&bytes)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.last?.hasPrefix("2024-05-01T12:00:00.000Z,59.330000000,18.060000000,,") == true)
  }

  @Test("a filter lets some through")
  func filtering() {
    let trace = trace
    var filter = TraceFilter()
    filter.maximumHDOP = 2
    filter.minimumDistance = 25
    var run = filter.makeRun()
    var kept: [TraceEpoch] = []
    for epoch in trace { run.add(epoch) { kept.append($0) } }
    run.finish { kept.append($0) }
    print(trace.count, "epochs,", kept.count, "kept")  // 20 epochs, 7 kept
    #expect(printed == ["20 epochs, 7 kept"])
  }

  @Test("a simulation is written as a receiver's sentences")
  func simulation() {
    var gps = SimulatedGPS(seed: 7, start: Timestamp(year: 2024, month: 5, day: 1)!)
    var bytes: [UInt8] = []
    var encoder = NMEAEncoder()
    for epoch in gps.advance(by: .seconds(60)) {
      encoder.write(
        TraceEpoch(
          location: epoch.location, timestamp: epoch.timestamp,
          satellites: epoch.satellites ?? []),
        to: &bytes)
    }
    #expect(epochs(of: bytes).compactMap(\.location).count > 50)
  }
}
