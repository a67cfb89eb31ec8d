import Fetching

/// The reason why a page could not be loaded, in a sentence for the user, with the error itself.
///
///     PageLoadError(TransportError.cutShort("a.example")).cause is TransportError  // true
///
/// Two are equal if their messages are, whatever their causes are.
public struct PageLoadError: Error, Sendable, CustomStringConvertible {
  /// The problem, and its remedy.
  public let description: String
  /// The error that the source reported; nil if it was this one.
  public let cause: (any Error)?
  /// True if a repeated try may succeed: a server that is silent, not one that refuses.
  public let mayPass: Bool
  /// The time to wait that the source asks for.
  public let retryAfter: Duration?

  /// Makes an error with a description.
  ///
  /// - Parameters:
  ///   - description: The problem, and its remedy.
  ///   - cause: The underlying error.
  ///   - mayPass: True if another try of the same may succeed.
  ///   - retryAfter: The time to wait that the source asks for.
  public init(
    _ description: String, cause: (any Error)? = nil, mayPass: Bool = true,
    retryAfter: Duration? = nil
  ) {
    (self.description, self.cause) = (description, cause)
    (self.mayPass, self.retryAfter) = (mayPass, retryAfter)
  }

  /// Makes an error with the description of another one, which becomes its ``cause``; a
  /// `PageLoadError` stays the same.
  public init(_ error: any Error) {
    if let error = error as? PageLoadError {
      self = error
    } else {
      self.init("\(error)", cause: error, mayPass: (error as? TransportError)?.mayPass ?? true)
    }
  }

  /// ``PagedListViewModel/cancel()`` has cancelled the load.
  public static let cancelled = PageLoadError("Loading was cancelled.", cause: CancellationError())

  /// The page repeats what came before.
  static let repeated = PageLoadError(
    "The next page repeats an earlier one, so loading stops.", mayPass: false)
}

extension PageLoadError: Hashable {
  /// Returns true if two errors have the same message.
  public static func == (left: PageLoadError, right: PageLoadError) -> Bool {
    left.description == right.description
      && (left.mayPass, left.retryAfter) == (right.mayPass, right.retryAfter)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension TransportError {
  /// True if another try of the same request may succeed.
  fileprivate var mayPass: Bool {
    switch self {
    case .unreachable, .timedOut, .cutShort, .failed: true
    case .notURL, .leadsElsewhere, .invalidHeader, .invalidBody, .requestTooLong, .malformed,
      .tooLarge, .headTooLarge, .toolMissing, .unreadableFile, .noFile, .signInRefused, .noToken:
      false
    }
  }
}
