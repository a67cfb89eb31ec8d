/// A sentence without a time: it belongs to the epoch of the timed ones next to it.
///
/// A type with a new kind of value also needs a part in ``UntimedGroup``, which merges by parts.
protocol UntimedSentence {
  /// The part of an epoch that sentences of this type provide.
  static var part: UntimedGroup.Parts { get }
  /// The talker with its system or signal, if several have sentences of this type in an epoch.
  var key: UInt32 { get }
  /// True if this sentence is the only or the first one of a group.
  var isFirst: Bool { get }
  /// Reads the fields of a sentence of this type.
  init(_ fields: NMEAFields) throws(NMEA.Refusal)
  /// Adds the sentence's values to its group.
  func update(_ group: inout UntimedGroup)
}

extension UntimedSentence {
  var key: UInt32 { 0 }
  var isFirst: Bool { true }
}
