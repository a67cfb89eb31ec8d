import Formats

/// The way to a part of a JSON text: keys of objects and places of lists, with points between.
///
///     RecordPath("results[0].hits").steps  // ["results", "0", "hits"]
///
/// That path leads to the list of `{"results": [{"hits": [1, 2]}]}`. A place counts from 0, and
/// from the end below it. An empty path leads to the whole. A point at the beginning, as jq has
/// it, and `$`, as JSONPath has it, mean nothing.
public struct RecordPath: Hashable, Sendable {
  /// The keys and places, in order.
  public let steps: [String]

  /// Makes a path of its text.
  public init(_ text: String) {
    let scalars = text.unicodeScalars
    steps = scalars.dropFirst(scalars.first == "$" ? 1 : 0)
      .split { $0 == "." || $0 == "[" || $0 == "]" }.map(String.init)
  }

  init(steps: [String]) { self.steps = steps }

  /// True if it leads to the whole.
  public var isEmpty: Bool { steps.isEmpty }

  /// The path that goes one step further.
  func appending(_ step: String) -> RecordPath { RecordPath(steps: steps + [step]) }
}

extension RecordPath: CustomStringConvertible {
  /// The steps with points between.
  public var description: String { steps.joined(separator: ".") }
}

extension RecordPath: ExpressibleByStringLiteral {
  /// Makes a path of its text.
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
  /// The text that it stands for; nil if it is no text.
  var string: String? {
    guard case .string = kind else { return nil }
    if !text.contains(UInt8(ascii: "\\")), let plain = String(validating: text, as: UTF8.self) {
      return plain
    }
    guard case .string(let string)? = try? JSONReader.read(Array(bytes)) else { return nil }
    return string
  }

  /// Returns the member of a key or the element of a place.
  fileprivate func part(_ step: String) -> JSONScanner.Value? {
    var scanner = JSONScanner(bytes)
    var found: JSONScanner.Value?
    switch kind {
    case .object:
      _ = scanner.eatObject { key, value in
        if key.string == step { found = value }
        return found == nil
      }
    case .list:
      guard var place = Int(step) else { return nil }
      if place < 0 { place += elementCount }
      _ = scanner.eatList { element in
        if place == 0 { found = element }
        place -= 1
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
