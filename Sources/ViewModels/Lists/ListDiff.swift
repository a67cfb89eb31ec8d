/// The changes that turn one list into another: rows are removed, inserted, moved and updated.
///
///     let difference = ListDiff(from: old, to: new)
///     difference.insertions.map(\.element)  // those that `old` does not have
///     old.applying(difference) == new  // true
///
/// Identity decides which rows are the same, and equality whether one has changed. A row that has
/// moved and changed is among the moves and among the updates. As few rows as possible count as
/// moved: all that keep their order among each other have not.
public struct ListDiff<Element: Identifiable & Equatable> {
  /// A removed row.
  public struct Removal {
    /// Its index in the old list.
    public let offset: Int
    /// The row.
    public let element: Element
    @usableFromInline init(offset: Int, element: Element) {
      (self.offset, self.element) = (offset, element)
    }
  }

  /// A row that was not there.
  public struct Insertion {
    /// Its index in the new list.
    public let offset: Int
    /// The row.
    public let element: Element
    @usableFromInline init(offset: Int, element: Element) {
      (self.offset, self.element) = (offset, element)
    }
  }

  /// A row that has another index among those that stayed.
  public struct Move: Hashable, Sendable {
    /// Its index in the old list.
    public let from: Int
    /// Its index in the new list.
    public let to: Int
    @usableFromInline init(from: Int, to: Int) { (self.from, self.to) = (from, to) }
  }

  /// A row whose contents have changed.
  public struct Update {
    /// Its index in the new list.
    public let offset: Int
    /// The old row.
    public let old: Element
    /// The new row.
    public let new: Element
    @usableFromInline init(offset: Int, old: Element, new: Element) {
      (self.offset, self.old, self.new) = (offset, old, new)
    }
  }

  /// The rows that go, in the order of the old list.
  public internal(set) var removals: [Removal] = []
  /// The added rows, in the order of the new list.
  public internal(set) var insertions: [Insertion] = []
  /// The rows that have moved, in the order of the new list.
  public internal(set) var moves: [Move] = []
  /// The rows that have changed, in the order of the new list.
  public internal(set) var updates: [Update] = []
  /// The number of rows of the old list.
  @usableFromInline package let oldCount: Int

  /// The number of rows of the new list.
  @inlinable package var newCount: Int { oldCount - removals.count + insertions.count }

  /// True if both lists have the same rows with the same contents.
  public var isEmpty: Bool {
    removals.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty
  }

  @usableFromInline init(
    oldCount: Int, removals: [Removal], insertions: [Insertion], moves: [Move], updates: [Update]
  ) {
    self.oldCount = oldCount
    (self.removals, self.insertions) = (removals, insertions)
    (self.moves, self.updates) = (moves, updates)
  }
}

extension ListDiff: Equatable {}
extension ListDiff.Removal: Equatable {}
extension ListDiff.Insertion: Equatable {}
extension ListDiff.Update: Equatable {}
extension ListDiff: Sendable where Element: Sendable {}
extension ListDiff.Removal: Sendable where Element: Sendable {}
extension ListDiff.Insertion: Sendable where Element: Sendable {}
extension ListDiff.Update: Sendable where Element: Sendable {}

extension Array where Element: Identifiable & Equatable {
  /// Returns the list that a difference makes of this one; nil if it is not the one it was made
  /// from, as far as the number of elements shows. O(*n*).
  @inlinable public func applying(_ difference: ListDiff<Element>) -> [Element]? {
    guard count == difference.oldCount else { return nil }
    return applyingChanges(difference, updating: { $0 = $1 }, { $0 })
  }
}

extension Array {
  /// Applies a list's difference to the rows made of its elements.
  ///
  ///     rows = rows.applyingChanges(changes) { ContactRow($0) }
  ///
  /// A row is made once, when its element appears, and kept from then on: it moves with the
  /// element, and is released when the element is removed. It is a programming error if the
  /// difference was made from a list of another length.
  ///
  /// - Parameters:
  ///   - changes: The changes of the elements.
  ///   - updating: Updates a row whose element has changed; unnecessary for rows that observe their
  ///     element themselves.
  ///   - transform: Makes the row of an element.
  /// - Complexity: O(*n*), with as many calls of the closures as there are changes.
  @inlinable public func applyingChanges<Source>(
    _ changes: ListDiff<Source>, updating: (inout Element, Source) -> Void = { _, _ in },
    _ transform: (Source) -> Element
  ) -> [Element] {
    precondition(
      count == changes.oldCount,
      "The changes are those of a list of \(changes.oldCount) rows, and this one has \(count).")
    var isGone = [Bool](repeating: false, count: count)
    for removal in changes.removals { isGone[removal.offset] = true }
    for move in changes.moves { isGone[move.from] = true }
    var rows: [Element] = []
    rows.reserveCapacity(changes.newCount)
    var insertions = changes.insertions[...]
    var moves = changes.moves[...]
    // The next row that keeps its order.
    var next = 0
    while rows.count < changes.newCount {
      if insertions.first?.offset == rows.count, let insertion = insertions.popFirst() {
        rows.append(transform(insertion.element))
      } else if moves.first?.to == rows.count, let move = moves.popFirst() {
        rows.append(self[move.from])
      } else {
        while isGone[next] { next += 1 }
        rows.append(self[next])
        next += 1
      }
    }
    for update in changes.updates { updating(&rows[update.offset], update.new) }
    return rows
  }
}
