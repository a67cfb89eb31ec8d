/// What a screen shows when the terminal is too small for it; its keys go on working.
public struct TooSmallNotice: Equatable, Sendable {
  /// The size from which on the screen is drawn.
  public var needed: Size
  /// What is asked and waits for one of the keys, in a few words; nil where nothing is.
  public var question: String?
  /// What keys do, each in a few words, for there is no room for a footer: `Esc quits`.
  public var keys: [String]

  /// Makes a notice of the size that is needed.
  public init(needed: Size, question: String? = nil, keys: [String]) {
    self.needed = needed
    self.question = question
    self.keys = keys
  }

  /// Draws the notice in the middle of the canvas and hides the cursor; where rows are missing, the
  /// sizes go first and the keys stay.
  public func draw(on canvas: inout Canvas) {
    let size = canvas.size
    let measures = [
      "Too small: \(size.width)×\(size.height)", "Needs \(needed.width)×\(needed.height)",
    ]
    let question = question.map { [$0] } ?? []
    // What gives way first is what can be seen anyway; the keys stay.
    let choices = [measures + question + keys, question + keys, keys]
    let lines = choices.first { $0.count <= size.height } ?? [keys.joined(separator: ", ")]
    let top = max(0, (size.height - lines.count) / 2)
    canvas.cursor = nil
    for (index, line) in lines.enumerated() {
      Label(text: line, alignment: .center)
        .draw(in: canvas.bounds.row(top + index), on: &canvas)
    }
  }
}
