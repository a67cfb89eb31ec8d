import Positioning
import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

@Suite("The replay view model") @MainActor
struct ReplayViewModelTests {
  private func replay(_ log: SampleLog = .even(100)) throws -> (Replay, ReplayViewModel) {
    let replay = try Replay(log)
    return (replay, ReplayViewModel(provider: replay.provider, scheduler: replay.clock))
  }

  @Test("Shows where a replay stands before it has begun")
  func beginning() throws {
    let (replay, model) = try replay()
    #expect(!model.isPlaying)
    #expect(model.rate == 1)
    #expect(model.position == .zero)
    #expect(model.duration == .seconds(99))
    #expect(model.progress == 0)
    #expect(model.format == .nmea)
    #expect(model.dialectDescription == nil)
    #expect(model.path == replay.trace.path)
    #expect(model.location.status == .authorizedAlways)
  }

  @Test("Plays and pauses, and the position with it")
  func toggling() throws {
    let (replay, model) = try replay()
    model.togglePause()
    #expect(model.isPlaying && !model.location.isStartable)
    replay.wait(3000)
    model.togglePause()
    #expect(!model.isPlaying && model.location.isStartable)
    #expect(model.position == .seconds(3))
    replay.wait(9000)
    #expect(model.position == .seconds(3))
    #expect(model.track.snapshot.statistics.fixCount == 4)
    #expect(model.location.latitudeText == "59.3336")
    #expect(!replay.clock.hasWork, "Nothing wakes up while paused.")
  }

  @Test("Track and player are published as one value, without more changes than they have")
  func oneState() throws {
    let (replay, model) = try replay()
    var (states, changes) = ([ReplayState](), 0)
    let cancellables = [
      model.$state.sink { states.append($0) }, model.objectWillChange.sink { changes += 1 },
    ]
    model.togglePause()
    replay.wait(2500)
    #expect(model.state.track == model.track.state)
    #expect(model.state.playback == replay.playback)
    #expect(states.last?.track.snapshot.statistics.fixCount == 3)
    #expect(changes == states.count - 1)
    #expect(zip(states, states.dropFirst()).allSatisfy { $0 != $1 })
    cancellables.forEach { $0.cancel() }
  }

  @Test("After a seek to where there is no fix the position is the last one before, as when played")
  func positionWithoutFix() throws {
    var log = SampleLog.even(60)
    for second in 60..<70 { log.add(at: .seconds(second), hasFix: false) }
    let (replay, model) = try replay(log)
    model.togglePause()
    replay.wait(1500)
    model.seekToEnd()
    replay.wait(1000)
    let last = try #require(model.track.snapshot.lastFix)
    #expect(model.location.currentLocation == last)
    model.seekToStart()
    replay.wait(1000)
    #expect(model.location.currentLocation != last)
  }

  @Test("Rates go up and down a ladder, and stay on it at its ends")
  func rates() throws {
    let (_, model) = try replay()
    var seen: [Double] = []
    for _ in 0..<12 {
      model.faster()
      seen.append(model.rate)
    }
    #expect(seen == [2, 4, 8, 16, 32, 64, 125, 250, 500, 1000, .infinity, .infinity])
    for _ in 0..<15 { model.slower() }
    #expect(model.rate == 0.1)
    model.setRate(3)
    model.faster()
    #expect(model.rate == 4)
    model.setRate(1000)
    model.slower()
    #expect(model.rate == 500)
  }

  @Test("At the end it can be played again, from the start")
  func end() throws {
    let (replay, model) = try replay(.even(3))
    model.togglePause()
    replay.wait(5000)
    #expect(model.playback.phase == .ended)
    #expect(model.location.isStartable)
    #expect(!model.location.thereIsAnError)
    #expect(model.progress == 1)
    model.togglePause()
    #expect(model.isPlaying)
    replay.wait(1000)
    #expect(model.track.snapshot.statistics.fixCount == 2)
  }

  @Test("Seeking and stepping show the place and the track up to it")
  func seeking() throws {
    let (replay, model) = try replay()
    model.togglePause()
    replay.wait(50_000)
    model.seek(by: .seconds(-20))
    replay.wait(100)
    #expect(model.isPlaying)
    #expect(model.position == .seconds(30))
    #expect(model.track.snapshot.statistics.fixCount == 31)
    #expect(abs(model.track.snapshot.statistics.distance - 300) < 0.5)
    model.step()
    replay.wait(100)
    #expect(!model.isPlaying && model.location.isStartable)
    #expect(model.position == .seconds(31))
    model.stepBack()
    model.stepBack()
    replay.wait(100)
    #expect(model.position == .seconds(29))
    #expect(model.track.snapshot.statistics.fixCount == 30)
    model.seekToEnd()
    replay.wait(100)
    #expect(model.position == .seconds(99))
    #expect(model.track.snapshot.statistics.fixCount == 100)
    model.seek(toProgress: 1 / 3.0)
    replay.wait(100)
    #expect(model.position == .seconds(33))
    model.seekToStart()
    replay.wait(100)
    #expect(model.position == .zero)
    #expect(model.track.snapshot.statistics.fixCount == 1)
  }

  @Test("Says how a table is written and what was skipped")
  func table() throws {
    let text =
      "time;lat;lon\n2024-05-01T12:00:00Z;59,1;18\nx;y;z\n2024-05-01T12:00:01Z;59,1001;18\n"
    let replay = try Replay(Array(text.utf8))
    let model = ReplayViewModel(provider: replay.provider, scheduler: replay.clock)
    model.togglePause()
    replay.wait(2000)
    #expect(model.format == .csv)
    #expect(model.dialectDescription?.hasPrefix("semicolons, decimal comma") == true)
    #expect(model.readStatistics.skipped == 1)
    #expect(model.track.snapshot.statistics.fixCount == 2)
  }

  @Test("The same trace gives the same snapshots, however time is cut")
  func determinism() throws {
    func snapshots(stride: Int) throws -> [TrackSnapshot] {
      let replay = try Replay(.even(500, every: .milliseconds(100)))
      let model = ReplayViewModel(provider: replay.provider, scheduler: replay.clock)
      var seen: [TrackSnapshot] = []
      let cancellable = model.$state.map(\.track.snapshot).removeDuplicates()
        .sink { seen.append($0) }
      model.setRate(16)
      model.togglePause()
      for _ in 0..<(4000 / stride) { replay.wait(stride) }
      cancellable.cancel()
      return seen
    }
    let whole = try snapshots(stride: 4000)
    #expect(whole.count > 30)
    #expect(try whole == snapshots(stride: 5))
  }

  @Test("Goes away with its last owner, and so does the provider (T6)")
  func leaks() throws {
    let trace = TemporaryTrace(SampleLog.even(100).bytes)
    defer { trace.remove() }
    let clock = VirtualTimeScheduler()
    var provider: TraceLocationProvider? = TraceLocationProvider(
      file: try TraceFile(path: trace.path), scheduler: clock)
    var model: ReplayViewModel? = ReplayViewModel(provider: provider!, scheduler: clock)
    model?.togglePause()
    clock.advance(by: .seconds(3.2))
    weak let leaked = (model, provider).0
    weak let leakedTrack = model?.track
    weak let leakedProvider = provider
    provider = nil
    model = nil
    #expect(leaked == nil && leakedTrack == nil && leakedProvider == nil)
    clock.advance(by: .seconds(5))
    #expect(!clock.hasWork)
  }
}

@Suite("Places in a replay") @MainActor
struct ReplayPlacesTests {
  private func replay(_ count: Int = 100) throws -> (Replay, ReplayViewModel) {
    let replay = try Replay(.even(count))
    let model = ReplayViewModel(provider: replay.provider, scheduler: replay.clock)
    replay.wait(0)
    return (replay, model)
  }

  @Test(
    "A typed place is gone to",
    arguments: [("50%", 49), ("#12", 11), ("0:30", 30), ("12:01:05Z", 65), ("9:00:00", 99)])
  func go(text: String, second: Int) throws {
    let (replay, model) = try replay()
    #expect(model.go(to: try ReplayTarget(text)) == nil)
    replay.wait(0)
    #expect(abs(model.position.components.seconds - Int64(second)) <= 1)
  }

  @Test("A fix that is not there is refused; without dates a time of day is")
  func refusals() throws {
    let (_, model) = try replay()
    #expect(model.go(to: .fix(101)) == "There is no fix 101; the trace has 100 fixes.")
    let undated = try Replay(.even(100, as: .gga))
    let other = ReplayViewModel(provider: undated.provider, scheduler: undated.clock)
    #expect(other.go(to: .timeOfDay(.seconds(43_230)))?.contains("no dates") == true)
    #expect(other.go(to: .elapsed(.seconds(30))) == nil)
    undated.wait(0)
    #expect(other.position == .seconds(30))
  }

  @Test("Bookmarks are set, taken away, and gone to round the trace")
  func bookmarks() throws {
    let (replay, model) = try replay()
    func go(_ second: Int) {
      model.seek(toFix: second)
      replay.wait(0)
    }
    model.toggleBookmark()
    #expect(model.bookmarks.isEmpty, "Before the first epoch there is nothing to come back to.")
    for second in [60, 20, 40] {
      go(second)
      model.toggleBookmark()
    }
    #expect(model.bookmarks.map(\.position) == [.seconds(20), .seconds(40), .seconds(60)])
    var seen: [Duration?] = []
    for _ in 0..<3 {
      model.goToNextBookmark()
      replay.wait(0)
      seen.append(model.position)
    }
    model.goToPreviousBookmark()
    replay.wait(0)
    seen.append(model.position)
    #expect(seen == [.seconds(60), .seconds(20), .seconds(40), .seconds(20)])
    model.toggleBookmark()
    #expect(model.bookmarks.count == 2)
  }

  @Test("The outline is whole as soon as the file was read, and so is every fix")
  func outline() throws {
    let (_, model) = try replay(3000)
    #expect(model.outline.isComplete)
    #expect(model.outline.fixCount == 3000)
    // The log's degree is 111,412 m long; in the middle of its way it has 111,403.8 m.
    #expect(abs(model.outline.track.statistics.distance - 29_990 * 111_403.8 / 111_412) < 1)
    #expect(model.track.snapshot.statistics.fixCount == 0)
    for number in [0, 2999, 1500, 1501] {
      let fix = try #require(model.fix(number)).location
      #expect(fix.timestamp?.components.second == number % 60)
    }
    #expect(model.fix(3000) == nil && model.fix(-1) == nil)
  }
}
