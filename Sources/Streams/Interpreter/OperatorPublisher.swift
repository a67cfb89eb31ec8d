import Dispatch
import Expressions
import Reactive
import ReactiveExtras

extension Operator {
  /// Returns a publisher that applies this operator to another publisher's values.
  ///
  ///     let numbers = [1, 2, 3, 4].publisher.eraseToAnyPublisher()
  ///     let evens = Operator.filter(expression: "%d % 2 == 0").applyPublisher(numbers)  // 2, 4
  ///
  /// - Parameters:
  ///   - publisher: The publisher of the values.
  ///   - scheduler: The scheduler that measures time for `delay`, `debounce`, `throttle` and all
  ///     other operators with seconds.
  ///   - report: Receives a failure for each value that is dropped because the operator could not
  ///     process it.
  ///   - streams: Finds the other stream of `merge`, `append`, `prepend`, `flatMap`, `zip`,
  ///     `combineLatest` and `withLatestFrom` by its id. A missing stream counts as empty, and is
  ///     reported.
  public func applyPublisher<Value: StreamElement, Context: Scheduler>(
    _ publisher: AnyPublisher<Value, Never>, on scheduler: Context = DispatchQueue.main,
    report: @escaping (StreamFailure) -> Void = { _ in },
    streams: @escaping (String) -> AnyPublisher<Value, Never>? = { _ in nil }
  ) -> AnyPublisher<Value, Never> {
    let environment = StreamEnvironment(scheduler, typed: streams, report: report)
    return applied(to: publisher.streamValues, environment).typed()
  }
}

extension Operator {
  func applied(to upstream: StreamValues, _ environment: StreamEnvironment) -> StreamValues {
    let environment = environment.at { description }
    let step = environment.step
    let latest = { environment.keepingLatest($0) }
    func other(_ id: String) -> StreamValues { environment.other(id) }
    switch self {
    case .delay(let seconds):
      return environment.keepingAll([upstream], overhead: StreamExtent.bytesOfDelayed) {
        environment.delay($0[0], seconds)
      } releasing: {
        [$0]
      }
    case .debounce(let seconds): return environment.debounce(upstream, seconds)
    case .throttle(let seconds, let isLatest):
      return environment.throttle(latest(upstream), seconds, isLatest)
    case .sample(let seconds): return environment.intervals(of: latest(upstream), seconds, .latest)
    case .window(let window, let figures):
      switch window.length {
      case .count(let count): return environment.window(upstream, count, .figures(figures))
      case .seconds(let seconds):
        return environment.intervals(
          of: latest(upstream), seconds, .figures(figures), isAligned: window.isAligned)
      }
    case .rate(let seconds):
      return environment.intervals(of: upstream, seconds, .rate(seconds: max(seconds, 1e-9)))
    case .timestamp(let clock): return environment.timestamp(upstream, clock)
    case .distinct(let key, nil, nil): return environment.distinct(upstream, key)
    case .distinct(let key, let within, let seconds):
      return environment.distinct(upstream, key, within: within, seconds)
    case .each(let expression): return environment.each(upstream, expression)
    case .groupBy(let key, let fold?): return environment.groupBy(upstream, key, fold)
    case .groupBy(let key, nil): return environment.groupBy(upstream, key)
    case .sort(let key, let descending): return environment.sort(upstream, key, descending)
    case .dropFirst(let count): return upstream.dropFirst(max(0, count)).eraseToAnyPublisher()
    case .prefix(let count): return upstream.prefix(max(0, count)).eraseToAnyPublisher()
    case .removeDuplicates:
      return latest(upstream).removeDuplicates { $0.isSame(as: $1) }.eraseToAnyPublisher()
    case .first: return upstream.first().eraseToAnyPublisher()
    case .last: return latest(upstream).last().eraseToAnyPublisher()
    case .filter, .map, .scan: return upstream.computed(by: [self], environment)
    case .reduce(let initialValue, let expression):
      let scan = [Operator.scan(initialValue: initialValue, expression: expression)]
      // Only the last result must have the stream's type.
      var untyped = environment
      untyped.type = nil
      return Deferred { [untyped] () -> StreamValues in
        guard let pipeline = ExpressionPipeline(scan, untyped, named: description) else {
          return Empty().eraseToAnyPublisher()
        }
        return upstream.reduce(initialValue) { pipeline.result(of: $1) ?? $0 }
          .compactMap { step.convert($0) }.eraseToAnyPublisher()
      }.eraseToAnyPublisher()
    case .count:
      return upstream.count().compactMap { step.convert(.integer($0)) }.eraseToAnyPublisher()
    case .collect(let count):
      return environment.keepingAll([upstream]) {
        $0[0].collect(max(1, count)).eraseToAnyPublisher()
      } releasing: {
        $0
      }
      .compactMap { step.list($0) }.eraseToAnyPublisher()
    case .merge(let stream): return upstream.merge(with: other(stream)).eraseToAnyPublisher()
    case .append(let stream):
      return environment.appending([
        (upstream, false), (other(stream), environment.isHot(stream)),
      ])
    case .prepend(let stream):
      return environment.appending([
        (other(stream), false), (upstream, environment.isUpstreamHot),
      ])
    case .flatMap(let stream, let expression):
      return environment.flatMap(upstream, stream, expression)
    case .zip(let stream, let expression):
      return environment.zip([upstream, other(stream)]).joined(by: expression, of: 2, environment)
    case .combineLatest(let stream, let expression):
      return latest(upstream).combineLatest(latest(other(stream))).map { [$0, $1] }
        .joined(by: expression, of: 2, environment)
    case .withLatestFrom(let stream, let expression):
      return upstream.withLatestFrom(latest(other(stream))) { [$0, $1] }
        .joined(by: expression, of: 2, environment)
    }
  }

  /// Returns the maximum number of values that it sends for numbers of values of both streams.
  func valueCount(of values: Int, with others: Int) -> Int {
    switch self {
    case .delay, .dropFirst, .filter, .map, .scan, .removeDuplicates, .debounce, .throttle,
      .collect, .sample, .window, .timestamp, .distinct, .groupBy, .sort, .withLatestFrom:
      values
    // The elements are counted when they are sent.
    case .each: values
    // A 0 may follow each number.
    case .rate: values.saturatingSum(values)
    case .prefix(let count): min(values, max(0, count))
    case .first, .last: min(values, 1)
    case .reduce, .count: 1
    case .merge, .append, .prepend, .combineLatest: values.saturatingSum(others)
    case .flatMap: values.saturatingProduct(others)
    case .zip: min(values, others)
    }
  }
}

extension StreamEnvironment {
  fileprivate func flatMap(
    _ upstream: StreamValues, _ id: String, _ expression: StreamExpression?
  ) -> StreamValues {
    let (other, room) = (other(id), extent(id))
    let steps = room.parts.saturatingSum(expression?.stepCount ?? 0)
    return upstream.flatMap { outer -> StreamValues in
      let stock = StreamStock(meter)
      if let meter {
        guard meter.spend(steps), stock.add(room.bytes + outer.size) else {
          return Empty().eraseToAnyPublisher()
        }
      }
      let inner =
        expression == nil ? other : other.map { [outer, $0] }.joined(by: expression, of: 2, self)
      // The bytes of the values are released when the last has been sent.
      return meter == nil
        ? inner : inner.map { value in withExtendedLifetime(stock) { value } }.eraseToAnyPublisher()
    }.eraseToAnyPublisher()
  }

  /// Sends the elements of lists.
  fileprivate func each(_ upstream: StreamValues, _ expression: StreamExpression?) -> StreamValues {
    let (step, meter) = (step, meter)
    var lists = upstream
    if let expression {
      lists = computing(expression, for: .map) { evaluation in
        upstream.compactMap { value in
          step.attempt { () throws(StreamExpressionError) in try evaluation.result(of: value) }
        }
      }
    }
    return lists.flatMap { value -> AnyPublisher<StreamValue, Never> in
      switch value {
      case .null: return Empty().eraseToAnyPublisher()
      case .list(let elements):
        guard meter?.count(values: elements.count) ?? true else {
          return Empty().eraseToAnyPublisher()
        }
        return elements.publisher.compactMap { step.convert($0) }.eraseToAnyPublisher()
      case .integer, .decimal, .exact, .text, .truth, .object:
        step.fail("a list was expected, not \(value.kind): \(value.shown)")
        return Empty().eraseToAnyPublisher()
      }
    }.eraseToAnyPublisher()
  }

  /// Returns another stream; a missing one is empty, and reported.
  fileprivate func other(_ id: String) -> StreamValues {
    stream(id)
      ?? Deferred { () -> Empty<StreamValue, Never> in
        step.fail("there is no stream “\(id)”")
        return Empty()
      }.eraseToAnyPublisher()
  }

  /// Makes a publisher that computes an expression, separately for each subscription; an empty one
  /// if the expression does not suit its use.
  func computing(
    _ expression: StreamExpression, for use: StreamExpression.Use,
    _ publisher: @escaping (ExpressionEvaluation) -> some Publisher<StreamValue, Never>
  ) -> StreamValues {
    Deferred { () -> StreamValues in
      return evaluation(of: expression, for: use).map { publisher($0).eraseToAnyPublisher() }
        ?? Empty().eraseToAnyPublisher()
    }.eraseToAnyPublisher()
  }

  /// Groups the values of streams by position, first with first.
  func zip(_ streams: [StreamValues]) -> AnyPublisher<[StreamValue], Never> {
    keepingAll(streams) { streams in
      streams.count == 2
        ? streams[0].zip(streams[1]).map { [$0, $1] }.eraseToAnyPublisher()
        : streams.zip().eraseToAnyPublisher()
    } releasing: {
      $0
    }
  }
}

extension Publisher where Failure == Never, Output == [StreamValue] {
  /// Sends the result of an expression for combined values, or a list of them.
  func joined(
    by expression: StreamExpression?, of count: Int, _ environment: StreamEnvironment
  ) -> StreamValues {
    let step = environment.step
    guard let expression else { return compactMap { step.list($0) }.eraseToAnyPublisher() }
    return environment.computing(expression, for: .join(of: count)) { evaluation in
      compactMap { values in
        step.attempt { () throws(StreamExpressionError) -> StreamValue in
          guard values.count == 2 else { return try evaluation.result(of: values) }
          return try evaluation.result(of: values[0], values[1])
        }.flatMap { step.convert($0) }
      }
    }
  }
}

extension Int {
  /// Returns a sum that stays far from overflow.
  func saturatingSum(_ other: Int) -> Int { Swift.min(self + other, StreamExtent.most) }
}
