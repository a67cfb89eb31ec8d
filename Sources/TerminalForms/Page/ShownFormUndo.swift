import Forms
import TerminalKit

// Keys that undo, show or suggest an answer.
extension ShownForm {
  var undoKeys: [KeyBinding] {
    let field: FieldSnapshot? = if case .field(let id) = focus { form.present[id] } else { nil }
    let hasRemoved = form.present.restorableList != nil
    return [
      KeyBinding(
        "M-u", "restore the removed row", footer: KeyHint("M-u", "undo remove", rank: 1),
        when: hasRemoved
      ) { _ in
        if let row = self.form.restoreRow() { self.show(row) }
        self.host.hasBeenRefused = false
      },
      KeyBinding("M-r", "restore the field", when: field?.isDirty == true) { _ in
        if let field { self.form.reset(field.id) }
      },
    ]
  }

  var secretKeys: [KeyBinding] {
    guard case .field(let id) = focus, let field = form.present[id] else { return [] }
    let isSecret = field.control.isSecret
    let isRevealed = controls.states[id]?.text?.isRevealed == true
    let suggestion = decorations.first { $0.field == field.name && $0.suggestion != nil }
    return [
      KeyBinding(
        "^R", "show or hide what is typed",
        footer: KeyHint("^R", isRevealed ? "hide" : "show", rank: 2), when: isSecret,
        isListed: isSecret
      ) { _ in
        if self.mayShowSecrets {
          self.controls.states[id]?.text?.isRevealed.toggle()
        } else {
          self.host.refusal = (
            self.focus, self.language.words("Secrets stay hidden while the screen is recorded")
          )
        }
      },
      KeyBinding(
        "^O", "suggest a value", footer: KeyHint("^O", "suggest", rank: 4),
        when: suggestion != nil && (!isSecret || mayShowSecrets), isListed: suggestion != nil
      ) { _ in
        guard let text = suggestion?.suggestion?() else {
          return self.host.refusal = (self.focus, self.language.words("No suggestion"))
        }
        self.form.enter(.text(text), at: id)
        if isSecret { self.controls.states[id]?.text?.isRevealed = true }
      },
    ]
  }
}
