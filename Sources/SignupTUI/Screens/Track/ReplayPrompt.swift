import TerminalKit
import ViewModels

/// The line in which a place of a trace is typed.
struct ReplayPrompt {
  private var field = TextField(noun: "a place in the trace", trimsPaste: true, maximumBytes: 40)
  /// Why what was typed is no place; nil while nothing is wrong.
  private(set) var problem: String?

  /// The effect of an event.
  enum Outcome: Equatable {
    /// It stays open.
    case stays
    /// It is closed without a place.
    case closes
    /// A place was typed.
    case goes(ReplayTarget)
  }

  /// Lets an event act on it.
  mutating func handle(_ event: InputEvent) -> Outcome {
    switch event {
    case .key(KeyPress(.escape)), .key(.control("c")): return .closes
    case .key(KeyPress(.enter)):
      if field.text.isEmpty { return .closes }
      do {
        return .goes(try ReplayTarget(field.text))
      } catch {
        problem = error.description
        return .stays
      }
    default:
      if case .refused(let sentence) = field.handle(event) {
        problem = sentence
      } else {
        problem = nil
      }
      return .stays
    }
  }

  /// Says why there is no such place in the trace.
  mutating func refuse(_ sentence: String) { problem = sentence }

  mutating func draw(in row: Rect, on canvas: inout Canvas) {
    let label = "Go to: "
    var x = row.x
    x += canvas.write(label, at: row.origin, style: .title)
    let width = min(20, max(4, row.maxX - x))
    field.draw(
      in: Rect(x: x, y: row.y, width: width, height: 1), on: &canvas, isFocused: true)
    let rest = Rect(x: x + width + 1, y: row.y, width: row.maxX - x - width - 1, height: 1)
    canvas.write(
      problem ?? ReplayTarget.examples, in: rest, style: problem == nil ? .muted : .danger)
  }
}
