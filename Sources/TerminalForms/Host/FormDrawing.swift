import Forms
import TerminalKit

// The parts around its page that every form shows.
extension HostedForm {
  /// Hides the secrets that are shown.
  package func willSuspend() { hideSecrets() }

  /// Accepts only the keys that leave if there is no room for a form.
  package func resized(to size: Size) {
    host.isTooSmall = !size.fits(minimumFormSize)
    guard host.isTooSmall else { return }
    hideSecrets()
    host.help = nil
  }

  /// Draws the part of the page that has the focus, the keys, and the question if there is one.
  package func draw(on canvas: inout Canvas) {
    guard canvas.size.fits(minimumFormSize) else { return tooSmallNotice.draw(on: &canvas) }
    let window = Rect(x: 0, y: 0, width: canvas.size.width, height: canvas.size.height - 1)
    let page = page(in: window.size, symbols: canvas.symbols)
    let body = page.body(in: window)
    // The progress of a submission is shown for the form as a whole.
    let target = page.target(of: isUnderWay ? nil : focus)
    let top = host.view.show(target, of: page.height, in: body.height)
    canvas.clipped(to: body) { canvas in
      draw(page, from: top - body.y, on: &canvas)
      let isAllSeen = top <= 0 && top + body.height >= page.height
      if !isAllSeen, !host.isCovered {
        ScrollMarks(
          visible: top..<top + body.height, of: 0..<page.height,
          words: page.namesRest ? (language.words("more above"), language.words("more below")) : nil
        ).draw(in: body, on: &canvas)
      }
    }
    page.drawAround(in: window, on: &canvas)
    if !host.isCovered { drawOver(in: body, on: &canvas) }
    if let cursor = canvas.cursor, !body.contains(cursor) { canvas.cursor = nil }
    let footer = host.help != nil ? KeyHelp.footer : host.question?.footer ?? self.footer
    footer.worded(in: language).draw(in: page.footer(in: canvas.bounds), on: &canvas)
    host.question?.dialog.draw(in: canvas.bounds, on: &canvas)
    host.help?.draw(in: canvas.bounds, on: &canvas)
  }

  /// The keys that leave, or the question that they have opened.
  private var tooSmallNotice: TooSmallNotice {
    guard let question = host.question else {
      return TooSmallNotice(needed: minimumFormSize, keys: [language.words(wayOut)])
    }
    return TooSmallNotice(
      needed: minimumFormSize, question: question.brief,
      keys: ["^C \(question.leaves)", "Esc \(question.stays)"])
  }

  /// The message about the invalid fields, by their labels; before the first submission it only
  /// explains why the button is dim.
  ///
  /// - Parameters:
  ///   - labels: The labels, which are only read if there is something to show.
  ///   - isOnButton: True if the focus is on the button that submits.
  package func summary(ofWrong labels: @autoclosure () -> [String], isOnButton: Bool) -> MessageRow
  {
    let labels = host.hasBeenRefused || isOnButton ? labels() : []
    guard !labels.isEmpty else { return MessageRow(kind: .hint, text: "") }
    return MessageRow(
      kind: host.hasBeenRefused ? .failure : .neutral,
      text: language.words(
        labels.count == 1 ? "1 thing to fix: {fields}" : "{count} things to fix: {fields}",
        ["count": .integer(labels.count), "fields": .text(labels.joined(separator: ", "))]))
  }
}
