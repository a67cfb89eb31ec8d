// The marble with the cursor.
extension StreamsScreen {
  /// The keys of marbles.
  var marbleKeys: [KeyBinding] {
    let isMovable = isAtMovable
    return [
      KeyBinding("← →", "select a marble, and show its time and whole value") {
        self.table.moveCursor(by: $0.key == .left ? -1 : 1, of: self.model.rows)
        self.model.endGesture()
      },
      KeyBinding(
        "M-← M-→ < >", "move the selected value by a column",
        footer: isMovable ? KeyHint("<>", "move", rank: 1) : nil
      ) {
        let isBack = $0.key == .left || $0.text == "<"
        let step = (isBack ? -1 : 1) * self.table.scale
        self.moveMarble { $0 + step }
      },
      KeyBinding(
        "v", "edit the selected value, or the one it comes from",
        footer: isMovable ? KeyHint("v", "value", rank: 1) : nil
      ) { _ in self.askValue() },
      KeyBinding("U ^_", "undo the last change") { _ in
        self.sayDone(self.model.undo(), "undo", "Undone")
      },
      KeyBinding("M-_", "redo") { _ in self.sayDone(self.model.redo(), "redo", "Redone") },
    ]
  }

  /// True if the cursor is on a value that usually can be moved and edited, or is made from one.
  private var isAtMovable: Bool {
    table.awaited != nil || table.atCursor(of: model.rows)?.marble.text != nil
  }

  /// The message about the marble with the cursor; nil if there is none.
  var marbleMessage: MessageRow? {
    if let awaited = table.awaited { return note(on: awaited) }
    guard let (row, marble) = table.atCursor(of: model.rows) else { return nil }
    let time = Marble.text(ofTime: marble.nanoseconds - row.recording.start) + " s"
    return switch marble.event {
    case .value(let text): MessageRow(kind: .neutral, text: "\(time): \(text)")
    case .finished: MessageRow(kind: .neutral, text: "\(time): the end")
    case .failed: MessageRow(kind: .neutral, text: "\(time): ended by a limit")
    }
  }

  private func note(on awaited: MarbleValue) -> MessageRow {
    let source = model.form(of: awaited.source)?.title ?? awaited.source.id
    let time = model.sourceTime(of: awaited).map { "comes at \(Marble.text(ofTime: $0)) s" }
    return MessageRow(
      kind: .pending,
      text: "The value of “\(source)” \(time ?? "has changed"); its row is being computed.")
  }

  /// Puts the cursor on the marble that a changed value has become, once its row is computed.
  func settleCursor() {
    guard let awaited = table.awaited else { return }
    let outcome = model.outcome(of: awaited)
    if case .computing = outcome { return }
    table.chooseRow(of: awaited, of: model.rows)
    take(outcome)
  }

  func handleMouse(_ mouse: Mouse) {
    switch mouse.action {
    case .press:
      message = nil
      model.endGesture()
      _ = table.handle(mouse, of: model.rows)
      drag = nil
      guard mouse.target(as: MarbleSpot.self) != nil,
        let (row, marble) = table.atCursor(of: model.rows), marble.text != nil
      else { return }
      drag = (mouse.point.x, marble.nanoseconds - row.recording.start)
    case .drag:
      guard let drag, table.awaited != nil || table.atCursor(of: model.rows) != nil else { return }
      let step = (mouse.point.x - drag.column) * table.scale
      moveMarble { _ in drag.nanoseconds + step }
    case .release: drag = nil
    case .scrollUp, .scrollDown: _ = table.handle(mouse, of: model.rows)
    }
  }

  /// Moves the value with the cursor.
  ///
  /// - Parameter time: Converts the value's time in its row to its new one, in nanoseconds.
  private func moveMarble(_ time: (Int) -> Int) {
    withValue { value in
      take(model.move(value, to: time((model.sourceTime(of: value) ?? 0) + value.lag)))
    }
  }

  private func askValue() {
    withValue { value in
      guard let text = model.editedText(of: value) else { return }
      model.endGesture()
      prompt = LinePrompt(title: "Value", noun: "a value", text: text) { text in
        self.withValue { self.take(self.model.set($0, to: text)) }
      }
    }
  }

  /// Calls a closure with the value that has the cursor, or shows why there is none.
  private func withValue(_ body: (MarbleValue) -> Void) {
    if let awaited = table.awaited { return body(awaited) }
    guard let cursor = table.cursor, let (row, _) = table.atCursor(of: model.rows) else {
      return say("Select a value with ← and → first.")
    }
    do throws(StreamRefusal) { body(try model.value(of: cursor.number, in: row)) } catch {
      take(.refused(error.reason))
    }
  }

  private func take(_ outcome: StreamWorkspace.MarbleOutcome) {
    switch outcome {
    case .changed(let marble?): table.putCursor(on: marble, of: model.rows)
    case .changed(nil):
      drag = nil
      table.removeCursor()
      say("Changed; it no longer reaches this row. U undoes that.", .warning)
    case .computing(let value): table.putCursor(on: value)
    case .refused(let reason):
      drag = nil
      say(reason, .warning)
    }
  }

  private func sayDone(_ key: StreamKey?, _ verb: String, _ done: String) {
    guard let key else { return say("There is nothing to \(verb).") }
    table.choose(key, of: model.rows)
    let name = model.form(of: key)?.title ?? key.id
    say(
      model.saveState(of: key) == .saved
        ? "\(done): “\(name)” matches the saved version." : "\(done): “\(name)”; ^S saves it.")
  }
}
