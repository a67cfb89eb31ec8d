/// Learns the sentence with which a receiver ends its cycle, so that an epoch need not wait for the
/// next one to begin.
///
/// Receivers end with RMC, GLL, VTG, ZDA or another sentence, but each always with the same one.
/// The sentence before three pauses in a row is assumed to be the end from then on. Excluded are
/// sentences that a cycle contains several times, and GSV and GSA, whose number changes with the
/// sky: after the first of them the epoch would be delivered without the others. If a receiver
/// repeatedly continues after its assumed end, its epochs wait for the pause. A minute of cycles
/// that end as expected makes up for one that did not.
struct CycleEnd: Sendable {
  private var candidate: UInt64 = 0
  private var confirmations = 0
  private var disappointments = 0
  /// The number of cycles in a row that have ended as expected.
  private var successes = 0
  /// The addresses since the last pause.
  private var cycle: [UInt64] = []
  /// The address that is being read, and the number of its bytes so far.
  private var address: UInt64 = 0
  private var length = 0
  private var isInAddress = false

  private static let wanted = 3
  private static let tolerated = 3
  private static let forgiving = 60
  private static let longestCycle = 64

  /// True if the end is known.
  var isKnown: Bool { confirmations >= Self.wanted && disappointments < Self.tolerated }

  /// Returns the number of bytes up to the end of a cycle, that of its line included; nil if none
  /// ends in them, as far as is known.
  mutating func length(in bytes: ArraySlice<UInt8>) -> Int? {
    for (index, byte) in zip(bytes.indices, bytes) {
      switch byte {
      case UInt8(ascii: "$"): (address, length, isInAddress) = (0, 0, true)
      case UInt8(ascii: ",") where isInAddress: isInAddress = false
      case 0x0A where !isInAddress && length > 0:
        length = 0
        if cycle.count < Self.longestCycle { cycle.append(address) }
        if isKnown, address == candidate {
          cycle.removeAll(keepingCapacity: true)
          succeed()
          return index - bytes.startIndex + 1
        }
      default:
        guard isInAddress else { continue }
        address = address << 8 | UInt64(byte)
        length += 1
        // No address is that long.
        if length > 8 { (length, isInAddress) = (0, false) }
      }
    }
    return nil
  }

  /// Reports a pause of the receiver after its last sentence.
  mutating func pause() {
    defer { cycle.removeAll(keepingCapacity: true) }
    guard let last = cycle.last else { return }
    if isKnown, last != candidate { (disappointments, successes) = (disappointments + 1, 0) }
    let isSingle = cycle.count { $0 == last } == 1 && cycle.count < Self.longestCycle
    guard isSingle, Self.mayEnd(last) else { return confirmations = 0 }
    guard last == candidate else { return (candidate, confirmations, successes) = (last, 1, 0) }
    confirmations = min(Self.wanted, confirmations + 1)
    if confirmations == Self.wanted { succeed() }
  }

  private mutating func succeed() {
    successes += 1
    guard successes >= Self.forgiving else { return }
    (disappointments, successes) = (max(0, disappointments - 1), 0)
  }

  /// Forgets the current cycle: the receiver was opened again.
  mutating func restart() {
    cycle.removeAll(keepingCapacity: true)
    length = 0
    isInAddress = false
    (disappointments, successes) = (0, 0)
  }

  /// Returns true if a sentence occurs once in a cycle, unlike GSV and GSA.
  private static func mayEnd(_ address: UInt64) -> Bool {
    let type = address & 0xFF_FFFF
    return type != 0x47_53_56 && type != 0x47_53_41
  }
}
