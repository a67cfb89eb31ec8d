/// The results of reading a trace step by step.
extension TraceFile {
  /// The result of a step of reading.
  package enum Step: Hashable, Sendable {
    /// The next epoch.
    case epoch(TraceEpoch)
    /// There is none yet: the file is to be read on, in another step.
    case needsMoreTurns
    /// There is none: the file has ended.
    case end
  }

  /// The result of a seek.
  public enum Arrival: Hashable, Sendable {
    /// The epoch: `next` gives it.
    case there
    /// The end of the file: there is no such epoch.
    case end
  }
}
