import Reactive

/// Steps of `filter`, `map` and `scan` that follow each other, for one subscription: a value goes
/// through all of them without a publisher between each two.
final class ExpressionPipeline {
  private enum Work { case filter, map, scan }

  private struct Step {
    let work: Work
    let evaluation: ExpressionEvaluation
    let integers: IntegerEvaluation?
    /// The running result of `scan`.
    var result: StreamValue = 0
    let operation: Operator

    init(
      work: Work, evaluation: ExpressionEvaluation, result: StreamValue = 0, operation: Operator
    ) {
      (self.work, self.evaluation, self.result) = (work, evaluation, result)
      (integers, self.operation) = (evaluation.integers, operation)
    }
  }

  private let steps: UnsafeMutableBufferPointer<Step>
  private let report: (StreamFailure) -> Void
  /// Says why the stream cannot hold a result; nil if it can hold any.
  private let misfit: ((StreamValue) -> String?)?

  /// Makes a pipeline of operators, all of which are ``Operator/isComputed``. Nil if an expression
  /// is
  /// not fit for its operator, which is reported.
  init?<Value>(_ operators: [Operator], _ environment: StreamEnvironment<Value>) {
    var steps: [Step] = []
    report = environment.report
    misfit = Value.self == StreamValue.self ? nil : { environment.misfit($0) }
    for operation in operators {
      let step = environment.attempt(operation.description) {
        () throws(StreamExpressionError) -> Step? in
        switch operation {
        case .filter(let expression):
          try Step(
            work: .filter, evaluation: ExpressionEvaluation(expression, for: .filter),
            operation: operation)
        case .map(let expression):
          try Step(
            work: .map, evaluation: ExpressionEvaluation(expression, for: .map),
            operation: operation)
        case .scan(let initialValue, let expression):
          try Step(
            work: .scan, evaluation: ExpressionEvaluation(expression, for: .fold),
            result: initialValue, operation: operation)
        default: nil
        }
      }
      guard let step, let step else { return nil }
      steps.append(step)
    }
    self.steps = .allocate(capacity: steps.count)
    _ = self.steps.initialize(from: steps)
  }

  deinit { steps.deinitialize().deallocate() }

  /// What becomes of a value; nil if a condition does not hold, or if a step failed.
  func result(of input: StreamValue) -> StreamValue? {
    var value = input
    for place in steps.indices {
      do throws(StreamExpressionError) {
        switch steps[place].work {
        case .filter:
          guard try compute(place, value).isTrue else { return nil }
          continue
        case .map: value = try compute(place, value)
        case .scan:
          value = try fold(place, value)
          steps[place].result = value
        }
      } catch {
        fail(place, error.description)
        return nil
      }
      if let misfit, let reason = misfit(value) {
        fail(place, reason)
        return nil
      }
    }
    return value
  }

  private func compute(
    _ place: Int, _ value: StreamValue
  ) throws(StreamExpressionError) -> StreamValue {
    guard let integers = steps[place].integers, case .integer(let integer) = value else {
      return try steps[place].evaluation.result(of: value)
    }
    do throws(ExpressionFault) { return .integer(try integers.result(of: integer)) } catch {
      throw steps[place].evaluation.failure(error)
    }
  }

  private func fold(
    _ place: Int, _ value: StreamValue
  ) throws(StreamExpressionError) -> StreamValue {
    guard let integers = steps[place].integers, case .integer(let left) = steps[place].result,
      case .integer(let right) = value
    else { return try steps[place].evaluation.result(of: steps[place].result, value) }
    do throws(ExpressionFault) { return .integer(try integers.result(of: left, right)) } catch {
      throw steps[place].evaluation.failure(error)
    }
  }

  private func fail(_ place: Int, _ reason: String) {
    report(StreamFailure(step: steps[place].operation.description, reason: reason))
  }
}

extension Operator {
  /// Whether it can be a step of an ``ExpressionPipeline``.
  fileprivate var isComputed: Bool {
    switch self {
    case .filter, .map, .scan: true
    default: false
    }
  }
}

extension [Operator] {
  /// These operators with those put together that one pipeline computes.
  var runs: [ArraySlice<Operator>] {
    var runs: [ArraySlice<Operator>] = []
    for (place, step) in enumerated() {
      if step.isComputed, let last = runs.last?.last, last.isComputed {
        runs[runs.count - 1] = self[runs[runs.count - 1].startIndex...place]
      } else {
        runs.append(self[place...place])
      }
    }
    return runs
  }

  /// Makes a publisher of another with these operators applied, first to last.
  func publisher<Value>(
    of upstream: AnyPublisher<Value, Never>, _ environment: StreamEnvironment<Value>
  ) -> AnyPublisher<Value, Never> {
    runs.reduce(upstream) { upstream, run in
      run.first!.isComputed
        ? upstream.computed(by: Array(run), environment)
        : run.first!.applied(to: upstream, environment)
    }
  }
}

extension AnyPublisher where Failure == Never, Output: StreamElement {
  /// Sends what a pipeline of operators makes of the values, anew for each subscription.
  func computed(
    by operators: [Operator], _ environment: StreamEnvironment<Output>
  ) -> AnyPublisher<Output, Never> {
    Deferred { () -> AnyPublisher<Output, Never> in
      guard let pipeline = ExpressionPipeline(operators, environment) else {
        return Empty().eraseToAnyPublisher()
      }
      return passing(through: pipeline)
    }.eraseToAnyPublisher()
  }

  /// Two types are named, because what is generic here is not specialised for them otherwise, and
  /// takes ten times as long.
  private func passing(through pipeline: ExpressionPipeline) -> AnyPublisher<Output, Never> {
    if let values = self as? AnyPublisher<StreamValue, Never> {
      let computed = values.compactMap { pipeline.result(of: $0) }
      return computed.eraseToAnyPublisher() as! AnyPublisher<Output, Never>
    }
    if let integers = self as? AnyPublisher<Int, Never> {
      let computed = integers.compactMap { pipeline.result(of: .integer($0)).flatMap { Int($0) } }
      return computed.eraseToAnyPublisher() as! AnyPublisher<Output, Never>
    }
    return compactMap { pipeline.result(of: $0.streamValue).flatMap { Output($0) } }
      .eraseToAnyPublisher()
  }
}
