/// A position on the screen in columns and rows, counted from 0 at the top left.
public struct Point: Hashable, Sendable {
  /// The column, growing to the right.
  public var x: Int
  /// The row, growing downwards.
  public var y: Int

  /// Makes a point from a column and a row.
  public init(_ x: Int, _ y: Int) { (self.x, self.y) = (x, y) }
}

/// An extent in columns and rows; never negative.
public struct Size: Hashable, Sendable {
  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int

  /// Makes an extent; a negative number counts as 0.
  public init(_ width: Int, _ height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// Returns true if both extents are at least those of `minimum`.
  public func fits(_ minimum: Size) -> Bool { width >= minimum.width && height >= minimum.height }
}

/// A rectangle of cells; it may reach outside the screen, where drawing is clipped.
public struct Rect: Hashable, Sendable {
  /// The leftmost column.
  public var x: Int
  /// The topmost row.
  public var y: Int
  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int

  /// Makes a rectangle; a negative extent counts as 0.
  public init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y) = (x, y)
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// Makes a rectangle of a size at the top left of the screen.
  public init(_ size: Size) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

  /// The first column right of the rectangle.
  public var maxX: Int { x + width }
  /// The first row below the rectangle.
  public var maxY: Int { y + height }
  /// The position of the upper left corner.
  public var origin: Point { Point(x, y) }
  /// The extent in columns and rows.
  public var size: Size { Size(width, height) }
  /// True if there is no cell in it.
  public var isEmpty: Bool { width == 0 || height == 0 }

  /// Returns true if a position is inside.
  public func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
  }

  /// Returns the part that both rectangles have in common; empty if they do not meet.
  public func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(
      x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
  }

  /// Returns the rectangle without `columns` at both sides and `rows` above and below.
  public func inset(columns: Int = 0, rows: Int = 0) -> Rect {
    Rect(x: x + columns, y: y + rows, width: width - 2 * columns, height: height - 2 * rows)
  }

  /// Returns the row `index` rows below the top, one cell high; empty if there is no such row.
  public func row(_ index: Int) -> Rect {
    Rect(x: x, y: y + index, width: width, height: index >= 0 && index < height ? 1 : 0)
  }

  /// Returns the part of this many columns at the left.
  package func left(_ columns: Int) -> Rect { Rect(x: x, y: y, width: columns, height: height) }

  /// Returns the part to the right of this many columns.
  package func dropLeft(_ columns: Int) -> Rect {
    Rect(x: x + columns, y: y, width: width - columns, height: height)
  }

  /// Returns the part of this many rows at the top.
  package func top(_ rows: Int) -> Rect { Rect(x: x, y: y, width: width, height: rows) }

  /// Returns the part below this many rows.
  package func dropTop(_ rows: Int) -> Rect {
    Rect(x: x, y: y + rows, width: width, height: height - rows)
  }

  /// Returns a rectangle of `size` in the middle of this one, cut to it if it is larger.
  public func centered(_ size: Size) -> Rect {
    let width = min(size.width, self.width)
    let height = min(size.height, self.height)
    return Rect(
      x: x + (self.width - width) / 2, y: y + (self.height - height) / 2,
      width: width, height: height)
  }
}
