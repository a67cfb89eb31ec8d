import TerminalKit
import ViewModels

extension StreamsScreen {
  static let rowKeys = [
    KeyHint("Space", "pause, go on; after the end, run again"),
    KeyHint("- +", "slower, faster"), KeyHint(".", "one step"), KeyHint("r", "run again from 0"),
    KeyHint("↑ ↓ PgUp PgDn", "choose a row"), KeyHint("z Z", "more, less time in a column"),
    KeyHint("Enter e", "edit the chosen document"), KeyHint("n", "make a document"),
    KeyHint("d", "make a copy of it"), KeyHint("x Del", "remove it"),
    KeyHint("u", "take back what is not saved of it"), KeyHint("^S", "save, and run what is new"),
    KeyHint("i", "import documents of a file"), KeyHint("o", "export it, and what it refers to"),
    KeyHint("R", "bring the defaults back"), KeyHint("w", "follow the file, or not"),
    KeyHint("p", "what is wrong"), KeyHint("^L", "draw anew"), KeyHint("^Z", "suspend"),
    KeyHint("q Esc", "quit"), KeyHint("F1 ^G ?", "this list"),
    KeyHint(LanePicture.several, "several values, or no room; | is the end"),
  ]

  func handleOnRows(_ press: KeyPress) {
    message = nil
    switch press {
    case KeyPress(.character(" ")): model.togglePause()
    case KeyPress(.character("-")), KeyPress(.character("[")): model.slower()
    case KeyPress(.character("+")), KeyPress(.character("=")), KeyPress(.character("]")):
      model.faster()
    case KeyPress(.character(".")): model.step()
    case KeyPress(.character("r")): model.restart()
    case KeyPress(.character("z")): zoom { $0.zoomOut() }
    case KeyPress(.character("Z")): zoom { $0.zoomIn() }
    case KeyPress(.enter), KeyPress(.character("e")):
      if let chosen { edit(chosen.stream, at: chosen.part) }
    case KeyPress(.character("n")):
      let kinds = StreamForm.Kind.allCases.map { $0.rawValue.capitalized }
      ask(.kind, Dialog(question: "What is it to be?", answers: kinds + ["Nothing"], focus: 0))
    case KeyPress(.character("d")):
      if let chosen, let key = model.duplicate(chosen.stream) { edit(key) }
    case KeyPress(.character("x")), KeyPress(.delete): removeChosen()
    case KeyPress(.character("u")): if let chosen { model.discard(chosen.stream) }
    case .control("s"):
      if let currentFile { save(currentFile) } else { sayNothingToSave() }
    case KeyPress(.character("i")): prompt = PathPrompt(purpose: .importing)
    case KeyPress(.character("o")):
      if let chosen { prompt = PathPrompt(purpose: .exporting(chosen.stream)) }
    case KeyPress(.character("R")): askReset()
    case KeyPress(.character("w")): toggleWatching()
    case KeyPress(.character("p")): showProblems()
    case _ where press.asksForHelp(isInText: false):
      help = KeyHelp(title: "Keys", hints: Self.rowKeys)
    case KeyPress(.character("q")), KeyPress(.escape): leave(byInterrupt: false)
    default: _ = table.handle(press)
    }
  }

  private func zoom(_ change: (inout LaneTable) -> Void) {
    change(&table)
    model.grain = table.scale
  }

  private func removeChosen() {
    guard let chosen else { return }
    if let reason = model.remove(chosen.stream) { return say(reason, .warning) }
    if model.standing(of: chosen.stream) == .removed {
      say("To be removed when it is saved: ^S saves, u takes it back.")
    }
  }

  private func askReset() {
    guard let currentFile else { return }
    ask(
      .reset(file: currentFile),
      Dialog(
        question: "Replace all documents of \(currentFile) by the defaults? What is there is kept "
          + "beside it, in a file with .old behind its name.",
        answers: ["Reset", "Keep them"], focus: 1))
  }

  private func toggleWatching() {
    model.setWatching(!model.isWatching)
    say(
      model.isWatching
        ? "Changes by other programs are followed." : "Changes by others are not followed.")
  }

  private func showProblems() {
    let problems = model.problems
    guard !problems.isEmpty else { return say("Nothing is wrong.", .success) }
    help = KeyHelp(title: "Problems", hints: problems.map { KeyHint("!", $0) })
  }
}

extension String {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
