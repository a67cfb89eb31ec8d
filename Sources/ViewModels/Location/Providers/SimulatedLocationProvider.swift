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
/// with the scheduler's while started and pauses while stopped. There is one timer at a time, none
/// once stopped; a released provider does nothing more.
///
/// **Permission.** It is not determined until it is requested. The ``SimulatedUser`` then answers,
/// and may change their mind later. Losing permission switches the receiver off and stops the
/// updates with a failure; they have to be started again.
public final class SimulatedLocationProvider: LocationProvider {
  private var gps: SimulatedGPS
  private let timer: OneShotTimer
  private let permissionTimer: OneShotTimer
  private let user: SimulatedUser
  /// The user's changes that are still to come, in the order of their offsets.
  private var changes: [SimulatedUser.Change]

  private let statuses = CurrentValueSubject<AuthorizationStatus, Never>(.notDetermined)
  private let subject = PassthroughSubject<LocationUpdate, Never>()
  private var hasAsked = false
  private var isStarted = false
  /// The timer's time when simulated time was zero, as if it had never paused.
  private var origin = MonotonicInstant(nanoseconds: 0)

  /// Makes a receiver that is switched off.
  ///
  /// - Parameters:
  ///   - seed: The seed of all randomness.
  ///   - configuration: The receiver and its route.
  ///   - start: The UTC time when the simulation starts.
  ///   - user: The user who answers the question for permission.
  ///   - scheduler: The scheduler that measures time and delivers updates.
  public init(
    seed: UInt64, configuration: SimulatedGPSConfiguration = .init(), start: Timestamp,
    user: SimulatedUser = SimulatedUser(),
    scheduler: some Scheduler<MonotonicInstant> = AnyScheduler.main
  ) {
    gps = SimulatedGPS(seed: seed, configuration: configuration, start: start, isOn: false)
    timer = OneShotTimer(scheduler)
    permissionTimer = OneShotTimer(scheduler)
    self.user = user
    changes = user.changes.sorted { $0.offset < $1.offset }
  }

  /// The user's permission; each subscriber gets the current one first.
  public var authorizationStatus: AnyPublisher<AuthorizationStatus, Never> {
    statuses.removeDuplicates().eraseToAnyPublisher()
  }

  /// Fixes, skies and failures from now on; without a fix, epochs without one.
  public var updates: AnyPublisher<LocationUpdate, Never> { subject.eraseToAnyPublisher() }

  /// Asks the user, who answers after a while; only the first call has an effect.
  public func requestWhenInUseAuthorization() {
    guard !hasAsked, statuses.value == .notDetermined else { return }
    hasAsked = true
    let answered = permissionTimer.now + max(.zero, user.answerDelay)
    permissionTimer.set(at: answered) { [weak self] in
      guard let self else { return }
      awaitChange(since: answered)
      changeAuthorization(to: user.answer)
    }
  }

  /// Changes the permission now, as a user does in the settings.
  public func changeAuthorization(to status: AuthorizationStatus) {
    let old = statuses.value
    guard status != old else { return }
    if status.isAuthorized { gps.switchOn() } else { gps.switchOff() }
    statuses.send(status)
    guard !status.isAuthorized else { return isStarted ? run() : () }
    timer.cancel()
    guard isStarted, let error = status.error else { return }
    isStarted = error.isTransient
    subject.send(.failed(error))
  }

  /// Switches the receiver on; it finds its position as soon as the user has agreed.
  public func start() {
    guard !isStarted else { return }
    let status = statuses.value
    let error = status == .notDetermined && !hasAsked ? .notDetermined : status.error
    isStarted = error?.isTransient ?? true
    if status.isAuthorized { run() }
    if let error { subject.send(.failed(error)) }
  }

  /// Switches updates off; simulated time pauses until they are started again.
  public func stop() {
    isStarted = false
    timer.cancel()
  }

  private func awaitChange(since answered: MonotonicInstant) {
    guard let change = changes.first else { return }
    let time = answered + change.offset
    permissionTimer.set(at: time) { [weak self] in
      guard let self else { return }
      changes.removeFirst()
      awaitChange(since: answered)
      changeAuthorization(to: change.status)
    }
  }

  private func run() {
    guard !timer.isSet else { return }
    origin = timer.now - gps.elapsed
    scheduleNext()
  }

  private func scheduleNext() {
    timer.set(at: origin + gps.nextOffset) { [weak self] in self?.advance() }
  }

  private func advance() {
    let epochs = gps.advance(to: origin.duration(to: timer.now))
    // Before anything is sent, because a subscriber may stop it.
    scheduleNext()
    if !epochs.isEmpty { subject.send(.epochs(epochs)) }
  }
}
