import Formats

/// The path of a part of a JSON text: keys of objects and indices of lists, with points between.
///
///     RecordPath("results[0].hits").steps  // ["results", "0", "hits"]
///
/// That path leads to the list of `{"results": [{"hits": [1, 2]}]}`. An index counts from 0, and
/// from the end below it. An empty path leads to the whole. A point at the beginning, as jq has
/// it, and `$`, as JSONPath has it, mean nothing.
public struct RecordPath: Hashable, Sendable {
  /// The keys and indices, in order.
  package let steps: [String]

  /// Makes a path from its text.
  public init(_ text: String) {
    let scalars = text.unicodeScalars
    steps = scalars.dropFirst(scalars.first == "$" ? 1 : 0)
      .split { $0 == "." || $0 == "[" || $0 == "]" }.map(String.init)
  }

  init(steps: [String]) { self.steps = steps }

  /// True if it leads to the whole.
  package var isEmpty: Bool { steps.isEmpty }

  /// The path extended by one step.
  func appending(_ step: String) -> RecordPath { RecordPath(steps: steps + [step]) }
}

extension RecordPath: CustomStringConvertible {
  /// The steps with points between.
  public var description: String { steps.joined(separator: ".") }
}

extension RecordPath: ExpressibleByStringLiteral {
  /// Makes a path from its text.
  public init(stringLiteral text: String) { self.init(text) }
}

extension RecordPath {
  /// Returns the part of a value at the end of the path; nil if there is none. O(bytes).
  func part(of root: JSONScanner.Value) -> JSONScanner.Value? {
    var found = root
    for step in steps {
      guard let next = found.part(step) else { return nil }
      found = next
    }
    return found
  }
}

extension JSONScanner.Value {
  /// Its text; nil if it is not a text.
  var string: String? {
    guard case .string = kind else { return nil }
    if !text.contains(UInt8(ascii: "\\")), let plain = String(validating: text, as: UTF8.self) {
      return plain
    }
    guard case .string(let string)? = try? JSONReader.read(Array(bytes)) else { return nil }
    return string
  }

  /// Returns true if it is a text equal to another. Most keys are plain ASCII.
  private func isText(_ other: String) -> Bool {
    text.elementsEqual(other.utf8)
      || text.contains { $0 == UInt8(ascii: "\\") || $0 >= 0x80 } && string == other
  }

  /// Returns the member of a key or the element of an index.
  fileprivate func part(_ step: String) -> JSONScanner.Value? {
    var scanner = JSONScanner(bytes)
    var found: JSONScanner.Value?
    switch kind {
    case .object:
      _ = scanner.eatObject { key, value in
        if key.isText(step) { found = value }
        return found == nil
      }
    case .list:
      guard var index = Int(step) else { return nil }
      if index < 0 { index += elementCount }
      _ = scanner.eatList { element in
        if index == 0 { found = element }
        index -= 1
        return found == nil
      }
    case .null, .bool, .number, .string: break
    }
    return found
  }

  /// The number of elements of a list; 0 for anything else.
  private var elementCount: Int {
    var scanner = JSONScanner(bytes)
    var count = 0
    _ = scanner.eatList { _ in
      count += 1
      return true
    }
    return count
  }
}
