import Positioning

/// The state of the connection to a receiver.
public enum ReceiverConnection: Hashable, Sendable {
  /// The receiver was not started, or was stopped.
  case closed
  /// The receiver is being opened.
  case opening
  /// The receiver is open, and sends intelligible data, or may do so at any time.
  case open
  /// The receiver is open, but nothing has come for a while.
  case silent
  /// The receiver is open, but for a while nothing intelligible has come.
  case unreadable
  /// The receiver is gone or could not be opened, and is tried again after a time.
  case waiting(Duration)
  /// There is no more data, and never will be: a pipe has ended.
  case ended
}

/// The time to wait before a receiver is opened again: 1, 2, 4 … 30 seconds.
///
/// A value without a clock. It begins again when the receiver has sent data, and not already when
/// it could be opened: a plug with a loose contact does that, too.
struct ReconnectPace: Sendable {
  private let shortest: Duration
  private let longest: Duration
  private var next: Duration

  /// - Parameters:
  ///   - shortest: The first wait.
  ///   - longest: The maximum wait.
  init(from shortest: Duration = .seconds(1), upTo longest: Duration = .seconds(30)) {
    (self.shortest, self.longest, next) = (shortest, longest, shortest)
  }

  /// Returns the next wait.
  mutating func delay() -> Duration {
    defer { next = min(next * 2, longest) }
    return next
  }

  /// Notes that the receiver has sent data.
  mutating func succeed() { next = shortest }
}
