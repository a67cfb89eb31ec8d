import ViewModels

extension SignupScreen {
  /// Below this there is no form, only a notice.
  static let minimumSize = Size(30, 6)

  static let allKeys = [
    KeyHint("Tab ↓", "next field"), KeyHint("⇧Tab ↑", "previous field"),
    KeyHint("Enter", "next field; on the last one: register"), KeyHint("^S", "register"),
    KeyHint("^R", "show or hide the password"), KeyHint("^A ^E", "start, end of the line"),
    KeyHint("^W ^U ^K ^Y", "delete a word, to the start, to the end; put back"),
    KeyHint("^_ M-_", "undo, redo"), KeyHint("^L", "draw anew"), KeyHint("^Z", "suspend"),
    KeyHint("Esc ^C", "cancel"), KeyHint("F1", "this list"),
  ]

  func draw(on canvas: inout Canvas) {
    guard canvas.size.fits(SignupScreen.minimumSize) else {
      TooSmallNotice(needed: SignupScreen.minimumSize, wayOut: "Esc cancels").draw(on: &canvas)
      return
    }
    let body = Rect(
      x: 0, y: 0, width: canvas.size.width, height: canvas.size.height - 1)
    let page = SignupPage(width: min(body.width - 4, 100), screen: self, symbols: canvas.symbols)
    // The page slides up just as far as it takes to see what has the focus.
    let target = page.extent(of: focus)
    let top = max(0, min(target.upperBound - body.height, target.lowerBound))
    canvas.clipped(to: body) { canvas in
      page.draw(at: Point(2, -top), on: &canvas)
    }
    footer.draw(in: Rect(x: 1, y: body.maxY, width: canvas.size.width - 2, height: 1), on: &canvas)
    dialog?.draw(in: canvas.bounds, on: &canvas)
    help?.draw(in: canvas.bounds, on: &canvas)
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
    switch focus {
    case .field(.username): break
    case .field(let field):
      hints.append(KeyHint("^R", fields[field]!.isRevealed ? "hide" : "show"))
    case .register: hints.append(KeyHint("Enter", "register"))
    case .cancel: hints.append(KeyHint("Enter", "cancel"))
    }
    return Footer(
      hints: hints + [
        KeyHint("^S", "register"), KeyHint("Esc", "cancel"), KeyHint("F1", "keys"),
      ])
  }
}

/// The form as one long page: which row each part begins at, and how it is drawn.
@MainActor
private struct SignupPage {
  let width: Int
  let screen: SignupScreen
  let symbols: Symbols

  private var model: SignupViewModel { screen.model }

  private var checklist: [[SignupVerdict.Requirement]] {
    wrap(model.verdict.password.checklist, width: width - 2)
  }

  // The rows that things begin at; all but the checklist have a fixed height, so that nothing
  // jumps while it is filled in.
  private var usernameRow: Int { 3 }
  private var passwordRow: Int { usernameRow + 4 }
  private var confirmationRow: Int { passwordRow + 5 + checklist.count }
  private var buttonRow: Int { confirmationRow + 4 }
  private var summaryHeight: Int { summary.wrapped(to: width, symbols: symbols).count }

  /// The rows that belong to what has the focus.
  func extent(of focus: SignupFocus) -> Range<Int> {
    switch focus {
    case .field(.username): 0..<usernameRow + 3
    case .field(.password): passwordRow..<confirmationRow
    case .field(.confirmation): confirmationRow..<buttonRow
    case .register, .cancel: buttonRow..<buttonRow + 2 + max(1, summaryHeight)
    }
  }

  func draw(at origin: Point, on canvas: inout Canvas) {
    func row(_ number: Int, indent: Int = 0) -> Rect {
      Rect(x: origin.x + indent, y: origin.y + number, width: width - indent, height: 1)
    }
    canvas.write("Create an account", in: row(0), style: .title)
    canvas.write("kept in \(screen.place)", in: row(1), style: .muted)

    let names = model.rules.usernamePolicy
    drawField(
      .username, "Username",
      hint: "\(names.minimumLength)–\(names.maximumLength) letters, digits, "
        + names.additionalCharacters.sorted().map(String.init).joined(separator: " "),
      from: usernameRow, row, on: &canvas)
    usernameMessage.draw(in: row(usernameRow + 2, indent: 2), on: &canvas)

    drawField(
      .password, "Password", hint: revealHint(.password), from: passwordRow, row, on: &canvas)
    drawStrength(in: row(passwordRow + 2, indent: 2), on: &canvas)
    for (number, line) in checklist.enumerated() {
      draw(line, in: row(passwordRow + 3 + number, indent: 2), on: &canvas)
    }
    passwordMessage.draw(in: row(passwordRow + 3 + checklist.count, indent: 2), on: &canvas)

    drawField(
      .confirmation, "Password again", hint: revealHint(.confirmation), from: confirmationRow, row,
      on: &canvas)
    confirmationMessage.draw(in: row(confirmationRow + 2, indent: 2), on: &canvas)

    drawButtons(in: row(buttonRow), on: &canvas)
    for (number, line) in summary.wrapped(to: width, symbols: symbols).enumerated() {
      line.draw(in: row(buttonRow + 2 + number), on: &canvas)
    }
  }

  // MARK: Parts

  private func drawField(
    _ field: SignupField, _ label: String, hint: String, from first: Int,
    _ row: (Int, Int) -> Rect, on canvas: inout Canvas
  ) {
    let isFocused = screen.focus == .field(field) && screen.dialog == nil && screen.help == nil
    let used = canvas.write(label, in: row(first, 0), style: isFocused ? .title : .bold)
    var hintPlace = row(first, used + 2)
    hintPlace.width = max(0, hintPlace.width)
    canvas.write(hint, in: hintPlace, style: .muted)
    if isFocused {
      canvas.write(symbols.marker, in: row(first + 1, 0), style: .accent)
    }
    var place = row(first + 1, 2)
    place.width = min(place.width, 48)
    let locked = model.submission.isUnderWay
    // Underlined throughout, so that a field shows where it is.
    let style: Style = locked ? .muted : .plain
    screen.fields[field]!.draw(
      in: place, on: &canvas, isFocused: isFocused && !locked, style: style.adding(.underline))
  }

  private func revealHint(_ field: SignupField) -> String {
    screen.fields[field]!.isRevealed ? "shown – ^R hides" : ""
  }

  private func drawStrength(in place: Rect, on canvas: inout Canvas) {
    guard !model.password.isEmpty else { return }
    let score = model.strength.score
    var meter = place
    meter.width = min(26, place.width)
    Meter(level: score.rawValue + 1, steps: 5, word: score.word).draw(in: meter, on: &canvas)
    let advice = Rect(
      x: meter.maxX + 1, y: place.y, width: max(0, place.maxX - meter.maxX - 1), height: 1)
    canvas.write(model.strength.advice?.text ?? "", in: advice, style: .muted)
  }

  private func draw(
    _ line: [SignupVerdict.Requirement], in place: Rect, on canvas: inout Canvas
  ) {
    var x = place.x
    for requirement in line {
      let (symbol, style): (String, Style) =
        switch requirement.standing {
        case .met: (symbols.check, .success)
        case .notYet: (symbols.neutral, .muted)
        case .failed: (symbols.cross, .danger)
        }
      let cell = Rect(x: x, y: place.y, width: max(0, place.maxX - x), height: 1)
      // As wide as the widest symbol, so that a tick moves nothing.
      let blanks = String(repeating: " ", count: symbolColumns - Glyph.columns(of: symbol) + 1)
      x += canvas.write(symbol + blanks + requirement.text, in: cell, style: style) + 3
    }
  }

  private func drawButtons(in place: Rect, on canvas: inout Canvas) {
    let register = Button(label: "Register", look: model.isValid ? .ready : .waiting)
    let cancel = Button(label: "Cancel")
    let first = register.columns(symbols: symbols)
    let isOpen = screen.dialog == nil && screen.help == nil
    register.draw(
      in: Rect(x: place.x, y: place.y, width: first, height: 1), on: &canvas,
      isFocused: isOpen && screen.focus == .register)
    cancel.draw(
      in: Rect(
        x: place.x + first + 2, y: place.y, width: max(0, place.width - first - 2), height: 1),
      on: &canvas, isFocused: isOpen && screen.focus == .cancel)
  }

  // MARK: Messages

  private func refusal(of field: SignupField) -> MessageRow? {
    guard let refusal = screen.refusal, refusal.field == field else { return nil }
    return MessageRow(kind: .warning, text: refusal.note)
  }

  private var usernameMessage: MessageRow {
    if let refusal = refusal(of: .username) { return refusal }
    if let message = model.message(for: .username) {
      return MessageRow(kind: .failure, text: message)
    }
    return switch model.availability {
    case .checking: MessageRow(kind: .pending, text: "checking")
    case .free: MessageRow(kind: .success, text: "free")
    case .unknown, .taken, .refused, .unanswered: MessageRow(kind: .hint, text: "")
    }
  }

  private var passwordMessage: MessageRow {
    if let refusal = refusal(of: .password) { return refusal }
    if let message = model.message(for: .password) {
      return MessageRow(kind: .failure, text: message)
    }
    return MessageRow(kind: .warning, text: passwordNote ?? "")
  }

  /// What is allowed but perhaps not meant.
  private var passwordNote: String? {
    let password = model.password
    if password.first?.isWhitespace == true { return "It starts with a space." }
    if password.last?.isWhitespace == true { return "It ends with a space." }
    let letters = password.filter(\.isLetter)
    if letters.count >= 4, letters.allSatisfy(\.isUppercase) {
      return "All capitals – is Caps Lock on?"
    }
    return nil
  }

  private var confirmationMessage: MessageRow {
    if let refusal = refusal(of: .confirmation) { return refusal }
    if case .differs(let position) = model.verdict.confirmationMatch {
      return MessageRow(kind: .failure, text: "Differs from the password at character \(position)")
    }
    if model.verdict.confirmationMatch == .equal {
      return MessageRow(kind: .success, text: "match")
    }
    if let message = model.message(for: .confirmation) {
      return MessageRow(kind: .failure, text: message)
    }
    return MessageRow(kind: .hint, text: "")
  }

  private var summary: MessageRow {
    if model.submission.isUnderWay { return MessageRow(kind: .pending, text: "Creating account") }
    if let message = model.formMessage { return MessageRow(kind: .failure, text: message) }
    let wrong = model.fieldsToMend
    guard screen.hasBeenRefused, !wrong.isEmpty else { return MessageRow(kind: .hint, text: "") }
    let names = wrong.map { field in
      switch field {
      case .username: "Username"
      case .password: "Password"
      case .confirmation: "Password again"
      }
    }
    let count = wrong.count == 1 ? "1 thing to fix" : "\(wrong.count) things to fix"
    return MessageRow(kind: .failure, text: "\(count): \(names.joined(separator: ", "))")
  }

  private var symbolColumns: Int {
    [symbols.check, symbols.neutral, symbols.cross].map { Glyph.columns(of: $0) }.max() ?? 1
  }

  /// Puts requirements side by side as long as they fit.
  private func wrap(
    _ requirements: [SignupVerdict.Requirement], width: Int
  ) -> [[SignupVerdict.Requirement]] {
    var lines: [[SignupVerdict.Requirement]] = []
    var room = 0
    for requirement in requirements {
      let columns = symbolColumns + 1 + Glyph.columns(of: requirement.text) + 3
      if lines.isEmpty || columns - 3 > room {
        lines.append([])
        room = width
      }
      lines[lines.count - 1].append(requirement)
      room -= columns
    }
    return lines
  }
}
