/// A sentence that says something of an epoch: how it is read, and where it goes.
protocol EpochSentence {
  /// Reads the fields of a sentence of this type.
  init(_ fields: NMEAFields) throws(NMEA.Refusal)

  /// Puts the sentence, found at `source`, into the epoch that it is of.
  func add(to assembler: inout EpochAssembler, at source: SentenceSource)
}

/// The position of a sentence in its source.
struct SentenceSource {
  /// The offset in the source behind it.
  var endOffset: Int
  /// Its line, from 1; 0 where that is not known.
  var line: Int
}

/// A sentence that says of which time of day it is.
protocol TimedSentence: EpochSentence {
  /// Nanoseconds since midnight, UTC; nil while the receiver knows no time.
  var nanosecondsOfDay: Int64? { get }
  /// The sentence's sender.
  var talker: NMEA.Talker { get }
  /// The position, if the sentence has one.
  var coordinate: Coordinate? { get }
  /// True unless the receiver says that it has no fix.
  var isValid: Bool { get }
  /// Puts what the sentence says into its epoch.
  func update(_ draft: inout EpochDraft)
}

extension TimedSentence {
  var coordinate: Coordinate? { nil }
  var isValid: Bool { true }
  /// The position, if the sentence has one and the receiver vouches for it.
  var validCoordinate: Coordinate? { isValid ? coordinate : nil }

  @inline(__always)
  func add(to assembler: inout EpochAssembler, at source: SentenceSource) {
    assembler.add(self, at: source)
  }
}

/// A sentence without a time: it belongs to the epoch of the timed ones beside it.
///
/// A type that says something new also needs a part in ``UntimedGroup``, which merges by parts.
protocol UntimedSentence: EpochSentence {
  /// The part of an epoch that sentences of this type are.
  static var part: UntimedGroup.Parts { get }
  /// The talker with its system or signal, where several have sentences of this type in an epoch.
  var key: UInt32 { get }
  /// True if this is the only or the first one of several that go together.
  var isFirst: Bool { get }
  /// Puts what the sentence says into its group.
  func update(_ group: inout UntimedGroup)
}

extension UntimedSentence {
  var key: UInt32 { 0 }
  var isFirst: Bool { true }

  @inline(__always)
  func add(to assembler: inout EpochAssembler, at source: SentenceSource) {
    assembler.add(self, at: source)
  }
}
