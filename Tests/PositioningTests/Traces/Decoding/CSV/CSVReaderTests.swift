@testable import Positioning
import TestSupport
import Testing

@Suite("CSV tables")
struct CSVReaderTests {
  /// A table, its logger, and what its first fix must be.
  struct Sample: CustomTestStringConvertible, Sendable {
    var name: String
    var text: String
    var logger: CSVDialect.Logger?
    var latitude: Double
    var longitude: Double
    var time: String?
    var altitude: Double?
    var ellipsoidal: Double?
    var speed: Double?
    var course: Double?
    var accuracy: Double?
    var testDescription: String { name }
  }

  static let samples = [
    Sample(
      name: "GPSLogger for Android, semicolons and decimal commas",
      text: """
        time;lat;lon;elevation;accuracy;bearing;speed;satellites;provider;hdop;vdop;pdop;geoidheight;\
        ageofdgpsdata;dgpsid;activity;battery;annotation;timestamp_ms;time_offset;distance;\
        starttimestamp_ms;profile_name;battery_charging
        2024-02-28T23:58:20.417Z;48,1173;11,5167;592,3;5,0;84,4;10,5;8;gps;0,9;;;46,9;;;;77;a;\
        1709164700417;;12,5;1709160000000;Default;false
        """,
      logger: .gpsLogger, latitude: 48.1173, longitude: 11.5167, time: "2024-02-28T23:58:20.417Z",
      altitude: 592.3, ellipsoidal: 592.3, speed: 10.5, course: 84.4, accuracy: 5),
    Sample(
      name: "BasicAirData GPS Logger",
      text: """
        type,date time,latitude,longitude,accuracy(m),altitude(m),geoid_height(m),speed(m/s),\
        bearing(deg),sat_used,sat_inview,name,desc
        P,2024-02-28 23:58:19.000,1.0,2.0,4.00,,,,,,,home,
        T,2024-02-28 23:58:20.000,48.1173,11.5167,4.00,545.4,46.9,10.5,84.4,8,12,x,
        """,
      logger: .basicAirData, latitude: 48.1173, longitude: 11.5167,
      time: "2024-02-28T23:58:20.000Z", altitude: 545.4, speed: 10.5, course: 84.4, accuracy: 4),
    Sample(
      name: "OpenTracks, km/h without saying so",
      text: """
        #time,trackpoint_type,latitude,longitude,altitude,accuracy_horizontal,accuracy_vertical,speed,\
        altitude_gain,altitude_loss,sensor_distance,heartrate,cadence,power
        2024-02-29T01:58:20.417+02:00,TRACKPOINT,48.1173,11.5167,545.4,3.1,2.0,36.0,0.5,0.1,,120,,
        """,
      logger: .openTracks, latitude: 48.1173, longitude: 11.5167, time: "2024-02-28T23:58:20.417Z",
      altitude: 545.4, speed: 10, accuracy: 3.1),
    Sample(
      name: "Google GnssLogger",
      text: """
        #
        # Header Description:
        # Raw,utcTimeMillis,TimeNanos
        # Fix,Provider,LatitudeDegrees,LongitudeDegrees,AltitudeMeters,SpeedMps,AccuracyMeters,\
        BearingDegrees,UnixTimeMillis,SpeedAccuracyMps,BearingAccuracyDegrees,elapsedRealtimeNanos
        #
        Raw,1709164700000,1,2,3
        Fix,GPS,48.1173,11.5167,592.3,10.5,5.0,84.4,1709164700417,0.1,1.0,5
        """,
      logger: .gnssLogger, latitude: 48.1173, longitude: 11.5167, time: "2024-02-28T23:58:20.417Z",
      altitude: 592.3, ellipsoidal: 592.3, speed: 10.5, course: 84.4, accuracy: 5),
    Sample(
      name: "Sensor Logger, nanoseconds, longitude first",
      text: """
        time,seconds_elapsed,bearingAccuracy,speedAccuracy,verticalAccuracy,horizontalAccuracy,speed,\
        bearing,altitude,longitude,latitude
        1709164700417000000,0.25,45,1.5,2.5,5.5,10.5,84.4,545.4,11.5167,48.1173
        """,
      logger: .sensorLogger, latitude: 48.1173, longitude: 11.5167,
      time: "2024-02-28T23:58:20.417Z", altitude: 545.4, speed: 10.5, course: 84.4, accuracy: 5.5),
    Sample(
      name: "SensorLog, -1 for not known",
      text: """
        loggingTime(txt),loggingSample(N),locationTimestamp_since1970(s),locationLatitude(WGS84),\
        locationLongitude(WGS84),locationAltitude(m),locationSpeed(m/s),locationCourse(°),\
        locationVerticalAccuracy(m),locationHorizontalAccuracy(m)
        2024-02-29T01:58:21.000+0200,1,1709164700.417,48.1173,11.5167,545.4,-1,-1.0,3.0,5.0
        """,
      logger: .sensorLog, latitude: 48.1173, longitude: 11.5167, time: "2024-02-28T23:58:20.417Z",
      altitude: 545.4, accuracy: 5),
    Sample(
      name: "Torque, blanks and times in words",
      text: """
        GPS Time, Device Time, Longitude, Latitude,GPS Speed (Meters/second), Horizontal Dilution of \
        Precision, Altitude, Bearing, G(x), G(y)
        Wed Feb 28 23:58:20 GMT+00:00 2024,28-Feb-2024 23:58:20.417,11.5167,48.1173,10.5,4.0,545.4,\
        84.4,0.1,0.2
        """,
      logger: .torque, latitude: 48.1173, longitude: 11.5167, time: "2024-02-28T23:58:20.000Z",
      altitude: 545.4, speed: 10.5, course: 84.4),
    Sample(
      name: "Flightradar24, position in one cell, feet and knots",
      text: """
        Timestamp,UTC,Callsign,Position,Altitude,Speed,Direction
        1709164700,2024-02-28T23:58:20Z,DLH1,"48.1173,11.5167",1000,100,84
        """,
      logger: .flightradar24, latitude: 48.1173, longitude: 11.5167,
      time: "2024-02-28T23:58:20.000Z", altitude: 304.8, speed: 100 * 1852.0 / 3600, course: 84),
    Sample(
      name: "Columbus, letters behind, NUL padding, two-digit years",
      text: """
        INDEX,TAG,DATE,TIME,LATITUDE N/S,LONGITUDE E/W,HEIGHT,SPEED,HEADING,VOX
        1\0\0\0,T,240228,235820,48.117300S,011.516700W,545\0\0,36\0\0,84\0,\0\0\0
        """,
      logger: .columbus, latitude: -48.1173, longitude: -11.5167, time: "2024-02-28T23:58:20.000Z",
      altitude: 545, speed: 10, course: 84),
    Sample(
      name: "MTK, hemispheres and units in cells, trailing comma",
      text: """
        INDEX,RCR,DATE,TIME,VALID,LATITUDE,N/S,LONGITUDE,E/W,HEIGHT,SPEED,HEADING,
        1,T,2024/02/28,23:58:20,DGPS,48.117300,N,11.516700,W,545.400 m,36.000 km/h,84.4,
        """,
      logger: .mtk, latitude: 48.1173, longitude: -11.5167, time: "2024-02-28T23:58:20.000Z",
      altitude: 545.4, speed: 10, course: 84.4),
    Sample(
      name: "Garmin G1000, units above the names, local time with its offset",
      text: """
        #airframe_info, log_version="1.00", airframe_name="Cessna"
        #yyy-mm-dd, hh:mm:ss,   hh:mm,  ident,      degrees,      degrees, ft Baro, inch,  ft msl, deg C,     kt,     kt
        Lcl Date, Lcl Time, UTCOfst, AtvWpt,     Latitude,    Longitude,    AltB, BaroA,  AltMSL,   OAT,    IAS, GndSpd
        2024-02-28, 15:58:19,  -08:00,       ,             ,             ,        , 29.92,        ,  12.0,    0.0,
        2024-02-28, 15:58:20,  -08:00,   KPAO,  48.1173000,   11.5167000,  1000.0, 29.92,  1000.0,  12.0,   90.0, 100.0
        """,
      logger: .garminG1000, latitude: 48.1173, longitude: 11.5167,
      time: "2024-02-28T23:58:20.000Z", altitude: 304.8, speed: 100 * 1852.0 / 3600),
    Sample(
      name: "GPSBabel unicsv with UTC columns",
      text: """
        No,Latitude,Longitude,Name,Altitude,Speed,Course,FIX,utc_d,utc_t
        1,48.117300,11.516700,"a;b;c;d",545.4,10.5,84.4,"3d",2024/02/28,23:58:20
        """,
      logger: .unicsv, latitude: 48.1173, longitude: 11.5167, time: "2024-02-28T23:58:20.000Z",
      altitude: 545.4, speed: 10.5, course: 84.4),
    Sample(
      name: "Google location history in ten-millionths",
      text: "timestampMs,latitudeE7,longitudeE7,accuracy\n1709164700417,481173000,-115167000,20\n",
      logger: .googleLocationHistory, latitude: 48.1173, longitude: -11.5167,
      time: "2024-02-28T23:58:20.417Z", accuracy: 20),
    Sample(
      name: "Google location history in degrees",
      text: """
        Time,Latitude,Longitude,Accuracy,Altitude,VerticalAccuracy,Velocity,Heading
        2024-02-28T23:58:20Z,48.1173,11.5167,20,545.4,3,10.5,84
        """,
      latitude: 48.1173, longitude: 11.5167, time: "2024-02-28T23:58:20.000Z", altitude: 545.4,
      speed: 10.5, course: 84, accuracy: 20),
    Sample(
      name: "Microseconds",
      text: "Lat,Long,Distance,Altitude,Time\n1.5,2.5,77,10,1709164700417000\n",
      latitude: 1.5, longitude: 2.5, time: "2024-02-28T23:58:20.417Z", altitude: 10),
    Sample(
      name: "Units in cells", text: "lat,lon,speed\n1.5,2.5,10.0mph\n", latitude: 1.5,
      longitude: 2.5,
      speed: 4.4704),
    Sample(
      name: "Vertical bars", text: "lat|lon|desc\n1.5|-2.5|a, b\n", latitude: 1.5, longitude: -2.5),
    Sample(
      name: "Tabs and degrees, minutes and seconds",
      text: "latitude\tlongitude\n1°14′2.4″S\tS1°14.04′\n-1°14′2,4″\t1 14 2.4 W\n",
      latitude: -(1 + 14.0 / 60 + 2.4 / 3600), longitude: -(1 + 14.04 / 60)),
    Sample(
      name: "Degrees and minutes run together",
      text: "lat,N/S,lon,E/W\n4807.0380,S,01131.0000,E\n", latitude: -(48 + 7.038 / 60),
      longitude: 11 + 31.0 / 60),
    Sample(
      name: "Minus zero degrees", text: "lat;lon\n-0° 7′;-0°30'\n", latitude: -7.0 / 60,
      longitude: -0.5),
    Sample(
      name: "No header, longitude first", text: "2024-02-28 23:58:20,-111.516700,48.117300\n",
      latitude: 48.1173, longitude: -111.5167, time: "2024-02-28T23:58:20.000Z"),
    Sample(
      name: "Dates with the day first, in the afternoon",
      text: "date;time;lat;lon\n28/02/2024;11:58:20 PM;1,5;2,5\n", latitude: 1.5, longitude: 2.5,
      time: "2024-02-28T23:58:20.000Z"),
    Sample(
      name: "German dates", text: "Datum;Zeit;Breite;Länge;Höhe\n28.02.2024;23:58;1,5;2,5;10,5\n",
      latitude: 1.5, longitude: 2.5, time: "2024-02-28T23:58:00.000Z", altitude: 10.5),
    Sample(
      name: "Scientific notation",
      text: "Timestamp,latitude,longitude\n1.709164700417E+12,1.5,2.5\n",
      latitude: 1.5, longitude: 2.5, time: "2024-02-28T23:58:20.417Z"),
    Sample(
      name: "Whole words, and none of the misleading ones",
      text: """
        my latitude,my longitude,latitude error,Geoid Altitude,Elevation Gain,start time,speed accuracy
        1.5,2.5,0.1,40,7,x,3
        """, latitude: 1.5, longitude: 2.5),
    Sample(
      name: "Feet and miles by header", text: "lat,lon,altitude (ft),speed_mph\n1.5,2.5,1000,10\n",
      latitude: 1.5, longitude: 2.5, altitude: 304.8, speed: 4.4704),
  ]

  @Test("A row without an end is left out, and what follows it is read, whatever the pieces")
  func endlessRow() {
    let head = Array("time,latitude,longitude\n2024-05-01T12:00:00Z,1,2\n".utf8)
    let junk = [UInt8](repeating: .init(ascii: ","), count: 200_000)
    let tail = Array("\n2024-05-01T12:00:01Z,3,4\n".utf8)
    let whole = epochs(of: head + junk + tail)
    #expect(whole.compactMap(\.location?.coordinate.latitude) == [1, 3])
    for length in [64, 4096, 70_000] {
      let pieces = stride(from: 0, to: junk.count, by: length).map {
        Array(junk[$0..<min($0 + length, junk.count)])
      }
      #expect(epochs(of: [head] + pieces + [tail]) == whole)
    }
  }

  @Test(
    "A row is as long as the longest at most, whatever the pieces",
    arguments: [65_535, 65_536, 65_537, 70_000, 140_000])
  func longestRow(length: Int) throws {
    let head = "time,latitude,longitude,note\n" + Self.row(at: 1)
    // The end of a long row looks like a row, too.
    let notes = [",30,40,x", ",30,40,\"a\nb\"", "5\",2024-05-01T12:00:09Z,30,40,x"]
    for (note, end) in zip(notes, ["\n", "\r\n", "\r"]) {
      let beginning = "2024-05-01T12:00:02Z,3,4,"
      let filling = length - beginning.count - note.count - (end == "\n" ? 1 : 0)
      let filler = String(repeating: "5;6,", count: filling / 4 + 1).prefix(filling)
      let row = "\(beginning)\(filler)\(note)"
      let bytes = Array((head + row + end + Self.row(at: 5) + Self.row(at: 6)).utf8)
      let whole = Self.account(of: [bytes])
      let isRead = length + (end == "\n" ? 0 : 1) <= 65_536
      #expect(whole.latitudes == (isRead ? [1, 3, 5, 6] : [1, 5, 6]))
      #expect(whole.overlong == (isRead ? 0 : 1))
      for most in [1, 4093, 65_536, 65_537] {
        let pieces = stride(from: 0, to: bytes.count, by: most).map {
          Array(bytes[$0..<min($0 + most, bytes.count)])
        }
        #expect(Self.account(of: pieces) == whole, "\(most), \(note.debugDescription)")
      }
      let temporary = TemporaryTrace(bytes)
      defer { temporary.remove() }
      var file = try TraceFile(path: temporary.path)
      var epochs: [TraceEpoch] = []
      while let epoch = try file.next() { epochs.append(epoch) }
      #expect(Account(epochs, file.statistics) == whole)
    }
  }

  private static func row(at second: Int) -> String {
    "2024-05-01T12:00:0\(second)Z,\(second),\(second + 1),\n"
  }

  /// All that is said of a table.
  private struct Account: Equatable {
    var epochs: [TraceEpoch]
    var lines: Int
    var overlong: Int

    var latitudes: [Double?] { epochs.map { $0.location?.coordinate.latitude } }

    init(_ epochs: [TraceEpoch], _ statistics: TraceStatistics) {
      self.epochs = epochs
      lines = statistics.lines
      overlong = statistics.skipped(.overlong)
    }
  }

  private static func account(of pieces: [[UInt8]]) -> Account {
    var reader = TraceReader()
    var epochs: [TraceEpoch] = []
    for piece in pieces { reader.read(piece) { epochs.append($0) } }
    reader.finish { epochs.append($0) }
    return Account(epochs, reader.statistics)
  }

  @Test("Every known kind of table is read", arguments: samples)
  func tables(sample: Sample) throws {
    var reader = TraceReader()
    var result: [TraceEpoch] = []
    reader.read(Array(sample.text.utf8)) { result.append($0) }
    reader.finish { result.append($0) }
    #expect(reader.format == .csv)
    #expect(reader.dialect?.logger == sample.logger)
    // Some have rows of places as well.
    let fix = try #require(result.filter { $0.kind == .track }.compactMap(\.location).first)
    #expect(abs(fix.coordinate.latitude - sample.latitude) < 1e-12)
    #expect(abs(fix.coordinate.longitude - sample.longitude) < 1e-12)
    #expect(fix.timestamp?.description == sample.time)
    func isNear(_ value: Double?, _ wanted: Double?) -> Bool {
      guard let value, let wanted else { return value == nil && wanted == nil }
      return abs(value - wanted) < 1e-9
    }
    #expect(isNear(fix.altitude, sample.altitude), "altitude \(fix.altitude as Any)")
    #expect(isNear(fix.ellipsoidalAltitude, sample.ellipsoidal))
    #expect(isNear(fix.speed, sample.speed), "speed \(fix.speed as Any)")
    #expect(isNear(fix.course, sample.course), "course \(fix.course as Any)")
    #expect(isNear(fix.horizontalAccuracy, sample.accuracy))
    #expect(reader.dialect?.description.contains("header") == true)
  }

  @Test(
    "Without a header the longitude may stand on either side",
    arguments: [
      (
        "2024-02-28T23:58:20Z,-118.0701,59.3301\n2024-02-28T23:58:21Z,-118.0702,59.3302\n",
        59.3301, -118.0701
      ),
      ("59.3301,-18.0701,250.55\n59.3302,-18.0702,251.55\n", 59.3301, -18.0701),
    ])
  func headerless(text: String, latitude: Double, longitude: Double) throws {
    var reader = CSVReader()
    var result: [TraceEpoch] = []
    reader.read(Array(text.utf8)) { result.append($0) }
    reader.finish { result.append($0) }
    let fix = try #require(result.first?.location)
    #expect(abs(fix.coordinate.latitude - latitude) < 1e-9)
    #expect(abs(fix.coordinate.longitude - longitude) < 1e-9)
    #expect(result.count == 2)
  }

  @Test(
    "Numbers that cannot be a position are not guessed to be one",
    arguments: ["120.55,341.93\n", "59.33,-341.93\n", "59.33,200.00\n", "59,341\n"])
  func noPosition(text: String) {
    var reader = CSVReader()
    reader.read(Array(text.utf8)) { _ in }
    reader.finish { _ in }
    #expect(reader.dialect == nil)
  }

  @Test("The description says what was found and what was guessed")
  func description() {
    var reader = CSVReader()
    reader.read(TraceFixture.driveTable.bytes) { _ in }
    reader.finish { _ in }
    #expect(
      reader.dialect?.description
        == "GPSLogger for Android, semicolons, decimal comma, header in line 1, lat and lon in degrees, "
        + "elevation in m (reference not given, taken as above mean sea level), speed in m/s, "
        + "times with a time zone in time")
  }

  @Test("Damaged, foreign and repeated lines are skipped and counted")
  func damage() {
    let text = """
      time,lat,lon
      2024-02-28T23:58:20Z,1.5,2.5
      2024-02-28T23:58:21Z,95.0,2.5
      2024-02-28T23:58:22Z,abc,2.5
      2024-02-28T23:58:23Z
      yesterday,1.5,2.5
      # a note

      time,lat,lon
      2024-02-28T23:58:24Z,,
      2024-02-28T23:58:25Z,NaN,NaN
      2024-02-28T23:58:26Z,"1.75
      2024-02-28T23:58:27Z,1.5,2.5
      """
    var reader = CSVReader()
    var result: [TraceEpoch] = []
    reader.read(Array(text.utf8)) { result.append($0) }
    reader.finish { result.append($0) }
    #expect(result.map { $0.location?.coordinate.latitude } == [1.5, nil, nil, 1.5])
    #expect(reader.statistics.skipped(.malformedField) == 3)
    #expect(reader.statistics.skipped(.truncated) == 2)
    #expect(reader.statistics.skipped(.text) == 2)
  }

  @Test("Times without zone take the user's offset; times of day take the user's date")
  func userWords() {
    let local = Array("time,lat,lon\n2024-02-29 01:58:20,1.5,2.5\n".utf8)
    let offset = TraceOptions(utcOffset: .seconds(7200))
    #expect(
      epochs(of: local, options: offset).first?.timestamp?.description == "2024-02-28T23:58:20.000Z"
    )
    let clock = Array("time,lat,lon\n23:59:59,1.5,2.5\n00:00:01,1.5,2.5\n".utf8)
    let date = TraceOptions(date: Timestamp(year: 2024, month: 2, day: 28))
    #expect(
      epochs(of: clock, options: date).map { $0.timestamp?.description }
        == ["2024-02-28T23:59:59.000Z", "2024-02-29T00:00:01.000Z"])
    #expect(epochs(of: clock).map(\.timestamp) == [nil, nil])
  }

  @Test("Counts from zero are times since the start, not dates")
  func fromZero() {
    let result = epochs(of: Array("time,lat,lon\n0.0,1.5,2.5\n1.5,1.5,2.5\n".utf8))
    #expect(result.map(\.timestamp) == [nil, nil])
    #expect(result[1].elapsed(since: result[0]) == .milliseconds(1500))
  }

  @Test(
    "A last row that was cut off is no place, however far it got",
    arguments: [
      ("time,lat,lon,speed\n", "2024-02-28T23:58:21Z,59.3301,18", true),
      ("time,lat,lon,speed\n", "2024-02-28T23:58:21Z,59.3301,18.0701,1", false),
      ("time,lat,lon,speed\n", "2024-02-28T23:58:21Z,59.3301,18.0701\n", false),
      ("", "2024-02-28T23:58:21Z,59.3301,18", true),
      ("time,lat,lon,speed\n", "\n# a word\n2024-02-28T23:58:21Z,59.3301,18", true),
    ])
  func cutOff(header: String, row: String, isCut: Bool) {
    let whole = (10...20).map { "2024-02-28T23:58:\($0)Z,59.3301,18.0701,1\n" }.joined()
    for end in ["\n", "\r\n", "\r"] {
      let text = (header + whole + row).split(separator: "\n", omittingEmptySubsequences: false)
      var reader = CSVReader()
      var result: [TraceEpoch] = []
      reader.read(Array(text.joined(separator: end).utf8)) { result.append($0) }
      reader.finish { result.append($0) }
      #expect(result.count == (isCut ? 11 : 12))
      #expect(result.allSatisfy { $0.location?.coordinate.longitude == 18.0701 })
      #expect(reader.statistics.skipped(.truncated) == (isCut ? 1 : 0))
    }
  }

  @Test("Cells may hold line ends and delimiters in quotation marks")
  func quotes() {
    let text = "lat,lon,note\n1.5,2.5,\"a,b\nc \"\"d\"\"\"\n3.5,4.5,\"e\"\n\"5,5\",\"6,5\",f\n"
    let result = epochs(of: Array(text.utf8))
    #expect(result.count == 2)
    #expect(result.last?.location?.coordinate == Coordinate(latitude: 3.5, longitude: 4.5))
  }

  @Test("GPSBabel's table has the times of the log it was made from, and its known lateness")
  func flight() {
    let log = epochs(of: TraceFixture.flight.bytes).compactMap(\.location)
    let table = epochs(of: TraceFixture.flightTable.bytes).compactMap(\.location)
    #expect(table.count == 11)
    for (index, row) in table.enumerated() {
      #expect(row.timestamp == log[index].timestamp)
      // GPSBabel pairs each RMC with the GGA before it, so positions are one epoch late.
      let source = log[max(0, index - 1)].coordinate
      #expect(abs(row.coordinate.latitude - source.latitude) < 1e-6)
      #expect(abs(row.coordinate.longitude - source.longitude) < 1e-6)
      #expect(abs(row.speed! - log[index].speed!) < 0.04)
    }
  }

  @Test("The phone's table agrees with the drive it was made from")
  func drive() {
    let log = epochs(of: TraceFixture.drive.bytes).compactMap(\.location)
    let table = epochs(of: TraceFixture.driveTable.bytes).compactMap(\.location)
    #expect(table.count == 19)
    for (row, source) in zip(table, log.prefix(3)) {
      #expect(row.timestamp == source.timestamp)
      #expect(abs(row.coordinate.latitude - source.coordinate.latitude) < 1e-7)
      #expect(abs(row.coordinate.longitude - source.coordinate.longitude) < 1e-7)
    }
  }
}
