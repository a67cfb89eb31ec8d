/// The rows in view of a page that is higher than its window: those around the focus, until the
/// user turns the page.
///
///     var view = PageView()
///     let top = view.show(target, of: page.height, in: window.height)
public struct PageView: Equatable, Sendable {
  /// The part of a page to show, in rows.
  public struct Target: Equatable, Sendable {
    /// The row of the cursor.
    public var cursor: Int
    /// The rows that must be in view, from the label to the end of the message.
    public var core: Range<Int>
    /// All rows of the target.
    public var extent: Range<Int>

    /// Makes a target of rows of the page.
    ///
    /// - Parameters:
    ///   - cursor: The row of the cursor.
    ///   - core: The rows that must be in view.
    ///   - extent: All rows of the target.
    public init(cursor: Int, core: Range<Int>, extent: Range<Int>) {
      (self.cursor, self.core, self.extent) = (cursor, core, extent)
    }
  }

  /// The first row in view, if the user has turned the page.
  private var turned: Int?
  /// The first row in view at the last drawing.
  private var top = 0
  /// The rows of the window, and the last row that can be its first, at the last drawing.
  private var height = 0, end = 0

  /// Makes a view that shows the focus.
  public init() {}

  /// Handles Page Up and Page Down, which turn the page; any other key goes back to the focus.
  ///
  /// - Returns: True if the key was one of these.
  public mutating func handle(_ press: KeyPress) -> Bool {
    // One row of the previous page stays in view. Several keys can arrive before the next frame.
    let step = max(1, height - 1)
    let from = turned ?? top
    switch press {
    case KeyPress(.pageUp): turned = max(0, from - step)
    case KeyPress(.pageDown): turned = min(end, from + step)
    default:
      turned = nil
      return false
    }
    return true
  }

  /// Goes back to the focus, because the focus has moved by itself.
  package mutating func showFocus() { turned = nil }

  /// Handles the mouse's wheel, which turns the page; returns false for any other action.
  public mutating func handle(_ mouse: Mouse) -> Bool {
    guard mouse.scroll != 0 else { return false }
    turned = max(0, min(end, (turned ?? top) + mouse.scroll))
    return true
  }

  /// Receives the part to show, and returns the first row of the page that is in view.
  ///
  /// - Parameters:
  ///   - target: The part to show, unless the user has turned the page.
  ///   - rows: The rows of the page.
  ///   - height: The rows of the window.
  public mutating func show(_ target: Target, of rows: Int, in height: Int) -> Int {
    self.height = height
    end = max(0, rows - height)
    top = max(0, min(turned ?? first(for: target, in: height), end))
    if turned != nil { turned = top }
    return top
  }

  /// Returns the first row to show. The page slides up only as far as needed to show the whole
  /// extent; if that is too high, the core; and if that is too, from the cursor's row on.
  private func first(for target: Target, in height: Int) -> Int {
    if target.extent.count <= height { return max(0, target.extent.upperBound - height) }
    if target.core.count <= height { return target.core.lowerBound }
    return min(target.cursor, max(target.core.lowerBound, target.core.upperBound - height))
  }
}
