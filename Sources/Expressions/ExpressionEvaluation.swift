/// The computation of an expression for the values of one subscription, which it counts.
package final class ExpressionEvaluation {
  /// The computation itself, as long as this object lives.
  package let computation: ExpressionComputation
  private let text: String
  private let offsets: [Int32]

  /// Makes a computation.
  ///
  /// - Parameter count: Takes the number of steps of a computation with texts and lists, and returns
  ///     true if the stream may go on.
  package init(
    _ expression: StreamExpression, for use: StreamExpression.Use,
    counting count: ((Int) -> Bool)? = nil
  ) throws(StreamExpressionError) {
    text = expression.text
    let code = try expression.code.bound(to: use, text)
    offsets = code.offsets
    computation = ExpressionComputation(code, valueCount: use.names.count, counting: count)
  }

  deinit { computation.deallocate() }

  /// The result for one value.
  package func result(of value: StreamValue) throws(StreamExpressionError) -> StreamValue {
    do throws(ExpressionFault) { return try computation.result(of: value) } catch {
      throw failure(error)
    }
  }

  /// The result for two values.
  package func result(
    of first: StreamValue, _ second: StreamValue
  ) throws(StreamExpressionError) -> StreamValue {
    do throws(ExpressionFault) { return try computation.result(of: first, second) } catch {
      throw failure(error)
    }
  }

  /// Returns the result for as many values as the use has.
  package func result(of values: [StreamValue]) throws(StreamExpressionError) -> StreamValue {
    do throws(ExpressionFault) { return try computation.result(of: values) } catch {
      throw failure(error)
    }
  }

  /// Returns the failure of a step, with its column.
  package func failure(_ fault: ExpressionFault) -> StreamExpressionError {
    StreamExpressionError(
      column: text.column(at: Int(offsets[fault.step])), reason: fault.reason)
  }
}

/// A computation without references, which would take longer to count than most computations; its
/// owner is an ``ExpressionEvaluation``.
package struct ExpressionComputation {
  private struct State {
    /// The number of values that have come.
    var index = 0
    let valueCount: Int
    /// Whether the expression may make texts, lists or objects.
    let hasTexts: Bool
    let count: ((Int) -> Bool)?
  }

  private let machine: ExpressionMachine<StreamValue>
  private let state: UnsafeMutablePointer<State>

  init(_ code: ExpressionCode, valueCount: Int, counting count: ((Int) -> Bool)?) {
    machine = ExpressionMachine(code, constants: code.constants, valueCount: valueCount)
    state = .allocate(capacity: 1)
    state.initialize(to: State(valueCount: valueCount, hasTexts: code.hasTexts, count: count))
  }

  func deallocate() {
    machine.deallocate()
    state.deinitialize(count: 1).deallocate()
  }

  /// Counts on from the values that another computation has counted.
  package func takeIndex(from other: ExpressionComputation) {
    state.pointee.index = other.state.pointee.index
  }

  /// The result for one value.
  package func result(of value: StreamValue) throws(ExpressionFault) -> StreamValue {
    machine.set(value, at: 0)
    return try result(keepsTexts: value.isHeavy)
  }

  /// The result for two values.
  package func result(
    of first: StreamValue, _ second: StreamValue
  ) throws(ExpressionFault) -> StreamValue {
    machine.set(first, at: 0)
    machine.set(second, at: 1)
    return try result(keepsTexts: first.isHeavy || second.isHeavy)
  }

  /// Returns the result for as many values as the use has.
  func result(of values: [StreamValue]) throws(ExpressionFault) -> StreamValue {
    let count = state.pointee.valueCount
    precondition(values.count == count, "\(count) values were expected")
    for (index, value) in values.enumerated() { machine.set(value, at: index) }
    return try result(keepsTexts: values.contains(where: \.isHeavy))
  }

  @inline(__always)
  private func result(keepsTexts: Bool) throws(ExpressionFault) -> StreamValue {
    var load = 0
    defer {
      state.pointee.index += 1
      if keepsTexts || state.pointee.hasTexts { machine.clear() }
    }
    let result = try machine.run(index: state.pointee.index, &load)
    if load > 0, let count = state.pointee.count, !count(1 + load / StreamValue.bytesOfStep) {
      throw ExpressionFault("the stream has ended")
    }
    return result
  }
}
