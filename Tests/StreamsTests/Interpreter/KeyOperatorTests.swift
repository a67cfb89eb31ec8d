import Expressions
import Reactive
import ReactiveExtras
import Streams
import Testing

@Suite("Operators of keys")
struct KeyOperatorTests {
  private let time = VirtualTimeScheduler()
  private let people: [StreamValue] = [
    ["name": "Bea", "age": 30], ["name": "Ada", "age": 36], ["name": "Bea", "age": 5],
  ]

  private func results(
    of step: Operator, _ values: [StreamValue],
    _ report: @escaping (StreamFailure) -> Void = { _ in }
  ) -> [StreamValue] {
    step.applyPublisher(values.publisher.eraseToAnyPublisher(), on: time, report: report)
      .valuesAtOnce
  }

  @Test(
    "The elements of a list are sent, of null and an empty list none",
    arguments: [
      (nil, [[1, 2], [], .null, [[3]]], [1, 2, [3]]),
      ("value.items", [["items": [1]], ["items": .null]], [1]),
    ] as [(StreamExpression?, [StreamValue], [StreamValue])])
  func each(expression: StreamExpression?, values: [StreamValue], elements: [StreamValue]) {
    #expect(
      results(of: .each(expression: expression), values) { Issue.record("\($0)") } == elements)
  }

  @Test("What is no list is left out, and said")
  func noList() {
    var failures: [String] = []
    #expect(results(of: .each(expression: nil), [7, [1]]) { failures.append($0.reason) } == [1])
    #expect(failures == ["a list was expected, not an integer: 7"])
  }

  @Test("Of more keys than are remembered the oldest are forgotten")
  func within() {
    let step = Operator.distinct(key: nil, within: 2)
    #expect(results(of: step, [1, 2, 1, 3, 1, 3, 2]) == [1, 2, 3, 1, 2])
    let many = (0..<50_000).map { StreamValue.integer($0 % 100) }
    #expect(results(of: .distinct(key: nil, within: 100), many).count == 100)
    #expect(results(of: .distinct(key: nil, within: 99), many).count == 50_000)
  }

  @Test("A key is remembered for so many seconds from when it came")
  func seconds() {
    let items = [(1, 0), (1, 4), (2, 0), (1, 6), (2, 3.5), (1, 6.5)] as [(StreamValue, Double)]
    let values = StreamModel(
      id: "v", items: items.map { StreamItem(value: $0, operators: [.delay(seconds: $1)]) }
    ).toPublisher(on: time)
    #expect(
      time.emissions(of: Operator.distinct(key: nil, seconds: 10).applyPublisher(values, on: time))
        == ["0 s: 1", "4 s: 2", "10 s: 1", "20 s: 1", "20 s: finished"])
  }

  @Test("A group has a running result of its own")
  func running() {
    let sums = Operator.groupBy(
      key: "value.name", fold: StreamFold(initialValue: 0, expression: "result + value.age"))
    #expect(
      results(of: sums, people) == [
        ["key": "Bea", "value": 30], ["key": "Ada", "value": 36], ["key": "Bea", "value": 35],
      ])
  }

  @Test("Groups without a result come whole at the end, in the order of their first values")
  func whole() {
    #expect(
      results(of: .groupBy(key: "value.name", fold: nil), people) == [
        ["key": "Bea", "values": [people[0], people[2]]], ["key": "Ada", "values": [people[1]]],
      ])
  }

  @Test("There are at most so many groups, and the rest is said")
  func manyGroups() {
    var failures: [StreamFailure] = []
    let values = (0..<10_002).map { StreamValue.integer($0) } + [0]
    let counts = Operator.groupBy(
      key: "value", fold: StreamFold(initialValue: 0, expression: "result + 1"))
    let results = results(of: counts, values) { failures.append($0) }
    #expect(results.count == 10_001 && results.last == ["key": 0, "value": 2])
    #expect(
      failures.map(\.reason)
        == Array(
          repeating: "there would be more than 10000 groups", count: 2))
  }

  @Test("Every value has a place in the order of all, and equal ones stay as they are")
  func order() {
    let values: [StreamValue] = [
      ["a": 1], [2], [1, 5], "b", "a", 2, 1.5, true, false, .null, [], 1.0, 1,
    ]
    #expect(
      results(of: .sort(key: nil, descending: false), values) == [
        .null, false, true, 1.0, 1, 1.5, 2, "a", "b", [], [1, 5], [2], ["a": 1],
      ])
    #expect(
      results(of: .sort(key: "value.age", descending: true), people)
        == [people[1], people[0], people[2]])
  }

  @Test("A key that cannot be computed leaves out its value, and is said")
  func failures() {
    var failures: [String] = []
    let values = [people[0], 1, people[0], people[1]]
    #expect(
      results(of: .distinct(key: "value.name"), values) { failures.append($0.description) }
        == [people[0], people[1]])
    #expect(failures == ["distinct value.name: column 6: an integer has no fields: 1"])
  }

  @Test("What they make does not grow without end, whatever stands behind what")
  func growth() throws {
    let twice = Operator.groupBy(
      key: "value", fold: StreamFold(initialValue: .null, expression: "value"))
    let file = StreamDocumentFile([
      .source(StreamModel(id: "a", items: [StreamItem(value: "twice as much again")])),
      .chain(
        StreamChain(id: "b", source: "a", operators: Array(repeating: twice, count: 90))),
    ])
    var failures: [String] = []
    let stream = try file.library.publisher(of: "b", on: time) { failures.append($0.reason) }
    #expect(stream.valuesAtOnce.isEmpty)
    #expect(failures == ["the object would have more than 262144 bytes"])
  }

  @Test(
    "What they keep is counted",
    arguments: [
      Operator.distinct(key: nil), .sort(key: nil, descending: false),
      .sort(key: "value", descending: true),
      .groupBy(key: "value % 7", fold: nil),
    ])
  func bounded(step: Operator) throws {
    let items = (0..<5_000).map { StreamItem(value: StreamValue.integer($0)) }
    let file = StreamDocumentFile([
      .source(StreamModel(id: "a", items: items)),
      .chain(StreamChain(id: "b", source: "a", operators: [step])),
    ])
    var failures: [String] = []
    let budget = StreamBudget(bytes: 100_000)
    let stream = try file.library.publisher(of: "b", on: time, budget: budget) {
      failures.append($0.description)
    }
    _ = time.emissions(of: stream)
    #expect(failures == ["b, run: it would keep more than 100000 bytes"])
  }
}
