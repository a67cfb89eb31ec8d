import TerminalKit
import ViewModels

extension SignupScreen {
  /// Below this there is no form, only a notice.
  static let minimumSize = Size(20, 6)

  static let allKeys = [
    KeyHint("Tab ↓", "next field"), KeyHint("⇧Tab ↑", "previous field"),
    KeyHint("Enter", "next field; on the last one: register"), KeyHint("^S", "register"),
    KeyHint("Space", "on a button: press it"),
    KeyHint("^R", "show or hide the password"), KeyHint("^A ^E", "start, end of the line"),
    KeyHint("M-b M-f", "a word back, forth; in a password, to its ends"),
    KeyHint("^W ^U ^K ^Y", "delete a word, to the start, to the end; put back"),
    KeyHint("^_ M-_", "undo, redo"), KeyHint("^L", "draw anew"), KeyHint("^Z", "suspend"),
    KeyHint("Esc ^C", "cancel"), KeyHint("F1", "this list; on a button ? too"),
  ]

  func draw(on canvas: inout Canvas) {
    guard canvas.size.fits(SignupScreen.minimumSize) else {
      tooSmallNotice.draw(on: &canvas)
      return
    }
    let body = Rect(
      x: 0, y: 0, width: canvas.size.width, height: canvas.size.height - 1)
    let page = SignupPage(pageState, size: body.size, symbols: canvas.symbols)
    // The page slides up just as far as it takes to see what has the focus.
    let target = page.extent(of: focus)
    let top = max(0, min(target.upperBound - body.height, target.lowerBound))
    canvas.clipped(to: body) { canvas in
      page.draw(at: Point(2, -top), on: &canvas, scrolling: &fields)
    }
    footer.draw(in: Rect(x: 1, y: body.maxY, width: canvas.size.width - 2, height: 1), on: &canvas)
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
    var hints = [KeyHint("⇥", "next"), KeyHint("⇧⇥", "back")]
    if let field = focus.field, fields[field].isSecret {
      hints.append(KeyHint("^R", fields[field].isRevealed ? "hide" : "show"))
    }
    switch focus {
    case .field(.username), .field(.password): hints.append(KeyHint("^S", "register"))
    case .field(.confirmation): hints.append(KeyHint("Enter", "register"))
    case .register: hints.append(KeyHint("Space", "register"))
    case .cancel: hints += [KeyHint("Space", "cancel"), KeyHint("^S", "register")]
    }
    if focus != .cancel { hints.append(KeyHint("Esc", "cancel")) }
    return Footer(hints: hints + [KeyHint("F1", "keys")])
  }
}
