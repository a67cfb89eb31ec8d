/// The results of reading a trace step by step.
extension TraceFile {
  /// The result of a step of reading.
  public enum Step: Hashable, Sendable {
    /// The next epoch.
    case epoch(TraceEpoch)
    /// There is none yet: the file is to be read on, in another step.
    case needsMoreTurns
    /// There is none: the file has ended.
    case end
  }

  /// The result of a seek.
  public enum Arrival: Hashable, Sendable {
    /// The place: `next` gives its epoch.
    case there
    /// The end of the file: there is no such epoch.
    case end
    /// Neither yet: what lies before the place is passed over by the reading that follows, by
    /// ``next(readingAtMost:)`` step by step.
    case underWay
  }

  /// Epochs that are passed over.
  enum Passing: Hashable, Sendable {
    case nothing
    /// Those that end at or before an offset.
    case endingBy(Int)
    /// Those that say no time, or one before a time.
    case before(Timestamp)

    func includes(_ epoch: TraceEpoch) -> Bool {
      switch self {
      case .nothing: false
      case .endingBy(let offset): epoch.endOffset <= offset
      case .before(let time): epoch.timestamp.map { $0 < time } ?? true
      }
    }
  }
}
