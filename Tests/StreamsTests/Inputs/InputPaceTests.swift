import Expressions
import ReactiveExtras
import Testing
import ViewModels

@testable import Streams

@Suite("The times of an input's values")
struct InputPaceTests {
  private final class Log {
    var reports: [String] = []
    var notices: [String] = []
  }

  private let log = Log()

  /// The values that are sent, each the number of its time from 0, with their seconds.
  private func sent(
    _ times: [StreamValue], by time: InputTime = .field("t"), isExpected: Bool = true,
    now: Double = 1e9
  ) -> [String] {
    var pace = InputPace(
      time, isExpected: isExpected, report: { log.reports.append($0) },
      notice: { log.notices.append($0) }, now: { now })
    var sent: [String] = []
    func take() {
      while let next = pace.next() {
        sent.append("\(next.value) \(next.seconds.map { "\($0)" } ?? "-")")
      }
    }
    for (number, time) in times.enumerated() {
      let value: StreamValue = time == "none" ? ["n": .integer(number)] : ["t": time]
      pace.take(value, at: "line \(number)")
      take()
    }
    pace.finish()
    take()
    #expect(pace.isEmpty)
    pace.end()
    return sent.map { $0.split(separator: " ").last.map(String.init) ?? "" }
  }

  private static let hour = 3_600

  @Test(
    "A time is an ISO text or a number of seconds or of their parts since 1970",
    arguments: [
      ("1970-01-01T00:01:40Z", "100.0"), ("1970-01-01T00:01:40.5+00:00", "100.5"), (100, "100.0"),
      (100.25, "100.25"), ("100", "100.0"), (1_714_557_605, "1714557605.0"),
      (1_714_557_605_000, "1714557605.0"), (1_714_557_605_123_456, "1714557605.123456"),
      ("1714557605000", "1714557605.0"), (1_714_557_605_000_000_000, "1714557605.0"),
      (1_714_557_605_123_456_789, "\(1_714_557_605_123_456_789.0 / 1e9)"),
      ("1714557605123456789", "\(1_714_557_605_123_456_789.0 / 1e9)"),
    ] as [(StreamValue, String)])
  func forms(time: StreamValue, seconds: String) {
    #expect(sent([time], now: 1_714_557_605) == [seconds])
    #expect(log.reports.isEmpty && log.notices.isEmpty)
  }

  @Test(
    "A value is left out if its time cannot be read or is far later than those around it",
    arguments: [
      ([100, "x", 102], ["100.0", "102.0"], 1), ([100, .null, 102], ["100.0", "102.0"], 1),
      ([100, "0x69", 102], ["100.0", "102.0"], 1),
      ([100, true, 102], ["100.0", "102.0"], 1), ([100, "none", 102], ["100.0", "102.0"], 1),
      ([100, .decimal(9e10), 102], ["100.0", "102.0"], 1),
      ([100, "9999-01-01", 102, 103], ["100.0", "102.0", "103.0"], 1),
      ([100, 900_000, 900_001, 102], ["100.0", "102.0"], 2),
      ([100, .decimal(5e9)], ["100.0"], 1), ([.decimal(5e9), 100, 101], ["100.0", "101.0"], 1),
      // Days without a value are no error.
      ([100, 900_000], ["100.0", "900000.0"], 0),
      ([100, 900_000, 900_001, 900_002], ["100.0", "900000.0", "900001.0", "900002.0"], 0),
      (
        [0, 86_400, 172_800, 259_200, 691_200],
        ["0.0", "86400.0", "172800.0", "259200.0", "691200.0"], 0
      ),
    ] as [([StreamValue], [String], Int)])
  func leftOut(times: [StreamValue], seconds: [String], count: Int) {
    #expect(sent(times) == seconds)
    #expect(log.reports.count == count && log.notices.isEmpty)
    #expect(log.reports.allSatisfy { $0.contains("; the value is left out") }, "\(log.reports)")
  }

  @Test("What a live source sends now is not doubted, however long it was silent")
  func live() {
    #expect(sent([100, .integer(1_000_000_000)], now: 1e9) == ["100.0", "1000000000.0"])
    var pace = InputPace(
      .field("t"), isExpected: true, report: { _ in }, notice: { _ in }, now: { 1e9 })
    pace.take(["t": 100], at: nil)
    pace.take(["t": 1_000_000_001], at: nil)
    #expect(pace.next()?.seconds == 100)
    #expect(pace.next()?.seconds == 1_000_000_001)
  }

  @Test("A time that goes back is said, and its value comes with the latest")
  func back() {
    #expect(sent([100, 105, 103, 106]) == ["100.0", "105.0", "105.0", "106.0"])
    #expect(log.reports.isEmpty)
    #expect(log.notices == ["line 2: its time goes back by 2.0 s; the latest time is used instead"])
  }

  @Test("Many errors of a kind are counted, and a field that no value has is said")
  func many() {
    #expect(sent(Array(repeating: "none", count: 500)).isEmpty)
    #expect(log.reports.count == 22)
    #expect(
      log.reports.suffix(2) == [
        "480 more values without a readable time were left out",
        "no value has a time in its field “t”",
      ])
  }

  @Test("Positions without a time come with those before them")
  func positions() {
    #expect(sent([100, "none", 102], isExpected: false) == ["100.0", "-", "102.0"])
    #expect(log.reports.isEmpty)
  }

  @Test("The time may be the result of an expression")
  func expressions() throws {
    #expect(try InputTime("time") == .field("time"))
    #expect(try InputTime("t-1") == .field("t-1"))
    #expect(try sent([100, "x"], by: InputTime("value.t")) == ["100.0"])
    #expect(log.reports.count == 1)
    #expect(throws: StreamExpressionError.self) { try InputTime("value.") }
  }

  @Test("All inputs share a clock, which begins with the first of all times")
  func clock() {
    let clock = InputClock()
    #expect(clock.date(of: nil).nanoseconds == 0)
    clock.begin(at: 1_714_557_605.1)
    clock.begin(at: 0)
    #expect(clock.date(of: 1_714_557_605.1).nanoseconds == 0)
    #expect(clock.date(of: 1_714_557_606.223).nanoseconds == 1_123_000_000)
    #expect(clock.date(of: 1_714_557_600).nanoseconds == 0)
    clock.pass(clock.date(of: 1_714_557_606.1))
    #expect(clock.date(of: nil).nanoseconds == 1_000_000_000)
    #expect(clock.date(of: 1e300).nanoseconds == 9_000_000_000_000_000_000)
  }
}
