extension TrackStatistics {
  /// The number of fixes left out for each reason, if any.
  var skipCounts: [(reason: SkipReason, count: Int)] {
    SkipReason.allCases.map { ($0, skipped(by: $0)) }.filter { $0.1 > 0 }
  }

  /// Returns the length of gaps, which does not count: `1.20 km in 2 gaps`; nil for less than half
  /// a metre.
  func notCounted(_ units: UnitSystem) -> String? {
    guard gapDistance >= 0.5 else { return nil }
    return "\(units.distance(gapDistance)) in \(FigureText.count(gapCount, "gap"))"
  }

  /// Returns the metres climbed; nil if no height is known.
  func climbText(_ units: UnitSystem) -> String? {
    highestAltitude.map { _ in units.height(climb, decimals: 0) }
  }

  /// The number of gaps, and their total time.
  var gapText: String { gapCount == 0 ? "0" : "\(gapCount) (\(FigureText.time(gapTime)))" }
}

extension TrackStatistics.SkipReason {
  /// Returns a number of fixes and the reason: `3 out of order`.
  func text(_ count: Int) -> String {
    switch self {
    case .invalid: "\(count) invalid"
    case .outOfOrder: "\(count) out of order"
    case .duplicate: "\(count) repeated"
    case .outlier: FigureText.count(count, "outlier")
    }
  }

  /// The reason in full.
  var meaning: String {
    switch self {
    case .invalid: "without a valid position"
    case .outOfOrder: "older than the previous one"
    case .duplicate: "repeats the previous position and time"
    case .outlier: "impossibly far away"
    }
  }
}

extension TraceTruncation {
  /// The reason in three words or so.
  var word: String {
    switch self {
    case .archive: "archive damaged"
    case .unreadable: "end unreadable"
    case .shortened, .cutOff: "end missing"
    }
  }
}

extension TraceStatistics {
  /// The reasons why lines were skipped, if any.
  var skipReasons: [SkipReason] { SkipReason.allCases.filter { skipped($0) > 0 } }

  /// The number of lines skipped for each reason: `2 cut, 1 text`; nil for none.
  var skippedText: String? {
    let texts = skipReasons.map { "\(skipped($0)) \($0.words.brief)" }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  /// The types of sentences with their counts, the most frequent first.
  var typeTexts: [String] {
    sentencesByType.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.key) \($0.value)" }
  }

  /// The irregularities of epochs, which are delivered anyway.
  static let unusualEpochs: [Irregularity] = [.backwards, .repeatedTime, .untimed, .weekRollover]

  /// The irregularities of sentences, which are left out.
  static let unusedSentences: [Irregularity] = [
    .duplicateSentence, .lateSentence, .homelessSentence, .surplusSatellite, .lateValue,
    .ambiguousNumber, .unknownUnit,
  ]

  /// Returns the number of some irregularities, in words; nil if there are none.
  func text(of irregularities: [Irregularity]) -> String? {
    let parts = irregularities.compactMap { irregularity in
      let count = count(of: irregularity)
      return count > 0 ? irregularity.text(count) : nil
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

extension TraceStatistics.SkipReason {
  /// The reason in a word or two after a number of lines, and in full.
  var words: (brief: String, full: String) {
    switch self {
    case .badChecksum: ("bad checksum", "wrong checksum")
    case .missingChecksum: ("no checksum", "without a checksum, unlike the others")
    case .malformedField: ("malformed", "a number, time or position is malformed or out of range")
    case .truncated: ("cut", "cut off")
    case .overlong: ("too long", "too long")
    case .text: ("text", "text instead of data")
    case .otherKind: ("other kind", "not position data")
    }
  }
}

extension TraceStatistics.Irregularity {
  /// Returns a count with its noun: `2 late sentences`.
  func text(_ count: Int) -> String {
    switch self {
    case .backwards:
      "\(FigureText.count(count, "epoch")) with an earlier time than the previous one"
    case .repeatedTime:
      "\(FigureText.count(count, "epoch")) with the same time as the previous one"
    case .untimed: "\(FigureText.count(count, "epoch")) without a time"
    case .weekRollover:
      "\(FigureText.count(count, "date")) 1,024 weeks off (--week-rollover corrects them)"
    case .duplicateSentence: FigureText.count(count, "repeated sentence")
    case .lateSentence: FigureText.count(count, "late sentence")
    case .homelessSentence: "\(FigureText.count(count, "sentence")) of an unknown epoch"
    case .surplusSatellite: "\(FigureText.count(count, "satellite")) over the limit"
    case .lateValue:
      "\(FigureText.count(count, "value")) too far from their positions (GPX avoids this)"
    case .ambiguousNumber:
      "\(FigureText.count(count, "number")) such as 1,234, whose comma may separate thousands"
    case .localTime:
      "\(FigureText.count(count, "time")) without a zone, assumed to be UTC (--time-zone sets another)"
    case .unknownUnit: "\(FigureText.count(count, "value")) in unknown units"
    }
  }
}
