import Positioning
import Reactive

/// A source of positions: a receiver, a simulation, or a replayed trace.
///
///     provider.updates.sink { print($0) }.store(in: &cancellables)
///     provider.requestWhenInUseAuthorization()
///     provider.start()
///
/// Neither publisher ever completes: a missing permission, a failure or the end of a trace are
/// values, and ``start()`` may be called again after each. Providers belong to the scheduler that
/// they were made with; they must be called, and deliver, only on its thread.
public protocol LocationProvider: AnyObject {
  /// The user's permission; each subscriber gets the current one first.
  var authorizationStatus: AnyPublisher<AuthorizationStatus, Never> { get }

  /// True if its reports are of the present, and grow old while nothing comes; false for a trace
  /// that is replayed.
  var isLive: Bool { get }

  /// The updates from now on.
  var updates: AnyPublisher<LocationUpdate, Never> { get }

  /// Asks the user for permission, unless they have answered or been asked before.
  func requestWhenInUseAuthorization()

  /// Begins or continues to deliver; waits for permission if there is none yet.
  func start()

  /// Delivers no more until started again.
  func stop()
}

extension LocationProvider {
  /// True: most sources are receivers.
  public var isLive: Bool { true }
}
