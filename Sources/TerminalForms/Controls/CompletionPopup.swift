import Formats
import Forms
import TerminalKit

/// The open list of completions of the typed text.
///
/// A folder that is chosen is opened in turn. Typing continues, and closes the list.
@MainActor final class CompletionPopup: ControlPopup {
  let field: FieldID
  private let title: String
  private let messages: ValidationMessages
  private var texts: [String] = []
  /// True if the texts are paths, shown without their folder.
  private let arePaths: Bool
  private var list = PopupList()

  init(_ field: FieldSnapshot, _ messages: ValidationMessages, arePaths: Bool) {
    (self.field, self.messages, title) = (field.id, messages, messages.label(of: field))
    self.arePaths = arePaths
  }

  func follow(_ field: FieldSnapshot) {}

  /// Shows other texts, such as those in a folder that was chosen.
  func show(_ texts: [String]) {
    guard texts != self.texts else { return }
    self.texts = texts
    list.choose(0, of: texts.count)
  }

  var taken: FieldInput? { nil }

  var keys: [PopupKey] {
    PopupList.keys("text") { self.list.move($0) } + [
      PopupKey(
        keys: "Enter →", words: "use the text; open a folder",
        footer: KeyHint("Enter", "take", rank: 1)
      ) { _ in self.take() },
      PopupKey(
        keys: "Esc F2", words: "close the list without changes", footer: KeyHint("Esc", "close")
      ) { _ in .closes },
    ]
  }

  func edit(_ event: InputEvent) -> PopupResponse {
    guard case .mouse(let mouse) = event else { return .passes }
    return list.take(mouse) ?? take()
  }

  private func take() -> PopupResponse {
    guard let row = list.row, texts.indices.contains(row) else { return .closes }
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
      let text = arePaths ? "No file matches" : "Nothing matches"
      return MessageRow(kind: .neutral, text: messages.words(text)).draw(in: content, on: &canvas)
    }
    list.draw(texts.count, of: field, in: content, cutsWholeRows: false, on: &canvas) {
      row, rect, isCurrent, canvas in
      let style = Style(
        background: isCurrent ? .selection : .standard, attributes: isCurrent ? .bold : [])
      canvas.write(shown(texts[row]), in: rect, style: style)
    }
  }

  /// The name of a file without its folder.
  private func shown(_ text: String) -> String {
    guard arePaths else { return text }
    let name = text.ends(with: "/") ? text.dropLast() : text[...]
    return text.rest(behind: PathCompletion.folder(of: String(name))).map(String.init) ?? text
  }
}
