/// The framing of a body that comes in chunks (RFC 9112, 7.1), which may end with trailers: headers
/// behind the body, which are not read.
struct ChunkedBody {
  private enum State {
    /// Within the digits of a chunk's size, behind which there may be an extension.
    case size, extending
    /// Within the bytes of a chunk, or at the end of its line.
    case data, dataEnd
    /// Within the trailers; at the beginning of a line or not.
    case trailer(isLineStart: Bool)
    case end
  }

  private var state = State.size
  private var size = 0
  private var digits = 0
  /// True if the bytes are not such a body.
  private(set) var isMalformed = false

  /// True once the last chunk and the trailers have come.
  var isWhole: Bool { if case .end = state { true } else { false } }

  /// Hands out the bytes of the body that are in a piece.
  mutating func take(_ piece: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>) -> Void) {
    var rest = piece
    while !isMalformed, !isWhole, let byte = rest.first {
      if case .data = state {
        let part = rest.prefix(size)
        body(part)
        (rest, size) = (rest.dropFirst(part.count), size - part.count)
        if size == 0 { state = .dataEnd }
      } else {
        rest = rest.dropFirst()
        take(byte)
      }
    }
  }

  /// Takes a byte of the framing. Lines end with a line feed, and a carriage return before it.
  private mutating func take(_ byte: UInt8) {
    switch state {
    case .size:
      if let digit = byte.hexadecimalValue {
        (size, digits) = (size << 4 | digit, digits + 1)
        // Beyond any size that is allowed, and below the greatest integer.
        isMalformed = digits > 15
      } else if byte == 0x0A {
        endSizeLine()
      } else {
        state = .extending
      }
    case .extending: if byte == 0x0A { endSizeLine() }
    case .dataEnd:
      if byte == 0x0A { state = .size } else { isMalformed = byte != 0x0D }
    case .trailer(let isLineStart):
      if byte == 0x0A {
        state = isLineStart ? .end : .trailer(isLineStart: true)
      } else if byte != 0x0D {
        state = .trailer(isLineStart: false)
      }
    case .data, .end: break
    }
  }

  private mutating func endSizeLine() {
    isMalformed = digits == 0
    state = size > 0 ? .data : .trailer(isLineStart: true)
    digits = 0
  }
}
