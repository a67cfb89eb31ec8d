import Positioning
import TestSupport
import Testing

@Suite("Reading KML")
struct KMLReaderTests {
  private func read(_ inside: String) -> (epochs: [TraceEpoch], statistics: TraceStatistics) {
    var reader = TraceReader()
    var epochs: [TraceEpoch] = []
    let text = "<?xml version='1.0'?><kml><Document>\(inside)</Document></kml>"
    for piece in TraceSampleTests.cut(Array(text.utf8), 9) {
      reader.read(piece) { epochs.append($0) }
    }
    reader.finish { epochs.append($0) }
    return (epochs, reader.statistics)
  }

  @Test("A track has times, heights and heart rates; a placemark's point is a waypoint")
  func track() throws {
    let whole = epochs(of: TraceSample.kml.bytes)
    #expect(whole.map(\.kind) == [.waypoint] + [TraceKind](repeating: .track, count: 8))
    #expect(whole[0].label?.name == "Home")
    #expect(whole[1].label?.line?.name == "Ride")
    #expect(whole[3].timestamp?.description == "2024-05-01T12:00:02.000Z")
    #expect(whole[3].location?.altitude == 12.5)
    let rates: [Double] = (140..<148).map { Double($0) }
    #expect(whole.dropFirst().map(\.sensors.heartRate) == rates)
    #expect(whole.dropFirst().map(\.startsSegment) == (0..<8).map { $0 == 0 })
  }

  @Test("Times and places are paired in any order, and an empty place keeps its own")
  func order() {
    let (a, b) = ("<when>2024-05-01</when>", "<when>2024-06</when>")
    let (x, y) = ("<gx:coord>1 2</gx:coord>", "<gx:coord>3 4</gx:coord>")
    for inside in [a + b + x + y, x + y + a + b, a + x + b + y, x + a + b + y] {
      let found = read("<Placemark><gx:Track>\(inside)</gx:Track></Placemark>").epochs
      #expect(
        found.map { $0.timestamp?.description } == [
          "2024-05-01T00:00:00.000Z", "2024-06-01T00:00:00.000Z",
        ])
      #expect(found.map { $0.location?.coordinate.latitude } == [2, 4])
    }
    let found = read("<gx:Track>\(a)\(b)<gx:coord></gx:coord>\(y)</gx:Track>").epochs
    #expect(found.map { $0.location?.coordinate.latitude } == [nil, 4])
    #expect(found.last?.timestamp?.description == "2024-06-01T00:00:00.000Z")
  }

  @Test("A line is a segment without times, its tuples apart by anything blank")
  func line() {
    let found = read(
      "<Placemark><name>A &amp; B</name><LineString><coordinates>\n1,2,7 3,4 <!-- , -->5, 6, 8\n"
        + "</coordinates></LineString></Placemark>"
    ).epochs
    #expect(found.map { $0.location?.coordinate.longitude } == [1, 3, 5])
    #expect(found.map { $0.location?.altitude } == [7, nil, 8])
    #expect(found.map(\.startsSegment) == [true, false, false])
    #expect(found[0].label?.line?.name == "A & B")
  }

  @Test("Beside a track a line is no second one, wherever it stands")
  func lineBesideTrack() {
    let line = "<LineString><coordinates>1,2 3,4</coordinates></LineString>"
    let track = "<gx:Track><when>2024</when><gx:coord>1 2 3</gx:coord></gx:Track>"
    for inside in [line + track, track + line] {
      #expect(read(inside).epochs.map(\.timestamp?.description) == ["2024-01-01T00:00:00.000Z"])
    }
  }

  @Test("Polygons are no track, and heights above the ground are left out")
  func others() {
    let ring = "<LinearRing><coordinates>1,2 3,4</coordinates></LinearRing>"
    let line = """
      <LineString><altitudeMode>relativeToGround</altitudeMode><coordinates>1,2,5</coordinates>\
      </LineString>
      """
    let found = read("<Polygon><outerBoundaryIs>\(ring)</outerBoundaryIs></Polygon>\(line)").epochs
    #expect(found.count == 1)
    #expect(found.first?.location?.altitude == nil)
  }

  @Test("Of a track longer than is held every point comes, with its time")
  func long() {
    let count = 40_000
    let times = String(repeating: "<when>2024-05-01T12:00:00Z</when>", count: count)
    let places = String(repeating: "<gx:coord>1 2 3</gx:coord>", count: count)
    let found = epochs(of: Array("<kml><gx:Track>\(times)\(places)</gx:Track></kml>".utf8))
    #expect(found.count == count)
    #expect(found.allSatisfy { $0.timestamp != nil })
  }

  @Test("Of times that stand too far behind their places it is counted how many are lost")
  func tooLong() {
    let count = 300_000
    var document = "<kml><gx:Track>"
    for index in 0..<count {
      document += "<gx:coord>\(index % 9).\(index) \(index % 8).\(index) 3</gx:coord>"
    }
    document += String(repeating: "<when>2024-05-01T12:00:00Z</when>", count: count)
    var reader = TraceReader()
    var (found, timed) = (0, 0)
    func note(_ epoch: TraceEpoch) {
      found += 1
      if epoch.timestamp != nil { timed += 1 }
    }
    reader.read(Array((document + "</gx:Track></kml>").utf8), note)
    reader.finish(note)
    #expect(found == count)
    let lost = reader.statistics.count(of: .lateValue)
    #expect(lost > 10_000 && timed == count - lost)
  }
}
