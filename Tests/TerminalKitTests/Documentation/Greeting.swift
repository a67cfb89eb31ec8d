import TerminalKit

@MainActor final class Greeting: Screen {
  var result: String?
  private var name = TextField(noun: "a name")

  func handle(_ event: InputEvent) {
    switch event {
    case .key(KeyPress(.enter)): result = name.text
    case .key(KeyPress(.escape)): result = ""
    default: _ = name.handle(event)
    }
  }

  func draw(on canvas: inout Canvas) {
    canvas.write("What is your name?", at: Point(1, 1), style: .title)
    let place = Rect(x: 1, y: 2, width: 30, height: 1)
    name.draw(in: place, on: &canvas, isFocused: true)
    Footer(hints: [KeyHint("Enter", "say hello"), KeyHint("Esc", "quit")])
      .draw(in: canvas.bounds.row(canvas.size.height - 1), on: &canvas)
  }
}
