import Formats
import TerminalKit
import ViewModels

/// Which rows the parts of the sign-up page have.
struct SignupPageRows {
  /// The rows of a field.
  struct Field {
    var label = 0
    var text = 0
    var hint = 0..<0
    var message = 0..<0
    /// All of them.
    var extent = 0..<0
  }

  private(set) var place = 0..<0
  private(set) var fields = SignupFields(repeating: Field())
  private(set) var meter = 0
  private(set) var advice = 0..<0
  private(set) var checklist = 0..<0
  private(set) var buttons = 0..<0
  private(set) var summary = 0..<0
  /// The number of rows of the whole page.
  private(set) var height = 0
  /// The field with which the title stays in view, because it says whose password is typed.
  private var fieldBelowTitle: SignupField?

  /// Finds room in a window of so many rows.
  ///
  /// Where there is enough, every message has rows kept free, so that nothing jumps while the form
  /// is filled in. Where there is not, every part has the rows that it takes, and what is wrong
  /// stands right below its field.
  static func fitting(
    _ state: SignupPageState, in height: Int, _ columns: PageColumns, _ symbols: Symbols
  ) -> SignupPageRows {
    let roomy = SignupPageRows(state.withoutMessages, columns, symbols, isRoomy: true)
    var rows = SignupPageRows(state, columns, symbols, isRoomy: roomy.height <= height)
    // In a window for a few rows the meter counts for more.
    if height >= 8, state.purpose.username != nil { rows.fieldBelowTitle = .password }
    return rows
  }

  private init(
    _ state: SignupPageState, _ columns: PageColumns, _ symbols: Symbols, isRoomy: Bool
  ) {
    /// The rows of a message that takes up to so many columns as a rule.
    func messageRows(_ message: MessageRow, usually longest: Int) -> Int {
      let width = columns.messageWidth
      let room = max(1, width - 2)
      let kept = isRoomy ? min(4, max(2, (longest + room - 1) / room)) : 0
      return max(kept, message.rows(width: width, symbols: symbols))
    }
    func hintRows(_ field: SignupField) -> Int {
      MessageRow(kind: .hint, text: state.hintBelow(field, columns))
        .rows(width: columns.width - 2, symbols: symbols)
    }
    let gap = isRoomy ? 0 : 1
    height = 1
    place = take(
      MessageRow(kind: .hint, text: state.placeText).rows(width: columns.width, symbols: symbols))
    height += 1

    if state.purpose.fields.contains(.username) {
      let username = state.fields.username
      begin(.username)
      if isRoomy { fields.username.hint = take(hintRows(.username)) }
      fields.username.message = take(messageRows(username.message, usually: 72))
      if !isRoomy { fields.username.hint = take(hintRows(.username)) }
      end(.username, gap: gap)
    }

    let password = state.fields.password.message
    begin(.password)
    fields.password.hint = take(hintRows(.password))
    let passwordRows = messageRows(password, usually: 100)
    if !isRoomy { fields.password.message = take(passwordRows) }
    meter = take(1).lowerBound
    let adviceRows = MessageRow(kind: .hint, text: state.adviceBelow(columns))
      .rows(width: columns.messageWidth, symbols: symbols)
    if !isRoomy { advice = take(adviceRows) }
    checklist = take(state.checklist.rows(width: columns.messageWidth, symbols: symbols))
    if isRoomy {
      fields.password.message = take(max(passwordRows, adviceRows))
      advice = fields.password.message
    }
    end(.password, gap: gap)

    begin(.confirmation)
    fields.confirmation.message = take(
      messageRows(state.fields.confirmation.message, usually: 72))
    end(.confirmation, gap: gap)

    buttons = take(state.buttons.size(within: columns.width, symbols: symbols).height)
    height += 1 - gap
    summary = take(
      max(1 - gap, state.summary.rows(width: columns.width, symbols: symbols)))
  }

  private mutating func take(_ count: Int) -> Range<Int> {
    defer { height += count }
    return height..<height + count
  }

  private mutating func begin(_ field: SignupField) {
    fields[field].label = take(1).lowerBound
    fields[field].text = take(1).lowerBound
  }

  private mutating func end(_ field: SignupField, gap: Int) {
    fields[field].extent = fields[field].label..<height
    height += gap
  }

  /// The rows to be seen of the page for a place with the focus.
  func target(of focus: SignupFocus) -> PageView.Target {
    guard case .field(let name) = focus else {
      let all = buttons.lowerBound..<summary.upperBound
      return PageView.Target(cursor: buttons.lowerBound, core: all, extent: all)
    }
    let field = fields[name]
    // In a low window the message stands right below the field, and the rest below that.
    let end = max(field.text + 1, field.message.upperBound)
    let first = name == fieldBelowTitle ? 0 : field.label
    return PageView.Target(
      cursor: field.text, core: first..<end, extent: first..<field.extent.upperBound)
  }
}
