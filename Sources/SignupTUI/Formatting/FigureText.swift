/// Times, directions and kinds of fixes as text.
enum FigureText {
  /// `12:34`, or `1:02:03` from an hour on.
  static func time(_ duration: Duration) -> String {
    let seconds = Int(duration.components.seconds)
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, abs(seconds) % 60)
    let tail = two(rest)
    return hours > 0 ? "\(hours):\(two(abs(minutes))):\(tail)" : "\(minutes):\(tail)"
  }

  /// `12:00:31`, with up to three decimal places if requested.
  static func timeOfDay(_ timestamp: Timestamp, decimals: Int = 0) -> String {
    String(timestamp.description.dropFirst(11).prefix(decimals > 0 ? 9 + min(3, decimals) : 8))
  }

  /// A factor without needless decimals: `0.25`, `64`.
  static func factor(_ value: Double) -> String {
    value == value.rounded() ? String(fixedPoint: value, decimals: 0) : "\(value)"
  }

  /// A replay's rate: `0.25×`, `64×`, or `max` for unlimited.
  static func rate(_ value: Double) -> String { value.isFinite ? factor(value) + "×" : "max" }

  /// Returns the decimal places of a degree that suit a fix: seven are a centimetre, five a metre.
  static func coordinateDecimals(of fix: Location) -> Int {
    let byAccuracy = fix.horizontalAccuracy.map {
      $0 < 0.1 ? 7 : $0 < 1 ? 6 : $0 < 20 ? 5 : $0 < 200 ? 4 : 3
    }
    switch fix.fix {
    case .rtk: return 7
    case .floatRTK: return max(6, byAccuracy ?? 6)
    case .dgps, .pps, .gps, .unknown, .invalid, .estimated, .manual, .simulated:
      return byAccuracy ?? 5
    }
  }

  /// Returns the decimal places of a metre that suit a fix's height.
  static func heightDecimals(of fix: Location) -> Int {
    if fix.fix == .rtk { return 2 }
    guard let accuracy = fix.verticalAccuracy else { return fix.fix == .floatRTK ? 1 : 0 }
    return accuracy < 0.1 ? 2 : accuracy < 2 ? 1 : 0
  }

  /// Returns the decimal places of a second that distinguish fixes: none at 1 Hz, one at 10 Hz.
  static func timeDecimals(of fixes: some Sequence<Location>) -> Int {
    var decimals = 0
    for time in fixes.compactMap(\.timestamp?.nanosecondsSince1970) {
      let milliseconds = (time % 1_000_000_000 + 1_000_000_000) % 1_000_000_000 / 1_000_000
      if milliseconds % 100 != 0 { decimals = max(decimals, milliseconds % 10 == 0 ? 2 : 3) }
      if milliseconds != 0 { decimals = max(decimals, 1) }
    }
    return decimals
  }

  /// `1 line`, `2 lines`.
  static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) " + (number == 1 ? one : many ?? one + "s")
  }

  /// Returns an age in the largest unit that fits: `12 s`, `3 min`, `2 h`.
  static func age(_ duration: Duration) -> String {
    let seconds = duration.components.seconds
    if seconds < 120 { return "\(seconds) s" }
    return seconds < 7200 ? "\(seconds / 60) min" : "\(seconds / 3600) h"
  }

  /// `23:52:34 2005-09-25`, with decimal places of a second if requested.
  static func timeAndDate(_ timestamp: Timestamp, decimals: Int = 0) -> String {
    timeOfDay(timestamp, decimals: decimals) + " " + timestamp.description.prefix(10)
  }

  /// `2005-09-25 23:52:34`.
  static func dateAndTime(_ timestamp: Timestamp) -> String {
    timestamp.description.prefix(10) + " " + timeOfDay(timestamp)
  }

  /// A course in degrees and as one of sixteen points: `153° SSE`.
  static func course(_ degrees: Double) -> String {
    let whole = Int(degrees.rounded()) % 360
    return "\(whole)° " + degrees.compassPoint
  }

  /// A slope in per cent: `-4.5%`.
  static func grade(_ value: Double) -> String {
    String(fixedPoint: value * 100, decimals: 1) + "%"
  }

  /// `142 bpm`.
  static func heartRate(_ value: Double) -> String { whole(value) + " bpm" }

  /// `88 rpm`.
  static func cadence(_ value: Double) -> String { whole(value) + " rpm" }

  /// `215 W`.
  static func power(_ value: Double) -> String { whole(value) + " W" }

  /// `21.5 °C`.
  static func temperature(_ value: Double) -> String {
    String(fixedPoint: value, decimals: value == value.rounded() ? 0 : 1) + " °C"
  }

  private static func whole(_ value: Double) -> String { String(fixedPoint: value, decimals: 0) }

  /// Returns the quality of a fix in words; nil if it is not informative.
  static func quality(_ quality: FixQuality) -> String? {
    switch quality {
    case .unknown, .invalid: nil
    case .gps, .dgps, .pps, .rtk: quality.rawValue.uppercased()
    case .floatRTK: "float RTK"
    case .estimated, .manual, .simulated: quality.rawValue
    }
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
