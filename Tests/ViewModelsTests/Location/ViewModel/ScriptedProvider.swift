import Positioning
import Reactive
import TestSupport
import ViewModels

/// A provider that says what a test tells it to.
final class ScriptedProvider: LocationProvider {
  let statuses: CurrentValueSubject<AuthorizationStatus, Never>
  let told = PassthroughSubject<LocationUpdate, Never>()
  private(set) var requests = 0
  private(set) var starts = 0
  private(set) var stops = 0
  private var clock = Duration.zero
  var isLive = true

  init(_ status: AuthorizationStatus = .authorizedWhenInUse) {
    statuses = CurrentValueSubject(status)
  }

  var authorizationStatus: AnyPublisher<AuthorizationStatus, Never> {
    statuses.eraseToAnyPublisher()
  }
  var updates: AnyPublisher<LocationUpdate, Never> { told.eraseToAnyPublisher() }
  func requestWhenInUseAuthorization() { requests += 1 }
  func start() { starts += 1 }
  func stop() { stops += 1 }

  /// Tells of a fix so many metres north of Stockholm, a second after the last or another time.
  func tell(north metres: Double, after interval: Duration = .seconds(1)) {
    clock += interval - .seconds(1)
    told.send(.epochs([epoch(north: metres)]))
  }

  func epoch(north metres: Double) -> LocationEpoch {
    clock += .seconds(1)
    return LocationEpoch(
      location: Location(coordinate: .stockholm(north: metres), fix: .gps), clock: clock)
  }

  /// Tells of a second without a fix.
  func tellOfNoFix() {
    clock += .seconds(1)
    told.send(.epochs([LocationEpoch(location: nil, clock: clock)]))
  }
}
