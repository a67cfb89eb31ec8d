/// Streams in lines: a line for each value, and typed words for everything that keys do on the
/// screen.
@MainActor struct StreamsDialogue {
  let model: StreamWorkspace
  let dialogue: LineDialogue

  /// The maximum number of values to print that arrived during a question.
  private static let backlog = 100

  /// Prints values until the streams have ended, or `q` is typed.
  func run() throws(LineDialogue.Ending) {
    let news = News(limit: Self.backlog)
    let listening = model.emissions.sink { news.add($0) }
    defer { listening.cancel() }
    if dialogue.canBeTypedTo { try dialogue.say(commands.summary) }
    // Values emitted at once were emitted before there was a subscriber.
    model.restart()
    var said: Set<String> = []
    var phase: String?
    var recovered: String?
    try dialogue.wait(readsInput: true) { lines throws(LineDialogue.Ending) in
      for line in lines where try dialogue.perform(line, of: commands) { return true }
      for line in news.take() { try dialogue.say(line) }
      for problem in model.problems where said.insert(problem).inserted {
        try dialogue.say("Problem: \(problem)")
      }
      if recovered != model.recovered {
        recovered = model.recovered
        if let recovered { try dialogue.say("\(recovered) can be read again.") }
      }
      if phase != self.phase {
        phase = self.phase
        try dialogue.say(self.phase)
      }
      return model.phase == .ended && !model.isWatching && !dialogue.canBeTypedTo
    }
  }

  private var phase: String {
    let rate = FigureText.factor(model.rate)
    return switch model.phase {
    case .playing: "playing at \(rate) times the speed"
    case .paused: "paused"
    case .ended: "all streams have ended"
    }
  }

  // MARK: Words

  private var commands: LineCommands {
    LineCommands(
      [
        LineCommand("", "pauses or resumes") { _ in model.togglePause() },
        LineCommand("+, -", "changes the speed") { line in
          if line.name == "+" { model.faster() } else { model.slower() }
        },
        LineCommand(".", "advances one step") { _ in model.step() },
        LineCommand("r", "runs again") { _ in model.restart() },
        LineCommand("list", "lists the streams") { _ throws(LineDialogue.Ending) in try list() },
      ] + editing + [
        LineCommand("problems", "lists the problems") { _ throws(LineDialogue.Ending) in
          for problem in model.problems { try dialogue.say(problem) }
          if model.problems.isEmpty { try dialogue.say("There are no problems.") }
        },
        .leaving("q, quit") { () throws(LineDialogue.Ending) in try mayLeave() },
      ])
  }

  private var editing: [LineCommand] {
    let kinds = StreamDocument.Kind.inOrderOfMenus.map { "new \($0.rawValue)" }.joined(
      separator: ",")
    return [
      LineCommand("edit NAME", "edits a document") { line throws(LineDialogue.Ending) in
        if let key = try find(line.text) { try edit(key) }
      },
      LineCommand(kinds, "adds a document") { line throws(LineDialogue.Ending) in
        guard let kind = StreamDocument.Kind(rawValue: String(line.name.dropFirst(4))),
          let file = model.files.first?.name, let key = model.makeNew(kind, in: file)
        else { return }
        try edit(key)
      },
      LineCommand("remove NAME", "removes a document at the next save") {
        line throws(LineDialogue.Ending) in
        guard let key = try find(line.text) else { return }
        try sayOutcome {
          try model.remove(key)
          return "It will be removed when you save."
        }
      },
      LineCommand("move NAME N SECONDS", "moves value N to SECONDS") {
        line throws(LineDialogue.Ending) in
        try changeValue(line.text, "Type move NAME N SECONDS.") { model, key, index, text in
          guard let seconds = Double(text), (0...1e9).contains(seconds) else {
            return .refused("\(text): expected a number of seconds, at least 0.")
          }
          return model.moveValue(index, of: key, to: Int((seconds * 1e9).rounded()))
        }
      },
      LineCommand("value NAME N VALUE", "replaces value N") {
        line throws(LineDialogue.Ending) in
        try changeValue(line.text, "Type value NAME N VALUE.") { $0.setValue($2, of: $1, to: $3) }
      },
      LineCommand("undo", "undoes the last change") { _ throws(LineDialogue.Ending) in
        let key = model.undo()
        try dialogue.say(
          key.map { "Undone: “\(model.form(of: $0)?.title ?? $0.id)”." }
            ?? "There is nothing to undo.")
      },
      LineCommand("save", "saves the changes") { _ throws(LineDialogue.Ending) in try save()
      },
      LineCommand("discard", "discards the changes") { _ throws(LineDialogue.Ending) in
        model.discardAll()
        try dialogue.say("All changes are discarded.")
      },
      LineCommand("reset", "restores the defaults") { _ throws(LineDialogue.Ending) in
        guard let file = model.files.first?.name else { return }
        let question = "Replace all documents of \(file) with the defaults? (y/n)"
        guard try dialogue.agrees(to: question, isEmptyNo: true) else { return }
        try sayOutcome { "\(try model.reset(file))" }
      },
      LineCommand("import FILE", "imports FILE") { line throws(LineDialogue.Ending) in
        guard let file = model.files.first?.name else { return }
        try sayOutcome { "\(try model.importDocuments(from: line.text, into: file))" }
      },
      LineCommand("export NAME FILE", "exports a document to FILE") {
        line throws(LineDialogue.Ending) in
        guard let blank = line.text.lastIndex(of: " ") else {
          return try dialogue.say("Type export NAME FILE.")
        }
        guard let key = try find(String(line.text[..<blank])) else { return }
        let path = String(line.text[line.text.index(after: blank)...])
        try sayOutcome { try model.exported(key, to: path) }
      },
    ]
  }

  /// Changes a value that is described by text: the stream's name, the number of the value from 1,
  /// and one more word.
  private func changeValue(
    _ text: String, _ usage: String,
    _ change: (StreamWorkspace, StreamKey, Int, String) -> StreamWorkspace.MarbleOutcome
  ) throws(LineDialogue.Ending) {
    var words = text.split(separator: " ")
    guard words.count >= 3, let last = words.popLast(),
      let number = words.popLast().flatMap({ Int($0) })
    else { return try dialogue.say(usage) }
    guard let key = try find(words.joined(separator: " ")) else { return }
    switch change(model, key, number - 1, String(last)) {
    case .changed, .computing: try dialogue.say("Changed, not saved yet.")
    case .refused(let reason): try dialogue.say(reason)
    }
  }

  /// Writes the outcome of work, or the reason why it cannot be done.
  private func sayOutcome(_ work: () throws -> String) throws(LineDialogue.Ending) {
    let sentence: String
    do { sentence = try work() } catch { sentence = "\(error)" }
    try dialogue.say(sentence)
  }

  private func list() throws(LineDialogue.Ending) {
    for row in model.rows {
      if case .step = row.part { continue }
      let saveState = model.saveState(of: row.stream)
      let note = row.note.isEmpty ? "" : ", \(row.note)"
      try dialogue.say(
        "\(row.title)\(note)\(saveState == .saved ? "" : ", \(saveState), not saved")")
    }
  }

  private func find(_ name: String) throws(LineDialogue.Ending) -> StreamKey? {
    let rows = model.rows
    let found =
      rows.first { $0.stream.id == name } ?? rows.first { $0.part != .step(0) && $0.title == name }
      ?? rows.first { $0.title.lowercased() == name.lowercased() }
    if found == nil {
      let names = rows.filter { if case .step = $0.part { false } else { true } }.map(\.title)
      let nearest = Suggestion.nearest(to: name, among: names)
      try dialogue.say(
        "There is no stream “\(name)”." + (nearest.map { " Did you mean “\($0)”?" } ?? ""))
    }
    return found?.stream
  }

  private func save() throws(LineDialogue.Ending) {
    var isSaved = false
    for file in model.files where !file.edits.isEmpty {
      isSaved = true
      var outcome = model.save(file.name)
      while case .conflicts(let conflicts) = outcome {
        guard try decide(conflicts[0], in: file.name) else { break }
        outcome = model.save(file.name)
      }
      switch outcome {
      case .nothing: try dialogue.say("There is nothing to save.")
      case .saved(let count, let isMerged):
        try dialogue.say(
          "Saved, \(count) changed\(isMerged ? "; changes by other programs are kept" : "").")
      case .refused(let problems):
        for problem in problems { try dialogue.say("Not saved: \(problem)") }
      case .conflicts: try dialogue.say("Nothing was saved; your changes are still here.")
      }
    }
    if !isSaved { try dialogue.say("There is nothing to save.") }
  }

  /// Returns true if it was decided.
  private func decide(
    _ conflict: StreamEdits.Conflict, in file: String
  ) throws(LineDialogue.Ending) -> Bool {
    func text(_ document: StreamDocument?) -> String {
      document.map { StreamForm($0) }.map { form in
        form.fields.map { "\(form.title(of: $0)) \(form[$0])" }.joined(separator: ", ")
      } ?? "removed"
    }
    try dialogue.say("Another program has also changed “\(conflict.id)”.")
    try dialogue.say("Mine: \(text(conflict.mine)).")
    try dialogue.say("Theirs: \(text(conflict.theirs)).")
    let choice: StreamEdits.Decision? = try dialogue.choose(
      "Keep mine, theirs, both, or none for now?",
      among: [
        ("mine", .mine), ("theirs", .theirs), ("both", .both), ("none", nil), ("", nil),
      ], otherwise: "Type mine, theirs, both or none.")
    guard let choice else { return false }
    model.decide(conflict, choice, in: file)
    return true
  }

  private func mayLeave() throws(LineDialogue.Ending) -> Bool {
    enum Answer { case save, discard, stay }
    guard model.hasChanges else { return true }
    let answers: [(words: String, choice: Answer)] = [
      ("save", .save), ("discard", .discard), ("stay", .stay), ("", .stay),
    ]
    let answer = try dialogue.choose(
      "There are unsaved changes. Type save, discard or stay:", among: answers,
      otherwise: "Type save, discard or stay.")
    switch answer {
    case .save:
      try save()
      return !model.hasChanges
    case .discard: return true
    case .stay: return false
    }
  }
}

extension StreamWorkspace {
  /// Exports a document, with all that it refers to; returns a sentence.
  func exported(_ key: StreamKey, to path: String) throws(StreamRefusal) -> String {
    let count = try exportDocuments([key.id], of: key.file, to: path)
    return "\(count) \(count == 1 ? "document" : "documents") exported to \(path)."
  }
}

/// The values that streams have sent and that are still to be written, in lines.
private final class News {
  private let limit: Int
  private var lines: [String] = []
  private var missed = 0

  init(limit: Int) { self.limit = limit }

  func add(_ emission: StreamEmission) {
    guard lines.count < limit else {
      missed += 1
      return
    }
    let tenths = emission.instant.nanoseconds / 100_000_000
    let time = "\(tenths / 10).\(tenths % 10) s"
    lines.append("\(time) \(emission.stream)" + (emission.value.map { ": \($0)" } ?? " has ended"))
  }

  func take() -> [String] {
    defer { (lines, missed) = ([], 0) }
    return missed > 0 ? lines + ["and \(missed) more"] : lines
  }
}
