/// An event of a publisher, with its time.
public struct Marble: Hashable, Sendable {
  /// The event of a publisher, with values and errors as text.
  public enum Event: Hashable, Sendable {
    /// A value was sent.
    case value(String)
    /// The publisher finished.
    case finished
    /// The publisher failed.
    case failed
  }

  /// Nanoseconds since the publisher was subscribed to.
  public var nanoseconds: Int
  /// The event.
  public var event: Event

  /// Makes a marble.
  public init(nanoseconds: Int, event: Event) {
    (self.nanoseconds, self.event) = (nanoseconds, event)
  }

  /// The value as text; nil for an end.
  public var text: String? { if case .value(let text) = event { text } else { nil } }

  /// Returns a time in seconds, with as many decimals as it needs.
  ///
  /// - Parameter nanoseconds: The time in nanoseconds, 0 or more.
  package static func text(ofTime nanoseconds: Int) -> String {
    var text = String(nanoseconds / 1_000_000_000)
    let rest = nanoseconds % 1_000_000_000
    guard rest > 0 else { return text }
    var digits = String(1_000_000_000 + rest).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    text += "." + digits
    return text
  }
}
