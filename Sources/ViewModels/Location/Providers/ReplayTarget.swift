import Positioning

/// A position in a trace as a user types it.
///
///     try ReplayTarget("45%")  // .part(0.45)
///     try ReplayTarget("#120")       // .fix(120), as is "120"
///     try ReplayTarget("1:02:03")    // .elapsed: since the trace's start
///     try ReplayTarget("23:52:34Z")  // .timeOfDay: by the clock, in UTC
public enum ReplayTarget: Hashable, Sendable {
  /// A part of the trace, 0…1.
  case part(Double)
  /// The number of a fix, from 1.
  case fix(Int)
  /// The log's time since its start.
  case elapsed(Duration)
  /// A time of day in UTC: the first one at or after the trace's start.
  case timeOfDay(Duration)

  /// Examples for the user, in a few words.
  public static let examples = "45%, #120, 1:02:03 from the start, 23:52:34Z UTC"

  /// The reason why a string is not a position.
  public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence with the texts that are possible.
    public let description: String
  }

  /// Reads a position.
  ///
  /// - Parameter text: A percentage, the number of a fix, or a time.
  public init(_ text: String) throws(Problem) {
    let words = text.filter { $0 != " " }
    guard !words.isEmpty else { throw Problem(description: "Type a position: \(Self.examples).") }
    let digits = words.hasPrefix("#") ? words.dropFirst() : Substring(words)
    if words.hasSuffix("%"), let number = Double(words.dropLast().map(Self.point).joined()) {
      guard (0...100).contains(number) else {
        throw Problem(description: "'\(text)' is not from 0% to 100%.")
      }
      self = .part(number / 100)
    } else if !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) {
      guard let number = Int(digits), number > 0 else {
        throw Problem(description: "'\(text)' is not the number of a fix; numbers start at 1.")
      }
      self = .fix(number)
    } else if words.last == "Z" || words.last == "z", let time = Self.time(words.dropLast()) {
      guard time < .seconds(86_400) else {
        throw Problem(description: "'\(text)' is not a time of day, from 0:00Z to 23:59:59Z.")
      }
      self = .timeOfDay(time)
    } else if let time = Self.time(Substring(words)) {
      self = .elapsed(time)
    } else {
      throw Problem(description: "'\(text)' is not a position; type \(Self.examples).")
    }
  }

  private static func point(_ digit: Character) -> String { digit == "," ? "." : String(digit) }

  /// Reads `m:ss`, `h:mm:ss`, with optional decimals of seconds.
  private static func time(_ text: Substring) -> Duration? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let last = parts.last,
      let seconds = Double(last.map(point).joined()), last.first?.isNumber == true,
      (0..<60).contains(seconds)
    else { return nil }
    var minutes = 0
    for (index, part) in parts.dropLast().enumerated() {
      guard part.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(part),
        number < (index == 0 ? 1_000_000 : 60)
      else { return nil }
      minutes = minutes * 60 + number
    }
    return .seconds(minutes * 60) + .milliseconds(Int((seconds * 1000).rounded()))
  }
}
