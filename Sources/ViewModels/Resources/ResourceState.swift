import ReactiveExtras

/// A fetched value: loaded, loading, or missing with a reason.
///
///     switch model.state {
///     case .idle: showButton("Load")
///     case .loading(let last), .failed(_, let last): show(last?.value)  // what there was before
///     case .loaded(let fetched): show(fetched.value)
///     }
///
/// A fetched value stays while it is fetched again, and after that has failed. An error disappears
/// as soon as the next attempt begins.
public enum ResourceState<Value> {
  /// The value has not been requested.
  case idle
  /// The value is loading. `last` is the previous value, or the latest one of this attempt.
  case loading(last: Fetched?)
  /// The value has been fetched.
  case loaded(Fetched)
  /// The value could not be fetched, with the reason and the previous value.
  case failed(any Error, last: Fetched?)

  /// A value with the time of its arrival.
  public struct Fetched {
    /// The value itself.
    public var value: Value
    /// The time of its arrival, on the clock of the code that fetched it. For a value from disk,
    /// the time when it came from its service, which may be before the clock's start.
    public var date: MonotonicInstant

    /// Makes a value that came at an instant.
    package init(value: Value, date: MonotonicInstant) { (self.value, self.date) = (value, date) }

    /// The time since the value arrived; zero if that is in the future.
    ///
    /// - Parameter now: The current instant, on the same clock.
    public func age(at now: MonotonicInstant = .now) -> Duration {
      max(.zero, date.duration(to: now))
    }
  }
}

extension ResourceState {
  /// The last fetched value with its time, of any age.
  public var fetched: Fetched? {
    switch self {
    case .idle: nil
    case .loaded(let fetched): fetched
    case .loading(let last), .failed(_, let last): last
    }
  }

  /// The last fetched value, of any age.
  public var value: Value? { fetched?.value }

  /// True while the value is being loaded.
  public var isLoading: Bool { if case .loading = self { true } else { false } }

  /// The reason why the last try failed; nil in any other state.
  public var error: (any Error)? { if case .failed(let error, _) = self { error } else { nil } }

  /// The description of the last try's failure; nil in any other state.
  public var message: String? { error.map { "\($0)" } }

  /// Begins a try.
  mutating func begin() { self = .loading(last: fetched) }

  /// Takes a value; there may be another.
  mutating func receive(_ value: Value, at date: MonotonicInstant) {
    self = .loading(last: Fetched(value: value, date: date))
  }

  /// Ends the try, which is over or was cancelled: the value stays.
  mutating func finish() { self = fetched.map { .loaded($0) } ?? .idle }

  /// Ends the try with a failure.
  mutating func fail(_ error: any Error) { self = .failed(error, last: fetched) }
}

extension ResourceState.Fetched: Equatable where Value: Equatable {}
extension ResourceState.Fetched: Hashable where Value: Hashable {}
extension ResourceState.Fetched: Sendable where Value: Sendable {}
extension ResourceState: Sendable where Value: Sendable {}
