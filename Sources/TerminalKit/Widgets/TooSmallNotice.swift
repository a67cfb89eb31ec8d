/// The notice that a screen shows if the terminal is too small for it; its keys still work.
public struct TooSmallNotice: Equatable, Sendable {
  /// The smallest size at which the screen is drawn.
  public var needed: Size
  /// The question to be answered with one of the keys, in a few words; nil if there is none.
  public var question: String?
  /// The keys and their actions, each in a few words, because a footer has no room: `Esc quits`.
  public var keys: [String]

  /// Makes a notice of the required size.
  public init(needed: Size, question: String? = nil, keys: [String]) {
    (self.needed, self.question, self.keys) = (needed, question, keys)
  }

  /// Draws the notice in the middle of the canvas and hides the cursor; if there are too few rows,
  /// the sizes are left out first and the keys stay.
  public func draw(on canvas: inout Canvas) {
    let size = canvas.size
    let measures = [
      "Too small: \(size.width)×\(size.height)", "Needs \(needed.width)×\(needed.height)",
    ]
    let question = question.map { [$0] } ?? []
    // The parts that the user can see anyway are left out first; the keys stay.
    let choices = [measures + question + keys, question + keys, keys]
    let lines = choices.first { $0.count <= size.height } ?? [keys.joined(separator: ", ")]
    let top = max(0, (size.height - lines.count) / 2)
    canvas.cursor = nil
    for (index, line) in lines.enumerated() {
      Label(text: line, alignment: .center).draw(in: canvas.bounds.row(top + index), on: &canvas)
    }
  }
}
