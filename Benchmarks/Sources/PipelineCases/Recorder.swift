/// What could be seen of a run from outside the library.
public enum Event: Hashable, Sendable {
  /// Who saw or did it.
  public enum Place: Hashable, Sendable {
    /// One of the case's subscribers.
    case subscriber(Int)
    /// A subscription to one of the case's subjects, counted by subject.
    case subject(Int, subscription: Int)
    /// An operator with hooks.
    case hook
  }

  case subscribed(Place)
  case requested(Place, Int?)
  case cancelled(Place)
  case received(Place, Int)
  /// More was asked for by the return value of the last delivery at this place.
  case returned(Place, Int?)
  /// Something was asked of a source that has ended, or that was asked for everything before.
  case withoutEffect(Place)
  case finished(Place)
  case failed(Place, Int)
  /// What an operator printed or called.
  case hooked(String)
  /// The script went on to its step of this number.
  case step(Int)
}

extension Event.Place: CustomStringConvertible {
  public var description: String {
    switch self {
    case .subscriber(let number): "subscriber \(number)"
    case .subject(let number, let subscription): "subject \(number), subscription \(subscription)"
    case .hook: "hook"
    }
  }
}

extension Event: CustomStringConvertible {
  public var description: String {
    func text(_ demand: Int?) -> String { demand.map(String.init) ?? "everything" }
    return switch self {
    case .subscribed(let place): "\(place): subscribed"
    case .requested(let place, let demand): "\(place): asked for \(text(demand))"
    case .cancelled(let place): "\(place): cancelled"
    case .received(let place, let value): "\(place): \(value)"
    case .returned(let place, let demand): "\(place): asked for \(text(demand)) by returning it"
    case .withoutEffect(let place): "\(place): asked or cancelled without effect"
    case .finished(let place): "\(place): finished"
    case .failed(let place, let code): "\(place): failed, \(code)"
    case .hooked(let text): "hook: \(text.debugDescription)"
    case .step(let number): "step \(number)"
    }
  }
}

/// Writes down what happens in one run.
public final class Recorder {
  /// What has happened, in its order.
  public private(set) var events: [Event] = []
  /// Whether something delivered to several subscribers in an order that Combine does not define.
  public var hasUndefinedOrder = false
  /// Whether nothing is written down any more, because the run is over.
  public var isStopped = false
  /// How many events a run may have.
  static let limit = 2_000

  /// Makes an empty one.
  public init() {}

  /// Whether the run has become too long to go on.
  public var isFull: Bool { events.count >= Self.limit }

  /// Writes an event down.
  public func record(_ event: @autoclosure () -> Event) {
    if !isStopped, !isFull { events.append(event()) }
  }
}
