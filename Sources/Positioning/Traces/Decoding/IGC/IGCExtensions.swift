/// The columns after the fixed ones of an IGC log's fixes, as its I record defines them.
struct IGCExtensions: Sendable {
  /// A column that is read.
  enum Code: Sendable {
    /// Further decimals of the minutes.
    case latitude, longitude
    /// Decimals of the second.
    case second
    case accuracy, satellites
  }

  private var columns: [(code: Code, first: Int, last: Int)] = []

  /// No columns.
  init() {}

  /// Reads an I record: a count, then the first and the last column and a code for each.
  init(_ record: ByteText) {
    var rest = record.dropping(1)
    guard let count = rest.prefix(2).natural else { return }
    rest.drop(2)
    for _ in 0..<count {
      guard rest.count >= 7, let first = rest.prefix(2).natural,
        let last = rest.dropping(2).prefix(2).natural
      else { return }
      let name = rest.dropping(4).prefix(3)
      rest.drop(7)
      guard let code = IGCExtensions.code(name), first >= 36, last >= first, last - first < 9
      else { continue }
      columns.append((code, first, last))
    }
  }

  /// The number in a column of a record, and its number of digits.
  func number(_ code: Code, in record: ByteText) -> (value: Int, digits: Int)? {
    guard let column = columns.first(where: { $0.code == code }), record.count >= column.last,
      let value = record.dropping(column.first - 1).prefix(column.last - column.first + 1).natural
    else { return nil }
    return (value, column.last - column.first + 1)
  }

  private static func code(_ name: ByteText) -> Code? {
    name.lookUp([
      ("LAD", .latitude), ("LOD", .longitude), ("TDS", .second), ("FXA", .accuracy),
      ("SIU", .satellites),
    ])
  }
}
