/// A value that an operator could not process. The value is dropped, and the stream continues.
///
/// ```text
/// Serial Stream A, map 12 / %d: column 4: 12 / 0 is a division by zero
/// ```
public struct StreamFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The document's name or id, if the operator is part of one.
  public var stream: String?
  /// The operator with its parameters.
  public var step: String
  /// The problem, in words, with the column if an expression failed.
  public var reason: String

  /// Makes a failure.
  public init(stream: String? = nil, step: String, reason: String) {
    (self.stream, self.step, self.reason) = (stream, step, reason)
  }

  /// The step of a failure that ends a stream.
  static let limitStep = "run"

  /// True if the stream has ended because it reached a limit.
  package var isLimit: Bool { step == Self.limitStep }

  /// The stream and the operator, which failures of one kind share.
  package var kind: String { (stream.map { "\($0), " } ?? "") + step }

  /// One sentence that begins with the stream and the operator.
  public var description: String { "\(kind): \(reason)" }
}
