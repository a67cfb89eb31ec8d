/// A plan for reading the messages with a local number, made from their definition.
struct FITPlan: Sendable {
  /// A field that is used.
  struct Field: Sendable {
    let slot: FITSlot
    let type: FITBaseType
    let offset: Int
  }

  /// A field of a message, as in its definition.
  struct Part: Sendable {
    let number: UInt8
    let size: Int
    /// The base type's code or, for a developer's field, the developer's index.
    let code: UInt8
    let offset: Int
  }

  /// The global number of the message.
  let message: UInt16
  /// The kind of message, if it is used.
  let kind: FITMessage?
  let isBigEndian: Bool
  /// The length of a message without its header, in bytes.
  private(set) var size = 0
  /// The fields that are used.
  private(set) var fields: [Field] = []
  /// All of its fields, if they are processed one by one.
  private(set) var parts: [Part] = []
  /// The offset of three bytes with a speed and a distance.
  private(set) var speedAndDistance: Int?
  /// The name under which its messages are counted.
  let address: UInt64

  private var developerParts: [Part] = []
  private var fieldCount = 0

  /// The length of a definition up to its number of fields, in bytes.
  static let headLength = 5

  /// Reads a definition, starting after its header byte.
  ///
  /// - Parameters:
  ///   - text: The whole definition.
  ///   - hasDeveloperFields: Whether developers' fields follow.
  init(_ text: ByteText, hasDeveloperFields: Bool, _ descriptions: FITDescriptions) {
    isBigEndian = text[1] == 1
    let (first, second) = (UInt16(text[2]), UInt16(text[3]))
    message = isBigEndian ? first << 8 | second : second << 8 | first
    kind = FITMessage(rawValue: message)
    address = FITMessage.address(of: message)
    let count = Int(text[4])
    for index in 0..<count { add(text.dropping(FITPlan.headLength + index * 3)) }
    fieldCount = fields.count
    guard hasDeveloperFields else { return }
    let rest = text.dropping(FITPlan.headLength + count * 3)
    for index in 0..<Int(rest[0]) {
      let triple = rest.dropping(1 + index * 3)
      let part = Part(number: triple[0], size: Int(triple[1]), code: triple[2], offset: size)
      size += part.size
      developerParts.append(part)
    }
    resolve(descriptions)
  }

  /// The length of the definition at the beginning of `text`, without its header byte; nil if more
  /// bytes are needed.
  static func length(of text: ByteText, hasDeveloperFields: Bool) -> Int? {
    guard text.count >= headLength else { return nil }
    let length = headLength + Int(text[4]) * 3
    guard hasDeveloperFields else { return length }
    guard text.count > length else { return nil }
    return length + 1 + Int(text[length]) * 3
  }

  private mutating func add(_ triple: ByteText) {
    let part = Part(number: triple[0], size: Int(triple[1]), code: triple[2], offset: size)
    size += part.size
    if kind == .fieldDescription || kind == .coursePoint || kind == .heartRates {
      parts.append(part)
    }
    guard let slot = FITSlot(message: message, field: part.number) else { return }
    if slot == .speedAndDistance {
      if part.size == 3 { speedAndDistance = part.offset }
      return
    }
    // A size that is not a multiple of its type's size is skipped as bytes.
    guard let type = FITBaseType(code: part.code), type != .string, part.size > 0,
      part.size % type.size == 0
    else { return }
    fields.append(Field(slot: slot, type: type, offset: part.offset))
  }

  /// Updates the plan with the developers' fields that are known by now.
  mutating func resolve(_ descriptions: FITDescriptions) {
    guard kind == .record, !developerParts.isEmpty else { return }
    fields.removeLast(fields.count - fieldCount)
    for part in developerParts {
      guard let known = descriptions[developer: part.code, field: part.number],
        part.size > 0, part.size % known.type.size == 0
      else { continue }
      fields.append(Field(slot: known.slot, type: known.type, offset: part.offset))
    }
  }
}

/// A plan shared by all messages with its local number: copying its lists for each message would
/// take as long as reading the message.
final class SharedFITPlan: Sendable {
  let plan: FITPlan

  init(_ plan: FITPlan) { self.plan = plan }
}
