import Positioning
import Testing
import ViewModels

@Suite("A stretch of a replay that is repeated")
struct ReplayLoopTests {
  private func replay(at second: Int) throws -> Replay {
    let replay = try Replay(.even(100))
    replay.provider.seek(by: .seconds(second))
    replay.wait(0)
    return replay
  }

  @Test("Behind its end it goes on at its start, again and again")
  func loops() throws {
    let replay = try replay(at: 10)
    replay.provider.setLoopStart()
    replay.seek(by: .seconds(3))
    replay.provider.setLoopEnd()
    #expect(replay.playback.loop?.start.position == .seconds(10))
    #expect(replay.playback.loop?.end?.position == .seconds(13))
    replay.provider.seek(by: .seconds(-3))
    replay.wait(0)
    replay.forget()
    replay.provider.play()
    replay.wait(8500)
    #expect(replay.deliveries.map { $0.log / 1000 } == [11, 12, 13, 10, 11, 12, 13, 10])
    #expect(replay.track.statistics.fixCount <= 14)
    replay.provider.clearLoop()
    #expect(replay.playback.loop == nil)
    replay.wait(10_000)
    #expect(replay.second! > 19)
  }

  @Test("Set while it plays, an end is one at once; without a start it begins at the trace's")
  func endWhilePlaying() throws {
    let replay = try replay(at: 4)
    replay.provider.play()
    replay.wait(1500)
    #expect(replay.second == 5)
    replay.provider.setLoopEnd()
    replay.wait(1000)
    #expect(replay.second == 0)
    #expect(replay.phase == .playing)
  }

  @Test("A start behind the end leaves the end open, and nothing is repeated")
  func startBehindEnd() throws {
    let replay = try replay(at: 10)
    replay.provider.setLoopEnd()
    replay.seek(by: .seconds(20))
    replay.provider.setLoopStart()
    #expect(replay.playback.loop?.end == nil)
    replay.provider.play()
    replay.wait(5000)
    #expect(replay.second == 35)
  }

  @Test("A start at the loop's end, while it is about to go back, leaves it open, too")
  func startAtEnd() throws {
    let replay = try replay(at: 10)
    replay.provider.setLoopStart()
    replay.seek(by: .seconds(3))
    replay.provider.setLoopEnd()
    replay.seek(by: .seconds(-2))
    replay.provider.play()
    replay.wait(2500)
    #expect(replay.second == 13)
    replay.provider.setLoopStart()
    #expect(replay.playback.loop?.end == nil)
    replay.wait(2000)
    #expect(replay.second == 15)
  }

  @Test("A loop up to the trace's last epoch is repeated, too, also as fast as possible")
  func loopAtEnd() throws {
    let replay = try replay(at: 95)
    replay.provider.setLoopStart()
    replay.provider.seekToEnd()
    replay.wait(0)
    replay.provider.setLoopEnd()
    replay.provider.seek(by: .seconds(-2))
    replay.wait(0)
    replay.provider.rate = .infinity
    replay.provider.play()
    replay.wait(1000)
    #expect(replay.phase == .playing)
    #expect(replay.deliveries.count > 20)
    replay.provider.pause()
    #expect((95...99).contains(replay.second!))
  }
}
