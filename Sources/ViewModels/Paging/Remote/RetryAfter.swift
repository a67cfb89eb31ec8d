import Fetching
import Formats

extension HTTPResponse {
  /// The time that the server asks to be left alone for (RFC 9110, 10.2.3): seconds, or the time
  /// from the answer's own date to another.
  var retryAfter: Duration? {
    guard let text = headers["Retry-After"] else { return nil }
    if let seconds = Int(text.trimming), seconds >= 0 { return .seconds(min(seconds, 1 << 30)) }
    guard let end = HTTPDate.seconds(text), let now = headers["Date"].flatMap(HTTPDate.seconds)
    else {
      return nil
    }
    return .seconds(max(0, end - now))
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
