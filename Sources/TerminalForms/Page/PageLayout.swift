import TerminalKit

/// The places of a form's parts on its page, counted from the page's first row.
///
/// In a wide window short fields stand side by side, two and two, so that reading goes from left to
/// right and then down; the focus goes the same way.
struct PageLayout {
  /// The places of the parts, in their order.
  private(set) var places: [Rect] = []
  /// The row of the buttons.
  private(set) var end = 2
  /// The rows that messages have now.
  private(set) var messageRows = 0
  /// True if rows are kept free for messages.
  private(set) var isRoomy = true

  /// The blank rows before the message below the buttons, and those kept free for it.
  var gap: Int { isRoomy ? 1 : 0 }

  /// The rows of the page while nothing is said below the buttons.
  var height: Int { end + 1 + 2 * gap }

  /// The same page with a blank row before its buttons.
  var withSpacedButtons: PageLayout {
    var layout = self
    layout.end += 1
    return layout
  }

  /// From so many columns on, there are two of fields.
  private static let leastForTwo = 100
  /// The columns between the two.
  private static let between = 4

  /// A page without parts.
  init() {}

  /// Finds places for the parts of a page.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - isRoomy: True if rows are kept free for messages.
  @MainActor init(of page: FormPage, isRoomy: Bool) {
    self.isRoomy = isRoomy
    // The title, the step, and a blank row.
    if !page.progress.isEmpty { end = 3 }
    let columns = PageColumns(window: page.window.width)
    let total = page.window.width - 2 * columns.left
    let half = page.window.width >= Self.leastForTwo ? (total - Self.between) / 2 : nil
    var index = 0
    while index < page.items.count {
      let item = page.items[index]
      let indent = page.indent(of: item)
      if let half, index + 1 < page.items.count, item.isBeside(page.items[index + 1]) {
        let sizes = [item, page.items[index + 1]].map {
          page.size(of: $0, width: half - indent, isRoomy: isRoomy)
        }
        if sizes.allSatisfy(\.isShort) {
          for (number, size) in sizes.enumerated() {
            let x = columns.left + number * (half + Self.between) + indent
            places.append(Rect(x: x, y: end, width: half - indent, height: size.rows))
          }
          let rows = sizes.map(\.rows).max() ?? 0
          messageRows += sizes.map(\.messageRows).max() ?? 0
          end += rows
          index += 2
          continue
        }
      }
      let width = columns.width - indent
      let size = page.size(of: item, width: width, isRoomy: isRoomy)
      places.append(Rect(x: columns.left + indent, y: end, width: width, height: size.rows))
      messageRows += size.messageRows
      end += size.rows
      index += 1
    }
    // Below other parts there is a row for a message.
    switch page.items.last {
    case .section, .answer, .step: if isRoomy { end += 1 }
    case .field, .row, .actions, .add, nil: break
    }
  }
}

extension FormItem {
  /// True for two fields that belong to the same part of the form.
  fileprivate func isBeside(_ other: FormItem) -> Bool {
    guard case .field(let field) = self, case .field(let next) = other else { return false }
    return field.row?.row == next.row?.row
  }
}
