import Formats

/// A line that can be typed while a dialogue waits: its syntax, its description, and its action.
///
/// Names are written as they are typed, several separated by commas; words in capitals stand for
/// arguments, in brackets if optional: `+, -`, `edit NAME`, `back [SECONDS]`. The empty name is
/// Enter alone.
package struct LineCommand: Sendable {
  /// A line as it was typed.
  package struct Line: Equatable, Sendable {
    /// The name of the command, in lower case.
    package let name: String
    /// The text after the name; empty for none.
    package let text: String
  }

  /// One form of the command.
  fileprivate struct Form: Sendable {
    enum Operand { case none, optional, required }
    let usage: String
    let words: [String]
    let operand: Operand
  }

  fileprivate let forms: [Form]
  /// Returns true for a line that belongs to it although it begins with none of the names.
  fileprivate var accepts: @MainActor @Sendable (String) -> Bool
  fileprivate let words: String
  fileprivate let isMain: Bool
  fileprivate let action: @MainActor (Line) throws(LineDialogue.Ending) -> Bool

  /// Makes a command.
  ///
  /// - Parameters:
  ///   - names: Its names, each with its arguments.
  ///   - words: What it does, to follow the names in a sentence: `advances one step`.
  ///   - isMain: True if it is part of the sentence that is printed unasked.
  ///   - action: What it does.
  package init(
    _ names: String, _ words: String, isMain: Bool = true,
    action: @escaping @MainActor (Line) throws(LineDialogue.Ending) -> Void
  ) {
    self.init(names, words, isMain: isMain) { line throws(LineDialogue.Ending) in
      try action(line)
      return false
    }
  }

  /// Makes the command that leaves, or asks whether to leave. It also accepts `quit` and `exit`,
  /// which users try first, so they are not listed.
  ///
  /// - Parameters:
  ///   - names: Its names.
  ///   - mayLeave: Returns true if the dialogue may end.
  package static func leaving(
    _ names: String = "q",
    mayLeave: @escaping @MainActor () throws(LineDialogue.Ending) -> Bool = { true }
  ) -> LineCommand {
    var command = LineCommand(names, "ends", isMain: true) { _ throws(LineDialogue.Ending) in
      try mayLeave()
    }
    command.accepts = { ["quit", "exit"].contains($0.lowercased()) }
    return command
  }

  /// Makes a command for lines without a name.
  ///
  /// - Parameters:
  ///   - examples: Some of the lines, written as the beginning of a sentence.
  ///   - words: What they do.
  ///   - isMain: True if it is part of the sentence that is printed unasked.
  ///   - accepts: Returns true for a line that belongs to it.
  ///   - action: What it does.
  package static func lines(
    like examples: String, _ words: String, isMain: Bool = true,
    accepts: @escaping @MainActor @Sendable (String) -> Bool,
    action: @escaping @MainActor (Line) throws(LineDialogue.Ending) -> Void
  ) -> LineCommand {
    LineCommand(
      forms: [Form(usage: examples, words: [], operand: .required)], accepts: accepts,
      words: words, isMain: isMain
    ) { line throws(LineDialogue.Ending) in
      try action(line)
      return false
    }
  }

  private init(
    _ names: String, _ words: String, isMain: Bool,
    deciding action: @escaping @MainActor (Line) throws(LineDialogue.Ending) -> Bool
  ) {
    let forms = names.split(separator: ",", omittingEmptySubsequences: false).map { name in
      let parts = name.split(separator: " ").map(String.init)
      let words = parts.prefix { Self.operand($0) == nil }
      return Form(
        usage: parts.joined(separator: " "), words: Array(words),
        operand: parts.dropFirst(words.count).first.flatMap { Self.operand($0) } ?? .none)
    }
    self.init(forms: forms, accepts: { _ in false }, words: words, isMain: isMain, action: action)
  }

  private init(
    forms: [Form], accepts: @escaping @MainActor @Sendable (String) -> Bool, words: String,
    isMain: Bool, action: @escaping @MainActor (Line) throws(LineDialogue.Ending) -> Bool
  ) {
    (self.forms, self.accepts, self.words) = (forms, accepts, words)
    (self.isMain, self.action) = (isMain, action)
  }

  private static func operand(_ word: String) -> Form.Operand? {
    let letters = word.filter { $0.isLetter }
    guard !letters.isEmpty, letters == letters.uppercased() else { return nil }
    return word.hasPrefix("[") ? .optional : .required
  }

  /// The names and what they do, as a part of a sentence.
  fileprivate var phrase: String {
    forms.map { $0.usage.isEmpty ? "Enter alone" : $0.usage }.alternatives + " " + words
  }
}

/// The lines that can be typed while a dialogue waits. Their actions and their descriptions follow
/// from one table.
///
///     let commands = LineCommands([
///       LineCommand("", "pauses or resumes") { _ in model.togglePause() },
///       LineCommand("edit NAME", "edits a document") { line in edit(line.text) },
///       .leaving(),
///     ])
///     try dialogue.say(commands.summary)
///
/// The description reads “Enter alone pauses or resumes; edit NAME edits a document; q ends.” If a
/// line matches several commands, the one with the longest name is run.
@MainActor package struct LineCommands {
  /// The outcome of a line.
  package enum Outcome: Equatable {
    /// It was done.
    case done
    /// It was done, and the dialogue is over.
    case isOver
    /// It means nothing, or an argument is missing; print this message.
    case refused(String)
  }

  private let commands: [LineCommand]

  /// Makes a table, in the order of the help.
  package init(_ commands: [LineCommand]) { self.commands = commands }

  /// The effects of the main ones, in a sentence.
  package var summary: String {
    commands.filter(\.isMain).map(\.phrase).joined(separator: "; ") + "."
  }

  /// The effects of all commands, one sentence each.
  package var help: [String] { commands.map { $0.phrase + "." } }

  /// Performs a line.
  package func perform(_ line: String) throws(LineDialogue.Ending) -> Outcome {
    switch find(line) {
    case .command(let command, let line): try command.action(line) ? .isOver : .done
    case .incomplete(let usage): .refused("Type \(usage).")
    case nil: .refused(summary)
    }
  }

  fileprivate enum Found {
    case command(LineCommand, LineCommand.Line)
    case incomplete(usage: String)
  }

  private func find(_ line: String) -> Found? {
    let typed = line.split(separator: " ")
    var found: (Found, length: Int)?
    for command in commands {
      for form in command.forms where form.words.count > found?.length ?? -1 {
        guard !form.words.isEmpty || form.operand == .none,
          typed.prefix(form.words.count).map({ $0.lowercased() }) == form.words
        else { continue }
        let text = Self.text(of: line, behind: form.words.count)
        let name = form.words.joined(separator: " ")
        switch (form.operand, text.isEmpty) {
        case (.none, true), (.optional, _), (.required, false):
          found = (.command(command, LineCommand.Line(name: name, text: text)), form.words.count)
        case (.required, true): found = (.incomplete(usage: form.usage), form.words.count)
        case (.none, false): break
        }
      }
    }
    if let found { return found.0 }
    let text = Self.text(of: line, behind: 0)
    return commands.first { $0.accepts(text) }.map {
      .command($0, LineCommand.Line(name: "", text: text))
    }
  }

  /// Returns the text after a number of words, as it was typed.
  private static func text(of line: String, behind words: Int) -> String {
    let parts = line.split(separator: " ", maxSplits: words)
    return parts.count > words ? String(parts[words].drop { $0 == " " }) : ""
  }
}

extension LineDialogue {
  /// Performs a line, or prints what can be typed; returns true if the dialogue is over.
  package func perform(_ line: String, of commands: LineCommands) throws(Ending) -> Bool {
    switch try commands.perform(line) {
    case .done: return false
    case .isOver: return true
    case .refused(let note):
      try say(note)
      return false
    }
  }
}
