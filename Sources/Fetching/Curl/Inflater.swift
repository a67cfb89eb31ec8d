/// Unpacks what is packed as deflate (RFC 1951), gzip (RFC 1952) or zlib (RFC 1950).
///
/// Checksums are not looked at. The time is O(bytes that come in + bytes that come out).
struct Inflater {
  /// The reason why there is no result.
  enum Failure: Error {
    /// The bytes are not of the format.
    case damaged
    /// The bytes end before their end.
    case cutShort
    /// There is more than allowed.
    case tooLarge
  }

  private let input: ArraySlice<UInt8>
  private var next: Int
  /// Bits that were read, the next one last.
  private var bits: UInt32 = 0
  private var bitCount = 0
  private var output: [UInt8] = []
  private let limit: Int

  private init(_ input: ArraySlice<UInt8>, limit: Int) {
    (self.input, next, self.limit) = (input, input.startIndex, limit)
  }

  /// True if bytes begin as gzip does.
  static func isGzip(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// Returns what gzip has packed, in one part or several.
  static func gunzip(_ bytes: ArraySlice<UInt8>, limit: Int) throws(Failure) -> [UInt8] {
    var inflater = Inflater(bytes, limit: limit)
    repeat {
      try inflater.skipGzipHead()
      try inflater.inflate()
      // A checksum and a length follow; some leave them out.
      inflater.next = min(inflater.next + 8, bytes.endIndex)
    } while isGzip(bytes[inflater.next...])
    return inflater.output
  }

  /// Returns what is packed as `deflate` in HTTP: zlib or, as some have it, without its head.
  static func inflate(_ bytes: ArraySlice<UInt8>, limit: Int) throws(Failure) -> [UInt8] {
    var inflater = Inflater(bytes, limit: limit)
    let head = bytes.prefix(2).reduce(0) { $0 << 8 | Int($1) }
    if bytes.count > 1, head >> 8 & 0x0F == 8, head % 31 == 0 { inflater.next += 2 }
    try inflater.inflate()
    return inflater.output
  }

  // MARK: The parts

  private mutating func skipGzipHead() throws(Failure) {
    guard input.endIndex - next >= 10 else { throw .cutShort }
    guard input[next + 2] == 8 else { throw .damaged }
    let flags = input[next + 3]
    next += 10
    if flags & 4 != 0 {
      let size = Int(try byte()) | Int(try byte()) << 8
      guard input.endIndex - next >= size else { throw .cutShort }
      next += size
    }
    // A name and a comment, each with a NUL at its end.
    for flag: UInt8 in [8, 16] where flags & flag != 0 { while try byte() != 0 {} }
    if flags & 2 != 0 { _ = (try byte(), try byte()) }
  }

  private mutating func inflate() throws(Failure) {
    (bits, bitCount) = (0, 0)
    var isLast = false
    while !isLast {
      isLast = try take(1) == 1
      switch try take(2) {
      case 0: try copyStored()
      case 1: try unpack(Self.fixedLiterals, Self.fixedDistances)
      case 2:
        let (literals, distances) = try codes()
        try unpack(literals, distances)
      default: throw .damaged
      }
    }
  }

  private mutating func copyStored() throws(Failure) {
    (bits, bitCount) = (0, 0)
    let count = Int(try byte()) | Int(try byte()) << 8
    guard Int(try byte()) | Int(try byte()) << 8 == ~count & 0xFFFF else { throw .damaged }
    guard input.endIndex - next >= count else { throw .cutShort }
    guard output.count + count <= limit else { throw .tooLarge }
    output += input[next..<next + count]
    next += count
  }

  private mutating func unpack(_ literals: Code, _ distances: Code) throws(Failure) {
    while true {
      let symbol = try take(literals)
      if symbol < 256 {
        guard output.count < limit else { throw .tooLarge }
        output.append(UInt8(symbol))
        continue
      }
      if symbol == 256 { return }
      guard symbol - 257 < Self.lengths.count else { throw .damaged }
      let length = Self.lengths[symbol - 257]
      let count = length.base + (try take(length.bits))
      let index = try take(distances)
      guard index < Self.distances.count else { throw .damaged }
      let distance = Self.distances[index].base + (try take(Self.distances[index].bits))
      guard distance <= output.count else { throw .damaged }
      guard output.count + count <= limit else { throw .tooLarge }
      // Byte by byte, because the copy may reach into itself.
      for _ in 0..<count { output.append(output[output.count - distance]) }
    }
  }

  // MARK: Bits

  private mutating func byte() throws(Failure) -> UInt8 {
    guard next < input.endIndex else { throw .cutShort }
    defer { next += 1 }
    return input[next]
  }

  private mutating func take(_ count: Int) throws(Failure) -> Int {
    while bitCount < count {
      bits |= UInt32(try byte()) << UInt32(bitCount)
      bitCount += 8
    }
    defer { (bits, bitCount) = (bits >> UInt32(count), bitCount - count) }
    return Int(bits & (1 << UInt32(count) - 1))
  }

  /// Takes a symbol: bit by bit, until there is a code of that length.
  private mutating func take(_ code: Code) throws(Failure) -> Int {
    var (value, first, index) = (0, 0, 0)
    for length in 1...15 {
      value |= try take(1)
      let count = Int(code.counts[length])
      if value - count < first { return Int(code.symbols[index + value - first]) }
      index += count
      (first, value) = ((first + count) << 1, value << 1)
    }
    throw .damaged
  }

  // MARK: Codes

  /// A Huffman code: how many symbols have a length, and the symbols in the order of their codes.
  private struct Code {
    var counts = [UInt16](repeating: 0, count: 16)
    var symbols: [UInt16]

    init(_ lengths: some Collection<UInt8>) throws(Failure) {
      symbols = Array(repeating: 0, count: lengths.count)
      for length in lengths { counts[Int(length)] += 1 }
      counts[0] = 0
      var left = 1
      for count in counts.dropFirst() { left = left << 1 - Int(count) }
      guard left >= 0 else { throw .damaged }
      var indices = [Int](repeating: 0, count: 16)
      for length in 1..<15 { indices[length + 1] = indices[length] + Int(counts[length]) }
      for (symbol, length) in lengths.enumerated() where length > 0 {
        symbols[indices[Int(length)]] = UInt16(symbol)
        indices[Int(length)] += 1
      }
    }
  }

  /// Reads the codes of a block, which are packed themselves.
  private mutating func codes() throws(Failure) -> (literals: Code, distances: Code) {
    let (literals, distances) = (try take(5) + 257, try take(5) + 1)
    var sizes = [UInt8](repeating: 0, count: 19)
    for index in 0..<(try take(4) + 4) { sizes[Self.sizeOrder[index]] = UInt8(try take(3)) }
    let code = try Code(sizes)
    var lengths: [UInt8] = []
    while lengths.count < literals + distances {
      let symbol = try take(code)
      switch symbol {
      case ..<16: lengths.append(UInt8(symbol))
      case 16:
        guard let last = lengths.last else { throw .damaged }
        lengths += repeatElement(last, count: try take(2) + 3)
      case 17: lengths += repeatElement(0, count: try take(3) + 3)
      default: lengths += repeatElement(0, count: try take(7) + 11)
      }
    }
    guard lengths.count == literals + distances else { throw .damaged }
    return (try Code(lengths[..<literals]), try Code(lengths[literals...]))
  }

  private static let sizeOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]
  // No code of these has too many symbols.
  private static let fixedLiterals = try! Code(
    (0..<288).map { (symbol: Int) -> UInt8 in
      symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8
    })
  private static let fixedDistances = try! Code([UInt8](repeating: 5, count: 30))

  /// The least of some lengths or distances, and the number of bits that are added to it.
  private typealias Span = (base: Int, bits: Int)

  private static let lengths: [Span] = spans(from: 3, rowsOf: 4, count: 28) + [(258, 0)]
  private static let distances: [Span] = spans(from: 1, rowsOf: 2, count: 30)

  /// Makes spans that follow each other, of which the first two rows stand for one number each,
  /// and those of every further row for twice as many as those before.
  private static func spans(from start: Int, rowsOf size: Int, count: Int) -> [Span] {
    var spans: [Span] = []
    var base = start
    for index in 0..<count {
      let bits = max(0, index / size - 1)
      spans.append((base, bits))
      base += 1 << bits
    }
    return spans
  }
}
