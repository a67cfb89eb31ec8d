@testable import Positioning
import TestSupport
import Testing

/// All that an encoder writes of some epochs.
func written(_ epochs: [TraceEpoch], as format: TraceOutputFormat) -> String {
  var encoder = format.makeEncoder()
  var bytes: [UInt8] = []
  encoder.begin(&bytes)
  for epoch in epochs { encoder.write(epoch, to: &bytes) }
  encoder.end(&bytes)
  return String(decoding: bytes, as: UTF8.self)
}

@Suite("A written trace is read back")
struct EncodingRoundTripTests {
  /// Formats that are read.
  static let formats: [TraceOutputFormat] = [.csv, .nmea]

  @Test("Every fix of real logs is the same again", arguments: TraceFixture.allCases, formats)
  func fixes(fixture: TraceFixture, format: TraceOutputFormat) throws {
    let original = epochs(of: fixture.bytes).filter { $0.location != nil }
    let again = epochs(of: Array(written(original, as: format).utf8))
    try #require(again.count == original.count)
    for (read, source) in zip(again, original) {
      let (here, there) = (try #require(read.location), try #require(source.location))
      #expect(read.timestamp == source.timestamp)
      expectClose(here.coordinate.latitude, there.coordinate.latitude, 1e-9)
      expectClose(here.coordinate.longitude, there.coordinate.longitude, 1e-9)
      expectClose(here.altitude, there.altitude, 0.00051)
      expectClose(here.speed, there.speed, 0.0003)
      expectClose(here.course, there.course, 0.00051)
      expectClose(here.hdop, there.hdop, 0.0051)
      expectClose(here.vdop, there.vdop, 0.0051)
      expectClose(here.pdop, there.pdop, 0.0051)
      if there.fix != .unknown { #expect(here.fix == there.fix) }
      if there.satellitesUsed != nil { #expect(here.satellitesUsed == there.satellitesUsed) }
    }
  }

  @Test("A table brings back all that is known of a fix")
  func everything() throws {
    let timestamp = try #require(Timestamp(year: 2005, month: 9, day: 25, hour: 23, minute: 52))
    let original = [-14.25, 0, 7.5].map { variation in
      TraceEpoch(
        location: Location(
          coordinate: Coordinate(latitude: 39.432836667, longitude: -119.76559),
          altitude: 1378.625, ellipsoidalAltitude: 1353.125, speed: 23.25, course: 153.125,
          heading: 151.5, magneticVariation: variation, horizontalAccuracy: 2.5,
          verticalAccuracy: 4, speedAccuracy: 0.25, courseAccuracy: 1.5, hdop: 0.75, vdop: 1.25,
          pdop: 1.5, satellitesUsed: 2, fix: .floatRTK, timestamp: timestamp),
        timestamp: timestamp, timeOfDay: .seconds(85_920),
        satellites: [
          Satellite(system: .gps, number: 7, isUsed: true),
          Satellite(system: .galileo, number: 12, isUsed: true),
          Satellite(system: .sbas, number: 133),
        ])
    }
    let again = epochs(of: Array(written(original, as: .csv).utf8)).map { read in
      var epoch = read
      (epoch.endOffset, epoch.line) = (0, nil)
      return epoch
    }
    #expect(again == original)
  }

  @Test(
    "A table brings back where segments begin",
    arguments: [[0], [1], [0, 1, 2], [2, 5], []], [[], [2]])
  func segments(beginning starts: [Int], withoutPosition gaps: [Int]) {
    let original = (0..<7).map { number in
      TraceEpoch(
        location: gaps.contains(number)
          ? nil : Location(coordinate: Coordinate(latitude: 1, longitude: 2 + Double(number))),
        timeOfDay: .seconds(number), startsSegment: starts.contains(number))
    }
    let again = epochs(of: Array(written(original, as: .csv).utf8))
    // An epoch without a position has no row; what begins there begins with the next one.
    let wanted = starts.map { start in (start..<7).first { !gaps.contains($0) } }
    let found = again.filter(\.startsSegment).map { $0.timeOfDay.map { Int($0 / .seconds(1)) } }
    #expect(Set(found) == Set(wanted))
    #expect(again.count == 7 - gaps.count)
  }

  @Test("GPX brings back what it can say", arguments: TraceFixture.allCases)
  func gpx(fixture: TraceFixture) throws {
    let original = epochs(of: fixture.bytes).filter { $0.location != nil }
    let again = epochs(of: Array(written(original, as: .gpx).utf8))
    try #require(again.count == original.count)
    for (read, source) in zip(again, original) {
      let (here, there) = (try #require(read.location), try #require(source.location))
      #expect(read.timestamp == source.timestamp)
      expectClose(here.coordinate.latitude, there.coordinate.latitude, 1e-9)
      expectClose(here.coordinate.longitude, there.coordinate.longitude, 1e-9)
      expectClose(here.altitude, there.altitude ?? there.ellipsoidalAltitude, 0.00051)
      expectClose(here.speed, there.speed, 0.0003)
      expectClose(here.course, there.course, 0.00051)
      expectClose(here.hdop, there.hdop, 0.0051)
      #expect(here.satellitesUsed == there.satellitesUsed)
    }
  }

  @Test("NMEA 0183 brings the satellites back, of all systems, with those in use marked")
  func satellites() throws {
    let start = try #require(Timestamp(year: 2024, month: 5, day: 1))
    var gps = SimulatedGPS(seed: 3, start: start)
    let original = gps.advance(by: .seconds(40)).map { epoch in
      TraceEpoch(
        location: epoch.location, timestamp: epoch.timestamp, satellites: epoch.satellites ?? [])
    }
    let again = epochs(of: Array(written(original, as: .nmea).utf8))
    #expect(again.count == original.count)
    for (read, source) in zip(again, original) {
      #expect(read.timestamp == source.timestamp)
      #expect((read.location == nil) == (source.location == nil))
      #expect(Set(read.satellites.map(\.description)) == Set(source.satellites.map(\.description)))
      for satellite in source.satellites {
        let same = read.satellites.first { $0.description == satellite.description }
        #expect(same?.isUsed == satellite.isUsed)
        expectClose(same?.elevation, satellite.elevation, 0.51)
        expectClose(same?.carrierToNoise, satellite.carrierToNoise, 0.51)
      }
      expectClose(
        read.location?.horizontalAccuracy, source.location?.horizontalAccuracy, 0.001)
      expectClose(
        read.location?.ellipsoidalAltitude, source.location?.ellipsoidalAltitude, 0.0011)
    }
  }

  @Test("A track of several segments is one track in KML")
  func kmlSegments() throws {
    let start = try #require(Timestamp(year: 2024, month: 5, day: 1))
    let original = (0..<6).map { number in
      let time = start.advanced(by: .seconds(number))
      return TraceEpoch(
        location: Location(
          coordinate: Coordinate(latitude: 1, longitude: Double(number)), timestamp: time),
        timestamp: time, startsSegment: number % 3 == 0, number: 1,
        label: number == 0 ? TraceLabel(line: TraceLabel(name: "Ride")) : nil)
    }
    let again = epochs(of: Array(written(original, as: .kml).utf8))
    #expect(again.map(\.startsSegment) == original.map(\.startsSegment))
    #expect(Set(again.map(\.number)) == [1])
    #expect(again.first?.label?.line?.name == "Ride")
    #expect(again.map(\.timestamp) == original.map(\.timestamp))
  }

  @Test("Kinds, names and descriptions come back from KML")
  func kmlKinds() throws {
    let start = try #require(Timestamp(year: 2024, month: 5, day: 1))
    func epoch(_ kind: TraceKind, _ label: TraceLabel?, starts: Bool = true) -> TraceEpoch {
      let time = kind == .track ? start : nil
      return TraceEpoch(
        location: Location(coordinate: Coordinate(latitude: 1, longitude: 2), timestamp: time),
        timestamp: time, startsSegment: starts, kind: kind, number: kind == .waypoint ? 0 : 1,
        label: label)
    }
    let original = [
      epoch(.waypoint, TraceLabel(name: "Home", details: "a <house>")),
      epoch(.route, TraceLabel(line: TraceLabel(name: "Plan", details: "to be"))),
      epoch(.route, nil, starts: false),
      epoch(.track, TraceLabel(line: TraceLabel(name: "Ride"))),
    ]
    let again = epochs(of: Array(written(original, as: .kml).utf8))
    #expect(again.map(\.kind) == original.map(\.kind))
    #expect(again.map(\.number) == original.map(\.number))
    #expect(again.map(\.label) == original.map(\.label))
    #expect(again.map(\.startsSegment) == original.map(\.startsSegment))
  }

  @Test("NMEA 0183 brings every year back", arguments: [1970, 1979, 1980, 2079, 2080, 2200])
  func years(year: Int) throws {
    let start = try #require(Timestamp(year: year, month: 3, day: 1, hour: 23, minute: 59))
    let original = (0..<3).map { number in
      let time = start.advanced(by: .seconds(number * 30))
      return TraceEpoch(
        location: Location(
          coordinate: Coordinate(latitude: 1, longitude: Double(number)), timestamp: time),
        timestamp: time)
    }
    let again = epochs(of: Array(written(original, as: .nmea).utf8))
    #expect(again.map(\.timestamp) == original.map(\.timestamp))
  }

  @Test("Laps come back in JSON lines and GeoJSON", arguments: [TraceOutputFormat.jsonl, .geojson])
  func laps(format: TraceOutputFormat) {
    let original = (0..<9).map { number in
      TraceEpoch(
        location: Location(coordinate: Coordinate(latitude: 1, longitude: Double(number))),
        startsLap: number % 3 == 2)
    }
    let again = epochs(of: Array(written(original, as: format).utf8))
    #expect(again.map(\.startsLap) == original.map(\.startsLap))
  }

  @Test("What a format has no place for is known")
  func omissions() {
    let place = Location(coordinate: Coordinate(latitude: 1, longitude: 2))
    let epoch = TraceEpoch(location: place, sensors: Sensors(heartRate: 120))
    let waypoint = TraceEpoch(location: place, kind: .waypoint)
    for format in TraceOutputFormat.allCases {
      let isSaid = format.omissions.contains { $0.isPart(of: epoch) }
      #expect(isSaid == (format == .kml || format == .nmea))
      #expect(!format.omissions(sayingKinds: true).contains { $0.isPart(of: waypoint) })
    }
    #expect(TraceOutputFormat.csv.omissions(sayingKinds: false).contains(.waypoint))
  }

  @Test("A log without dates stays one, and keeps its times", arguments: formats)
  func dateless(format: TraceOutputFormat) {
    let log = (0..<5).map { second in
      TraceEpoch(
        location: Location(coordinate: Coordinate(latitude: 1, longitude: 2 + Double(second))),
        timeOfDay: .seconds(45_296 + second))
    }
    let again = epochs(of: Array(written(log, as: format).utf8))
    #expect(again.map(\.timeOfDay) == log.map(\.timeOfDay))
    #expect(again.allSatisfy { $0.timestamp == nil })
  }

  private func expectClose(_ left: Double?, _ right: Double?, _ tolerance: Double) {
    switch (left, right) {
    case (nil, nil): break
    case (let left?, let right?): #expect(abs(left - right) <= tolerance, "\(left) \(right)")
    default: Issue.record("\(String(describing: left)) and \(String(describing: right))")
    }
  }
}

@Suite("Writing documents")
struct DocumentEncoderTests {
  static let epochs = [
    TraceEpoch(
      location: Location(
        coordinate: Coordinate(latitude: 59.33, longitude: -18.06), altitude: 12.5,
        ellipsoidalAltitude: 35.5, speed: 3.25, course: 90, hdop: 0.8, satellitesUsed: 9,
        fix: .dgps),
      timestamp: Timestamp(year: 2024, month: 5, day: 1, hour: 12),
      satellites: [Satellite(system: .galileo, number: 5, elevation: 45.25, isUsed: true)]),
    TraceEpoch(location: nil, timestamp: Timestamp(year: 2024, month: 5, day: 1, hour: 13)),
    TraceEpoch(
      location: Location(coordinate: Coordinate(latitude: -1e-7, longitude: 179.5)),
      timeOfDay: .seconds(5), startsSegment: true),
  ]

  @Test("GPX 1.1, its elements in the order of the schema, a segment where one begins")
  func gpx() {
    #expect(
      written(Self.epochs, as: .gpx) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="ViewModelKit" xmlns="http://www.topografix.com/GPX/1/1" \
        xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
        <trk>
        <trkseg>
        <trkpt lat="59.330000000" lon="-18.060000000"><ele>12.5</ele>\
        <time>2024-05-01T12:00:00.000Z</time><geoidheight>23</geoidheight><fix>dgps</fix>\
        <sat>9</sat><hdop>0.8</hdop><extensions><gpxtpx:TrackPointExtension>\
        <gpxtpx:speed>3.25</gpxtpx:speed><gpxtpx:course>90</gpxtpx:course>\
        </gpxtpx:TrackPointExtension></extensions></trkpt>
        </trkseg>
        <trkseg>
        <trkpt lat="-0.000000100" lon="179.500000000"></trkpt>
        </trkseg>
        </trk>
        </gpx>

        """)
  }

  @Test("GeoJSON points, longitude first, heights above the ellipsoid")
  func geoJSON() {
    #expect(
      written(Self.epochs, as: .geojson) == """
        {"type":"FeatureCollection","features":[
        {"type":"Feature","geometry":{"type":"Point","coordinates":[-18.06,59.33,35.5]},\
        "properties":{"time":"2024-05-01T12:00:00.000Z","altitude":12.5,\
        "ellipsoidal_altitude":35.5,"speed":3.25,"course":90,"satellites":9,"hdop":0.8,\
        "fix":"dgps","sats":[{"name":"E05","elevation":45.2,"used":true}]}},
        {"type":"Feature","geometry":{"type":"Point","coordinates":[179.5,-0.0000001]},\
        "properties":{"time":"T00:00:05.000Z","segment":1}}
        ]}

        """)
  }

  @Test("KML tracks, each point with its time; a line where there are no times")
  func kml() {
    #expect(
      written(Self.epochs, as: .kml) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
        <Document>
        <Placemark><gx:MultiTrack>
        <gx:Track>
        <altitudeMode>absolute</altitudeMode>
        <when>2024-05-01T12:00:00.000Z</when><gx:coord>-18.06 59.33 12.5</gx:coord>
        </gx:Track>
        </gx:MultiTrack></Placemark>
        <Placemark><LineString>
        <altitudeMode>clampToGround</altitudeMode>
        <coordinates>
        179.5,-0.0000001
        </coordinates>
        </LineString></Placemark>
        </Document>
        </kml>

        """)
  }

  @Test("GeoJSON has a line through the points, with times and heart rates")
  func geoJSONLine() {
    let noon = Timestamp(year: 2024, month: 5, day: 1, hour: 12)
    let ride = (0..<2).map { (number: Int) -> TraceEpoch in
      TraceEpoch(
        location: Location(coordinate: Coordinate(latitude: 1, longitude: 2 + Double(number))),
        timestamp: number == 0 ? noon : nil,
        sensors: Sensors(heartRate: number == 1 ? 142 : nil))
    }
    #expect(
      written(ride, as: .geojson).hasSuffix(
        #"""
        {"type":"Feature","geometry":{"type":"LineString","coordinates":[[2,1],[3,1]]},\#
        "properties":{"of":"points","coordTimes":["2024-05-01T12:00:00.000Z",null],\#
        "heartRates":[null,142]}}
        ]}

        """#))
  }

  @Test("GPX has a heart rate and the like in the extension's order, and power beside it")
  func gpxSensors() {
    let epoch = TraceEpoch(
      location: Location(coordinate: Coordinate(latitude: 1, longitude: 2), speed: 8.5),
      sensors: Sensors(heartRate: 142, cadence: 88, power: 250, temperature: 21))
    #expect(
      written([epoch], as: .gpx).contains(
        "<extensions><power>250</power><gpxtpx:TrackPointExtension><gpxtpx:atemp>21</gpxtpx:atemp>"
          + "<gpxtpx:hr>142</gpxtpx:hr><gpxtpx:cad>88</gpxtpx:cad><gpxtpx:speed>8.5</gpxtpx:speed>"
          + "</gpxtpx:TrackPointExtension></extensions>"))
    for format in [TraceOutputFormat.gpx, .csv, .jsonl, .geojson] {
      let again = TestSupport.epochs(of: Array(written([epoch], as: format).utf8))
      #expect(again.map(\.sensors) == [epoch.sensors], "\(format)")
    }
  }

  @Test("JSON, an object a line")
  func jsonLines() {
    #expect(
      written(Self.epochs, as: .jsonl) == """
        {"latitude":59.33,"longitude":-18.06,"time":"2024-05-01T12:00:00.000Z","altitude":12.5,\
        "ellipsoidal_altitude":35.5,"speed":3.25,"course":90,"satellites":9,"hdop":0.8,\
        "fix":"dgps","sats":[{"name":"E05","elevation":45.2,"used":true}]}
        {"latitude":-0.0000001,"longitude":179.5,"time":"T00:00:05.000Z","segment":1}

        """)
  }

  @Test("NMEA 0183, with what receivers write where there is no fix")
  func nmea() {
    #expect(
      written(Self.epochs, as: .nmea).split(separator: "\r\n").map { $0.dropLast(3) } == [
        "$GNGGA,120000.000,5919.8000000,N,01803.6000000,W,2,09,0.80,12.500,M,23.000,M,,",
        "$GNGSA,A,3,05,,,,,,,,,,,,,0.80,,3", "$GAGSV,1,1,01,05,45,,",
        "$GNRMC,120000.000,A,5919.8000000,N,01803.6000000,W,6.317,90.000,010524,,,D",
        "$GNRMC,130000.000,V,,,,,,,010524,,,N",
        "$GNGGA,000005.000,0000.0000060,S,17930.0000000,E,1,,,,M,,M,,",
        "$GNRMC,000005.000,A,0000.0000060,S,17930.0000000,E,,,,,,A",
      ])
  }

  @Test("A trace without any fix is a document all the same", arguments: TraceOutputFormat.allCases)
  func empty(format: TraceOutputFormat) {
    let text = written([], as: format)
    switch format {
    case .csv: #expect(text == CSVEncoderTests.header + "\n")
    case .gpx: #expect(text.hasSuffix("v2\">\n</gpx>\n"))
    case .geojson: #expect(text == #"{"type":"FeatureCollection","features":["# + "\n]}\n")
    case .kml: #expect(text.hasSuffix("<Document>\n</Document>\n</kml>\n"))
    case .jsonl, .nmea: #expect(text.isEmpty)
    }
  }
}
