import TerminalKit

/// The rectangles of a form's parts on its page, whose first row is row 0.
///
/// In a wide window short fields are paired side by side, to be read from left to right and then
/// down; the focus moves the same way.
struct PageLayout {
  /// The rectangles of the parts, in their order.
  private(set) var rects: [Rect] = []
  /// The row of the buttons.
  private(set) var end = 2
  /// The rows that messages have now.
  private(set) var messageRows = 0
  /// True if rows are kept free for messages.
  private(set) var isRoomy = true

  /// The blank rows before the message below the buttons, and the rows kept free for it.
  var gap: Int { isRoomy ? 1 : 0 }

  /// The rows of the page while nothing is shown below the buttons.
  var height: Int { end + 1 + 2 * gap }

  /// The same page with a blank row before its buttons.
  var withSpacedButtons: PageLayout {
    var layout = self
    layout.end += 1
    return layout
  }

  /// The minimum width for fields in two columns.
  private static let leastForTwo = 100
  /// The columns between the two.
  private static let between = 4

  /// A page without parts.
  init() {}

  /// Lays out the parts of a page, with rows that are kept free for messages and without.
  ///
  /// Each part is measured once for both.
  @MainActor static func pair(
    of page: FormPage
  ) -> (roomy: PageLayout, tight: PageLayout, parts: [PagePart]) {
    var parts: [PagePart] = []
    parts.reserveCapacity(page.items.count)
    var (roomy, tight) = (PageLayout(of: page, isRoomy: true), PageLayout(of: page, isRoomy: false))
    let columns = PageColumns(window: page.window.width)
    let total = page.window.width - 2 * columns.left
    let half = page.window.width >= leastForTwo ? (total - between) / 2 : nil
    var index = 0
    while index < page.items.count {
      let indent = page.indent(of: page.items[index])
      if let half, index + 1 < page.items.count, page.items[index].isBeside(page.items[index + 1]) {
        let pair = page.items[index...index + 1].map { page.part($0, width: half - indent) }
        if pair.allSatisfy(\.isShort) {
          let halves = (0...1).map { number in
            (x: columns.left + number * (half + between) + indent, width: half - indent)
          }
          roomy.add(pair, at: halves)
          tight.add(pair, at: halves)
          parts += pair
          index += 2
          continue
        }
      }
      let width = columns.width - indent
      let part = page.part(page.items[index], width: width)
      roomy.add([part], at: [(columns.left + indent, width)])
      tight.add([part], at: [(columns.left + indent, width)])
      parts.append(part)
      index += 1
    }
    // Below other parts there is a row for a message.
    switch page.items.last {
    case .section, .answer, .step: roomy.end += 1
    case .field, .row, .actions, .add, nil: break
    }
    return (roomy, tight, parts)
  }

  /// A page whose parts are not laid out yet.
  private init(of page: FormPage, isRoomy: Bool) {
    self.isRoomy = isRoomy
    rects.reserveCapacity(page.items.count)
    // The title, the step, and a blank row.
    if !page.progress.isEmpty { end = 3 }
  }

  /// Puts parts side by side below the others.
  @MainActor private mutating func add(_ parts: [PagePart], at columns: [(x: Int, width: Int)]) {
    var (rows, messages) = (0, 0)
    for (part, column) in zip(parts, columns) {
      let own = part.rows(isRoomy: isRoomy)
      let height = own.decoration.upperBound
      rects.append(Rect(x: column.x, y: end, width: column.width, height: height))
      rows = max(rows, height)
      messages = max(messages, own.message.count)
    }
    end += rows
    messageRows += messages
  }
}

/// A part of a page as it was measured.
@MainActor struct PagePart {
  /// The field with everything that determines its rows; nil for a part of another kind.
  var look: FormPage.FieldLook?
  /// Its rows, with and without those kept free for messages.
  let roomy, tight: FormPage.FieldRows

  func rows(isRoomy: Bool) -> FormPage.FieldRows { isRoomy ? roomy : tight }

  /// True if another part may be next to it.
  var isShort: Bool {
    guard let placement = look?.control.placement, tight.label.count == 1 else { return false }
    return tight.control.count == 1 && tight.decoration.isEmpty
      && (placement == .below || placement == .beforeLabel(4))
  }
}

extension FormItem {
  /// True for two fields that belong to the same part of the form.
  fileprivate func isBeside(_ other: FormItem) -> Bool {
    guard case .field(let field) = self, case .field(let next) = other else { return false }
    return field.row?.row == next.row?.row
  }
}
