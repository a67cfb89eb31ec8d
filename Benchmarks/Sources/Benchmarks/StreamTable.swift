import Expressions
import Harness
import Reactive
import ReactiveExtras
import Streams
import ViewModels

/// Measures streams of integers that a document computes beside the same publishers written by
/// hand, each erased, and prints the table.
func printStreamTable(_ isWanted: (String) -> Bool) {
  let values = Array(0..<1_000_000)
  let rows = streamRaces(values).filter { isWanted($0.name) }
  guard !rows.isEmpty else { return }
  var table = MarkdownTable(
    heading: ["Streams, 1,000,000 integers", "by hand, ns", "document, ns", "times"])
  for row in rows {
    var turns: (byHand: [Duration], document: [Duration]) = ([], [])
    for _ in 0..<9 {
      var sums = (0, 0)
      turns.byHand.append(ContinuousClock().measure { sums.0 = sum(row.byHand) })
      turns.document.append(ContinuousClock().measure { sums.1 = sum(row.document) })
      precondition(sums.0 == sums.1, "\(row.name): \(sums.0) by hand, \(sums.1) from the document")
    }
    let byHand = Timing(of: turns.byHand, per: values.count).nanoseconds
    let document = Timing(of: turns.document, per: values.count).nanoseconds
    table.append([
      row.name, byHand.formatted(decimals: 1), document.formatted(decimals: 1),
      (document / byHand).formatted(decimals: 1),
    ])
  }
  print("\n" + table.text)
}

private struct StreamRace {
  var name: String
  var byHand: AnyPublisher<Int, Never>
  var document: AnyPublisher<StreamValue, Never>

  /// - Parameter operators: What the document does with stream `a`; `b` holds the same.
  init(
    _ name: String, _ values: [Int], _ operators: Operator..., byHand: AnyPublisher<Int, Never>
  ) {
    (self.name, self.byHand) = (name, byHand)
    let items = values.map { StreamItem(value: StreamValue.integer($0)) }
    let file = StreamDocumentFile([
      .source(StreamModel(id: "a", items: items)), .source(StreamModel(id: "b", items: items)),
      .chain(StreamChain(id: "c", source: "a", operators: operators)),
    ])
    guard let document = try? file.library.publisher(of: "c", on: VirtualTimeScheduler()) else {
      preconditionFailure("\(name): \(file.errors)")
    }
    self.document = document
  }
}

private func streamRaces(_ values: [Int]) -> [StreamRace] {
  let source = values.publisher.eraseToAnyPublisher()
  return [
    StreamRace(
      "Streams: map, filter, scan", values, .map(expression: "%d * 2"),
      .filter(expression: "%d % 3 != 0"),
      .scan(initialValue: 0, expression: "(%d + %d) % 1000003"),
      byHand:
        source
        .map { $0 * 2 }.eraseToAnyPublisher()
        .filter { $0 % 3 != 0 }.eraseToAnyPublisher()
        .scan(0) { ($0 + $1) % 1_000_003 }.eraseToAnyPublisher()),
    StreamRace(
      "Streams: reduce", values, .reduce(initialValue: 0, expression: "(%d + %d) % 1000003"),
      byHand: source.reduce(0) { ($0 + $1) % 1_000_003 }.eraseToAnyPublisher()),
    StreamRace(
      "Streams: zip", values, .zip(stream: "b", expression: "a + b"),
      byHand: source.zip(source).map { $0 + $1 }.eraseToAnyPublisher()),
    StreamRace(
      "Streams: combineLatest", values, .combineLatest(stream: "b", expression: "a + b"),
      byHand: source.combineLatest(source).map { $0 + $1 }.eraseToAnyPublisher()),
  ]
}

private func sum(_ publisher: AnyPublisher<Int, Never>) -> Int {
  let tally = Tally()
  let subscription = publisher.sink { tally.add($0) }
  subscription.cancel()
  return tally.finish()
}

private func sum(_ publisher: AnyPublisher<StreamValue, Never>) -> Int {
  let tally = Tally()
  let subscription = publisher.sink { if case .integer(let value) = $0 { tally.add(value) } }
  subscription.cancel()
  return tally.finish()
}
