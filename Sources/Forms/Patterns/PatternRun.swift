/// The matching of a text against a program: all ways through it are followed at once, character by
/// character, so that none is gone back on (Thompson 1968, with the looks ahead remembered).
struct PatternRun {
  private let program: PatternProgram
  private let text: String
  private let characters: [Character]
  /// The characters' codes; 128 for those beyond ASCII.
  private let codes: [UInt8]
  /// The tables of the places that were asked for.
  private var places: [[Bool]?]
  /// The answers of the looks ahead, by number and place.
  private var lookaheads: [[Bool?]]
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
    lookaheads = Array(repeating: [], count: program.lookaheadCount)
    answers = Array(repeating: (-1, false), count: program.tests.count)
  }

  /// Returns true if the whole text matches.
  mutating func matches() -> Bool { goesThrough(from: 0, at: 0, wholly: true) }

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

  /// Returns true if a way leads from a step at a place to the end of its steps, at the end of the
  /// text or anywhere.
  private mutating func goesThrough(from step: Int, at first: Int, wholly: Bool) -> Bool {
    var front = Front(program)
    var next = front
    var place = first
    advance(to: step, at: place, in: &front)
    while true {
      if front.accepts, !wholly || place == characters.count { return true }
      guard place < characters.count, !front.steps.isEmpty else { return false }
      next.clear()
      for step in front.steps {
        guard case .test(let test) = program.steps[step], isMet(test, at: place) else { continue }
        advance(to: step + 1, at: place + 1, in: &next)
      }
      swap(&front, &next)
      place += 1
    }
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
        if looksAhead(number, from: step + 1, at: place) != isNegative { pending.append(target) }
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

  private mutating func looksAhead(_ number: Int, from step: Int, at place: Int) -> Bool {
    if lookaheads[number].isEmpty {
      lookaheads[number] = Array(repeating: nil, count: characters.count + 1)
    }
    if let answer = lookaheads[number][place] { return answer }
    let answer = goesThrough(from: step, at: place, wholly: false)
    lookaheads[number][place] = answer
    return answer
  }
}
