/// Reads UBX, the binary protocol of u-blox receivers, as it arrives, in pieces of any size, and
/// emits an epoch for each NAV-PVT.
///
/// Of the other messages, NAV-DOP is read if it comes before the NAV-PVT with its time of week; the
/// rest are counted by their names or numbers. A frame with a wrong checksum is skipped and
/// counted. Sentences of NMEA 0183 between frames repeat the same data, and are skipped.
///
/// Memory is bounded whatever the source contains. A reader is a value: a copy of it is a
/// checkpoint from which reading can continue.
struct UBXReader: PieceDecoder, Sendable {
  /// The statistics of the source so far; `lines` and `sentences` count messages.
  private(set) var statistics = TraceStatistics()

  var pieces = PieceSource()
  /// True if the bytes before the next frame are not a sentence, and were counted.
  private var isInJunk = false
  private var dilution: UBXDilution?

  /// A longer payload means that the mark was not a frame's: receivers send at most a few KiB.
  static let longestPayload = 8192
  private static let frameLength = 8

  mutating func readParts(_ bytes: ByteText, isLast: Bool, _ emit: (TraceEpoch) -> Void) -> Int {
    var rest = bytes
    // True if an incomplete frame has begun, and no other follows.
    var isOpen = false
    defer {
      if isOpen {
        statistics.skip(.truncated)
        statistics.isCutOff = true
      }
    }
    while let first = rest.first {
      guard first == 0xB5, rest.count < 2 || rest[1] == 0x62 else {
        pass(first)
        rest.drop(1)
        continue
      }
      let length = rest.count < 6 ? nil : Int(rest[4]) | Int(rest[5]) << 8
      let isFrame = length.map { $0 <= UBXReader.longestPayload } ?? true
      let whole = (length ?? 0) + UBXReader.frameLength
      guard isFrame, length != nil && rest.count >= whole else {
        // An incomplete frame is read once the rest has arrived.
        if isFrame, !isLast { break }
        isOpen = isOpen || isFrame
        rest.drop(min(2, rest.count))
        continue
      }
      (isInJunk, isOpen) = (false, false)
      guard UBXFrame.length(rest.prefix(whole)) != nil else {
        statistics.skip(.badChecksum)
        // The length may be wrong: the next frame can begin within this one.
        rest.drop(2)
        isInJunk = true
        continue
      }
      let end = pieces.offset - rest.count + whole
      take(rest[2], rest[3], UBXPayload(rest.dropping(6).prefix(whole - 8)), end, emit)
      rest.drop(whole)
    }
    return bytes.count - rest.count
  }

  /// Skips a byte that does not belong to a frame, and counts the first of several.
  private mutating func pass(_ byte: UInt8) {
    guard !isInJunk else { return }
    isInJunk = true
    let mayBeSentence =
      byte == UInt8(ascii: "$") || byte == UInt8(ascii: "!") || byte <= UInt8(ascii: " ")
    if !mayBeSentence { statistics.skip(.text) }
  }

  private mutating func take(
    _ group: UInt8, _ id: UInt8, _ payload: UBXPayload, _ endOffset: Int,
    _ emit: (TraceEpoch) -> Void
  ) {
    statistics.lines += 1
    switch (group, id) {
    case (1, 7):
      statistics.count(address: UBXReader.address("NAV-PVT"))
      guard var epoch = payload.epoch(dilution: dilution) else {
        return statistics.skip(.malformedField)
      }
      epoch.endOffset = endOffset
      statistics.count(epoch)
      emit(epoch)
    case (1, 4):
      statistics.count(address: UBXReader.address("NAV-DOP"))
      dilution = UBXDilution(payload)
    default:
      var name = UBXReader.address("UBX") << 40
      for (index, digit) in [group >> 4, group & 15, id >> 4, id & 15].enumerated() {
        let letter = digit < 10 ? 0x30 + digit : 0x37 + digit
        name |= UInt64(letter) << UInt64(8 * (3 - index))
      }
      statistics.count(address: name | UInt64(UInt8(ascii: "-")) << 32)
    }
  }

  private static func address(_ name: StaticString) -> UInt64 {
    (0..<name.utf8CodeUnitCount).reduce(0) { $0 << 8 | UInt64(name.utf8Start[$1]) }
  }
}

extension ByteText {
  /// The number of bytes up to where a NAV-PVT is recognized; nil if there is none.
  var lengthShowingPVT: Int? {
    var rest = self
    while rest.count >= 8 {
      guard rest[0] == 0xB5, rest[1] == 0x62 else {
        rest.drop(1)
        continue
      }
      if let length = UBXFrame.length(rest) {
        if rest[2] == 1, rest[3] == 7, length >= UBXPayload.leastPosition + 8 {
          return count - rest.count + length
        }
        rest.drop(length)
      } else {
        rest.drop(2)
      }
    }
    return nil
  }
}
