import Expressions
import Reactive

/// Consecutive `filter`, `map` and `scan` steps for one subscription: a value passes through all of
/// them without publishers in between.
final class ExpressionPipeline {
  private enum Work { case filter, map, scan }

  /// A step, without references: counting them takes longer than most computations.
  private struct Step {
    let work: Work
    let computation: ExpressionComputation
    /// The running result of `scan`.
    var result: StreamValue
    /// True if an integer may skip the general computation.
    let takesIntegers: Bool

    init(_ work: Work, _ computation: ExpressionComputation, _ result: StreamValue) {
      (self.work, self.computation, self.result) = (work, computation, result)
      takesIntegers = computation.chainIsCondition == (work == .filter)
    }
  }

  /// The owner of a step's computation, with the parts that are rarely needed.
  private struct Owner {
    let evaluation: ExpressionEvaluation
    let description: String
    /// The bytes of the running result.
    let stock: StreamStock
  }

  private let steps: UnsafeMutableBufferPointer<Step>
  private let owners: [Owner]
  private let report: (StreamFailure) -> Void
  /// The type of all results; nil if they can have any.
  private let type: StreamType?
  /// True if results can be integers.
  private let takesIntegers: Bool

  /// Makes a pipeline of operators, all of which are ``Operator/isComputed``. Returns nil if an
  /// expression does not suit its operator, which is reported.
  ///
  /// - Parameter name: Replaces the operators' names in failures.
  init?(_ operators: [Operator], _ environment: StreamEnvironment, named name: String? = nil) {
    let meter = environment.meter
    var (steps, owners) = ([Step](), [Owner]())
    for operation in operators {
      let (work, use): (Work, StreamExpression.Use) =
        switch operation.kind {
        case .filter: (.filter, .filter)
        case .map: (.map, .map)
        default: (.scan, .fold)
        }
      let (arguments, description) = (operation.arguments, name ?? operation.description)
      let step = environment.at { description }
      guard let evaluation = step.evaluation(of: arguments.expression!, for: use) else {
        return nil
      }
      steps.append(Step(work, evaluation.computation, arguments.initialValue ?? 0))
      owners.append(
        Owner(evaluation: evaluation, description: description, stock: StreamStock(meter)))
    }
    self.steps = .allocate(capacity: steps.count)
    _ = self.steps.initialize(from: steps)
    self.owners = owners
    (report, type) = (environment.report, environment.type)
    takesIntegers = type?.isInteger ?? true
  }

  deinit { steps.deinitialize().deallocate() }

  /// Takes over the state of another pipeline's first steps, which are the same.
  func take(_ count: Int, from other: ExpressionPipeline) {
    for index in 0..<count {
      steps[index].computation.takeIndex(from: other.steps[index].computation)
      let result = other.steps[index].result
      _ = owners[index].stock.replace(by: result.size)
      steps[index].result = result
    }
  }

  /// Returns the result for a value; nil if a condition does not hold, or if a step failed.
  func result(of input: StreamValue) -> StreamValue? {
    var (value, next) = (input, 0)
    if takesIntegers, var integer = input.integer {
      while next < steps.count, let result = integerResult(next, integer) {
        if steps[next].work != .filter { integer = result } else if result == 0 { return nil }
        next += 1
      }
      value = .integer(integer)
      if next == steps.count { return value }
    }
    for index in next..<steps.count {
      do throws(ExpressionFault) {
        switch steps[index].work {
        case .filter:
          guard try steps[index].computation.result(of: value).isTrue else { return nil }
          continue
        case .map: value = try steps[index].computation.result(of: value)
        case .scan:
          value = try steps[index].computation.result(of: steps[index].result, value)
          if value.isHeavy || steps[index].result.isHeavy,
            !owners[index].stock.replace(by: value.size)
          {
            return nil
          }
          steps[index].result = value
        }
      } catch {
        fail(index, owners[index].evaluation.failure(error).description)
        return nil
      }
      if let type, !type.admits(value) {
        fail(index, type.misfit(value))
        return nil
      }
    }
    guard let type else { return value }
    return type.convert(value)
  }

  /// Returns the result of a step for an integer, 1 or 0 for a condition; nil if it needs the
  /// general computation.
  @inline(__always) private func integerResult(_ index: Int, _ integer: Int) -> Int? {
    let step = steps.baseAddress! + index
    guard step.pointee.takesIntegers else { return nil }
    guard step.pointee.work == .scan else {
      return step.pointee.computation.integerResult(of: integer)
    }
    guard let before = step.pointee.result.integer,
      let result = step.pointee.computation.integerResult(of: before, integer)
    else { return nil }
    // An integer needs no release.
    withUnsafeMutablePointer(to: &step.pointee.result) { $0.initialize(to: .integer(result)) }
    return result
  }

  private func fail(_ index: Int, _ reason: String) {
    report(StreamFailure(step: owners[index].description, reason: reason))
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
  /// These operators, grouped into runs that one pipeline computes.
  var runs: [ArraySlice<Operator>] {
    var runs: [ArraySlice<Operator>] = []
    for (index, step) in enumerated() {
      if step.isComputed, let last = runs.last?.last, last.isComputed {
        runs[runs.count - 1] = self[runs[runs.count - 1].startIndex...index]
      } else {
        runs.append(self[index...index])
      }
    }
    return runs
  }

  /// Returns a publisher with these operators applied, first to last.
  func publisher(of upstream: StreamValues, _ environment: StreamEnvironment) -> StreamValues {
    runs.reduce(upstream) { upstream, run in
      run.first!.isComputed
        ? upstream.computed(by: Array(run), environment)
        : run.first!.applied(to: upstream, environment)
    }
  }
}

extension StreamValues {
  /// Sends the results of a pipeline of operators; each subscription has its own pipeline.
  func computed(by operators: [Operator], _ environment: StreamEnvironment) -> StreamValues {
    Deferred { () -> StreamValues in
      guard let pipeline = ExpressionPipeline(operators, environment) else {
        return Empty().eraseToAnyPublisher()
      }
      return passing(through: pipeline)
    }.eraseToAnyPublisher()
  }

  func passing(through pipeline: ExpressionPipeline) -> StreamValues {
    compactMap { pipeline.result(of: $0) }.eraseToAnyPublisher()
  }
}
