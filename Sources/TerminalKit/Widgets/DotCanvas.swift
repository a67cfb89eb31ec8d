/// A picture of dots, two across and four down in every cell, for maps and curves.
///
///     var picture = DotCanvas(size: Size(10, 4))
///     picture.line(from: (0, 0), to: (19, 15), role: .accent)
///     picture.draw(in: rect, on: &canvas, markers: .block)
///
/// Dots are counted from 0 at the top left. Lines may leave the picture and return: they are
/// clipped, so far-away points cost nothing.
package struct DotCanvas: Equatable, Sendable {
  /// The characters that show dots; braille is missing or ugly in some fonts, and a program cannot
  /// find out.
  package enum Markers: String, Equatable, Sendable, CaseIterable {
    /// Braille patterns, which show every dot.
    case braille
    /// Quarter blocks, which show two dots as one.
    case block
    /// `.`, `'`, `:` and `#`, for terminals that show only ASCII.
    case ascii

    /// The markers after these, for a key that cycles through all of them.
    package var next: Markers {
      switch self {
      case .braille: .block
      case .block: .ascii
      case .ascii: .braille
      }
    }
  }

  /// The picture's size in cells.
  package let size: Size
  /// The dots of every cell, row by row: bit 2·row + column of each.
  private var masks: [UInt8]
  /// The colour of every cell, row by row.
  private var roles: [Role]

  /// Makes an empty picture of `size` cells.
  package init(size: Size) {
    self.size = size
    masks = Array(repeating: 0, count: size.width * size.height)
    roles = Array(repeating: .standard, count: masks.count)
  }

  /// The number of dots across.
  private var dotColumns: Int { size.width * 2 }
  /// The number of dots down.
  private var dotRows: Int { size.height * 4 }

  /// Sets a dot; does nothing outside the picture. A cell has one colour, that of its last dot.
  package mutating func set(_ x: Int, _ y: Int, role: Role = .standard) {
    guard x >= 0, y >= 0, x < dotColumns, y < dotRows else { return }
    let cell = y / 4 * size.width + x / 2
    masks[cell] |= 1 << UInt8(y % 4 * 2 + x % 2)
    roles[cell] = role
  }

  /// Returns true if a dot is set; false outside the picture.
  func isSet(_ x: Int, _ y: Int) -> Bool {
    guard x >= 0, y >= 0, x < dotColumns, y < dotRows else { return false }
    return masks[y / 4 * size.width + x / 2] & 1 << UInt8(y % 4 * 2 + x % 2) != 0
  }

  /// Draws a straight line between two points in dots; does nothing if a point is not finite.
  /// Complexity: O(dots drawn).
  package mutating func line(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double), role: Role = .standard
  ) {
    guard let (start, end) = clip(start, end) else { return }
    let (x0, y0) = (Int(start.x.rounded()), Int(start.y.rounded()))
    let (x1, y1) = (Int(end.x.rounded()), Int(end.y.rounded()))
    let (dx, dy) = (abs(x1 - x0), -abs(y1 - y0))
    let (stepX, stepY) = (x0 < x1 ? 1 : -1, y0 < y1 ? 1 : -1)
    var (x, y, error) = (x0, y0, dx + dy)
    while true {
      set(x, y, role: role)
      if x == x1, y == y1 { return }
      let doubled = 2 * error
      if doubled >= dy {
        error += dy
        x += stepX
      }
      if doubled <= dx {
        error += dx
        y += stepY
      }
    }
  }

  /// Draws the cells that have dots at `rect`'s origin; the others keep their contents.
  package func draw(in rect: Rect, on canvas: inout Canvas, markers: Markers = .braille) {
    canvas.clipped(to: rect) { canvas in
      for y in 0..<size.height {
        for x in 0..<size.width where masks[y * size.width + x] != 0 {
          let index = y * size.width + x
          canvas.write(
            String(Self.character(masks[index], markers)),
            at: Point(rect.x + x, rect.y + y), style: Style(foreground: roles[index]))
        }
      }
    }
  }

  /// Returns the part of a line inside the picture, after Liang and Barsky (1984).
  private func clip(
    _ start: (x: Double, y: Double), _ end: (x: Double, y: Double)
  ) -> ((x: Double, y: Double), (x: Double, y: Double))? {
    guard start.x.isFinite, start.y.isFinite, end.x.isFinite, end.y.isFinite,
      dotColumns > 0, dotRows > 0
    else { return nil }
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    var (enter, leave) = (0.0, 1.0)
    let edges = [
      (-dx, start.x), (dx, Double(dotColumns - 1) - start.x),
      (-dy, start.y), (dy, Double(dotRows - 1) - start.y),
    ]
    for (direction, distance) in edges {
      if direction == 0 {
        if distance < 0 { return nil }
      } else if direction < 0 {
        enter = max(enter, distance / direction)
      } else {
        leave = min(leave, distance / direction)
      }
    }
    guard enter <= leave else { return nil }
    return (
      (start.x + enter * dx, start.y + enter * dy), (start.x + leave * dx, start.y + leave * dy)
    )
  }

  /// Returns the character for the dots of a cell.
  private static func character(_ mask: UInt8, _ markers: Markers) -> Character {
    switch markers {
    case .braille:
      // Unicode numbers the dots 1–3 and 7 down the left, 4–6 and 8 down the right.
      let bits: [UInt32] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
      let pattern = (0..<8).reduce(UInt32(0)) { mask & 1 << UInt8($1) != 0 ? $0 | bits[$1] : $0 }
      return Unicode.Scalar(0x2800 + pattern).map { Character($0) } ?? "?"
    case .block:
      let quarters: [UInt8] = [0b0000_0101, 0b0000_1010, 0b0101_0000, 0b1010_0000]
      let index = quarters.enumerated().reduce(0) { mask & $1.1 != 0 ? $0 | 1 << $1.0 : $0 }
      return Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")[index]
    case .ascii:
      let (upper, lower) = (mask & 0x0F != 0, mask & 0xF0 != 0)
      if mask.nonzeroBitCount > 4 { return "#" }
      return upper && lower ? ":" : upper ? "'" : "."
    }
  }
}
