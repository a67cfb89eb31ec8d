import Expressions

/// Makes records of the values of one page, by a mapping.
struct RecordMaker {
  private let title: ExpressionEvaluation?
  private let detail: ExpressionEvaluation?
  private let key: ExpressionEvaluation?
  /// True if an `id` of a record is its key.
  private let usesKeys: Bool
  /// The number of records of this page with a key.
  private var counts: [String: Int] = [:]

  /// Makes a maker without any records.
  ///
  /// - Parameter usesKeys: True to use a record's `id` as its key if the mapping has none.
  init(_ mapping: RecordMapping, usesKeys: Bool = true) {
    self.usesKeys = usesKeys
    // The mapping has checked them.
    func evaluation(_ expression: StreamExpression?) -> ExpressionEvaluation? {
      expression.flatMap { try? ExpressionEvaluation($0, for: .map) }
    }
    title = evaluation(mapping.title)
    detail = evaluation(mapping.detail)
    key = evaluation(mapping.key)
  }

  /// Returns the record of a value, or of text without one.
  ///
  /// - Parameter position: The identity of a record without a key.
  mutating func record(
    of record: Result<ReadRecord, UnreadRecord>, at position: RecordItem.ID
  ) -> RecordItem {
    let (value, json): (StreamValue, String?)
    switch record {
    case .success(let read): (value, json) = (read.value, read.json)
    case .failure(let unread):
      return RecordItem(id: position, title: unread.text, text: unread.text, problem: unread.reason)
    }
    let isJSON = if case .text = value { json != nil } else { true }
    let text = json ?? value.line
    var problem: String?
    func result(_ evaluation: ExpressionEvaluation?) -> StreamValue? {
      do throws(StreamExpressionError) { return try evaluation?.result(of: value) } catch {
        problem = problem ?? error.description
        return nil
      }
    }
    let ownKey = key == nil ? (usesKeys ? value.usualKey : nil) : result(key)?.shown
    let shownTitle = title == nil ? value.usualTitle : result(title)?.shown
    let shownDetail = result(detail)?.shown
    return RecordItem(
      id: ownKey.map { id(of: $0) } ?? position, title: shownTitle ?? text, detail: shownDetail,
      text: text, isJSON: isJSON, problem: problem)
  }

  private mutating func id(of key: String) -> RecordItem.ID {
    let count = counts[key, default: 0]
    counts[key] = count + 1
    return .key(key, count: count)
  }
}

extension StreamValue {
  /// The text that shows it; nil for null and an empty text.
  fileprivate var shown: String? {
    switch self {
    case .null, .text(""): nil
    case .integer, .decimal, .exact, .text, .truth, .list, .object: description
    }
  }

  /// The whole value on one line: text unchanged, other values as JSON.
  fileprivate var line: String {
    if case .text(let text) = self { return text }
    var bytes: [UInt8] = []
    bytes.append(json: self)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The key of an object that has one under a usual name.
  var usualKey: String? {
    guard case .object(let object) = self else { return nil }
    return StreamValue.usualKeys.lazy.compactMap { object[$0]?.scalar }.first
  }

  /// The usual names of keys, the best first.
  static let usualKeys = ["id", "_id", "uuid"]

  /// The member of an object with a usual name for a title, else its first text.
  fileprivate var usualTitle: String? {
    guard case .object(let object) = self else { return nil }
    let named = StreamValue.titles.lazy.compactMap { object[$0]?.scalar }.first
    if let named { return named }
    for member in object.members {
      if case .text(let text) = member.value, !text.isEmpty { return text }
    }
    return nil
  }

  private static let titles = [
    "title", "name", "label", "full_name", "fullName", "display_name", "displayName", "subject",
    "headline", "message", "login", "username", "email",
  ]

  /// A number or non-empty text, as text; nil for anything else.
  var scalar: String? {
    switch self {
    case .integer, .decimal, .exact: description
    case .text(let text): text.isEmpty ? nil : text
    case .truth, .null, .list, .object: nil
    }
  }
}
