import Forms

/// A field as a question in lines: its text, and the meaning of an answer to it.
///
/// Enter alone keeps the answer in brackets, `-` empties it, and `back` goes to the previous one.
@MainActor struct FieldQuestion {
  let field: FieldSnapshot
  let messages: ValidationMessages
  /// The options that match a word; nil for all.
  var listed: [Int]?

  /// The meaning of an answer.
  enum Answer: Equatable {
    case input(FieldInput)
    /// The user wants the previous question.
    case back
    /// The answer means nothing, for this reason.
    case notUnderstood(String)
    /// It is left unanswered.
    case skip
    /// The answer matches some of the options, which must be listed.
    case list([Int])
  }

  /// The maximum number of options named in the question itself.
  static let mostInLine = 6
  /// The maximum number of options listed at once.
  static let pageSize = 20

  // MARK: The question

  /// The question, with the current answer in brackets.
  var text: String {
    let label = label + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))")
    switch field.control {
    case .toggle:
      return "\(label.stopped(by: "?")) (y/n) [\(field.input == .flag(true) ? "y" : "n")]:"
    case .text, .choice, .choices, .ranking:
      return (label + (kept.map { " [\($0)]" } ?? "")).stopped(by: ":")
    case .note, .list: return label
    }
  }

  private var label: String { messages.label(of: field) }

  /// The notes after the label: the hint, and what an answer looks like.
  private var notes: [String] {
    var notes = field.isRequired ? [messages.words("required")] : []
    if let hint = field.hint { notes.append(hint) }
    switch field.control {
    case .text(let text):
      if !text.suffix.isEmpty { notes.append(text.suffix) }
      if text.isSecret { notes.append(messages.words("not shown while typed")) }
      if text.rows > 1 {
        notes.append(messages.words("end with a line that is only a ."))
        if let limit = text.limit {
          notes.append(messages.words("at most {count} characters", ["count": .integer(limit)]))
        }
      }
      if field.hint == nil, let aid = text.aid { notes.append(limits(of: aid)) }
    case .choice(let options, _):
      notes.append(
        options.count > Self.mostInLine
          ? messages.words(
            hasNumbers ? "a number, part of a word, or list" : "a word, part of one, or list")
          : inLine(options))
    case .choices(let options, let limits):
      notes.append(
        options.count > Self.mostInLine
          ? messages.words(
            hasNumbers
              ? "numbers such as 1,3, all, none, part of a word, or list"
              : "words separated by commas, all, none, part of a word, or list")
          : inLine(options))
      if let words = words(of: limits, among: options.count) { notes.append(words) }
    case .ranking(let options):
      notes.append(
        messages.words(
          hasNumbers
            ? "numbers in your order, such as 2,1: {options}"
            : "words in your order, separated by commas: {options}",
          ["options": .text(inLine(options))]))
    case .toggle, .note, .list: break
    }
    return notes.filter { !$0.isEmpty }
  }

  /// An example and the limits of typed text: “such as 14:30, from 08:00”.
  private func limits(of aid: TextAid) -> String {
    let (low, high) = aid.limits
    let limits: [String: ValidationIssue.Parameter] = [
      "low": .text(low ?? ""), "high": .text(high ?? ""),
    ]
    let range =
      switch (low, high) {
      case (_?, _?): messages.words("{low} to {high}", limits)
      case (_?, nil): messages.words("from {low}", limits)
      case (nil, _?): messages.words("up to {high}", limits)
      case (nil, nil): ""
      }
    let example =
      aid.example.isEmpty
      ? "" : messages.words("such as {example}", ["example": .text(aid.example)])
    return [example, range].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private func words(of limits: ClosedRange<Int>, among count: Int) -> String? {
    var words: [String] = []
    func add(_ english: String, _ count: Int) {
      words.append(messages.words(english, ["count": .integer(count)]))
    }
    if limits.lowerBound > 0 { add("at least {count}", limits.lowerBound) }
    if limits.upperBound < count { add("at most {count}", limits.upperBound) }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// “1 Germany, 2 Sweden”.
  private func inLine(_ options: [FieldOption]) -> String {
    options.indices.map(line).joined(separator: ", ")
  }

  /// An option with its number, if it has one.
  private func line(_ index: Int) -> String {
    (hasNumbers ? "\(index + 1) " : "") + name(of: options[index])
  }

  /// True if options can be chosen by number: if none of them is such a number or begins with one,
  /// as in `5 stars`, because 7 could then mean either.
  private var hasNumbers: Bool {
    !options.contains { option in
      [option.name, messages.label(of: option, in: field)].contains { text in
        Self.firstNumber(of: text).map { $0 > 0 && $0 <= options.count } ?? false
      }
    }
  }

  /// The number that is the text or its first word.
  private static func firstNumber(of text: String) -> Int? {
    let word = text.unicodeScalars.prefix { $0 != " " && $0 != "\u{A0}" }
    return Int(String(word))
  }

  /// An option with the reason why it cannot be chosen.
  private func name(of option: FieldOption) -> String {
    messages.label(of: option, in: field) + (option.refusal.map { " – \($0)" } ?? "")
  }

  /// The current answer, which Enter alone keeps; nil for none.
  private var kept: String? {
    switch (field.control, field.input) {
    case (.text(let text), .text(let typed)):
      text.isSecret || typed.isEmpty ? nil : typed.split(separator: "\n").joined(separator: " / ")
    case (.choice(let options, _), .choice(let index?)):
      options.indices.contains(index) ? messages.label(of: options[index], in: field) : nil
    case (.choices, .choices(let chosen)):
      chosen.isEmpty
        ? messages.words("none")
        : chosen.map { hasNumbers ? "\($0 + 1)" : messages.label(of: options[$0], in: field) }
          .joined(separator: ",")
    case (.ranking, .choices(let order)):
      order.map { hasNumbers ? "\($0 + 1)" : messages.label(of: options[$0], in: field) }
        .joined(separator: ",")
    default: nil
    }
  }

  // MARK: Options of a long list

  /// The options; empty if the field is not a choice.
  var options: [FieldOption] {
    switch field.control {
    case .choice(let options, _), .choices(let options, _), .ranking(let options): options
    case .text, .toggle, .list, .note: []
    }
  }

  /// True if the options are listed below each other, in pages.
  var hasLongList: Bool {
    if case .ranking = field.control { false } else { options.count > Self.mostInLine }
  }

  /// Returns a line for each option of a page, and a line that explains how to see the next page.
  func lines(from start: Int) -> [String] {
    let indices = listed ?? Array(options.indices)
    let end = min(indices.count, start + Self.pageSize)
    guard start < end else { return [messages.words("There are no more; list starts again.")] }
    let lines = indices[start..<end].map(line)
    return end < indices.count
      ? lines + [
        messages.words(
          "{count} more: type more to see them.", ["count": .integer(indices.count - end)])
      ] : lines
  }

  // MARK: The answer

  /// Returns the meaning of an answer.
  func read(_ answer: String) -> Answer {
    if answer == "back", !isOption(answer) { return .back }
    switch field.control {
    case .text(let text):
      if text.isSecret { return .input(.text(answer)) }
      if answer.isEmpty { return .input(.text(field.text)) }
      return .input(.text(answer == "-" ? "" : text.mask?.arranged(answer) ?? answer))
    case .toggle:
      switch answer.lowercased() {
      case "": return .input(field.input)
      case "y", "yes": return .input(.flag(true))
      case "n", "no": return .input(.flag(false))
      default: return .notUnderstood(messages.words("Type y or n."))
      }
    case .choice(_, let allowsNone): return choice(answer, allowsNone)
    case .choices: return choices(answer)
    case .ranking: return ranking(answer)
    case .note, .list: return .input(field.input)
    }
  }

  private func choice(_ answer: String, _ allowsNone: Bool) -> Answer {
    let answer = isOption(answer) ? answer : Self.trimmed(Substring(answer))
    if answer.isEmpty { return .input(field.input) }
    if answer == "-", allowsNone, !isOption(answer) { return .input(.choice(nil)) }
    switch find(answer) {
    case .found(let index): return .input(.choice(index))
    case .refused(let reason): return .notUnderstood(reason)
    case .several(let indices): return .list(indices)
    case .missing:
      return .notUnderstood(
        messages.words(
          hasNumbers
            ? "Type a number from 1 to {count}, or one of the words." : "Type one of the words.",
          ["count": .integer(options.count)]))
    }
  }

  private func choices(_ answer: String) -> Answer {
    // An option may be named all or none, and may contain commas.
    let isOption = isOption(answer)
    switch answer.lowercased() {
    case "": return .input(field.input)
    case "-", "none": if !isOption { return .input(.choices([])) }
    case "all":
      if !isOption {
        return .input(.choices(options.indices.filter { options[$0].refusal == nil }))
      }
    default: break
    }
    let parts = isOption ? [answer] : Self.parts(of: answer)
    return several(
      parts,
      otherwise: hasNumbers
        ? "Type numbers from 1 to {count} such as 1,3, some of the words, all or none."
        : "Type some of the words, separated by commas, or all or none."
    ) { Set($0).sorted() }
  }

  /// Options in the order in which they are named; the others follow in their previous order.
  private func ranking(_ answer: String) -> Answer {
    if answer.isEmpty { return .input(field.input) }
    guard case .choices(let order) = field.input else { return .skip }
    return several(
      Self.parts(of: answer),
      otherwise: hasNumbers
        ? "Type numbers from 1 to {count} in your order, such as 2,1, or some of the words."
        : "Type some of the words in your order, separated by commas."
    ) { named in
      let first = named.enumerated().filter { named.firstIndex(of: $1) == $0 }.map(\.element)
      return first + order.filter { !first.contains($0) }
    }
  }

  private static func parts(of answer: String) -> [String] {
    answer.unicodeScalars.split(whereSeparator: { $0 == "," || $0 == ";" })
      .map { trimmed(Substring($0)) }
  }

  /// Several options, one word for each.
  ///
  /// - Parameter expected: The description of what can be typed, if a part is not an option.
  private func several(
    _ parts: [String], otherwise expected: String, _ arranged: ([Int]) -> [Int]
  ) -> Answer {
    var chosen: [Int] = []
    for part in parts {
      switch find(part) {
      case .found(let index): chosen.append(index)
      case .refused(let reason): return .notUnderstood(reason)
      case .several(let indices):
        return parts.count == 1
          ? .list(indices)
          : .notUnderstood(messages.words("“{part}” matches several words.", ["part": .text(part)]))
      case .missing:
        return .notUnderstood(messages.words(expected, ["count": .integer(options.count)]))
      }
    }
    return .input(.choices(arranged(chosen)))
  }

  private enum Found {
    case found(Int)
    case refused(String)
    case several([Int])
    case missing
  }

  /// True if an answer is an option, whatever else it might mean.
  func isOption(_ answer: String) -> Bool { exact(answer) != nil }

  /// Returns the option whose value or label is the answer; nil if there is none.
  private func exact(_ answer: String) -> Int? {
    if let index = options.firstIndex(where: { $0.name == answer }) { return index }
    let folded = answer.lowercased()
    return options.firstIndex { messages.label(of: $0, in: field).lowercased() == folded }
      ?? options.firstIndex { $0.name.lowercased() == folded }
  }

  /// Returns the option of a word, of a number, or of a part of a word.
  private func find(_ answer: String) -> Found {
    let labels = options.map { messages.label(of: $0, in: field) }
    var index = exact(answer)
    if index == nil, let number = Int(answer) {
      let indices = labels.indices.filter { Self.firstNumber(of: labels[$0]) == number }
      if indices.count > 1 { return .several(indices) }
      guard hasNumbers || !indices.isEmpty else { return .missing }
      index = indices.first ?? number - 1
    }
    if index == nil, !answer.isEmpty {
      var search = OptionSearch(count: options.count)
      search.seek(answer) { labels[$0] }
      if search.rows > 1 { return .several(search.matches ?? []) }
      if search.rows == 1 { index = search.option(0) }
    }
    guard let index, options.indices.contains(index) else { return .missing }
    return options[index].refusal.map { .refused("\(labels[index]): \($0).") } ?? .found(index)
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

extension String {
  /// The text with a stop after it; unchanged if it already ends in a stop.
  func stopped(by stop: String = ".") -> String {
    unicodeScalars.last.map { ValidationMessages.isStop($0) } ?? false ? self : self + stop
  }
}
