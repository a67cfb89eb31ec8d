import Positioning
import Reactive
import TestSupport
import Testing

@testable import ViewModels

@Suite("The survey of a whole trace")
struct TraceSurveyTests {
  /// Some 330 KiB, with a gap and losses of the fix.
  private static let log: SampleLog = {
    var log = SampleLog()
    for second in 0..<4500 where !(2000..<2060).contains(second) {
      log.add(at: .seconds(second), hasFix: second % 700 > 20)
    }
    return log
  }()

  /// The whole of it, surveyed once for all tests; its file is open, but has no name any more.
  private static let surveyed = Result { () throws -> TraceSurvey in
    let trace = TemporaryTrace(log.bytes)
    defer { trace.remove() }
    return try survey(try TraceFile(path: trace.path))
  }

  private static func survey(_ file: TraceFile) throws -> TraceSurvey {
    var survey = TraceSurvey(
      of: ReplayCursor(file: file, options: ReplayOptions()), from: TrackSnapshot())
    var pieces = 0
    while !survey.isOver {
      let before = survey.outline.progress
      try survey.readPiece()
      pieces += 1
      #expect(survey.outline.progress >= before)
    }
    #expect(pieces > file.size >> 17, "It is read in small pieces.")
    return survey
  }

  @Test("The outline is the track of who plays it all")
  func outline() throws {
    let survey = try Self.surveyed.get()
    #expect(survey.outline.isComplete)
    let replay = try Replay(Self.log)
    replay.provider.rate = .infinity
    replay.provider.play()
    replay.wait(0)
    #expect(survey.outline.track == replay.track)
    #expect(survey.outline.fixCount == replay.playback.fixCount)
    #expect(survey.outline.statistics.epochs == replay.playback.epochCount)
    #expect(!survey.outline.profile.values(of: .speed, over: .time).isEmpty)
  }

  @Test("Every fix is found by its number, wherever it lies")
  func fixes() throws {
    let survey = try Self.surveyed.get()
    var file = survey.file
    file.rewind()
    var all: [Location] = []
    while let epoch = try file.next() { if let fix = epoch.location { all.append(fix) } }
    #expect(survey.outline.fixCount == all.count)
    for start in [0, 1, 679, 2500, all.count - 3] {
      let end = min(all.count, start + 40)
      #expect(try survey.fixes(in: start..<end).map(\.location) == Array(all[start..<end]))
    }
    #expect(try survey.fixes(in: all.count..<all.count + 5).isEmpty)
  }

  @Test("Fixes that lie far apart are not all read at once")
  func sparseFixes() throws {
    var log = SampleLog.even(2)
    let text = Array(repeating: UInt8(ascii: "-"), count: 99) + [UInt8(ascii: "\n")]
    for _ in 0..<60_000 { log.add(bytes: text) }
    log.add(at: .seconds(9))
    let trace = TemporaryTrace(log.bytes)
    defer { trace.remove() }
    let cursor = ReplayCursor(file: try TraceFile(path: trace.path), options: ReplayOptions())
    var survey = TraceSurvey(of: cursor, from: TrackSnapshot())
    while !survey.isOver { try survey.readPiece() }
    #expect(survey.outline.fixCount == 3)
    #expect(try (1...2).contains(survey.fixes(in: 0..<3).count))
    #expect(try survey.fixes(in: 2..<3).count == 1)
  }

  @Test("Checkpoints stay few, however long the trace")
  func bounds() throws {
    let trace = TemporaryTrace(SampleLog.even(3).bytes)
    defer { trace.remove() }
    let cursor = ReplayCursor(file: try TraceFile(path: trace.path), options: ReplayOptions())
    var checkpoints = ReplayCheckpoints()
    var wanted = 0
    for offset in stride(from: 0, to: 1 << 30, by: 1 << 16) where checkpoints.isWanted(at: offset) {
      wanted += 1
      checkpoints.add(
        ReplayCheckpoint(
          cursor: cursor, nextPosition: .zero, track: TrackSnapshot(), offset: offset))
    }
    #expect(checkpoints.all.count <= ReplayCheckpoints.limit && wanted > 128)
    #expect(checkpoints.spacing <= 1 << 24)
  }

}

@Suite("A survey of a trace with a hole")
struct SurveyedHoleTests {
  /// Epochs, half a megabyte and more without any, epochs again, and megabytes without any.
  private static let log: SampleLog = {
    var log = SampleLog()
    let text = Array(repeating: UInt8(ascii: "-"), count: 8191) + [UInt8(ascii: "\n")]
    for second in 0..<300 { log.add(at: .seconds(second)) }
    for _ in 0..<90 { log.add(bytes: text) }
    for second in 300..<600 { log.add(at: .seconds(second)) }
    for _ in 0..<500 { log.add(bytes: text) }
    return log
  }()

  @Test("A seek to the first epoch behind the hole has all of the track")
  func seeks() throws {
    let replay = try Replay(Self.log)
    replay.provider.survey(from: TrackSnapshot())
    replay.wait(1000)
    for fix in [599, 300, 299, 301] {
      replay.provider.seek(toFix: fix)
      replay.wait(0)
      #expect(replay.second == Double(fix))
      #expect(replay.track.statistics.fixCount == fix + 1)
    }
  }
}

@Suite("Seeks after a survey")
struct SurveyedSeekTests {
  @Test(
    "The same fix has the same track, however it was reached",
    arguments: 1...2 as ClosedRange<UInt64>)
  func law(seed: UInt64) throws {
    var log = SampleLog()
    for second in 0..<5000 where second % 1000 < 930 {
      log.add(at: .seconds(second), hasFix: second % 500 > 20)
    }
    let replay = try Replay(log)
    replay.provider.survey(from: TrackSnapshot())
    replay.wait(100)
    var random = SplitMix(seed: seed)
    // What was seen at an epoch, by its time.
    var seen: [Int64: TrackSnapshot] = [:]
    var comparisons = 0
    let stops = (0..<4).map { _ in Double(random.next() % 1000) / 1000 }
    for _ in 0..<20 {
      switch random.next() % 6 {
      case 0: replay.provider.seek(toProgress: stops[Int(random.next() % 4)])
      case 1: replay.provider.seek(by: .seconds(Int(random.next() % 3000) - 1500))
      case 2: replay.provider.seek(toFix: Int(random.next() % 5) * 900)
      case 3:
        replay.provider.step()
        replay.provider.stepBack()
      case 4: replay.provider.seekToEnd()
      default: replay.provider.stepBack()
      }
      replay.wait(0)
      replay.provider.seek(toProgress: stops[Int(random.next() % 4)])
      replay.wait(0)
      let track = replay.track
      let time = try #require(track.timestamp).nanosecondsSince1970
      if let earlier = seen[time] {
        comparisons += 1
        // Compared apart from the expectation, which would print thousands of points.
        let isSame =
          earlier.statistics == track.statistics && earlier.path == track.path
          && earlier.speeds == track.speeds && earlier.lastFix == track.lastFix
          && earlier.recentFixes.suffix(8) == track.recentFixes.suffix(8)
        #expect(isSame)
      } else {
        seen[time] = track
      }
    }
    #expect(comparisons > 10)
  }

  @Test("A fix is sought by its number, from 0")
  func byNumber() throws {
    let replay = try Replay(.even(5000))
    replay.provider.survey(from: TrackSnapshot())
    for number in [4999, 0, 3701, 99_999] {
      replay.provider.seek(toFix: number)
      replay.wait(0)
      #expect(replay.second == Double(min(number, 4999)))
      #expect(replay.playback.fixCount == min(number, 4999) + 1)
      #expect(replay.track.statistics.fixCount == min(number, 4999) + 1)
    }
  }

  @Test("Without a survey a fix is found by reading there")
  func byNumberUnsurveyed() throws {
    let replay = try Replay(.even(3000))
    for number in [2000, 7, 2999] {
      replay.provider.seek(toFix: number)
      replay.wait(0)
      #expect(replay.second == Double(number))
    }
  }
}
