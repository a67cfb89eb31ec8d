/// Changes that are shown before the source has agreed to them: items that are added or removed.
///
/// They lie over the loaded items, so that taking one back is leaving it out.
struct PageEdits<Item: Identifiable & Hashable> {
  /// A change.
  enum Change {
    /// An item in front of another; nil for the end.
    case insertion(Item, before: Item.ID?)
    /// The item of an identity is not shown.
    case removal(Item.ID)
  }

  private struct Edit {
    let number: Int
    var change: Change
    /// True if the source has agreed.
    var isSettled = false
  }

  private var edits: [Edit] = []
  private var count = 0

  /// Adds a change, and returns its number.
  mutating func add(_ change: Change) -> Int {
    count += 1
    edits.append(Edit(number: count, change: change))
    return count
  }

  /// Takes a change back.
  mutating func takeBack(_ number: Int) { edits.removeAll { $0.number == number } }

  /// Settles an insertion: the item is shown as the source has it, until the source brings it.
  mutating func settle(_ number: Int, as item: Item?) {
    guard let index = edits.firstIndex(where: { $0.number == number }) else { return }
    edits[index].isSettled = true
    if let item, case .insertion(_, let next) = edits[index].change {
      edits[index].change = .insertion(item, before: next)
    }
  }

  /// Forgets the changes that the source has agreed to: what comes now has them.
  mutating func forgetSettled() { edits.removeAll(where: \.isSettled) }

  /// Returns the items with the changes. O(items) for each change.
  func applied(to loaded: [Item], isLoaded: (Item.ID) -> Bool) -> [Item] {
    var items = loaded
    var gone: Set<Item.ID> = []
    for edit in edits {
      switch edit.change {
      case .removal(let id): gone.insert(id)
      case .insertion(let item, let next):
        guard !isLoaded(item.id) else { continue }
        if let next {
          guard let index = items.firstIndex(where: { $0.id == next }) else { continue }
          items.insert(item, at: index)
        } else {
          items.append(item)
        }
      }
    }
    if !gone.isEmpty { items.removeAll { gone.contains($0.id) } }
    return items
  }
}
