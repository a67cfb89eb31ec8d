import Positioning
import TestSupport
import Testing

@Suite("Fixes written as gpsd reports them")
struct TPVWriterTests {
  private let time = Timestamp(nanosecondsSince1970: 1_714_564_800_250_000_000)

  private func line(_ epoch: LocationEpoch, climb: Double? = nil) -> String {
    var writer = TPVWriter()
    var bytes: [UInt8] = []
    writer.write(epoch, climb: climb, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("Everything that is known has gpsd's names and units")
  func full() {
    let fix = Location(
      coordinate: Coordinate(latitude: 59.33, longitude: -18.07), altitude: 12.5,
      ellipsoidalAltitude: 36, speed: 4.5, course: 90, horizontalAccuracy: 2.5,
      verticalAccuracy: 4, speedAccuracy: 0.2, fix: .dgps, timestamp: time)
    #expect(
      line(LocationEpoch(location: fix, clock: .zero), climb: 0.25)
        == #"{"class":"TPV","mode":3,"status":2,"time":"2024-05-01T12:00:00.250Z","lat":59.33,"#
        + #""lon":-18.07,"altMSL":12.5,"altHAE":36,"track":90,"speed":4.5,"climb":0.25,"eph":2.5,"#
        + #""epv":4,"eps":0.2}"# + "\n")
  }

  @Test("Without a fix the mode is 1, and nothing is made up")
  func none() {
    #expect(
      line(LocationEpoch(location: nil, timestamp: time, clock: .zero))
        == #"{"class":"TPV","mode":1,"time":"2024-05-01T12:00:00.250Z"}"# + "\n")
  }

  @Test("Our own reader reads it back")
  func readBack() throws {
    var text = ""
    for second in 0..<3 {
      let fix = Location(
        coordinate: Coordinate(latitude: 59.33 + Double(second) * 0.001, longitude: 18.07),
        altitude: 10, speed: 3, course: 12, fix: .gps,
        timestamp: time.advanced(by: .seconds(second)))
      text += line(LocationEpoch(location: fix, clock: .seconds(second)))
    }
    let folder = ScratchFolder()
    var file = try TraceFile(path: folder.write("log.json", text.utf8))
    #expect(file.format == .gpsd)
    var fixes: [Location] = []
    while let epoch = try file.next() { if let fix = epoch.location { fixes.append(fix) } }
    #expect(fixes.map(\.coordinate.latitude) == [59.33, 59.331, 59.332])
    #expect(fixes.allSatisfy { $0.altitude == 10 && $0.speed == 3 && $0.course == 12 })
  }
}
