import Positioning
import Testing

@Suite("Writing waypoints and routes of NMEA 0183")
struct NMEARouteTests {
  private func point(
    _ kind: TraceKind, _ latitude: Double, _ name: String? = nil, number: UInt32 = 0,
    line: String? = nil
  ) -> TraceEpoch {
    TraceEpoch(
      location: Location(coordinate: Coordinate(latitude: latitude, longitude: 18)),
      startsSegment: line != nil || kind == .waypoint, kind: kind, number: number,
      label: TraceLabel(name: name, line: TraceLabel(name: line)))
  }

  private func sentences(_ epochs: [TraceEpoch]) -> [String] {
    var (encoder, bytes) = (NMEAEncoder(), [UInt8]())
    encoder.begin(&bytes)
    for epoch in epochs { encoder.write(epoch, to: &bytes) }
    encoder.end(&bytes)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").map(String.init)
  }

  private func read(_ sentences: [String]) -> [TraceEpoch] {
    var (reader, epochs) = (TraceReader(), [TraceEpoch]())
    reader.read(Array(sentences.joined(separator: "\r\n").utf8 + [13, 10])) { epochs.append($0) }
    reader.finish { epochs.append($0) }
    return epochs
  }

  @Test("A waypoint is a WPL, a route's points too, and RTE comes behind the last one")
  func route() {
    #expect(
      sentences([
        point(.waypoint, 59, "Home"), point(.route, 59, "Home", number: 1, line: "Trip"),
        point(.route, 60, "Pier, old", number: 1), point(.route, 61, number: 1),
      ]) == [
        "$GPWPL,5900.0000000,N,01800.0000000,E,Home*61",
        "$GPWPL,6000.0000000,N,01800.0000000,E,Pier_ old*72",
        "$GPWPL,6100.0000000,N,01800.0000000,E,R1P3*45",
        "$GPRTE,1,1,c,Trip,Home,Pier_ old,R1P3*3D",
      ])
  }

  @Test("Routes come back with their names, order and places, between tracks as well")
  func roundTrip() {
    let names = (1...40).map { "Point \($0)" }
    var original = names.enumerated().map { index, name in
      point(.route, 50 + Double(index) / 8, name, number: 1, line: index == 0 ? "There" : nil)
    }
    original.append(point(.route, 10, "Point 1", number: 2, line: "Back"))
    original.append(point(.route, 11, "Point 2", number: 2))
    original.append(point(.track, 12))
    original.append(point(.route, 13, "End", number: 3, line: "Last"))
    let written = sentences(original)
    #expect(written.allSatisfy { $0.utf8.count <= 80 })
    let again = read(written).filter { $0.kind == .route }
    let routes = original.filter { $0.kind == .route }
    #expect(again.map { $0.location?.coordinate } == routes.map { $0.location?.coordinate })
    #expect(again.map(\.number) == routes.map(\.number))
    #expect(again.compactMap { $0.label?.line?.name } == ["There", "Back", "Last"])
    #expect(again.prefix(40).map { $0.label?.name } == names)
    // Another place of the same name.
    #expect(again.dropFirst(40).map { $0.label?.name } == ["Point 1-2", "Point 2-2", "End"])
  }

  @Test("A route that is too long for RTE is several routes of its name")
  func longRoute() {
    let points = (0..<5000).map { index in
      point(
        .route, Double(index) / 100, "a name of many letters \(index)", number: 1,
        line: index == 0 ? "Long" : nil)
    }
    let parts = sentences(points).filter { $0.hasPrefix("$GPRTE") }
    #expect(parts.allSatisfy { $0.contains(",c,Long,") })
    #expect(parts.compactMap { Int($0.split(separator: ",")[1]) }.max() == 999)
    let names: [Int] = parts.map { $0.split(separator: ",").count - 5 }
    #expect(names.reduce(0, +) == 5000)
  }
}
