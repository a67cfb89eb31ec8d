import Expressions
import Reactive
import ReactiveExtras
import Streams
import Testing

@Suite("An operator over a publisher")
struct OperatorTests {
  let time = VirtualTimeScheduler()

  private func numbers(_ values: Int...) -> AnyPublisher<Int, Never> {
    values.publisher.eraseToAnyPublisher()
  }

  @Test(
    "Each stored operator behaves as the Combine operator of its name, on any publisher",
    arguments: [
      (Operator.dropFirst(count: 2), [3, 3, 4]), (.prefix(count: 2), [1, 2]),
      (.filter(expression: "%d != 3"), [1, 2, 4]), (.map(expression: "%d * 2"), [2, 4, 6, 6, 8]),
      (.scan(initialValue: 0, expression: "%d + %d"), [1, 3, 6, 9, 13]),
      (.scan(initialValue: 1, expression: "result * value"), [1, 2, 6, 18, 72]),
      (.reduce(initialValue: 1, expression: "%d * %d"), [72]), (.removeDuplicates, [1, 2, 3, 4]),
      (.first, [1]), (.last, [4]), (.count, [5]), (.map(expression: "index"), [0, 1, 2, 3, 4]),
      (.merge(stream: "x"), [1, 2, 3, 3, 4, 10, 20]),
      (.append(stream: "x"), [1, 2, 3, 3, 4, 10, 20]),
      (.prepend(stream: "x"), [10, 20, 1, 2, 3, 3, 4]),
      (.flatMap(stream: "x", expression: nil), [10, 20, 10, 20, 10, 20, 10, 20, 10, 20]),
      (.flatMap(stream: "x", expression: "a + b"), [11, 21, 12, 22, 13, 23, 13, 23, 14, 24]),
      (.zip(stream: "x", expression: "%d * %d"), [10, 40]),
      (.combineLatest(stream: "x", expression: "a - b"), [-6, -16]),
      (.withLatestFrom(stream: "x", expression: "a + b"), [21, 22, 23, 23, 24]),
      (.distinct(key: nil), [1, 2, 3, 4]), (.distinct(key: "value % 2"), [1, 2]),
      (.sort(key: nil, descending: true), [4, 3, 3, 2, 1]),
      (.sort(key: "value % 3", descending: false), [3, 3, 1, 4, 2]),
      (.window(.count(2), function: .sum), [3, 6, 4]),
      (.window(.count(2), function: .min), [1, 3, 4]),
      (.window(.count(3), function: .max), [3, 4]),
      (.window(.count(2), function: .count), [2, 2, 1]),
    ])
  func operators(step: Operator, result: [Int]) {
    let stream = step.applyPublisher(
      numbers(1, 2, 3, 3, 4), on: time, report: { Issue.record("\($0)") },
      streams: { _ in numbers(10, 20) })
    #expect(stream.valuesAtOnce == result)
    #expect(stream.valuesAtOnce == result, "a second subscription begins anew")
  }

  @Test("Values are collected and joined as lists, where the stream can hold them")
  func lists() {
    let values: [StreamValue] = [1, 2, 3]
    let stream = values.publisher.eraseToAnyPublisher()
    let collected = Operator.collect(count: 2).applyPublisher(stream, on: time)
    #expect(collected.valuesAtOnce == [[1, 2], [3]])
    let zipped = Operator.zip(stream: "x", expression: nil)
      .applyPublisher(stream, on: time, streams: { _ in stream })
    #expect(zipped.valuesAtOnce == [[1, 1], [2, 2], [3, 3]])
    var failures: [StreamFailure] = []
    let integers = Operator.collect(count: 2)
      .applyPublisher(numbers(1, 2), on: time) { failures.append($0) }
    #expect(integers.valuesAtOnce.isEmpty)
    #expect(
      failures.map(\.description) == [
        "collect 2: the result is a list, and the stream is of Int"
      ])
  }

  @Test("Delay, debounce and throttle go by the clock of any scheduler")
  func clocks() {
    let ticks = StreamModel(
      id: "t", items: [1, 2, 3].map { StreamItem(value: $0, operators: [.delay(seconds: 1)]) }
    ).toPublisher(on: time)
    func emissions(_ step: Operator) -> [String] {
      time.emissions(of: step.applyPublisher(ticks, on: time))
    }
    #expect(
      emissions(.delay(seconds: 0.5)) == ["1.5 s: 1", "2.5 s: 2", "3.5 s: 3", "3.5 s: finished"])
    #expect(
      emissions(.debounce(seconds: 0.5)) == ["1.5 s: 1", "2.5 s: 2", "3 s: 3", "3 s: finished"])
    #expect(
      emissions(.throttle(seconds: 5, latest: true)) == ["1 s: 1", "6 s: 3", "6 s: finished"])
  }

  @Test("A value of which nothing can be made is left out and reported, and the stream goes on")
  func failures() {
    var failures: [String] = []
    let stream = Operator.map(expression: "12 / %d")
      .applyPublisher(numbers(1, 0, 3), on: time) { failures.append($0.description) }
    #expect(stream.valuesAtOnce == [12, 4])
    #expect(failures == ["map 12 / %d: column 4: 12 / 0 is a division by zero"])
    failures = []
    let sum = Operator.scan(initialValue: 0, expression: "result + 10 / value")
      .applyPublisher(numbers(1, 0, 5), on: time) { failures.append($0.description) }
    #expect(sum.valuesAtOnce == [10, 12])
    #expect(failures.count == 1)
    failures = []
    let kept = Operator.filter(expression: "10 / value > 1")
      .applyPublisher(numbers(1, 0, 50), on: time) { failures.append($0.description) }
    #expect(kept.valuesAtOnce == [1])
    #expect(failures.count == 1)
  }

  @Test("An expression that is not fit for its operator makes an empty stream, and is reported")
  func unfit() {
    var failures: [String] = []
    let stream = Operator.filter(expression: "%d + 1")
      .applyPublisher(numbers(1), on: time) { failures.append($0.description) }
    #expect(stream.valuesAtOnce.isEmpty)
    #expect(failures.count == 1)
  }

  @Test("Parameters that no file can have do no harm")
  func clamped() {
    let wild: [Operator] = [
      .delay(seconds: .nan), .delay(seconds: -1), .delay(seconds: .infinity),
      .debounce(seconds: 1e300), .throttle(seconds: -1, latest: true), .prefix(count: -1),
      .dropFirst(count: -1), .collect(count: 0), .sample(seconds: .nan), .rate(seconds: -1),
      .window(.count(-1), function: .sum), .window(.seconds(0), function: .count),
      .window(.seconds(.infinity), function: .max),
    ]
    for step in wild {
      let stream = ([1, 2] as [StreamValue]).publisher.eraseToAnyPublisher()
      _ = time.emissions(of: step.applyPublisher(stream, on: time))
    }
  }

  @Test("Decimals and text are computed with, too")
  func otherValues() {
    let decimals = [1.5, 2].publisher.eraseToAnyPublisher()
    #expect(
      Operator.map(expression: "%f * 2").applyPublisher(decimals, on: time).valuesAtOnce == [3, 4])
    let texts = ["a", "b"].publisher.eraseToAnyPublisher()
    #expect(
      Operator.scan(initialValue: "", expression: "%@ + %@").applyPublisher(texts, on: time)
        .valuesAtOnce == ["a", "ab"])
  }
}
