import Formats
import ReactiveExtras
import TerminalKit
import ViewModels

extension UsersScreen {
  /// Below this there is neither form nor list, only a notice.
  static let minimumSize = Size(20, 6)

  static let formKeys = [
    KeyHint("Tab ↓", "next field"), KeyHint("⇧Tab ↑", "previous field"),
    KeyHint("Enter", "next field; on the last one: sign in"), KeyHint("^S", "sign in"),
    KeyHint("^R", "show or hide the password"), KeyHint("Space", "on a button: press it"),
    KeyHint("^L", "draw anew"), KeyHint("^Z", "suspend"),
    KeyHint("Esc", "give up what is under way; else leave"), KeyHint("^C", "leave"),
    KeyHint("F1 ^G", "this list"),
  ]

  static let listKeys = [
    KeyHint("↑ ↓", "choose a user"), KeyHint("PgUp PgDn", "a page up, down"),
    KeyHint("Home End", "first, last"), KeyHint("r F5", "load the list again"),
    KeyHint("^L", "draw anew"), KeyHint("^Z", "suspend"),
    KeyHint("Esc", "give up what is under way; else leave"), KeyHint("q ^C", "leave"),
    KeyHint("F1 ^G ?", "this list"),
  ]

  func draw(on canvas: inout Canvas) {
    guard canvas.size.fits(Self.minimumSize) else {
      return TooSmallNotice(needed: Self.minimumSize, keys: ["Esc leaves"]).draw(on: &canvas)
    }
    let size = Size(canvas.size.width, canvas.size.height - 1)
    if let users = model.state.value {
      drawList(users, size: size, on: &canvas)
    } else {
      drawForm(size: size, on: &canvas)
    }
    footer.draw(
      in: Rect(x: 1, y: size.height, width: size.width - 2, height: 1), on: &canvas)
    help?.draw(in: canvas.bounds, on: &canvas)
  }

  // MARK: The form

  private func drawForm(size: Size, on canvas: inout Canvas) {
    username.setText(model.username)
    password.setText(model.password)
    let width = min(size.width - 4, 100)
    let buttons = ButtonRow(buttons: [
      Button(
        label: "Sign in",
        look: model.username.isEmpty || model.password.isEmpty ? .waiting : .ready),
      Button(label: "Cancel"),
    ])
    let lastRow = 9 + buttons.size(within: width, symbols: canvas.symbols).height + 1
    let summaryRows = summary.rows(width: width, symbols: canvas.symbols)
    // Where not all of it fits, what became of a try takes the place of the buttons.
    let isLow = isAnswered && focus == .password && size.height < lastRow + summaryRows
    let summaryRow = isLow ? 8 : lastRow
    let extent =
      switch focus {
      case .username: 3..<6
      case .password: 6..<9
      case .signIn, .cancel: 9..<lastRow + 1
      }
    let bottom = isAnswered ? summaryRow + summaryRows : extent.upperBound
    // The page slides up just as far as it takes to see what matters.
    let top = max(0, min(bottom - size.height, extent.lowerBound))
    func rows(_ first: Int, _ count: Int = 1) -> Rect {
      Rect(
        x: 2, y: first - top, width: width,
        height: max(0, min(count, size.height - (first - top))))
    }
    canvas.clipped(to: Rect(x: 0, y: 0, width: size.width, height: size.height)) { canvas in
      canvas.write("Sign in", in: rows(0), style: .title)
      canvas.write("to see the accounts in \(place)", in: rows(1), style: .muted)
      draw(.username, "Username", in: rows(3, 3), on: &canvas)
      draw(.password, "Password", in: rows(6, 3), on: &canvas)
      let focused: Int? = focus == .signIn ? 0 : focus == .cancel ? 1 : nil
      if !isLow {
        buttons.draw(
          in: rows(9, lastRow - 10), on: &canvas, focus: isBusy ? nil : focused,
          targets: [SignInFocus.signIn, SignInFocus.cancel])
      }
      summary.draw(in: rows(summaryRow, summaryRows), on: &canvas)
    }
  }

  /// Whether there is a try whose standing matters more than what comes next.
  private var isAnswered: Bool { model.isLoading || model.message != nil }

  /// Whether the form takes no keys.
  private var isBusy: Bool { model.isLoading || help != nil }

  private func draw(
    _ field: SignInFocus, _ label: String, in rect: Rect, on canvas: inout Canvas
  ) {
    let isFocused = focus == field && !isBusy
    canvas.write(label, in: rect.row(0), style: isFocused ? .title : .plain)
    if field == .password, password.isRevealed {
      let indent = Glyph.columns(of: label) + 2
      let beside = Rect(x: rect.x + indent, y: rect.y, width: rect.width - indent, height: 1)
      canvas.write("shown – ^R hides", in: beside, style: .muted)
    }
    if isFocused { canvas.write(canvas.symbols.marker, in: rect.row(1), style: .accent) }
    let place = Rect(x: rect.x + 2, y: rect.y + 1, width: min(rect.width - 2, 48), height: 1)
    canvas.mark(place, as: field)
    let style = (model.isLoading ? Style.muted : .plain).adding(.underline)
    if field == .username {
      username.draw(in: place, on: &canvas, isFocused: isFocused, style: style)
    } else {
      password.draw(in: place, on: &canvas, isFocused: isFocused, style: style)
    }
    if let note, note.field == field {
      let below = Rect(x: rect.x + 2, y: rect.y + 2, width: rect.width - 2, height: 1)
      MessageRow(kind: .warning, text: note.text).draw(in: below, on: &canvas)
    }
  }

  /// How the last try went, or that one is under way.
  private var summary: MessageRow {
    if model.isLoading { return MessageRow(kind: .pending, text: "Signing in") }
    return MessageRow(kind: .failure, text: model.message ?? "")
  }

  // MARK: The list

  private func drawList(_ shown: UserList, size: Size, on canvas: inout Canvas) {
    let width = size.width - 4
    canvas.write("Users", in: Rect(x: 2, y: 0, width: width, height: 1), style: .title)
    canvas.write(
      "\(shown.users.count) in \(place) – signed in as \(shown.session.username)",
      in: Rect(x: 2, y: 1, width: width, height: 1), style: .muted)
    let standing =
      model.isLoading
      ? MessageRow(kind: .pending, text: "Loading")
      : MessageRow(kind: .failure, text: model.message.map { "\($0) This is the old list." } ?? "")
    let standingRows = min(standing.rows(width: width, symbols: canvas.symbols), size.height - 4)
    let rect = Rect(x: 2, y: 2, width: width, height: size.height - 2 - max(1, standingRows))
    list.draw(in: rect, on: &canvas, at: loop?.now ?? MonotonicInstant(nanoseconds: 0)) {
      row, column in
      let user = shown.users[row]
      return column == 0 ? user.name : user.access.sentence
    }
    let below = Rect(x: 2, y: rect.maxY, width: width, height: max(1, standingRows))
    standing.draw(in: below, on: &canvas)
  }

  private var footer: Footer {
    if help != nil { return KeyHelp.footer }
    if model.isLoading { return Footer(hints: [KeyHint("Esc", "give up")]) }
    if model.isSignedIn {
      return Footer(hints: [
        KeyHint("↑↓", "choose"), KeyHint("r", "load again"), KeyHint("q", "leave"),
        KeyHint("?", "keys"),
      ])
    }
    var hints = [KeyHint("⇥", "next"), KeyHint("⇧⇥", "back")]
    switch focus {
    case .username: hints.append(KeyHint("^S", "sign in"))
    case .password:
      hints.append(KeyHint("^R", password.isRevealed ? "hide" : "show"))
      hints.append(KeyHint("Enter", "sign in"))
    case .signIn: hints.append(KeyHint("Space", "sign in"))
    case .cancel: hints.append(KeyHint("Space", "cancel"))
    }
    return Footer(hints: hints + [KeyHint("Esc", "leave"), KeyHint("^G", "keys")])
  }
}

extension User.Access {
  /// How one signs in as a user, in a few words.
  var sentence: String {
    switch self {
    case .open: "password"
    case .weak: "password, to be set anew"
    case .closed: "closed"
    }
  }
}
