#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The clock of the turn that is being measured.
public enum Stopwatch {
  // Used by the thread that measures alone.
  nonisolated(unsafe) private static var beginning = ContinuousClock.now
  nonisolated(unsafe) private static var processorBeginning = Duration.zero

  /// Begins to count. A workload calls it again once its preparations are made, to leave them out.
  public static func start() {
    processorBeginning = processorTime
    beginning = .now
  }

  static var elapsed: Duration { beginning.duration(to: .now) }

  /// How long the program itself has run since. What else runs on the machine adds less to it, so
  /// that long turns can be compared with short ones.
  static var elapsedOnProcessor: Duration { processorTime - processorBeginning }

  private static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
