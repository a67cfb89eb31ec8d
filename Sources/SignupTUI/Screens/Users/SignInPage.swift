import TerminalForms
import TerminalKit

/// The form of a sign-in as it is drawn in one frame.
@MainActor struct SignInPage: HostedPage {
  let form: SignInForm
  let size: Size
  let symbols: Symbols

  private var focus: SignInFocus { form.focus }

  /// The outcome of the last try, or a note that one is under way.
  private var summary: MessageRow {
    if form.isUnderWay { return MessageRow(kind: .pending, text: "Signing in") }
    return MessageRow(kind: .failure, text: form.model.message ?? "")
  }

  /// True where the standing of a try matters more than what comes next.
  private var isAnswered: Bool { !summary.text.isEmpty }

  private var width: Int { min(size.width - 4, 100) }

  private var buttons: ButtonRow {
    let isFilledIn = !form.model.username.isEmpty && !form.model.password.isEmpty
    return ButtonRow(buttons: [
      Button(label: "Sign in", look: isFilledIn ? .ready : .waiting), Button(label: "Cancel"),
    ])
  }

  /// The row below the buttons.
  private var lastRow: Int { 9 + buttons.size(within: width, symbols: symbols).height + 1 }

  private var summaryRows: Int { summary.rows(width: width, symbols: symbols) }

  /// True where the message about a try takes the place of the buttons, because not both fit.
  private var isLow: Bool {
    isAnswered && focus == .password && size.height < lastRow + summaryRows
  }

  private var summaryRow: Int { isLow ? 8 : lastRow }

  var height: Int { max(summaryRow + summaryRows, isLow ? 9 : lastRow + 1) }

  var marks: PageMarks { .none }

  func footer(in window: Rect) -> Rect {
    Rect(x: 1, y: window.maxY - 1, width: window.width - 2, height: 1)
  }

  func target(of _: SignInFocus?) -> PageView.Target {
    let extent =
      switch focus {
      case .username: 3..<6
      case .password: 6..<9
      case .signIn, .cancel: 9..<lastRow + 1
      }
    let first = extent.lowerBound
    let end = isAnswered ? summaryRow + summaryRows : extent.upperBound
    return PageView.Target(cursor: first, core: first..<first + 1, extent: first..<end)
  }

  /// Draws the page with one of its rows at the top of the window, and scrolls the texts so that
  /// the cursor is seen.
  func draw(from top: Int, on canvas: inout Canvas) {
    func rows(_ first: Int, _ count: Int = 1) -> Rect {
      Rect(
        x: 2, y: first - top, width: width,
        height: max(0, min(count, size.height - (first - top))))
    }
    canvas.write("Sign in", in: rows(0), style: .title)
    canvas.write("to see the accounts in \(form.place)", in: rows(1), style: .muted)
    draw(.username, "Username", &form.username, in: rows(3, 3), on: &canvas)
    draw(.password, "Password", &form.password, in: rows(6, 3), on: &canvas)
    let focused: Int? = focus == .signIn ? 0 : focus == .cancel ? 1 : nil
    if !isLow {
      buttons.draw(
        in: rows(9, lastRow - 10), on: &canvas, focus: isBusy ? nil : focused,
        targets: [SignInFocus.signIn, SignInFocus.cancel])
    }
    summary.draw(in: rows(summaryRow, summaryRows), on: &canvas)
  }

  /// True while the form takes no keys.
  private var isBusy: Bool { form.isUnderWay || form.host.isCovered }

  private func draw(
    _ field: SignInFocus, _ label: String, _ text: inout TextField, in rect: Rect,
    on canvas: inout Canvas
  ) {
    text.draw(
      below: label, hint: text.isRevealed ? "shown – ^R hides" : "", as: field, in: rect,
      width: min(rect.width - 2, 48), on: &canvas, isFocused: focus == field && !isBusy,
      isLocked: form.isUnderWay)
    if let refusal = form.host.refusal, refusal.place == field {
      let below = Rect(x: rect.x + 2, y: rect.y + 2, width: rect.width - 2, height: 1)
      MessageRow(kind: .warning, text: refusal.note).draw(in: below, on: &canvas)
    }
  }
}
