import Positioning
import Reactive
import ReactiveExtras

/// A track in the making: its line, its figures, the sky, and the position as ``LocationViewModel``
/// shows it, published as one value.
///
///     let model = TrackViewModel(provider: provider, scheduler: scheduler)
///     model.location.start()
///     model.state.snapshot.statistics.distance  // metres
///
/// Every fix counts, also those that are never shown. A state is published with each update of the
/// provider, so the view that draws it decides how often; none is while a replay reads up to a
/// sought place.
@MainActor
public final class TrackViewModel: ObservableObject {
  /// The position, the permission and the error, and the user's actions on them.
  public let location: LocationViewModel
  /// The shown state.
  @Published public private(set) var state: TrackState

  private let beginning: TrackSnapshot
  private var track: TrackSnapshot
  /// True while a replay is reading up to a sought place.
  private var isOnTheWay = false
  private var cancellables: Set<AnyCancellable> = []

  /// Makes a track that has not begun, and asks for permission.
  ///
  /// - Parameters:
  ///   - provider: The source of positions.
  ///   - beginning: The empty track, with its thresholds and the capacity of its line.
  ///   - pacing: The frequency of new positions.
  ///   - scheduler: The scheduler that measures time; the provider's. It has to run its work on the
  ///     main thread.
  public init(
    provider: any LocationProvider, beginning: TrackSnapshot = TrackSnapshot(),
    pacing: LocationPacing = LocationPacing(),
    scheduler: some Scheduler<MonotonicInstant> = AnyScheduler.main
  ) {
    let location = LocationViewModel(provider: provider, pacing: pacing, scheduler: scheduler)
    self.location = location
    self.beginning = beginning
    track = beginning
    state = TrackState(location: location.state, snapshot: beginning)
    provider.updates
      .sink { [weak self] in self?.receive($0) }.store(in: &cancellables)
    location.states.dropFirst()
      .sink { [weak self] in self?.state.location = $0 }.store(in: &cancellables)
  }

  /// The present track.
  public var snapshot: TrackSnapshot { state.snapshot }

  private func receive(_ update: LocationUpdate) {
    switch update {
    case .epochs(let epochs):
      isOnTheWay = false
      for epoch in epochs { track.add(epoch) }
    case .history(let epochs):
      isOnTheWay = true
      for epoch in epochs { track.add(epoch) }
    case .restarted(let isPartial):
      isOnTheWay = true
      track = beginning
      track.isPartial = isPartial
    case .resumed(let track):
      isOnTheWay = true
      self.track = track
    case .ended, .failed:
      // It may have got no further on its way.
      guard isOnTheWay else { return }
      isOnTheWay = false
    }
    if !isOnTheWay { state.snapshot = track }
  }
}
