import Fetching
import Formats

extension HTTPResponse {
  /// The time to wait that the server asks for (RFC 9110, 10.2.3): seconds, or the time from the
  /// response's own date to another. Limited to a year.
  var retryAfter: Duration? {
    guard let value = headers["Retry-After"] else { return nil }
    let text = value.withoutBlanksAround
    let longest = 365 * 86_400
    if let seconds = Int(text) { return (0...longest).contains(seconds) ? .seconds(seconds) : nil }
    guard let end = HTTPDate.seconds(text), let now = headers["Date"].flatMap(HTTPDate.seconds)
    else { return nil }
    return .seconds(min(max(0, end - now), longest))
  }
}

extension Duration {
  /// A delay as text, rounded up: `1 second`, `17 minutes`, `3 hours`.
  var waitText: String {
    let seconds = Int((self / .seconds(1)).rounded(.up))
    let (count, unit) =
      seconds < 120
      ? (seconds, "second")
      : seconds < 7200 ? ((seconds + 59) / 60, "minute") : ((seconds + 3599) / 3600, "hour")
    return "\(count) \(unit)" + (count == 1 ? "" : "s")
  }
}

/// Dates in headers (RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`, and the two older forms
/// `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
enum HTTPDate {
  /// The seconds since 1970 of a date; nil if it has none of the accepted forms.
  static func seconds(_ text: String) -> Int? {
    let words = text.utf8.split { " ,:-".utf8.contains($0) }.map { String(Substring($0)) }
    // The day of the week adds nothing.
    if words.count == 8, words[7].utf8.elementsEqual("GMT".utf8) {
      return seconds(day: words[1], words[2], year: words[3], words[4...6])
    }
    guard words.count == 7 else { return nil }
    return seconds(day: words[2], words[1], year: words[6], words[3...5])
  }

  private static func seconds(
    day: String, _ month: String, year: String, _ time: ArraySlice<String>
  ) -> Int? {
    let clock = time.compactMap { Int($0) }
    let names = CalendarNames.months
    guard let month = names.firstIndex(where: { $0.utf8.prefix(3).elementsEqual(month.utf8) }),
      let day = Int(day), let number = Int(year),
      let date = CalendarDate(
        // Two digits are of this century, or of the one before it.
        year: year.utf8.count == 2 ? number + (number < 70 ? 2000 : 1900) : number,
        month: month + 1, day: day), clock.count == 3, (0..<24).contains(clock[0]),
      (0..<60).contains(clock[1]), (0...60).contains(clock[2])
    else { return nil }
    return date.daysSince1970 * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
  }
}

extension String {
  /// The text without the blanks around it.
  fileprivate var withoutBlanksAround: String {
    let blanks = " \t".utf8
    guard let last = utf8.lastIndex(where: { !blanks.contains($0) }) else { return "" }
    return String(self[...last].utf8.drop { blanks.contains($0) }) ?? ""
  }
}
