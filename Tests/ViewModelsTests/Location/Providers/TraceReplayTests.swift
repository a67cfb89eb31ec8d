import Positioning
import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

@Suite("The replay of a trace")
struct TraceReplayTests {
  @Test("Epochs come when the log's own clock says so")
  func timing() throws {
    var log = SampleLog()
    for second in [0, 1, 3, 4] { log.add(at: .seconds(second)) }
    let replay = try Replay(log)
    replay.provider.play()
    replay.wait(10_000)
    #expect(
      replay.deliveries == [
        .init(0, 0), .init(1000, 1000), .init(3000, 3000), .init(4000, 4000),
      ])
    #expect(replay.updates.last == .ended)
  }

  @Test(
    "The rate divides the log's time",
    arguments: [(0.1, 10_000), (0.25, 4000), (2, 500), (10, 100)])
  func rates(_ rate: Double, _ period: Int) throws {
    let replay = try Replay(.even(5))
    replay.provider.rate = rate
    replay.provider.play()
    replay.wait(60_000)
    #expect(replay.deliveries.map(\.at) == (0..<5).map { $0 * period })
    #expect(replay.deliveries.map(\.log) == (0..<5).map { $0 * 1000 })
  }

  @Test(
    "Rates are held between a tenth and a thousand; infinity is as fast as possible",
    arguments: [(0, 0.1), (-3, 0.1), (1e9, 1000), (.nan, 1), (.infinity, .infinity), (64, 64)])
  func rateBounds(_ asked: Double, _ kept: Double) throws {
    let replay = try Replay(.even(2))
    replay.provider.rate = asked
    #expect(replay.provider.rate == kept)
  }

  @Test("A pause within the wait for an epoch leaves the rest of the wait")
  func pauseBetweenEpochs() throws {
    let replay = try Replay(.even(5))
    replay.provider.play()
    replay.wait(1300)
    replay.provider.pause()
    #expect(replay.phase == .paused)
    #expect(!replay.clock.hasWork)
    replay.wait(60_000)
    #expect(replay.deliveries.count == 2)
    replay.provider.play()
    replay.wait(699)
    #expect(replay.deliveries.count == 2)
    replay.wait(1)
    #expect(replay.deliveries.last == .init(62_000, 2000))
  }

  @Test("A new rate counts for the rest of the wait, playing or paused")
  func rateBetweenEpochs() throws {
    let replay = try Replay(.even(5))
    replay.provider.play()
    replay.wait(500)
    replay.provider.rate = 0.5
    replay.wait(1000)
    #expect(replay.deliveries.last == .init(1500, 1000))
    replay.wait(1000)
    replay.provider.pause()
    replay.provider.rate = 5
    replay.provider.play()
    replay.wait(100)
    #expect(replay.deliveries.last == .init(2600, 2000))
  }

  @Test("Long pauses are cut when asked for, the clock leaps over the rest")
  func cutPauses() throws {
    var log = SampleLog.even(2)
    log.add(at: .seconds(3601))
    var options = ReplayOptions()
    options.longestPause = .seconds(5)
    let replay = try Replay(log, options: options)
    replay.provider.play()
    replay.wait(10_000)
    #expect(replay.deliveries.last == .init(6000, 3_601_000))
  }

  @Test("Every pause is kept, and said before it begins")
  func keptPauses() throws {
    var log = SampleLog.even(2)
    log.add(at: .seconds(3601))
    let replay = try Replay(log)
    replay.provider.play()
    replay.wait(3_600_999)
    #expect(replay.deliveries.count == 2)
    #expect(replay.playback.pauseAhead == .seconds(3600))
    replay.wait(1)
    #expect(replay.deliveries.count == 3)
  }

  @Test("Epochs without a fix are told, with the age of the last one")
  func epochsWithoutFix() throws {
    var log = SampleLog.even(3)
    for second in 3..<8 { log.add(at: .seconds(second), hasFix: false) }
    log.add(at: .seconds(8))
    let replay = try Replay(log)
    replay.provider.play()
    replay.wait(7000)
    #expect(replay.track.fixAge == .seconds(5))
    #expect(replay.track.mode == .none)
    #expect(replay.track.quality == .invalid)
    #expect(replay.track.timestamp?.description == "2024-05-01T12:00:07.000Z")
    replay.wait(1000)
    #expect(replay.track.fixAge == .zero)
    #expect(replay.track.statistics.fixCount == 4)
  }

  @Test("Points without time are a second apart")
  func untimed() throws {
    let replay = try Replay(Array("lat,lon\n59.1,18\n59.2,18\n59.3,18\n".utf8))
    replay.provider.play()
    replay.wait(5000)
    #expect(replay.deliveries == [.init(0, 0), .init(1000, 1000), .init(2000, 2000)])
    #expect(replay.playback.duration == nil)
  }

  @Test("A receiver's clock that is set does not make a pause of years")
  func clockSet() throws {
    var log = SampleLog()
    log.add("GPRMC,000003.00,V,,,,,,,060180,,")
    log.add("GPRMC,000004.00,V,,,,,,,060180,,")
    for second in 0..<3 { log.add(at: .seconds(second)) }
    var options = ReplayOptions()
    options.longestPause = nil
    let replay = try Replay(log, options: options)
    replay.provider.play()
    replay.wait(10_000)
    #expect(replay.deliveries.map(\.at) == [0, 1000, 2000, 3000, 4000])
    #expect(replay.deliveries.map(\.log) == [0, 0, 0, 1000, 2000])
    #expect(replay.playback.duration == .seconds(2))
  }

  @Test("At high rates epochs come in batches, in order, none missing")
  func batches() throws {
    let replay = try Replay(.even(3000, every: .milliseconds(100)))
    replay.provider.rate = 1000
    replay.provider.play()
    replay.wait(1000)
    #expect(replay.phase == .ended)
    #expect(replay.deliveries.map(\.log) == (0..<3000).map { $0 * 100 })
    let batches = replay.updates.dropLast()
    #expect(batches.count == 5, "300 s in 0.3 s, a delivery every 80 ms.")
    #expect(replay.track.statistics.fixCount == 3000)
  }

  @Test("Real traces are told whole, whatever the rate", arguments: TraceFixture.allCases)
  func realTraces(_ fixture: TraceFixture) throws {
    var file = try TraceFile(path: fixture.path)
    var statistics = TrackStatistics()
    var count = 0
    while let epoch = try file.next() {
      count += 1
      if let location = epoch.location { statistics.add(location) }
    }
    for rate in [50.0, 1000] {
      let replay = try Replay(fixture.bytes)
      replay.provider.rate = rate
      replay.provider.play()
      replay.wait(3_600_000)
      #expect(replay.phase == .ended)
      #expect(replay.deliveries.count == count)
      #expect(replay.track.statistics == statistics)
      #expect(replay.playback.epochCount == count)
    }
    #expect(statistics.fixCount > 0)
  }

  @Test("As fast as it goes, all is delivered in order and no time passes")
  func fastest() throws {
    let replay = try Replay(.even(5000, every: .seconds(10)))
    replay.provider.rate = .infinity
    replay.provider.play()
    replay.wait(0)
    #expect(replay.phase == .ended)
    #expect(replay.deliveries.map(\.log) == (0..<5000).map { $0 * 10_000 })
    replay.provider.seekToStart()
    replay.wait(0)
    replay.provider.rate = 1
    replay.provider.play()
    replay.provider.rate = .infinity
    replay.provider.pause()
    replay.provider.rate = 2
    replay.provider.play()
    replay.wait(5000)
    #expect(replay.second == 10)
  }

  @Test("No delivery comes sooner than the delivery interval after the last")
  func deliveryInterval() throws {
    let replay = try Replay(.even(200, every: .milliseconds(10)))
    replay.provider.play()
    replay.wait(3000)
    let times = Set(replay.deliveries.map(\.at)).sorted()
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 80 })
    #expect(replay.deliveries.count == 200)
  }

  @Test("After a long hold-up the replay goes on where it was")
  func holdUp() throws {
    let replay = try Replay(.even(100))
    let late = LateScheduler(replay.clock)
    let provider = TraceLocationProvider(
      file: try TraceFile(path: replay.trace.path), scheduler: late)
    var counts: [Int] = []
    let cancellable = provider.updates.sink { update in
      if case .epochs(let epochs) = update { counts.append(epochs.count) }
    }
    provider.play()
    replay.wait(3000)
    #expect(counts == [1, 1, 1, 1])
    late.delay = 60_000
    replay.wait(1000)
    late.delay = 0
    replay.wait(62_000)
    #expect(counts == [1, 1, 1, 1, 1, 1, 1], "One when the hold-up is over, then one a second.")
    cancellable.cancel()
  }

  @Test("The end is a phase; playing again begins at the start")
  func end() throws {
    let replay = try Replay(.even(3))
    replay.provider.play()
    replay.wait(2000)
    #expect(replay.phase == .ended)
    #expect(replay.playback.progress == 1)
    #expect(replay.second == 2)
    #expect(!replay.clock.hasWork)
    replay.forget()
    replay.provider.play()
    replay.wait(2000)
    #expect(replay.updates.first == .restarted)
    #expect(replay.deliveries.map(\.log) == [0, 1000, 2000])
    #expect(replay.updates.last == .ended)
    #expect(replay.track.statistics.fixCount == 3)
  }

  @Test("Progress goes by time where both ends are dated, else by bytes")
  func progress() throws {
    var log = SampleLog.even(10)
    log.add(at: .seconds(18))
    let dated = try Replay(log)
    #expect(dated.playback.duration == .seconds(18))
    dated.provider.play()
    dated.wait(9000)
    #expect(dated.playback.progress == 0.5)
    #expect(dated.second == 9)
    #expect(dated.playback.epochCount == 10)

    let undated = try Replay(.even(11, as: .gga))
    undated.provider.play()
    undated.wait(5000)
    #expect(undated.playback.duration == nil)
    #expect(undated.second == 5)
    #expect(abs(undated.playback.progress - 6.0 / 11) < 0.01)
  }

  @Test("A subscriber may pause from inside a delivery")
  func pausesInside() throws {
    let replay = try Replay(.even(10))
    let cancellable = replay.provider.updates.sink { [provider = replay.provider] _ in
      provider.pause()
    }
    replay.provider.play()
    replay.wait(5000)
    #expect(replay.deliveries.count == 1)
    #expect(replay.phase == .paused)
    #expect(!replay.clock.hasWork)
    cancellable.cancel()
  }

  @Test("Goes away with its last owner, timer and all")
  func leaks() throws {
    let trace = TemporaryTrace(SampleLog.even(10).bytes)
    defer { trace.remove() }
    let clock = VirtualTimeScheduler()
    var provider: TraceLocationProvider? = TraceLocationProvider(
      file: try TraceFile(path: trace.path), scheduler: clock)
    let cancellable = provider?.updates.sink { _ in }
    provider?.play()
    clock.advance(by: .seconds(2.5))
    weak let leaked = provider
    provider = nil
    #expect(leaked == nil)
    #expect(!clock.hasWork)
    cancellable?.cancel()
  }
}

/// A scheduler that runs its work late.
private final class LateScheduler: Scheduler {
  typealias SchedulerTimeType = VirtualTimeScheduler.SchedulerTimeType
  typealias SchedulerOptions = Never

  let scheduler: VirtualTimeScheduler
  /// Milliseconds.
  var delay = 0

  init(_ scheduler: VirtualTimeScheduler) { self.scheduler = scheduler }

  var now: SchedulerTimeType { scheduler.now }
  var minimumTolerance: SchedulerTimeType.Stride { .zero }

  private func late(_ date: SchedulerTimeType) -> SchedulerTimeType {
    date.advanced(by: .milliseconds(delay))
  }

  func schedule(options: Never?, _ action: @escaping () -> Void) {
    schedule(after: now, action)
  }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) {
    scheduler.schedule(after: late(date), action)
  }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    scheduler.schedule(after: late(date), interval: interval, action)
  }
}
