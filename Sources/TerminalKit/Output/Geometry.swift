/// A place on the screen in columns and rows, counted from 0 at the top left.
struct Point: Hashable, Sendable {
  var x: Int
  var y: Int

  init(_ x: Int, _ y: Int) {
    self.x = x
    self.y = y
  }
}

/// An extent in columns and rows; never negative.
struct Size: Hashable, Sendable {
  var width: Int
  var height: Int

  init(_ width: Int, _ height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// Whether both extents are at least those of `minimum`.
  func fits(_ minimum: Size) -> Bool {
    width >= minimum.width && height >= minimum.height
  }
}

/// A rectangle of cells; it may reach outside the screen, where drawing is clipped.
struct Rect: Hashable, Sendable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  init(_ size: Size) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// The first column right of the rectangle.
  var maxX: Int { x + width }
  /// The first row below the rectangle.
  var maxY: Int { y + height }
  var origin: Point { Point(x, y) }
  var size: Size { Size(width, height) }
  var isEmpty: Bool { width == 0 || height == 0 }

  func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
  }

  func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(
      x: left, y: top,
      width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
  }

  /// The rectangle without `columns` at both sides and `rows` above and below.
  func inset(columns: Int = 0, rows: Int = 0) -> Rect {
    Rect(x: x + columns, y: y + rows, width: width - 2 * columns, height: height - 2 * rows)
  }

  /// The row `index` rows below the top, one cell high.
  func row(_ index: Int) -> Rect {
    Rect(x: x, y: y + index, width: width, height: index >= 0 && index < height ? 1 : 0)
  }

  /// A rectangle of `size` in the middle of this one, cut to it where it is larger.
  func centered(_ size: Size) -> Rect {
    let width = min(size.width, self.width)
    let height = min(size.height, self.height)
    return Rect(
      x: x + (self.width - width) / 2, y: y + (self.height - height) / 2,
      width: width, height: height)
  }
}
