import TestSupport
import Testing

@testable import Positioning

@Suite("JSON of ships' networks")
struct MarineReaderTests {
  @Test("A position of canboat has course and speed of the message nearest in time")
  func canboat() {
    let found = epochs(of: TraceSample.canboat.bytes)
    #expect(found.count == 8)
    #expect(found.allSatisfy { $0.location?.speed == 4.25 && $0.location?.course == 15.5 })
    #expect(found[3].timestamp?.description == "2024-05-01T12:00:03.100Z")
    #expect(found[3].location?.coordinate == Coordinate(latitude: 59.333, longitude: 18.06))
  }

  @Test("Of two receivers the first one counts, and full positions beside rapid ones add heights")
  func sources() {
    func line(_ source: Int, _ number: Int, _ time: String, _ fields: String) -> String {
      #"{"timestamp":"2016-02-28-19:57:0\#(time)","src":\#(source),"pgn":\#(number),"fields":{\#(fields)}}"#
        + "\n"
    }
    let place = #""Latitude":59.33,"Longitude":18.06"#
    let found = epochs(
      of: Array(
        (line(3, 129025, "2.000", place) + line(4, 129025, "2.050", place)
          + line(3, 129029, "2.100", place + #","Altitude":12.5,"Number of SVs":9,"HDOP":0.8"#)
          + line(3, 129025, "3.000", place)).utf8))
    #expect(
      found.map(\.timestamp?.description) == [
        "2016-02-28T19:57:02.000Z", "2016-02-28T19:57:03.000Z",
      ])
    #expect(found.map(\.location?.altitude) == [12.5, nil])
    #expect(found[0].location?.satellitesUsed == 9 && found[0].location?.hdop == 0.8)
  }

  @Test("A value is of the fix whose time is nearest, and of several the nearest counts")
  func nearest() {
    func line(_ time: String, _ number: Int, _ fields: String) -> String {
      #"{"timestamp":"2011-04-25-06:25:0\#(time)","src":3,"pgn":\#(number),"#
        + #""fields":{\#(fields)}}"# + "\n"
    }
    let place = #""Latitude":55.7,"Longitude":12.5"#
    func speeds(_ lines: String...) -> [Double?] {
      epochs(of: Array(lines.joined().utf8)).map(\.location?.speed)
    }
    #expect(
      speeds(
        line("2.0", 129025, place), line("2.1", 129026, #""SOG":5"#),
        line("2.2", 129026, #""SOG":6"#), line("2.4", 129026, #""SOG":7"#),
        line("2.5", 129025, place), line("2.6", 129025, place)) == [5, 7, nil])
    #expect(
      speeds(
        line("1.6", 129026, #""SOG":4"#), line("1.9", 129026, #""SOG":5"#),
        line("2.0", 129025, place), line("2.3", 129026, #""SOG":6"#)) == [5])
    #expect(
      speeds(line("1.2", 129026, #""SOG":4"#), line("2.0", 129025, place)) == [nil])
  }

  @Test("Canboat's angles are radians if its first line says SI units")
  func radians() {
    let messages = [
      #""pgn":129025,"fields":{"Latitude":55,"Longitude":12}"#,
      #""pgn":129026,"fields":{"COG":1.5,"SOG":5}"#,
    ].map { #"{"timestamp":"2011-04-25-06:25:02","src":3,\#($0)}"# + "\n" }
    for (units, course) in [("si", 1.5 * 180 / .pi), ("std", 1.5)] {
      let head = #"{"version":"4.9.0","units":"\#(units)"}"# + "\n"
      let found = epochs(of: Array((head + messages.joined()).utf8))
      #expect(abs((found.first?.location?.course ?? 0) - course) < 1e-9)
      #expect(found.first?.location?.speed == 5)
    }
  }

  /// A position of Signal K at a second.
  private func delta(
    _ second: Int, _ latitude: Double, context: String = "vessels.self",
    source: String = #""$source":"gps.A""#
  ) -> String {
    #"{"context":"\#(context)","updates":[{\#(source),"timestamp":"2024-05-01T12:00:0\#(second)Z","#
      + #""values":[{"path":"navigation.position","value":{"latitude":\#(latitude),"longitude":12}}]}]}"#
      + "\n"
  }

  @Test(
    "Of two receivers of Signal K the first one counts",
    arguments: [
      (#""$source":"gps.A""#, #""$source":"gps.B""#),
      (#""source":{"label":"A"}"#, #""source":{"label":"B"}"#),
      (#""source":{"label":"N2K","src":"3"}"#, #""source":{"label":"N2K","src":"4"}"#),
    ])
  func signalKSources(first: String, second: String) {
    let speed =
      #"{"context":"vessels.self","updates":[{\#(second),"timestamp":"2024-05-01T12:00:01Z","#
      + #""values":[{"path":"navigation.speedOverGround","value":9},"#
      + #"{"path":"navigation.headingTrue","value":0.0}]}]}"# + "\n"
    let text =
      delta(0, 55, source: first) + delta(0, 56, source: second) + delta(1, 55, source: first)
      + delta(1, 56, source: second) + speed
    let found = epochs(of: Array(text.utf8))
    #expect(found.map(\.location?.coordinate.latitude) == [55, 55])
    #expect(found.map(\.location?.speed) == [nil, nil])
    #expect(found.map(\.location?.heading) == [nil, 0])
  }

  @Test(
    "The own ship is known by its name in either form",
    arguments: [
      ("urn:mrn:x:1", "vessels.urn:mrn:x:1"), ("vessels.urn:mrn:x:1", "urn:mrn:x:1"),
      ("vessels.urn:mrn:x:1", "vessels.urn:mrn:x:1"), ("urn:mrn:x:1", "vessels.self"),
    ])
  func ownShip(own: String, context: String) {
    let text =
      #"{"name":"server","version":"1.0.4","self":"\#(own)"}"# + "\n"
      + delta(0, 55, context: context) + delta(1, 56, context: "vessels.urn:mrn:x:2")
    #expect(epochs(of: Array(text.utf8)).map(\.location?.coordinate.latitude) == [55])
  }

  @Test("The log of a server has a time and a letter before each delta")
  func serverLog() {
    let text = "1714557600000;I;" + delta(0, 55) + "1714557601000;I;" + delta(1, 55.1)
    #expect(epochs(of: Array(text.utf8)).map(\.location?.coordinate.latitude) == [55, 55.1])
  }

  @Test("Signal K has radians, and other ships are not the own one")
  func signalK() {
    let other =
      #"{"context":"vessels.urn:mrn:imo:mmsi:1","updates":[{"timestamp":"2024-05-01T12:00:00Z","#
      + #""values":[{"path":"navigation.position","value":{"latitude":1,"longitude":2}}]}]}"# + "\n"
    let found = epochs(of: TraceSample.signalK.bytes + Array(other.utf8))
    #expect(found.count == 8)
    #expect(found.allSatisfy { $0.location?.speed == 4.25 })
    #expect(abs((found[0].location?.course ?? 0) - 90) < 1e-9)
    #expect(found[0].location?.coordinate == Coordinate(latitude: 59.330, longitude: 18.06))
  }
}
