/// The reason why a step of a computation has no result.
@usableFromInline package struct ExpressionFault: Error {
  package var reason: String
  /// The step of the code that failed.
  package var step = 0
  /// The kind of failure, if it matters.
  package var kind = Kind.other

  /// A kind of failure.
  package enum Kind: Sendable {
    /// A required value is missing.
    case missing
    /// The result is too large.
    case overflow
    case other
  }

  package init(_ reason: String, kind: Kind = .other) { (self.reason, self.kind) = (reason, kind) }

  static func overflow(_ left: some Any, _ sign: String, _ right: some Any) -> ExpressionFault {
    ExpressionFault("\(left) \(sign) \(right) is too large", kind: .overflow)
  }

  static func kinds(_ sign: String, _ left: StreamValue, _ right: StreamValue) -> ExpressionFault {
    ExpressionFault(
      "\(sign) cannot take \(left.kind) and \(right.kind): \(left.shown) \(sign) \(right.shown)")
  }

  /// The reason why a string is not made: it would be too long.
  static var longText: ExpressionFault {
    ExpressionFault("the text would have more than \(StreamValue.textLimit) bytes")
  }
}
