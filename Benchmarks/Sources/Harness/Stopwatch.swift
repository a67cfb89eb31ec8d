/// The clock of the turn that is being measured.
public enum Stopwatch {
  // Used by the thread that measures alone.
  nonisolated(unsafe) private static var beginning = ContinuousClock.now

  /// Begins to count. A workload calls it again once its preparations are made, to leave them out.
  public static func start() { beginning = .now }

  static var elapsed: Duration { beginning.duration(to: .now) }
}
