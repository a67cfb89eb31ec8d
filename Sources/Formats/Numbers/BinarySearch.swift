extension Range<Int> {
  /// The first index for which a predicate is true, which must be true for all later ones; the
  /// upper bound if there is none. O(log n).
  ///
  ///     [1, 3, 5].indices.partitioningIndex(where: { [1, 3, 5][$0] >= 2 })  // 1
  @inline(__always) package func partitioningIndex(where isBehind: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
