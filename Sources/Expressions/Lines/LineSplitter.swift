import Platform

/// Cuts bytes that come in pieces into lines, without copying those that are whole in a piece.
package struct LineSplitter {
  /// The number of the line that was handed out last, from 1.
  private var number = 0
  /// The beginning of a line whose end has not come.
  private var beginning: [UInt8] = []
  /// True while the rest of a line is skipped that is too long.
  private var isSkipping = false
  /// The byte that ends a line; nil until the first end has come. Where a carriage return stands
  /// alone, as some old programs write it, it ends all lines.
  private var end: UInt8?

  /// The most bytes of a line.
  package static let longestLine = 1 << 20

  /// Makes a splitter at the beginning of a text.
  package init() {}

  /// True if a line has begun whose end has not come.
  package var hasBeginning: Bool { isSkipping || !beginning.isEmpty }

  /// Hands out the next line of a piece, without its end; nil for one that is too long.
  ///
  /// - Parameters:
  ///   - piece: The bytes; those that are taken are removed from it.
  ///   - body: Takes the line and its number.
  /// - Returns: False if the piece has no end of a line; it is kept, and empty then.
  package mutating func takeLine(
    from piece: inout UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer?, Int) -> Void
  ) -> Bool {
    guard let start = piece.baseAddress, piece.count > 0 else { return false }
    if end == nil { findEnd(piece) }
    if end == 0x0D, beginning.last == 0x0D {
      number += 1
      handOut(body)
      return true
    }
    guard let end = memchr(start, CInt(self.end ?? 0x0A), piece.count) else {
      keep(piece)
      piece = UnsafeRawBufferPointer(rebasing: piece[piece.endIndex...])
      return false
    }
    let length = UnsafeRawPointer(end) - start
    let line = UnsafeRawBufferPointer(start: start, count: length)
    piece = UnsafeRawBufferPointer(start: start + length + 1, count: piece.count - length - 1)
    number += 1
    guard hasBeginning else {
      body(length > LineSplitter.longestLine ? nil : line.withoutReturn, number)
      return true
    }
    keep(line)
    handOut(body)
    return true
  }

  /// Hands out the last line, if the text does not end with the end of a line.
  package mutating func finish(_ body: (UnsafeRawBufferPointer?, Int) -> Void) {
    guard hasBeginning else { return }
    number += 1
    handOut(body)
  }

  private mutating func findEnd(_ piece: UnsafeRawBufferPointer) {
    let index = beginning.last == 0x0D ? -1 : piece.firstIndex { $0 == 0x0A || $0 == 0x0D }
    guard let index else { return }
    guard index >= 0, piece[index] == 0x0A else {
      // What stands behind a carriage return tells.
      if index + 1 < piece.count { end = piece[index + 1] == 0x0A ? 0x0A : 0x0D }
      return
    }
    end = 0x0A
  }

  private mutating func handOut(_ body: (UnsafeRawBufferPointer?, Int) -> Void) {
    if isSkipping {
      body(nil, number)
    } else {
      beginning.withUnsafeBytes { body($0.withoutReturn, number) }
    }
    isSkipping = false
    beginning.removeAll(keepingCapacity: true)
  }

  private mutating func keep(_ bytes: UnsafeRawBufferPointer) {
    guard !isSkipping else { return }
    beginning += bytes
    guard beginning.count > LineSplitter.longestLine else { return }
    isSkipping = true
    beginning = []
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes without a carriage return at their end.
  fileprivate var withoutReturn: UnsafeRawBufferPointer {
    last == 0x0D ? UnsafeRawBufferPointer(rebasing: dropLast()) : self
  }
}
