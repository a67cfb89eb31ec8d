/// A sentence without a time: it belongs to the epoch of the timed ones beside it.
///
/// A type that says something new also needs a part in ``UntimedGroup``, which merges by parts.
protocol UntimedSentence {
  /// The part of an epoch that sentences of this type are.
  static var part: UntimedGroup.Parts { get }
  /// The talker with its system or signal, where several have sentences of this type in an epoch.
  var key: UInt32 { get }
  /// True if this is the only or the first one of several that go together.
  var isFirst: Bool { get }
  /// Reads the fields of a sentence of this type.
  init(_ fields: NMEAFields) throws(NMEA.Refusal)
  /// Puts what the sentence says into its group.
  func update(_ group: inout UntimedGroup)
}

extension UntimedSentence {
  var key: UInt32 { 0 }
  var isFirst: Bool { true }
}
