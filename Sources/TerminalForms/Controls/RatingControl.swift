import Forms
import TerminalKit

/// A rating: a star for each step, and its number, `★★★☆☆ 3 of 5`.
struct RatingControl: ShownControl {
  let field: FieldSnapshot
  let most: Int
  let messages: ValidationMessages

  var focusHint: String { messages.words("←→ or 1–{most}", ["most": .integer(most)]) }

  func keys(_ state: ControlState) -> [ControlKey] {
    [ControlKey("Del Bksp 0", "choose none") { _, _ in .enter(.text("")) }]
  }

  /// The rating; 0 for none.
  private var rating: Int { min(most, max(0, Int(field.text) ?? 0)) }

  func turn(by step: Int, _ state: inout ControlState) -> ControlResponse {
    let next = min(most, rating + step)
    return next < 1 ? .handled : .enter(.text(String(next)))
  }

  /// A digit sets the rating, and the mouse sets it to the star under it.
  func handle(_ event: InputEvent, _ state: inout ControlState) -> ControlResponse {
    switch event {
    case .key(let press):
      guard let letter = press.text, letter.isASCII, let number = letter.wholeNumberValue else {
        return .ignored
      }
      return (1...most).contains(number) ? .enter(.text(String(number))) : .handled
    case .mouse(let mouse) where mouse.action == .press:
      guard let spot = mouse.target(as: ControlSpot.self) else { return .handled }
      return .enter(.text(String(spot.part)))
    case .mouse, .paste, .focus: return .ignored
    }
  }

  func draw(
    in rect: Rect, on canvas: inout Canvas, _ state: inout ControlState, as frame: ControlFrame
  ) {
    canvas.mark(rect, as: frame.target)
    let signs = canvas.symbols.lacksSigns ? ("*", ".") : ("★", "☆")
    let style: Style = frame.isLocked ? .muted : .plain
    for number in 1...most where number <= rect.width {
      let star = Rect(x: rect.x + number - 1, y: rect.y, width: 1, height: 1)
      canvas.mark(star, as: ControlSpot(field: field.id, part: number))
      canvas.write(number <= rating ? signs.0 : signs.1, in: star, style: style)
    }
    let words =
      rating == 0
      ? messages.words("not rated")
      : messages.words("{count} of {all}", ["count": .integer(rating), "all": .integer(most)])
    let text = Rect(
      x: rect.x + most + 1, y: rect.y, width: max(0, rect.width - most - 1), height: 1)
    canvas.write(words, in: text, style: rating == 0 ? .muted : style)
    if frame.isFocused, !frame.isLocked {
      canvas.cursor = Point(rect.x + max(0, rating - 1), rect.y)
    }
  }
}
