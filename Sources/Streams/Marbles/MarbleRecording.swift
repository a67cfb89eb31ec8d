/// The latest marbles of a running stream, as many as a screen can use.
///
///     var recording = MarbleRecording(limit: 400)
///     recording.append(Marble(nanoseconds: 1_000_000_000, event: .value("1")))
///     recording.lastNanoseconds  // 1000000000
///
/// The size is bounded for a stream of any length: the oldest marbles are dropped, and long values
/// are shortened if all together are too long.
public struct MarbleRecording: Hashable, Sendable {
  /// The number of characters of a value that are always kept.
  package static let textLimit = 64
  /// The number of values of a list that are kept.
  static let listLimit = 256

  /// The start of the stream, in nanoseconds of the clock of its marbles.
  package let start: Int
  /// The maximum number of marbles that are kept.
  package let limit: Int
  /// The marbles that are kept, in order of time.
  public private(set) var marbles: [Marble] = []
  /// The number of marbles that were dropped before them.
  package private(set) var droppedCount = 0
  /// The bytes of the values that are longer than `textLimit`, at most `textLimit` times `limit`.
  private var longBytes = 0

  /// Makes an empty recording.
  package init(start: Int = 0, limit: Int = 400) {
    precondition(limit > 1, "a recording holds two marbles or more")
    (self.start, self.limit) = (start, limit)
  }

  /// True if the stream has ended.
  public var hasEnded: Bool {
    switch marbles.last?.event {
    case .finished, .failed: true
    case .value, nil: false
    }
  }

  /// The time of the latest marble; the start if there is none.
  package var lastNanoseconds: Int { marbles.last?.nanoseconds ?? start }

  /// Adds a marble, which must not be earlier than the last. O(1) on average.
  package mutating func append(_ marble: Marble) {
    var marble = marble
    if let text = marble.text, text.utf8.count > MarbleRecording.textLimit {
      if longBytes + text.utf8.count <= MarbleRecording.textLimit * limit {
        longBytes += text.utf8.count
      } else if text.count > MarbleRecording.textLimit {
        marble.event = .value(String(text.prefix(MarbleRecording.textLimit - 1)) + "…")
      }
    }
    if marbles.count == limit {
      // Drops half at once, to move marbles rarely.
      let count = limit / 2
      marbles.removeFirst(count)
      longBytes = marbles.reduce(0) { sum, marble in
        let bytes = marble.text?.utf8.count ?? 0
        return bytes > MarbleRecording.textLimit ? sum + bytes : sum
      }
      droppedCount += count
    }
    marbles.append(marble)
  }

  /// Returns the marble with a number, counted from 0 since the beginning; nil if it does not exist
  /// or is not kept.
  package func marble(_ number: Int) -> Marble? {
    let index = number - droppedCount
    return marbles.indices.contains(index) ? marbles[index] : nil
  }

  /// Returns the marbles from an instant on. O(log of the marbles kept).
  package func marbles(from nanoseconds: Int) -> ArraySlice<Marble> {
    var (low, high) = (0, marbles.count)
    while low < high {
      let middle = (low + high) / 2
      if marbles[middle].nanoseconds < nanoseconds { low = middle + 1 } else { high = middle }
    }
    return marbles[low...]
  }
}
