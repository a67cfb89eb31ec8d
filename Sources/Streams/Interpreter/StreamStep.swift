import Expressions

/// The operator that is being applied: it reports failures, and knows the type of the stream's
/// values.
///
/// An object, because closures that captured a whole environment would load it for each value.
final class StreamStep {
  private let report: (StreamFailure) -> Void
  /// Returns the operator's name in failures.
  let name: () -> String
  private let type: StreamType?
  private let isMetered: Bool

  init(
    named name: @escaping () -> String = { "" }, type: StreamType? = nil, isMetered: Bool = false,
    report: @escaping (StreamFailure) -> Void
  ) { (self.name, self.type, self.isMetered, self.report) = (name, type, isMetered, report) }

  /// Reports that the operator could not process a value.
  func fail(_ reason: String) { report(StreamFailure(step: name(), reason: reason)) }

  /// Returns the result of a computation; nil if it fails, which is reported.
  func attempt<Result>(_ body: () throws(StreamExpressionError) -> Result) -> Result? {
    do throws(StreamExpressionError) { return try body() } catch {
      fail(error.description)
      return nil
    }
  }

  /// Converts a value to the stream's type; nil if it is of another kind, which is reported.
  func convert(_ value: StreamValue) -> StreamValue? {
    guard let type else { return value }
    if let converted = type.convert(value) { return converted }
    fail(type.misfit(value))
    return nil
  }

  /// Converts a list of values to the stream's type; nil if the type is another or the list is too
  /// long, which is reported.
  func list(_ values: [StreamValue]) -> StreamValue? {
    // Short lists of numbers need not be measured.
    isMetered || values.count > 1_000 ? bounded(.list(values)) : convert(.list(values))
  }

  /// Converts a list or an object to the stream's type; nil if the type is another or the value is
  /// too large, which is reported.
  func bounded(_ value: StreamValue) -> StreamValue? {
    guard value.size <= StreamValue.listLimit else {
      let noun = if case .list = value { "list" } else { "object" }
      fail("the \(noun) would have more than \(StreamValue.listLimit) bytes")
      return nil
    }
    return convert(value)
  }
}
