import Fetching
import Formats

extension HTTPResponse {
  /// The time that the server asks to be left alone for (RFC 9110, 10.2.3): seconds, or the time
  /// from the answer's own date to another. At most a year is believed.
  var retryAfter: Duration? {
    guard let text = headers["Retry-After"] else { return nil }
    let longest = 365 * 86_400
    if let seconds = Int(text.trimming) {
      return (0...longest).contains(seconds) ? .seconds(seconds) : nil
    }
    guard let end = HTTPDate.seconds(text), let now = headers["Date"].flatMap(HTTPDate.seconds)
    else { return nil }
    return .seconds(min(max(0, end - now), longest))
  }
}

extension Duration {
  /// A time to wait in words, no shorter than it is: `1 second`, `17 minutes`, `3 hours`.
  var waitText: String {
    let seconds = Int((self / .seconds(1)).rounded(.up))
    let (count, unit) =
      seconds < 120
      ? (seconds, "second")
      : seconds < 7200 ? ((seconds + 59) / 60, "minute") : ((seconds + 3599) / 3600, "hour")
    return "\(count) \(unit)" + (count == 1 ? "" : "s")
  }
}

/// Dates in headers (RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The seconds since 1970 of a date; nil if it is none of the usual form.
  static func seconds(_ text: String) -> Int? {
    let words = text.split { $0 == " " || $0 == "," || $0 == ":" }
    guard words.count == 8, words[7] == "GMT", let day = Int(words[1]),
      let month = months.firstIndex(of: String(words[2])), let year = Int(words[3]),
      let date = CalendarDate(year: year, month: month + 1, day: day),
      let hour = Int(words[4]), let minute = Int(words[5]), let second = Int(words[6]),
      (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second)
    else { return nil }
    return date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second
  }
}

extension String {
  fileprivate var trimming: Substring {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return text.drop { $0 == " " }
  }
}
