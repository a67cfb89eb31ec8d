import CommandLineKit
import Reactive
import TerminalKit
import ViewModels

/// Streams in lines: a line for each value, and typed words for everything that keys do on the
/// screen.
@MainActor struct StreamsDialogue {
  let model: StreamLabViewModel
  let dialogue: LineDialogue

  /// How many values are said of those that came while a question stood.
  private static let backlog = 100

  static let words = """
    Enter alone pauses and goes on; + or - changes the speed; . makes one step; r runs again.
    list says what there is; edit NAME, remove NAME and new source, chain, union or join change it.
    save publishes what is changed; discard drops it; reset brings the defaults back.
    import FILE and export NAME FILE; problems says what is wrong; q ends.
    """

  /// Says values until it is over, or `q` is typed.
  func run() throws(LineDialogue.Ending) {
    let news = News(limit: Self.backlog)
    let listening = model.emissions.sink { news.add($0) }
    defer { listening.cancel() }
    if dialogue.canBeTypedTo { try dialogue.say(Self.words) }
    // Values that are sent at once were sent before there was a listener.
    model.restart()
    var said: Set<String> = []
    var phase: String?
    try dialogue.wait(readsInput: true) { lines throws(LineDialogue.Ending) in
      for line in lines where try obey(line) { return true }
      for line in news.take() { try dialogue.say(line) }
      for problem in model.problems where said.insert(problem).inserted {
        try dialogue.say("Problem: \(problem)")
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

  /// Does what a line says.
  ///
  /// - Returns: Whether it is over.
  private func obey(_ line: String) throws(LineDialogue.Ending) -> Bool {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let rest = words.count > 1 ? words[1] : ""
    switch words.first?.lowercased() {
    case nil: model.togglePause()
    case "+": model.faster()
    case "-": model.slower()
    case ".": model.step()
    case "r": model.restart()
    case "list": try list()
    case "edit": if let key = try find(rest) { try edit(key) }
    case "new":
      guard let kind = StreamForm.Kind(rawValue: rest.lowercased()),
        let file = model.files.first?.name, let key = model.makeNew(kind, in: file)
      else { return try say("Type new source, new input, new chain, new union or new join.") }
      try edit(key)
    case "remove":
      if let key = try find(rest) {
        try dialogue.say(model.remove(key) ?? "To be removed when it is saved.")
      }
    case "save": try save()
    case "discard":
      model.discardAll()
      try dialogue.say("Nothing is changed any more.")
    case "reset":
      guard let file = model.files.first?.name else { break }
      if try agrees("Replace all documents of \(file) by the defaults? (y/n)") {
        try dialogue.say(model.reset(file))
      }
    case "import":
      guard let file = model.files.first?.name, !rest.isEmpty else {
        return try say("Import which file?")
      }
      try dialogue.say(model.importDocuments(from: rest, into: file))
    case "export":
      guard let blank = rest.lastIndex(of: " ") else { return try say("Type export NAME FILE.") }
      if let key = try find(String(rest[..<blank])) {
        let path = String(rest[rest.index(after: blank)...])
        try dialogue.say(model.exportDocuments([key.id], of: key.file, to: path))
      }
    case "problems":
      for problem in model.problems { try dialogue.say(problem) }
      if model.problems.isEmpty { try dialogue.say("Nothing is wrong.") }
    case "q", "quit": return try mayLeave()
    default: try dialogue.say(Self.words)
    }
    return false
  }

  private func say(_ text: String) throws(LineDialogue.Ending) -> Bool {
    try dialogue.say(text)
    return false
  }

  private func list() throws(LineDialogue.Ending) {
    for lane in model.lanes {
      if case .step = lane.part { continue }
      let standing = model.standing(of: lane.stream)
      let note = lane.note.isEmpty ? "" : ", \(lane.note)"
      try dialogue.say(
        "\(lane.title)\(note)\(standing == .saved ? "" : ", \(standing), not saved")")
    }
  }

  private func find(_ name: String) throws(LineDialogue.Ending) -> StreamKey? {
    let lanes = model.lanes
    let found =
      lanes.first { $0.stream.id == name } ?? lanes.first {
        $0.part != .step(0) && $0.title == name
      }
      ?? lanes.first { $0.title.lowercased() == name.lowercased() }
    if found == nil {
      let names = lanes.filter { if case .step = $0.part { false } else { true } }.map(\.title)
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
          "Saved, \(count) changed\(isMerged ? "; what others saved meanwhile is kept" : "").")
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
    try dialogue.say("Another program has changed “\(conflict.id)”, too.")
    try dialogue.say("Mine: \(text(conflict.mine)).")
    try dialogue.say("Theirs: \(text(conflict.theirs)).")
    while true {
      switch try dialogue.ask("Keep mine, theirs, both, or none now?").lowercased() {
      case "mine": model.decide(conflict, .mine, in: file)
      case "theirs": model.decide(conflict, .theirs, in: file)
      case "both": model.decide(conflict, .both, in: file)
      case "none", "": return false
      default: continue
      }
      return true
    }
  }

  private func mayLeave() throws(LineDialogue.Ending) -> Bool {
    guard model.hasChanges else { return true }
    while true {
      switch try dialogue.ask("Something is not saved. Type save, discard or stay:").lowercased() {
      case "save":
        try save()
        return !model.hasChanges
      case "discard": return true
      case "stay", "": return false
      default: continue
      }
    }
  }

  private func agrees(_ question: String) throws(LineDialogue.Ending) -> Bool {
    while true {
      switch try dialogue.ask(question).lowercased() {
      case "y", "yes": return true
      case "n", "no", "": return false
      default: try dialogue.say("Type y or n.")
      }
    }
  }
}

/// The values that streams have sent and that are still to be said, in lines.
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
    lines.append(
      "\(time) \(emission.stream)" + (emission.value.map { ": \($0)" } ?? " has ended"))
  }

  func take() -> [String] {
    defer { (lines, missed) = ([], 0) }
    return missed > 0 ? lines + ["and \(missed) more"] : lines
  }
}
