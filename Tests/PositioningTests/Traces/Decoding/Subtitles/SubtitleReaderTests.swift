import TestSupport
import Testing

@testable import Positioning

@Suite("Subtitles of drones")
struct SubtitleReaderTests {
  @Test("Positions, heights above sea level and the drone's clock are read")
  func newer() {
    let found = epochs(of: TraceSample.subtitles.bytes)
    #expect(found.count == 8)
    #expect(found[1].location?.coordinate == Coordinate(latitude: 59.331, longitude: 18.06))
    #expect(found[1].location?.altitude == 31.1)
    #expect(found[1].timestamp?.description == "2024-05-01T14:00:01.250Z")
    #expect(found.allSatisfy { $0.hasLocalTime })
  }

  @Test(
    "Older forms are read, too",
    arguments: [
      "HOME(18.0000,59.0000) 2024.05.01 14:00:00\nGPS(18.0600,59.3300,15) BAROMETER:30",
      "F/2.8, SS 206, ISO 150, EV 0, GPS (18.0600, 59.3300, 15), D 73.87m, H 39.00m, H.S 1.50m/s",
      "[latitude : 59.330000] [longtitude : 18.060000] [altitude: 31.000000]",
    ])
  func older(text: String) {
    let found = epochs(
      of: Array("1\n00:00:01,500 --> 00:00:02,000\n\(text)\n\n".utf8))
    #expect(
      found.map(\.location?.coordinate) == [Coordinate(latitude: 59.33, longitude: 18.06)])
    if text.hasPrefix("HOME") {
      #expect(found.first?.timestamp?.description == "2024-05-01T14:00:00.000Z")
    } else {
      #expect(found.first?.timestamp == nil && found.first?.timeOfDay == .milliseconds(1500))
    }
    if text.hasPrefix("F/") { #expect(found.first?.location?.speed == 1.5) }
  }

  @Test("A drone without a fix has none, and a film without positions is refused")
  func none() {
    let found = epochs(
      of: Array("1\n00:00:01,500 --> 00:00:02,000\n[latitude: 0.0] [longitude: 0.0]\n".utf8))
    #expect(found.map(\.location) == [nil])
    let film = TemporaryTrace(Array("1\n00:00:01,500 --> 00:00:02,000\nHello!\n\n".utf8))
    defer { film.remove() }
    do {
      _ = try TraceFile(path: film.path)
      Issue.record("It was read.")
    } catch {
      #expect(error.description.contains("subtitles (SRT), without positions"))
    }
  }
}
