import Positioning
import Reactive
import ReactiveExtras
import Testing
import ViewModels

/// A simulated receiver on virtual time, with what it has told and when (in milliseconds).
private final class Receiver {
  let clock = VirtualTimeScheduler()
  var provider: SimulatedLocationProvider?
  private(set) var updates: [(at: Int, update: LocationUpdate)] = []
  private(set) var statuses: [AuthorizationStatus] = []
  private var cancellables: Set<AnyCancellable> = []

  init(
    seed: UInt64 = 7, _ configuration: SimulatedGPSConfiguration = .running,
    user: SimulatedUser = SimulatedUser()
  ) {
    let provider = SimulatedLocationProvider(
      seed: seed, configuration: configuration,
      start: Timestamp(year: 2024, month: 5, day: 1, hour: 12)!, user: user, scheduler: clock)
    self.provider = provider
    provider.updates.sink { [unowned self] in
      updates.append((clock.now.nanoseconds / 1_000_000, $0))
    }.store(in: &cancellables)
    provider.authorizationStatus.sink { [unowned self] in statuses.append($0) }
      .store(in: &cancellables)
  }

  func wait(_ milliseconds: Int) { clock.advance(by: .milliseconds(milliseconds)) }
  func forget() { updates = [] }

  var epochs: [LocationEpoch] {
    updates.flatMap { entry -> [LocationEpoch] in
      if case .epochs(let epochs) = entry.update { epochs } else { [] }
    }
  }

  var failures: [LocationError] {
    updates.compactMap { entry -> LocationError? in
      if case .failed(let error) = entry.update { error } else { nil }
    }
  }
}

extension SimulatedGPSConfiguration {
  /// A receiver that has its fix at once.
  fileprivate static var running: SimulatedGPSConfiguration {
    var configuration = SimulatedGPSConfiguration()
    configuration.start = .running
    return configuration
  }
}

@Suite("The simulated receiver as a provider")
struct SimulatedLocationProviderTests {
  @Test("Not being determined is a state: the question can be answered later")
  func notDeterminedIsNoEnd() {
    let receiver = Receiver()
    receiver.provider?.start()
    receiver.wait(5000)
    #expect(receiver.statuses == [.notDetermined])
    #expect(receiver.failures == [.notDetermined])
    #expect(receiver.epochs.isEmpty)
    receiver.provider?.requestWhenInUseAuthorization()
    receiver.wait(1000)
    #expect(receiver.statuses == [.notDetermined, .authorizedWhenInUse])
    receiver.wait(3000)
    #expect(receiver.epochs.count == 4, "Updates that were started wait for the answer.")
    #expect(receiver.failures == [.notDetermined])
  }

  @Test("A late subscriber gets the present status first")
  func lateSubscriber() {
    let receiver = Receiver()
    receiver.provider?.requestWhenInUseAuthorization()
    receiver.wait(2000)
    var late: [AuthorizationStatus] = []
    let cancellable = receiver.provider?.authorizationStatus.sink { late.append($0) }
    #expect(late == [.authorizedWhenInUse])
    receiver.provider?.changeAuthorization(to: .denied)
    #expect(late == [.authorizedWhenInUse, .denied])
    cancellable?.cancel()
  }

  @Test("The user takes a moment to answer, and is asked only once")
  func asksOnce() {
    let receiver = Receiver()
    receiver.provider?.requestWhenInUseAuthorization()
    receiver.wait(999)
    receiver.provider?.requestWhenInUseAuthorization()
    #expect(receiver.statuses == [.notDetermined])
    receiver.wait(1)
    #expect(receiver.statuses == [.notDetermined, .authorizedWhenInUse])
    #expect(!receiver.clock.hasWork)
  }

  @Test("A user who never answers leaves everything waiting")
  func neverAnswers() {
    let receiver = Receiver(user: SimulatedUser(answer: .notDetermined))
    receiver.provider?.requestWhenInUseAuthorization()
    receiver.provider?.start()
    receiver.wait(60_000)
    #expect(receiver.statuses == [.notDetermined])
    #expect(receiver.updates.isEmpty)
  }

  @Test("A user who says no is a failure, and may say yes later")
  func denialAndRecovery() {
    let receiver = Receiver(
      user: SimulatedUser(changes: [
        .init(.seconds(10), .denied), .init(.seconds(20), .authorizedAlways),
      ]))
    receiver.provider?.requestWhenInUseAuthorization()
    receiver.provider?.start()
    receiver.wait(11_000)
    #expect(receiver.failures == [.denied])
    let count = receiver.epochs.count
    receiver.provider?.start()
    #expect(receiver.failures == [.denied, .denied])
    receiver.wait(15_000)
    #expect(receiver.epochs.count == count, "A failed receiver is not started by itself.")
    #expect(
      receiver.statuses == [.notDetermined, .authorizedWhenInUse, .denied, .authorizedAlways])
    receiver.provider?.start()
    receiver.wait(10_000)
    #expect(receiver.epochs.count > count + 5)
    #expect(receiver.failures.count == 2)
  }

  @Test("The same seed gives the same updates at the same times; another seed others")
  func determinism() {
    var configuration = SimulatedGPSConfiguration()
    configuration.rate = .tenHertz
    configuration.outages = [.seconds(20)..<(.seconds(30))]
    func told(seed: UInt64, stride: Int) -> [(at: Int, update: LocationUpdate)] {
      let receiver = Receiver(seed: seed, configuration)
      receiver.provider?.requestWhenInUseAuthorization()
      receiver.provider?.start()
      for _ in 0..<(60_000 / stride) { receiver.wait(stride) }
      return receiver.updates
    }
    let first = told(seed: 1, stride: 60_000)
    let second = told(seed: 1, stride: 7)
    let before = first.filter { $0.at <= 59_990 }
    #expect(before.count > 300)
    #expect(before.map(\.at) == second.filter { $0.at <= 59_990 }.map(\.at))
    #expect(before.map(\.update) == second.filter { $0.at <= 59_990 }.map(\.update))
    #expect(first.map(\.update) != told(seed: 2, stride: 60_000).map(\.update))
  }

  @Test("Fixes come at the receiver's own rate, with satellites once a second")
  func rhythm() {
    var configuration = SimulatedGPSConfiguration.running
    configuration.rate = .fiveHertz
    let receiver = Receiver(configuration)
    receiver.provider?.requestWhenInUseAuthorization()
    receiver.provider?.start()
    receiver.wait(4000)
    #expect(receiver.updates.map(\.at) == Array(stride(from: 1000, through: 4000, by: 200)))
    let skies = receiver.epochs.compactMap(\.satellites)
    #expect(skies.count == 4)
    #expect(receiver.epochs.allSatisfy { $0.mode == .threeDimensional })
    let last = receiver.epochs.last!
    #expect(last.location?.satellitesUsed == skies.last?.count { $0.isUsed })
    #expect(skies.allSatisfy { sky in Set(sky.map(\.description)).count == sky.count })
    #expect(last.clock == .seconds(3))
    #expect(last.timestamp?.description == "2024-05-01T12:00:03.000Z")
  }

  @Test("While signals are lost, epochs without a fix tell how time passes")
  func dropout() {
    var configuration = SimulatedGPSConfiguration.running
    configuration.outages = [.seconds(10)..<(.seconds(20))]
    let receiver = Receiver(configuration)
    receiver.provider?.requestWhenInUseAuthorization()
    receiver.provider?.start()
    receiver.wait(1000 + 18_500)
    var track = TrackSnapshot()
    for epoch in receiver.epochs { track.add(epoch) }
    #expect(track.mode == .none)
    #expect(track.fixAge == .seconds(6), "Three seconds were carried on by dead reckoning.")
    receiver.wait(10_000)
    for epoch in receiver.epochs { track.add(epoch) }
    #expect(track.mode == .threeDimensional)
    #expect(track.fixAge == .zero)
    #expect(receiver.failures.isEmpty)
  }

  @Test("Nothing happens once it is stopped, and simulated time stands still")
  func stopping() {
    let receiver = Receiver()
    receiver.provider?.requestWhenInUseAuthorization()
    receiver.provider?.start()
    receiver.wait(3500)
    receiver.provider?.stop()
    #expect(!receiver.clock.hasWork)
    let count = receiver.epochs.count
    receiver.wait(100_000)
    #expect(receiver.epochs.count == count)
    receiver.provider?.start()
    receiver.wait(1000)
    #expect(receiver.epochs.count == count + 1)
    #expect(receiver.epochs.last?.clock == receiver.epochs[count - 1].clock + .seconds(1))
  }

  @Test("A subscriber may stop it from inside a delivery")
  func stopsInside() {
    let receiver = Receiver()
    receiver.provider?.requestWhenInUseAuthorization()
    let cancellable = receiver.provider?.updates.sink { [weak provider = receiver.provider] _ in
      provider?.stop()
    }
    receiver.provider?.start()
    receiver.wait(10_000)
    #expect(receiver.epochs.count == 1)
    #expect(!receiver.clock.hasWork)
    cancellable?.cancel()
  }

  @Test("Goes away with its last owner, timers and all")
  func leaks() {
    let receiver = Receiver()
    receiver.provider?.requestWhenInUseAuthorization()
    receiver.provider?.start()
    receiver.wait(2500)
    weak let provider = receiver.provider
    receiver.provider = nil
    #expect(provider == nil)
    #expect(!receiver.clock.hasWork)
  }
}
