/// Splits the rows of a table into cells.
///
/// Cells may be in quotation marks, with delimiters and line ends inside. If more text follows
/// these, as in `"100" ft`, it belongs to the cell, and so do the marks. A quotation mark inside a
/// bare cell is a seconds mark, and one that is not closed within ``longestQuote`` bytes is treated
/// like any other character, to keep a stray mark from swallowing the table.
struct CSVRowCutter {
  /// The row at the beginning of the bytes.
  enum Found {
    /// A row, with its length including its line end.
    case row(length: Int)
    /// No row ends in these bytes.
    case incomplete
  }

  private let delimiter: UInt8
  /// True if several consecutive delimiters count as one: blanks are used to align columns.
  private let merges: Bool
  /// The cells of the last row, without the quotation marks around them.
  private(set) var cells: [ByteText] = []
  /// True if a cell of the last row was in quotation marks, and may contain line ends.
  private(set) var hasQuotes = false

  /// The maximum number of bytes between quotation marks.
  static let longestQuote = 4096
  /// The longest row that is kept together.
  static let longestRow = 65_536

  init(delimiter: UInt8) {
    self.delimiter = delimiter
    merges = delimiter == UInt8(ascii: " ")
  }

  /// Removes a prefix from the row's first cell; false if the row does not begin with it.
  mutating func dropPrefix(_ prefix: [UInt8]) -> Bool {
    guard !prefix.isEmpty else { return true }
    guard let first = cells.first?.trimmed, first.count >= prefix.count,
      prefix.indices.allSatisfy({ first[$0] == prefix[$0] })
    else { return false }
    cells[0] = first.dropping(prefix.count)
    return true
  }

  /// Clears the cells, which point into a buffer that is about to become invalid.
  mutating func forget() { cells.removeAll(keepingCapacity: true) }

  /// Splits the first row of `text`; at the end of the source the last row needs no line end.
  mutating func cut(_ text: ByteText, isLast: Bool) -> Found {
    let found = cutAll(text, isLast: isLast)
    if merges { cells.removeAll(where: \.isEmpty) }
    return found
  }

  private mutating func cutAll(_ text: ByteText, isLast: Bool) -> Found {
    cells.removeAll(keepingCapacity: true)
    hasQuotes = false
    if let length = cutUsual(text) { return .row(length: length) }
    cells.removeAll(keepingCapacity: true)
    var index = 0
    while true {
      var start = index
      // Blanks before an opening quotation mark are ignored, unless they are delimiters.
      var opening = index
      while !merges, opening < text.count, text[opening] == UInt8(ascii: " ") { opening += 1 }
      if opening < text.count, text[opening] == .quote {
        switch closingQuote(text, from: opening + 1, isLast: isLast) {
        case .at(let end):
          hasQuotes = true
          index = cellEnd(text, from: end + 1)
          let rest = ByteText(start: text.start + end + 1, count: index - end - 1)
          if rest.trimmed.isEmpty {
            cells.append(ByteText(start: text.start + opening + 1, count: end - opening - 1))
            start = -1
          } else {
            index = end + 1
          }
        case .unknown: return .incomplete
        case .none: break
        }
      }
      index = cellEnd(text, from: index)
      guard index < text.count || isLast else { return .incomplete }
      if start >= 0 { cells.append(ByteText(start: text.start + start, count: index - start)) }
      guard index < text.count else { return .row(length: index) }
      guard text.start[index] == delimiter else { return .row(length: index + 1) }
      index += 1
    }
  }

  /// Splits a row without quotation marks, eight bytes at a time, and returns its length; nil for
  /// any other row, or if its end or that of the text is within the last eight bytes.
  private mutating func cutUsual(_ text: ByteText) -> Int? {
    let start = UnsafeRawPointer(text.start)
    let ones: UInt64 = 0x0101_0101_0101_0101
    let delimiters = UInt64(delimiter) &* ones
    var index = 0
    var cell = 0
    while index &+ 8 <= text.count {
      let bytes = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      var marks = exactZeros(bytes ^ delimiters) | controls(bytes)
      guard exactZeros(bytes ^ (0x22 &* ones)) == 0 else { return nil }
      while marks != 0 {
        let mark = index &+ marks.trailingZeroBitCount &>> 3
        let byte = text.start[mark]
        if byte == delimiter {
          cells.append(ByteText(start: text.start + cell, count: mark &- cell))
          cell = mark &+ 1
        } else if byte == .lineFeed || byte == .carriageReturn {
          cells.append(ByteText(start: text.start + cell, count: mark &- cell))
          return mark &+ 1
        }
        marks &= marks &- 1
      }
      index &+= 8
    }
    return nil
  }

  /// The highest bit of each byte that is zero.
  @inline(__always) private func exactZeros(_ bytes: UInt64) -> UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    return ~(((bytes & low) &+ low) | bytes | low)
  }

  /// The highest bit of each byte below the blank.
  @inline(__always) private func controls(_ bytes: UInt64) -> UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    return ~(((bytes & low) &+ 0x6060_6060_6060_6060) | bytes | low)
  }

  /// The end of the cell that continues at `from`: a delimiter, a line end, or the end of the text.
  private func cellEnd(_ text: ByteText, from: Int) -> Int {
    var index = from
    while index < text.count {
      let byte = text.start[index]
      if byte == delimiter || byte == .lineFeed || byte == .carriageReturn { break }
      index &+= 1
    }
    return index
  }

  private enum Closing {
    case at(Int)
    case none
    case unknown
  }

  private func closingQuote(_ text: ByteText, from: Int, isLast: Bool) -> Closing {
    var index = from
    let limit = from + CSVRowCutter.longestQuote
    while index < min(text.count, limit) {
      if text.start[index] == .quote {
        let next = index + 1
        if next == text.count { return isLast ? .at(index) : .unknown }
        // A doubled mark stands for one and stays doubled: cells with values contain none.
        if text.start[next] != .quote { return .at(index) }
        index += 1
      }
      index += 1
    }
    return index < limit && !isLast ? .unknown : .none
  }
}

/// The cells point into the buffer of the current call; readers call `forget` before it returns,
/// which keeps pointers from reaching another thread.
extension CSVRowCutter: @unchecked Sendable {}
