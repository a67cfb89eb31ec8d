import Positioning
import Testing

@testable import ViewModels

@Suite("Replays of several pieces: logs put together, clocks set back, tracks")
struct ReplayPiecesTests {
  /// Two logs, of 600 and 300 seconds, the second one of an earlier hour.
  private static let joined: [UInt8] = table((7200..<7800).map { $0 } + (3600..<3900).map { $0 })

  private static func table(_ seconds: [Int]) -> [UInt8] {
    var text = "time,latitude,longitude\n"
    for (index, second) in seconds.enumerated() {
      let time = Timestamp(nanosecondsSince1970: Int64(second) * 1_000_000_000)
      text += "\(time),59.\(100_000 + index),18.5\n"
    }
    return Array(text.utf8)
  }

  /// Two tracks, a year apart, a place saved long before, and a plan.
  private static let tracks = Array(
    """
    <gpx><wpt lat="1" lon="1"><time>2001-01-01T00:00:00Z</time><name>Home</name></wpt>
    <rte><rtept lat="2" lon="2"/><rtept lat="3" lon="3"/></rte>
    <trk><name>One</name><trkseg>
    <trkpt lat="59" lon="18"><time>2023-05-01T10:00:00Z</time></trkpt>
    <trkpt lat="59.001" lon="18"><time>2023-05-01T10:01:00Z</time></trkpt></trkseg></trk>
    <trk><name>Two</name><trkseg>
    <trkpt lat="60" lon="18"><time>2024-05-01T10:00:00Z</time></trkpt>
    <trkpt lat="60.001" lon="18"><time>2024-05-01T10:02:00Z</time></trkpt></trkseg></trk></gpx>
    """.utf8)

  /// A replay whose trace is surveyed.
  private func surveyed(
    _ bytes: [UInt8], options: ReplayOptions = ReplayOptions()
  ) throws -> Replay {
    let replay = try Replay(bytes, options: options)
    replay.provider.survey(from: TrackSnapshot())
    replay.wait(0)
    return replay
  }

  @Test("It is as long as its pieces together")
  func duration() throws {
    #expect(try surveyed(Self.joined).playback.duration == .seconds(599 + 299))
    #expect(try surveyed(Self.tracks).playback.duration == .seconds(60 + 120))
  }

  @Test("Half of it is half of it, and every place can be sought", arguments: [0.25, 0.5, 0.9])
  func seek(part: Double) throws {
    let replay = try surveyed(Self.joined)
    replay.provider.seek(toProgress: part)
    replay.wait(0)
    #expect(abs(replay.playback.progress - part) < 0.002)
    #expect(abs((replay.second ?? 0) - part * 898) < 2)
    replay.seek(by: .seconds(-100))
    #expect(abs((replay.second ?? 0) - part * 898 + 100) < 2)
    replay.seek(by: .seconds(50))
    #expect(abs((replay.second ?? 0) - part * 898 + 50) < 2)
  }

  @Test("Tracks are played one after another, without the years between, places and plans")
  func tracks() throws {
    let replay = try surveyed(Self.tracks)
    replay.provider.rate = .infinity
    replay.provider.play()
    replay.wait(0)
    #expect(replay.deliveries.map(\.log) == [0, 60_000, 60_000, 180_000])
    let track = replay.track
    #expect(track.statistics.fixCount == 4 && track.statistics.elapsed == .seconds(180))
    #expect(track.statistics.gapCount == 0 && track.path.segments.count == 2)
    let contents = try #require(replay.provider.surveyor).survey.outline.contents
    #expect(contents.waypoints.map(\.label?.name) == ["Home"] && contents.routes.count == 1)
  }

  @Test("One track is played, by its number or its name", arguments: ["2", "Two"])
  func oneTrack(line: String) throws {
    var options = ReplayOptions()
    options.line = TraceSelection.Line(line)
    let replay = try surveyed(Self.tracks, options: options)
    #expect(replay.playback.duration == .seconds(120))
    replay.provider.rate = .infinity
    replay.provider.play()
    replay.wait(0)
    #expect(replay.deliveries.map(\.log) == [0, 120_000])
  }

  @Test("Where there is no track, the routes are played")
  func routes() throws {
    let text =
      "<gpx><wpt lat='1' lon='1'/><rte><rtept lat='2' lon='2'/><rtept lat='3' lon='3'/></rte></gpx>"
    let replay = try surveyed(Array(text.utf8))
    #expect(replay.provider.surveyor?.survey.outline.kind == .route)
    #expect(replay.provider.surveyor?.survey.outline.fixCount == 2)
  }
}
