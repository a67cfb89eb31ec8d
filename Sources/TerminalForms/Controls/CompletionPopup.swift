import Formats
import Forms
import TerminalKit

/// The open list of texts that complete the one typed.
///
/// A folder that is taken is opened in turn. Letters go on being typed, and close the list.
@MainActor
final class CompletionPopup: ControlPopup {
  let field: FieldID
  private let title: String
  private let messages: ValidationMessages
  private var texts: [String]
  /// True if the texts are paths, of which the folder need not be shown.
  private let arePaths: Bool
  private var list = ListState(isSelectable: true)

  init(
    _ field: FieldSnapshot, _ messages: ValidationMessages, texts: [String], arePaths: Bool
  ) {
    (self.field, self.messages, title) = (field.id, messages, messages.label(of: field))
    (self.texts, self.arePaths) = (texts, arePaths)
    list.select(0)
  }

  func follow(_ field: FieldSnapshot) {}

  /// Shows other texts, such as those in a folder that was taken.
  func show(_ texts: [String]) {
    guard texts != self.texts else { return }
    self.texts = texts
    list.select(0)
    // The next key can come before the next frame.
    _ = list.show(texts.indices, height: 10)
  }

  var taken: FieldInput? { nil }

  var keys: [PopupKey] {
    let move = { @MainActor (press: KeyPress) -> PopupResponse in
      _ = self.list.handle(press)
      return .stays
    }
    return [
      PopupKey(keys: "↑ ↓", words: "previous, next text", action: move),
      PopupKey(keys: "PgUp PgDn", words: "a page up, down", action: move),
      PopupKey(keys: "Home End", words: "first, last text", action: move),
      PopupKey(
        keys: "Enter →", words: "take the text; open a folder",
        footer: KeyHint("Enter", "take", rank: 1)
      ) { _ in self.take() },
      PopupKey(
        keys: "Esc F2", words: "close the list, change nothing",
        footer: KeyHint("Esc", "close")
      ) { _ in .closes },
    ]
  }

  func edit(_ event: InputEvent) -> PopupResponse {
    guard case .mouse(let mouse) = event else { return .passes }
    if mouse.scroll != 0 {
      _ = list.handle(mouse)
    } else if mouse.action == .press {
      guard let spot = mouse.target(as: ControlSpot.self) else { return .closes }
      guard spot.part >= 0 else { return .stays }
      list.select(spot.part)
      return take()
    }
    return .stays
  }

  private func take() -> PopupResponse {
    guard let row = list.selection, texts.indices.contains(row) else { return .closes }
    let text = texts[row]
    return arePaths && text.ends(with: "/") ? .enters(.text(text)) : .takes(.text(text))
  }

  // MARK: Drawing

  func draw(beside anchor: Rect, in body: Rect, on canvas: inout Canvas) {
    let widest = texts.prefix(60).map { canvas.symbols.columns(of: shown($0)) }.max() ?? 0
    let size = Size(max(24, min(60, widest + 4)), max(1, min(texts.count, 10)))
    let frame = PopupFrame(of: size, least: 3, beside: anchor, in: body)
    frame.draw(title, on: &canvas)
    canvas.mark(frame.box, as: ControlSpot(field: field, part: -1))
    let content = frame.content
    guard !texts.isEmpty else {
      let text = arePaths ? "No file begins like that" : "Nothing begins like that"
      return MessageRow(kind: .neutral, text: messages.words(text)).draw(in: content, on: &canvas)
    }
    let visible = list.show(texts.indices, height: content.height)
    let isCut = visible.count < texts.count
    for (line, row) in visible.enumerated() {
      let rect = content.row(line)
      canvas.mark(rect, as: ControlSpot(field: field, part: row))
      let isCurrent = row == list.selection
      if isCurrent {
        canvas.fill(rect, style: Style(background: .selection))
        let marker = Style(foreground: .accent, background: .selection, attributes: .bold)
        canvas.write(canvas.symbols.marker, in: rect, style: marker)
        canvas.cursor = Point(rect.x + 2, rect.y)
      }
      let text = Rect(
        x: rect.x + 2, y: rect.y, width: rect.width - (isCut ? 4 : 2), height: 1)
      let style = Style(
        background: isCurrent ? .selection : .standard, attributes: isCurrent ? .bold : [])
      canvas.write(shown(texts[row]), in: text, style: style)
    }
    if isCut { ScrollMarks(visible: visible, of: texts.indices).draw(in: content, on: &canvas) }
  }

  /// The name of a file without its folder.
  private func shown(_ text: String) -> String {
    guard arePaths else { return text }
    let name = text.ends(with: "/") ? text.dropLast() : text[...]
    return text.rest(behind: PathCompletion.folder(of: String(name))).map(String.init) ?? text
  }
}
