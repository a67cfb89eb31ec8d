/// Lines of a table in Markdown, with columns as wide as their widest cell.
public struct MarkdownTable {
  private var rows: [[String]]

  /// Makes a table with a heading; the first column is text, the others are numbers.
  public init(heading: [String]) { rows = [heading] }

  /// Adds a line.
  public mutating func append(_ cells: [String]) { rows.append(cells) }

  /// The table as text, with a line break at its end.
  public var text: String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max()! }
    var lines = rows.map { cells in
      let padded = cells.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + padding : padding + cell
      }
      return "| " + padded.joined(separator: " | ") + " |"
    }
    let rule = widths.enumerated().map { column, width in
      column == 0
        ? String(repeating: "-", count: width)
        : String(repeating: "-", count: width - 1) + ":"
    }
    lines.insert("| " + rule.joined(separator: " | ") + " |", at: 1)
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Double {
  /// The number with a fixed number of decimals, rounded to the nearest.
  public func formatted(decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let digits = String(Int((magnitude * scale).rounded()))
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let sign = self < 0 ? "-" : ""
    guard decimals > 0 else { return sign + padded }
    return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }
}
