// The keys of an open document.
extension StreamEditor {
  var keys: KeyMap {
    KeyMap(
      movingKeys(next: KeyHint("⇥", "next")) + [
        KeyBinding("Enter", "next field") { _ in self.move(by: 1) },
        KeyBinding("PgUp PgDn", "several fields up, down") {
          self.jump(by: $0.key == .pageUp ? -8 : 8)
        },
        .elsewhere(
          "← → Space", "another choice; a letter goes to the next one that begins with it",
          footer: isInText ? nil : KeyHint("←→", "choose", rank: 3)),
      ] + changingKeys + [
        KeyBinding(
          "^S", "save and run this document", footer: KeyHint("^S", "save", rank: 1)
        ) { _ in self.screen.save(self.key.file, only: self.key.id) },
        KeyBinding("Esc", "back to the rows", footer: KeyHint("Esc", "back", rank: 2)) { _ in
          self.close(byInterrupt: false)
        },
        KeyBinding("^C", "quit") { _ in self.close(byInterrupt: true) },
      ] + KeyBinding.ofText() + [
        helpKeys(
          asking: "outside text fields", footer: KeyHint("^G", "keys", rank: 6), for: .change)
      ])
  }

  func makeHelp() -> KeyHelp { KeyHelp(title: "Keys", hints: keys.hints) }

  /// Moves several fields forward or back, as far as there are any.
  private func jump(by step: Int) {
    let index = (stops.firstIndex(of: focus) ?? 0) + step
    focus = stops[max(0, min(index, stops.count - 1))]
  }

  private var changingKeys: [KeyBinding] {
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
        self.change(orSay: "No operator can be added here; add a chain and put it there.") {
          takesStep ? $0.add(.step, behind: $1) : nil
        }
      },
      KeyBinding(
        "^X", "remove the focused part", footer: KeyHint("^X", "remove", rank: 7)
      ) { _ in self.change(orSay: "This cannot be removed.") { $0.remove($1) } },
      KeyBinding(
        "^T", "duplicate the focused part", footer: KeyHint("^T", "repeat", rank: 8)
      ) { _ in
        self.change(orSay: "This cannot be duplicated.") { $0.duplicate($1) }
      },
      KeyBinding(
        "M-↑ M-p", "move the focused part up", footer: KeyHint("M-↑↓", "move", rank: 9)
      ) { _ in
        self.change(orSay: "This cannot be moved up.") { $0.move($1, by: -1) }
      },
      KeyBinding("M-↓ M-n", "move the focused part down") { _ in
        self.change(orSay: "This cannot be moved down.") { $0.move($1, by: 1) }
      },
    ]
  }
}
