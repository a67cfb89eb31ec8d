/// A computation on integers without a stack: a first operand, and one operation after another on
/// the result so far, such as `(result + value) % 1000`.
///
/// Most expressions are of this kind. A structure of a pointer; its maker deallocates it.
@usableFromInline struct IntegerChain {
  /// The right side of an operation.
  @usableFromInline enum Source { case constant, first, second, index }

  @usableFromInline struct Link {
    @usableFromInline let operation: ExpressionOperation
    @usableFromInline let source: Source
    @usableFromInline let constant: Int
    /// The step of the code.
    let step: Int
  }

  @usableFromInline let start: (source: Source, constant: Int)
  @usableFromInline let links: UnsafeMutableBufferPointer<Link>

  /// Makes a chain of steps, if they form one.
  init?(_ steps: [ExpressionStep], constants: [Int]) {
    func source(_ step: ExpressionStep) -> (source: Source, constant: Int)? {
      switch step {
      case .constant(let number): (.constant, constants[Int(number)])
      case .value(0): (.first, 0)
      case .value(1): (.second, 0)
      case .index: (.index, 0)
      default: nil
      }
    }
    guard let start = steps.first.flatMap(source) else { return nil }
    var links: [Link] = []
    var place = 1
    while place < steps.count {
      if case .with(let operation, let number) = steps[place] {
        links.append(
          Link(
            operation: operation, source: .constant, constant: constants[Int(number)], step: place))
        place += 1
      } else if place + 1 < steps.count, let right = source(steps[place]),
        let operation = steps[place + 1].operation
      {
        links.append(
          Link(
            operation: operation, source: right.source, constant: right.constant, step: place + 1))
        place += 2
      } else {
        return nil
      }
    }
    self.start = start
    self.links = .allocate(capacity: links.count)
    _ = self.links.initialize(from: links)
  }

  func deallocate() { links.deallocate() }

  /// The result for one value or two.
  @inlinable func result(
    of first: Int, _ second: Int, index: Int
  ) throws(ExpressionFault) -> Int {
    @inline(__always)
    func value(_ source: Source, _ constant: Int) -> Int {
      switch source {
      case .constant: constant
      case .first: first
      case .second: second
      case .index: index
      }
    }
    var result = value(start.source, start.constant)
    for place in links.indices {
      let link = links[place]
      let right = value(link.source, link.constant)
      let next: (partialValue: Int, overflow: Bool)
      switch link.operation {
      case .add: next = result.addingReportingOverflow(right)
      case .subtract: next = result.subtractingReportingOverflow(right)
      case .multiply: next = result.multipliedReportingOverflow(by: right)
      case .divide: next = result.quickQuotient(right)
      case .remainder: next = result.quickRemainder(right)
      case .equal: next = (result == right ? 1 : 0, false)
      case .notEqual: next = (result != right ? 1 : 0, false)
      case .less: next = (result < right ? 1 : 0, false)
      case .lessOrEqual: next = (result <= right ? 1 : 0, false)
      case .greater: next = (result > right ? 1 : 0, false)
      case .greaterOrEqual: next = (result >= right ? 1 : 0, false)
      }
      if next.overflow { throw fault(of: link, result, right) }
      result = next.partialValue
    }
    return result
  }

  /// Returns the reason why an operation has no result, from the operation itself.
  @inline(never) @usableFromInline
  func fault(of link: Link, _ left: Int, _ right: Int) -> ExpressionFault {
    do throws(ExpressionFault) {
      _ = try link.operation.result(of: left, right)
      preconditionFailure("an operation that fails does so twice")
    } catch {
      var fault = error
      fault.step = link.step
      return fault
    }
  }
}

extension Int {
  /// Returns true if this number and another need only 32 bits, for which a division takes half the
  /// time.
  @inlinable @inline(__always)
  func isShort(with other: Int) -> Bool {
    UInt(bitPattern: self) | UInt(bitPattern: other) <= UInt(UInt32.max)
  }

  @inlinable @inline(__always)
  func quickQuotient(_ other: Int) -> (partialValue: Int, overflow: Bool) {
    guard other != 0, isShort(with: other) else { return dividedReportingOverflow(by: other) }
    return (Int(UInt32(truncatingIfNeeded: self) / UInt32(truncatingIfNeeded: other)), false)
  }

  @inlinable @inline(__always)
  func quickRemainder(_ other: Int) -> (partialValue: Int, overflow: Bool) {
    if other == 0 { return (0, true) }
    // The least integer would overflow, and has no remainder.
    if other == -1 { return (0, false) }
    guard isShort(with: other) else { return (self % other, false) }
    return (Int(UInt32(truncatingIfNeeded: self) % UInt32(truncatingIfNeeded: other)), false)
  }
}
