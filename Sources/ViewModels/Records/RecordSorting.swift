extension RecordTable {
  /// Returns the rows sorted by a column. O(n log n).
  ///
  /// Numbers come first, by value, then texts regardless of case, and empty cells last; equal cells
  /// keep their order.
  ///
  /// - Parameters:
  ///   - column: The number of the column, from 0.
  ///   - isDescending: True for the reverse order, with empty cells still last.
  package func rows(by column: Int, isDescending: Bool = false) -> [Row] {
    guard columns.indices.contains(column) else { return rows }
    let keys = rows.map { row in SortKey(row[column]) }
    let order = rows.indices.sorted { left, right in
      let (first, second) = (keys[left], keys[right])
      if first.kind == .empty || second.kind == .empty || first == second {
        return (first.kind == .empty ? 1 : 0, left) < (second.kind == .empty ? 1 : 0, right)
      }
      return isDescending ? second < first : first < second
    }
    return order.map { rows[$0] }
  }
}

/// The rank of a cell in an order.
private struct SortKey: Comparable {
  enum Kind: Comparable { case number, text, empty }

  let kind: Kind
  let number: Double
  let text: String

  init(_ cell: RecordTable.Cell) {
    let (amount, words) = (cell.number, cell.text)
    kind = amount != nil ? .number : words.isEmpty ? .empty : .text
    number = amount ?? 0
    text = kind == .text ? words.lowercased() : ""
  }

  static func < (left: SortKey, right: SortKey) -> Bool {
    (left.kind, left.number, left.text) < (right.kind, right.number, right.text)
  }
}
