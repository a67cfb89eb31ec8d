/// The meanings of developers' fields in a FIT file, as far as the file has described them.
struct FITDescriptions: Sendable {
  /// A field for a heart rate, a cadence or a power.
  struct Known: Sendable {
    let slot: FITSlot
    let type: FITBaseType
  }

  private var known: [UInt16: Known] = [:]

  /// The meaning of a developer's field; nil if it is unknown, or the field is not used.
  subscript(developer developer: UInt8, field field: UInt8) -> Known? {
    known[UInt16(developer) << 8 | UInt16(field)]
  }

  /// Adds a description of a field; returns true if the field is used.
  mutating func add(_ message: ByteText, _ plan: FITPlan) -> Bool {
    var (developer, field, type): (UInt8?, UInt8?, FITBaseType?) = (nil, nil, nil)
    var (nativeMessage, nativeField): (UInt16?, UInt8?) = (nil, nil)
    var name: ByteText?
    for part in plan.parts where part.size > 0 {
      let bytes = message.dropping(part.offset).prefix(part.size)
      switch part.number {
      case 0: developer = bytes[0]
      case 1: field = bytes[0]
      case 2: type = FITBaseType(code: bytes[0])
      case 3: name = bytes.prefix(bytes.firstIndex(of: 0) ?? bytes.count).trimmed
      case 14 where part.size == 2:
        let (first, second) = (UInt16(bytes[0]), UInt16(bytes[1]))
        nativeMessage = plan.isBigEndian ? first << 8 | second : second << 8 | first
      case 15: nativeField = bytes[0]
      default: break
      }
    }
    guard let developer, let field, let type, type != .string else { return false }
    let isOfRecords = nativeMessage == nil || nativeMessage == .max || nativeMessage == 20
    guard isOfRecords,
      let slot = nativeField.flatMap(FITDescriptions.slot) ?? name.flatMap(FITDescriptions.slot)
    else { return false }
    known[UInt16(developer) << 8 | UInt16(field)] = Known(slot: slot, type: type)
    return true
  }

  private static func slot(native field: UInt8) -> FITSlot? {
    switch field {
    case 3: .developerHeartRate
    case 4: .developerCadence
    case 7: .developerPower
    default: nil
    }
  }

  private static func slot(named name: ByteText) -> FITSlot? {
    name.lookUp([
      ("heart_rate", .developerHeartRate), ("heart rate", .developerHeartRate),
      ("heartrate", .developerHeartRate), ("cadence", .developerCadence),
      ("power", .developerPower),
    ])
  }
}
