extension MarbleTimeline {
  /// The lengths of a step, in nanoseconds, that a diagram may choose.
  private static let steps: [Int] =
    [1, 2, 5, 10, 20, 50, 100, 200, 250, 500].map { $0 * 1_000_000 }
    + [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 21_600, 86_400].map {
      $0 * 1_000_000_000
    }

  /// Returns the length of a step, in nanoseconds, that keeps a diagram within a number of cells: a
  /// second if all events are at whole seconds, or else a shorter one that divides all times or
  /// keeps events apart; a longer one if none of these fits.
  func step(fitting cells: Int) -> Int {
    let last = nanoseconds
    let steps = Self.steps.filter { last / $0 < cells }
    var long = Self.steps[Self.steps.count - 1]
    guard let shortest = steps.first else {
      while last / long >= cells { long *= 2 }
      return long
    }
    let instants = Set(rows.flatMap { $0.marbles.map(\.nanoseconds) })
    let short = steps.filter { $0 <= 1_000_000_000 }.reversed()
    return short.first { step in instants.allSatisfy { $0 % step == 0 } }
      ?? short.first { step in Set(instants.map { $0 / step }).count == instants.count }
      ?? shortest
  }
}
