import Formats

/// A member of a record, for a page that shows the whole record.
///
///     RecordDetail.all(inJSON: Array(#"{"name": "Ada", "tags": ["a", "b"]}"#.utf8))
///       .map { "\($0.name): \($0.text)" }  // ["name: Ada", "tags: a, b"]
///
/// A member of a nested object is named by its path, `company.name`; a list of texts and numbers is
/// one member.
package struct RecordDetail: Hashable, Sendable {
  /// The path of the member; empty for a record that is not an object.
  package let name: String
  /// The value as text; empty for null.
  package let text: String

  /// Makes a member.
  ///
  /// - Parameters:
  ///   - name: Its path.
  ///   - text: What it is.
  package init(name: String, text: String) { (self.name, self.text) = (name, text) }

  /// The maximum number of members shown; a final one reports that there are more.
  private static let most = 1000

  /// Returns the members of a record, in order. O(bytes).
  ///
  /// - Parameter json: The record: JSON in UTF-8. Other bytes are one member without a name.
  package static func all(inJSON json: [UInt8]) -> [RecordDetail] {
    guard let value = try? JSONReader.read(json, valueLimit: 100_000) else {
      return [RecordDetail(name: "", text: String(decoding: json, as: UTF8.self))]
    }
    var details: [RecordDetail] = []
    collect(value, "", into: &details)
    guard details.count > most else { return details }
    return details.prefix(most) + [
      RecordDetail(name: "…", text: "and \(details.count - most) more")
    ]
  }

  private static func collect(
    _ value: JSONValue, _ path: String, into details: inout [RecordDetail]
  ) {
    switch value {
    case .object(let members) where !members.isEmpty:
      for member in members {
        collect(member.value, path.isEmpty ? member.key : "\(path).\(member.key)", into: &details)
      }
    case .array(let values) where !values.allSatisfy(\.isScalar):
      for (index, value) in values.enumerated() {
        collect(value, "\(path)[\(index)]", into: &details)
      }
    case .array(let values):
      let text = values.map(\.shownText).joined(separator: ", ")
      details.append(RecordDetail(name: path, text: text))
    case .object, .string, .number, .bool, .null:
      details.append(RecordDetail(name: path, text: value.shownText))
    }
  }
}

extension JSONValue {
  /// True for anything but a list or an object.
  fileprivate var isScalar: Bool {
    switch self {
    case .array, .object: false
    case .string, .number, .bool, .null: true
    }
  }

  /// Text unchanged, and other values as JSON; nothing for null and empty values.
  fileprivate var shownText: String {
    switch self {
    case .string(let text): text
    case .null: ""
    case .object(let members) where members.isEmpty: ""
    case .number, .bool, .array, .object: compactText
    }
  }
}
