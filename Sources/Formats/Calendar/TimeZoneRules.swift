/// The UTC offsets of a time zone and their names at any time: the contents of a tzdata file (RFC
/// 9636), or one fixed offset.
///
///     TimeZoneRules(tzif: bytes)?.offset(at: 1_720_000_000).name  // "CEST"
///
/// After the last transition in a file its last rule applies, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
package struct TimeZoneRules: Hashable, Sendable {
  /// An offset from UTC.
  package struct Offset: Hashable, Sendable {
    /// Seconds ahead of UTC.
    package let seconds: Int
    /// The name: `CET`, `-03`.
    package let name: String
  }

  /// Universal time.
  package static let utc = TimeZoneRules(fixed: 0, name: "UTC")

  private var transitions: [Int64] = []
  /// Which of `kinds` begins with each transition.
  private var kindsOfTransitions: [Int] = []
  private var kinds: [Offset]
  /// The rule after the last transition.
  private var rule: TimeZoneRule?

  /// One offset for all times.
  package init(fixed seconds: Int, name: String) { kinds = [Offset(seconds: seconds, name: name)] }

  /// Reads the contents of a tzdata file; nil if they are invalid or incomplete.
  package init?(tzif bytes: [UInt8]) {
    guard let first = Header(bytes[...]) else { return nil }
    // Since version 2 there are two parts, the second of which has 64-bit times.
    if first.version >= 2 {
      let start = Header.length + first.bodyLength(timeLength: 4)
      guard start <= bytes.count, let header = Header(bytes[start...]) else { return nil }
      self.init(header, bytes[(start + Header.length)...], timeLength: 8)
    } else {
      self.init(first, bytes[Header.length...], timeLength: 4)
    }
  }

  private init?(_ header: Header, _ body: ArraySlice<UInt8>, timeLength: Int) {
    let length = header.bodyLength(timeLength: timeLength)
    guard body.count >= length, header.kindCount > 0 else { return nil }
    func number(at offset: Int, length: Int) -> Int64 {
      let start = body.startIndex + offset
      let value = body[start..<start + length].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return length == 4
        ? Int64(Int32(truncatingIfNeeded: value)) : Int64(truncatingIfNeeded: value)
    }
    let indexStart = header.transitionCount * timeLength
    let kindStart = indexStart + header.transitionCount
    let nameStart = kindStart + header.kindCount * 6
    let names = body.dropFirst(nameStart).prefix(header.nameLength)
    transitions = (0..<header.transitionCount).map {
      number(at: $0 * timeLength, length: timeLength)
    }
    kindsOfTransitions = (0..<header.transitionCount).map {
      Int(body[body.startIndex + indexStart + $0])
    }
    kinds = (0..<header.kindCount).map { kind in
      let start = Int(body[body.startIndex + kindStart + kind * 6 + 5])
      let name = names.dropFirst(start).prefix { $0 != 0 }
      return Offset(
        seconds: Int(number(at: kindStart + kind * 6, length: 4)),
        name: String(decoding: name, as: UTF8.self))
    }
    guard kindsOfTransitions.allSatisfy(kinds.indices.contains),
      zip(transitions, transitions.dropFirst()).allSatisfy({ $0 < $1 }),
      kinds.allSatisfy({ abs($0.seconds) < 93_600 })
    else { return nil }
    let footer = body.dropFirst(length)
    guard timeLength == 8, footer.first == 0x0A else { return }
    rule = TimeZoneRule(String(decoding: footer.dropFirst().prefix { $0 != 0x0A }, as: UTF8.self))
  }

  /// Returns the offset at a time. O(log *n*).
  ///
  /// - Parameter time: Seconds since 1970, in UTC.
  package func offset(at time: Int64) -> Offset {
    if let rule, transitions.last.map({ time >= $0 }) ?? true { return rule.offset(at: time) }
    let next = transitions.indices.partitioningIndex(where: { transitions[$0] > time })
    return kinds[next > 0 ? kindsOfTransitions[next - 1] : 0]
  }

  /// The header of one of a file's parts.
  private struct Header {
    static let length = 44
    let version: Int
    let indicatorCounts: (utc: Int, standard: Int)
    let leapCount: Int
    let transitionCount: Int
    let kindCount: Int
    let nameLength: Int

    init?(_ bytes: ArraySlice<UInt8>) {
      guard bytes.count >= Header.length, bytes.prefix(4).elementsEqual("TZif".utf8) else {
        return nil
      }
      let bytes = Array(bytes.prefix(Header.length))
      version = bytes[4] == 0 ? 1 : Int(bytes[4]) - 0x30
      let counts = (0..<6).map { field in
        bytes[(20 + field * 4)..<(24 + field * 4)].reduce(0) { $0 << 8 | Int($1) }
      }
      guard counts.allSatisfy({ $0 < 1 << 20 }) else { return nil }
      indicatorCounts = (counts[0], counts[1])
      (leapCount, transitionCount, kindCount, nameLength) =
        (counts[2], counts[3], counts[4], counts[5])
    }

    func bodyLength(timeLength: Int) -> Int {
      transitionCount * (timeLength + 1) + kindCount * 6 + nameLength
        + leapCount * (timeLength + 4) + indicatorCounts.utc + indicatorCounts.standard
    }
  }
}
