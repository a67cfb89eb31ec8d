/// The automatic retries of a list after a page could not be loaded: a few, each after a longer
/// wait.
///
///     let model = PagedListViewModel(source, retry: PageRetry(tries: 3, after: .seconds(1)))
///
/// That list tries after 1, 2 and 4 seconds. Only errors that may pass are tried again
/// (``PageLoadError/mayPass``). If a source reports how long to wait
/// (``PageLoadError/retryAfter``), the list waits that long, unless it is more than a minute: then
/// the error is shown at once.
public struct PageRetry: Hashable, Sendable {
  /// The number of tries after the first.
  package var tries: Int
  /// The wait before the first of them.
  package var delay: Duration
  /// The maximum wait.
  private static let longest = Duration.seconds(60)

  /// Makes a rule.
  ///
  /// - Parameters:
  ///   - tries: The number of tries after the first.
  ///   - delay: The wait before the first of them; each further one is twice as long, up to a
  ///     minute.
  public init(tries: Int, after delay: Duration) { (self.tries, self.delay) = (tries, delay) }

  /// Tries again only when it is asked to.
  public static let never = PageRetry(tries: 0, after: .zero)
  /// Tries again after 1, 2 and 4 seconds.
  public static let usual = PageRetry(tries: 3, after: .seconds(1))

  /// Returns the wait before the next try; nil for no further try.
  ///
  /// - Parameters:
  ///   - error: The reason why the last one failed.
  ///   - count: The number of tries so far after the first.
  func wait(after error: PageLoadError, tries count: Int) -> Duration? {
    guard count < tries, error.mayPass else { return nil }
    if let asked = error.retryAfter { return asked <= Self.longest ? asked : nil }
    var wait = delay
    for _ in 0..<count where wait < Self.longest { wait = wait * 2 }
    return min(wait, Self.longest)
  }
}

/// A list's wait before it tries a page again by itself.
public struct PageWait: Hashable, Sendable {
  /// The reason why the last try failed.
  public let error: PageLoadError
  /// The time from that failure to the next try.
  public let duration: Duration
  /// The number of the next try, from 2.
  public let number: Int
}
