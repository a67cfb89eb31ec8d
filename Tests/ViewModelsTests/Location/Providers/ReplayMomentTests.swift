import Positioning
import ReactiveExtras
import TestSupport
import Testing

@testable import ViewModels

@Suite("Seeking by the bar's measure")
struct ReplayMomentTests {
  /// A fix a second for a minute, an hour's pause, and another minute.
  private static let paused: [UInt8] = {
    var log = SampleLog()
    for second in Array(0..<60) + Array(3660..<3720) { log.add(at: .seconds(second)) }
    return log.bytes
  }()

  private static let whole = 3719.0

  @Test(
    "Every part is that part, also in a pause", arguments: [0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99],
    [false, true])
  func parts(part: Double, isSurveyed: Bool) throws {
    let replay = try Replay(Self.paused)
    if isSurveyed { replay.provider.survey(from: TrackSnapshot()) }
    replay.wait(0)
    replay.provider.seek(toProgress: part)
    replay.wait(0)
    #expect(abs(replay.playback.progress - part) < 1e-6)
    #expect(abs((replay.second ?? 0) - part * Self.whole) < 0.001)
    let fixes = part * Self.whole < 60 ? Int(part * Self.whole) + 1 : 60
    if part * Self.whole < 3660 { #expect(replay.track.statistics.fixCount == fixes) }
  }

  @Test("From one part to another, there and back")
  func wandering() throws {
    let replay = try Replay(Self.paused)
    for part in [0.5, 0.7, 0.005, 0.3, 0.3, 0.995, 0.6] {
      replay.provider.seek(toProgress: part)
      replay.wait(0)
      #expect(abs(replay.playback.progress - part) < 1e-6, "\(part)")
    }
    #expect(replay.track.statistics.fixCount == 60)
    #expect(replay.phase == .paused)
  }

  @Test("Played on in a pause, it waits for the rest of it")
  func playing() throws {
    let replay = try Replay(Self.paused)
    replay.provider.seek(toProgress: 3600 / Self.whole)
    replay.wait(0)
    replay.provider.play()
    replay.forget()
    replay.wait(59_900)
    #expect(replay.deliveries.isEmpty)
    replay.wait(200)
    #expect(replay.deliveries.map(\.log) == [3_660_000])
  }

  @Test("In a pause a step forward leads to its end, and one back to its beginning")
  func steps() throws {
    let replay = try Replay(Self.paused)
    replay.provider.seek(toProgress: 0.5)
    replay.wait(0)
    replay.seek(by: .seconds(5))
    #expect(replay.second == 3660)
    replay.provider.seek(toProgress: 0.5)
    replay.wait(0)
    replay.seek(by: .seconds(-5))
    #expect(replay.second == 59)
  }

  @Test("Pauses of the sum of several pieces are sought, too")
  func pieces() throws {
    var text = "time,latitude,longitude\n"
    for second in [7200, 7201, 7300, 3600, 3601, 3700] {
      let time = Timestamp(nanosecondsSince1970: Int64(second) * 1_000_000_000)
      text += "\(time),59.\(second),18.5\n"
    }
    let replay = try Replay(Array(text.utf8))
    replay.provider.survey(from: TrackSnapshot())
    replay.wait(0)
    for part in [0.3, 0.75, 0.2] {
      replay.provider.seek(toProgress: part)
      replay.wait(0)
      #expect(abs(replay.playback.progress - part) < 1e-6, "\(part)")
    }
  }
}
