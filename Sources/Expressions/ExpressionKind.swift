/// The kind of value that a name of a condition stands for.
package enum ExpressionKind: Hashable, Sendable {
  /// An integer or a decimal.
  case number
  /// Text, also a date as text.
  case text
  /// A switch.
  case truth
  /// Several values in an order.
  case list
  /// A value of which nothing is known.
  case any
}

extension ExpressionCode {
  /// The kind of an operand, as far as it is known before a computation.
  private enum Operand {
    case number, text, list
    /// A text without a character, with which anything can be compared.
    case emptyText
    case any

    init(_ kind: ExpressionKind) {
      self =
        switch kind {
        // A truth is an integer on the stack; the parser keeps it from arithmetic.
        case .number, .truth: .number
        case .text: .text
        case .list: .list
        case .any: .any
        }
    }

    init(_ constant: StreamValue) {
      self =
        switch constant {
        case .integer, .decimal: .number
        case .text(let text): text.isEmpty ? .emptyText : .text
        case .list: .list
        }
    }

    var name: String {
      switch self {
      case .number: "a number"
      case .text, .emptyText: "text"
      case .list: "a list"
      case .any: "a value"
      }
    }

    var isText: Bool { self == .text || self == .emptyText }
  }

  /// Throws if an operation has operands that it cannot take, whatever their values are.
  ///
  /// The steps stand in the order of the text, and those that a jump passes over leave the stack as
  /// high as it was, so that one pass over them is enough.
  func checkKinds(of values: [ExpressionKind], _ text: String) throws(StreamExpressionError) {
    var stack: [Operand] = []
    for (place, step) in steps.enumerated() {
      switch step {
      case .constant(let number):
        stack.append(
          constants.indices.contains(Int(number)) ? Operand(constants[Int(number)]) : .any)
      case .value(let number): stack.append(Operand(values[Int(number)]))
      case .index: stack.append(.number)
      case .name: stack.append(.any)
      case .jump, .jumpUnless, .jumpIfKeeping, .jumpUnlessKeeping: stack.removeLast()
      case .requireInteger, .makeDecimal, .not, .with: break
      case .negate:
        if let top = stack.last, top != .number, top != .any {
          throw misfit(place, text, "- takes a number, not \(top.name)")
        }
      case .add, .subtract, .multiply, .divide, .remainder, .equal, .notEqual, .less, .lessOrEqual,
        .greater, .greaterOrEqual:
        let right = stack.removeLast()
        let left = stack.removeLast()
        guard let operation = step.operation, let result = result(operation, left, right) else {
          throw misfit(place, text, "this cannot take \(left.name) and \(right.name)")
        }
        stack.append(result)
      }
    }
  }

  /// Returns the kind of an operation's result; nil if it cannot take its operands.
  private func result(
    _ operation: ExpressionOperation, _ left: Operand, _ right: Operand
  ) -> Operand? {
    let areNumbers = [left, right].allSatisfy { $0 == .number || $0 == .any }
    let areTexts = [left, right].allSatisfy { $0.isText || $0 == .any }
    switch operation {
    case .add: return areNumbers ? .number : areTexts ? .text : nil
    case .subtract, .multiply, .divide, .remainder: return areNumbers ? .number : nil
    case .equal, .notEqual:
      let isFine =
        areNumbers || areTexts || left == right || left == .any || right == .any
        || left == .emptyText || right == .emptyText
      return isFine ? .number : nil
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return areNumbers || areTexts ? .number : nil
    }
  }

  private func misfit(_ place: Int, _ text: String, _ reason: String) -> StreamExpressionError {
    StreamExpressionError(column: text.column(at: Int(offsets[place])), reason: reason)
  }
}
