/// Repeated reports of the same kind: the first are passed on, and the rest are counted.
package struct ReportLimit {
  /// The number of reports of a kind that are passed on.
  private let most: Int
  private var counts: [String: Int] = [:]

  /// - Parameter most: The number of reports of a kind that are passed on.
  package init(most: Int = 1_000) { self.most = most }

  /// Counts a report.
  ///
  /// - Parameter report: Passes it on, with an ending to append.
  package mutating func note(_ kind: String, _ report: (_ ending: String) -> Void) {
    let count = counts[kind, default: 0] + 1
    counts[kind] = count
    if count > most { return }
    report(count < most ? "" : "; more errors of this kind are only counted")
  }

  /// Passes on the number of suppressed reports of each kind, and starts again.
  package mutating func finish(_ report: (_ kind: String, _ count: Int) -> Void) {
    let rest = counts.filter { $0.value > most }.sorted { $0.key < $1.key }
    counts = [:]
    for (kind, count) in rest { report(kind, count - most) }
  }
}
