import Positioning
import Reactive
import Testing
import ViewModels

@Suite("Seeking in a replay")
struct TraceSeekTests {
  /// Twenty minutes with a gap, a minute without a fix, and a turn of the clock's minute.
  private static let log: SampleLog = {
    var log = SampleLog()
    for second in 0..<1200 where !(300..<360).contains(second) {
      log.add(at: .seconds(second), hasFix: !(600..<660).contains(second))
    }
    return log
  }()

  /// The track of who plays from the start to a second of the log.
  private func played(to second: Double) throws -> TrackSnapshot {
    let replay = try Replay(Self.log)
    replay.provider.rate = 1000
    replay.provider.seekToStart()
    replay.provider.play()
    while replay.second! < second { replay.provider.step() }
    return replay.track
  }

  @Test(
    "The track after a seek is the track of who played up to there",
    arguments: [[900.0], [1000, -200], [900, -899], [100, 500, -250], [1190, -1100, 400]])
  func sameTrack(_ seeks: [Double]) throws {
    let replay = try Replay(Self.log)
    replay.provider.play()
    replay.provider.pause()
    for seconds in seeks {
      replay.seek(by: .seconds(seconds))
      replay.wait(10)
    }
    let second = try #require(replay.second)
    #expect(abs(second - seeks.reduce(0, +)) <= 60)
    let expected = try played(to: second)
    #expect(replay.track.statistics == expected.statistics)
    #expect(replay.track.path == expected.path)
    #expect(replay.track.fixAge == expected.fixAge)
    #expect(replay.track.statistics.fixCount > 0)
    #expect(replay.phase == .paused)
  }

  @Test("A little forward carries the track on; back begins it anew")
  func restarts() throws {
    let replay = try Replay(Self.log)
    replay.provider.play()
    replay.wait(10_000)
    replay.forget()
    replay.seek(by: .seconds(5))
    #expect(!replay.updates.contains(.restarted))
    #expect(replay.second == 15)
    replay.seek(by: .seconds(-5))
    #expect(replay.updates.contains(.restarted))
    #expect(replay.second == 10)
    #expect(replay.phase == .playing)
  }

  @Test("After a seek the replay plays on at the log's pace")
  func playsOn() throws {
    let replay = try Replay(Self.log)
    replay.provider.play()
    replay.wait(2300)
    replay.seek(by: .seconds(100))
    replay.forget()
    replay.wait(2000)
    #expect(replay.deliveries == [.init(3300, 103_000), .init(4300, 104_000)])
  }

  @Test("Seeking leaves the present epoch also in a pause longer than the step")
  func leavesLongPauses() throws {
    let replay = try Replay(Self.log)
    replay.provider.play()
    replay.provider.pause()
    replay.seek(by: .seconds(299))
    #expect(replay.second == 299)
    replay.seek(by: .seconds(5))
    #expect(replay.second == 360)
    replay.seek(by: .seconds(-5))
    #expect(replay.second == 299)
  }

  /// Ten seconds that are dated, between a receiver's start and a long loss, both without times.
  private static let undatedEnds: SampleLog = {
    var log = SampleLog()
    func addUndated(_ count: Int) {
      for _ in 0..<count {
        log.add("GPRMC,,V,,,,,,,,,,N")
        log.add("GPGGA,,,,,,0,,,,,,,,")
      }
    }
    addUndated(20)
    for second in 0..<10 { log.add(at: .seconds(second)) }
    addUndated(30)
    return log
  }()

  @Test("The position is a part of the length, also where epochs are told without a date")
  func undatedEnds() throws {
    let replay = try Replay(Self.undatedEnds)
    #expect(replay.playback.duration == .seconds(9))
    replay.provider.play()
    replay.wait(100_000)
    #expect(replay.phase == .ended)
    let seconds = replay.playbacks.map { $0.position.components.seconds }
    #expect(seconds == seconds.sorted() && seconds.first == 0 && seconds.last == 9)
    #expect(
      replay.playbacks.allSatisfy {
        abs($0.progress * 9 - Double($0.position.components.seconds)) < 0.01
      })
    #expect(replay.track.fixAge! > .seconds(20), "The clock goes on behind the last date.")
    replay.provider.seekToStart()
    replay.wait(0)
    #expect(replay.second == 0)
    replay.provider.seekToEnd()
    replay.wait(0)
    #expect(replay.second == 9 && replay.playback.progress == 1)
    replay.seek(by: .seconds(-5))
    #expect(replay.second == 4)
  }

  @Test("Behind the last date, seeking goes on by the clock to the trace's end")
  func seeksBehindLastDate() throws {
    let replay = try Replay(Self.undatedEnds)
    replay.provider.play()
    replay.provider.pause()
    replay.seek(by: .seconds(100))
    #expect(replay.second == 9 && replay.phase == .paused)
    replay.forget()
    replay.seek(by: .seconds(5))
    #expect(replay.second == 9 && replay.phase == .paused)
    #expect(replay.deliveries.last?.log == 14_000)
    replay.seek(by: .seconds(100))
    #expect(replay.second == 9 && replay.phase == .ended)
  }

  @Test("Seeking stops at the ends")
  func ends() throws {
    let replay = try Replay(Self.log)
    replay.provider.play()
    replay.seek(by: .seconds(-60))
    #expect(replay.second == 0)
    #expect(replay.phase == .playing)
    replay.seek(by: .seconds(Int64.max))
    #expect(replay.second == 1199)
    #expect(replay.phase == .ended)
    #expect(replay.updates.last == .ended)
    replay.forget()
    replay.seek(by: .seconds(5))
    #expect(replay.updates.isEmpty, "There is nothing behind the end.")
    replay.seek(by: .seconds(-9))
    #expect(replay.second == 1190)
    #expect(replay.phase == .paused)
  }

  @Test(
    "A part of the trace is a part of its time where it is dated",
    arguments: [(0, 0.0), (0.25, 299.75), (0.5, 599.5), (1, 1199), (-3, 0), (7, 1199), (.nan, 0)])
  func parts(_ part: Double, _ second: Double) throws {
    let replay = try Replay(Self.log)
    replay.provider.seek(toProgress: part)
    #expect(replay.second == second)
    #expect(replay.updates.last.map { if case .epochs = $0 { true } else { $0 == .ended } } == true)
  }

  @Test("Without dates the parts are of bytes, and steps go by the times of day")
  func undated() throws {
    let replay = try Replay(.even(1000, as: .gga))
    replay.provider.seek(toProgress: 0.5)
    #expect(abs((replay.second ?? 0) - 500) <= 1)
    let second = try #require(replay.second)
    replay.seek(by: .seconds(60))
    #expect(replay.second == second + 60)
    replay.seek(by: .seconds(-200))
    #expect(replay.second == second - 140)
    #expect(replay.track.statistics.fixCount == Int(second) - 139)
    replay.provider.seekToEnd()
    #expect(replay.second == 999)
    #expect(replay.phase == .ended)
    replay.seek(by: .seconds(-5000))
    #expect(replay.second == 0)
  }

  @Test("Points without time are sought by their number")
  func untimed() throws {
    var table = "lat,lon\n"
    for row in 0..<100 { table += "59.\(1000 + row),18.0\n" }
    let replay = try Replay(Array(table.utf8))
    replay.provider.play()
    replay.wait(10_000)
    replay.seek(by: .seconds(20))
    #expect(replay.second == 30)
    replay.seek(by: .seconds(-25))
    #expect(replay.second == 5)
    #expect(replay.track.statistics.fixCount == 6)
  }

  @Test("Steps go from fix to fix, either way, and pause")
  func steps() throws {
    let replay = try Replay(Self.log)
    replay.provider.play()
    replay.wait(2000)
    replay.provider.step()
    #expect(replay.phase == .paused)
    #expect(replay.second == 3)
    replay.provider.stepBack()
    replay.provider.stepBack()
    replay.wait(0)
    #expect(replay.second == 1)
    #expect(replay.track.statistics.fixCount == 2)
    replay.seek(by: .seconds(598))
    #expect(replay.second == 599)
    replay.provider.step()
    #expect(replay.second == 660, "A minute without a fix is one step.")
    replay.provider.stepBack()
    replay.wait(0)
    #expect(replay.second == 599)
    replay.provider.seekToStart()
    replay.provider.stepBack()
    replay.wait(0)
    #expect(replay.second == 0)
    #expect(!replay.clock.hasWork)
  }

  @Test("Steps back that come in a burst are looked for once, and add up")
  func burstOfSteps() throws {
    let replay = try Replay(Self.log)
    replay.provider.play()
    replay.wait(100_000)
    replay.forget()
    for _ in 0..<30 { replay.provider.stepBack() }
    #expect(replay.updates.isEmpty && replay.playback.isSeeking)
    replay.wait(0)
    #expect(replay.second == 70)
    #expect(replay.updates.count { $0 == .restarted } == 1)
    #expect(replay.track.statistics.fixCount == 71)
    #expect(replay.phase == .paused && !replay.clock.hasWork)
  }

  @Test("Steps back mix with other seeks in the order in which they come")
  func mixedSteps() throws {
    let replay = try Replay(Self.log)
    replay.provider.play()
    replay.wait(100_000)
    replay.provider.stepBack()
    replay.provider.stepBack()
    replay.provider.seek(by: .seconds(10))
    replay.provider.stepBack()
    replay.wait(0)
    #expect(replay.second == 107)
    replay.provider.stepBack()
    replay.provider.step()
    replay.wait(0)
    #expect(replay.second == 107)
    replay.provider.stepBack()
    replay.provider.seekToEnd()
    replay.wait(0)
    #expect(replay.second == 1199 && !replay.clock.hasWork)
    replay.provider.stepBack()
    replay.provider.play()
    replay.wait(500)
    #expect(replay.second == 1198 && replay.phase == .playing)
  }

  /// Some 660 KiB.
  private static let long = SampleLog.even(9000, step: 1)

  @Test("A long way is read piece by piece, and seeks meanwhile add up")
  func piecewise() throws {
    let replay = try Replay(Self.long)
    replay.provider.play()
    var pieces = 0
    var shown: [Duration?] = []
    let cancellable = replay.provider.updates.sink { update in
      guard case .history = update else { return }
      pieces += 1
      guard pieces == 2 else { return }
      replay.provider.seek(by: .seconds(-500))
      shown.append(replay.playback.position)
      replay.provider.seek(by: .seconds(495))
      shown.append(replay.playback.position)
    }
    replay.provider.seek(by: .seconds(8000))
    #expect(replay.playback.isSeeking)
    #expect(replay.clock.hasWork)
    #expect(replay.second == 8000, "Shown is the place that is sought.")
    replay.provider.pause()
    replay.wait(0)
    #expect(!replay.playback.isSeeking)
    #expect(replay.second == 7995)
    #expect(replay.phase == .paused)
    #expect(replay.track.statistics.fixCount == 7996)
    #expect(shown == [.seconds(7500), .seconds(7995)])
    let present = replay.deliveries
    #expect(present.map(\.log) == [7_995_000], "An epoch on the way is not the present.")
    #expect(pieces > 2)
    cancellable.cancel()
  }

  @Test(
    "Back leads to the last epoch at or before the time, forward to the first at or after it",
    arguments: [
      (78.0, -5.0, 72.0), (78, -6, 72), (78, -1, 76), (78, -78, 0), (78, -99, 0), (60, 5, 66),
      (60, 6, 66), (60, 1, 62), (72, 5, 78),
    ])
  func symmetry(_ from: Double, _ by: Double, _ place: Double) throws {
    let replay = try Replay(.even(100, every: .seconds(2)))
    replay.provider.seek(toProgress: from / 198)
    #expect(replay.second == from)
    replay.seek(by: .seconds(by))
    #expect(replay.second == place)
    #expect(replay.track.statistics.fixCount == Int(place) / 2 + 1)
  }

  @Test("A burst of seeks shows each place at once, and reads the trace once")
  func burst() throws {
    let replay = try Replay(Self.long)
    replay.provider.seek(toProgress: 1)
    replay.wait(10)
    replay.forget()
    for press in 1...100 {
      replay.provider.seek(by: .seconds(-60))
      #expect(replay.second == Double(8999 - press * 60))
      #expect(abs(replay.playback.progress - Double(8999 - press * 60) / 8999) < 1e-9)
    }
    #expect(replay.updates.isEmpty && replay.playback.isSeeking)
    #expect(replay.phase == .paused)
    replay.wait(10)
    #expect(replay.second == 2999)
    #expect(replay.deliveries.map(\.log) == [2_999_000])
    #expect(replay.updates.count { $0 == .restarted } == 1)
    #expect(!replay.playback.isSeeking && !replay.clock.hasWork)
  }

  @Test(
    "A burst stops at the log's ends, press by press", arguments: [SampleLog.Sentence.rmc, .gga])
  func burstAtEnds(_ sentence: SampleLog.Sentence) throws {
    let replay = try Replay(.even(100, as: sentence))
    replay.provider.play()
    replay.wait(30_000)
    for _ in 0..<50 { replay.provider.seek(by: .seconds(-5)) }
    #expect(replay.second == 0)
    replay.provider.seek(by: .seconds(7))
    replay.wait(0)
    #expect(replay.second == 7)
    #expect(replay.phase == .playing)
    for _ in 0..<50 { replay.provider.seek(by: .seconds(Int64.max)) }
    replay.wait(0)
    #expect(replay.second == 99)
    #expect(replay.phase == .ended)
  }

  @Test("There and back again within a burst leaves everything as it was")
  func thereAndBack() throws {
    let replay = try Replay(Self.log)
    replay.provider.play()
    replay.wait(10_000)
    replay.forget()
    replay.provider.seek(by: .seconds(60))
    replay.provider.seek(by: .seconds(-60))
    replay.wait(0)
    #expect(replay.updates.isEmpty)
    #expect(replay.second == 10 && replay.phase == .playing && !replay.playback.isSeeking)
    replay.wait(1000)
    #expect(replay.deliveries.map(\.log) == [11_000])
    replay.provider.seekToEnd()
    replay.provider.seek(by: .seconds(-60))
    replay.provider.seek(by: .seconds(60))
    replay.wait(0)
    #expect(replay.phase == .ended && replay.second == 1199)
  }

  @Test("Steps, pauses and other seeks right after a seek by a time find it done")
  func otherCommands() throws {
    let replay = try Replay(Self.log)
    replay.provider.play()
    replay.wait(10_000)
    replay.provider.seek(by: .seconds(60))
    replay.provider.step()
    #expect(replay.second == 71 && replay.phase == .paused)
    replay.provider.seek(by: .seconds(-30))
    replay.provider.stepBack()
    replay.wait(0)
    #expect(replay.second == 40)
    replay.provider.seek(by: .seconds(30))
    replay.provider.play()
    replay.provider.pause()
    replay.wait(5000)
    #expect(replay.second == 70 && replay.phase == .paused)
    replay.provider.seek(by: .seconds(30))
    replay.provider.seekToStart()
    replay.wait(0)
    #expect(replay.second == 0 && !replay.clock.hasWork)
    replay.provider.seek(by: .seconds(30))
    replay.provider.rate = 2
    replay.provider.play()
    replay.wait(1000)
    #expect(replay.second == 32)
  }

  #if os(Linux)
    @Test("A trace that cannot be read on is a phase with the error; playing tries again")
    func readError() throws {
      let replay = try Replay(.even(3000))
      let file = try #require(OpenFile(path: replay.trace.path))
      replay.provider.rate = 1000
      replay.provider.play()
      replay.wait(100)
      let count = replay.deliveries.count
      file.breakReading()
      replay.wait(10_000)
      guard case .failed(let error) = replay.phase, case .readFailed(let path, _, _) = error else {
        Issue.record("The phase is \(replay.phase).")
        return
      }
      #expect(path == replay.trace.path)
      #expect(replay.updates.last == .failed(.trace(error)))
      #expect(!replay.clock.hasWork)
      #expect(replay.deliveries.count >= count)
      file.mend()
      replay.provider.play()
      replay.wait(10_000)
      #expect(replay.phase == .ended)
      #expect(replay.track.statistics.fixCount == 3000)
    }
  #endif
}
