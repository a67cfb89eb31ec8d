// The keys of the rows.
extension StreamsScreen {
  var keys: KeyMap {
    let leaving = KeyBinding(
      "Esc", "deselect the marble", when: table.cursor != nil || table.awaited != nil,
      isListed: false
    ) { _ in self.table.removeCursor() }
    let last: [KeyBinding] = [
      .quitting(footer: KeyHint("q", "quit", rank: 1)) {
        self.leave(byInterrupt: $0 == .control("c"))
      },
      .help(footer: KeyHint("?", "keys", rank: 4)) { _ in self.showKeys() },
      .elsewhere(MarbleRowPicture.several, "several values, or no room; | is the end"),
    ]
    // In two parts, and with a type for older compilers.
    let own: [KeyBinding] = [leaving] + clockKeys + marbleKeys + documentKeys + fileKeys
    return KeyMap(own + KeyBinding.ofTheLoop + last)
  }

  private func showKeys() { help = KeyHelp(title: "Keys", hints: keys.hints) }

  // MARK: The rows

  private var clockKeys: [KeyBinding] {
    [
      KeyBinding(
        "Space", "pause, resume; after the end, run again",
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
      KeyBinding("↑ ↓ PgUp PgDn", "select a row") { self.chooseRow($0) },
      KeyBinding("Home End", "first, last row") { self.chooseRow($0) },
      KeyBinding("z Z", "more, less time per column", footer: KeyHint("z", "zoom", rank: 9)) {
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
      KeyBinding("Enter e", "edit the document", footer: KeyHint("Enter", "edit", rank: 2)) {
        _ in if let chosen = self.chosen { self.edit(chosen.stream, at: chosen.part) }
      },
      KeyBinding("n", "add a document", footer: KeyHint("n", "new", rank: 3)) { _ in self.askKind()
      },
      KeyBinding("d", "copy the document") { _ in
        if let key = self.chosen.flatMap({ self.model.duplicate($0.stream) }) { self.edit(key) }
      },
      KeyBinding("x Del", "remove the document") { _ in self.removeChosen() },
      KeyBinding("u", "undo the document's unsaved changes") { _ in
        if let chosen = self.chosen { self.model.discard(chosen.stream) }
      },
    ]
  }

  private var fileKeys: [KeyBinding] {
    [
      KeyBinding("^S", "save and run the changes", footer: KeyHint("^S", "save", rank: 8)) { _ in
        if let file = self.currentFile { self.save(file) } else { self.sayNothingToSave() }
      },
      KeyBinding("S", "save all documents to another file, and open it") { _ in
        guard let file = self.currentFile else { return self.sayNothingToSave() }
        self.prompt = LinePrompt(title: "Save as") { self.saveAs($0, from: file) }
      },
      KeyBinding("i", "import documents from a file or URL") { _ in
        self.prompt = LinePrompt(title: "Import documents from a file or URL") { path in
          guard let file = self.currentFile else { return }
          self.model.importDocuments(from: path, into: file) { self.say($0) }
          self.sayWorking("Reading \(path)")
        }
      },
      KeyBinding("o", "export the document and those it refers to") { _ in
        guard let key = self.chosen?.stream else { return }
        self.prompt = LinePrompt(title: "Export to a new file") { path in
          self.sayOutcome { try self.model.exported(key, to: path) }
        }
      },
      KeyBinding("R", "record the values of a bound input as its test data") { _ in
        guard let chosen = self.chosen else { return }
        self.sayOutcome {
          let count = try self.model.record(chosen.stream)
          return "\(count) \(count == 1 ? "value" : "values") of “\(chosen.title)” recorded as its "
            + "test data; ^S saves them, U undoes that."
        }
      },
      KeyBinding("D", "restore the defaults") { _ in self.askReset() },
      KeyBinding("w", "follow the file, on or off") { _ in self.toggleWatching() },
      KeyBinding("p", "show the problems") { _ in self.showProblems() },
    ]
  }

  private func removeChosen() {
    guard let chosen else { return }
    do throws(StreamRefusal) { try model.remove(chosen.stream) } catch {
      return say(error.reason, .warning)
    }
    if model.saveState(of: chosen.stream) == .removed {
      say("Will be removed when you save (^S); u undoes that.")
    }
  }

  private func toggleWatching() {
    model.setWatching(!model.isWatching)
    say(
      model.isWatching
        ? "Following changes by other programs." : "Not following changes by other programs.")
  }

  private func showProblems() {
    let problems = model.problems
    guard !problems.isEmpty else { return say("There are no problems.", .success) }
    help = KeyHelp(title: "Problems", hints: problems.map { KeyHint("!", $0) })
  }
}
