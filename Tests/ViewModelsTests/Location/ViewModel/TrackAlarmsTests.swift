import Positioning
import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

@Suite("What a track is watched for") @MainActor
struct TrackAlarmsTests {
  private func epoch(
    north: Double, at second: Int = 0, accuracy: Double? = nil
  ) -> LocationEpoch {
    var fix = Location(coordinate: .stockholm(north: north))
    fix.horizontalAccuracy = accuracy
    return LocationEpoch(location: fix, mode: .threeDimensional, clock: .seconds(second))
  }

  @Test("The ring around the first fix is left once, and entered again")
  func ring() {
    var alarms = TrackAlarms(anchor: 50)
    #expect(alarms.add(epoch(north: 0)).isEmpty)
    #expect(alarms.add(epoch(north: 40)).isEmpty)
    #expect(alarms.add(epoch(north: 52)).isEmpty, "Noise at the edge is no alarm.")
    guard case .leftRing(let distance)? = alarms.add(epoch(north: 60)).first else {
      Issue.record("The ring was left.")
      return
    }
    #expect(abs(distance - 60) < 0.1 && alarms.isOutside)
    #expect(alarms.add(epoch(north: 80)).isEmpty)
    #expect(alarms.add(epoch(north: 49)) == [.backInRing] && !alarms.isOutside)
  }

  @Test("A fix that is not certain enough leaves no ring")
  func uncertain() {
    var alarms = TrackAlarms(anchor: 50)
    _ = alarms.add(epoch(north: 0))
    #expect(alarms.add(epoch(north: 90, accuracy: 45)).isEmpty)
    #expect(alarms.add(epoch(north: 96, accuracy: 45)).count == 1)
  }

  @Test("A mark is reached by coming there, once; not by beginning there")
  func mark() {
    var alarms = TrackAlarms(mark: .stockholm(north: 100))
    #expect(alarms.add(epoch(north: 0)).isEmpty)
    #expect(alarms.add(epoch(north: 69)).isEmpty)
    #expect(alarms.add(epoch(north: 75)) == [.reached] && alarms.isAtMark)
    #expect(alarms.add(epoch(north: 100)).isEmpty)
    _ = alarms.add(epoch(north: 300))
    #expect(!alarms.isAtMark)
    #expect(alarms.add(epoch(north: 120)) == [.reached])
    alarms.set(mark: .stockholm(north: 120))
    #expect(alarms.add(epoch(north: 121)).isEmpty)
    alarms.set(mark: nil)
    #expect(alarms.add(epoch(north: 500)).isEmpty && alarms.mark == nil)
  }

  @Test("Silence is announced once, and its end")
  func silence() {
    var alarms = TrackAlarms()
    #expect(alarms.age(nil).isEmpty)
    #expect(alarms.age(.seconds(3)) == [.lost(.seconds(3))])
    #expect(alarms.age(.seconds(4)).isEmpty && alarms.isLost)
    #expect(alarms.add(epoch(north: 0)) == [.found] && !alarms.isLost)
  }

  @Test("The model announces what happens, also that nothing comes")
  func model() {
    let clock = VirtualTimeScheduler()
    let provider = ScriptedProvider()
    let model = TrackViewModel(
      provider: provider, alarms: TrackAlarms(anchor: 50), scheduler: clock)
    var events: [TrackAlarms.Event] = []
    let cancellable = model.events.sink { events.append($0) }
    model.location.start()
    provider.tell(north: 0)
    clock.advance(by: .seconds(10))
    provider.tell(north: 100)
    #expect(events.count == 3)
    #expect(events.first == .lost(.seconds(3)) && events.dropFirst().first == .found)
    #expect(model.state.alarms.isOutside && events.last?.isAlarm == true)
    cancellable.cancel()
  }

  @Test("Dead reckoning goes on along the last course for two minutes")
  func deadReckoning() throws {
    let fix = Location(coordinate: .stockholm(north: 0), speed: 10, course: 0)
    let place = try #require(DeadReckoning.position(from: fix, after: .seconds(30)))
    #expect(abs(place.distance(to: .stockholm(north: 300))) < 1)
    #expect(DeadReckoning.position(from: fix, after: .seconds(121)) == nil)
    #expect(DeadReckoning.position(from: fix, after: .zero) == nil)
    let still = Location(coordinate: .stockholm(north: 0), speed: 0, course: 0)
    #expect(DeadReckoning.position(from: still, after: .seconds(30)) == nil)
    #expect(
      DeadReckoning.position(from: Location(coordinate: .stockholm(north: 0)), after: .seconds(9))
        == nil)
  }
}
