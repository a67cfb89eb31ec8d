/// The results of reading a trace step by step.
extension TraceFile {
  /// The result of a step of reading.
  package enum Step: Hashable, Sendable {
    /// The next epoch.
    case epoch(TraceEpoch)
    /// None yet: read on in another step.
    case needsMoreTurns
    /// None: the file has ended.
    case end
  }

  /// The result of a seek.
  public enum Arrival: Hashable, Sendable {
    /// At the epoch: `next` returns it.
    case there
    /// At the end of the file: no such epoch exists.
    case end
  }
}
