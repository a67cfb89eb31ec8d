/// The notice of a screen when the terminal is too small for it; its keys go on working.
public struct TooSmallNotice: Equatable, Sendable {
  /// The smallest size in which the screen is drawn.
  public var needed: Size
  /// The question that waits for one of the keys, in a few words; nil if there is none.
  public var question: String?
  /// The keys with their actions, each in a few words, as there is no room for a footer: `Esc
  /// quits`.
  public var keys: [String]

  /// Makes a notice of the required size.
  public init(needed: Size, question: String? = nil, keys: [String]) {
    (self.needed, self.question, self.keys) = (needed, question, keys)
  }

  /// Draws the notice in the middle of the canvas and hides the cursor; if rows are missing, the
  /// sizes go first and the keys stay.
  public func draw(on canvas: inout Canvas) {
    let size = canvas.size
    let measures = [
      "Too small: \(size.width)×\(size.height)", "Needs \(needed.width)×\(needed.height)",
    ]
    let question = question.map { [$0] } ?? []
    // The parts that can be seen anyway give way first; the keys stay.
    let choices = [measures + question + keys, question + keys, keys]
    let lines = choices.first { $0.count <= size.height } ?? [keys.joined(separator: ", ")]
    let top = max(0, (size.height - lines.count) / 2)
    canvas.cursor = nil
    for (index, line) in lines.enumerated() {
      Label(text: line, alignment: .center).draw(in: canvas.bounds.row(top + index), on: &canvas)
    }
  }
}
