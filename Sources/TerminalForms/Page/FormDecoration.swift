import Forms
import TerminalKit

/// Rows below a field that supplement its rules, made from its snapshot in each frame.
///
///     let strength = FormDecoration(below: "password") { field in
///       [.meter(Meter(level: min(4, field.text.count / 4), steps: 4, word: "strength"))]
///     }
///     let screen = FormScreen(form, title: "An account", decorations: [strength])
///
/// The rows of a decoration may depend on the answer; a constant number of rows keeps the page from
/// moving during typing.
public struct FormDecoration: Sendable {
  /// A part of a decoration.
  public enum Part: Equatable, Sendable {
    /// A bar of a few steps with a word, and short text next to them.
    case meter(Meter, beside: String = "")
    /// Requirements with their marks.
    case checklist(Checklist)
    /// A message: a sign, words, a colour.
    case message(MessageRow)
    /// A note without a sign.
    case note(String)
  }

  /// The name of the field.
  let field: String
  /// The parts for a snapshot of the field.
  let parts: @MainActor @Sendable (FieldSnapshot, ValidationMessages) -> [Part]
  /// Makes an input for the field; nil if the decoration suggests nothing.
  var suggestion: (@MainActor @Sendable () -> String?)?

  /// Makes rows below a field.
  ///
  /// - Parameters:
  ///   - field: The field's name; in a list, the same field of each row.
  ///   - parts: Returns the rows' contents, from top to bottom.
  public init(below field: String, parts: @escaping @MainActor @Sendable (FieldSnapshot) -> [Part])
  {
    self.field = field
    self.parts = { snapshot, _ in parts(snapshot) }
  }

  private init(
    field: String,
    parts: @escaping @MainActor @Sendable (FieldSnapshot, ValidationMessages) -> [Part]
  ) { (self.field, self.parts) = (field, parts) }

  /// The field's rules as a checklist, each with its mark, in the language of the form's messages.
  ///
  /// - Parameter field: The field's name.
  public static func rules(below field: String) -> FormDecoration {
    FormDecoration(field: field) { snapshot, messages in
      let items = snapshot.checklist.map { item in
        let mark: Checklist.Mark =
          switch item.state {
          case .met: .met
          case .notYet: .open
          case .failed: .failed
          }
        return Checklist.Item(
          requirement: messages.text(for: item.requirement, of: snapshot), mark: mark)
      }
      return items.isEmpty ? [] : [.checklist(Checklist(items: items))]
    }
  }

  /// A key, ^O, that fills the field with a generated value, and shows it if it is a secret.
  ///
  /// - Parameters:
  ///   - field: The field's name.
  ///   - make: Generates an input; nil if it cannot.
  public static func suggestion(
    for field: String, make: @escaping @MainActor @Sendable () -> String?
  ) -> FormDecoration {
    var decoration = FormDecoration(field: field) { _, _ in [] }
    decoration.suggestion = make
    return decoration
  }
}

extension FormDecoration.Part {
  /// Returns the number of rows that it needs.
  package func rows(width: Int, symbols: Symbols) -> Int {
    switch self {
    case .meter: 1
    case .checklist(let list): list.rows(width: width, symbols: symbols)
    case .message(let message): message.rows(width: width, symbols: symbols)
    case .note(let text): MessageRow(kind: .hint, text: text).rows(width: width, symbols: symbols)
    }
  }

  /// Draws it in as many rows.
  package func draw(in rect: Rect, on canvas: inout Canvas) {
    switch self {
    case .meter(let meter, let text):
      meter.draw(in: rect, on: &canvas)
      let start = meter.columns + 1
      let beside = Rect(x: rect.x + start, y: rect.y, width: rect.width - start, height: 1)
      canvas.write(text, in: beside, style: .muted)
    case .checklist(let list): list.draw(in: rect, on: &canvas)
    case .message(let message): message.draw(in: rect, on: &canvas)
    case .note(let text): MessageRow(kind: .hint, text: text).draw(in: rect, on: &canvas)
    }
  }
}
