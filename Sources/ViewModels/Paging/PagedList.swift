/// The kept pages of a list, and how to reach the others.
///
/// Invariants: each identity is in one page; the numbers of the pages follow each other.
struct PagedList<Item: Identifiable & Hashable, Cursor: Hashable> {
  /// A page that was loaded.
  private struct Kept {
    /// Its number, counted from the first page that was loaded, below 0 before that.
    var number: Int
    /// The cursor that it was loaded by.
    var cursor: Cursor?
    var items: [Item] = []
    var next: Cursor?
    var previous: Cursor?
    var cost = 0
    /// True if its load has not ended.
    var isPartial = true
    /// The number of items that came with it and are in other pages.
    var knownCount = 0
    /// True if something came with it that was not known.
    var hasNews: Bool { !items.isEmpty }
  }

  /// A page before the kept ones.
  private struct Passed {
    var cursor: Cursor?
    var count: Int
  }

  private var pages: [Kept] = []
  /// The pages before the first that is kept, as far as their successors do not lead back.
  private var passed: [Passed] = []
  /// The numbers of the pages with the items.
  private var numbers: [Item.ID: Int] = [:]
  private var watch = CursorWatch<Cursor>()
  /// The number of items before the first that is kept, as far as they have been loaded.
  private(set) var itemsBefore = 0
  /// False if an unknown number of pages precedes it.
  private(set) var isPositionKnown = true
  /// The number of items that are kept.
  private(set) var count = 0
  /// True if a first page has been loaded.
  private(set) var hasBegun = false

  /// The items that are kept. O(items).
  var items: [Item] { pages.count == 1 ? pages[0].items : pages.flatMap(\.items) }

  /// The cursor of the page after the kept ones: `.some(nil)` is the first page of all, and nil
  /// means that there is none.
  var next: Cursor?? {
    guard let last = pages.last else { return hasBegun ? nil : .some(nil) }
    if last.isPartial { return .some(last.cursor) }
    return last.next.map { .some($0) }
  }

  /// The cursor of the page before the kept ones; nil if there is none.
  var previous: Cursor?? {
    if let passed = passed.last { return .some(passed.cursor) }
    return pages.first?.previous.map { .some($0) }
  }

  /// The cursor of the first kept page, and the number of kept pages.
  var extent: (first: Cursor?, pages: Int) { (pages.first?.cursor, max(1, pages.count)) }

  // MARK: Pages

  /// Takes a part of the page after the last one.
  mutating func append(_ part: CursorPage<Item, Cursor>, of cursor: Cursor?) {
    if pages.last?.isPartial != true {
      pages.append(Kept(number: (pages.last?.number ?? -1) + 1, cursor: cursor))
    }
    add(part, at: pages.count - 1)
  }

  /// Takes a part of the page before the first one.
  mutating func prepend(_ part: CursorPage<Item, Cursor>, of cursor: Cursor?) {
    if pages.first?.isPartial != true {
      pages.insert(Kept(number: (pages.first?.number ?? 1) - 1, cursor: cursor), at: 0)
    }
    add(part, at: 0)
  }

  private mutating func add(_ part: CursorPage<Item, Cursor>, at index: Int) {
    let number = pages[index].number
    for item in part.content {
      if let known = numbers[item.id] {
        if known != number { pages[index].knownCount += 1 }
        let index = known - pages[0].number
        if let row = pages[index].items.firstIndex(where: { $0.id == item.id }) {
          pages[index].items[row] = item
        }
      } else {
        numbers[item.id] = number
        pages[index].items.append(item)
        count += 1
      }
    }
    pages[index].next = part.next
    pages[index].previous = part.previous ?? pages[index].previous
    pages[index].cost += part.cost
  }

  /// Ends the load of the page after the others.
  ///
  /// - Returns: False if it repeats what came before, by its items or by the cursor that it names.
  mutating func finishNext(of cursor: Cursor?) -> Bool {
    hasBegun = true
    if pages.last?.isPartial != true { append(CursorPage([], next: nil), of: cursor) }
    let index = pages.count - 1
    pages[index].isPartial = false
    let page = pages[index]
    guard let next = page.next else { return true }
    if !page.hasNews, page.knownCount > 0 { return false }
    if pages.contains(where: { $0.cursor == .some(next) }) { return false }
    return watch.passes(next, as: page.number)
  }

  /// Ends the load of the page before the others.
  mutating func finishPrevious(of cursor: Cursor?) {
    if pages.first?.isPartial != true { prepend(CursorPage([], next: nil), of: cursor) }
    pages[0].isPartial = false
    let count = pages[0].items.count
    itemsBefore = max(0, itemsBefore - (passed.popLast()?.count ?? count))
    if passed.isEmpty, pages[0].previous == nil { (itemsBefore, isPositionKnown) = (0, true) }
    // Without its own successor it leads to the page that it was loaded for.
    if pages[0].next == nil, pages.count > 1 { pages[0].next = pages[1].cursor }
  }

  /// Replaces the kept pages by the last page of all.
  mutating func replace(byLast page: CursorPage<Item, Cursor>, at cursor: Cursor, itemsBefore: Int?)
  {
    self = PagedList()
    hasBegun = true
    pages = [Kept(number: 0, cursor: cursor, isPartial: false)]
    add(page, at: 0)
    self.itemsBefore = itemsBefore ?? 0
    isPositionKnown = itemsBefore != nil || page.previous == nil
  }

  /// Replaces all pages by those that were loaded again.
  mutating func replace(by fresh: [(cursor: Cursor?, page: CursorPage<Item, Cursor>)]) {
    let number = pages.first?.number ?? 0
    (pages, numbers, count, hasBegun) = ([], [:], 0, true)
    for (offset, (cursor, page)) in fresh.enumerated() {
      pages.append(Kept(number: number + offset, cursor: cursor, isPartial: false))
      add(page, at: offset)
    }
  }

  // MARK: Bounds

  /// Lets pages go that are too many, from one end.
  ///
  /// - Parameters:
  ///   - bound: How much may stay.
  ///   - fromFront: True to drop pages at the beginning, false for those at the end.
  ///   - view: The rows that have to stay.
  /// - Returns: The number of items that went from the front.
  mutating func shrink(to bound: KeptPages, fromFront: Bool, keeping view: Range<Int>) -> Int {
    var removed = 0
    var cost = pages.reduce(0) { $0 + $1.cost }
    while pages.count > 1, pages.count > bound.pages || cost > bound.cost {
      let page = fromFront ? pages[0] : pages[pages.count - 1]
      let rows =
        fromFront
        ? removed..<removed + page.items.count
        : removed + count - page.items.count..<removed + count
      if rows.overlaps(view) { break }
      for item in page.items { numbers[item.id] = nil }
      count -= page.items.count
      cost -= page.cost
      if fromFront {
        pages.removeFirst()
        itemsBefore += page.items.count
        removed += page.items.count
        // Pages that the source leads back to need not be remembered.
        if pages[0].previous == nil || !passed.isEmpty {
          passed.append(Passed(cursor: page.cursor, count: page.items.count))
        }
      } else {
        pages.removeLast()
      }
    }
    return removed
  }
}

/// A watch for cursors that lead in a circle, however long, by remembering one of them (Brent's
/// algorithm).
struct CursorWatch<Cursor: Hashable> {
  private var remembered: Cursor?
  private var farthest = Int.min
  // The number of cursors since the remembered one, and after how many the next one is.
  private var steps = 0
  private var limit = 1

  /// Takes the next cursor of a page, and returns false if it was there before.
  ///
  /// - Parameter number: The page's number. Only pages that have not been reached before count.
  mutating func passes(_ cursor: Cursor, as number: Int) -> Bool {
    guard number > farthest else { return true }
    farthest = number
    if cursor == remembered { return false }
    steps += 1
    if steps == limit { (remembered, steps, limit) = (cursor, 0, limit * 2) }
    return true
  }
}
