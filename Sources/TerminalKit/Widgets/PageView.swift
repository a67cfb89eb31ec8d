/// Which rows of a page that is higher than its window are seen: those of what has the focus, until
/// the page is turned by hand.
///
///     var view = PageView()
///     let top = view.show(target, of: page.height, in: window.height)
public struct PageView: Equatable, Sendable {
  /// What is to be seen of a page, as rows of it.
  public struct Target: Equatable, Sendable {
    /// The row that the cursor stands in.
    public var cursor: Int
    /// What has to be seen, from the label to the end of the message.
    public var core: Range<Int>
    /// All that belongs to it.
    public var extent: Range<Int>

    /// Makes a target of rows of the page.
    ///
    /// - Parameters:
    ///   - cursor: The row that the cursor stands in.
    ///   - core: What has to be seen.
    ///   - extent: All that belongs to it.
    public init(cursor: Int, core: Range<Int>, extent: Range<Int>) {
      self.cursor = cursor
      self.core = core
      self.extent = extent
    }
  }

  /// The first row in view, where the page was turned by hand.
  private var turned: Int?
  /// The first row in view when it was drawn last.
  private var top = 0
  /// The rows of the window, and the last row that can be its first, when it was drawn last.
  private var height = 0, end = 0

  /// Makes a view that shows what has the focus.
  public init() {}

  /// Lets Page Up and Page Down turn the page; any other key goes back to what has the focus.
  ///
  /// - Returns: Whether the key was one of these.
  public mutating func handle(_ press: KeyPress) -> Bool {
    // A row of the page before stays in view. Several keys can come before the next frame.
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

  /// Goes back to what has the focus, because that has moved of itself.
  public mutating func showFocus() { turned = nil }

  /// Lets the mouse's wheel turn the page; false if it means nothing here.
  public mutating func handle(_ mouse: Mouse) -> Bool {
    guard mouse.scroll != 0 else { return false }
    turned = max(0, min(end, (turned ?? top) + mouse.scroll))
    return true
  }

  /// Takes in what is drawn, and returns the first row of the page that is in view.
  ///
  /// - Parameters:
  ///   - target: What is to be seen, unless the page was turned by hand.
  ///   - rows: The rows of the page.
  ///   - height: The rows of the window.
  public mutating func show(_ target: Target, of rows: Int, in height: Int) -> Int {
    self.height = height
    end = max(0, rows - height)
    top = max(0, min(turned ?? first(for: target, in: height), end))
    if turned != nil { turned = top }
    return top
  }

  /// The page slides up just as far as it takes to see all that belongs to the focus; where that is
  /// too much, what has to be seen; and where even that is, from the cursor's row on.
  private func first(for target: Target, in height: Int) -> Int {
    if target.extent.count <= height { return max(0, target.extent.upperBound - height) }
    if target.core.count <= height { return target.core.lowerBound }
    return min(target.cursor, max(target.core.lowerBound, target.core.upperBound - height))
  }
}
