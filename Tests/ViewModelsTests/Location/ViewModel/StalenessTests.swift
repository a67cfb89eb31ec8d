import Positioning
import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

@Suite("A position that nothing follows grows old") @MainActor
struct StalenessTests {
  private let clock = VirtualTimeScheduler()
  private let provider = ScriptedProvider()

  private func model() -> LocationViewModel {
    LocationViewModel(provider: provider, scheduler: clock)
  }

  private func wait(_ seconds: Double) { clock.advance(by: .seconds(seconds)) }

  /// Fixes in a row, each an interval after the one before.
  private func tell(_ count: Int, every seconds: Double) {
    for index in 0..<count {
      provider.tell(north: Double(index) * 10, after: .seconds(seconds))
      wait(seconds)
    }
  }

  @Test("After three seconds, and then second by second; a fix makes it new")
  func aging() {
    let model = model()
    tell(5, every: 1)
    #expect(model.staleness == Staleness())
    wait(1.999)
    #expect(model.staleness.fix == nil)
    wait(0.001)
    #expect(model.staleness.fix == .seconds(3) && model.staleness.silence == .seconds(3))
    wait(9.5)
    #expect(model.staleness.fix == .seconds(12))
    #expect(model.currentLocation != nil)
    #expect(model.state.staleness == model.staleness)
    provider.tell(north: 100)
    #expect(model.staleness == Staleness())
  }

  @Test("After three of its own intervals, where these are longer; a pause among them is none")
  func intervals() {
    let model = model()
    tell(3, every: 10)
    wait(19.9)
    #expect(model.staleness.fix == nil)
    wait(0.1)
    #expect(model.staleness.fix == .seconds(30))
    provider.tell(north: 100, after: .seconds(600))
    wait(29)
    #expect(model.staleness.fix == nil)
    wait(1)
    #expect(model.staleness.fix == .seconds(30))
  }

  @Test("It is said less often the older it is")
  func units() {
    let model = model()
    var ages: [Duration] = []
    let cancellable = model.$staleness.compactMap(\.fix).sink { ages.append($0) }
    provider.tell(north: 0)
    wait(3 * 3600)
    #expect(ages.first == .seconds(3) && ages.contains(.seconds(119)))
    #expect(Array(ages.drop { $0 < .seconds(120) }.prefix(2)) == [.seconds(120), .seconds(180)])
    #expect(ages.suffix(2) == [.seconds(7200), .seconds(10_800)])
    #expect(ages.count == 117 + 118 + 2)
    cancellable.cancel()
  }

  @Test("Epochs without a fix are no silence, and make no fix new")
  func noFix() {
    let model = model()
    tell(2, every: 1)
    for _ in 0..<9 {
      provider.tellOfNoFix()
      wait(1)
    }
    #expect(model.staleness.fix == .seconds(10) && model.staleness.silence == nil)
  }

  @Test("It stays beside an error, and goes on; without permission it goes with the position")
  func errors() {
    let model = model()
    model.start()
    tell(2, every: 1)
    provider.told.send(.failed(.receiver(.closed(name: "a"))))
    wait(60)
    #expect(model.thereIsAnError && model.currentLocation != nil)
    #expect(model.staleness.fix == .seconds(61))
    model.stop()
    wait(10)
    #expect(model.staleness.fix == .seconds(71), "Nor does stopping make it new.")
    provider.statuses.send(.denied)
    #expect(model.currentLocation == nil && model.staleness == Staleness())
    wait(0)
    #expect(!clock.hasWork)
  }

  @Test("Before the first fix nothing is old; a replay's positions never are")
  func nothing() {
    let model = model()
    wait(60)
    #expect(model.staleness == Staleness() && !clock.hasWork)
    provider.isLive = false
    let replay = LocationViewModel(provider: provider, scheduler: clock)
    tell(3, every: 1)
    wait(60)
    #expect(replay.currentLocation != nil && replay.staleness == Staleness())
    let trace = TemporaryTrace(TraceFixture.drive.bytes)
    #expect(
      (try? TraceFile(path: trace.path)).map {
        TraceLocationProvider(file: $0, scheduler: clock).isLive
      } == false)
  }
}
