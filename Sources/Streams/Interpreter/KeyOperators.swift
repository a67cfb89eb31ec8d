import Expressions
import Reactive

/// Operators that compare values, or keys of them, with all that came before.
extension Operator {
  /// The most groups of ``groupBy``.
  static let groupLimit = 10_000
  /// The bytes of a key that is kept, with its place in a table.
  private static let keyBytes = 96

  func distinct<Value>(
    _ upstream: AnyPublisher<Value, Never>, _ key: StreamExpression?,
    _ environment: StreamEnvironment<Value>
  ) -> AnyPublisher<Value, Never> {
    environment.keyed(upstream, key, description) { values in
      let stock = environment.meter.map(StreamStock.init)
      var seen: Set<ComparedValue> = []
      return values.compactMap { key, value -> Value? in
        guard seen.insert(ComparedValue(key)).inserted else { return nil }
        if let stock, !stock.add(Operator.keyBytes + key.size) {
          // The stream has ended.
          seen = []
          return nil
        }
        return value
      }.eraseToAnyPublisher()
    }
  }

  func groupBy<Value>(
    _ upstream: AnyPublisher<Value, Never>, _ key: StreamExpression, _ fold: StreamFold,
    _ environment: StreamEnvironment<Value>
  ) -> AnyPublisher<Value, Never> {
    let step = description
    return environment.keyed(upstream, key, step) { values in
      environment.computing(fold.expression, for: .fold, step) {
        evaluation -> AnyPublisher<Value, Never> in
        let groups = StreamGroups(environment.meter)
        return values.compactMap { key, value -> Value? in
          guard let place = groups.place(of: key, fold.initialValue) else {
            environment.report(StreamFailure(step: step, reason: StreamGroups.excess))
            return nil
          }
          let result = environment.attempt(step) { () throws(StreamExpressionError) in
            try evaluation.result(of: groups.results[place], value.streamValue)
          }
          guard let result, groups.keep(result, at: place) else { return nil }
          return environment.bounded(.object(["key": key, "value": result]), step)
        }.eraseToAnyPublisher()
      }
    }
  }

  func groupBy<Value>(
    _ upstream: AnyPublisher<Value, Never>, _ key: StreamExpression,
    _ environment: StreamEnvironment<Value>
  ) -> AnyPublisher<Value, Never> {
    let step = description
    return environment.keepingAll([upstream]) { streams in
      environment.keyed(streams[0], key, step) { values in
        let groups = StreamGroups(environment.meter)
        var members: [[Value]] = []
        return values.compactMap { key, value -> (StreamValue, [Value])? in
          guard let place = groups.place(of: key, .null) else {
            environment.report(StreamFailure(step: step, reason: StreamGroups.excess))
            return nil
          }
          if place == members.count { members.append([]) }
          members[place].append(value)
          return nil
        }
        .append(Deferred { Swift.zip(groups.keys, members).map { ($0, $1) }.publisher })
        .eraseToAnyPublisher()
      }
    } releasing: {
      $0.1
    }
    .compactMap { (key, members) -> Value? in
      let list = StreamValue.list(members.map(\.streamValue))
      return environment.bounded(.object(["key": key, "values": list]), step)
    }.eraseToAnyPublisher()
  }

  func sort<Value>(
    _ upstream: AnyPublisher<Value, Never>, _ key: StreamExpression?, _ descending: Bool,
    _ environment: StreamEnvironment<Value>
  ) -> AnyPublisher<Value, Never> {
    environment.keepingAll([upstream]) { streams in
      environment.keyed(streams[0], key, description) { values in
        let stock = key == nil ? nil : environment.meter.map(StreamStock.init)
        var (kept, bytes) = ([(key: StreamValue, value: Value)](), 0)
        return values.compactMap { key, value -> Value? in
          bytes += key.size
          if let stock, !stock.add(StreamValue.ownSize + key.size) { return nil }
          kept.append((key, value))
          return nil
        }
        .append(
          Deferred {
            let rounds = kept.count == 0 ? 0 : Int.bitWidth - kept.count.leadingZeroBitCount
            // To compare two keys takes much less than an operator's step.
            let steps = (kept.count / 4 + bytes / StreamValue.bytesOfStep)
              .saturatingProduct(rounds)
            let isAffordable = environment.meter?.spend(steps) ?? true
            return (isAffordable ? inOrder(kept, descending: descending) : []).publisher
          }
        )
        .eraseToAnyPublisher()
      }
    } releasing: {
      [$0]
    }
  }

  func timestamp<Value>(
    _ upstream: AnyPublisher<Value, Never>, _ environment: StreamEnvironment<Value>
  ) -> AnyPublisher<Value, Never> {
    let step = description
    return Deferred { () -> AnyPublisher<Value, Never> in
      let clock = environment.clock()
      return upstream.compactMap { value -> Value? in
        let seconds = StreamValue.decimal(Double(clock.elapsed()) / 1e9)
        return environment.convert(.object(["t": seconds, "value": value.streamValue]), step)
      }.eraseToAnyPublisher()
    }.eraseToAnyPublisher()
  }
}

extension StreamEnvironment {
  /// Makes a publisher of values with their keys, anew for each subscription; without an expression
  /// a value is its own key.
  func keyed<Output>(
    _ upstream: Stream, _ key: StreamExpression?, _ step: String,
    _ body: @escaping (AnyPublisher<(StreamValue, Value), Never>) -> AnyPublisher<Output, Never>
  ) -> AnyPublisher<Output, Never> {
    Deferred { () -> AnyPublisher<Output, Never> in
      // To compare a key takes time, too.
      func isAffordable(_ key: StreamValue) -> Bool {
        guard let meter, key.size > 0 else { return true }
        return meter.spend(key.size / StreamValue.bytesOfStep)
      }
      guard let key else {
        return body(
          upstream.compactMap { isAffordable($0.streamValue) ? ($0.streamValue, $0) : nil }
            .eraseToAnyPublisher())
      }
      let evaluation = attempt(step) { () throws(StreamExpressionError) in
        try ExpressionEvaluation(key, for: .map, counting: meter?.spend)
      }
      guard let evaluation else { return Empty().eraseToAnyPublisher() }
      let keyed = upstream.compactMap { value -> (StreamValue, Value)? in
        let key = attempt(step) { () throws(StreamExpressionError) in
          try evaluation.result(of: value.streamValue)
        }
        guard let key, isAffordable(key) else { return nil }
        return (key, value)
      }
      return body(keyed.eraseToAnyPublisher())
    }.eraseToAnyPublisher()
  }
}

/// The groups of one subscription, in the order in which they began, each with a result.
private final class StreamGroups {
  private var places: [ComparedValue: Int] = [:]
  private(set) var keys: [StreamValue] = []
  private(set) var results: [StreamValue] = []
  private let stock: StreamStock?

  static let excess = "there would be more than \(Operator.groupLimit) groups"

  init(_ meter: StreamMeter?) { stock = meter.map(StreamStock.init) }

  /// Returns the place of a group, which is new with a result to begin with; nil if there is no
  /// room for it.
  func place(of key: StreamValue, _ initialValue: StreamValue) -> Int? {
    let compared = ComparedValue(key)
    if let place = places[compared] { return place }
    guard keys.count < Operator.groupLimit else { return nil }
    let bytes = 128 + 2 * key.size + initialValue.size
    if let stock, !stock.add(bytes) { return nil }
    places[compared] = keys.count
    keys.append(key)
    results.append(initialValue)
    return keys.count - 1
  }

  /// Keeps the result of a group; returns false if there is no room for it.
  func keep(_ result: StreamValue, at place: Int) -> Bool {
    let growth = result.size - results[place].size
    if growth != 0, let stock {
      if growth > 0, !stock.add(growth) { return false }
      if growth < 0 { stock.remove(-growth) }
    }
    results[place] = result
    return true
  }
}
