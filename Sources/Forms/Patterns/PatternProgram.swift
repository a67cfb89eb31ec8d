/// A pattern as steps that are followed all at once.
///
/// - Invariant: Every target of a step is the index of one.
struct PatternProgram: Sendable {
  private(set) var steps: [Step] = []
  private(set) var tests: [CharacterTest] = []
  private(set) var places: [PlaceTest] = []
  private(set) var lookaheadCount = 0

  enum Step: Sendable {
    /// A character that meets a test, and then the next step.
    case test(Int)
    /// A place that meets a test, and then the next step.
    case place(Int)
    /// Two ways to go on.
    case split(Int, Int)
    /// Another step.
    case jump(Int)
    /// A place from which a way through the next steps to their end is found, or none is; and then
    /// a later step.
    case lookahead(isNegative: Bool, number: Int, then: Int)
    /// The end.
    case accept
  }

  /// The most steps, into which `[0-9]{5}` makes five.
  static let stepLimit = 10_000

  /// Makes the program of a structure.
  init(_ node: PatternNode, of pattern: String) throws(TextPatternError) {
    var builder = Builder(pattern: pattern)
    try builder.add(node)
    try builder.add(.accept)
    self = builder.program
  }

  private init() {}
}

extension PatternProgram {
  /// The steps as they are added, each test once.
  private struct Builder {
    let pattern: String
    var program = PatternProgram()
    private var testIndices: [String: Int] = [:]
    private var placeIndices: [String: Int] = [:]

    init(pattern: String) { self.pattern = pattern }

    private var end: Int { program.steps.count }

    mutating func add(_ step: Step) throws(TextPatternError) {
      guard end < stepLimit else {
        throw TextPatternError(
          pattern: pattern, refused: "more than \(stepLimit) characters, counting repeated ones")
      }
      program.steps.append(step)
    }

    mutating func add(_ node: PatternNode) throws(TextPatternError) {
      switch node {
      case .character(let character):
        let index = test(named: "=\(character)") { CharacterTest(character) }
        try add(.test(index))
      case .oneOf(let text):
        guard let regex = try? Regex(text) else {
          throw TextPatternError(pattern: pattern, refused: text)
        }
        try add(.test(test(named: text) { CharacterTest(regex) }))
      case .place(let text): try add(.place(try place(text)))
      case .sequence(let nodes): for node in nodes { try add(node) }
      case .choice(let branches): try add(choice: branches)
      case .repeated(let node, let least, let most): try add(node, least, most)
      case .lookahead(let node, let isNegative):
        let (start, number) = (end, program.lookaheadCount)
        program.lookaheadCount += 1
        try add(.jump(start))
        try add(node)
        try add(.accept)
        program.steps[start] = .lookahead(isNegative: isNegative, number: number, then: end)
      }
    }

    private mutating func add(choice branches: [PatternNode]) throws(TextPatternError) {
      var jumps: [Int] = []
      for (index, branch) in branches.enumerated() {
        let start = end
        let isLast = index == branches.count - 1
        if !isLast { try add(.jump(start)) }
        try add(branch)
        guard !isLast else { break }
        jumps.append(end)
        try add(.jump(end))
        program.steps[start] = .split(start + 1, end)
      }
      for jump in jumps { program.steps[jump] = .jump(end) }
    }

    private mutating func add(
      _ node: PatternNode, _ least: Int, _ most: Int?
    ) throws(TextPatternError) {
      for _ in 0..<least {
        let start = end
        try add(node)
        // Nothing, however often it is repeated.
        if end == start { return }
      }
      guard let most else {
        let start = end
        try add(.jump(start))
        try add(node)
        try add(.jump(start))
        program.steps[start] = .split(start + 1, end)
        return
      }
      var splits: [Int] = []
      for _ in least..<max(least, most) {
        splits.append(end)
        try add(.jump(end))
        try add(node)
      }
      for split in splits { program.steps[split] = .split(split + 1, end) }
    }

    private mutating func test(named name: String, _ make: () -> CharacterTest) -> Int {
      if let index = testIndices[name] { return index }
      program.tests.append(make())
      testIndices[name] = program.tests.count - 1
      return program.tests.count - 1
    }

    private mutating func place(_ text: String) throws(TextPatternError) -> Int {
      if let index = placeIndices[text] { return index }
      guard let test = PlaceTest(text) else {
        throw TextPatternError(pattern: pattern, refused: text)
      }
      program.places.append(test)
      placeIndices[text] = program.places.count - 1
      return program.places.count - 1
    }
  }
}
