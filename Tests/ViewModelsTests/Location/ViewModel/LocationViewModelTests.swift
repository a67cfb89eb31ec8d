import Positioning
import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

/// A model on virtual time over a provider that says what it is told to.
@MainActor
private struct Desk {
  let clock = VirtualTimeScheduler()
  let provider: ScriptedProvider
  let model: LocationViewModel

  init(_ status: AuthorizationStatus = .authorizedWhenInUse) {
    provider = ScriptedProvider(status)
    model = LocationViewModel(provider: provider, scheduler: clock)
  }

  func wait(_ milliseconds: Int) { clock.advance(by: .milliseconds(milliseconds)) }
}

@Suite("The location view model") @MainActor
struct LocationViewModelTests {
  @Test("Asks for permission when made, and shows dashes before the first fix")
  func beginning() {
    let desk = Desk(.notDetermined)
    #expect(desk.provider.requests == 1)
    #expect(desk.model.latitudeText == "-")
    #expect(desk.model.longitudeText == "-")
    #expect(desk.model.statusDescription == "not given yet")
    #expect(desk.model.isStartable)
    #expect(!desk.model.thereIsAnError)
    #expect(desk.provider.starts == 0)
  }

  @Test(
    "Positions are shown with four decimals, whatever the locale",
    arguments: [
      (59.32991, 18.06987, "59.3299", "18.0699"), (-0.00004, -0.1278, "0.0000", "-0.1278"),
      (-33.0, 179.99996, "-33.0000", "180.0000"),
    ])
  func texts(_ latitude: Double, _ longitude: Double, _ first: String, _ second: String) {
    let desk = Desk()
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    desk.provider.told.send(
      .epochs([LocationEpoch(location: Location(coordinate: coordinate), clock: .zero)]))
    desk.wait(0)
    #expect(desk.model.latitudeText == first)
    #expect(desk.model.longitudeText == second)
  }

  @Test("The last of a batch is used, and of that the last with a fix")
  func lastOfBatch() {
    let desk = Desk()
    var epochs = [10.0, 20, 30].map { desk.provider.epoch(north: $0) }
    epochs.append(LocationEpoch(location: nil, clock: .seconds(9)))
    desk.provider.told.send(.epochs(epochs))
    desk.wait(0)
    #expect(desk.model.currentLocation?.coordinate == .stockholm(north: 30))
  }

  @Test("Waiting for an answer is no error, and a status comes to who listens late (T8)")
  func notDetermined() {
    let desk = Desk(.notDetermined)
    desk.model.start()
    desk.wait(10_000)
    #expect(desk.model.status == .notDetermined)
    #expect(!desk.model.thereIsAnError)
    desk.provider.statuses.send(.authorizedAlways)
    desk.wait(500)
    #expect(desk.model.status == .authorizedAlways)
    desk.provider.tell(north: 1)
    desk.wait(0)
    #expect(desk.model.currentLocation != nil)

    let late = LocationViewModel(provider: desk.provider, scheduler: desk.clock)
    #expect(late.status == .authorizedAlways)
  }

  @Test("With a 10 Hz trace a moving position is shown twice a second, at most a fix late (T9)")
  func tenHertz() throws {
    let replay = try Replay(.even(600, every: .milliseconds(100), step: 1.5))
    let model = LocationViewModel(provider: replay.provider, scheduler: replay.clock)
    var shown: [Int] = []
    let cancellable = model.$currentLocation.dropFirst().sink { location in
      guard let location else { return }
      shown.append(replay.clock.now.nanoseconds / 1_000_000)
      let age = shown.last! - Int(location.timestamp!.nanosecondsSince1970 / 1_000_000 % 60_000)
      #expect(age >= 0 && age <= 100)
    }
    model.start()
    replay.wait(20_000)
    #expect(shown == (0...40).map { $0 * 500 })
    cancellable.cancel()
  }

  @Test("Debouncing instead would never show a moving position at 10 Hz (T9)")
  func debounceStarves() throws {
    let replay = try Replay(.even(600, every: .milliseconds(100)))
    var count = 0
    let cancellable = replay.provider.updates
      .debounce(for: .milliseconds(500), scheduler: replay.clock).sink { _ in count += 1 }
    replay.provider.play()
    replay.wait(59_000)
    #expect(count == 0)
    cancellable.cancel()
  }

  @Test("A walk of 0.9 m a fix shows: a move is measured from the last location shown (T10)")
  func slowWalk() {
    let desk = Desk()
    desk.model.start()
    var shown: [Double] = []
    let cancellable = desk.model.$currentLocation.dropFirst().sink { location in
      shown.append((location!.coordinate.latitude - 59.33) * 111_412)
    }
    for step in 0..<10 {
      desk.provider.tell(north: Double(step) * 0.9)
      desk.wait(1000)
    }
    #expect(shown.map { Int(($0 * 10).rounded()) } == [0, 18, 36, 54, 72])
    cancellable.cancel()
  }

  @Test("Less than a metre about one place is not shown")
  func standing() {
    let desk = Desk()
    var count = 0
    let cancellable = desk.model.objectWillChange.sink { count += 1 }
    desk.provider.tell(north: 0)
    desk.wait(1000)
    #expect(count == 1)
    for step in 0..<100 {
      desk.provider.tell(north: step % 2 == 0 ? 0.7 : -0.2)
      desk.wait(1000)
    }
    #expect(count == 1)
    cancellable.cancel()
  }

  @Test("After a failure the message goes, and updates can be started again (T11)")
  func recovery() {
    let desk = Desk()
    desk.model.start()
    #expect(!desk.model.isStartable)
    desk.provider.told.send(.failed(.trace(.readFailed(path: "a", offset: 3, reason: "EIO"))))
    #expect(desk.model.thereIsAnError)
    #expect(
      desk.model.errorMessage
        == "a: reading failed at byte 3 (EIO); check the disk, or use a copy of the file")
    #expect(desk.model.isStartable)
    desk.model.start()
    #expect(!desk.model.thereIsAnError)
    #expect(desk.model.errorMessage == nil)
    #expect(!desk.model.isStartable)
    #expect(desk.provider.starts == 2)
  }

  @Test("A transient failure goes with the next fix, without a restart (T11)")
  func transient() {
    let desk = Desk()
    desk.model.start()
    desk.provider.told.send(.failed(.unknown))
    #expect(desk.model.thereIsAnError)
    #expect(!desk.model.isStartable)
    desk.provider.tellOfNoFix()
    #expect(desk.model.thereIsAnError)
    desk.provider.tell(north: 1)
    #expect(!desk.model.thereIsAnError)
    #expect(desk.provider.starts == 1)
  }

  @Test(
    "A refusal is shown at once: the error comes, the position goes, updates stop",
    arguments: [
      AuthorizationStatus.denied, .restricted, .unknown,
    ])
  func refusal(_ status: AuthorizationStatus) {
    let desk = Desk()
    desk.model.start()
    desk.provider.tell(north: 1)
    desk.wait(100)
    desk.provider.tell(north: 50)
    desk.provider.statuses.send(status)
    #expect(desk.model.status == status)
    #expect(desk.model.errorMessage == status.error?.description)
    #expect(desk.model.currentLocation == nil)
    #expect(desk.model.latitudeText == "-")
    #expect(desk.model.isStartable)
    #expect(desk.provider.stops == 1)
    desk.wait(5000)
    #expect(desk.model.currentLocation == nil, "A position that was waiting is not shown after.")
  }

  @Test("A yes is shown when it has stood for half a second, and clears the refusal (T11)")
  func grant() {
    let desk = Desk(.denied)
    #expect(desk.model.status == .denied)
    #expect(desk.model.thereIsAnError)
    desk.provider.statuses.send(.authorizedWhenInUse)
    desk.wait(499)
    #expect(desk.model.status == .denied)
    desk.provider.statuses.send(.denied)
    desk.wait(1)
    desk.provider.statuses.send(.authorizedAlways)
    desk.wait(499)
    #expect(desk.model.status == .denied)
    desk.wait(1)
    #expect(desk.model.status == .authorizedAlways)
    #expect(!desk.model.thereIsAnError)
    #expect(desk.model.isStartable)
  }

  @Test("The first status is shown at once, and none twice")
  func firstStatus() {
    let desk = Desk(.authorizedWhenInUse)
    #expect(desk.model.status == .authorizedWhenInUse)
    var seen: [AuthorizationStatus] = []
    let cancellable = desk.model.$status.dropFirst().sink { seen.append($0) }
    for status in [AuthorizationStatus.authorizedWhenInUse, .denied, .denied, .denied] {
      desk.provider.statuses.send(status)
      desk.wait(600)
    }
    #expect(seen == [.denied])
    cancellable.cancel()
  }

  @Test("Starting twice starts once; after stopping it can be started again")
  func startAndStop() {
    let desk = Desk()
    desk.model.start()
    desk.model.start()
    #expect(desk.provider.starts == 1)
    desk.model.stop()
    #expect(desk.provider.stops == 1)
    #expect(desk.model.isStartable)
    desk.model.start()
    #expect(desk.provider.starts == 2)
    desk.provider.told.send(.ended)
    #expect(desk.model.isStartable)
  }

  @Test("A place that was sought is shown at once, however near")
  func restarted() {
    let desk = Desk()
    desk.model.start()
    desk.provider.tell(north: 0)
    desk.wait(10)
    desk.provider.told.send(.restarted)
    desk.provider.told.send(.history([desk.provider.epoch(north: 100)]))
    desk.provider.tell(north: 0.5)
    desk.wait(0)
    #expect(desk.model.currentLocation?.coordinate == .stockholm(north: 0.5))
  }

  @Test("Works against the simulated receiver, from the question to the first fix")
  func simulated() {
    let clock = VirtualTimeScheduler()
    let provider = SimulatedLocationProvider(
      seed: 7, start: Timestamp(year: 2024, month: 5, day: 1)!, scheduler: clock)
    let model = LocationViewModel(provider: provider, scheduler: clock)
    model.start()
    #expect(!model.thereIsAnError)
    clock.advance(by: .seconds(1.5))
    #expect(model.status == .authorizedWhenInUse)
    #expect(model.latitudeText == "-")
    clock.advance(by: .seconds(5))
    #expect(model.latitudeText.hasPrefix("59.3"))
    #expect(model.longitudeText.hasPrefix("18.0"))
    provider.changeAuthorization(to: .denied)
    #expect(model.thereIsAnError && model.isStartable && model.latitudeText == "-")
    provider.changeAuthorization(to: .authorizedWhenInUse)
    clock.advance(by: .seconds(1))
    #expect(!model.thereIsAnError)
    model.start()
    clock.advance(by: .seconds(5))
    #expect(model.latitudeText.hasPrefix("59.3"))
  }

  @Test("Goes away with its last owner, though everything is still running (T6)")
  func leaks() {
    let provider = ScriptedProvider()
    let clock = VirtualTimeScheduler()
    var model: LocationViewModel? = LocationViewModel(provider: provider, scheduler: clock)
    model?.start()
    provider.tell(north: 1)
    provider.tell(north: 5)
    weak let leaked = model
    model = nil
    #expect(leaked == nil)
    provider.tell(north: 9)
    clock.advance(by: .seconds(5))
  }
}
