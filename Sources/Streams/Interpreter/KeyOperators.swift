import Expressions
import Reactive

/// Operators that compare values or their keys with all earlier ones.
extension StreamEnvironment {
  func distinct(_ upstream: StreamValues, _ key: StreamExpression?) -> StreamValues {
    keyed(upstream, key) { values in
      let stock = StreamStock(meter)
      var seen: Set<ComparedValue> = []
      return values.compactMap { key, value -> StreamValue? in
        guard seen.insert(ComparedValue(key)).inserted else { return nil }
        // The bytes of a key and its index in a table.
        if !stock.add(96 + key.size) {
          // The stream has ended.
          seen = []
          return nil
        }
        return value
      }.eraseToAnyPublisher()
    }
  }

  func groupBy(
    _ upstream: StreamValues, _ key: StreamExpression, _ fold: StreamFold
  ) -> StreamValues {
    keyed(upstream, key) { [step] values in
      computing(fold.expression, for: .fold) { evaluation in
        let groups = StreamGroups(self)
        return values.compactMap { key, value -> StreamValue? in
          guard let group = groups.index(of: key, fold.initialValue) else { return nil }
          let result = step.attempt { () throws(StreamExpressionError) in
            try evaluation.result(of: groups.results[group], value)
          }
          guard let result, groups.keep(result, at: group) else { return nil }
          return step.bounded(.object(["key": key, "value": result]))
        }
      }
    }
  }

  func groupBy(_ upstream: StreamValues, _ key: StreamExpression) -> StreamValues {
    keepingAll([upstream]) { streams in
      keyed(streams[0], key) { values in
        let groups = StreamGroups(self)
        var members: [[StreamValue]] = []
        return values.compactMap { key, value -> (StreamValue, [StreamValue])? in
          guard let group = groups.index(of: key, .null) else { return nil }
          if group == members.count { members.append([]) }
          members[group].append(value)
          return nil
        }
        .append(Deferred { Swift.zip(groups.keys, members).map { ($0, $1) }.publisher })
        .eraseToAnyPublisher()
      }
    } releasing: {
      $0.1
    }
    .compactMap { [step] key, members -> StreamValue? in
      step.bounded(.object(["key": key, "values": .list(members)]))
    }.eraseToAnyPublisher()
  }

  func sort(_ upstream: StreamValues, _ key: StreamExpression?, _ descending: Bool) -> StreamValues
  {
    keepingAll([upstream]) { streams in
      keyed(streams[0], key) { values in
        let stock = StreamStock(key == nil ? nil : meter)
        var (kept, bytes) = ([(key: StreamValue, value: StreamValue)](), 0)
        return values.compactMap { key, value -> StreamValue? in
          bytes += key.size
          if !stock.add(StreamValue.ownSize + key.size) { return nil }
          kept.append((key, value))
          return nil
        }
        .append(
          Deferred {
            let rounds = kept.count == 0 ? 0 : Int.bitWidth - kept.count.leadingZeroBitCount
            // Comparing two keys takes much less time than an operator's step.
            let steps = (kept.count / 4 + bytes / StreamValue.bytesOfStep).saturatingProduct(rounds)
            let isAffordable = meter?.spend(steps) ?? true
            return (isAffordable ? inOrder(kept, descending: descending) : []).publisher
          }
        )
        .eraseToAnyPublisher()
      }
    } releasing: {
      [$0]
    }
  }

  func timestamp(_ upstream: StreamValues, _ kind: Operator.Clock) -> StreamValues {
    Deferred { () -> StreamValues in
      let (clock, step, now) = (clock(), step, now)
      if kind == .wall {
        return upstream.compactMap { value -> StreamValue? in
          step.convert(.object(["time": .time(nanoseconds: now()), "value": value]))
        }.eraseToAnyPublisher()
      }
      return upstream.compactMap { value -> StreamValue? in
        step.convert(.object(["t": .decimal(Double(clock.elapsed()) / 1e9), "value": value]))
      }.eraseToAnyPublisher()
    }.eraseToAnyPublisher()
  }

  /// Makes a publisher of values with their keys, separately for each subscription; without an
  /// expression, a value is its own key.
  func keyed<Output>(
    _ upstream: StreamValues, _ key: StreamExpression?,
    _ body:
      @escaping (AnyPublisher<(StreamValue, StreamValue), Never>) -> AnyPublisher<Output, Never>
  ) -> AnyPublisher<Output, Never> {
    Deferred { () -> AnyPublisher<Output, Never> in
      let (step, meter) = (step, meter)
      let evaluation = key.map { self.evaluation(of: $0, for: .map) }
      if case .some(nil) = evaluation { return Empty().eraseToAnyPublisher() }
      let keyed = upstream.compactMap { value -> (StreamValue, StreamValue)? in
        var key = value
        if let evaluation = evaluation ?? nil {
          let result = step.attempt { () throws(StreamExpressionError) in
            try evaluation.result(of: value)
          }
          guard let result else { return nil }
          key = result
        }
        // Comparing a key takes time, too.
        if let meter, key.size > 0, !meter.spend(key.size / StreamValue.bytesOfStep) { return nil }
        return (key, value)
      }
      return body(keyed.eraseToAnyPublisher())
    }.eraseToAnyPublisher()
  }
}

/// The groups of one subscription in the order of their first values, each with a result.
private final class StreamGroups {
  private var indices: [ComparedValue: Int] = [:]
  private(set) var keys: [StreamValue] = []
  private(set) var results: [StreamValue] = []
  private let stock: StreamStock
  private let step: StreamStep

  init(_ environment: StreamEnvironment) {
    (step, stock) = (environment.step, StreamStock(environment.meter))
  }

  /// Returns the index of a group, which may be new with an initial result; nil if there is no room
  /// for it, which is reported.
  func index(of key: StreamValue, _ initialValue: StreamValue) -> Int? {
    let compared = ComparedValue(key)
    if let index = indices[compared] { return index }
    let isAffordable =
      keys.count < Operator.groupLimit && stock.add(128 + 2 * key.size + initialValue.size)
    guard isAffordable else {
      step.fail("there would be more than \(Operator.groupLimit) groups")
      return nil
    }
    indices[compared] = keys.count
    keys.append(key)
    results.append(initialValue)
    return keys.count - 1
  }

  /// Keeps the result of a group; returns false if there is no room for it.
  func keep(_ result: StreamValue, at index: Int) -> Bool {
    let growth = result.size - results[index].size
    if growth > 0, !stock.add(growth) { return false }
    if growth < 0 { stock.remove(-growth) }
    results[index] = result
    return true
  }
}

extension Operator {
  /// The maximum number of groups of ``groupBy``.
  static let groupLimit = 10_000
}
