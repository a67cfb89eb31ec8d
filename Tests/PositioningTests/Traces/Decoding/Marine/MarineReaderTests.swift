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
