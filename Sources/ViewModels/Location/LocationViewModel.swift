import Positioning
import Reactive
import ReactiveExtras

/// The current position for a screen, with the permission and any error.
///
///     let model = LocationViewModel(provider: provider)
///     model.start()
///     model.latitudeText  // "-", until there is a fix
///
/// Asks for permission when it is made. Positions are thinned twice: at most one in
/// ``LocationPacing/locationInterval``, always the latest, however fast they come; and of these,
/// only those at least ``LocationPacing/minimumDistance`` from the one shown, so that a slow walk
/// still shows.
///
/// **Permission.** Bad news is shown at once: when permission is withdrawn the error appears, the
/// position disappears, and updates stop, all at the same time. A permission is shown once it has
/// lasted for ``LocationPacing/statusDelay``, so that flickering is not visible.
///
/// **Age.** Without updates, the last position stays, even after an error, and ``staleness`` is its
/// age by the scheduler's clock. Positions of a replay do not age.
///
/// **After a failure** the model can be started again. The message disappears when it is started,
/// when permission is given, and when a fix arrives.
@MainActor public final class LocationViewModel: ObservableObject {
  /// The user's permission.
  @Published public private(set) var status = AuthorizationStatus.notDetermined
  /// The position to show; nil before the first fix, and without permission.
  @Published public private(set) var currentLocation: Location?
  /// True if updates can be started: until that is done, and again once they have stopped.
  @Published public private(set) var isStartable = true
  /// The error with its remedy; nil if there is none.
  @Published public private(set) var errorMessage: String?
  /// The age of the latest fix, and the time since anything came.
  @Published public private(set) var staleness = Staleness()

  /// The whole state as one value, the current one first and then each change.
  package var states: some Publisher<LocationState, Never> {
    Publishers.CombineLatest4($status, $currentLocation, $isStartable, $errorMessage)
      .combineLatest($staleness) {
        LocationState(
          status: $0.0, location: $0.1, isStartable: $0.2, errorMessage: $0.3, staleness: $1)
      }
  }

  private let provider: any LocationProvider
  private var cancellables: Set<AnyCancellable> = []

  private let fixes = PassthroughSubject<Location, Never>()
  private let pace: () -> AnyPublisher<Location, Never>
  private var readings: AnyCancellable?
  private var filter: DistanceFilter
  /// The latest position passed during a seek: it stays if the target has none.
  private var passed: Location?
  /// True if the shown error belongs to the permission.
  private var isPermissionMissing = false
  /// True if the shown error is that of a receiver, which reports again as soon as it can.
  private var isReceiverGone = false
  private var watch = StalenessWatch()
  /// Waits until the shown values are older; nil if they do not age.
  private let ageTimer: OneShotTimer?

  /// Makes a model that shows nothing yet, and asks for permission.
  ///
  /// - Parameters:
  ///   - provider: The source of positions. Only this model should start and stop it.
  ///   - pacing: The frequency of new values.
  ///   - scheduler: The scheduler that measures time; the provider's. It has to run its work on the
  ///     main thread.
  public init(
    provider: any LocationProvider, pacing: LocationPacing = LocationPacing(),
    scheduler: some Scheduler<MonotonicInstant> = AnyScheduler.main
  ) {
    self.provider = provider
    ageTimer = provider.isLive ? OneShotTimer(scheduler) : nil
    filter = DistanceFilter(minimumDistance: pacing.minimumDistance)
    let fixes = fixes
    pace = {
      fixes.throttle(for: .init(pacing.locationInterval), scheduler: scheduler, latest: true)
        .eraseToAnyPublisher()
    }
    connectReadings()
    provider.updates
      .sink { [weak self] in self?.receive($0) }.store(in: &cancellables)
    Self.shown(provider.authorizationStatus, delay: pacing.statusDelay, on: scheduler)
      .sink { [weak self] in self?.receive($0) }.store(in: &cancellables)
    provider.requestWhenInUseAuthorization()
  }

  // MARK: The view

  /// The shown state, as one value.
  public var state: LocationState {
    LocationState(
      status: status, location: currentLocation, isStartable: isStartable,
      errorMessage: errorMessage, staleness: staleness)
  }

  /// The permission in words: `while in use`, `denied`; see
  /// ``AuthorizationStatus/statusDescription``.
  public var statusDescription: String { status.statusDescription }

  /// True if ``errorMessage`` must be shown instead of the position.
  public var thereIsAnError: Bool { errorMessage != nil }

  /// Degrees north with four decimals; `-` if there is no position.
  public var latitudeText: String { state.latitudeText }

  /// Degrees east with four decimals; `-` if there is no position.
  public var longitudeText: String { state.longitudeText }

  // MARK: The user's actions

  /// Starts updates, unless they have been started.
  public func start() {
    guard isStartable else { return }
    isStartable = false
    report(nil)
    connectReadings()
    provider.start()
  }

  /// Stops updates. The last position stays.
  public func stop() {
    provider.stop()
    becomeStartable()
  }

  /// Starts updates, or stops them if they have been started.
  public func toggle() { if isStartable { start() } else { stop() } }

  // MARK: The consequences

  private func receive(_ update: LocationUpdate) {
    switch update {
    case .epochs(let epochs):
      if let ageTimer { watch.add(epochs, at: ageTimer.now) }
      age()
      guard let location = Self.latestLocation(of: epochs) ?? passed else {
        if isReceiverGone { report(nil) }
        return
      }
      passed = nil
      report(nil)
      fixes.send(location)
    case .history(let epochs):
      if let location = Self.latestLocation(of: epochs) { passed = location }
    case .restarted, .resumed:
      passed = nil
      // A new position is shown at once, at any distance.
      connectReadings()
    case .ended: becomeStartable()
    case .failed(let error):
      report(error)
      if !error.isTransient { becomeStartable() }
    }
  }

  /// The latest position among epochs.
  private static func latestLocation(of epochs: [LocationEpoch]) -> Location? {
    epochs.last {
      $0.trackIndex == 0 && $0.mode.hasPosition && $0.location?.coordinate.isValid == true
    }?.location
  }

  private func receive(_ status: AuthorizationStatus) {
    self.status = status
    guard let error = status.error else {
      // A permission does not help with a trace that cannot be read.
      if isPermissionMissing { report(nil) }
      return
    }
    report(error)
    provider.stop()
    becomeStartable()
    connectReadings()
    if currentLocation != nil { currentLocation = nil }
    watch = StalenessWatch()
    age()
  }

  /// Publishes the age of everything, now and whenever it changes.
  private func age() {
    guard let ageTimer else { return }
    let now = ageTimer.now
    let staleness = watch.staleness(at: now)
    if self.staleness != staleness { self.staleness = staleness }
    guard let next = watch.nextChange(after: now) else { return ageTimer.cancel() }
    ageTimer.set(at: next) { [weak self] in self?.age() }
  }

  private func report(_ error: LocationError?) {
    isReceiverGone = false
    switch error {
    case nil, .trace: isPermissionMissing = false
    case .notDetermined, .restricted, .denied, .unknown: isPermissionMissing = true
    case .receiver(let problem):
      isPermissionMissing = problem.isDenial
      isReceiverGone = !problem.isDenial
    }
    let message = error?.description
    if errorMessage != message { errorMessage = message }
  }

  private func becomeStartable() { if !isStartable { isStartable = true } }

  /// Begins the pacing again, without a position that may be waiting.
  private func connectReadings() {
    filter.reset()
    readings = pace().sink { [weak self] in self?.show($0) }
  }

  private func show(_ location: Location) {
    if filter.passes(location) { currentLocation = location }
  }

  /// The first status and every loss at once; others when they have lasted for a while.
  private static func shown(
    _ statuses: AnyPublisher<AuthorizationStatus, Never>, delay: Duration,
    on scheduler: some Scheduler<MonotonicInstant>
  ) -> some Publisher<AuthorizationStatus, Never> {
    statuses
      .removeDuplicates()
      .scan((isFirst: true, status: AuthorizationStatus?.none)) { ($0.status == nil, $1) }
      .compactMap { entry in entry.status.map { (entry.isFirst, $0) } }
      .map { isFirst, status -> AnyPublisher<AuthorizationStatus, Never> in
        guard status.isAuthorized, !isFirst else { return Just(status).eraseToAnyPublisher() }
        return Just(status).delay(for: .init(delay), scheduler: scheduler)
          .eraseToAnyPublisher()
      }
      .switchToLatest()
      .removeDuplicates()
  }
}
