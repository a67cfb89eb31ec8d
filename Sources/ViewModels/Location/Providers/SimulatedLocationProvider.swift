import Positioning
import Reactive
import ReactiveExtras

/// A receiver that is played by a program, as a source of positions.
///
///     let provider = SimulatedLocationProvider(
///       seed: 7, start: Timestamp(year: 2024, month: 5, day: 1)!, scheduler: scheduler)
///     provider.requestWhenInUseAuthorization()
///     provider.start()
///
/// The same seed and the same calls at the same times give the same updates. Simulated time passes
/// with the scheduler's while started and stands still while stopped. There is one timer at a time,
/// none once stopped; a provider that is let go of does nothing more.
///
/// **Permission.** It is not determined until it is asked for. After `answerDelay` the user gives the
/// answer that the configuration has at offset zero; without one there they never answer. Later
/// changes in the configuration come at their offsets from that answer, whether updates are started
/// or not, as users change their minds in the settings. Losing permission stops the updates with a
/// failure; they have to be started again.
public final class SimulatedLocationProvider: LocationProvider {
  private typealias PermissionChange = SimulatedGPSConfiguration.AuthorizationChange

  private var gps: SimulatedGPS
  private let timer: ProviderTimer
  private let permissionTimer: ProviderTimer
  private let answerDelay: Duration
  private let answer: AuthorizationStatus
  private var changes: [PermissionChange]

  private let statuses = CurrentValueSubject<AuthorizationStatus, Never>(.notDetermined)
  private let subject = PassthroughSubject<LocationUpdate, Never>()
  private var hasAsked = false
  private var isStarted = false
  /// The timer's time at which simulated time was zero, had it never stood still.
  private var origin: Int64 = 0
  private var mode = FixMode.none

  /// Makes a receiver that is switched off.
  ///
  /// - Parameters:
  ///   - seed: The seed of all randomness.
  ///   - configuration: What the receiver is and where it goes.
  ///   - start: The UTC time at which the simulation starts.
  ///   - answerDelay: How long the user takes to answer the question for permission.
  ///   - scheduler: Whose clock counts, and where updates are delivered.
  public init(
    seed: UInt64, configuration: SimulatedGPSConfiguration = .init(), start: Timestamp,
    answerDelay: Duration = .seconds(1), scheduler: some Scheduler
  ) {
    // Permission is the provider's own matter: it changes while the receiver is off, too.
    let changes = configuration.authorization.sorted { $0.offset < $1.offset }
    var configuration = configuration
    configuration.authorization = []
    gps = SimulatedGPS(seed: seed, configuration: configuration, start: start)
    timer = ProviderTimer(scheduler)
    permissionTimer = ProviderTimer(scheduler)
    self.answerDelay = max(.zero, answerDelay)
    answer =
      changes.last { $0.offset <= .zero }.map { AuthorizationStatus($0.authorization) }
      ?? .notDetermined
    self.changes = changes.filter { $0.offset > .zero }
  }

  /// The user's permission; each subscriber gets the present one first.
  public var authorizationStatus: AnyPublisher<AuthorizationStatus, Never> {
    statuses.removeDuplicates().eraseToAnyPublisher()
  }

  /// Fixes, skies and failures from now on; an epoch a second without a fix while there is none.
  public var updates: AnyPublisher<LocationUpdate, Never> { subject.eraseToAnyPublisher() }

  /// Where the receiver truly is at this moment of its simulation; for scoring what it reports.
  public var truth: SimulatedTruth { gps.truth(at: gps.elapsed) }

  /// Asks the user, who answers after a moment; only the first call does.
  public func requestWhenInUseAuthorization() {
    guard !hasAsked, statuses.value == .notDetermined else { return }
    hasAsked = true
    let answered = permissionTimer.now + SimulationClock.nanoseconds(answerDelay)
    permissionTimer.set(at: answered) { [weak self] in
      guard let self else { return }
      awaitChange(since: answered)
      changeAuthorization(to: answer)
    }
  }

  /// Changes the permission now, as a user does in the settings.
  public func changeAuthorization(to status: AuthorizationStatus) {
    let old = statuses.value
    guard status != old else { return }
    gps.changeAuthorization(to: SimulatedAuthorization(status))
    statuses.send(status)
    guard !status.isAuthorized else { return isStarted ? run() : () }
    mode = .none
    timer.cancel()
    guard isStarted, let error = status.error else { return }
    isStarted = error.isTransient
    subject.send(.failed(error))
  }

  /// Switches the receiver on; it finds its position as soon as the user has said yes.
  public func start() {
    guard !isStarted else { return }
    let status = statuses.value
    let error = status == .notDetermined && !hasAsked ? .notDetermined : status.error
    isStarted = error?.isTransient ?? true
    if status.isAuthorized { run() }
    if let error { subject.send(.failed(error)) }
  }

  /// Switches updates off; simulated time stands still until they are started again.
  public func stop() {
    isStarted = false
    timer.cancel()
  }

  private func awaitChange(since answered: Int64) {
    guard let change = changes.first else { return }
    let time = answered + SimulationClock.nanoseconds(change.offset)
    permissionTimer.set(at: time) { [weak self] in
      guard let self else { return }
      changes.removeFirst()
      awaitChange(since: answered)
      changeAuthorization(to: AuthorizationStatus(change.authorization))
    }
  }

  private func run() {
    guard !timer.isSet else { return }
    origin = timer.now - SimulationClock.nanoseconds(gps.elapsed)
    scheduleNext()
  }

  private func scheduleNext() {
    timer.set(at: origin + SimulationClock.nanoseconds(gps.nextOffset)) { [weak self] in
      self?.advance()
    }
  }

  private func advance() {
    let epochs = epochs(of: gps.advance(to: .nanoseconds(timer.now - origin)))
    // Before anything is sent, so that whoever receives it may stop.
    scheduleNext()
    if !epochs.isEmpty { subject.send(.epochs(epochs)) }
  }

  private func epochs(of updates: [SimulatedUpdate]) -> [LocationEpoch] {
    var epochs: [LocationEpoch] = []
    var sky: (offset: Duration, satellites: [Satellite])?
    func epoch(_ location: Location?, at offset: Duration) -> LocationEpoch {
      defer { sky = nil }
      return LocationEpoch(
        location: location, mode: mode,
        timestamp: location?.timestamp ?? gps.start.advanced(by: offset), clock: offset,
        satellites: sky?.satellites)
    }
    for update in updates {
      if let told = sky, told.offset != update.offset { epochs.append(epoch(nil, at: told.offset)) }
      switch update.event {
      case .authorization: break
      case .status(let status): mode = FixMode(status)
      case .sky(let satellites): sky = (update.offset, satellites.map(Satellite.init))
      case .location(let location): epochs.append(epoch(location, at: update.offset))
      }
    }
    if let told = sky { epochs.append(epoch(nil, at: told.offset)) }
    // Somebody counts the age of the last fix, also where skies are not reported.
    if epochs.isEmpty, !mode.hasPosition { epochs.append(epoch(nil, at: gps.elapsed)) }
    return epochs
  }
}

extension Satellite {
  init(_ simulated: SimulatedSatellite) {
    let system: SatelliteSystem =
      switch simulated.system {
      case .gps: .gps
      case .glonass: .glonass
      case .galileo: .galileo
      }
    self.init(
      system: system, number: simulated.number, elevation: simulated.elevation,
      azimuth: simulated.azimuth, carrierToNoise: simulated.signalStrength, isUsed: simulated.isUsed)
  }
}
