import Positioning
import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

@Suite("The track view model") @MainActor
struct TrackViewModelTests {
  private let clock = VirtualTimeScheduler()
  private let provider = ScriptedProvider()
  private func model() -> TrackViewModel { TrackViewModel(provider: provider, scheduler: clock) }

  @Test("Every fix counts, also those that are not shown")
  func everyFix() {
    let model = model()
    model.location.start()
    for index in 0..<10 {
      provider.told.send(
        .epochs((0..<10).map { provider.epoch(north: Double(index * 10 + $0) * 0.5) }))
    }
    clock.advance(by: .seconds(1))
    #expect(model.snapshot.statistics.fixCount == 100)
    #expect(abs(model.snapshot.statistics.distance - 49.5) < 0.05)
    #expect(model.snapshot.path.segments.count == 1)
    #expect(model.snapshot.lastFix?.coordinate == .stockholm(north: 49.5))
  }

  @Test("A snapshot comes with each update, at once, and none without news")
  func pacing() {
    // What is live grows old, which is news.
    provider.isLive = false
    let model = model()
    var shown: [Int] = []
    let cancellable = model.$state.map(\.snapshot).removeDuplicates().dropFirst()
      .sink { [clock] _ in shown.append(clock.now.nanoseconds / 1_000_000) }
    for _ in 0..<20 {
      provider.tell(north: 1)
      clock.advance(by: .milliseconds(10))
    }
    clock.advance(by: .seconds(10))
    #expect(shown == (0..<20).map { $0 * 10 })
    #expect(!clock.hasWork)
    cancellable.cancel()
  }

  @Test("Position, permission and error stand in the same value as the track")
  func oneState() {
    let model = model()
    #expect(model.state.location == model.location.state)
    model.location.start()
    provider.tell(north: 1)
    clock.advance(by: .seconds(1))
    #expect(model.state.location == model.location.state)
    #expect(model.state.location.location == model.state.snapshot.lastFix)
    #expect(model.state.location.latitudeText == model.location.latitudeText)
    #expect(!model.state.location.isStartable)
    provider.statuses.send(.denied)
    #expect(model.state.location == model.location.state)
    #expect(model.state.location.statusDescription == "denied")
    #expect(model.state.location.errorMessage != nil && model.state.location.latitudeText == "-")
    #expect(model.state.snapshot.statistics.fixCount == 1)
  }

  @Test("Loss of fix keeps the place and counts its age; satellites stay as told last")
  func lossOfFix() {
    let model = model()
    #expect(model.snapshot.fixAge == nil)
    #expect(model.snapshot.satellitesUsed == nil)
    var epoch = provider.epoch(north: 3)
    epoch.satellites = [
      Satellite(system: .gps, number: 7, isUsed: true),
      Satellite(system: .galileo, number: 12),
    ]
    provider.told.send(.epochs([epoch]))
    for _ in 0..<12 { provider.tellOfNoFix() }
    clock.advance(by: .seconds(1))
    let snapshot = model.snapshot
    #expect(snapshot.fixAge == .seconds(12))
    #expect(snapshot.mode == .none)
    #expect(snapshot.quality == .invalid)
    #expect(snapshot.lastFix?.coordinate == .stockholm(north: 3))
    #expect(snapshot.satellitesInView == 2)
    #expect(snapshot.satellitesUsed == 1)
    provider.tell(north: 4)
    clock.advance(by: .seconds(1))
    #expect(model.snapshot.fixAge == .zero)
    #expect(model.snapshot.quality == .gps)
  }

  @Test("The way to a place that was sought is not shown step by step")
  func history() {
    let model = model()
    provider.tell(north: 0)
    clock.advance(by: .seconds(1))
    provider.tell(north: 1)
    provider.tell(north: 2)
    clock.advance(by: .seconds(1))
    var shown: [Int] = []
    let cancellable = model.$state.dropFirst().map(\.snapshot.statistics.fixCount)
      .removeDuplicates().sink { shown.append($0) }
    provider.told.send(.restarted)
    provider.told.send(.history([provider.epoch(north: 3), provider.epoch(north: 4)]))
    clock.advance(by: .seconds(1))
    #expect(shown == [])
    provider.tell(north: 5)
    clock.advance(by: .seconds(1))
    #expect(shown == [3])
    provider.told.send(.restarted)
    provider.told.send(.history([provider.epoch(north: 6), provider.epoch(north: 7)]))
    #expect(shown == [3])
    provider.told.send(.failed(.trace(.readFailed(path: "a", offset: 3, reason: "EIO"))))
    #expect(shown == [3, 2], "Fixes read before it failed are shown.")
    cancellable.cancel()
  }

  @Test("Tells of changes of the position, too")
  func forwards() {
    let model = model()
    var count = 0
    let cancellable = model.objectWillChange.sink { count += 1 }
    model.location.start()
    #expect(count == 1)
    provider.told.send(.failed(.unknown))
    #expect(count == 2)
    cancellable.cancel()
  }

  @Test("Goes away with its last owner (T6)")
  func leaks() {
    var model: TrackViewModel? = model()
    model?.location.start()
    provider.tell(north: 1)
    provider.tell(north: 2)
    weak let leaked = model
    weak let location = model?.location
    model = nil
    #expect(leaked == nil)
    #expect(location == nil)
    clock.advance(by: .seconds(5))
  }
}
