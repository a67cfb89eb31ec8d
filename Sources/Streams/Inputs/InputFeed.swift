import Expressions

/// The values of an input, on their way from its source to the streams.
package protocol InputFeed: AnyObject {
  /// The type of the values; it may change with the documents.
  var type: StreamInput.ValueType { get set }
  /// True if ``read(_:)`` may have something without another ``fill()``.
  var hasValues: Bool { get }
  /// True if all has been read.
  var hasEnded: Bool { get }
  /// The position of the value that was handed out last, in words; nil if values have none.
  var position: String? { get }
  /// The descriptor that is readable when ``fill()`` has something to do; nil if that is known in
  /// another way.
  var descriptor: Int32? { get }
  /// Whether ``fill()`` has something to do; asked only if ``descriptor`` is nil.
  var isFillable: Bool { get }

  /// Hands out values as long as the body wants more, and there are some.
  func read(_ body: (StreamValue) -> Bool)
  /// Takes what the source has, without waiting.
  func fill()
}

extension InputFeed { package var position: String? { nil } }

/// A report of something that went wrong with an input: a line that is not a value, a source that
/// is gone.
package typealias InputReport = (_ problem: String) -> Void
