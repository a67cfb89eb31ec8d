/// The structure of a pattern. What matches a single character, and what holds at a place between
/// two, is left as a text for Swift's engine, which cannot go back there.
indirect enum PatternNode {
  /// This character.
  case character(Character)
  /// One of the characters that a regular expression matches.
  case oneOf(String)
  /// A place at which a regular expression matches nothing.
  case place(String)
  /// One after the other.
  case sequence([PatternNode])
  /// One of several.
  case choice([PatternNode])
  /// So many of one; any number where `most` is nil.
  case repeated(PatternNode, least: Int, most: Int?)
  /// A place from which the text goes on so, or does not.
  case lookahead(PatternNode, isNegative: Bool)
}

/// The reader of a pattern's structure. Swift's own reader has judged the text before, so that it
/// is well-formed.
struct PatternReader {
  private let pattern: String
  private let characters: [Character]
  private var place = 0
  /// The options that hold here, as a group of a regular expression: `(?i)`.
  private var options = ""
  /// Pieces of the pattern that are expressions by themselves, each read once.
  private var expressions: Set<String> = []

  /// The most characters of a pattern.
  private static let lengthLimit = 10_000
  /// The most groups in one another; the readers go down into each.
  private static let depthLimit = 100

  /// Reads a pattern.
  static func read(_ text: String) throws(TextPatternError) -> PatternNode {
    var reader = PatternReader(text)
    if reader.characters.count > lengthLimit {
      throw reader.refusal("more than \(lengthLimit) characters")
    }
    if reader.depth > depthLimit {
      throw reader.refusal("more than \(depthLimit) groups in one another")
    }
    do { _ = try Regex(text) } catch {
      throw TextPatternError(pattern: text, reason: "\(error)")
    }
    let node = try reader.choice()
    guard reader.place == reader.characters.count else { throw reader.refusal(reader.rest) }
    return node
  }

  private init(_ text: String) { (pattern, characters) = (text, Array(text)) }

  /// The most brackets that are open at once, of whichever kind.
  private var depth: Int {
    var (depth, deepest) = (0, 0)
    var isEscaped = false
    for character in characters {
      if isEscaped {
        isEscaped = false
        continue
      }
      switch character {
      case "\\": isEscaped = true
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      default: break
      }
      deepest = max(deepest, depth)
    }
    return deepest
  }

  private var next: Character? { place < characters.count ? characters[place] : nil }

  private var rest: String { String(characters[place...]) }

  private mutating func eat(_ text: String) -> Bool {
    guard characters[place...].starts(with: text) else { return false }
    place += text.count
    return true
  }

  /// Takes characters while a condition holds, and so many at most.
  private mutating func take(_ most: Int = .max, while holds: (Character) -> Bool) -> String {
    let taken = characters[place...].prefix(most).prefix(while: holds)
    place += taken.count
    return String(taken)
  }

  /// Takes characters up to one of a kind and with it.
  private mutating func take(through last: Character) -> String {
    let text = take { $0 != last }
    return eat(String(last)) ? text + String(last) : text
  }

  private func refusal(_ what: String) -> TextPatternError {
    TextPatternError(pattern: pattern, refused: what)
  }

  // MARK: Structure

  private mutating func choice() throws(TextPatternError) -> PatternNode {
    var branches = [try sequence()]
    while eat("|") { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func sequence() throws(TextPatternError) -> PatternNode {
    var parts: [PatternNode] = []
    while let character = next, character != "|", character != ")" {
      // Options and comments are nothing to match.
      if let part = try part() { parts.append(part) }
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func part() throws(TextPatternError) -> PatternNode? {
    let character = characters[place]
    switch character {
    case "(":
      guard let node = try group() else { return nil }
      return try repeated(node)
    case "[": return try repeated(.oneOf(try set()))
    case "\\": return try escape()
    case ".", "^", "$":
      place += 1
      let text = options + String(character)
      return try repeated(character == "." ? .oneOf(text) : .place(text))
    default:
      place += 1
      return try repeated(literal(character))
    }
  }

  /// A character itself, by Swift's engine where options say that small letters and capitals are
  /// the same.
  private func literal(_ character: Character) -> PatternNode {
    let text = String(character)
    let hasCase = text.lowercased() != text || text.uppercased() != text
    return options.isEmpty || !hasCase ? .character(character) : .oneOf(options + text)
  }

  private mutating func group() throws(TextPatternError) -> PatternNode? {
    let outer = options
    place += 1
    if next == "*" { throw refusal("the group (*") }
    guard eat("?") else { return try group(.none, outer) }
    if eat("#") {
      _ = take(through: ")")
      return nil
    }
    if eat(":") { return try group(.none, outer) }
    if eat("=") { return try group(false, outer) }
    if eat("!") { return try group(true, outer) }
    if eat("<=") || eat("<!") { throw refusal("a look behind, (?<") }
    if eat(">") { throw refusal("a group that gives nothing back, (?>") }
    if eat("<") || eat("P<") {
      _ = take(through: ">")
      return try group(.none, outer)
    }
    if eat("'") {
      _ = take(through: "'")
      return try group(.none, outer)
    }
    let letters = take { "imsDSWP-".contains($0) }
    guard !letters.isEmpty, let end = next, end == ")" || end == ":" else {
      throw refusal("the group (?\(letters)\(next.map { String($0) } ?? "")")
    }
    place += 1
    options = Self.options(options, changedBy: letters)
    return end == ":" ? try group(.none, outer) : nil
  }

  /// The inside of a group up to its end, behind which the options are the outer ones again.
  ///
  /// - Parameter isNegative: Nil if it is no look ahead.
  private mutating func group(
    _ isNegative: Bool?, _ outer: String
  ) throws(TextPatternError) -> PatternNode {
    let inside = try choice()
    _ = eat(")")
    options = outer
    return isNegative.map { .lookahead(inside, isNegative: $0) } ?? inside
  }

  /// Returns options with some more switched on, or off behind a minus, as one group.
  private static func options(_ options: String, changedBy letters: String) -> String {
    var (on, off): (Set<Character>, Set<Character>) = ([], [])
    for letters in [options.drop { "(?".contains($0) }.prefix { $0 != ")" }, letters[...]] {
      var isOn = true
      for letter in letters {
        if letter == "-" {
          isOn = false
        } else if isOn {
          on.insert(letter)
          off.remove(letter)
        } else {
          off.insert(letter)
          on.remove(letter)
        }
      }
    }
    if on.isEmpty, off.isEmpty { return "" }
    return "(?" + String(on.sorted()) + (off.isEmpty ? "" : "-" + String(off.sorted())) + ")"
  }

  /// Returns true if a piece of the pattern is an expression by itself.
  private mutating func isExpression(_ text: String) -> Bool {
    if expressions.contains(text) { return true }
    guard (try? Regex(text)) != nil else { return false }
    expressions.insert(text)
    return true
  }

  /// A set in brackets, with those inside it.
  private mutating func set() throws(TextPatternError) -> String {
    let start = place
    var depth = 0
    while let character = next {
      place += 1
      switch character {
      case "\\":
        if next == "Q" {
          while place < characters.count, !eat("\\E") { place += 1 }
        } else {
          place += 1
        }
      case "[":
        // A class such as [:alpha:] in the set.
        if depth > 0, next == ":", let end = endOfClass() {
          place = end
          break
        }
        depth += 1
        _ = eat("^")
        // At its beginning a bracket is one of the characters.
        _ = eat("]")
      case "]":
        depth -= 1
        guard depth == 0 else { break }
        let text = String(characters[start..<place])
        guard isExpression(text) else { throw refusal(text) }
        return options + text
      default: break
      }
    }
    throw refusal(String(characters[start...]))
  }

  /// The place behind a class that begins here with a colon; nil if none does.
  private func endOfClass() -> Int? {
    let name = characters[(place + 1)...].prefix { $0.isLetter || $0 == "^" || $0 == "=" }
    let end = name.endIndex
    guard end + 1 < characters.count, characters[end] == ":", characters[end + 1] == "]" else {
      return nil
    }
    return end + 2
  }

  private mutating func escape() throws(TextPatternError) -> PatternNode? {
    let start = place
    place += 1
    guard let letter = next else { throw refusal("\\") }
    place += 1
    switch letter {
    case "Q": return quotation()
    case "A", "z", "Z", "b", "B": return try repeated(.place(options + "\\\(letter)"))
    case "1"..."9", "k", "g":
      throw refusal("a reference to a group, \\\(letter)")
    case "G", "K", "y", "Y": throw refusal("the place \\\(letter)")
    case "p", "P", "x", "u", "U", "o", "N":
      if next == "{" { _ = take(through: "}") } else { takeDigits(of: letter) }
    case "0": _ = take(2) { "01234567".contains($0) }
    case "c": place += 1
    case "M", "C": throw refusal("the character \\\(letter)")
    default: break
    }
    let text = String(characters[start..<min(place, characters.count)])
    guard isExpression(text) else { throw refusal(text) }
    return try repeated(.oneOf(options + text))
  }

  private mutating func takeDigits(of letter: Character) {
    switch letter {
    case "x": _ = take(2) { $0.isHexDigit }
    case "u": _ = take(4) { $0.isHexDigit }
    case "U": _ = take(8) { $0.isHexDigit }
    case "p", "P": place += 1
    default: break
    }
  }

  /// The characters between `\Q` and `\E` as themselves.
  private mutating func quotation() -> PatternNode {
    var parts: [PatternNode] = []
    while place < characters.count, !eat("\\E") {
      parts.append(literal(characters[place]))
      place += 1
    }
    return .sequence(parts)
  }

  // MARK: Quantifiers

  private mutating func repeated(_ node: PatternNode) throws(TextPatternError) -> PatternNode {
    var node = node
    while let amount = amount() {
      // A whole text matches the same, few or many tried first.
      if !eat("?"), eat("+") { throw refusal("a quantifier that gives nothing back, such as a++") }
      node = .repeated(node, least: amount.least, most: amount.most)
    }
    return node
  }

  private mutating func amount() -> (least: Int, most: Int?)? {
    if eat("*") { return (0, nil) }
    if eat("+") { return (1, nil) }
    if eat("?") { return (0, 1) }
    let start = place
    guard eat("{") else { return nil }
    let least = number()
    let kind = [",", "..<", "..."].first { eat($0) }
    let most = kind == nil ? least : number()
    guard eat("}"), least != nil || most != nil else {
      place = start
      return nil
    }
    return (least ?? 0, kind == "..<" ? most.map { $0 - 1 } : most)
  }

  /// The digits here as a number, which is not greater than any program can have.
  private mutating func number() -> Int? {
    let digits = take { "0123456789".contains($0) }
    return digits.isEmpty ? nil : min(Int(digits) ?? .max, PatternProgram.stepLimit + 1)
  }
}
