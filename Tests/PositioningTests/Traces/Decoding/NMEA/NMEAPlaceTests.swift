@testable import Positioning
import Testing

@Suite("Waypoints and routes of NMEA 0183")
struct NMEAPlaceTests {
  private func epochs(_ sentences: [String], options: TraceOptions = TraceOptions()) -> [TraceEpoch]
  {
    var reader = NMEAReader(options: options)
    var result: [TraceEpoch] = []
    for sentence in sentences { reader.read(Array((sentence + "\r\n").utf8)) { result.append($0) } }
    reader.finish { result.append($0) }
    return result
  }

  private let places = [
    "$GPWPL,5917.000,N,01800.000,E,HOME", "$GPWPL,5918.000,N,01801.000,E,PIER",
  ]

  @Test("WPL is a waypoint, and said once however often it comes")
  func waypoints() {
    let found = epochs(places + ["$GPRMC,100000,A,5917.0,N,01800.0,E,1.0,,010524,,"] + places)
    #expect(found.map(\.kind) == [.waypoint, .waypoint, .track])
    #expect(found.map { $0.label?.name } == ["HOME", "PIER", nil])
    #expect(found.map(\.startsSegment) == [true, true, false])
  }

  @Test(
    "RTE is a route through waypoints, whichever come first",
    arguments: [true, false])
  func routes(placesFirst: Bool) {
    let route = ["$GPRTE,2,1,c,TRIP,HOME", "$GPRTE,2,2,c,TRIP,PIER"]
    let found = epochs(placesFirst ? places + route + route : route + places + route)
      .filter { $0.kind == .route }
    #expect(found.map { $0.label?.name } == ["HOME", "PIER"])
    #expect(found.first?.label?.line?.name == "TRIP")
    #expect(found.map { $0.location?.coordinate.longitude } == [18, 18 + 1.0 / 60])
  }

  @Test("A route goes through the points that are known at the end")
  func unknownPoints() {
    let found = epochs(["$GPRTE,1,1,c,TRIP,HOME,NOWHERE,PIER"] + places)
    #expect(found.filter { $0.kind == .route }.map { $0.label?.name } == ["HOME", "PIER"])
  }

  @Test("Tracks and waypoints of Magellan's receivers are read")
  func magellan() {
    let found = epochs([
      "$PMGNTRK,3343.4380,N,11200.5850,W,00150,M,173200.00,A,TRK,150305",
      "$PMGNTRK,3343.4390,N,11200.5850,W,00492,F,173201.00,A,TRK,150305",
      "$PMGNTRK,3343.4390,N,11200.5850,W,00492,F,173202.00,V,TRK,150305",
      "$PMGNWPL,3343.4380,N,11200.5850,W,00150,M,HOME,where we live,a",
    ])
    let track = found.filter { $0.kind == .track }
    #expect(track.map { $0.location?.altitude } == [150, 492 * 0.3048, nil])
    #expect(track.first?.timestamp?.description == "2005-03-15T17:32:00.000Z")
    let place = found.first { $0.kind == .waypoint }
    #expect(place?.label?.name == "HOME" && place?.label?.details == "where we live")
  }

  @Test("A field that cannot be costs that field, a position its sentence")
  func fields() {
    let found = epochs(["$GPRMC,100000,A,5917.0,N,01800.0,E,2.4,84.4,230314,999.9,W"])
    #expect(found.first?.location?.course == 84.4 && found.first?.location?.speed != nil)
    #expect(found.first?.location?.magneticVariation == nil)
    #expect(found.first?.timestamp?.description == "2014-03-23T10:00:00.000Z")
    #expect(epochs(["$GPRMC,100000,A,9917.0,N,01800.0,E,2.4,84.4,230314,1.0,W"]).isEmpty)
    #expect(epochs(["$GPRMC,990000,A,5917.0,N,01800.0,E,2.4,84.4,230314,1.0,W"]).isEmpty)
  }

  @Test("A time in hundredths and the same in thousandths are one epoch")
  func roundedTimes() {
    let found = epochs([
      "$GPGGA,100000.76,5917.0,N,01800.0,E,8,08,0.9,45.4,M,,M,,",
      "$GPGLL,5917.0,N,01800.0,E,100000.758,A,S",
      "$GPRMC,100000.76,A,5917.0,N,01800.0,E,2.4,84.4,230314,,",
      "$GPGGA,100001.76,5917.0,N,01800.0,E,8,08,0.9,45.4,M,,M,,",
    ])
    #expect(
      found.map { $0.timestamp?.description } == [
        "2014-03-23T10:00:00.758Z", "2014-03-23T10:00:01.760Z",
      ])
    #expect(found.first?.location?.fix == .simulated)
    // Receivers with a hundred fixes a second.
    #expect(
      epochs([
        "$GPGLL,5917.0,N,01800.0,E,100000.75,A,A", "$GPGLL,5917.0,N,01800.0,E,100000.76,A,A",
      ]).count == 2)
  }

  @Test("Comments are no damage, and other text is")
  func comments() {
    var reader = NMEAReader()
    let text = "# a drive\n  # of mine\nhello\n$GPGLL,5917.0,N,01800.0,E,100000,A\n"
    reader.read(Array(text.utf8)) { _ in }
    reader.finish { _ in }
    #expect(reader.statistics.skipped == 1 && reader.statistics.lines == 4)
  }

  @Test("Dates of a receiver that has lost count of the weeks are put right where asked")
  func rollovers() {
    let log = ["$GPRMC,100000,A,5917.0,N,01800.0,E,2.4,84.4,150904,,"]
    #expect(epochs(log).first?.timestamp?.description == "2004-09-15T10:00:00.000Z")
    #expect(
      epochs(log, options: TraceOptions(weekRollovers: 1)).first?.timestamp?.description
        == "2024-05-01T10:00:00.000Z")
  }

  @Test("ZDA says the century, and nothing else against RMC")
  func centuries() {
    let position = "A,5917.0,N,01800.0,E,,"
    func date(_ sentences: String...) -> String? {
      epochs(sentences).first?.timestamp?.description
    }
    let old = "2070-01-01T10:00:00.000Z"
    #expect(date("$GPRMC,100000,\(position),010170,,") == old)
    #expect(
      date("$GPRMC,100000,\(position),010170,,", "$GPZDA,100000,01,01,1970,,")
        == "1970-01-01T10:00:00.000Z")
    #expect(
      date("$GPZDA,100000,01,01,1970,,", "$GPRMC,100000,\(position),010170,,")
        == "1970-01-01T10:00:00.000Z")
    #expect(
      date("$GPZDA,100000,02,03,2020,,", "$GPRMC,100000,\(position),010524,,")
        == "2024-05-01T10:00:00.000Z")
  }
}
