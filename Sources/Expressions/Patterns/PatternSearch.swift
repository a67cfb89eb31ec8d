/// Searches a string for the first part that matches a pattern, and for the text of its groups.
///
/// All paths through the pattern advance together, one character at a time; if two meet, the one
/// that was tried first continues (Pike's method). The time is O(text · pattern) for any input.
/// Counted repetitions are expanded, within the limit of ``PatternReader``.
struct PatternSearch {
  private enum Step {
    case character(CharacterTest)
    case position(PatternPosition)
    case lookahead(PatternNode, isNegative: Bool, number: Int)
    /// Notes the position as a bound of a group: 2 · group for its start, and 1 more for its end.
    case bound(Int)
    /// Continues at one step, or else at another, in this order.
    case fork(Int, Int)
    case end
  }

  /// A path through the pattern: its current step, and the bounds of groups, -1 for none.
  private typealias Way = (step: Int, bounds: [Int])

  private var steps: [Step] = []
  private let groupCount: Int

  /// The maximum number of steps of a search.
  private static let limit = 1_000

  /// Makes a search; nil if the pattern is too large.
  init?(_ pattern: PatternNode, groupCount: Int) {
    self.groupCount = groupCount
    add(pattern)
    if steps.count > Self.limit || groupCount > Self.limit { return nil }
    steps.append(.end)
  }

  private mutating func add(_ node: PatternNode) {
    if steps.count > Self.limit { return }
    switch node {
    case .character(let test): steps.append(.character(test))
    case .position(let position): steps.append(.position(position))
    case .lookahead(let node, let isNegative, let number):
      steps.append(.lookahead(node, isNegative: isNegative, number: number))
    case .sequence(let nodes): for node in nodes { add(node) }
    case .group(let node, let number):
      steps.append(.bound(2 * number))
      add(node)
      steps.append(.bound(2 * number + 1))
    case .choice(let nodes):
      var ends: [Int] = []
      for node in nodes.dropLast() {
        let fork = placeholder()
        add(node)
        ends.append(placeholder())
        steps[fork] = .fork(fork + 1, steps.count)
      }
      if let last = nodes.last { add(last) }
      for end in ends { steps[end] = .fork(steps.count, steps.count) }
    case .repeated(let node, var least, var most, let isLazy):
      // Repeating an empty match is the same as matching it once.
      if node.size == 0 { (least, most) = (min(least, 1), most.map { min($0, 1) }) }
      for _ in 0..<least { add(node) }
      guard let most else {
        let fork = placeholder()
        add(node)
        steps.append(.fork(fork, fork))
        steps[fork] = Self.fork(fork + 1, steps.count, isLazy)
        return
      }
      var forks: [Int] = []
      for _ in least..<max(least, most) {
        forks.append(placeholder())
        add(node)
      }
      for fork in forks { steps[fork] = Self.fork(fork + 1, steps.count, isLazy) }
    }
  }

  /// Appends a step that is set later, and returns its index.
  private mutating func placeholder() -> Int {
    steps.append(.end)
    return steps.count - 1
  }

  private static func fork(_ inside: Int, _ behind: Int, _ isLazy: Bool) -> Step {
    isLazy ? .fork(behind, inside) : .fork(inside, behind)
  }

  /// Returns the text of the groups in the first match.
  func captures(in text: String) -> [String?]? {
    var run = PatternRun(text)
    var (ways, found) = ([Way](), nil as [Int]?)
    var seen = [Int](repeating: -1, count: steps.count)
    for index in 0...run.characters.count {
      // A match may begin here, unless an earlier beginning has matched.
      var open = ways
      if found == nil { open.append((0, Array(repeating: -1, count: 2 * groupCount))) }
      ways = []
      for way in open {
        var stack = [way]
        while let next = stack.popLast() {
          let step = next.step
          var bounds = next.bounds
          // Of the paths that reach this step at this character, the first counts.
          guard seen[step] != index else { continue }
          seen[step] = index
          switch steps[step] {
          case .character: ways.append((step, bounds))
          case .position(let position):
            if run.holds(position, at: index) { stack.append((step + 1, bounds)) }
          case .lookahead(let node, let isNegative, let number):
            let isFound = run.starts(of: node, ofLookahead: number).contains(index)
            if isFound != isNegative { stack.append((step + 1, bounds)) }
          case .bound(let bound):
            bounds[bound] = index
            stack.append((step + 1, bounds))
          case .fork(let first, let second):
            stack.append((second, bounds))
            stack.append((first, bounds))
          case .end:
            found = bounds
            stack = []
          }
        }
        // A path that has matched takes precedence over later alternatives.
        if seen[steps.count - 1] == index { break }
      }
      guard index < run.characters.count, !ways.isEmpty || found == nil else { break }
      ways = ways.compactMap { way in
        guard case .character(let test) = steps[way.step], test.matches(run.characters[index])
        else { return nil }
        return (way.step + 1, way.bounds)
      }
    }
    return found.map { bounds in
      (0..<groupCount).map { group in
        let (start, end) = (bounds[2 * group], bounds[2 * group + 1])
        return start >= 0 && end >= start ? String(run.characters[start..<end]) : nil
      }
    }
  }
}
