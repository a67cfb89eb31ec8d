import Positioning
import Testing

@testable import ViewModels

@Suite("Replays of tracks that run side by side")
struct ReplaySideBySideTests {
  /// Two tracks in the order of time: from 0 to 100 s north, 10 m/s, with a lap that begins at
  /// 60 s, and from 50 to 199 s east; each fix a second.
  private static let lines: [UInt8] = {
    var (encoder, bytes) = (JSONLinesEncoder(), [UInt8]())
    for second in 0..<200 {
      let time = Timestamp(nanosecondsSince1970: Int64(second) * 1_000_000_000)
      func write(_ number: UInt32, _ coordinate: Coordinate, first: Int, lap: Int? = nil) {
        let name = number == 1 ? "North" : "East"
        encoder.write(
          TraceEpoch(
            location: Location(coordinate: coordinate, timestamp: time), timestamp: time,
            startsSegment: second == first, startsLap: second == lap, number: number,
            label: second == first ? TraceLabel(line: TraceLabel(name: name)) : nil),
          to: &bytes)
      }
      if second <= 100 {
        let latitude = 59 + Double(second) * 10 / 111_412
        write(1, Coordinate(latitude: latitude, longitude: 18), first: 0, lap: 60)
      }
      if second >= 50 {
        let longitude = 18 + Double(second - 50) * 0.0001
        write(2, Coordinate(latitude: 59.01, longitude: longitude), first: 50, lap: 150)
      }
    }
    return bytes
  }()

  private static var sideBySide: ReplayOptions {
    var options = ReplayOptions()
    options.isSideBySide = true
    return options
  }

  private func surveyed(_ options: ReplayOptions = sideBySide) throws -> Replay {
    let replay = try Replay(Self.lines, options: options)
    replay.provider.survey(from: TrackSnapshot())
    replay.wait(0)
    return replay
  }

  @Test("They share one clock: it is as long as from the first fix to the last")
  func duration() throws {
    let replay = try surveyed()
    #expect(replay.playback.duration == .seconds(199))
    #expect(!replay.provider.isInPieces)
    replay.provider.seek(toProgress: 0.5)
    replay.wait(0)
    #expect(abs((replay.second ?? 0) - 99.5) <= 1)
  }

  @Test("Each has its line and its figures, and their sums are those of the whole")
  func figures() throws {
    let replay = try surveyed()
    replay.provider.rate = .infinity
    replay.provider.play()
    replay.wait(0)
    let track = replay.track
    #expect(track.others.count == 1 && track.paths.count == 2)
    #expect(track.paths.map { $0.segments.count } == [1, 1])
    let (north, east) = (track.progress(ofTrack: 0), track.progress(ofTrack: 1))
    #expect(north.elapsed == .seconds(100) && east.elapsed == .seconds(149))
    #expect(abs(north.distance - 1000) < 5)
    #expect(track.statistics.elapsed == .seconds(249))
    #expect(abs(track.statistics.distance - north.distance - east.distance) < 1e-6)
    #expect(track.progress.distance == north.distance + east.distance)
    #expect(track.statistics.gapCount == 0 && track.statistics.fixCount == 251)
    // The place that is shown is the first one's.
    #expect(track.lastFix?.coordinate.longitude == 18)
  }

  @Test("Each is a line of the outline, with its laps")
  func outline() throws {
    let outline = try #require(surveyed().provider.surveyor).survey.outline
    #expect(outline.lines.map(\.name) == ["North", "East"])
    #expect(outline.lines.map(\.fixCount) == [101, 150])
    #expect(outline.lines.map(\.sums.elapsed) == [.seconds(100), .seconds(149)])
    #expect(
      outline.parts.map { $0.laps.all.map(\.sums.elapsed) } == [
        [.seconds(59), .seconds(41)], [.seconds(99), .seconds(50)],
      ])
  }

  @Test("A seek leads to the same track as playing up to there", arguments: [30, 75, 150])
  func seek(second: Int) throws {
    let played = try Replay(Self.lines, options: Self.sideBySide)
    played.provider.play()
    played.wait(second * 1000 + 500)
    let sought = try surveyed()
    sought.provider.seekToEnd()
    sought.wait(0)
    sought.provider.seek(toProgress: (Double(second) + 0.5) / 199)
    sought.wait(0)
    #expect(sought.track.paths.map(\.points) == played.track.paths.map(\.points))
    #expect(sought.track.statistics.distance == played.track.statistics.distance)
  }

  @Test("One of them is played alone")
  func alone() throws {
    var options = ReplayOptions()
    options.line = .number(2)
    let replay = try surveyed(options)
    #expect(replay.playback.duration == .seconds(149))
    #expect(replay.provider.surveyor?.survey.outline.fixCount == 150)
  }
}
