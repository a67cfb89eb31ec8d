import Reactive

/// What the lines of an example come to, one after the other, as the comments behind them have it.
///
///     let shown = results { TextMatch(of: "sec", with: "secret") }
///     #expect(shown == [".prefix(count: 3)"])
///
/// Nothing is there for a line that has no value, nor for a subscription, which ends with its line.
package func results(@ExampleResults _ example: () throws -> [String]) rethrows -> [String] {
  try example()
}

/// Gathers the values of an example's lines, which would be unused otherwise.
@resultBuilder
package enum ExampleResults {
  package static func buildExpression(_ nothing: Void) -> [String] { [] }

  package static func buildExpression(_ subscription: AnyCancellable) -> [String] { [] }

  package static func buildExpression<Value>(_ value: Value) -> [String] { [text(of: value)] }

  package static func buildBlock(_ lines: [String]...) -> [String] { lines.flatMap { $0 } }

  package static func buildOptional(_ lines: [String]?) -> [String] { lines ?? [] }

  package static func buildEither(first lines: [String]) -> [String] { lines }

  package static func buildEither(second lines: [String]) -> [String] { lines }

  package static func buildArray(_ lines: [[String]]) -> [String] { lines.flatMap { $0 } }

  /// A value as one would write it.
  private static func text(of value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional {
      return mirror.children.first.map { text(of: $0.value) } ?? "nil"
    }
    if let string = value as? String { return string.debugDescription }
    if mirror.displayStyle == .enum, !(value is any CustomStringConvertible) { return ".\(value)" }
    return "\(value)"
  }
}
