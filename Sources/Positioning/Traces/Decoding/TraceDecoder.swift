/// Reads the bytes of one format as they come and gives out epochs; `TraceReader` finds which
/// format.
///
/// A value: a copy of it is a checkpoint from which reading can go on. Memory is bounded whatever
/// the source holds. Offsets count the bytes that were given to it.
///
/// A further format is a type that conforms, a case of ``TraceFormat``, and the choice of it in
/// `TraceReader.decoder(for:options:)` and `TraceReader.decide(isWhole:_:)`.
protocol TraceDecoder: Sendable {
  /// The statistics of the source so far.
  var statistics: TraceStatistics { get }
  /// True if the source turned out not to be of this format.
  var isRefused: Bool { get }
  /// True if epochs wait here for a date.
  var isWaiting: Bool { get }
  /// The number of points that wait here for values further on.
  var heldCount: Int { get }
  /// True if more is to be given out of what was read, by ``readOn(_:)``, before anything else is
  /// read.
  var isPaused: Bool { get }

  /// Reads the next piece of the source.
  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ emit: (TraceEpoch) -> Void)
  /// Gives out some more of what was read, and reads on after it when all of that was given out.
  mutating func readOn(_ emit: (TraceEpoch) -> Void)
  /// Gives out every epoch that is under way, without waiting for the next one to begin.
  mutating func flush(_ emit: (TraceEpoch) -> Void)
  /// Reads what is left and gives out every epoch that is under way: the source has ended.
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
