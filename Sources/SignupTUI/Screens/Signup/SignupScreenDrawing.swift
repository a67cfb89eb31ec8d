import TerminalKit
import ViewModels

extension SignupScreen {
  /// Below this there is no form, only a notice.
  static let minimumSize = Size(20, 6)

  /// All keys, for the list of them.
  private var allKeys: [KeyHint] {
    let keys = [
      KeyHint("Tab ↓", "next field"), KeyHint("⇧Tab ↑", "previous field"),
      KeyHint("Enter", "next field; on the last one: register"), KeyHint("^S", "register"),
      KeyHint("Space", "on a button: press it"), KeyHint("← →", "on a button: the other one"),
      KeyHint("PgUp PgDn", "what lies above, below"),
      KeyHint("^R", "show or hide the password"),
      KeyHint("^O", "suggest a password; Esc or ^_ takes it back"),
      KeyHint("^A ^E", "start, end of the line"),
      KeyHint("M-b M-f", "a word back, forth; in a password, to its ends"),
      KeyHint("^W ^U ^K ^Y", "delete a word, to the start, to the end; put back"),
      KeyHint("^_ M-_", "undo, redo"), KeyHint("^L", "draw anew"), KeyHint("^Z", "suspend"),
      KeyHint("Esc ^C", "cancel"), KeyHint("F1 ^G", "this list; on a button ? too"),
    ]
    // While the screen is recorded no password may be on it.
    return isRecorded ? keys.filter { !["^R", "^O"].contains($0.key) } : keys
  }

  /// What F1 shows: what is to be said now, the rules in force with how they stand, and the keys.
  func makeHelp() -> KeyHelp {
    let state = pageState()
    let messages = SignupField.allCases.map { state.fields[$0].message } + [state.summary]
    let wrong = messages.filter { $0.kind == .failure && !$0.text.isEmpty }
    let username = Self.items(of: model.verdict.username.checklist, hidesProgress: true)
    let rules =
      [MessageRow(kind: .hint, text: "\(state.fields.username.label):")] + username.map(\.row)
      + [MessageRow(kind: .hint, text: "\(state.fields.password.label):")]
      + state.checklist.items.map(\.row)
    return KeyHelp(title: "Help", notes: wrong + rules, hints: allKeys)
  }

  func draw(on canvas: inout Canvas) {
    guard canvas.size.fits(SignupScreen.minimumSize) else {
      tooSmallNotice.draw(on: &canvas)
      return
    }
    let body = Rect(
      x: 0, y: 0, width: canvas.size.width, height: canvas.size.height - 1)
    let state = pageState(isNarrow: PageColumns.areNarrow(in: body.width))
    let page = SignupPage(state, size: body.size, symbols: canvas.symbols)
    // What becomes of a form that is being submitted stands below its buttons.
    let shown = model.submission.isUnderWay ? SignupFocus.register : focus
    let top = view.show(page.rows.target(of: shown), of: page.rows.height, in: body.height)
    canvas.clipped(to: body) { canvas in
      page.draw(from: top, on: &canvas, scrolling: &fields)
      if !isCovered {
        ScrollMarks(
          visible: top..<top + body.height, of: 0..<page.rows.height, hasWords: true
        ).draw(in: body, on: &canvas)
      }
    }
    if let cursor = canvas.cursor, !body.contains(cursor) { canvas.cursor = nil }
    footer.draw(in: PageColumns.footer(in: canvas.bounds), on: &canvas)
    dialog?.draw(in: canvas.bounds, on: &canvas)
    help?.draw(in: canvas.bounds, on: &canvas)
  }

  /// What the keys that leave do, and what they have asked.
  private var tooSmallNotice: TooSmallNotice {
    let needed = SignupScreen.minimumSize
    guard dialog != nil else {
      let key = model.submission.isUnderWay ? "Esc leaves" : "Esc cancels"
      return TooSmallNotice(needed: needed, keys: [key])
    }
    return switch question {
    case .discard:
      TooSmallNotice(
        needed: needed, question: "Discard your text?", keys: ["^C discards", "Esc keeps editing"])
    case .abandon:
      TooSmallNotice(
        needed: needed, question: "Leave unanswered?", keys: ["^C leaves", "Esc waits"])
    }
  }

  private var footer: Footer {
    if help != nil { return KeyHelp.footer }
    let isUnderWay = model.submission.isUnderWay
    if dialog != nil {
      return Footer(hints: [
        KeyHint("←→", "choose"), KeyHint("Enter", "answer"),
        KeyHint("Esc", isUnderWay ? "wait" : "keep editing"),
      ])
    }
    if isUnderWay {
      return Footer(hints: [KeyHint("Esc", "leave without waiting for the answer")])
    }
    var hints = [KeyHint("⇥", "next", rank: 1), KeyHint("⇧⇥", "back", rank: 5)]
    if let field = focus.field, fields[field].isSecret, !isRecorded {
      hints.append(KeyHint("^R", fields[field].isRevealed ? "hide" : "show", rank: 2))
      hints.append(
        KeyHint("^O", model.isPasswordSuggested ? "another" : "suggest", rank: 4))
    }
    switch focus {
    case .field(.username), .field(.password): hints.append(KeyHint("^S", "register", rank: 3))
    case .field(.confirmation): hints.append(KeyHint("Enter", "register", rank: 2))
    case .register: hints.append(KeyHint("Space", "register", rank: 1))
    case .cancel:
      hints += [KeyHint("Space", "cancel", rank: 1), KeyHint("^S", "register", rank: 3)]
    }
    if model.isPasswordSuggested {
      hints.append(KeyHint("Esc", "undo"))
    } else {
      hints.append(KeyHint("Esc", "cancel"))
    }
    return Footer(hints: hints + [KeyHint("^G", "help")])
  }
}

extension Checklist.Item {
  /// The requirement as a line of its own.
  var row: MessageRow {
    let kind: MessageRow.Kind =
      switch mark {
      case .met: .success
      case .open: .neutral
      case .failed: .failure
      }
    let text = progress.map { "\(requirement): \($0)" } ?? requirement
    return MessageRow(kind: kind, text: text)
  }
}
