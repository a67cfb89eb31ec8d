import Expressions
import Formats
import ReactiveExtras

/// The clock of all inputs whose values have times: the earliest time of all is 0.
final class InputClock {
  private var first: Double?
  private var latest = MonotonicInstant(nanoseconds: 0)

  /// Starts it, unless it has started.
  func begin(at seconds: Double) { first = first ?? seconds }

  /// Returns the date of a time in seconds since 1970, to the microsecond; without a time, the date
  /// of the previous value.
  func date(of seconds: Double?) -> MonotonicInstant {
    guard let seconds, let first else { return latest }
    // The streams' clock has a range of three hundred years.
    let passed = min(max(0, seconds - first), 9e9)
    return MonotonicInstant(nanoseconds: Int((passed * 1e6).rounded()) * 1_000)
  }

  /// Returns a date as nanoseconds since 1970, to the microsecond; nil before the clock has
  /// started.
  func nanoseconds(at date: MonotonicInstant) -> Int? {
    first.map { Int(($0 * 1e6).rounded()) * 1_000 + date.nanoseconds }
  }

  /// Notes that the values of a date have been sent.
  func pass(_ date: MonotonicInstant) { latest = max(latest, date) }
}

/// The source of the time of a value.
package enum InputTime: Equatable, Sendable {
  /// A field of an object.
  case field(String)
  /// The result of an expression.
  case expression(StreamExpression)

  /// The time of a position.
  package static let positions = InputTime.field("time")

  /// Reads the name of a field or an expression.
  package init(_ text: String) throws(StreamExpressionError) {
    let isName = text.utf8.allSatisfy { byte in
      byte >= 0x80 || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "_-@$".utf8.contains(byte)
    }
    guard !isName || text == "value" else {
      self = .field(text)
      return
    }
    let expression = try StreamExpression(text)
    _ = try ExpressionEvaluation(expression, for: .map)
    self = .expression(expression)
  }

  /// The source of the time, in messages.
  var name: String {
    switch self {
    case .field(let field): "its field “\(field)”"
    case .expression(let expression): "“\(expression.text)”"
    }
  }
}

/// The times at which an input's values arrive on the streams' clock.
///
/// Drops a value whose time is unreadable, or missing although it is expected, and outliers: times
/// later than the latest by over an hour and ten times the longest interval so far, unless they are
/// about now or the next two values confirm them. A value whose time goes back is sent with the
/// latest. All this is reported and counted.
package struct InputPace {
  /// A value with its time in seconds since 1970; without a time it is sent with the previous
  /// value.
  package typealias Timed = (value: StreamValue, seconds: Double?)

  private typealias Doubtful = (value: StreamValue, seconds: Double, position: String?)

  private let time: InputTime
  private let isExpected: Bool
  private let evaluation: ExpressionEvaluation?
  private let ofISOText = try? ExpressionEvaluation("time(value)", for: .map)
  private let report: InputReport
  private let notice: InputReport
  private let now: () -> Double
  private var problems = ReportLimit(most: 20)

  private var latest: Double?
  private var hasValues = false
  private var hasTimes = false
  /// Values with times far later than the latest, until the next values confirm or refute them.
  private var doubtful: [Doubtful] = []
  private var ready: ArraySlice<Timed> = []
  /// The longest interval between two times so far.
  private var greatestStep = 0.0

  /// The interval between two values, in seconds, up to which none is doubtful.
  private static let doubtfulStep = 3_600.0
  /// The number of values that must agree on a time far later than the previous one.
  private static let agreement = 3
  /// The number of seconds by which the last times may be later than the previous one.
  private static let greatestLastStep = 366 * 86_400.0

  /// - Parameters:
  ///   - isExpected: True if a value without a time is an error.
  ///   - report: Receives the dropped values.
  ///   - notice: Receives the values that are sent at another time.
  ///   - now: The seconds since 1970.
  init(
    _ time: InputTime, isExpected: Bool, report: @escaping InputReport,
    notice: @escaping InputReport, now: @escaping () -> Double
  ) {
    (self.time, self.isExpected, self.report, self.notice) = (time, isExpected, report, notice)
    self.now = now
    evaluation =
      if case .expression(let text) = time { try? ExpressionEvaluation(text, for: .map) } else {
        nil
      }
  }

  /// True if no value is waiting.
  var isEmpty: Bool { ready.isEmpty && doubtful.isEmpty }

  /// Removes and returns the next value.
  mutating func next() -> Timed? { ready.popFirst() }

  /// Adds a value that has arrived.
  mutating func take(_ value: StreamValue, at position: String?) {
    hasValues = true
    do throws(LineProblem) {
      guard let seconds = try seconds(of: value) else {
        ready.append((value, nil))
        return
      }
      hasTimes = true
      take(value, seconds, position)
    } catch { leaveOut(error.reason, "without a readable time", at: position) }
  }

  private mutating func take(_ value: StreamValue, _ seconds: Double, _ position: String?) {
    if let first = doubtful.first {
      if seconds < first.seconds - 60 {
        leaveOutDoubtful()
      } else {
        doubtful.append((value, seconds, position))
        if doubtful.count >= Self.agreement { accept(doubtful) }
        return
      }
    }
    if isDoubtful(seconds) {
      doubtful = [(value, seconds, position)]
    } else {
      accept([(value, seconds, position)])
    }
  }

  /// Ends the values: waiting times are accepted unless they are more than a year later.
  mutating func finish() {
    guard let first = doubtful.first else { return }
    if first.seconds - (latest ?? now()) > Self.greatestLastStep {
      leaveOutDoubtful()
    } else {
      accept(doubtful)
    }
  }

  /// Reports how many values were dropped, and whether none had a time.
  mutating func end() {
    let report = report
    problems.finish { kind, count in report("\(count) more values \(kind)") }
    if isExpected, hasValues, !hasTimes { report("no value has a time in \(time.name)") }
  }

  /// Returns true if a time is so much later than the latest that it may be wrong. A time close to
  /// now is right: a live source may have been silent for long.
  private func isDoubtful(_ seconds: Double) -> Bool {
    let now = now()
    if seconds > now - 86_400, seconds < now + 600 { return false }
    guard let latest else { return seconds > now + 86_400 }
    return seconds - latest > max(Self.doubtfulStep, 10 * greatestStep)
  }

  private mutating func accept(_ values: [Doubtful]) {
    doubtful = []
    for (value, seconds, position) in values {
      if let latest, seconds < latest {
        let back = StreamValue.decimal(((latest - seconds) * 1e3).rounded() / 1e3)
        problems.note("whose time goes back were given the latest time") { [notice] in
          notice(
            Self.sentence(
              "its time goes back by \(back) s; the latest time is used instead\($0)", position))
        }
      } else if let latest {
        greatestStep = max(greatestStep, seconds - latest)
      }
      latest = max(latest ?? seconds, seconds)
      ready.append((value, latest))
    }
  }

  private mutating func leaveOutDoubtful() {
    for (_, seconds, position) in doubtful {
      let time = StreamValue.decimal(seconds)
      let text = (try? Self.isoText?.result(of: time)).map { "\($0)" } ?? "\(seconds)"
      leaveOut(
        "its time, \(text), is far later than those around it", "with times far in the future",
        at: position)
    }
    doubtful = []
  }

  private static var isoText: ExpressionEvaluation? {
    try? ExpressionEvaluation("format(value)", for: .map)
  }

  private mutating func leaveOut(_ reason: String, _ kind: String, at position: String?) {
    problems.note("\(kind) were left out") { [report] in
      report(Self.sentence("\(reason); the value is left out\($0)", position))
    }
  }

  private static func sentence(_ sentence: String, _ position: String?) -> String {
    (position.map { "\($0): " } ?? "") + sentence
  }

  /// Returns the time of a value; nil if it has none, and none is expected.
  private func seconds(of value: StreamValue) throws(LineProblem) -> Double? {
    let found: StreamValue?
    switch time {
    case .field(let field):
      if case .object(let object) = value { found = object[field] } else { found = nil }
    case .expression:
      do throws(StreamExpressionError) { found = try evaluation?.result(of: value) } catch {
        throw LineProblem(reason: "there is no time in \(time.name): \(error.description)")
      }
    }
    guard isExpected || found != nil else { return nil }
    guard let found, found != .null else {
      throw LineProblem(reason: "there is no time in \(time.name)")
    }
    guard let seconds = seconds(found) else {
      if !isExpected { return nil }
      throw LineProblem(
        reason: "the time in \(time.name) cannot be read: \(found.description(limit: 100))")
    }
    return seconds
  }

  /// Reads an ISO time, or a number of seconds, milliseconds, microseconds or nanoseconds since
  /// 1970, distinguished by their size.
  private func seconds(_ value: StreamValue) -> Double? {
    switch value {
    case .text(let text):
      if let number = JSONValue(typedNumber: text), let value = try? StreamValue(json: number) {
        return seconds(value)
      }
      guard let time = try? ofISOText?.result(of: value), time != value else { return nil }
      return Double(time)
    case .integer, .decimal, .exact:
      // A decimal cannot represent nanoseconds since 1970 exactly.
      return value.asDouble.flatMap { $0.isFinite ? Self.seconds($0) : nil }
    case .truth, .null, .list, .object: return nil
    }
  }

  private static func seconds(_ number: Double) -> Double {
    switch abs(number) {
    case ..<1e11: number
    case ..<1e14: number / 1e3
    case ..<1e17: number / 1e6
    default: number / 1e9
    }
  }
}
