import Positioning
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("Trace files")
struct TraceFileTests {
  /// A log of one fix a second, several hundred KiB and more.
  static func log(seconds: Int, dated: Bool = true) -> [UInt8] {
    var bytes: [UInt8] = []
    for second in 0..<seconds {
      let clock = (second / 3600 % 24 * 100 + second / 60 % 60) * 100 + second % 60
      let time = String("000000\(clock)".suffix(6))
      let minutes = String(fixedPoint: Double(second % 600) / 10, decimals: 4)
      if dated {
        bytes += nmeaLines(
          "GPRMC,\(time),A,48\(minutes.count < 7 ? "0" : "")\(minutes),N,01131.0,E,1.0,1.0,0\(1 + second / 86400)0324,,"
        )
      }
      bytes += nmeaLines(
        "GPGGA,\(time),48\(minutes.count < 7 ? "0" : "")\(minutes),N,01131.0,E,1,08,0.9,\(second).0,M,,M,,"
      )
    }
    return bytes
  }

  private static let dated = log(seconds: 9_000)

  @Test("Every fixture's epochs are those of the whole bytes", arguments: TraceFixture.allCases)
  func wholeFile(fixture: TraceFixture) throws {
    var file = try TraceFile(path: fixture.path)
    var result: [TraceEpoch] = []
    while let epoch = try file.next() { result.append(epoch) }
    #expect(result == epochs(of: fixture.bytes))
    #expect(file.epochCount == result.count)
    #expect(file.format == (fixture.rawValue.hasSuffix("csv") ? .csv : .nmea))
    #expect(result.map(\.endOffset) == result.map(\.endOffset).sorted())
    let times = result.compactMap(\.timestamp)
    #expect(try file.firstTimestamp() == times.first)
    #expect(try file.lastTimestamp() == times.last)
  }

  @Test(
    "Seeking by time gives the first epoch at or after it, from anywhere", arguments: [true, false])
  func seekByTime(isTable: Bool) throws {
    var bytes = Self.dated
    if isTable {
      var export = CSVEncoder()
      var table: [UInt8] = []
      export.begin(&table)
      for epoch in epochs(of: bytes) { export.write(epoch, to: &table) }
      bytes = table
    }
    let temporary = TemporaryTrace(bytes)
    defer { temporary.remove() }
    var file = try TraceFile(path: temporary.path)
    let start = Timestamp(year: 2024, month: 3, day: 1)!
    for second in [8_990, 5, 5_000, 4_999, 0, 7_000, 6_500, 8_321, 1] {
      let time = start.advanced(by: .milliseconds(second * 1000 - 500))
      #expect(try file.seek(to: time) == .there)
      let epoch = try #require(try file.next())
      #expect(epoch.timestamp == start.advanced(by: .seconds(second)))
      #expect(epoch.location?.altitude == Double(second))
    }
    #expect(try file.seek(to: start.advanced(by: .seconds(9_000))) == .end)
    #expect(try file.next() == nil)
    file.rewind()
    #expect(try file.next()?.timestamp == start)
  }

  @Test("A log without dates has those of the user")
  func dateless() throws {
    let bytes = Self.log(seconds: 9_000, dated: false)
    let temporary = TemporaryTrace(bytes)
    defer { temporary.remove() }
    let file = try TraceFile(path: temporary.path)
    #expect(try file.firstTimestamp() == nil)
    let start = Timestamp(year: 2024, month: 3, day: 1)!
    let dated = try TraceFile(path: temporary.path, options: TraceOptions(date: start))
    #expect(try dated.lastTimestamp() == start.advanced(by: .seconds(8_999)))
  }

  @Test("A long file without a point is read to its end, and then says so")
  func longWithoutPoint() throws {
    let comment = "<!-- " + String(repeating: "no point here\n", count: 20_000) + "-->\n"
    let temporary = TemporaryTrace(Array("<gpx>\n\(comment)</gpx>\n".utf8))
    defer { temporary.remove() }
    var file = try TraceFile(path: temporary.path)
    #expect(throws: TraceError.noPosition(path: temporary.path, format: .gpx)) {
      try file.next()
    }
  }

  @Test(
    "Whatever the format, a seek back is no clock that went back",
    arguments: ["csv", "gpx", "gpsd"])
  func seekIsRegular(format: String) throws {
    let start = Timestamp(year: 2024, month: 3, day: 1)!
    let log = (0..<9_000).map { second in
      let time = start.advanced(by: .seconds(second))
      return TraceEpoch(
        location: Location(
          coordinate: Coordinate(latitude: 48 + Double(second) / 1e5, longitude: 11.5)),
        timestamp: time)
    }
    var text = ""
    switch format {
    case "csv": text = written(log, as: .csv)
    case "gpx": text = written(log, as: .gpx)
    default:
      for epoch in log {
        let coordinate = epoch.location!.coordinate
        text +=
          #"{"class":"TPV","mode":3,"time":"\#(epoch.timestamp!)","lat":\#(coordinate.latitude),"#
          + #""lon":\#(coordinate.longitude)}"# + "\n"
      }
    }
    let temporary = TemporaryTrace(Array(text.utf8))
    defer { temporary.remove() }
    var file = try TraceFile(path: temporary.path)
    for second in [8_990, 5, 5_000, 4_999] {
      #expect(try file.seek(to: start.advanced(by: .seconds(second))) == .there)
      for later in second..<second + 5 {
        #expect(try file.next()?.timestamp == start.advanced(by: .seconds(later)))
      }
      #expect(file.statistics.count(of: .backwards) == 0)
      #expect(file.statistics.count(of: .repeatedTime) == 0)
    }
  }

  @Test("A copy has a position of its own in the same file")
  func copies() throws {
    var file = try TraceFile(path: TraceFixture.drive.path)
    _ = try file.next()
    var copy = file
    let second = try file.next()
    _ = try file.next()
    #expect(try copy.next() == second)
  }

  @Test(
    "A file that is no trace is refused with a sentence that says why",
    arguments: [
      (
        "",
        "is empty; a trace holds at least one sentence, point, report or row with a position"
      ),
      (
        "Buy milk.\nCall home, maybe; latitude is a word.\n",
        "is not a trace (NMEA 0183, FIT, GPX, TCX, KML, GeoJSON, IGC, UBX, gpsd's JSON) "
          + "or a table with latitude and longitude columns; if it is a table, name its columns: "
          + "--columns time,lat,lon,ele (- for others)"
      ),
      (
        "<?xml version='1.0'?>\n<gpx version='1.1'><metadata/></gpx>\n",
        "is GPX without a point; export it again with a track, a route or waypoints"
      ),
      ("<gpx/>\n", "is GPX without a point"),
      (
        #"{"lat":59.33,"lon":18.06,"time":"T10:00:00.000Z"}"# + "\n",
        "is JSON of an unsupported kind; convert it first"
      ),
      (
        #"{"type":"FeatureCollection","features":["# + "\n"
          + #"{"type":"Feature","properties":{"latitude":1,"longitude":2}}]}"# + "\n",
        "is GeoJSON without a point; export it again with a track, a route or waypoints"
      ),
      (
        "time,latitude,longitude\n",
        "is a CSV table in which no row has a position; check its latitude and "
          + "longitude columns, or name all columns: --columns"
      ),
      (
        "time,latitude,longitude\n2024-05-01T12:00:00Z,north,east\n",
        "is a CSV table in which no row"
      ),
      ("name,age\nx,1\n", "is a table of 2 columns (name, age) without a latitude and a longitude"),
      (
        "\u{7F}ELF\u{1}\u{2}\u{3}\0\0\0\0\0",
        "contains binary data in an unknown format; convert it first"
      ),
      (
        "$GPRMC,120000,A,5920.0,N,01804.0,E,,,010524,,*00\r\n"
          + "$GPGGA,120001,5920.0,N,01804.0,E,1,08,0.9,30.0,M,23.0,M,,*00\r\n",
        "all 2 NMEA 0183 sentences at the start of the file fail their checksums; "
          + "the file was damaged or edited, so copy it from the receiver again"
      ),
      (
        "$GPRMC,120000,A,5920.0,N,01804.0,E,,,010524,,*00\r\n",
        "the only NMEA 0183 sentence found fails its checksum; "
      ),
      ("It costs $THING,1*00 today.\n", "is not a trace (NMEA 0183, FIT, GPX"),
      (
        "<?xml version=\"1.0\"?>\n<kml><Document/></kml>\n",
        "is KML without a point; export it again with a track, a route or waypoints"
      ),
      ("{\"type\":\"FeatureCollection\"}", "is GeoJSON without a point"),
    ])
  func refusals(text: String, reason: String) {
    let temporary = TemporaryTrace(Array(text.utf8))
    defer { temporary.remove() }
    do {
      _ = try TraceFile(path: temporary.path)
      Issue.record("was not refused")
    } catch {
      #expect(error.description.hasPrefix("\(temporary.path): \(reason)"))
    }
  }

  @Test("All sentences at the beginning of a longer damaged log are counted, in UTF-16, too")
  func damagedLog() throws {
    let line = Array("$GPGGA,120001,5920.0,N,01804.0,E,1,08,0.9,30.0,M,23.0,M,,*00\r\n".utf8)
    let log = Array(repeatElement(line, count: 100).joined())
    let wide: [UInt8] = [0xFF, 0xFE] + log.flatMap { (byte: UInt8) -> [UInt8] in [byte, 0] }
    for bytes in [log, wide] {
      let temporary = TemporaryTrace(bytes)
      defer { temporary.remove() }
      #expect(throws: TraceError.badChecksums(path: temporary.path, count: 100)) {
        try TraceFile(path: temporary.path)
      }
      // A single sentence that fits makes it a log.
      let repaired = TemporaryTrace(log + nmeaLines("GPGLL,5920.0,N,01804.0,E,120002,A"))
      defer { repaired.remove() }
      #expect(try TraceFile(path: repaired.path).format == .nmea)
    }
  }

  @Test("A hole of many gigabytes is passed in a few steps, and the epochs behind it are right")
  func hole() throws {
    let head = nmeaLines(
      "GPRMC,120000,A,5920.0,N,01804.0,E,,,010524,,", "GPRMC,120001,A,5920.0,N,01804.0,E,,,010524,,"
    )
    let tail = nmeaLines(
      "GPRMC,120002,A,5921.0,N,01804.0,E,,,010524,,", "GPRMC,120003,A,5922.0,N,01804.0,E,,,010524,,"
    )
    let length = 200 << 30
    let temporary = TemporaryTrace(head)
    defer { temporary.remove() }
    let descriptor = open(temporary.path, O_WRONLY)
    #expect(pwrite(descriptor, tail, tail.count, off_t(length)) == tail.count)
    #expect(ftruncate(descriptor, off_t(2 * length)) == 0)
    close(descriptor)
    var file = try TraceFile(path: temporary.path)
    var result: [TraceEpoch] = []
    var steps = 0
    while steps < 100 {
      steps += 1
      let step = try file.next(readingAtMost: 1 << 20)
      if case .epoch(let epoch) = step { result.append(epoch) }
      if step == .end { break }
    }
    #expect(steps < 20)
    #expect(result.compactMap(\.timeOfDay) == (43_200...43_203).map { .seconds($0) })
    #expect(result.map(\.line) == [1, 2, 3, 4])
    #expect(result[1].endOffset == head.count - 2)
    #expect(result.last?.endOffset == length + tail.count - 2)
  }

  @Test("A step of reading is bounded, whatever there is between two epochs")
  func steps() throws {
    let head = nmeaLines(
      "GPRMC,120000,A,5920.0,N,01804.0,E,,,010524,,", "GPRMC,120001,A,5920.0,N,01804.0,E,,,010524,,"
    )
    let junk = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    let temporary = TemporaryTrace(head + junk + [0x0A] + head)
    defer { temporary.remove() }
    var file = try TraceFile(path: temporary.path)
    var found: [Int] = []
    var steps = 0
    while true {
      let step = try file.next(readingAtMost: 1 << 16)
      if step == .end { break }
      steps += 1
      if case .epoch = step { found.append(steps) }
    }
    #expect(found.count == 4)
    #expect((10...30).contains(steps))
    file.rewind()
    var whole = 0
    while try file.next() != nil { whole += 1 }
    #expect(whole == 4)
  }

  @Test("Missing files, directories and pipes are told apart")
  func notFiles() {
    #expect(throws: TraceError.missing(path: "/nowhere/x.nmea")) {
      try TraceFile(path: "/nowhere/x.nmea")
    }
    #expect(throws: TraceError.directory(path: "/")) { try TraceFile(path: "/") }
    #expect(throws: TraceError.notSeekable(path: "/dev/null")) { try TraceFile(path: "/dev/null") }
    #expect(
      TraceError.missing(path: "x.nmea").description
        == "x.nmea: no such file; check the spelling and the folder")
  }
}
