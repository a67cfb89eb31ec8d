import Positioning
import Reactive
import ReactiveExtras

/// A track in the making: its line, its figures, the sky, and the position as ``LocationViewModel``
/// shows it.
///
///     let model = TrackViewModel(provider: provider, scheduler: scheduler)
///     model.location.start()
///     model.snapshot.statistics.distance  // metres
///
/// Every fix counts, also those that are never shown: several in a batch, and those between two
/// snapshots. A snapshot is published at most once in ``LocationPacing/snapshotInterval``, and none
/// while a replay reads up to a place that was sought.
@MainActor
public final class TrackViewModel: ObservableObject {
  /// The position, the permission and the error.
  public let location: LocationViewModel
  /// The track as it is now.
  @Published public private(set) var snapshot: TrackSnapshot

  private let beginning: TrackSnapshot
  private var track: TrackSnapshot
  private var isOnTheWay = false
  private let changes = PassthroughSubject<Void, Never>()
  private var cancellables: Set<AnyCancellable> = []

  /// Makes a track that has not begun, and asks for permission.
  ///
  /// - Parameters:
  ///   - provider: Where positions come from.
  ///   - beginning: The empty track, with its thresholds and the capacity of its line.
  ///   - pacing: How often something new is shown.
  ///   - scheduler: Whose clock counts; the provider's. It has to run its work on the main thread.
  public init(
    provider: any LocationProvider, beginning: TrackSnapshot = TrackSnapshot(),
    pacing: LocationPacing = LocationPacing(),
    scheduler: some Scheduler<MonotonicInstant> = AnyScheduler.main
  ) {
    self.beginning = beginning
    track = beginning
    snapshot = beginning
    location = LocationViewModel(provider: provider, pacing: pacing, scheduler: scheduler)
    provider.updates
      .sink { [weak self] in self?.receive($0) }.store(in: &cancellables)
    changes
      .throttle(for: .init(pacing.snapshotInterval), scheduler: scheduler, latest: true)
      .sink { [weak self] in self?.publish() }.store(in: &cancellables)
    location.objectWillChange
      .sink { [weak self] in self?.objectWillChange.send() }.store(in: &cancellables)
  }

  private func receive(_ update: LocationUpdate) {
    switch update {
    case .epochs(let epochs):
      isOnTheWay = false
      for epoch in epochs { track.add(epoch) }
      changes.send()
    case .history(let epochs):
      isOnTheWay = true
      for epoch in epochs { track.add(epoch) }
    case .restarted(let isPartial):
      isOnTheWay = true
      track = beginning
      track.isPartial = isPartial
    case .ended, .failed:
      isOnTheWay = false
      changes.send()
    }
  }

  private func publish() {
    if !isOnTheWay { snapshot = track }
  }
}
