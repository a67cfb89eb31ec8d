/// The bytes of a source of lines as they come, and where in it they are.
struct LineSource: Sendable {
  /// The number of bytes read so far.
  fileprivate(set) var offset = 0
  fileprivate var held: [UInt8] = []
  /// True if the line that is under way is too long and passed over.
  fileprivate var isOverlong = false
  fileprivate var line: Int? = 1

  /// The longest line that is kept together.
  static let longestLine = 65_536
}

/// A decoder of a format of lines: it is handed them one by one.
protocol LineDecoder: TraceDecoder {
  var lines: LineSource { get set }
  var statistics: TraceStatistics { get set }

  /// Takes in a line that is not blank, without blanks at its ends.
  ///
  /// - Parameters:
  ///   - number: Its number, from 1; nil after a jump.
  ///   - endOffset: How many bytes of the source end with it.
  ///   - isLast: Whether the source ends with it, without a line's end.
  mutating func readLine(
    _ text: ByteText, number: Int?, endOffset: Int, isLast: Bool, _ emit: (TraceEpoch) -> Void)
  /// The source has ended.
  mutating func close(_ emit: (TraceEpoch) -> Void)
  /// Forgets what is under way: the source goes on elsewhere.
  mutating func forget()
}

extension LineDecoder {
  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ emit: (TraceEpoch) -> Void) {
    lines.offset += bytes.count
    guard !lines.held.isEmpty else {
      let used = readLines(ByteText(bytes), emit)
      lines.held = Array(bytes[used...])
      return
    }
    lines.held.append(contentsOf: bytes)
    // A line that goes on is looked at again only when it ends.
    guard
      bytes.contains(where: { $0 == .lineFeed || $0 == .carriageReturn })
        || lines.held.count > LineSource.longestLine
    else { return }
    let text = lines.held
    lines.held = []
    text.withUnsafeBufferPointer {
      let used = readLines(ByteText($0), emit)
      lines.held = Array($0[used...])
    }
  }

  mutating func flush(_ emit: (TraceEpoch) -> Void) {}

  mutating func finish(_ emit: (TraceEpoch) -> Void) {
    let text = lines.held
    lines.held = []
    if !lines.isOverlong {
      text.withUnsafeBufferPointer { hand(ByteText($0), lines.offset, isLast: true, emit) }
    }
    close(emit)
  }

  mutating func jump(to offset: Int) {
    lines = LineSource()
    lines.offset = offset
    lines.line = nil
    statistics.jump()
    forget()
  }

  /// Reads the lines of `bytes`, which end at the offset, and returns how many bytes that were.
  private mutating func readLines(_ bytes: ByteText, _ emit: (TraceEpoch) -> Void) -> Int {
    var rest = bytes
    while let end = rest.firstLineEnd {
      let isLineFeed = rest[end] == .lineFeed
      let text = rest.prefix(end)
      rest.drop(end + 1)
      if lines.isOverlong || text.count > LineSource.longestLine {
        if !lines.isOverlong { statistics.skip(.overlong) }
        lines.isOverlong = false
      } else {
        hand(text, lines.offset - rest.count, isLast: false, emit)
      }
      if isLineFeed { lines.line? += 1 }
    }
    if lines.isOverlong {
      rest.drop(rest.count)
    } else if rest.count > LineSource.longestLine {
      statistics.skip(.overlong)
      lines.isOverlong = true
      rest.drop(rest.count)
    }
    return bytes.count - rest.count
  }

  private mutating func hand(
    _ text: ByteText, _ endOffset: Int, isLast: Bool, _ emit: (TraceEpoch) -> Void
  ) {
    let trimmed = text.trimmed
    guard !trimmed.isEmpty else { return }
    statistics.lines += 1
    readLine(trimmed, number: lines.line, endOffset: endOffset, isLast: isLast, emit)
  }
}

extension ByteText {
  /// The index of the first line feed or carriage return.
  fileprivate var firstLineEnd: Int? {
    for index in 0..<count where self[index] == .lineFeed || self[index] == .carriageReturn {
      return index
    }
    return nil
  }
}
