import Expressions
import Formats

/// A window of values: its length, and where it begins.
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
  /// True for windows of time that begin at whole multiples of their length since 1970 in UTC, not
  /// at the beginning of the stream.
  public var isAligned: Bool

  /// A window with a number of values.
  public static func count(_ count: Int) -> Self { Self(length: .count(count), isAligned: false) }
  /// A window of some seconds.
  public static func seconds(_ seconds: Double, aligned: Bool = false) -> Self {
    Self(length: .seconds(seconds), isAligned: aligned)
  }

  /// A statistic of the values in a window; the raw value is its name.
  public enum Function: String, CaseIterable, Sendable {
    /// The sum of numbers.
    case sum
    /// The mean of numbers, as a decimal.
    case mean
    /// The least number or string.
    case min
    /// The greatest number or string.
    case max
    /// The number of values, of any type.
    case count
  }

  /// The statistics that are sent for a window.
  public enum Figures: Hashable, Sendable {
    /// One statistic, as a value.
    case one(Function)
    /// An object with `from`, the window's beginning, and these statistics.
    case several([Function])
  }
}

/// A running result: an initial value, and the expression for the next result.
public struct StreamFold: Hashable, Sendable {
  /// The result before the first value.
  public var initialValue: StreamValue
  /// The expression, which takes the previous result and a value.
  public var expression: StreamExpression

  /// Makes a running result.
  public init(initialValue: StreamValue, expression: StreamExpression) {
    (self.initialValue, self.expression) = (initialValue, expression)
  }
}
