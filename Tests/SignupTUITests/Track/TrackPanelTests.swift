import Positioning
import TerminalKit
import Testing

@testable import SignupTUI

@Suite("The common part of the track's screens, drawn from values alone")
struct TrackPanelTests {
  private func text(
    _ track: ShownTrack, page: TrackPage = .map, size: Size = Size(100, 20)
  ) -> String {
    var panel = TrackPanel(
      pages: [.map, .fixes, .satellites, .trace], look: TrackLook(markers: .ascii))
    panel.page = page
    var canvas = Canvas(size: size)
    panel.draw(track, in: canvas.bounds, on: &canvas)
    return canvas.lines.joined(separator: "\n")
  }

  private func track(_ facts: TraceFacts? = nil) -> ShownTrack {
    var track = ShownTrack(trace: facts)
    track.snapshot.add(
      LocationEpoch(
        location: Location(coordinate: Coordinate(latitude: 59.3299, longitude: 18.0699)),
        mode: .threeDimensional, clock: .zero))
    track.positionFix = track.snapshot.lastFix
    return track
  }

  @Test("The position is that of the fix that it is given, and -- without one")
  func place() {
    var track = track()
    #expect(text(track).contains("59.3299"))
    track.positionFix = nil
    #expect(!text(track).contains("59.3299"))
    #expect(text(track, size: Size(10, 4)).contains("--"))
  }

  @Test("The profile says the values of the present fix, not the mean of its stretch")
  func profile() {
    var profile = ShownProfile()
    for (second, speed) in [10.0, 20].enumerated() {
      profile.profile.add(
        altitude: speed * 10, speed: speed, sensors: Sensors(), at: .seconds(second), distance: 0)
    }
    profile.clock = .zero
    profile.fix = Location(
      coordinate: Coordinate(latitude: 59.3299, longitude: 18.0699), altitude: 100, speed: 10)
    var canvas = Canvas(size: Size(60, 12))
    ProfilePage(shown: profile, units: .metric)
      .draw(in: canvas.bounds, markers: .ascii, on: &canvas)
    let lines = canvas.lines
    #expect(lines.contains { $0.hasPrefix("Speed  36.0 km/h ") })
    #expect(lines.contains { $0.hasPrefix("Height  100 m ") })
  }

  @Test("An error stands above the last position, and alone where none is known")
  func error() {
    var track = track()
    track.errorMessage = "No permission."
    for size in [Size(100, 20), Size(40, 10), Size(18, 3), Size(16, 2)] {
      track.positionFix = track.snapshot.lastFix
      #expect(text(track, size: size).contains("No permission."))
      #expect(text(track, size: size).contains("59.3299"))
      track.positionFix = nil
      #expect(text(track, size: size).contains("No permission."))
      #expect(!text(track, size: size).contains("59.3299"))
    }
  }

  @Test("No fix comes any more once a trace was read to its end")
  func placeholder() {
    var facts = TraceFacts(
      format: .nmea, statistics: TraceStatistics(), track: TrackStatistics(), progress: 1)
    for page in [TrackPage.map, .fixes] {
      #expect(text(ShownTrack(), page: page).contains("no fix yet"))
      facts.isReadToItsEnd = false
      #expect(text(ShownTrack(trace: facts), page: page).contains("no fix yet"))
      facts.isReadToItsEnd = true
      #expect(text(ShownTrack(trace: facts), page: page).contains("no fix in this trace"))
    }
  }

  @Test("The page of the trace lists its facts, on any screen that has room for a page")
  func trace() {
    let facts = TraceFacts(
      format: .nmea, length: .seconds(3723), statistics: TraceStatistics(),
      track: TrackStatistics(), progress: 1)
    #expect(
      facts.rows.map(\.label) == ["Format", "Length", "Read", "Epochs", "Skipped"])
    #expect(text(track(facts), page: .trace).contains("1:02:03"))
    #expect(text(track(facts), page: .trace, size: Size(60, 4)).contains("1:02:03"))
    #expect(text(track(), page: .trace).allSatisfy { $0 == " " || $0 == "\n" })
  }
}
