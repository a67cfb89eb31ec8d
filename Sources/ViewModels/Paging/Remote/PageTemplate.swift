import Fetching

/// A text with the placeholder of a page: a URL, or an argument.
///
///     try PageTemplate("https://example.org/users?page={page}").placeholder  // .page
///
/// The placeholder is one of `{page}`, `{offset}` and `{cursor}`; without one every page is named
/// by the page before, as a whole.
public struct PageTemplate: Hashable, Sendable {
  /// The kind of value that is filled in.
  package enum Placeholder: String, CaseIterable, Sendable {
    /// The number of the page.
    case page
    /// The number of records before it.
    case offset
    /// A text that the page before has named; nothing for the first one.
    case cursor
  }

  /// The text as written.
  package let text: String
  /// The kind of value to fill in; nil if there is none.
  package let placeholder: Placeholder?

  /// Reads a template.
  ///
  /// - Throws: The reason why its placeholders cannot be filled in.
  public init(_ text: String) throws(PageTemplateError) {
    self.text = text
    var found: Placeholder?
    var rest = text.utf8[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "{")) {
      guard let end = rest[start...].firstIndex(of: UInt8(ascii: "}")) else { break }
      let name = String(Substring(rest[rest.index(after: start)..<end]))
      rest = rest[rest.index(after: end)...]
      guard name.unicodeScalars.allSatisfy(\.properties.isAlphabetic), !name.isEmpty else {
        continue
      }
      guard let known = Placeholder(rawValue: name) else {
        throw PageTemplateError("there is no {\(name)}; use {page}, {offset} or {cursor}")
      }
      if let found, found != known {
        throw PageTemplateError("it has {\(found)} and {\(known)}; one of them is enough")
      }
      found = known
    }
    placeholder = found
  }

  /// Returns the text for an address.
  ///
  /// A query parameter without a value (`&after={cursor}`, for the first page) is left out.
  ///
  /// - Parameters:
  ///   - address: The address of the page.
  ///   - escape: Escapes the filled-in values.
  func text(for address: RecordCursor.Address, escape: (String) -> String) -> String {
    guard let placeholder else { return text }
    let hole = "{\(placeholder)}"
    switch address {
    case .number(let number): return text.replacingBytes(hole, with: String(number))
    case .token(let token) where !token.isEmpty:
      return text.replacingBytes(hole, with: escape(token))
    case .token, .url, .from, .upTo, .untold: return withoutParameter(hole)
    }
  }

  private func withoutParameter(_ hole: String) -> String {
    let bytes = text.utf8
    guard let mark = bytes.firstIndex(of: UInt8(ascii: "?")) else {
      return text.replacingBytes(hole, with: "")
    }
    let kept = bytes[bytes.index(after: mark)...].split(separator: UInt8(ascii: "&"))
      .map { String(Substring($0)) }
      .filter { !$0.utf8.reversed().starts(with: "=\(hole)".utf8.reversed()) }
      .map { $0.replacingBytes(hole, with: "") }
    let path = String(text[..<mark]).replacingBytes(hole, with: "")
    return path + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
  }
}

/// The reason why the placeholders of a template cannot be filled in.
public struct PageTemplateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem, in words.
  public let description: String

  init(_ description: String) { self.description = description }
}

/// The address of a page of records.
public struct RecordCursor: Sendable {
  /// The address of a page.
  package enum Address: Hashable, Sendable {
    /// A number of a page, or of records before it.
    case number(Int)
    /// A text that the page before has named.
    case token(String)
    /// A whole URL.
    case url(String)
    /// The byte of a file with which the page begins.
    case from(Int)
    /// The byte of a file before which the page ends.
    case upTo(Int)
    /// A page of a service for which the user has given no address.
    case untold
  }

  /// The address of the page.
  package let address: Address
  /// The number of records before the page.
  let count: Int
  /// The hashes of the preceding responses, to recognise a repeated one.
  let trail: [Int]

  /// Makes a cursor.
  ///
  /// - Parameters:
  ///   - address: The address of the page.
  ///   - count: The number of records before the page.
  ///   - trail: The hashes of the preceding responses.
  init(_ address: Address, count: Int = 0, trail: [Int] = []) {
    (self.address, self.count, self.trail) = (address, count, trail)
  }

  /// Makes the cursor of a number.
  package static func number(_ number: Int) -> RecordCursor { RecordCursor(.number(number)) }
}

extension RecordCursor: Hashable {
  /// Returns true if two cursors lead to the same page.
  public static func == (left: RecordCursor, right: RecordCursor) -> Bool {
    left.address == right.address
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(address) }
}
