extension ListDiff {
  /// Compares two lists.
  ///
  /// If several elements have the same identity, the first corresponds to the first, the second to
  /// the second, and so on.
  ///
  /// - Complexity: O(*n*) if the rows keep their order; each row that does not adds O(log *n*).
  @inlinable public init(from old: [Element], to new: [Element]) {
    let ends = CommonEnds(old, new)
    var indices: [Element.ID: Int] = [:]
    indices.reserveCapacity(old.count - ends.start - ends.end)
    var twins = Twins()
    for index in ends.start..<old.count - ends.end {
      if let first = indices[old[index].id] {
        twins.add(index, first: first)
      } else {
        indices[old[index].id] = index
      }
    }
    self.init(from: old, to: new, ends) { id in indices[id].flatMap { twins.take($0) } }
  }

  /// Compares two lists without twins.
  ///
  /// - Parameter index: The index of an identity in the old list.
  @inlinable init(from old: [Element], to new: [Element], index: (Element.ID) -> Int?) {
    self.init(from: old, to: new, CommonEnds(old, new), index: index)
  }

  /// Compares the parts between two ends that the lists have in common.
  ///
  /// - Parameter index: The index of an identity in the old list.
  @inlinable init(
    from old: [Element], to new: [Element], _ ends: CommonEnds, index: (Element.ID) -> Int?
  ) {
    var removals: [Removal] = []
    var insertions: [Insertion] = []
    var updates: [Update] = []
    func compare(_ from: Int, _ to: Int) {
      if old[from] != new[to] { updates.append(Update(offset: to, old: old[from], new: new[to])) }
    }
    for offset in 0..<ends.start { compare(offset, offset) }

    var isMatched = [Bool](repeating: false, count: old.count - ends.start - ends.end)
    // Rows that are in both, in their new order.
    var matches: [Move] = []
    matches.reserveCapacity(isMatched.count)
    for to in ends.start..<new.count - ends.end {
      if let from = index(new[to].id), !isMatched[from - ends.start] {
        isMatched[from - ends.start] = true
        matches.append(Move(from: from, to: to))
        compare(from, to)
      } else {
        insertions.append(Insertion(offset: to, element: new[to]))
      }
    }
    for index in isMatched.indices where !isMatched[index] {
      let offset = index + ends.start
      removals.append(Removal(offset: offset, element: old[offset]))
    }

    let shift = new.count - old.count
    for from in old.count - ends.end..<old.count { compare(from, from + shift) }
    self.init(
      oldCount: old.count, removals: removals, insertions: insertions,
      moves: matches.outOfOrder { $0.from }, updates: updates)
  }
}

/// The number of rows that two lists have in common at their beginnings, and at their ends after
/// that.
///
/// Most differences are small and in one index, and common rows need not be looked up.
@usableFromInline struct CommonEnds {
  @usableFromInline var start = 0
  @usableFromInline var end = 0

  @inlinable init<Element: Identifiable>(_ old: [Element], _ new: [Element]) {
    let least = min(old.count, new.count)
    while start < least, old[start].id == new[start].id { start += 1 }
    while end < least - start, old[old.count - 1 - end].id == new[new.count - 1 - end].id {
      end += 1
    }
  }
}

/// The indices of elements that share their identity with one in front of them.
@usableFromInline struct Twins {
  /// The indices of all elements that share an identity, by the first one's index.
  private var all: [Int: [Int]] = [:]
  /// The number of them that have been taken.
  private var taken: [Int: Int] = [:]

  @usableFromInline init() {}

  @usableFromInline mutating func add(_ index: Int, first: Int) {
    all[first, default: [first]].append(index)
  }

  /// Returns the next index of an identity, by that of the first; nil if all have been taken. The
  /// index of one without twins is always the same.
  @usableFromInline mutating func take(_ first: Int) -> Int? {
    guard !all.isEmpty, let indices = all[first] else { return first }
    let next = taken[first, default: 0]
    taken[first] = next + 1
    return next < indices.count ? indices[next] : nil
  }
}

extension Array {
  /// Returns the fewest elements without which the numbers of the others rise.
  ///
  /// The others are a longest rising subsequence, found by patience sorting: the last element of
  /// the best subsequence of each length is kept. O(*n*), and O(log *n*) more for each element that
  /// is smaller than one before it.
  @inlinable func outOfOrder(_ number: (Element) -> Int) -> [Element] {
    /// For each length, the index of the smallest element that a subsequence of it ends with.
    var ends: [Int] = []
    /// For each element, the index of the one before it in the best subsequence that it ends.
    var previous = [Int](repeating: -1, count: count)
    ends.reserveCapacity(count)
    for index in indices {
      let value = number(self[index])
      var length = ends.count
      if let last = ends.last, number(self[last]) > value {
        var lower = 0
        while lower < length {
          let middle = (lower + length) / 2
          if number(self[ends[middle]]) < value { lower = middle + 1 } else { length = middle }
        }
      }
      previous[index] = length > 0 ? ends[length - 1] : -1
      if length == ends.count { ends.append(index) } else { ends[length] = index }
    }
    guard ends.count < count, var index = ends.last else { return [] }
    var isInOrder = [Bool](repeating: false, count: count)
    while index >= 0 {
      isInOrder[index] = true
      index = previous[index]
    }
    return indices.filter { !isInOrder[$0] }.map { self[$0] }
  }
}
