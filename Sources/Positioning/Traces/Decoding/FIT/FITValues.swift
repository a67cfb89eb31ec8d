/// The used values of a FIT message.
struct FITValues: Sendable {
  /// The values by slot, as recorded; not a number if there is none.
  private var numbers = [Double](repeating: .nan, count: FITSlot.allCases.count)
  /// The speed that is packed into twelve bits, metres per second.
  private var packedSpeed = Double.nan

  subscript(slot: FITSlot) -> Double? {
    let number = numbers[slot.rawValue]
    return number.isNaN ? nil : number
  }

  /// Reads a message, which must have the length in its plan.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - fields: The fields of its plan.
  ///   - isBigEndian: Whether the highest byte of a number comes first.
  ///   - speedAndDistance: The offset of three bytes with a speed and a distance; nil for none.
  @inline(__always) mutating func read(
    _ message: ByteText, _ fields: [FITPlan.Field], isBigEndian: Bool, speedAndDistance: Int?
  ) {
    numbers.withUnsafeMutableBufferPointer { numbers in
      for index in numbers.indices { numbers[index] = .nan }
      for field in fields {
        numbers[field.slot.rawValue] = field.type.value(
          at: message.start + field.offset, isBigEndian: isBigEndian)
      }
    }
    packedSpeed = .nan
    guard let offset = speedAndDistance else { return }
    let (low, high) = (message[offset], message[offset + 1])
    if (low, high, message[offset + 2]) != (.max, .max, .max) {
      packedSpeed = Double(UInt16(low) | UInt16(high & 0x0F) << 8) / 100
    }
  }

  /// Copies the values that are missing here from another message of the same record; a position
  /// only as a whole.
  ///
  /// - Returns: False if both have a position, and the two differ.
  mutating func fill(from other: FITValues) -> Bool {
    let (own, new) = (position, other.position)
    for index in numbers.indices where numbers[index].isNaN {
      numbers[index] = other.numbers[index]
    }
    if packedSpeed.isNaN { packedSpeed = other.packedSpeed }
    guard case .found = new, own != new else { return true }
    if case .found = own { return false }
    for slot in [FITSlot.latitude, .longitude] {
      numbers[slot.rawValue] = other.numbers[slot.rawValue]
    }
    return true
  }

  /// The position of a message.
  enum Position: Equatable {
    case found(Coordinate)
    case missing
    /// An invalid position.
    case junk
  }

  /// The position; missing if it is 0, 0.
  var position: Position {
    guard let latitude = self[.latitude], let longitude = self[.longitude] else { return .missing }
    let degrees = 180 / 0x1p31
    let coordinate = Coordinate(latitude: latitude * degrees, longitude: longitude * degrees)
    if coordinate.isNullIsland { return .missing }
    return coordinate.isValid ? .found(coordinate) : .junk
  }

  /// Returns the location with the recorded values.
  func location(at coordinate: Coordinate, _ timestamp: Timestamp?) -> Location {
    let speed = (self[.enhancedSpeed] ?? self[.speed]).map { $0 / 1000 }
    return Location(
      coordinate: coordinate,
      altitude: (self[.enhancedAltitude] ?? self[.altitude]).map { $0 / 5 - 500 },
      speed: speed ?? (packedSpeed.isNaN ? nil : packedSpeed),
      horizontalAccuracy: self[.accuracy], timestamp: timestamp)
  }

  /// Measurements besides the position.
  var sensors: Sensors {
    var sensors = Sensors()
    if let rate = self[.heartRate] ?? self[.developerHeartRate] { sensors.heartRate = rate }
    if let turns = self[.cadence] {
      sensors.cadence = turns + (self[.cadenceFraction] ?? 0) / 128
    } else if let turns = self[.developerCadence] {
      sensors.cadence = turns
    }
    if let watts = self[.power] ?? self[.developerPower] { sensors.power = watts }
    if let degrees = self[.temperature] { sensors.temperature = degrees }
    return sensors
  }
}
