import Platform

/// Splits bytes that arrive in pieces into lines, without copying lines that are whole in a piece.
package struct LineSplitter {
  /// The number of the latest line, from 1.
  private var number = 0
  /// The beginning of an unfinished line.
  private var beginning: [UInt8] = []
  /// True while the rest of a line that is too long is skipped.
  private var isSkipping = false
  /// The byte that ends a line; nil until the first end. If it is a carriage return alone, as
  /// written by old programs and progress bars, a line feed ends a line, too.
  private var end: UInt8?
  /// True if the last line ended with a carriage return, which a line feed may complete.
  private var isBehindReturn = false

  /// The maximum number of bytes of a line.
  package static let longestLine = 1 << 20

  /// Makes a splitter at the beginning of a text.
  package init() {}

  /// True if a line has begun and not ended.
  package var hasBeginning: Bool { isSkipping || !beginning.isEmpty }

  /// Takes the next line of a piece, without its end.
  ///
  /// - Parameters:
  ///   - piece: The bytes; those that are taken are removed from it.
  ///   - body: Receives the line, or nil if it is too long, and its number.
  /// - Returns: False if the piece has no line end; its bytes are then kept, and it is empty.
  package mutating func takeLine(
    from piece: inout UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer?, Int) -> Void
  ) -> Bool {
    if isBehindReturn, let first = piece.first {
      isBehindReturn = false
      if first == 0x0A { piece = UnsafeRawBufferPointer(rebasing: piece.dropFirst()) }
    }
    guard piece.count > 0 else { return false }
    if end == nil { findEnd(piece) }
    if end == 0x0D, beginning.last == 0x0D {
      number += 1
      handOut(body)
      return true
    }
    guard let length = lineLength(in: piece) else {
      keep(piece)
      piece = UnsafeRawBufferPointer(rebasing: piece[piece.endIndex...])
      return false
    }
    isBehindReturn = piece[length] == 0x0D
    let line = UnsafeRawBufferPointer(rebasing: piece[..<length])
    piece = UnsafeRawBufferPointer(rebasing: piece[(length + 1)...])
    number += 1
    guard hasBeginning else {
      body(length > LineSplitter.longestLine ? nil : line.withoutReturn, number)
      return true
    }
    keep(line)
    handOut(body)
    return true
  }

  /// Takes the last line, if it has no line end.
  package mutating func finish(_ body: (UnsafeRawBufferPointer?, Int) -> Void) {
    guard hasBeginning else { return }
    number += 1
    handOut(body)
  }

  /// Returns the number of bytes before the first line end; nil if there is none.
  private func lineLength(in piece: UnsafeRawBufferPointer) -> Int? {
    if end == 0x0D { return piece.firstIndex { $0 == 0x0A || $0 == 0x0D } }
    guard let start = piece.baseAddress, let end = memchr(start, 0x0A, piece.count) else {
      return nil
    }
    return UnsafeRawPointer(end) - start
  }

  private mutating func findEnd(_ piece: UnsafeRawBufferPointer) {
    let index = beginning.last == 0x0D ? -1 : piece.firstIndex { $0 == 0x0A || $0 == 0x0D }
    guard let index else { return }
    guard index >= 0, piece[index] == 0x0A else {
      // The next byte decides: a carriage return ends a line alone, or with a line feed.
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
