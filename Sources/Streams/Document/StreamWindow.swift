import Expressions
import Formats
/// The length of a window of values.
public enum StreamWindow: Hashable, Sendable {
  /// A number of values; the last window of a stream may have fewer.
  case count(Int)
  /// A length of time; windows are counted from the stream's beginning, and those without a value
  /// send nothing.
  case seconds(Double)

  /// A total of the values of a window; the raw value is its name.
  public enum Function: String, CaseIterable, Sendable {
    /// The sum of numbers.
    case sum
    /// The mean of numbers, a decimal.
    case mean
    /// The least of numbers or of texts.
    case min
    /// The greatest of numbers or of texts.
    case max
    /// The number of values of any kind.
    case count
  }
}

/// A running result: a value to begin with, and the expression that makes the next result.
public struct StreamFold: Hashable, Sendable {
  /// The result before the first value.
  public var initialValue: StreamValue
  /// The expression for the result before and a value.
  public var expression: StreamExpression

  /// Makes a running result.
  public init(initialValue: StreamValue, expression: StreamExpression) {
    (self.initialValue, self.expression) = (initialValue, expression)
  }
}
