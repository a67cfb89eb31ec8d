/// The codes of a fix in sentences, for those that read them and those that write them.
extension FixQuality {
  private static let all = allCases

  /// The mode letters of RMC, VTG, GLL and GNS, in the order of all qualities but the unknown one.
  private static let modes: StaticString = "NADPRFEMS"

  /// A fix quality from the digit of GGA; unknown if there is none.
  init(digit: Int) { self = digit < Self.all.count - 1 ? Self.all[digit + 1] : .unknown }

  /// A fix quality from the mode letter of RMC, VTG, GLL and GNS; unknown if there is none.
  init(modeLetter letter: UInt8?) {
    self = .unknown
    guard let letter else { return }
    for index in 0..<Self.modes.utf8CodeUnitCount where Self.modes.utf8Start[index] == letter {
      self = Self.all[index + 1]
    }
  }

  /// True if the position is one that was made and not found: a receiver's status is V with it, but
  /// it is the position that the receiver was given.
  var isByHand: Bool { self == .simulated || self == .manual }

  /// The digit of GGA; a fix of which no more is known counts as an autonomous one.
  var nmeaQuality: Int { self == .unknown ? FixQuality.gps.nmeaQuality : index - 1 }

  /// The mode letter of RMC.
  var nmeaMode: UInt8 { Self.modes.utf8Start[nmeaQuality] }
}
