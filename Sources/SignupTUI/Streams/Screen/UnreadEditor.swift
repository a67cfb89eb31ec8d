import CommandLineKit
import Streams
import TerminalKit
import ViewModels

/// The text of a document that cannot be read, which is edited in its place with its errors marked.
struct UnreadEditor {
  let key: StreamKey
  /// The text and its errors.
  private(set) var repair: StreamRepair
  /// The version of the file of which it is the text.
  private(set) var version: Int?
  private var box = TextBox(noun: "a document", maximumBytes: StreamRepair.sizeLimit)

  /// The place of the mouse in the text.
  private struct Spot: Hashable, Sendable {}

  /// Begins at the first error.
  init(_ repair: StreamRepair, of key: StreamKey, in version: Int?) {
    (self.key, self.repair, self.version) = (key, repair, version)
    box.setText(repair.text)
    box.moveCursor(to: repair.faults.first?.index ?? 0)
  }

  /// The text as it is edited.
  var text: String { box.text }

  /// Takes in what has come of the text, or another text.
  mutating func adopt(_ repair: StreamRepair, in version: Int?) {
    (self.repair, self.version) = (repair, version)
    guard repair.text != box.text else { return }
    let cursor = box.cursorIndex
    box.setText(repair.text)
    box.moveCursor(to: cursor)
  }

  mutating func handle(_ event: InputEvent) -> TextField.Response {
    if case .mouse(let mouse) = event, mouse.scroll == 0, mouse.target(as: Spot.self) == nil {
      return .ignored
    }
    return box.handle(event)
  }

  /// Goes to the next error behind the cursor, or to the first one.
  mutating func goToNextFault() {
    let next = repair.faults.first { $0.index > box.cursorIndex } ?? repair.faults.first
    if let next { box.moveCursor(to: next.index) }
  }

  /// The error nearest to the cursor, or what can be done where there is none.
  var standing: MessageRow {
    let nearest = repair.faults.min {
      abs($0.index - box.cursorIndex) < abs($1.index - box.cursorIndex)
    }
    guard let nearest else {
      return MessageRow(kind: .success, text: "It can be read now: ^S saves it, and it runs.")
    }
    let count = repair.faults.count
    let more = count > 1 ? " (\(count) errors; ⇥ goes to the next)" : ""
    return MessageRow(kind: .failure, text: "Line \(nearest.line): \(nearest.reason)\(more)")
  }

  /// Draws a title, the text, and a message below it.
  mutating func draw(
    in rect: Rect, _ message: MessageRow?, isChanged: Bool, isCovered: Bool,
    on canvas: inout Canvas
  ) {
    let title = isChanged ? "changed, not saved" : "cannot be read"
    Label(text: title, style: .warning, alignment: .trailing).draw(in: rect.row(0), on: &canvas)
    let room = rect.width - Glyph.columns(of: title) - 2
    canvas.write(
      "“\(key.id)”", in: Rect(x: rect.x, y: rect.y, width: max(0, room), height: 1), style: .title)
    let message = message ?? standing
    let needed = message.rows(width: rect.width, symbols: canvas.symbols)
    let rows = max(1, min(needed, 3, rect.height / 4))
    let body = Rect(
      x: rect.x, y: rect.y + 1, width: rect.width, height: max(1, rect.height - 1 - rows))
    canvas.mark(body, as: Spot())
    box.draw(in: body, on: &canvas, isFocused: !isCovered, faults: repair.faults.map(\.index))
    message.draw(
      in: Rect(x: rect.x, y: rect.maxY - rows, width: rect.width, height: rows), on: &canvas)
  }
}

extension StreamsScreen {
  /// Opens a document that cannot be read as it stands in its file.
  func openUnread(_ key: StreamKey) {
    if let repair = model.repair(of: key) {
      unread = UnreadEditor(repair, of: key, in: model.file(key.file)?.version)
    } else if model.unreadText(of: key) != nil {
      say(
        "This document has more than \(StreamRepair.sizeLimit) bytes: change it with an editor of "
          + "texts; p says what is wrong, x removes it.", .warning)
    } else {
      say("This document is no longer in the file.", .warning)
    }
  }

  /// The keys of its text.
  var unreadKeys: KeyMap {
    KeyMap(
      [
        KeyBinding(
          "^S", "save it, once it can be read", footer: KeyHint("^S", "save", rank: 1)
        ) { _ in self.saveUnread() },
        KeyBinding("Tab", "go to the next error", footer: KeyHint("⇥", "error", rank: 3)) { _ in
          self.unread?.goToNextFault()
        },
        KeyBinding(
          "Esc", "back to the rows; what is typed is kept for ^S",
          footer: KeyHint("Esc", "back", rank: 2)
        ) { _ in self.closeUnread() },
        KeyBinding("^C", "quit") { _ in self.leave(byInterrupt: true) },
        KeyBinding("F1 ^G", "this list", footer: KeyHint("^G", "keys", rank: 4)) { _ in
          self.help = KeyHelp(title: "Keys", hints: self.unreadKeys.hints)
        },
        .elsewhere("↑ ↓ PgUp PgDn", "up, down in the text; Enter breaks a line"),
      ] + KeyBinding.ofText())
  }

  /// Handles an event while the text is shown.
  func handleUnread(_ event: InputEvent) {
    followUnread()
    guard let unread else { return }
    message = nil
    if case .key(let press) = event, unreadKeys.perform(press) { return }
    switch self.unread?.handle(event) {
    case .edited:
      model.stage(self.unread?.text ?? "", ofUnread: unread.key)
      adoptUnread()
    case .refused(let reason): say(reason, .warning)
    case .handled, .ignored, nil: break
    }
  }

  /// Shows what is in the file by now, where another program has changed it.
  func followUnread() {
    guard let unread, unread.version != model.file(unread.key.file)?.version else { return }
    adoptUnread()
  }

  private func adoptUnread() {
    guard let key = unread?.key else { return }
    guard let repair = model.repair(of: key) else {
      unread = nil
      let kept = model.hasChanges ? " What was typed here is kept; ^S saves it." : ""
      return say("Another program has changed “\(key.id)”.\(kept)", .warning)
    }
    unread?.adopt(repair, in: model.file(key.file)?.version)
  }

  private func saveUnread() {
    guard let key = unread?.key else { return }
    save(key.file, only: key.id) {
      let id = self.unread?.repair.document?.id
      guard self.model.repair(of: key) == nil else { return }
      self.unread = nil
      if let id { self.table.choose(StreamKey(file: key.file, id: id), of: self.model.lanes) }
    }
  }

  private func closeUnread() {
    guard let key = unread?.key else { return }
    unread = nil
    model.endGesture()
    table.choose(key, of: model.lanes)
    if model.standing(of: key) != .saved { say("Not saved yet: ^S saves it, u takes it back.") }
  }
}
