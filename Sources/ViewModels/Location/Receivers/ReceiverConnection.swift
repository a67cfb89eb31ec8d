import Positioning

/// How a program stands with the receiver that it follows.
public enum ReceiverConnection: Hashable, Sendable {
  /// It was not started, or was stopped.
  case closed
  /// It is being opened.
  case opening
  /// It is open, and says something that is understood, or may do so any moment.
  case open
  /// It is open, but nothing has come for a while.
  case silent
  /// It is open, but for a while nothing has come that is understood.
  case unreadable
  /// It is gone or could not be opened, and is tried again after a time.
  case waiting(Duration)
  /// There is no more, and never will be: a pipe has ended.
  case ended
}

/// How long to wait before a receiver is opened again: 1, 2, 4 … 30 seconds.
///
/// A value without a clock. It begins anew when the receiver has said something, and not already
/// when it could be opened: a plug with a loose contact does that, too.
struct ReconnectPace: Sendable {
  private let shortest: Duration
  private let longest: Duration
  private var next: Duration

  /// - Parameters:
  ///   - shortest: How long to wait the first time.
  ///   - longest: How long to wait at most.
  init(from shortest: Duration = .seconds(1), upTo longest: Duration = .seconds(30)) {
    (self.shortest, self.longest, next) = (shortest, longest, shortest)
  }

  /// How long to wait this time.
  mutating func delay() -> Duration {
    defer { next = min(next * 2, longest) }
    return next
  }

  /// Notes that the receiver has said something.
  mutating func succeed() { next = shortest }
}
