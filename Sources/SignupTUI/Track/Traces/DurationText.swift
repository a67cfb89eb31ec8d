/// Durations as users type them.
enum DurationText {
  private static let units: [(names: Set<String>, seconds: Double)] = [
    (["ms"], 0.001), (["s", "sec"], 1), (["m", "min"], 60), (["h", "hr"], 3600), (["d"], 86_400),
    (["w"], 604_800),
  ]

  /// A description of the expected text, for errors.
  static let noun = "a duration such as 30s, 5min, 1h30m or 1:30:00"

  /// Reads `30s`, `5min`, `1.5h`, `1h30m`, `2d`, `1:30:00` and, as seconds, `90`; with a leading
  /// sign if `isSigned`. Nil for other text, and for more than a hundred years.
  ///
  /// Two numbers separated by one colon are refused, because they could be hours or minutes.
  static func duration(_ text: String, isSigned: Bool = false) -> Duration? {
    var text = text.lowercased().utf8.filter { $0 != UInt8(ascii: " ") }[...]
    let isNegative = text.first == UInt8(ascii: "-")
    if isNegative || text.first == UInt8(ascii: "+") {
      guard isSigned else { return nil }
      text = text.dropFirst()
    }
    guard let seconds = clock(text) ?? sum(text), seconds.isFinite, seconds < 3.2e9 else {
      return nil
    }
    let duration = Duration.nanoseconds(Int64((seconds * 1e9).rounded()))
    return isNegative ? .zero - duration : duration
  }

  /// The seconds of `h:mm:ss`.
  private static func clock(_ text: ArraySlice<UInt8>) -> Double? {
    let parts = String(decoding: text, as: UTF8.self).parts(at: ":")
    guard parts.count == 3, let hours = Int(parts[0]), let minutes = Int(parts[1]),
      let seconds = Double(parts[2]), (0..<1_000_000).contains(hours), (0..<60).contains(minutes),
      (0..<60).contains(seconds)
    else { return nil }
    return Double(hours * 3600 + minutes * 60) + seconds
  }

  /// The seconds of numbers with their units; a single number without one is seconds.
  private static func sum(_ text: ArraySlice<UInt8>) -> Double? {
    var rest = text
    var sum = 0.0
    while !rest.isEmpty {
      let digits = rest.prefix(while: isNumeric)
      rest = rest.dropFirst(digits.count)
      let name = rest.prefix { !isNumeric($0) }
      rest = rest.dropFirst(name.count)
      guard let number = Double(String(decoding: digits, as: UTF8.self)) else { return nil }
      if name.isEmpty { return digits.count == text.count ? number : nil }
      let word = String(decoding: name, as: UTF8.self)
      guard let unit = units.first(where: { $0.names.contains(word) }) else { return nil }
      sum += number * unit.seconds
    }
    return text.isEmpty ? nil : sum
  }

  private static func isNumeric(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
  }
}
