/// The names that a diffable data source has for building a list, for code written for one.
extension ListSnapshot {
  /// Adds the headers of sections behind the last row; one that is there already stays in its
  /// place. O(number of sections).
  ///
  ///     var snapshot = ListSnapshot<String, Contact>()
  ///     snapshot.appendSections(["A", "B"])
  ///     snapshot.appendItems([ann, ali], toSection: "A")
  ///     snapshot.items.count  // 2
  ///
  /// - Parameter sections: The sections' identities, in order.
  public mutating func appendSections(_ sections: [SectionID]) {
    for section in sections { append(section: section) }
  }

  /// Adds items behind the last row, and so to the last section; the same as ``append(_:)``.
  ///
  /// - Parameter items: The items, in order.
  /// - Returns: The items that were left out because one of their identity is there already.
  /// - Complexity: O(number of items).
  @discardableResult
  public mutating func appendItems(_ items: [Item]) -> [Item] { append(items) }

  /// Adds items behind the last one of a section, which has to be there.
  ///
  /// - Parameters:
  ///   - items: The items, in order.
  ///   - section: The section's identity. One that is not there stops the program, as in a diffable
  ///     data source.
  /// - Returns: The items that were left out because one of their identity is there already.
  /// - Complexity: O(number of items) for the last section, O(number of rows) for another.
  @discardableResult
  public mutating func appendItems(_ items: [Item], toSection section: SectionID) -> [Item] {
    guard let header = places[.section(section)] else {
      preconditionFailure(
        "There is no section \(section) to append items to; append it first (appendSections).")
    }
    let isHeader = { (row: Row) in if case .section = row { true } else { false } }
    guard let end = rows[(header + 1)...].firstIndex(where: isHeader) else { return append(items) }
    var added = ListSnapshot()
    let leftOut = items.filter { row(of: $0.id) != nil || !added.append([$0]).isEmpty }
    self = ListSnapshot(rows: rows[..<end] + added.rows + rows[end...])
    return leftOut
  }
}
