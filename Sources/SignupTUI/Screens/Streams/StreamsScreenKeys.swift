import TerminalKit
import ViewModels

// The keys of the rows, and of the document that is edited.
extension StreamsScreen {
  var keys: KeyMap {
    if let editor { return KeyMap(editorKeys(editor)) }
    return KeyMap(
      clockKeys + documentKeys + fileKeys + KeyBinding.ofTheLoop + [
        .quitting(footer: KeyHint("q", "quit", rank: 1)) {
          self.leave(byInterrupt: $0 == .control("c"))
        },
        .help(footer: KeyHint("?", "keys", rank: 4)) { _ in self.showKeys() },
        .elsewhere(LanePicture.several, "several values, or no room; | is the end"),
      ])
  }

  private func showKeys() { help = KeyHelp(title: "Keys", hints: keys.hints) }

  // MARK: The rows

  private var clockKeys: [KeyBinding] {
    [
      KeyBinding(
        "Space", "pause, go on; after the end, run again",
        footer: KeyHint("Space", model.phase == .playing ? "pause" : "play ")
      ) { _ in self.model.togglePause() },
      KeyBinding(
        "- +", "slower, faster", also: "[]=".map { KeyPress(.character($0)) },
        footer: KeyHint("-+", "speed", rank: 5)
      ) {
        if $0.text == "-" || $0.text == "[" { self.model.slower() } else { self.model.faster() }
      },
      KeyBinding(".", "one step", footer: KeyHint(".", "step", rank: 6)) { _ in self.model.step() },
      KeyBinding("r", "run again from 0", footer: KeyHint("r", "again", rank: 7)) { _ in
        self.model.restart()
      },
      KeyBinding(
        "↑ ↓ PgUp PgDn", "choose a row", also: [KeyPress(.home), KeyPress(.end)]
      ) { _ = self.table.handle($0) },
      KeyBinding("z Z", "more, less time in a column", footer: KeyHint("z", "zoom", rank: 9)) {
        if $0.text == "z" { self.table.zoomOut() } else { self.table.zoomIn() }
        self.model.grain = self.table.scale
      },
    ]
  }

  private var documentKeys: [KeyBinding] {
    [
      KeyBinding(
        "Enter e", "edit the chosen document", footer: KeyHint("Enter", "edit", rank: 2)
      ) { _ in
        if let chosen = self.chosen { self.edit(chosen.stream, at: chosen.part) }
      },
      KeyBinding("n", "make a document", footer: KeyHint("n", "new", rank: 3)) { _ in
        self.askKind()
      },
      KeyBinding("d", "make a copy of it") { _ in
        if let key = self.chosen.flatMap({ self.model.duplicate($0.stream) }) { self.edit(key) }
      },
      KeyBinding("x Del", "remove it") { _ in self.removeChosen() },
      KeyBinding("u", "take back what is not saved of it") { _ in
        if let chosen = self.chosen { self.model.discard(chosen.stream) }
      },
    ]
  }

  private var fileKeys: [KeyBinding] {
    [
      KeyBinding("^S", "save, and run what is new", footer: KeyHint("^S", "save", rank: 8)) { _ in
        if let file = self.currentFile { self.save(file) } else { self.sayNothingToSave() }
      },
      KeyBinding("i", "import documents of a file") { _ in
        self.prompt = PathPrompt(title: "Import the documents of a file") { path in
          guard let file = self.currentFile else { return }
          self.say(self.model.importDocuments(from: path, into: file))
        }
      },
      KeyBinding("o", "export it, and what it refers to") { _ in
        guard let key = self.chosen?.stream else { return }
        self.prompt = PathPrompt(title: "Export to a new file") { path in
          self.say(self.model.exportDocuments([key.id], of: key.file, to: path))
        }
      },
      KeyBinding("R", "bring the defaults back") { _ in self.askReset() },
      KeyBinding("w", "follow the file, or not") { _ in self.toggleWatching() },
      KeyBinding("p", "what is wrong") { _ in self.showProblems() },
    ]
  }

  private func removeChosen() {
    guard let chosen else { return }
    if let reason = model.remove(chosen.stream) { return say(reason, .warning) }
    if model.standing(of: chosen.stream) == .removed {
      say("To be removed when it is saved: ^S saves, u takes it back.")
    }
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

  // MARK: The editor

  private func editorKeys(_ editor: StreamEditor) -> [KeyBinding] {
    let choosing = editor.isText ? nil : KeyHint("←→", "choose", rank: 3)
    return movingKeys + [
      .elsewhere(
        "← → Space", "another choice; a letter goes to the next that begins with it",
        footer: choosing)
    ] + changingKeys(editor.form) + [
      KeyBinding("^S", "save, and run what is new", footer: KeyHint("^S", "save", rank: 1)) { _ in
        self.save(editor.key.file)
      },
      KeyBinding("Esc", "back to the rows", footer: KeyHint("Esc", "back", rank: 2)) { _ in
        self.closeEditor()
      },
      KeyBinding("^C", "quit") { _ in self.leave(byInterrupt: true) },
    ] + KeyBinding.ofText() + [
      KeyBinding(
        "F1 ^G", "this list; outside of texts ? too",
        also: editor.isText ? [] : [KeyPress(.character("?"))],
        footer: KeyHint("^G", "keys", rank: 6)
      ) { _ in self.showKeys() }
    ]
  }

  private var movingKeys: [KeyBinding] {
    [
      KeyBinding("Tab ↓ Enter", "next field", footer: KeyHint("⇥", "next")) { _ in
        self.editor?.move(1)
      },
      KeyBinding("⇧Tab ↑", "field before") { _ in self.editor?.move(-1) },
      KeyBinding("PgUp PgDn", "some fields up, down") {
        self.editor?.move($0.key == .pageUp ? -8 : 8)
      },
    ]
  }

  private func changingKeys(_ form: StreamForm) -> [KeyBinding] {
    let (takesEntry, takesStep) = (form.additions.contains(.entry), form.additions.contains(.step))
    let entry = takesEntry ? KeyHint("^N", form.kind == .source ? "value" : "stream", rank: 5) : nil
    return [
      KeyBinding("^N", "add a value or a stream; in a chain, an operator", footer: entry) { _ in
        self.change(orSay: "Nothing can be added here.") {
          $0.add(takesEntry ? .entry : .step, behind: $1)
        }
      },
      KeyBinding(
        "^O", "add an operator here", footer: takesStep ? KeyHint("^O", "operator", rank: 4) : nil
      ) { _ in
        self.change(orSay: "No operator can be added here; a chain over it can have some.") {
          takesStep ? $0.add(.step, behind: $1) : nil
        }
      },
      KeyBinding(
        "^X", "remove the part with the focus", footer: KeyHint("^X", "remove", rank: 7)
      ) { _ in self.change(orSay: "This cannot be removed.") { $0.remove($1) } },
      KeyBinding("^T", "repeat it", footer: KeyHint("^T", "repeat", rank: 8)) { _ in
        self.change(orSay: "This cannot be repeated.") { $0.duplicate($1) }
      },
      KeyBinding("M-↑ M-p", "move it up", footer: KeyHint("M-↑↓", "move", rank: 9)) { _ in
        self.change(orSay: "This cannot be moved up.") { $0.move($1, by: -1) }
      },
      KeyBinding("M-↓ M-n", "move it down") { _ in
        self.change(orSay: "This cannot be moved down.") { $0.move($1, by: 1) }
      },
    ]
  }
}
