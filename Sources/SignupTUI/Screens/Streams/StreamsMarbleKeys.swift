import TerminalKit
import ViewModels

// The marble with the cursor.
extension StreamsScreen {
  /// The keys of marbles.
  var marbleKeys: [KeyBinding] {
    let isMovable = isAtMovable
    return [
      KeyBinding("← →", "choose a marble: its time and its whole value are said") {
        self.table.moveCursor(by: $0.key == .left ? -1 : 1, of: self.model.lanes)
        self.model.endGesture()
      },
      KeyBinding(
        "M-← M-→ < >", "move the chosen value in time, by a column",
        footer: isMovable ? KeyHint("<>", "move", rank: 1) : nil
      ) {
        let isBack = $0.key == .left || $0.text == "<"
        self.moveMarble(by: (isBack ? -1 : 1) * self.table.scale)
      },
      KeyBinding(
        "v", "edit the chosen value, or the one that made it",
        footer: isMovable ? KeyHint("v", "value", rank: 1) : nil
      ) { _ in self.askValue() },
      KeyBinding("U ^_", "undo the last change, also after a save") { _ in
        self.sayDone(self.model.undo(), "undo", "Undone")
      },
      KeyBinding("M-_", "redo") { _ in self.sayDone(self.model.redo(), "redo", "Redone") },
    ]
  }

  /// True if the cursor is on a value, which usually can be moved and edited, or was made of one
  /// that can.
  private var isAtMovable: Bool { table.atCursor(of: model.lanes)?.marble.text != nil }

  /// What is said of the marble with the cursor; nil if there is none.
  var marbleMessage: MessageRow? {
    guard let (lane, marble) = table.atCursor(of: model.lanes) else { return nil }
    let time = Marble.text(ofTime: marble.nanoseconds - lane.tape.start) + " s"
    return switch marble.event {
    case .value(let text): MessageRow(kind: .neutral, text: "\(time): \(text)")
    case .finished: MessageRow(kind: .neutral, text: "\(time): the end")
    case .failed: MessageRow(kind: .neutral, text: "\(time): ended by a limit")
    }
  }

  func handleMouse(_ mouse: Mouse) {
    switch mouse.action {
    case .press:
      message = nil
      model.endGesture()
      _ = table.handle(mouse, of: model.lanes)
      drag = nil
      guard mouse.target(as: MarbleSpot.self) != nil,
        let (lane, marble) = table.atCursor(of: model.lanes), marble.text != nil
      else { return }
      drag = MarbleDrag(
        column: mouse.point.x, nanoseconds: marble.nanoseconds - lane.tape.start)
    case .drag:
      // A row that is still being computed may not have the marble yet.
      guard let drag, table.atCursor(of: model.lanes) != nil else { return }
      changeMarble { model, number, lane in
        model.moveMarble(
          number, of: lane,
          to: drag.nanoseconds + (mouse.point.x - drag.column) * self.table.scale)
      }
    case .release: drag = nil
    case .scrollUp, .scrollDown: _ = table.handle(mouse, of: model.lanes)
    }
  }

  private func moveMarble(by step: Int) {
    changeMarble { model, number, lane in
      let time = (lane.tape.marble(number)?.nanoseconds ?? 0) - lane.tape.start
      return model.moveMarble(number, of: lane, to: time + step)
    }
  }

  private func askValue() {
    guard let cursor = table.cursor, let (lane, _) = table.atCursor(of: model.lanes) else {
      return say("Choose a value with ← and → first.")
    }
    if let reason = model.refusal(of: cursor.number, in: lane) { return say(reason, .warning) }
    guard let text = model.editedText(of: cursor.number, in: lane) else { return }
    model.endGesture()
    prompt = LinePrompt(title: "Value", noun: "a value", text: text) { text in
      self.changeMarble { model, number, lane in model.setMarble(number, of: lane, to: text) }
    }
  }

  private func changeMarble(
    _ change: (StreamLabViewModel, Int, StreamLane) -> StreamLabViewModel.MarbleOutcome
  ) {
    guard let cursor = table.cursor, let (lane, _) = table.atCursor(of: model.lanes) else {
      return say("Choose a value with ← and → first.")
    }
    switch change(model, cursor.number, lane) {
    case .changed(let marble?): table.putCursor(on: marble, of: model.lanes)
    case .changed(nil):
      drag = nil
      table.removeCursor()
      say("Changed; nothing of it comes to this row any more. U takes it back.", .warning)
    case .refused(let reason):
      drag = nil
      say(reason, .warning)
    }
  }

  private func sayDone(_ key: StreamKey?, _ verb: String, _ done: String) {
    guard let key else { return say("There is nothing to \(verb).") }
    table.choose(key, of: model.lanes)
    let name = model.form(of: key)?.title ?? key.id
    say(
      model.standing(of: key) == .saved
        ? "\(done): “\(name)” is as it is saved." : "\(done): “\(name)”; ^S saves it.")
  }
}
