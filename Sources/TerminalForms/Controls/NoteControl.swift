import Forms
import TerminalKit

/// Text that is only shown, in as many rows as it needs.
struct NoteControl: ShownControl {
  let field: FieldSnapshot
  let text: String

  var placement: ControlPlacement { .insteadOfLabel }

  func rows(within width: Int, symbols: Symbols) -> Int { lines(within: width, symbols).count }

  func draw(
    in rect: Rect, on canvas: inout Canvas, _ state: inout ControlState, as frame: ControlFrame
  ) {
    for (number, line) in lines(within: rect.width, canvas.symbols).enumerated() {
      canvas.write(line, in: rect.row(number))
    }
  }

  private func lines(within width: Int, _ symbols: Symbols) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      let lines = TextWrapping.lines(
        of: symbols.characterSet.encoded(String(line)), width: max(1, width), breaksWords: true)
      return lines.isEmpty ? [""] : lines
    }
  }
}
