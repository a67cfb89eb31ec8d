// The keys of the rows.
extension StreamsScreen {
  var keys: KeyMap {
    let leaving = KeyBinding(
      "Esc", "leave the marble", when: table.cursor != nil || table.awaited != nil, isListed: false
    ) { _ in self.table.removeCursor() }
    let last: [KeyBinding] = [
      .quitting(footer: KeyHint("q", "quit", rank: 1)) {
        self.leave(byInterrupt: $0 == .control("c"))
      },
      .help(footer: KeyHint("?", "keys", rank: 4)) { _ in self.showKeys() },
      .elsewhere(MarbleRowPicture.several, "several values, or no room; | is the end"),
    ]
    // In two parts, which older compilers need a type for.
    let own: [KeyBinding] = [leaving] + clockKeys + marbleKeys + documentKeys + fileKeys
    return KeyMap(own + KeyBinding.ofTheLoop + last)
  }

  private func showKeys() { help = KeyHelp(title: "Keys", hints: keys.hints) }

  // MARK: The rows

  private var clockKeys: [KeyBinding] {
    [
      KeyBinding(
        "Space", "pause, go on; after the end, run again",
        footer: KeyHint("Space", model.phase == .playing ? "pause" : "play ")
      ) { _ in self.model.togglePause() },
      KeyBinding("- + [ ] =", "slower, faster; = is +", footer: KeyHint("-+", "speed", rank: 5)) {
        if $0.text == "-" || $0.text == "[" { self.model.slower() } else { self.model.faster() }
      },
      KeyBinding(".", "one step", footer: KeyHint(".", "step", rank: 6)) { _ in self.model.step() },
      KeyBinding("r", "run again from 0", footer: KeyHint("r", "again", rank: 7)) { _ in
        if self.table.awaited != nil { self.table.removeCursor() }
        self.model.restart()
      },
      KeyBinding("↑ ↓ PgUp PgDn", "choose a row") { self.chooseRow($0) },
      KeyBinding("Home End", "first, last row") { self.chooseRow($0) },
      KeyBinding("z Z", "more, less time in a column", footer: KeyHint("z", "zoom", rank: 9)) {
        if $0.text == "z" { self.table.zoomOut() } else { self.table.zoomIn() }
        self.model.grain = self.table.scale
      },
    ]
  }

  private func chooseRow(_ press: KeyPress) {
    _ = table.handle(press, of: model.rows)
    model.endGesture()
  }

  private var documentKeys: [KeyBinding] {
    [
      KeyBinding("Enter e", "edit the chosen document", footer: KeyHint("Enter", "edit", rank: 2)) {
        _ in if let chosen = self.chosen { self.edit(chosen.stream, at: chosen.part) }
      },
      KeyBinding("n", "make a document", footer: KeyHint("n", "new", rank: 3)) { _ in self.askKind()
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
      KeyBinding("S", "save as: all documents in another file, which is shown then") { _ in
        guard let file = self.currentFile else { return self.sayNothingToSave() }
        self.prompt = LinePrompt(title: "Save as") { self.saveAs($0, from: file) }
      },
      KeyBinding("i", "import documents of a file or URL") { _ in
        self.prompt = LinePrompt(title: "Import the documents of a file or URL") { path in
          guard let file = self.currentFile else { return }
          self.model.importDocuments(from: path, into: file) { self.say($0) }
          self.sayWorking("Reading \(path)")
        }
      },
      KeyBinding("o", "export it, and what it refers to") { _ in
        guard let key = self.chosen?.stream else { return }
        self.prompt = LinePrompt(title: "Export to a new file") { path in
          self.sayOutcome { try self.model.exported(key, to: path) }
        }
      },
      KeyBinding("R", "record what a bound input has sent as its test data") { _ in
        guard let chosen = self.chosen else { return }
        self.sayOutcome {
          let count = try self.model.record(chosen.stream)
          return "\(count) \(count == 1 ? "value" : "values") of “\(chosen.title)” recorded as its "
            + "test data; ^S saves them, U takes them back."
        }
      },
      KeyBinding("D", "bring the defaults back") { _ in self.askReset() },
      KeyBinding("w", "follow the file, or not") { _ in self.toggleWatching() },
      KeyBinding("p", "what is wrong") { _ in self.showProblems() },
    ]
  }

  private func removeChosen() {
    guard let chosen else { return }
    do throws(StreamRefusal) { try model.remove(chosen.stream) } catch {
      return say(error.reason, .warning)
    }
    if model.saveState(of: chosen.stream) == .removed {
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
}
