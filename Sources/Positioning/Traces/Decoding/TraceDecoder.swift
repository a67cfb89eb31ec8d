/// Reads the bytes of one format as they arrive and emits epochs; `TraceReader` finds the format.
///
/// A value: a copy of it is a checkpoint from which reading can continue. Memory is bounded
/// whatever the source contains. Offsets count the bytes that the decoder has received.
///
/// To add a format, add a type that conforms, a case of ``TraceFormat``, and its choice in
/// `TraceReader.decoder(for:options:)` and `TraceReader.decide(isWhole:_:)`.
protocol TraceDecoder: Sendable {
  /// The statistics of the source so far.
  var statistics: TraceStatistics { get }
  /// True if the source turned out to have another format.
  var isRefused: Bool { get }
  /// True if epochs are waiting for a date.
  var isWaiting: Bool { get }
  /// The number of points that are waiting for values further on.
  var heldCount: Int { get }
  /// True if ``readOn(_:)`` must emit more epochs before anything else is read.
  var isPaused: Bool { get }

  /// Reads the next piece of the source.
  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ emit: (TraceEpoch) -> Void)
  /// Emits some more epochs, and reads on once all of them were emitted.
  mutating func readOn(_ emit: (TraceEpoch) -> Void)
  /// Emits every unfinished epoch, without waiting for the next one to begin.
  mutating func flush(_ emit: (TraceEpoch) -> Void)
  /// Reads the rest and emits every unfinished epoch: the source has ended.
  mutating func finish(_ emit: (TraceEpoch) -> Void)
}

extension TraceDecoder {
  var isRefused: Bool { false }
  var isWaiting: Bool { false }
  var heldCount: Int { 0 }
  var isPaused: Bool { false }

  mutating func readOn(_ emit: (TraceEpoch) -> Void) {}

  mutating func read(_ bytes: [UInt8], _ emit: (TraceEpoch) -> Void) {
    bytes.withUnsafeBufferPointer { read($0, emit) }
  }
}
