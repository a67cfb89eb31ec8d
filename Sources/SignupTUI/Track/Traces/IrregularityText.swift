import Positioning

/// The irregularities of a trace in words, and their names in JSON.
extension TraceStatistics {
  /// The irregularities of epochs, which are delivered all the same.
  static let unusualEpochs: [Irregularity] = [.backwards, .repeatedTime, .untimed, .weekRollover]

  /// The irregularities of sentences, which are left out.
  static let unusedSentences: [Irregularity] = [
    .duplicateSentence, .lateSentence, .homelessSentence, .surplusSatellite, .lateValue,
    .ambiguousNumber, .unknownUnit,
  ]

  /// Returns the number of some irregularities, in words; nil if there were none.
  func text(of irregularities: [Irregularity]) -> String? {
    let parts = irregularities.compactMap { irregularity in
      let count = count(of: irregularity)
      return count > 0 ? irregularity.text(count) : nil
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

extension TraceStatistics.Irregularity {
  /// Returns a number of them, in words: `2 late sentences`.
  func text(_ count: Int) -> String {
    switch self {
    case .backwards: "\(FigureText.count(count, "epoch")) earlier than the one before"
    case .repeatedTime: "\(FigureText.count(count, "epoch")) with the time of the one before"
    case .untimed: "\(FigureText.count(count, "epoch")) without a time"
    case .weekRollover:
      "\(FigureText.count(count, "date")) 1,024 weeks off (--week-rollover adds them)"
    case .duplicateSentence: FigureText.count(count, "repeated sentence")
    case .lateSentence: FigureText.count(count, "late sentence")
    case .homelessSentence: "\(FigureText.count(count, "sentence")) of an unknown epoch"
    case .surplusSatellite: "\(FigureText.count(count, "satellite")) too many"
    case .lateValue:
      "\(FigureText.count(count, "value")) too far from their positions (GPX holds them together)"
    case .ambiguousNumber:
      "\(FigureText.count(count, "number")) such as 1,234, whose comma may stand between thousands"
    case .unknownUnit: "\(FigureText.count(count, "value")) in units that are not known"
    }
  }

  /// The irregularity's name in JSON.
  var key: String {
    switch self {
    case .backwards: "backwards"
    case .repeatedTime: "repeated_time"
    case .untimed: "untimed"
    case .weekRollover: "week_rollover"
    case .duplicateSentence: "duplicate_sentence"
    case .lateSentence: "late_sentence"
    case .homelessSentence: "homeless_sentence"
    case .surplusSatellite: "surplus_satellite"
    case .lateValue: "late_value"
    case .ambiguousNumber: "ambiguous_number"
    case .unknownUnit: "unknown_unit"
    }
  }
}
