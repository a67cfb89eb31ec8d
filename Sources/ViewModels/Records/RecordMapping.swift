import Expressions
import Formats

/// How the records of an answer are found, and what is shown of each: a path and expressions over
/// JSON.
///
///     let mapping = try RecordMapping(
///       items: "data.users", title: "value.name", detail: "'since ' + text(value.since)")
///     try mapping.records(of: body).map(\.title)  // ["Ada", "Bob"]
///
/// `value` is the record in every expression, and `index` the number of records before it. Without
/// a path the answer itself or the only list in it is meant; without a title a member with a usual
/// name such as `name` or `title` is taken, else the first text, else all of the record. A record
/// for which an expression fails is kept, with the reason as its ``RecordItem/problem``.
public struct RecordMapping: Hashable, Sendable {
  /// The way to the list of records; nil for the only one.
  public var items: RecordPath?
  /// The title of a record; nil for a member with a usual name.
  public var title: StreamExpression?
  /// The detail of a record; nil for none.
  public var detail: StreamExpression?
  /// The key of a record, which is its identity; nil for its `id`, and without one its place.
  public var key: StreamExpression?

  /// Makes a mapping of expressions.
  ///
  /// - Parameters:
  ///   - items: The way to the list of records; nil for the only one.
  ///   - title: The title of a record; nil for a member with a usual name.
  ///   - detail: The detail of a record; nil for none.
  ///   - key: The key of a record; nil for its `id`, and without one its place.
  public init(
    items: RecordPath? = nil, title: StreamExpression? = nil, detail: StreamExpression? = nil,
    key: StreamExpression? = nil
  ) throws(StreamExpressionError) {
    (self.items, self.title, self.detail, self.key) = (items, title, detail, key)
    for expression in [title, detail, key] { try expression?.check(for: .map) }
  }

  /// Makes the usual mapping: every part is looked for.
  public init() {}

  /// The most records of one answer: more would take too much memory at once.
  public static let mostRecords = 20_000

  /// Returns the records of an answer, in order. O(bytes).
  ///
  /// - Parameters:
  ///   - body: The answer: JSON in UTF-8.
  ///   - start: The place of the first record, for the identity of those without a key.
  /// - Throws: The reason why there is no list of records, or that it has more than
  ///   ``mostRecords``.
  public func records(of body: [UInt8], from start: Int = 0) throws(RecordError) -> [RecordItem] {
    var maker = RecordMaker(self)
    var records: [RecordItem] = []
    try RecordMapping.forEachValue(of: body, at: items) { value in
      records.append(maker.record(of: value, at: .place(start + records.count)))
    }
    return records
  }

  /// Hands out the values of an answer's records one by one, so that only one is in memory.
  ///
  /// - Parameters:
  ///   - body: The answer: JSON in UTF-8.
  ///   - items: The way to the list of records; nil for the only one.
  ///   - most: The most records.
  ///   - take: Takes the value of a record, or its bytes and the reason why it has none.
  /// - Throws: The reason why there is no list of records, or that it has more than `most`.
  package static func forEachValue(
    of body: [UInt8], at items: RecordPath?, most: Int = mostRecords,
    _ take: (Result<ReadRecord, UnreadRecord>) -> Void
  ) throws(RecordError) {
    var failure: RecordError?
    body.withUnsafeBufferPointer { text in
      do throws(RecordError) {
        var reader = LineReader(of: .any, format: .json)
        var count = 0
        try RecordList(in: text, at: items).forEach { element in
          count += 1
          guard count <= most else { return false }
          do throws(LineProblem) {
            let bytes = UnsafeRawBufferPointer(element.bytes)
            take(.success(try reader.record(of: bytes) ?? ReadRecord(.null)))
          } catch {
            let text = String(
              decoding: element.bytes.prefix(LineSplitter.longestLine), as: UTF8.self)
            take(.failure(UnreadRecord(text: text, reason: error.reason)))
          }
          return true
        }
        guard count <= most else {
          throw RecordError("it has more than \(most) records; ask for fewer at a time")
        }
      } catch { failure = error }
    }
    if let failure { throw failure }
  }
}
