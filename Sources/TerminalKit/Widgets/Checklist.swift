/// Requirements with marks of their state, side by side if they fit.
///
/// The number of rows depends only on the requirements and the width, so nothing moves later.
public struct Checklist: Equatable, Sendable {
  /// The state of a requirement.
  public enum Mark: Equatable, Sendable {
    /// The requirement is not met yet, which is not an error so far.
    case open
    /// The requirement is met.
    case met
    /// The requirement is violated.
    case failed
  }

  /// A requirement with its mark.
  public struct Item: Equatable, Sendable {
    /// The requirement, in a few words.
    public var requirement: String
    /// The state.
    public var mark: Mark
    /// The text shown instead of the requirement, such as its progress; nil for none.
    public var progress: String?

    /// Makes a requirement and its mark.
    public init(requirement: String, mark: Mark, progress: String? = nil) {
      (self.requirement, self.mark, self.progress) = (requirement, mark, progress)
    }
  }

  /// The requirements in reading order.
  public var items: [Item]

  /// Makes a list of requirements in reading order.
  public init(items: [Item]) { self.items = items }

  /// The columns between two requirements.
  private static let gap = 3

  /// Returns the number of rows in an area `width` columns wide.
  public func rows(width: Int, symbols: Symbols) -> Int {
    areas(width: width, symbols: symbols).map { $0.row + $0.height }.max() ?? 0
  }

  /// Draws the requirements that fit into `rect`, from its upper left corner.
  public func draw(in rect: Rect, on canvas: inout Canvas) {
    let symbols = canvas.symbols
    let lead = markColumns(symbols) + 1
    for (item, area) in zip(items, areas(width: rect.width, symbols: symbols))
    where area.row < rect.height {
      let (symbol, style) = appearance(of: item.mark, symbols)
      let row = rect.row(area.row)
      let blanks = String(repeating: " ", count: lead - Glyph.columns(of: symbol))
      canvas.write(symbol + blanks, at: Point(row.x + area.x, row.y), style: style)
      let text = Rect(
        x: row.x + area.x + lead, y: row.y, width: row.width - area.x - lead,
        height: min(area.height, rect.height - area.row))
      for (number, line) in TextWrapping.lines(
        of: item.progress ?? item.requirement, width: text.width, limit: text.height,
        breaksWords: true
      ).enumerated() { canvas.write(line, in: text.row(number), style: style) }
    }
  }

  /// Returns the start and the number of rows of each requirement.
  private func areas(width: Int, symbols: Symbols) -> [(x: Int, row: Int, height: Int)] {
    let lead = markColumns(symbols) + 1
    var areas: [(x: Int, row: Int, height: Int)] = []
    areas.reserveCapacity(items.count)
    var (x, row) = (0, 0)
    for item in items {
      let columns = lead + Glyph.columns(of: item.requirement)
      if x > 0, x + columns > width { (x, row) = (0, row + 1) }
      let height = TextWrapping.count(of: item.requirement, width: max(1, width - lead))
      areas.append((x, row, height))
      if height > 1 { (x, row) = (0, row + height) } else { x += columns + Self.gap }
    }
    return areas
  }

  private func appearance(of mark: Mark, _ symbols: Symbols) -> (symbol: String, style: Style) {
    switch mark {
    case .met: (symbols.check, .success)
    case .open: (symbols.neutral, .muted)
    case .failed: (symbols.cross, .danger)
    }
  }

  /// Returns the columns of the widest mark, reserved for every mark so that a tick moves nothing.
  private func markColumns(_ symbols: Symbols) -> Int {
    max(
      Glyph.columns(of: symbols.check), Glyph.columns(of: symbols.neutral),
      Glyph.columns(of: symbols.cross))
  }
}
