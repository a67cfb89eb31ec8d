/// The structure of a pattern.
indirect enum PatternNode: Sendable {
  /// A character that passes a test.
  case character(CharacterTest)
  /// A position between two characters.
  case position(PatternPosition)
  /// One after the other.
  case sequence([PatternNode])
  /// One of several.
  case choice([PatternNode])
  /// A number of repetitions; unlimited if `most` is nil. Tries few before many if it is lazy.
  case repeated(PatternNode, least: Int, most: Int?, isLazy: Bool)
  /// A group whose text is captured, by its number from 0.
  case group(PatternNode, number: Int)
  /// A position at which a part matches, or does not match; each lookahead has its own number.
  case lookahead(PatternNode, isNegative: Bool, number: Int)

  /// The number of characters, including repetitions.
  var size: Int {
    switch self {
    case .character, .position: 1
    case .sequence(let nodes), .choice(let nodes): nodes.reduce(0) { $0 + $1.size }
    case .repeated(let node, let least, let most, _): node.size * max(1, most ?? least)
    case .lookahead(let node, _, _), .group(let node, _): node.size
    }
  }
}

/// A position that a pattern requires.
enum PatternPosition: Sendable { case start, end, lineStart, lineEnd, wordBoundary, noWordBoundary }

/// Matches a string from its end to its beginning: each part of a pattern maps the set of positions
/// where it may end to the set of positions where it may begin. Nothing is tried twice, and there
/// is no backtracking.
struct PatternRun {
  let characters: [Character]
  /// The positions at which lookaheads match, by their numbers.
  private var lookaheads: [Int: Set<Int>] = [:]

  init(_ text: String) { characters = Array(text) }

  /// Returns true if the whole string matches.
  mutating func matches(_ pattern: PatternNode) -> Bool {
    starts(of: pattern, endingAt: [characters.count]).contains(0)
  }

  /// Returns the positions from which a part leads to any of a set of ends.
  private mutating func starts(of node: PatternNode, endingAt ends: Set<Int>) -> Set<Int> {
    guard !ends.isEmpty else { return ends }
    switch node {
    case .character(let test):
      var starts: Set<Int> = []
      for end in ends where end > 0 && test.matches(characters[end - 1]) { starts.insert(end - 1) }
      return starts
    case .position(let position): return ends.filter { holds(position, at: $0) }
    case .sequence(let nodes): return nodes.reversed().reduce(ends) { starts(of: $1, endingAt: $0) }
    case .choice(let nodes):
      return nodes.reduce(into: []) { $0.formUnion(starts(of: $1, endingAt: ends)) }
    case .group(let node, _): return starts(of: node, endingAt: ends)
    case .repeated(let node, let least, let most, _):
      var reached = ends
      for _ in 0..<least {
        let next = starts(of: node, endingAt: reached)
        if next == reached { break }
        reached = next
      }
      var (front, left) = (reached, most.map { $0 - least } ?? .max)
      while left > 0, !front.isEmpty {
        front = starts(of: node, endingAt: front).filter { reached.insert($0).inserted }
        left -= 1
      }
      return reached
    case .lookahead(let node, let isNegative, let number):
      let found = starts(of: node, ofLookahead: number)
      return ends.filter { found.contains($0) != isNegative }
    }
  }

  /// Returns the positions at which a lookahead succeeds.
  mutating func starts(of node: PatternNode, ofLookahead number: Int) -> Set<Int> {
    let found = lookaheads[number] ?? starts(of: node, endingAt: Set(0...characters.count))
    lookaheads[number] = found
    return found
  }

  func holds(_ position: PatternPosition, at index: Int) -> Bool {
    let (isStart, isEnd) = (index == 0, index == characters.count)
    func isWord(_ index: Int) -> Bool {
      characters.indices.contains(index) && CharacterTest.word.matches(characters[index])
    }
    return switch position {
    case .start: isStart
    case .end: isEnd
    case .lineStart: isStart || characters[index - 1].isNewline
    case .lineEnd: isEnd || characters[index].isNewline
    case .wordBoundary: isWord(index - 1) != isWord(index)
    case .noWordBoundary: isWord(index - 1) == isWord(index)
    }
  }
}
