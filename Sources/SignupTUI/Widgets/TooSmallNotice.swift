/// What a screen shows when the terminal is too small for it; its keys go on working.
struct TooSmallNotice: Equatable, Sendable {
  var needed: Size
  /// How to get away, for there is no room for a footer: `Esc quits`.
  var wayOut: String

  func draw(on canvas: inout Canvas) {
    let size = canvas.size
    let lines = [
      "Too small: \(size.width)×\(size.height)", "Needs \(needed.width)×\(needed.height)", wayOut,
    ]
    let top = max(0, (size.height - lines.count) / 2)
    canvas.cursor = nil
    guard size.height >= lines.count else {
      canvas.write(wayOut, in: canvas.bounds.row(0))
      return
    }
    for (index, line) in lines.enumerated() {
      Label(text: line, alignment: .center)
        .draw(in: canvas.bounds.row(top + index), on: &canvas)
    }
  }
}
