/// The FIT messages that are read, by their global numbers.
enum FITMessage: UInt16, Sendable {
  case file = 0
  case session = 18
  case lap = 19
  case record = 20
  case event = 21
  case device = 23
  case coursePoint = 32
  case heartRates = 132
  case timestampCorrelation = 162
  case fieldDescription = 206

  private static let names: [UInt16: String] = [
    0: "file_id", 18: "session", 19: "lap", 20: "record", 21: "event", 23: "device",
    31: "course", 32: "point", 34: "activity", 78: "hrv", 132: "hr", 206: "field",
  ]

  /// The name under which messages with a global number are counted, as the bytes of a word.
  static func address(of number: UInt16) -> UInt64 {
    let name = names[number] ?? "\(number)"
    return name.utf8.reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// The index of a value that is kept until its message is complete.
enum FITSlot: Int, Sendable, CaseIterable {
  case time, latitude, longitude, altitude, enhancedAltitude, speed, enhancedSpeed
  case heartRate, cadence, cadenceFraction, power, temperature, accuracy, speedAndDistance
  case developerHeartRate, developerCadence, developerPower
  /// Slots of other messages than records.
  case fileType, event, eventType, systemTime, deviceType, sourceType

  /// The slot of a field of a message; nil if the field is not read.
  init?(message: UInt16, field: UInt8) {
    if field == 253 {
      self = .time
      return
    }
    let slot: FITSlot? =
      switch FITMessage(rawValue: message) {
      case .file: field == 0 ? .fileType : nil
      case .event: field == 0 ? .event : field == 1 ? .eventType : nil
      case .timestampCorrelation: field == 1 ? .systemTime : nil
      // The position where a lap ends.
      case .lap: field == 5 ? .latitude : field == 6 ? .longitude : nil
      case .coursePoint: field == 1 ? .time : field == 2 ? .latitude : field == 3 ? .longitude : nil
      case .record: FITSlot.ofRecords[field]
      case .device: field == 1 ? .deviceType : field == 25 ? .sourceType : nil
      case .session, .fieldDescription, .heartRates, nil: nil
      }
    guard let slot else { return nil }
    self = slot
  }

  private static let ofRecords: [UInt8: FITSlot] = [
    0: .latitude, 1: .longitude, 2: .altitude, 3: .heartRate, 4: .cadence, 6: .speed, 7: .power,
    8: .speedAndDistance, 13: .temperature, 31: .accuracy, 53: .cadenceFraction,
    73: .enhancedSpeed, 78: .enhancedAltitude,
  ]
}
