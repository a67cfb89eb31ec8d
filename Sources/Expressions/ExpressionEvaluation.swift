import Platform

/// Computes an expression for the values of one subscription, and counts them.
package final class ExpressionEvaluation {
  /// The computation, which is valid as long as this object exists.
  package let computation: ExpressionComputation
  private let text: String
  private let offsets: [Int32]

  /// Makes a computation.
  ///
  /// - Parameters:
  ///   - count: Receives the number of steps of a computation with strings and lists, and returns
  ///     true if the stream may continue.
  ///   - now: Returns the nanoseconds since 1970.
  package init(
    _ expression: StreamExpression, for use: StreamExpression.Use,
    counting count: ((Int) -> Bool)? = nil, now: @escaping () -> Int = SystemClock.nanoseconds
  ) throws(StreamExpressionError) {
    text = expression.text
    let code = try expression.code.bound(to: use, text)
    offsets = code.offsets
    computation = ExpressionComputation(
      code, valueCount: use.names.count, .init(count: count, now: now))
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

  /// Returns the result for the values that the use requires.
  package func result(of values: [StreamValue]) throws(StreamExpressionError) -> StreamValue {
    do throws(ExpressionFault) { return try computation.result(of: values) } catch {
      throw failure(error)
    }
  }

  /// Returns the failure of a step, with its column.
  package func failure(_ fault: ExpressionFault) -> StreamExpressionError {
    StreamExpressionError(column: text.column(at: Int(offsets[fault.step])), reason: fault.reason)
  }
}

/// A computation without references, because counting them takes longer than most computations; its
/// owner is an ``ExpressionEvaluation``.
@usableFromInline package struct ExpressionComputation {
  private let machine: ExpressionMachine<StreamValue>
  /// The same computation for integers, if it has that form.
  @usableFromInline let chain: IntegerChain?
  /// The number of values so far.
  @usableFromInline let index: UnsafeMutablePointer<Int>
  private let valueCount: Int
  private let surroundings: UnsafeMutablePointer<Surroundings>

  /// The functions of the surrounding program that a computation calls.
  struct Surroundings {
    let count: ((Int) -> Bool)?
    let now: () -> Int
  }

  init(_ code: ExpressionCode, valueCount: Int, _ surroundings: Surroundings) {
    machine = ExpressionMachine(code, constants: code.constants, valueCount: valueCount)
    chain = IntegerChain(code)
    self.valueCount = valueCount
    (index, self.surroundings) = (.allocate(capacity: 1), .allocate(capacity: 1))
    index.initialize(to: 0)
    self.surroundings.initialize(to: surroundings)
  }

  func deallocate() {
    machine.deallocate()
    chain?.deallocate()
    index.deallocate()
    surroundings.deinitialize(count: 1).deallocate()
  }

  /// Continues to count values where another computation has stopped.
  package func takeIndex(from other: ExpressionComputation) { index.pointee = other.index.pointee }

  /// True if it computes a condition on integers, false if an integer from integers; nil if it
  /// needs the machine.
  @inlinable package var chainIsCondition: Bool? { chain?.isCondition }

  /// The result for one integer or two, 1 or 0 for a condition; nil if it needs the general
  /// computation, which then also counts the value.
  @inlinable package func integerResult(of first: Int, _ second: Int = 0) -> Int? {
    guard let chain, let result = chain.result(of: first, second, index: index.pointee) else {
      return nil
    }
    index.pointee += 1
    return result
  }

  /// The result for one value.
  @inlinable package func result(of value: StreamValue) throws(ExpressionFault) -> StreamValue {
    if let chain, let integer = value.integer, let result = integerResult(of: integer) {
      return chain.isCondition ? .truth(result != 0) : .integer(result)
    }
    return try machineResult(of: value)
  }

  /// The result for two values.
  @inlinable package func result(of first: StreamValue, _ second: StreamValue)
    throws(ExpressionFault) -> StreamValue
  {
    if let chain, let left = first.integer, let right = second.integer,
      let result = integerResult(of: left, right)
    {
      return chain.isCondition ? .truth(result != 0) : .integer(result)
    }
    return try machineResult(of: first, second)
  }

  /// Returns the result for the values that the use requires.
  func result(of values: [StreamValue]) throws(ExpressionFault) -> StreamValue {
    precondition(values.count == valueCount, "\(valueCount) values were expected")
    for (index, value) in values.enumerated() { machine.set(value, at: index) }
    return try result(isHeavy: values.contains(where: \.isHeavy))
  }

  @usableFromInline
  func machineResult(of value: StreamValue) throws(ExpressionFault) -> StreamValue {
    machine.set(value, at: 0)
    return try result(isHeavy: value.isHeavy)
  }

  @usableFromInline func machineResult(of first: StreamValue, _ second: StreamValue)
    throws(ExpressionFault) -> StreamValue
  {
    machine.set(first, at: 0)
    machine.set(second, at: 1)
    return try result(isHeavy: first.isHeavy || second.isHeavy)
  }

  @inline(__always) private func result(isHeavy: Bool) throws(ExpressionFault) -> StreamValue {
    var load = 0
    defer {
      index.pointee += 1
      if isHeavy { machine.clear() }
    }
    let result = try machine.run(index: index.pointee, &load) {
      .seconds(nanoseconds: surroundings.pointee.now())
    }
    let steps = 1 + load / StreamValue.bytesOfStep
    if load > 0, let count = surroundings.pointee.count, !count(steps) {
      throw ExpressionFault("the stream has ended")
    }
    return result
  }
}
