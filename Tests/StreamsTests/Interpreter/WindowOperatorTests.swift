import Expressions
import Reactive
import ReactiveExtras
import Testing

@testable import Streams

@Suite("Operators of windows and intervals")
struct WindowOperatorTests {
  let time = VirtualTimeScheduler()

  /// Values at 1, 2, 3, 3.5, 9 and 9.5 s; the end is with the last.
  private var values: AnyPublisher<StreamValue, Never> {
    let items: [(StreamValue, Double)] = [(1, 1), (2, 1), (3, 1), (4, 0.5), (5, 5.5), (6, 0.5)]
    return StreamModel(
      id: "v", items: items.map { StreamItem(value: $0, operators: [.delay(seconds: $1)]) }
    ).toPublisher(on: time)
  }

  private func emissions(_ step: Operator) -> [String] {
    time.emissions(of: step.applyPublisher(values, on: time) { Issue.record("\($0)") })
  }

  @Test(
    "Windows of seconds are counted from the beginning, and do not overlap",
    arguments: [
      (StreamWindow.Function.sum, ["1", "9", "11"]), (.mean, ["1.0", "3.0", "5.5"]),
      (.min, ["1", "2", "5"]), (.max, ["1", "4", "6"]), (.count, ["1", "3", "2"]),
    ])
  func windows(function: StreamWindow.Function, figures: [String]) {
    #expect(
      emissions(.window(.seconds(2), function: function)) == [
        "2 s: \(figures[0])", "4 s: \(figures[1])", "9.5 s: \(figures[2])", "9.5 s: finished",
      ])
  }

  @Test("Several figures of a window are an object with its beginning")
  func several() {
    let figures = StreamWindow.Figures.several([.min, .mean, .max, .count])
    #expect(
      emissions(.window(.seconds(2), figures)) == [
        #"2 s: {"from":0.0,"min":1,"mean":1.0,"max":1,"count":1}"#,
        #"4 s: {"from":2.0,"min":2,"mean":3.0,"max":4,"count":3}"#,
        #"9.5 s: {"from":8.0,"min":5,"mean":5.5,"max":6,"count":2}"#, "9.5 s: finished",
      ])
    #expect(
      emissions(.window(.count(4), .several([.sum]))) == [
        #"3.5 s: {"from":1.0,"sum":10}"#, #"9.5 s: {"from":9.0,"sum":11}"#, "9.5 s: finished",
      ])
  }

  @Test("A value that one of several figures cannot take counts for none")
  func misfit() {
    var failures: [String] = []
    let values: [StreamValue] = [1, "x", 3]
    let results = Operator.window(.count(3), .several([.count, .sum]))
      .applyPublisher(values.publisher.eraseToAnyPublisher(), on: time) {
        failures.append($0.reason)
      }.valuesAtOnce
    #expect(results == [["from": 0.0, "count": 2, "sum": 4]])
    #expect(failures == [#"sum takes numbers, not text: "x""#])
  }

  @Test("Aligned windows begin at multiples of their length since 1970")
  func aligned() {
    // The stream begins one and a half seconds before a whole minute.
    let start = 1_767_225_598_500_000_000
    var environment = StreamEnvironment(time) { Issue.record("\($0)") }
    environment.now = { [time] in start + time.now.nanoseconds }
    let step = Operator.window(.seconds(60, aligned: true), .several([.count]))
    let items: [(StreamValue, Double)] = [(1, 1), (2, 0.5), (3, 59.5), (4, 0.5), (5, 125)]
    let values = StreamModel(
      id: "v", items: items.map { StreamItem(value: $0, operators: [.delay(seconds: $1)]) }
    ).toPublisher(on: time)
    #expect(
      time.emissions(of: step.applied(to: values, environment)) == [
        #"1.5 s: {"from":"2025-12-31T23:59:00Z","count":1}"#,
        #"61.5 s: {"from":"2026-01-01T00:00:00Z","count":2}"#,
        #"121.5 s: {"from":"2026-01-01T00:01:00Z","count":1}"#,
        #"186.5 s: {"from":"2026-01-01T00:03:00Z","count":1}"#, "186.5 s: finished",
      ])
  }

  @Test("Before 1970 aligned windows are as long as after it")
  func alignedBefore1970() {
    var environment = StreamEnvironment(time) { Issue.record("\($0)") }
    environment.now = { [time] in -90_000_000_000 + time.now.nanoseconds }
    let step = Operator.window(.seconds(60, aligned: true), .several([.count]))
    let items: [(StreamValue, Double)] = [(1, 0), (2, 60), (3, 29), (4, 31)]
    let values = StreamModel(
      id: "v", items: items.map { StreamItem(value: $0, operators: [.delay(seconds: $1)]) }
    ).toPublisher(on: time)
    #expect(
      time.emissions(of: step.applied(to: values, environment)) == [
        #"30 s: {"from":"1969-12-31T23:58:00Z","count":1}"#,
        #"90 s: {"from":"1969-12-31T23:59:00Z","count":2}"#,
        #"120 s: {"from":"1970-01-01T00:00:00Z","count":1}"#, "120 s: finished",
      ])
  }

  @Test("The time of the wall clock is a text")
  func wallClock() {
    var environment = StreamEnvironment(time) { Issue.record("\($0)") }
    environment.now = { 1_767_225_600_250_000_000 }
    let values = Just(StreamValue.integer(1)).eraseToAnyPublisher()
    #expect(
      Operator.timestamp(clock: .wall).applied(to: values, environment).valuesAtOnce
        == [["time": "2026-01-01T00:00:00.250Z", "value": 1]])
    #expect(
      Operator.map(expression: "now() - 0.25").applied(to: values, environment).valuesAtOnce
        == [1_767_225_600.0])
  }

  @Test("A sample is the latest value of an interval, and nothing where there is none")
  func samples() {
    #expect(
      emissions(.sample(seconds: 2)) == ["2 s: 1", "4 s: 4", "9.5 s: 6", "9.5 s: finished"])
  }

  @Test("A rate is that of each interval, and 0 once when nothing comes")
  func rates() {
    #expect(
      emissions(.rate(seconds: 2)) == [
        "2 s: 0.5", "4 s: 1.5", "6 s: 0.0", "9.5 s: 1.0", "9.5 s: finished",
      ])
  }

  @Test("A timestamp is the seconds since the stream began, also on other clocks")
  func timestamps() {
    #expect(
      Array(emissions(.timestamp()).suffix(2)) == [
        #"9.5 s: {"t":9.5,"value":6}"#, "9.5 s: finished",
      ])
    let now = Operator.timestamp().applyPublisher(
      Just(StreamValue.integer(1)).eraseToAnyPublisher(), on: ImmediateScheduler.shared)
    #expect(now.valuesAtOnce == [["t": 0.0, "value": 1]])
  }

  @Test("A value of which there is no figure is left out with a sentence, as if it were not there")
  func failures() {
    var failures: [String] = []
    func figures(_ function: StreamWindow.Function, _ values: StreamValue...) -> [StreamValue] {
      Operator.window(.count(2), function: function)
        .applyPublisher(values.publisher.eraseToAnyPublisher(), on: time) {
          failures.append($0.description)
        }.valuesAtOnce
    }
    #expect(figures(.sum, 1, "a", 2, 3.5) == [3, 3.5])
    #expect(figures(.max, "b", "a", 1, "z", true) == ["b", 1])
    #expect(figures(.sum, .integer(.max), 1, -7) == [.integer(.max - 7)])
    #expect(figures(.count, "b", .null, [], [:]) == [2, 2])
    #expect(
      failures == [
        "window 2, sum: sum takes numbers, not text: \"a\"",
        "window 2, max: < cannot take an integer and text: 1 < \"z\"",
        "window 2, max: < cannot take an integer and true or false: 1 < true",
        "window 2, sum: 9223372036854775807 + 1 is too large",
      ])
  }

  @Test("Time goes on without work as long as nothing comes")
  func idle() {
    let late = StreamModel(
      id: "l", items: [StreamItem(value: StreamValue.integer(1), operators: [.delay(seconds: 1e9)])]
    ).toPublisher(on: time)
    for step in [
      Operator.rate(seconds: 1e-9), .sample(seconds: 1e-9), .window(.seconds(1e-9), function: .sum),
    ] {
      #expect(step.applyPublisher(late, on: time).valuesAtOnce.isEmpty)
      #expect(time.emissions(of: step.applyPublisher(late, on: time)).count >= 2)
    }
  }

  @Test("A cancelled interval sends nothing")
  func cancelled() {
    let subject = PassthroughSubject<StreamValue, Never>()
    var received: [StreamValue] = []
    let subscription = Operator.sample(seconds: 1)
      .applyPublisher(subject.eraseToAnyPublisher(), on: time).sink { received.append($0) }
    subject.send(1)
    subscription.cancel()
    time.run()
    #expect(received.isEmpty)
  }
}
