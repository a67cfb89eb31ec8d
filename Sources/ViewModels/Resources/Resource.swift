import ReactiveExtras

/// A value that has to be fetched: whether it is there, on its way, or why it is not.
///
///     switch model.state {
///     case .idle: showButton("Load")
///     case .loading(let last), .failed(_, let last): show(last?.value)  // what there was before
///     case .loaded(let fetched): show(fetched.value)
///     }
///
/// What was fetched stays while it is fetched anew, and after that has failed. An error goes as
/// soon as the next try begins.
public enum Resource<Value> {
  /// Nothing was asked for.
  case idle
  /// It is on its way; with what there was before, or has come of it so far.
  case loading(last: Fetched?)
  /// It is there.
  case loaded(Fetched)
  /// It could not be had, and why; with what there was before.
  case failed(any Error, last: Fetched?)

  /// A value, and when it came.
  public struct Fetched {
    /// The value itself.
    public var value: Value
    /// When it came, on the clock of whoever fetched it.
    public var date: MonotonicInstant

    /// Makes a value that came at an instant.
    public init(value: Value, date: MonotonicInstant) { (self.value, self.date) = (value, date) }
  }
}

extension Resource {
  /// What was last fetched, however old.
  public var fetched: Fetched? {
    switch self {
    case .idle: nil
    case .loaded(let fetched): fetched
    case .loading(let last), .failed(_, let last): last
    }
  }

  /// The value that was last fetched, however old.
  public var value: Value? { fetched?.value }

  /// When the value came; nil where there is none.
  public var lastUpdated: MonotonicInstant? { fetched?.date }

  /// Whether it is on its way.
  public var isLoading: Bool { if case .loading = self { true } else { false } }

  /// Why the last try failed; nil in any other state.
  public var error: (any Error)? { if case .failed(let error, _) = self { error } else { nil } }

  /// Why the last try failed, in its own words; nil in any other state.
  public var message: String? { error.map { "\($0)" } }

  /// A try has begun.
  mutating func begin() { self = .loading(last: fetched) }

  /// A value has come; there may be another.
  mutating func receive(_ value: Value, at date: MonotonicInstant) {
    self = .loading(last: Fetched(value: value, date: date))
  }

  /// The try is over, or was given up: what there is stays.
  mutating func finish() { self = fetched.map { .loaded($0) } ?? .idle }

  /// The try has failed.
  mutating func fail(_ error: any Error) { self = .failed(error, last: fetched) }
}

extension Resource.Fetched: Equatable where Value: Equatable {}
extension Resource.Fetched: Hashable where Value: Hashable {}
extension Resource.Fetched: Sendable where Value: Sendable {}
extension Resource: Sendable where Value: Sendable {}
