import Expressions

/// The values of an input, on their way from its source to the streams.
package protocol InputFeed: AnyObject {
  /// The type of the values; it may change with the documents.
  var type: StreamInput.ValueType { get set }
  /// True if ``read(_:)`` may have a value without another ``fill()``.
  var hasValues: Bool { get }
  /// True if all values have been read.
  var hasEnded: Bool { get }
  /// The position of the latest value, in words; nil if values have no positions.
  var position: String? { get }
  /// The descriptor that is readable when ``fill()`` has work to do; nil if ``isFillable`` reports
  /// that.
  var descriptor: Int32? { get }
  /// Whether ``fill()`` has work to do; asked only if ``descriptor`` is nil.
  var isFillable: Bool { get }

  /// Passes values to the body until it returns false or there are no more.
  func read(_ body: (StreamValue) -> Bool)
  /// Reads what the source has, without waiting.
  func fill()
}

extension InputFeed { package var position: String? { nil } }

/// A report of an input's error: a line that is not a value, a source that is gone.
package typealias InputReport = (_ problem: String) -> Void
