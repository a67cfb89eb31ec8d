/// The rows of a list at one time: items, and the headers of the sections that contain them.
///
///     var snapshot = ListSnapshot<String, Contact>()
///     snapshot.append(section: "A")
///     snapshot.append([ann, ali])
///     snapshot.row(of: ali.id)  // 2: the header is row 0
///
/// A row's identity and its contents are two things: rows with one identity (`id`) are the same
/// row, and equality (`==`) decides whether it has changed. No identity occurs twice: an item
/// that comes again is left out and returned. Items in front of the first header belong to no
/// section; a list that has none is a `ListSnapshot<Never, Item>`.
public struct ListSnapshot<SectionID: Hashable, Item: Identifiable & Equatable> {
  /// A row of the list.
  public enum Row: Identifiable, Equatable {
    /// The header of a section.
    case section(SectionID)
    /// An item.
    case item(Item)

    /// The identity of a row.
    public enum ID: Hashable {
      /// The header of a section.
      case section(SectionID)
      /// The item of an identity.
      case item(Item.ID)

      /// Returns true if two rows are the same.
      @inlinable public static func == (a: ID, b: ID) -> Bool {
        switch (a, b) {
        case (.section(let a), .section(let b)): a == b
        case (.item(let a), .item(let b)): a == b
        case (.section, .item), (.item, .section): false
        }
      }

      /// Feeds the row's identity into a hasher.
      @inlinable public func hash(into hasher: inout Hasher) {
        switch self {
        case .section(let id):
          hasher.combine(true)
          hasher.combine(id)
        case .item(let id): hasher.combine(id)
        }
      }
    }

    /// The row's identity, independent of its contents.
    @inlinable public var id: ID {
      switch self {
      case .section(let id): .section(id)
      case .item(let item): .item(item.id)
      }
    }

    /// The item; nil for a header.
    @inlinable public var item: Item? { if case .item(let item) = self { item } else { nil } }

    /// Returns true if two rows are the same and have the same contents.
    @inlinable public static func == (a: Row, b: Row) -> Bool {
      switch (a, b) {
      case (.section(let a), .section(let b)): a == b
      case (.item(let a), .item(let b)): a == b
      case (.section, .item), (.item, .section): false
      }
    }
  }

  /// A section of the list.
  public struct Section {
    /// The section's identity; nil for the items in front of the first header.
    public let id: SectionID?
    /// Its items, in order.
    public let items: [Item]
  }

  /// All rows, including headers.
  public private(set) var rows: [Row]
  /// The index of each row. Invariant: it has the identities of `rows`, each with its index.
  @usableFromInline private(set) var indices: [Row.ID: Int]

  /// Makes a list without rows.
  public init() { (rows, indices) = ([], [:]) }

  /// Makes a list of items without sections. O(*n*).
  ///
  /// Of items with the same identity only the first is added; ``append(_:)`` returns the others.
  @inlinable public init(_ items: some Sequence<Item>) { self.init(rows: items.lazy.map(Row.item)) }

  /// Makes a list of items in sections, which are in the order of their first items. O(*n*).
  ///
  ///     ListSnapshot(contacts) { $0.name.prefix(1).uppercased() }
  @inlinable public init(_ items: some Sequence<Item>, sectionedBy section: (Item) -> SectionID) {
    var order: [SectionID] = []
    var members: [SectionID: [Item]] = [:]
    for item in items {
      let id = section(item)
      if members[id] == nil { order.append(id) }
      members[id, default: []].append(item)
    }
    self.init(
      rows: order.lazy.flatMap { id in [Row.section(id)] + members[id, default: []].map(Row.item) })
  }

  /// Makes a list of those rows that are not there already.
  @inlinable init(rows source: some Sequence<Row>) {
    var rows: [Row] = []
    var indices: [Row.ID: Int] = [:]
    rows.reserveCapacity(source.underestimatedCount)
    indices.reserveCapacity(source.underestimatedCount)
    for row in source {
      let index = rows.count
      // One look-up for both question and answer.
      let taken = { (entry: inout Int) in
        if entry < 0 { entry = index }
        return entry != index
      }(&indices[row.id, default: -1])
      if !taken { rows.append(row) }
    }
    self.init(rows: rows, indices: indices)
  }

  @usableFromInline init(rows: [Row], indices: [Row.ID: Int]) {
    (self.rows, self.indices) = (rows, indices)
  }

  /// Adds the header of a section after the last row; returns false if it already exists.
  @discardableResult
  public mutating func append(section: SectionID) -> Bool { add(.section(section)) }

  /// Adds items after the last row, and so to the last section.
  ///
  /// - Returns: The items that were left out because one of their identity is there already.
  /// - Complexity: O(number of items).
  @discardableResult public mutating func append(_ items: some Sequence<Item>) -> [Item] {
    items.filter { !add(.item($0)) }
  }

  /// Replaces the item of the same identity, which keeps its row; returns false if there is none.
  @discardableResult public mutating func update(_ item: Item) -> Bool {
    guard let index = row(of: item.id) else { return false }
    rows[index] = .item(item)
    return true
  }

  private mutating func add(_ row: Row) -> Bool {
    guard indices[row.id] == nil else { return false }
    indices[row.id] = rows.count
    rows.append(row)
    return true
  }
}

extension ListSnapshot {
  /// The number of rows, including headers.
  @inlinable public var count: Int { rows.count }

  /// True if there are no rows.
  @inlinable public var isEmpty: Bool { rows.isEmpty }

  /// All items, in order. O(*n*).
  public var items: [Item] { rows.compactMap(\.item) }

  /// The sections with their items. O(*n*).
  public var sections: [Section] {
    var sections: [Section] = []
    var id: SectionID?
    var items: [Item] = []
    func close() {
      if id != nil || !items.isEmpty { sections.append(Section(id: id, items: items)) }
      items = []
    }
    for row in rows {
      switch row {
      case .section(let next):
        close()
        id = next
      case .item(let item): items.append(item)
      }
    }
    close()
    return sections
  }

  /// Returns the row of the item with an identity; nil if there is none. O(1).
  @inlinable public func row(of id: Item.ID) -> Int? { indices[.item(id)] }

  /// The item with an identity; nil if there is none. O(1).
  @inlinable public subscript(id id: Item.ID) -> Item? { row(of: id).flatMap { rows[$0].item } }

  /// Returns the changes that turn an older list into this one.
  ///
  /// - Complexity: The same as of ``ListDiff/init(from:to:)``.
  @inlinable public func difference(from old: ListSnapshot) -> ListDiff<Row> {
    ListDiff(from: old.rows, to: rows) { old.indices[$0] }
  }

  /// Returns the list that a difference makes of this one; nil if it is not the one it was made
  /// from, as far as the number of rows shows. O(*n*).
  @inlinable public func applying(_ difference: ListDiff<Row>) -> ListSnapshot? {
    rows.applying(difference).map { ListSnapshot(rows: $0) }
  }
}

extension ListSnapshot: Equatable {
  /// Returns true if both have the same rows with the same contents. O(*n*).
  @inlinable public static func == (a: ListSnapshot, b: ListSnapshot) -> Bool { a.rows == b.rows }
}

extension ListSnapshot.Section: Equatable {}
extension ListSnapshot: Sendable where SectionID: Sendable, Item: Sendable, Item.ID: Sendable {}
extension ListSnapshot.Row: Sendable where SectionID: Sendable, Item: Sendable {}
extension ListSnapshot.Row.ID: Sendable where SectionID: Sendable, Item.ID: Sendable {}
extension ListSnapshot.Section: Sendable where SectionID: Sendable, Item: Sendable {}
