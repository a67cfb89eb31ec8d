/// Decompresses gzip (RFC 1952), zlib (RFC 1950) and deflate (RFC 1951).
///
/// O(input bytes + output bytes).
struct Inflater {
  /// The reason why there is no result.
  enum Failure: Error {
    /// The bytes are not in the format, or their checksum is wrong.
    case damaged
    /// The bytes are truncated.
    case cutShort
    /// The bytes have another format.
    case other
    /// The result is larger than the limit.
    case tooLarge
  }

  private let input: [UInt8]
  private let limit: Int
  private var next = 0
  private var output: [UInt8] = []
  /// The bits that have been read but not taken; the next one is the lowest.
  private var bits = 0
  private var bitCount = 0

  private init(_ input: [UInt8], _ limit: Int) { (self.input, self.limit) = (input, limit) }

  /// Decompresses gzip with one member or several. Bytes after the last one are ignored.
  static func gunzip(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    var inflater = Inflater(bytes, limit)
    repeat {
      try inflater.skipGzipHead()
      let start = inflater.output.count
      try inflater.inflate()
      let unpacked = inflater.output[start...]
      let checksum = ~unpacked.reduce(UInt32.max) { crc, byte in
        crcTable[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] ^ crc >> 8
      }
      try inflater.check(UInt64(unpacked.count) << 32 | UInt64(checksum), bytes: 8)
    } while bytes[inflater.next...].starts(with: [0x1F, 0x8B])
    return inflater.output
  }

  /// Decompresses HTTP's `deflate`: zlib or, from some servers, raw deflate.
  static func inflate(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    var inflater = Inflater(bytes, limit)
    let head = bytes.prefix(2).reduce(0) { $0 << 8 | Int($1) }
    let isZlib = head >> 8 & 0x0F == 8 && head % 31 == 0
    if isZlib { inflater.next = 2 }
    try inflater.inflate()
    guard isZlib else { return inflater.output }
    let (low, high) = inflater.output.reduce((1, 0)) { sums, byte in
      let low = (sums.0 + Int(byte)) % 65521
      return (low, (sums.1 + low) % 65521)
    }
    try inflater.check(UInt64(UInt32(high << 16 | low).byteSwapped), bytes: 4)
    return inflater.output
  }

  // MARK: The parts

  private mutating func skipGzipHead() throws(Failure) {
    let head = Array(input[next...].prefix(10))
    next += head.count
    guard [0x1F, 0x8B, 8].starts(with: head.prefix(3)) else { throw .damaged }
    guard head.count == 10 else { throw .cutShort }
    let flags = head[3]
    if flags & 4 != 0 { for _ in 0..<(try take(16)) { _ = try take(8) } }
    // A name and a comment, each terminated by a NUL.
    for flag: UInt8 in [8, 16] where flags & flag != 0 { while try take(8) != 0 {} }
    if flags & 2 != 0 { _ = try take(16) }
  }

  /// Compares the trailer, which is little-endian.
  private mutating func check(_ expected: UInt64, bytes count: Int) throws(Failure) {
    let trailer = input[next...].prefix(count)
    guard trailer.count == count else { throw .cutShort }
    guard trailer.reversed().reduce(UInt64(0), { $0 << 8 | UInt64($1) }) == expected else {
      throw .damaged
    }
    next += count
  }

  private mutating func inflate() throws(Failure) {
    var isLast = false
    while !isLast {
      isLast = try take(1) == 1
      switch try take(2) {
      case 0: try copy()
      case 1: try unpack(Self.fixedLiterals, Self.fixedDistances)
      case 2:
        let (literals, distances) = try codes()
        try unpack(literals, distances)
      default: throw .damaged
      }
    }
    (bits, bitCount) = (0, 0)
  }

  /// Takes an uncompressed block.
  private mutating func copy() throws(Failure) {
    (bits, bitCount) = (0, 0)
    let count = try take(16)
    guard try take(16) == ~count & 0xFFFF else { throw .damaged }
    guard input.count - next >= count else { throw .cutShort }
    guard output.count + count <= limit else { throw .tooLarge }
    output += input[next..<next + count]
    next += count
  }

  private mutating func unpack(_ literals: Code, _ distances: Code) throws(Failure) {
    while true {
      let symbol = try take(literals)
      if symbol == 256 { return }
      guard output.count < limit else { throw .tooLarge }
      if symbol < 256 {
        output.append(UInt8(symbol))
        continue
      }
      let count = try take(Self.lengths, symbol - 257)
      let distance = try take(Self.distances, try take(distances))
      guard distance <= output.count else { throw .damaged }
      guard output.count + count <= limit else { throw .tooLarge }
      // Byte by byte, because the copy may overlap itself.
      for _ in 0..<count { output.append(output[output.count - distance]) }
    }
  }

  // MARK: Bits

  private mutating func take(_ count: Int) throws(Failure) -> Int {
    while bitCount < count {
      guard next < input.count else { throw .cutShort }
      bits |= Int(input[next]) << bitCount
      (next, bitCount) = (next + 1, bitCount + 8)
    }
    defer { (bits, bitCount) = (bits >> count, bitCount - count) }
    return bits & (1 << count - 1)
  }

  /// Takes a symbol: bit by bit, until a code of that length exists.
  private mutating func take(_ code: Code) throws(Failure) -> Int {
    var (value, first, index) = (0, 0, 0)
    for count in code.counts.dropFirst() {
      value |= try take(1)
      if value - count < first { return code.symbols[index + value - first] }
      index += count
      (first, value) = ((first + count) << 1, value << 1)
    }
    throw .damaged
  }

  /// Takes the extra bits of a span, and adds them to its least number.
  private mutating func take(_ spans: [Span], _ index: Int) throws(Failure) -> Int {
    guard index < spans.count else { throw .damaged }
    return spans[index].base + (try take(spans[index].bits))
  }

  // MARK: Codes

  /// A Huffman code: the number of symbols of each length, and the symbols in the order of their
  /// codes.
  private struct Code {
    let counts: [Int]
    let symbols: [Int]

    init(_ lengths: some Collection<Int>) throws(Failure) {
      let lengths = Array(lengths)
      counts = (0...15).map { length in lengths.count { $0 == length } }
      symbols = (1...15).flatMap { length in lengths.indices.filter { lengths[$0] == length } }
      guard counts.dropFirst().reduce(1, { $0 < 0 ? $0 : $0 << 1 - $1 }) >= 0 else {
        throw .damaged
      }
    }
  }

  /// Reads the codes of a block, which are themselves compressed.
  private mutating func codes() throws(Failure) -> (literals: Code, distances: Code) {
    let (literals, distances) = (try take(5) + 257, try take(5) + 1)
    var sizes = [Int](repeating: 0, count: 19)
    for index in 0..<(try take(4) + 4) { sizes[Self.sizeOrder[index]] = try take(3) }
    let code = try Code(sizes)
    var lengths: [Int] = []
    while lengths.count < literals + distances {
      let symbol = try take(code)
      switch symbol {
      case ..<16: lengths.append(symbol)
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
  // Neither code has too many symbols.
  private static let fixedLiterals = try! Code(
    (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  private static let fixedDistances = try! Code([Int](repeating: 5, count: 30))

  /// The least of a span of lengths or distances, and the number of extra bits.
  private typealias Span = (base: Int, bits: Int)

  private static let lengths: [Span] = spans(from: 3, rowsOf: 4, count: 28) + [(258, 0)]
  private static let distances: [Span] = spans(from: 1, rowsOf: 2, count: 30)

  /// Makes consecutive spans. Those of the first two rows contain one number each, and those of
  /// every further row twice as many as those of the previous row.
  private static func spans(from start: Int, rowsOf size: Int, count: Int) -> [Span] {
    var base = start
    return (0..<count).map { index in
      let bits = max(0, index / size - 1)
      defer { base += 1 << bits }
      return (base, bits)
    }
  }

  private static let crcTable = (0..<256).map { (byte: UInt32) -> UInt32 in
    (0..<8).reduce(byte) { crc, _ in crc >> 1 ^ (crc & 1) * 0xEDB8_8320 }
  }
}
