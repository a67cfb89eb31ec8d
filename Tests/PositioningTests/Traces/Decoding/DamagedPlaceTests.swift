import Positioning
import TestSupport
import Testing

/// Places that are none, in all formats that are read.
@Suite("Places that are none")
struct DamagedPlaceTests {
  /// A place of a trace: its latitude and longitude, and its second.
  struct Place {
    var latitude: String
    var longitude: String
    var second: Int
    var segment: Int
  }

  static let formats = [
    "gpx", "kml track", "kml line", "tcx", "geojson", "jsonl", "csv", "tpv",
  ]
  /// Those in which segments begin.
  static let withSegments = formats.filter { $0 != "tpv" }

  /// A trace of two segments.
  static func trace(_ format: String, _ places: [Place]) -> [UInt8] {
    func time(_ place: Place) -> String { "2025-05-02T09:00:\(place.second + 10)Z" }
    func joined(
      _ start: String, _ begin: String, _ end: String, _ finish: String, separator: String = "",
      _ point: (Place) -> String
    ) -> String {
      let segments = (1...2).map { number in
        let points = places.filter { $0.segment == number }.map(point)
        return "\(begin)\(points.joined(separator: separator))\(end)"
      }
      return "\(start)\(segments.joined(separator: separator))\(finish)"
    }
    let text =
      switch format {
      case "gpx":
        joined("<gpx><trk>", "<trkseg>", "</trkseg>", "</trk></gpx>") {
          "<trkpt lat='\($0.latitude)' lon='\($0.longitude)'><time>\(time($0))</time></trkpt>"
        }
      case "kml track":
        joined(
          "<kml><Placemark><gx:MultiTrack>", "<gx:Track>", "</gx:Track>",
          "</gx:MultiTrack></Placemark></kml>"
        ) { "<when>\(time($0))</when><gx:coord>\($0.longitude) \($0.latitude)</gx:coord>" }
      case "kml line":
        joined(
          "<kml><Placemark><MultiGeometry>", "<LineString><coordinates>",
          "</coordinates></LineString>", "</MultiGeometry></Placemark></kml>"
        ) { "\($0.longitude),\($0.latitude) " }
      case "tcx":
        joined(
          "<TrainingCenterDatabase><Activities><Activity><Lap>", "<Track>", "</Track>",
          "</Lap></Activity></Activities></TrainingCenterDatabase>"
        ) {
          """
          <Trackpoint><Time>\(time($0))</Time><Position><LatitudeDegrees>\($0.latitude)\
          </LatitudeDegrees><LongitudeDegrees>\($0.longitude)</LongitudeDegrees></Position>\
          </Trackpoint>
          """
        }
      case "geojson":
        joined(
          #"{"type":"Feature","geometry":{"type":"MultiLineString","coordinates":["#, "[", "]",
          #"]},"properties":{"coordTimes":["#, separator: ","
        ) { "[\($0.longitude),\($0.latitude)]" }
          + joined("", "[", "]", "]}}", separator: ",") { "\"\(time($0))\"" }
      case "jsonl":
        places.map {
          #"{"latitude":\#($0.latitude),"longitude":\#($0.longitude),"time":"\#(time($0))","#
            + "\"segment\":\($0.segment)}\n"
        }.joined()
      case "csv":
        "time,latitude,longitude,segment\n"
          + places.map { "\(time($0)),\($0.latitude),\($0.longitude),\($0.segment)\n" }.joined()
      default:
        places.map {
          #"{"class":"TPV","mode":2,"time":"\#(time($0))","lat":\#($0.latitude),"#
            + "\"lon\":\($0.longitude)}\n"
        }.joined()
      }
    return Array(text.utf8)
  }

  static func figures(_ bytes: [UInt8]) -> TrackStatistics {
    var summary = TraceSummary()
    for epoch in epochs(of: bytes) { summary.add(epoch) }
    return summary.track
  }

  /// Two segments of seven places, 5 m from one to the next.
  static let places = (0..<14).map { number in
    Place(
      latitude: "\(55.7 + Double(number / 7) * 0.02 + Double(number % 7) * 45e-6)",
      longitude: "12.55", second: number / 7 * 20 + number % 7, segment: number / 7 + 1)
  }

  @Test(
    "A segment begins where its first places are damaged or 0, 0", arguments: withSegments,
    [("100.0", "180.0"), ("0", "0"), ("0.0", "0.000000"), ("55.7", "500.5")])
  func damagedBeginning(format: String, damage: (latitude: String, longitude: String)) {
    for count in [1, 3] {
      for beginning in [0, 7] {
        var places = Self.places
        for index in 0..<count {
          places[beginning + index].latitude = damage.latitude
          places[beginning + index].longitude = damage.longitude
        }
        let track = Self.figures(Self.trace(format, places))
        #expect(track.fixCount == 14 - count, "\(format)")
        #expect(abs(track.distance - 60.1 + Double(count) * 5) < 0.2, "\(track.distance) m")
        #expect(track.gapCount == 1)
      }
    }
  }

  @Test("A segment begins where its first places are damaged, also in what is written of it")
  func writtenBeginning() {
    var places = Self.places
    (places[7].latitude, places[8].latitude) = ("100.0", "0")
    places[8].longitude = "0"
    let read = epochs(of: Self.trace("gpx", places))
    for format in TraceOutputFormat.allCases where format != .nmea {
      let track = Self.figures(Array(written(read, as: format).utf8))
      #expect(track.fixCount == 12 && track.gapCount == 1, "\(format)")
    }
  }

  @Test(
    "0, 0 counts in no format, at the beginning, in the middle and at the end", arguments: formats)
  func nowhere(format: String) {
    for indices in [[0], [0, 1, 2, 3], [3], [6], [2, 4, 6]] {
      var places = Array(Self.places.prefix(7))
      for index in indices { (places[index].latitude, places[index].longitude) = ("0", "0") }
      let bytes = Self.trace(format, places)
      let track = Self.figures(bytes)
      #expect(track.fixCount == 7 - indices.count, "\(format)")
      #expect(track.distance < 31 && (track.bounds?.south ?? 0) > 55)
      for output in TraceOutputFormat.allCases {
        let again = epochs(of: Array(written(epochs(of: bytes), as: output).utf8))
        #expect(again.count { $0.location != nil } == 7 - indices.count, "\(output)")
      }
    }
  }

  @Test("0, 0 counts in no sentence", arguments: ["RMC", "GGA", "GLL", "GNS", "PUBX"])
  func nowhereInSentences(type: String) {
    let sentences = (0..<5).map { second -> String in
      let place =
        second < 2 ? "0000.0000,N,00000.0000,E" : "5542.00\(second)0,N,01233.0000,E"
      let clock = "11000\(second).00"
      return switch type {
      case "RMC": "GPRMC,\(clock),A,\(place),9.7,0.0,140625,,,A"
      case "GGA": "GPGGA,\(clock),\(place),1,08,0.9,30,M,40,M,,"
      case "GLL": "GPGLL,\(place),\(clock),A,A"
      case "GNS": "GNGNS,\(clock),\(place),AA,08,0.9,30,40,,"
      default: "PUBX,00,\(clock),\(place),50,G3,5,5,36,0,0,,1,1,1,8,0,0"
      }
    }
    let track = Self.figures(
      Array(sentences.map { nmeaSentence($0) + "\r\n" }.joined().utf8))
    #expect(track.fixCount == 3 && track.distance < 10)
  }

  @Test("A waypoint may be at 0, 0")
  func placeAtNowhere() {
    let gpx = "<gpx><wpt lat='0' lon='0'><name>Null Island</name></wpt></gpx>"
    #expect(epochs(of: Array(gpx.utf8)).map { $0.location != nil } == [true])
  }

  @Test(
    "A longitude beyond the date line is turned round",
    arguments: formats, [("-180.1", 179.9), ("180.1", -179.9), ("180", 180), ("-180", -180)])
  func dateLine(format: String, longitude: (read: String, expected: Double)) {
    var places = Array(Self.places.prefix(3))
    for index in places.indices { places[index].longitude = longitude.read }
    let found = epochs(of: Self.trace(format, places)).compactMap { $0.location?.coordinate }
    #expect(found.count == 3)
    for place in found { #expect(abs(place.longitude - longitude.expected) < 1e-9, "\(format)") }
  }

  @Test(
    "Up to 360° in what is no table, and not further",
    arguments: formats.filter { $0 != "csv" }, [("359.5", -0.5), ("-200.25", 159.75)])
  func roundTheWorld(format: String, longitude: (read: String, expected: Double)) {
    var places = Array(Self.places.prefix(3))
    for index in places.indices { places[index].longitude = longitude.read }
    places[2].longitude = "360.5"
    let found = epochs(of: Self.trace(format, places)).compactMap { $0.location?.coordinate }
    #expect(found.count == 2)
    for place in found { #expect(abs(place.longitude - longitude.expected) < 1e-9, "\(format)") }
  }
}
