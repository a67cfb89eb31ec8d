/// The line for typing a position in a trace, or a part of a waypoint's name.
struct ReplayPrompt {
  /// The purpose of the typed text.
  enum Purpose {
    /// The position for the replay to go to.
    case position
    /// The waypoint to look at.
    case waypoint
  }

  let purpose: Purpose
  private var field: TextField
  /// The reason why the typed text is not a position; nil if there is no error.
  private(set) var problem: String?

  init(_ purpose: Purpose = .position) {
    self.purpose = purpose
    field = TextField(
      noun: purpose == .position ? "a position in the trace" : "a waypoint's name",
      trimsPaste: true,
      maximumBytes: purpose == .position ? 40 : 120)
  }

  /// The effect of an event.
  enum Outcome: Equatable {
    /// The prompt stays open.
    case stays
    /// It is closed without a position.
    case closes
    /// A position was typed.
    case goes(ReplayTarget)
    /// A part of a name was typed.
    case finds(String)
  }

  /// Handles an event.
  mutating func handle(_ event: InputEvent) -> Outcome {
    switch event {
    case .key(KeyPress(.escape)), .key(.control("c")): return .closes
    case .key(KeyPress(.enter)):
      if field.text.isEmpty { return .closes }
      if purpose == .waypoint { return .finds(field.text) }
      do { return .goes(try ReplayTarget(field.text)) } catch {
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

  /// Shows why the trace has no such position.
  mutating func refuse(_ sentence: String) { problem = sentence }

  /// Draws it in a row, with its keys below; or with a problem there, if the row has no room.
  mutating func draw(in row: Rect, below footer: Rect, on canvas: inout Canvas) {
    let label = purpose == .position ? "Go to: " : "Find waypoint: "
    var x = row.x
    x += canvas.write(label, at: row.origin, style: .title)
    let width = min(20, max(4, row.maxX - x))
    field.draw(in: Rect(x: x, y: row.y, width: width, height: 1), on: &canvas, isFocused: true)
    let rest = Rect(x: x + width + 1, y: row.y, width: row.maxX - x - width - 1, height: 1)
    if let problem, Glyph.columns(of: problem) > rest.width {
      canvas.write(problem, in: footer, style: .danger)
      return
    }
    let hint = TextWrapping.clauses(
      of: purpose == .position ? ReplayTarget.examples : "part of its name", width: rest.width)
    if let problem {
      canvas.write(problem, in: rest, style: .danger)
    } else if Glyph.columns(of: hint) <= rest.width {
      canvas.write(hint, in: rest, style: .muted)
    }
    Footer(hints: [KeyHint("Enter", "goes"), KeyHint("Esc", "stays")]).draw(in: footer, on: &canvas)
  }
}
