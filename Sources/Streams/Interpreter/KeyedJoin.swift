import Expressions
import Reactive
import ReactiveExtras

extension StreamEnvironment {
  /// Combines the latest values of streams that have the same key, whenever one arrives and each
  /// stream has had one.
  ///
  /// - Parameters:
  ///   - keys: The expression of the key for each stream.
  ///   - limit: The maximum number of keys, beyond which the oldest are forgotten; nil for the
  ///     default number, beyond which a failure is reported.
  func latest(
    _ streams: [StreamValues], by keys: [StreamExpression], keeping limit: Int?
  ) -> AnyPublisher<[StreamValue], Never> {
    Deferred { () -> AnyPublisher<[StreamValue], Never> in
      let names = StreamExpression.Use.join(of: keys.count).names
      let parts = Swift.zip(names, keys).map { name, key in
        at { [step] in "\(step.name()), key of \(name), \(key)" }
      }
      let evaluations = Swift.zip(parts, keys).compactMap { $0.evaluation(of: $1, for: .map) }
      guard evaluations.count == streams.count else { return Empty().eraseToAnyPublisher() }
      let rows = JoinedRows(streams.count, limit, self)
      let numbered = streams.enumerated().map { index, stream in
        stream.map { (index, $0) }.eraseToAnyPublisher()
      }
      return numbered.merge().compactMap { index, value -> [StreamValue]? in
        let key = parts[index].step.attempt { () throws(StreamExpressionError) in
          try evaluations[index].result(of: value)
        }
        return key.flatMap { rows.take(value, of: index, $0) }
      }.eraseToAnyPublisher()
    }.eraseToAnyPublisher()
  }
}

/// The latest values of some streams by their keys.
private final class JoinedRows {
  private var rows = KeptKeys<[StreamValue?]>()
  private let width: Int
  private let limit: Int?
  private let stock: StreamStock
  private let step: StreamStep

  init(_ width: Int, _ limit: Int?, _ environment: StreamEnvironment) {
    (self.width, self.limit, step) = (width, limit, environment.step)
    stock = StreamStock(environment.meter)
  }

  /// Adds a value; returns the values of its key if each stream has one.
  func take(_ value: StreamValue, of stream: Int, _ key: StreamValue) -> [StreamValue]? {
    let compared = ComparedValue(key)
    if rows[compared] == nil, rows.count >= limit ?? Operator.groupLimit, let oldest = rows.oldest {
      if limit == nil {
        step.fail("there are more than \(Operator.groupLimit) keys; the oldest is forgotten")
      }
      rows.remove(oldest.key)
      stock.remove(Self.size(oldest.content, oldest.key.value))
    }
    let before = rows[compared]
    var row = before ?? Array(repeating: nil, count: width)
    row[stream] = value
    let growth = Self.size(row, key) - (before.map { Self.size($0, key) } ?? 0)
    if growth > 0, !stock.add(growth) { return nil }
    if growth < 0 { stock.remove(-growth) }
    rows.keep(row, for: compared)
    let whole = row.compactMap(\.self)
    return whole.count == width ? whole : nil
  }

  private static func size(_ row: [StreamValue?], _ key: StreamValue) -> Int {
    row.reduce(KeptKeys<Int>.overhead + 64 + key.size) {
      $0 + StreamValue.ownSize + ($1?.size ?? 0)
    }
  }
}
