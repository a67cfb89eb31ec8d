/// The current line of a source.
struct LineSource: Sendable {
  /// True if the line is too long and skipped.
  fileprivate var isOverlong = false
  /// Its number, from 1.
  fileprivate var number = 1

  /// The longest line that is kept together.
  static let longestLine = 65_536
}

/// A decoder for a line-based format: it receives one line at a time.
protocol LineDecoder: PieceDecoder {
  var lines: LineSource { get set }
  var statistics: TraceStatistics { get set }

  /// Reads a line that is not blank, without blanks at its ends.
  ///
  /// - Parameters:
  ///   - number: The number of the line, from 1.
  ///   - endOffset: The offset in the source after the line.
  ///   - isLast: Whether the source ends with the line, without a line end.
  mutating func readLine(
    _ text: ByteText, number: Int, endOffset: Int, isLast: Bool, _ emit: (TraceEpoch) -> Void)
}

extension LineDecoder {
  mutating func readParts(_ bytes: ByteText, isLast: Bool, _ emit: (TraceEpoch) -> Void) -> Int {
    var rest = bytes
    while let end = rest.firstLineEnd {
      let isLineFeed = rest[end] == .lineFeed
      let text = rest.prefix(end)
      rest.drop(end + 1)
      if lines.isOverlong || text.count > LineSource.longestLine {
        if !lines.isOverlong { statistics.skip(.overlong) }
        lines.isOverlong = false
      } else {
        hand(text, pieces.offset - rest.count, isLast: false, emit)
      }
      if isLineFeed { lines.number += 1 }
    }
    if !lines.isOverlong, rest.count > LineSource.longestLine {
      statistics.skip(.overlong)
      lines.isOverlong = true
    }
    if lines.isOverlong { return bytes.count }
    guard isLast else { return bytes.count - rest.count }
    hand(rest, pieces.offset, isLast: true, emit)
    return bytes.count
  }

  func mayEndPart(in bytes: ByteText, waiting: Int) -> Bool {
    waiting > LineSource.longestLine || bytes.firstLineEnd != nil
  }

  private mutating func hand(
    _ text: ByteText, _ endOffset: Int, isLast: Bool, _ emit: (TraceEpoch) -> Void
  ) {
    let trimmed = text.trimmed
    guard !trimmed.isEmpty else { return }
    statistics.lines += 1
    readLine(trimmed, number: lines.number, endOffset: endOffset, isLast: isLast, emit)
  }
}

extension ByteText {
  /// The index of the first line feed or carriage return.
  var firstLineEnd: Int? {
    for index in 0..<count where self[index] == .lineFeed || self[index] == .carriageReturn {
      return index
    }
    return nil
  }
}
