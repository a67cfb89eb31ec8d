import Expressions
import Formats

/// The path of the records in a response, and how to show each of them: a path and expressions over
/// JSON.
///
///     let mapping = try RecordMapping(
///       items: "data.users", title: "value.name", detail: "'since ' + text(value.since)")
///     try mapping.records(of: body).map(\.title)  // ["Ada", "Bob"]
///
/// `value` is the record in every expression, and `index` the number of records before it. Without
/// a path, the response itself or its only list is used. Without a title, a member with a usual
/// name such as `name` or `title` is used, else the first text, else the whole record. A record
/// whose expression fails is kept, with the reason as its ``RecordItem/problem``.
public struct RecordMapping: Hashable, Sendable {
  /// The path of the list of records; nil for the only one.
  package var items: RecordPath?
  /// The title of a record; nil for a member with a usual name.
  package var title: StreamExpression?
  /// The detail of a record; nil for none.
  package var detail: StreamExpression?
  /// The key of a record, which is its identity; nil for its `id`, and without one its position.
  package var key: StreamExpression?

  /// Makes a mapping of expressions.
  ///
  /// - Parameters:
  ///   - items: The path of the list of records; nil for the only one.
  ///   - title: The title of a record; nil for a member with a usual name.
  ///   - detail: The detail of a record; nil for none.
  ///   - key: The key of a record; nil for its `id` or, without one, its position.
  public init(
    items: RecordPath? = nil, title: StreamExpression? = nil, detail: StreamExpression? = nil,
    key: StreamExpression? = nil
  ) throws(StreamExpressionError) {
    (self.items, self.title, self.detail, self.key) = (items, title, detail, key)
    for expression in [title, detail, key] { try expression?.check(for: .map) }
  }

  /// Makes the usual mapping: every part is looked for.
  public init() {}

  /// The maximum number of records of one response: more would take too much memory at once.
  package static let mostRecords = 20_000

  /// Returns the records of a response, in order. O(bytes).
  ///
  /// - Parameters:
  ///   - body: The response: JSON in UTF-8.
  ///   - start: The position of the first record, for the identity of those without a key.
  /// - Throws: The reason why there is no list of records, or that there are more than
  ///   `mostRecords`.
  public func records(of body: [UInt8], from start: Int = 0) throws(RecordError) -> [RecordItem] {
    var maker = RecordMaker(self)
    var reader = RecordLineReader(format: .json)
    var records: [RecordItem] = []
    try RecordList.forEach(
      in: body, at: items, most: Self.mostRecords, advice: "request fewer at a time"
    ) { element, _ in
      let value = reader.value(of: element.bytes) ?? .success(ReadRecord(.null))
      records.append(maker.record(of: value, at: .position(start + records.count)))
    }
    return records
  }
}
