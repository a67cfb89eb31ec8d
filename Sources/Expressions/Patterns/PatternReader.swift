/// The reader of a pattern.
struct PatternReader {
  private let pattern: String
  private let characters: [Character]
  private var index = 0
  /// The options in effect, by their letters: `(?i)`.
  private var options: Set<Character> = []
  private var lookaheads = 0
  /// True inside a lookahead, whose groups capture no text.
  private var isInLookahead = false
  private var hidesGroups = false
  /// The number of capturing groups.
  private(set) var groups = 0

  /// The maximum number of characters of a pattern, including repetitions.
  private static let sizeLimit = 10_000
  /// The maximum depth of nested groups, which are read recursively.
  private static let depthLimit = 100

  /// Reads a pattern.
  static func read(_ text: String) throws(TextPatternError)
    -> (node: PatternNode, groups: Int, hidesGroups: Bool)
  {
    var reader = PatternReader(text)
    if reader.characters.count > sizeLimit {
      throw reader.refusal("more than \(sizeLimit) characters")
    }
    let node = try reader.choice(depthLimit)
    guard reader.next == nil else {
      throw reader.mistake("')' does not close a group; write \\) for the character")
    }
    return (node, reader.groups, reader.hidesGroups)
  }

  private init(_ text: String) { (pattern, characters) = (text, Array(text)) }

  private var next: Character? { index < characters.count ? characters[index] : nil }

  private mutating func eat(_ text: String) -> Bool {
    guard characters[index...].starts(with: text) else { return false }
    index += text.count
    return true
  }

  private mutating func take(expecting what: String) throws(TextPatternError) -> Character {
    guard let next else { throw mistake("expected \(what)") }
    index += 1
    return next
  }

  /// Takes characters while a condition holds, at most a number of them.
  private mutating func take(_ most: Int = .max, while holds: (Character) -> Bool) -> String {
    let taken = characters[index...].prefix(most).prefix(while: holds)
    index += taken.count
    return String(taken)
  }

  /// Takes characters up to and including an end; returns them without it.
  private mutating func take(through end: String) throws(TextPatternError) -> String {
    var text = ""
    while !eat(end) { text.append(try take(expecting: "'\(end)'")) }
    return text
  }

  private func refusal(_ what: String) -> TextPatternError {
    TextPatternError(pattern: pattern, refused: what)
  }

  private func mistake(_ reason: String) -> TextPatternError {
    TextPatternError(pattern: pattern, reason: reason)
  }

  // MARK: Structure

  /// Reads alternatives, with groups nested at most `depth` deep.
  private mutating func choice(_ depth: Int) throws(TextPatternError) -> PatternNode {
    guard depth >= 0 else { throw refusal("groups nested more than \(Self.depthLimit) deep") }
    var branches = [try sequence(depth)]
    while eat("|") { branches.append(try sequence(depth)) }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func sequence(_ depth: Int) throws(TextPatternError) -> PatternNode {
    var parts: [PatternNode] = []
    while let character = next, character != "|", character != ")" {
      index += 1
      // Options and comments match nothing.
      guard let part = try part(character, depth) else { continue }
      parts.append(try repeated(part))
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func part(
    _ character: Character, _ depth: Int
  ) throws(TextPatternError) -> PatternNode? {
    switch character {
    case "(": return try group(depth)
    case "[": return .character(try set(depth))
    case "\\":
      if eat("Q") { return .sequence(try take(through: "\\E").map { .character(literal($0)) }) }
      return try escape()
    case ".": return .character(options.contains("s") ? .any : .newline.inverted)
    case "^": return .position(options.contains("m") ? .lineStart : .start)
    case "$": return .position(options.contains("m") ? .lineEnd : .end)
    case "*", "+", "?": throw mistake("'\(character)' has nothing to repeat")
    default: return .character(literal(character))
    }
  }

  private mutating func group(_ depth: Int) throws(TextPatternError) -> PatternNode? {
    let outer = options
    var (isNegative, number) = (nil as Bool?, nil as Int?)
    if next == "*" { throw refusal("the group (*") }
    if eat("?") {
      if eat("#") {
        _ = try take(through: ")")
        return nil
      }
      if eat("<=") || eat("<!") { throw refusal("a lookbehind, (?<") }
      if eat(">") { throw refusal("an atomic group, (?>") }
      if eat("=") {
        isNegative = false
      } else if eat("!") {
        isNegative = true
      } else if eat("<") || eat("P<") {
        _ = try take(through: ">")
        number = groups
      } else if eat("'") {
        _ = try take(through: "'")
        number = groups
      } else if !eat(":") {
        let letters = take { "ims-".contains($0) }
        guard !letters.isEmpty, next == ")" || next == ":" else {
          throw refusal("the group (?\(letters)\(next.map { String($0) } ?? "")")
        }
        let halves = letters.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        options = options.union(halves[0]).subtracting(halves.dropFirst().joined())
        // Options apply until the end of the enclosing group.
        if eat(")") { return nil }
        index += 1
      }
    } else {
      number = groups
    }
    // Groups are numbered in the order of their beginnings.
    if number != nil { groups += 1 }
    if number != nil, isInLookahead { hidesGroups = true }
    let wasInLookahead = isInLookahead
    isInLookahead = isInLookahead || isNegative != nil
    let inside = try choice(depth - 1)
    isInLookahead = wasInLookahead
    guard eat(")") else { throw mistake("expected ')'") }
    options = outer
    if let number { return .group(inside, number: number) }
    guard let isNegative else { return inside }
    lookaheads += 1
    return .lookahead(inside, isNegative: isNegative, number: lookaheads)
  }

  // MARK: Characters

  private func literal(_ character: Character) -> CharacterTest {
    CharacterTest(character, isCased: !options.contains("i"))
  }

  /// The rest of a set in brackets, including nested sets.
  private mutating func set(_ depth: Int) throws(TextPatternError) -> CharacterTest {
    guard depth >= 0 else { throw refusal("sets nested more than \(Self.depthLimit) deep") }
    let isInverted = eat("^")
    var (members, isFirst) = ([CharacterTest](), true)
    var before: (CharacterTest) -> CharacterTest = { $0 }
    // A bracket at the beginning is an ordinary character.
    while isFirst || !eat("]") {
      isFirst = false
      if let sign = ["&&", "--", "~~"].first(where: { eat($0) }) {
        let left = before(.any(of: members))
        (before, members) = ({ left.combined(with: $0, by: sign) }, [])
      } else if eat("[:") {
        members.append(try property(try take(through: ":]")))
      } else if eat("[") {
        members.append(try set(depth - 1))
      } else {
        members.append(try member())
      }
    }
    let whole = before(.any(of: members))
    return isInverted ? whole.inverted : whole
  }

  /// A character of a set, a range or a class.
  private mutating func member() throws(TextPatternError) -> CharacterTest {
    let low = try memberEnd()
    guard let first = low.character, next == "-", index + 1 < characters.count,
      !"]-".contains(characters[index + 1])
    else { return low.test }
    index += 1
    guard let last = try memberEnd().character,
      let range = CharacterTest(first, last, isCased: !options.contains("i"))
    else { throw mistake("the range that starts with '\(first)' has no valid end") }
    return range
  }

  private mutating func memberEnd() throws(TextPatternError)
    -> (character: Character?, test: CharacterTest)
  {
    var character = try take(expecting: "']'")
    if character == "\\" {
      let letter = try take(expecting: "an escape sequence")
      guard let escaped = try self.character(letter) else { return (nil, try characters(letter)) }
      character = escaped
    }
    return (character, literal(character))
  }

  private mutating func escape() throws(TextPatternError) -> PatternNode {
    let letter = try take(expecting: "an escape sequence")
    switch letter {
    case "A": return .position(.start)
    case "z", "Z": return .position(.end)
    case "b": return .position(.wordBoundary)
    case "B": return .position(.noWordBoundary)
    case "1"..."9", "k", "g": throw refusal("a reference to a group, \\\(letter)")
    default:
      if let character = try character(letter) { return .character(literal(character)) }
      return .character(try characters(letter))
    }
  }

  /// The character that a backslash and a letter stand for; nil for a class.
  private mutating func character(_ letter: Character) throws(TextPatternError) -> Character? {
    if let control = ["t": "\t", "n": "\n", "r": "\r", "f": "\u{C}", "e": "\u{1B}"][letter] {
      return Character(control)
    }
    let counts: [Character: Int] = ["x": 2, "u": 4, "U": 8]
    guard let count = counts[letter] else {
      return letter.isASCII && (letter.isLetter || letter.isNumber) ? nil : letter
    }
    let digits = try eat("{") ? take(through: "}") : take(count, while: \.isHexDigit)
    guard let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) else {
      throw mistake("expected hexadecimal digits of a character after \\\(letter)")
    }
    return Character(scalar)
  }

  /// The characters of the class that a backslash and a letter stand for.
  private mutating func characters(_ letter: Character) throws(TextPatternError) -> CharacterTest {
    if letter == "p" || letter == "P" {
      let test = try property(try eat("{") ? take(through: "}") : String(take(1) { _ in true }))
      return letter == "p" ? test : test.inverted
    }
    if let test = CharacterTest.classes[letter] { return test }
    let lower = Character(letter.lowercased())
    guard "dwshv".contains(lower), let test = CharacterTest.classes[lower] else {
      throw refusal("the escape \\\(letter)")
    }
    return test.inverted
  }

  private func property(_ name: String) throws(TextPatternError) -> CharacterTest {
    let isInverted = name.first == "^"
    guard let test = CharacterTest(property: String(name.dropFirst(isInverted ? 1 : 0))) else {
      throw refusal("the property \(name)")
    }
    return isInverted ? test.inverted : test
  }

  // MARK: Quantifiers

  private mutating func repeated(_ node: PatternNode) throws(TextPatternError) -> PatternNode {
    var node = node
    while let (least, most) = try amount() {
      let isLazy = eat("?")
      if !isLazy, eat("+") {
        throw refusal("a possessive quantifier, such as a++")
      }
      node = .repeated(node, least: least, most: most, isLazy: isLazy)
      // Checked immediately, to keep the product of all quantifiers within range.
      guard node.size <= Self.sizeLimit else {
        throw refusal("more than \(Self.sizeLimit) characters, counting repeated ones")
      }
    }
    return node
  }

  private mutating func amount() throws(TextPatternError) -> (least: Int, most: Int?)? {
    if eat("*") { return (0, nil) }
    if eat("+") { return (1, nil) }
    if eat("?") { return (0, 1) }
    let start = index
    guard eat("{") else { return nil }
    let least = count()
    let kind = [",", "..<", "..."].first { eat($0) }
    var most = kind == nil ? least : count()
    guard eat("}"), least != nil || most != nil else {
      index = start
      return nil
    }
    if kind == "..<" { most = most.map { $0 - 1 } }
    if let least, let most, least > most {
      throw mistake(
        "range lower bound '\(least)' must be less than or equal to upper bound '\(most)'")
    }
    return (least ?? 0, most)
  }

  /// Reads a number, limited to one more than any pattern can have.
  private mutating func count() -> Int? {
    let digits = take { "0123456789".contains($0) }
    return digits.isEmpty ? nil : min(Int(digits) ?? .max, Self.sizeLimit + 1)
  }
}
