import Expressions
import Reactive

/// Steps of `filter`, `map` and `scan` that follow each other, for one subscription: a value goes
/// through all of them without a publisher between each two.
final class ExpressionPipeline {
  private enum Work { case filter, map, scan }

  private struct Step {
    let work: Work
    let evaluation: ExpressionEvaluation
    /// The running result of `scan`.
    var result: StreamValue = 0
    let description: String
    /// The bytes of that result; nil if nothing is counted.
    var stock: StreamStock?
  }

  /// A step for values that are all integers. It has no references, because counting them takes
  /// longer than most computations.
  private struct IntegerStep {
    let work: Work
    let evaluation: IntegerEvaluation
    var result: Int
  }

  private var steps: [Step] = []
  /// The same steps, as long as only integers have come; else nil.
  private var integerSteps: UnsafeMutableBufferPointer<IntegerStep>?
  private let report: (StreamFailure) -> Void
  /// Returns the reason why the stream cannot hold a result; nil if it can hold any.
  private let misfit: ((StreamValue) -> String?)?

  /// Makes a pipeline of operators, all of which are ``Operator/isComputed``. Nil if an expression
  /// does not suit its operator, which is reported.
  ///
  /// - Parameter name: The name in failures in the place of the operators.
  init?<Value>(
    _ operators: [Operator], _ environment: StreamEnvironment<Value>, named name: String? = nil
  ) {
    report = environment.report
    let meter = environment.meter
    misfit = Value.self == StreamValue.self ? nil : { environment.misfit($0) }
    for operation in operators {
      let description = name ?? operation.description
      let step = environment.attempt(description) {
        () throws(StreamExpressionError) -> Step? in
        switch operation {
        case .filter(let expression):
          try Step(
            work: .filter,
            evaluation: ExpressionEvaluation(expression, for: .filter, counting: meter?.spend),
            description: description)
        case .map(let expression):
          try Step(
            work: .map,
            evaluation: ExpressionEvaluation(expression, for: .map, counting: meter?.spend),
            description: description)
        case .scan(let initialValue, let expression):
          try Step(
            work: .scan,
            evaluation: ExpressionEvaluation(expression, for: .fold, counting: meter?.spend),
            result: initialValue, description: description, stock: meter.map(StreamStock.init))
        default: nil
        }
      }
      guard let step, let step else { return nil }
      steps.append(step)
    }
    makeIntegers()
  }

  /// Takes over the state of the first steps of another pipeline, which are the same.
  func take(_ count: Int, from other: ExpressionPipeline) {
    for place in 0..<count {
      steps[place].evaluation.takeIndex(from: other.steps[place].evaluation)
      guard other.steps[place].work == .scan else { continue }
      let result =
        other.integerSteps.map { .integer($0[place].result) } ?? other.steps[place].result
      if let stock = steps[place].stock { _ = stock.replace(by: result.size) }
      steps[place].result = result
    }
    integerSteps?.deallocate()
    integerSteps = nil
    makeIntegers()
  }

  private func makeIntegers() {
    let integers = steps.compactMap { step -> IntegerStep? in
      guard let evaluation = step.evaluation.integers, case .integer(let result) = step.result,
        step.work == .filter || !step.evaluation.isCondition
      else { return nil }
      return IntegerStep(work: step.work, evaluation: evaluation, result: result)
    }
    guard integers.count == steps.count else { return }
    integerSteps = .allocate(capacity: integers.count)
    _ = integerSteps!.initialize(from: integers)
  }

  deinit { integerSteps?.deallocate() }

  /// Returns the result for a value; nil if a condition does not hold, or if a step failed.
  func result(of input: StreamValue) -> StreamValue? {
    if let integerSteps {
      if case .integer(let integer) = input {
        return result(of: integer, integerSteps).map { .integer($0) }
      }
      endIntegers(integerSteps)
    }
    var value = input
    for place in steps.indices {
      do throws(StreamExpressionError) {
        switch steps[place].work {
        case .filter:
          guard try steps[place].evaluation.result(of: value).isTrue else { return nil }
          continue
        case .map: value = try steps[place].evaluation.result(of: value)
        case .scan:
          value = try steps[place].evaluation.result(of: steps[place].result, value)
          if let stock = steps[place].stock, !stock.replace(by: value.size) { return nil }
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

  /// Returns the result for an integer, if only integers have come before and all results are
  /// integers.
  private func result(
    of input: Int, _ steps: UnsafeMutableBufferPointer<IntegerStep>
  ) -> Int? {
    var value = input
    for place in steps.indices {
      do throws(ExpressionFault) {
        switch steps[place].work {
        case .filter:
          if try steps[place].evaluation.result(of: value) == 0 { return nil }
        case .map: value = try steps[place].evaluation.result(of: value)
        case .scan:
          value = try steps[place].evaluation.result(of: steps[place].result, value)
          steps[place].result = value
        }
      } catch {
        fail(place, self.steps[place].evaluation.integerFailure(error).description)
        return nil
      }
    }
    return value
  }

  /// Continues with values of any kind.
  private func endIntegers(_ integers: UnsafeMutableBufferPointer<IntegerStep>) {
    for place in steps.indices { steps[place].result = .integer(integers[place].result) }
    integers.deallocate()
    integerSteps = nil
  }

  private func fail(_ place: Int, _ reason: String) {
    report(StreamFailure(step: steps[place].description, reason: reason))
  }
}

extension Operator {
  /// True if it can be a step of an ``ExpressionPipeline``.
  var isComputed: Bool {
    switch self {
    case .filter, .map, .scan: true
    default: false
    }
  }
}

extension [Operator] {
  /// These operators, with those put together that one pipeline computes.
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
  /// Sends the results of a pipeline of operators for the values, anew for each subscription.
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

  /// Two types are named, because generic code here is not specialised for them otherwise, and
  /// takes ten times as long.
  func passing(through pipeline: ExpressionPipeline) -> AnyPublisher<Output, Never> {
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
