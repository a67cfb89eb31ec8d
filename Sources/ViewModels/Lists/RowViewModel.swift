import Reactive

/// The content of a row of a list, kept fresh: the row observes the properties that it shows.
///
///     let row = RowViewModel(contact)
///     row.publisher(for: \.name).assign(to: \.text, on: label)
///
/// Made once for each item and kept while the item is in the list, by `applyingChanges(_:)` of an
/// array of rows.
@MainActor
public final class RowViewModel<Item: Identifiable & Sendable>: ObservableObject, Identifiable
where Item.ID: Sendable {
  /// The item's identity; the same for as long as the row lives.
  public nonisolated let id: Item.ID
  /// The present item.
  @Published public private(set) var item: Item

  /// Makes the row of an item.
  public init(_ item: Item) {
    id = item.id
    self.item = item
  }

  /// Publishes one property of the item: at once, and whenever it has another value.
  public func publisher<Value: Equatable>(
    for property: KeyPath<Item, Value>
  ) -> AnyPublisher<Value, Never> {
    $item.map { $0[keyPath: property] }.removeDuplicates().eraseToAnyPublisher()
  }

  /// Takes in the present item; one of another identity is ignored.
  public func update(to item: Item) { if item.id == id { self.item = item } }
}

extension Array {
  /// Applies the changes of items to their rows: new items get a row, rows whose item has changed
  /// are updated, and all others stay unchanged.
  @MainActor public func applyingChanges<Item: Identifiable & Equatable & Sendable>(
    _ changes: ListDiff<Item>
  ) -> [Element] where Element == RowViewModel<Item> {
    applyingChanges(changes, updating: { $0.update(to: $1) }) { RowViewModel($0) }
  }
}
