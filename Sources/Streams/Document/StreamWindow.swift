import Expressions
import Formats

/// A window of values: its length, and when it begins.
public struct StreamWindow: Hashable, Sendable {
  /// The length of a window.
  public enum Length: Hashable, Sendable {
    /// A number of values; the last window of a stream may have fewer.
    case count(Int)
    /// A length of time; windows without a value send nothing.
    case seconds(Double)
  }

  /// The length.
  public var length: Length
  /// True for windows of time that begin at whole multiples of their length since 1970 in UTC, and
  /// not with the stream.
  public var isAligned: Bool

  /// A window of a number of values.
  public static func count(_ count: Int) -> Self { Self(length: .count(count), isAligned: false) }
  /// A window of some seconds.
  public static func seconds(_ seconds: Double, aligned: Bool = false) -> Self {
    Self(length: .seconds(seconds), isAligned: aligned)
  }

  /// A figure of the values of a window; the raw value is its name.
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

  /// What is sent of a window.
  public enum Figures: Hashable, Sendable {
    /// One figure, as a value.
    case one(Function)
    /// An object with `from`, the window's beginning, and these figures.
    case several([Function])
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
