import Dispatch
import Expressions
import Reactive
import ReactiveExtras

extension Operator {
  /// Makes a publisher of another one's values with this operator applied.
  ///
  ///     let numbers = [1, 2, 3, 4].publisher.eraseToAnyPublisher()
  ///     let evens = Operator.filter(expression: "%d % 2 == 0").applyPublisher(numbers)  // 2, 4
  ///
  /// - Parameters:
  ///   - publisher: The publisher of the values.
  ///   - scheduler: The scheduler that measures time for `delay`, `debounce`, `throttle` and all
  ///     others with seconds.
  ///   - report: Gets each value that is left out because the operator could not compute with it.
  ///   - streams: Finds the other stream of `merge`, `append`, `prepend`, `flatMap`, `zip`,
  ///     `combineLatest` and `withLatestFrom` by its id. One that is not found counts as empty, and
  ///     is reported.
  public func applyPublisher<Value: StreamElement, Context: Scheduler>(
    _ publisher: AnyPublisher<Value, Never>, on scheduler: Context = DispatchQueue.main,
    report: @escaping (StreamFailure) -> Void = { _ in },
    streams: @escaping (String) -> AnyPublisher<Value, Never>? = { _ in nil }
  ) -> AnyPublisher<Value, Never> {
    applied(to: publisher, StreamEnvironment(scheduler, stream: streams, report: report))
  }
}

extension Operator {
  func applied<Value>(
    to upstream: AnyPublisher<Value, Never>, _ environment: StreamEnvironment<Value>
  ) -> AnyPublisher<Value, Never> {
    switch self {
    case .delay(let seconds):
      environment.keepingAll([upstream], overhead: StreamFootprint.bytesOfDelayed) {
        environment.delay($0[0], seconds)
      } releasing: {
        [$0]
      }
    case .debounce(let seconds): debounce(upstream, seconds, environment)
    case .throttle(let seconds, let latest):
      environment.throttle(environment.keepingLatest(upstream), seconds, latest)
    case .sample(let seconds): sample(upstream, seconds, environment)
    case .window(.count(let count), let function): window(upstream, count, function, environment)
    case .window(.seconds(let seconds), let function):
      window(upstream, seconds, function, environment)
    case .rate(let seconds): rate(upstream, seconds, environment)
    case .timestamp: timestamp(upstream, environment)
    case .distinct(let key): distinct(upstream, key, environment)
    case .groupBy(let key, let fold?): groupBy(upstream, key, fold, environment)
    case .groupBy(let key, nil): groupBy(upstream, key, environment)
    case .sort(let key, let descending): sort(upstream, key, descending, environment)
    case .dropFirst(let count): upstream.dropFirst(max(0, count)).eraseToAnyPublisher()
    case .prefix(let count): upstream.prefix(max(0, count)).eraseToAnyPublisher()
    case .removeDuplicates:
      environment.keepingLatest(upstream)
        .removeDuplicates { $0.streamValue.isSame(as: $1.streamValue) }.eraseToAnyPublisher()
    case .first: upstream.first().eraseToAnyPublisher()
    case .last: environment.keepingLatest(upstream).last().eraseToAnyPublisher()
    case .filter, .map, .scan: upstream.computed(by: [self], environment)
    case .reduce(let initialValue, let expression):
      reduce(upstream, initialValue, expression, environment)
    case .count:
      upstream.count().compactMap { environment.convert(.integer($0), description) }
        .eraseToAnyPublisher()
    case .collect(let count):
      environment.keepingAll([upstream]) {
        $0[0].collect(max(1, count)).eraseToAnyPublisher()
      } releasing: {
        $0
      }
      .compactMap { environment.list($0, description) }.eraseToAnyPublisher()
    case .merge(let stream):
      upstream.merge(with: other(stream, environment)).eraseToAnyPublisher()
    case .append(let stream):
      environment.appending([
        (upstream, false), (other(stream, environment), environment.isHot(stream)),
      ])
    case .prepend(let stream):
      environment.appending([
        (other(stream, environment), false), (upstream, environment.isUpstreamHot),
      ])
    case .flatMap(let stream, let expression):
      flatMap(upstream, stream, expression, environment)
    case .zip(let stream, let expression):
      environment.zip([upstream, other(stream, environment)])
        .joined(by: expression, of: 2, description, environment)
    case .combineLatest(let stream, let expression):
      environment.keepingLatest(upstream)
        .combineLatest(environment.keepingLatest(other(stream, environment))).map { [$0, $1] }
        .joined(by: expression, of: 2, description, environment)
    case .withLatestFrom(let stream, let expression):
      upstream.withLatestFrom(environment.keepingLatest(other(stream, environment))) { [$0, $1] }
        .joined(by: expression, of: 2, description, environment)
    }
  }

  /// Returns the most values that it sends for a number of them and of the other stream's.
  func valueCount(of values: Int, with others: Int) -> Int {
    switch self {
    case .delay, .dropFirst, .filter, .map, .scan, .removeDuplicates, .debounce, .throttle,
      .collect, .sample, .window, .timestamp, .distinct, .groupBy, .sort, .withLatestFrom:
      values
    // Behind each number may come a 0.
    case .rate: values.saturatingSum(values)
    case .prefix(let count): min(values, max(0, count))
    case .first, .last: min(values, 1)
    case .reduce, .count: 1
    case .merge, .append, .prepend, .combineLatest: values.saturatingSum(others)
    case .flatMap: values.saturatingProduct(others)
    case .zip: min(values, others)
    }
  }

  private func reduce<Value>(
    _ upstream: AnyPublisher<Value, Never>, _ initialValue: StreamValue,
    _ expression: StreamExpression, _ environment: StreamEnvironment<Value>
  ) -> AnyPublisher<Value, Never> {
    // Values of any kind go through a pipeline, which is faster.
    if let values = upstream as? AnyPublisher<StreamValue, Never> {
      let scan = [Operator.scan(initialValue: initialValue, expression: expression)]
      let reduced = Deferred { () -> AnyPublisher<StreamValue, Never> in
        guard let pipeline = ExpressionPipeline(scan, environment, named: description) else {
          return Empty().eraseToAnyPublisher()
        }
        return values.reduce(initialValue) { pipeline.result(of: $1) ?? $0 }.eraseToAnyPublisher()
      }
      return reduced.eraseToAnyPublisher() as! AnyPublisher<Value, Never>
    }
    return environment.computing(expression, for: .fold, description) { evaluation in
      upstream.reduce(initialValue) { result, value in
        environment.attempt(description) { () throws(StreamExpressionError) in
          try evaluation.result(of: result, value.streamValue)
        } ?? result
      }.compactMap { environment.convert($0, description) }
    }
  }

  private func flatMap<Value>(
    _ upstream: AnyPublisher<Value, Never>, _ id: String, _ expression: StreamExpression?,
    _ environment: StreamEnvironment<Value>
  ) -> AnyPublisher<Value, Never> {
    let other = other(id, environment)
    let room = environment.footprint(id)
    // Made once, not for every value.
    let description = expression == nil ? "" : description
    let steps = room.parts.saturatingSum(expression?.stepCount ?? 0)
    return upstream.flatMap { outer -> AnyPublisher<Value, Never> in
      var stock: StreamStock?
      if let meter = environment.meter {
        let bytes = room.bytes + outer.streamValue.size
        stock = StreamStock(meter)
        guard meter.spend(steps), stock!.add(bytes) else { return Empty().eraseToAnyPublisher() }
      }
      guard let expression else { return other.keeping(stock) }
      return other.map { [outer, $0] }
        .joined(by: expression, of: 2, description, environment).keeping(stock)
    }.eraseToAnyPublisher()
  }

  private func other<Value>(
    _ id: String, _ environment: StreamEnvironment<Value>
  ) -> AnyPublisher<Value, Never> {
    environment.stream(id)
      ?? Deferred { () -> Empty<Value, Never> in
        environment.report(StreamFailure(step: description, reason: "there is no stream “\(id)”"))
        return Empty()
      }.eraseToAnyPublisher()
  }
}

extension StreamEnvironment {
  /// Makes a publisher that computes an expression anew for each subscription; an empty one, if the
  /// expression does not suit its use.
  func computing(
    _ expression: StreamExpression, for use: StreamExpression.Use, _ step: String,
    _ publisher: @escaping (ExpressionEvaluation) -> some Publisher<Value, Never>
  ) -> Stream {
    Deferred { () -> Stream in
      let evaluation = attempt(step) { () throws(StreamExpressionError) in
        try ExpressionEvaluation(expression, for: use, counting: meter?.spend)
      }
      return evaluation.map { publisher($0).eraseToAnyPublisher() }
        ?? Empty().eraseToAnyPublisher()
    }.eraseToAnyPublisher()
  }
}

extension Publisher where Failure == Never {
  /// Sends the result of an expression for values that belong together, or a list of them.
  func joined<Value: StreamElement>(
    by expression: StreamExpression?, of count: Int, _ step: @autoclosure @escaping () -> String,
    _ environment: StreamEnvironment<Value>
  ) -> AnyPublisher<Value, Never> where Output == [Value] {
    guard let expression else {
      return compactMap { environment.list($0, step()) }.eraseToAnyPublisher()
    }
    let step = step()
    return environment.computing(expression, for: .join(of: count), step) { evaluation in
      compactMap { values in
        environment.attempt(step) { () throws(StreamExpressionError) -> StreamValue in
          guard values.count == 2 else {
            return try evaluation.result(of: values.map(\.streamValue))
          }
          return try evaluation.result(of: values[0].streamValue, values[1].streamValue)
        }.flatMap { environment.convert($0, step) }
      }
    }
  }
}

extension AnyPublisher where Failure == Never, Output: StreamElement {
  /// The same values; the bytes that they keep are released when the last has been sent.
  func keeping(_ stock: StreamStock?) -> AnyPublisher<Output, Never> {
    guard let stock else { return self }
    return map { value in withExtendedLifetime(stock) { value } }.eraseToAnyPublisher()
  }
}

extension StreamEnvironment {
  /// Groups the values of streams, first with first.
  func zip(_ streams: [Stream]) -> AnyPublisher<[Value], Never> {
    keepingAll(streams) { streams in
      streams.count == 2
        ? streams[0].zip(streams[1]).map { [$0, $1] }.eraseToAnyPublisher()
        : streams.zip().eraseToAnyPublisher()
    } releasing: {
      $0
    }
  }
}

extension Int {
  /// Returns a sum that stays far from overflow.
  func saturatingSum(_ other: Int) -> Int { Swift.min(self + other, StreamExtent.most) }
}
