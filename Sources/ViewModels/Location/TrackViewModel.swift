import Positioning
import Reactive
import ReactiveExtras

/// A track in the making: its line, its metrics, the sky, and the position as ``LocationViewModel``
/// shows it, published as one value.
///
///     let model = TrackViewModel(provider: provider, scheduler: scheduler)
///     model.location.start()
///     model.state.snapshot.statistics.distance  // metres
///
/// Every fix counts, also those that are never shown. A state is published with each update of the
/// provider, so the view that draws it decides how often; none is published while a
/// replay seeks.
@MainActor public final class TrackViewModel: ObservableObject {
  /// The position, the permission and the error, and the user's actions on them.
  public let location: LocationViewModel
  /// The shown state.
  @Published public private(set) var state: TrackState
  /// The announcements of the alarms, as they happen.
  public var events: AnyPublisher<TrackAlarms.Event, Never> { announced.eraseToAnyPublisher() }

  private let announced = PassthroughSubject<TrackAlarms.Event, Never>()
  private let isLive: Bool
  private let beginning: TrackSnapshot
  private var track: TrackSnapshot
  private var profile = TrackProfile()
  /// True while a replay is reading up to a sought position.
  private var isOnTheWay = false
  private var cancellables: Set<AnyCancellable> = []

  /// Makes a track that has not begun, and asks for permission.
  ///
  /// - Parameters:
  ///   - provider: The source of positions.
  ///   - beginning: The empty track, with its thresholds and the capacity of its line.
  ///   - pacing: The frequency of new positions.
  ///   - alarms: What the track is watched for.
  ///   - scheduler: The scheduler that measures time; the provider's. It has to run its work on the
  ///     main thread.
  public init(
    provider: any LocationProvider, beginning: TrackSnapshot = TrackSnapshot(),
    pacing: LocationPacing = LocationPacing(), alarms: TrackAlarms = TrackAlarms(),
    scheduler: some Scheduler<MonotonicInstant> = AnyScheduler.main
  ) {
    let location = LocationViewModel(provider: provider, pacing: pacing, scheduler: scheduler)
    (self.location, self.beginning) = (location, beginning)
    track = beginning
    isLive = provider.isLive
    state = TrackState(location: location.state, snapshot: beginning, alarms: alarms)
    provider.updates
      .sink { [weak self] in self?.receive($0) }.store(in: &cancellables)
    location.states.dropFirst()
      .sink { [weak self] in self?.receive($0) }.store(in: &cancellables)
  }

  /// The current track.
  public var snapshot: TrackSnapshot { state.snapshot }

  /// Marks a position, whose distance and bearing are shown; nil for none.
  package func set(mark: Coordinate?) { state.alarms.set(mark: mark) }

  private func receive(_ location: LocationState) {
    var next = state
    next.location = location
    let events = isLive ? next.alarms.age(location.staleness.fix) : []
    publish(next, announcing: events)
  }

  private func receive(_ update: LocationUpdate) {
    var next = state
    var events: [TrackAlarms.Event] = []
    switch update {
    case .epochs(let epochs):
      isOnTheWay = false
      for epoch in epochs {
        track.add(epoch)
        guard isLive else { continue }
        events += next.alarms.add(epoch)
        addToProfile(epoch)
      }
    case .history(let epochs):
      isOnTheWay = true
      for epoch in epochs { track.add(epoch) }
    case .restarted:
      isOnTheWay = true
      track = beginning
      profile = TrackProfile()
    case .resumed(let track):
      isOnTheWay = true
      self.track = track
    case .ended, .failed:
      // It may have made no progress meanwhile.
      guard isOnTheWay else { return }
      isOnTheWay = false
    }
    guard !isOnTheWay else { return }
    next.snapshot = track
    next.profile = profile
    publish(next, announcing: events)
  }

  private func addToProfile(_ epoch: LocationEpoch) {
    guard epoch.mode.hasPosition, let fix = epoch.location else { return }
    profile.add(
      altitude: fix.altitude ?? fix.ellipsoidalAltitude, speed: track.latestSpeed,
      sensors: epoch.sensors, at: epoch.clock, distance: track.progress.distance)
  }

  private func publish(_ next: TrackState, announcing events: [TrackAlarms.Event]) {
    state = next
    for event in events { announced.send(event) }
  }
}
