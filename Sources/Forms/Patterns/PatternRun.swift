/// The matching of a text against a program: all ways through it are followed at once, character by
/// character, so that none is gone back on (Thompson 1968). What looks ahead is answered for all
/// places at once, from the text's end to its beginning, so that it costs no more than that either.
struct PatternRun {
  private let program: PatternProgram
  private let text: String
  private let characters: [Character]
  /// The characters' codes; 128 for those beyond ASCII.
  private let codes: [UInt8]
  /// The tables of the places that were asked for.
  private var places: [[Bool]?]
  /// The answers, for each place, of the looks ahead that were asked for.
  private var lookaheads: [[Bool]?]
  /// The answer of each test for the character beyond ASCII that it was asked about last.
  private var answers: [(place: Int, isMet: Bool)]

  /// Begins to match a text.
  init(_ program: PatternProgram, _ text: String) {
    self.program = program
    self.text = text
    characters = Array(text)
    codes = characters.map { character in
      let bytes = character.utf8
      return bytes.count == 1 ? bytes.first! : 128
    }
    places = Array(repeating: nil, count: program.places.count)
    lookaheads = Array(repeating: nil, count: program.lookaheadCount)
    answers = Array(repeating: (-1, false), count: program.tests.count)
  }

  /// The steps at which the ways stand before a character, each once.
  private struct Front {
    var steps: [Int] = []
    var accepts = false
    /// The place at which a step was reached last.
    var reached: [Int]

    init(_ program: PatternProgram) {
      reached = Array(repeating: -1, count: program.steps.count)
    }

    mutating func clear() {
      steps.removeAll(keepingCapacity: true)
      accepts = false
    }
  }

  /// Returns true if the whole text matches.
  mutating func matches() -> Bool {
    var front = Front(program)
    var next = front
    advance(to: 0, at: 0, in: &front)
    for place in characters.indices {
      guard !front.steps.isEmpty else { return false }
      next.clear()
      for step in front.steps {
        guard case .test(let test) = program.steps[step], isMet(test, at: place) else { continue }
        advance(to: step + 1, at: place + 1, in: &next)
      }
      swap(&front, &next)
    }
    return front.accepts
  }

  /// Follows a way up to the characters that it needs next.
  private mutating func advance(to step: Int, at place: Int, in front: inout Front) {
    var pending = [step]
    while let step = pending.popLast() {
      guard front.reached[step] != place else { continue }
      front.reached[step] = place
      switch program.steps[step] {
      case .test: front.steps.append(step)
      case .accept: front.accepts = true
      case .jump(let target): pending.append(target)
      case .split(let first, let second):
        pending.append(second)
        pending.append(first)
      case .place(let test): if holds(test, at: place) { pending.append(step + 1) }
      case .lookahead(let isNegative, let number, let target):
        let finds = looksAhead(number, through: step + 1..<target, at: place)
        if finds != isNegative { pending.append(target) }
      }
    }
  }

  private mutating func isMet(_ test: Int, at place: Int) -> Bool {
    let code = codes[place]
    if code < 128 { return program.tests[test].matches(ascii: code) }
    if answers[test].place != place {
      answers[test] = (place, program.tests[test].matches(characters[place]))
    }
    return answers[test].isMet
  }

  private mutating func holds(_ test: Int, at place: Int) -> Bool {
    if let table = places[test] { return table[place] }
    let table = program.places[test].table(of: text, count: characters.count)
    places[test] = table
    return table[place]
  }

  private mutating func looksAhead(
    _ number: Int, through steps: Range<Int>, at place: Int
  ) -> Bool {
    if let table = lookaheads[number] { return table[place] }
    let table = table(through: steps)
    lookaheads[number] = table
    return table[place]
  }

  /// Returns for each place whether a way leads from it through steps to their end, wherever in the
  /// text that is.
  private mutating func table(through steps: Range<Int>) -> [Bool] {
    var table = Array(repeating: false, count: characters.count + 1)
    // The steps from which such a way leads, from this place and from the one behind it.
    var here = Array(repeating: false, count: steps.count)
    var behind = here
    for place in (0...characters.count).reversed() {
      swap(&here, &behind)
      for index in here.indices { here[index] = false }
      // A step leads on to later ones, and a repetition's last to its first, so that a round more
      // is needed for each repetition inside another at most.
      var isNews = true
      while isNews {
        isNews = false
        for step in steps.reversed() where !here[step - steps.lowerBound] {
          guard leadsOn(step, at: place, in: steps, here, behind) else { continue }
          here[step - steps.lowerBound] = true
          isNews = true
        }
      }
      table[place] = here[0]
    }
    return table
  }

  private mutating func leadsOn(
    _ step: Int, at place: Int, in steps: Range<Int>, _ here: [Bool], _ behind: [Bool]
  ) -> Bool {
    let start = steps.lowerBound
    switch program.steps[step] {
    case .accept: return true
    case .jump(let target): return here[target - start]
    case .split(let first, let second): return here[first - start] || here[second - start]
    case .test(let test):
      return place < characters.count && behind[step + 1 - start] && isMet(test, at: place)
    case .place(let test): return here[step + 1 - start] && holds(test, at: place)
    case .lookahead(let isNegative, let number, let target):
      return here[target - start]
        && looksAhead(number, through: step + 1..<target, at: place) != isNegative
    }
  }
}
