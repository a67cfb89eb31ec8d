/// The keys that bytes stand for: xterm's tables, with the additions of the Linux console, of
/// modifyOtherKeys and of the kitty protocol.
enum KeyTable {
  /// The meaning of a control sequence.
  enum Meaning: Equatable {
    case key(KeyPress)
    case focus(Bool)
    case pasteStart
    case mouse(Mouse)
    case reply(TerminalReply)
  }

  /// The key of a single byte below 0x20, or of DEL.
  static func control(_ byte: UInt8) -> KeyPress {
    switch byte {
    case 0x00: .control(" ")
    case 0x08, 0x7F: KeyPress(.backspace)
    case 0x09: KeyPress(.tab)
    // Raw mode leaves CR as it is; LF comes from scripts and some keypads.
    case 0x0A, 0x0D: KeyPress(.enter)
    case 0x1B: KeyPress(.escape)
    case 0x1C: .control("\\")
    case 0x1D: .control("]")
    case 0x1E: .control("^")
    case 0x1F: .control("_")
    default: .control(Character(Unicode.Scalar(byte + 0x60)))
    }
  }

  /// Returns the key of the byte after SS3 (`ESC O`), which application keypads send.
  static func singleShift(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x4D: .enter
    case 0x50...0x53: .function(Int(byte) - 0x4F)
    case 0x6A...0x79: .character(Character(Unicode.Scalar(byte - 0x40)))
    default: cursorKey(byte)
    }
  }

  /// Returns the meaning of a control sequence, given the bytes between CSI and the final byte, and
  /// the final byte; nil for a reply or an unknown key.
  static func controlSequence(_ body: [UInt8], final: UInt8) -> Meaning? {
    // A private marker or an intermediate byte makes it a reply or a report, not a key.
    switch (body.first, final) {
    case (0x3C, 0x4D): return mouse(body.dropFirst(), isRelease: false).map { .mouse($0) }
    case (0x3C, 0x6D): return mouse(body.dropFirst(), isRelease: true).map { .mouse($0) }
    case (0x3F, 0x63): return .reply(.attributes)
    case (0x3F, 0x75): return .reply(.keyboardProtocol)
    default: break
    }
    guard let parameters = parameters(body) else { return nil }
    let first = parameters.first?.first ?? 0
    let modifier = parameters.count > 1 ? parameters[1] : []
    // The kitty protocol reports releases as event type 3.
    guard modifier.count < 2 || modifier[1] != 3 else { return nil }
    let modifiers = KeyTable.modifiers(modifier.first ?? 1)

    switch final {
    case 0x49: return body.isEmpty ? .focus(true) : nil
    case 0x4F: return body.isEmpty ? .focus(false) : nil
    case 0x5A: return .key(KeyPress(.tab, modifiers.union(.shift)))
    case 0x50, 0x51, 0x53: return .key(KeyPress(.function(Int(final) - 0x4F), modifiers))
    case 0x52:
      // `CSI row ; column R` answers a position query; F3 has 1 instead of the row.
      guard body.isEmpty || first == 1 && parameters.count == 2 else { return nil }
      return .key(KeyPress(.function(3), modifiers))
    case 0x75: return coded(first, modifiers)
    case 0x7E:
      if first == 200 { return .pasteStart }
      if first == 27, parameters.count == 3 { return coded(parameters[2].first ?? 0, modifiers) }
      return tilde(first).map { .key(KeyPress($0, modifiers)) }
    default: return cursorKey(final).map { .key(KeyPress($0, modifiers)) }
    }
  }

  /// Returns the key of the final byte of `CSI A` and the like.
  private static func cursorKey(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x41: .up
    case 0x42: .down
    case 0x43: .right
    case 0x44: .left
    case 0x46: .end
    case 0x48: .home
    default: nil
    }
  }

  /// The key of the number in `CSI number ~`.
  private static func tilde(_ number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...26: .function(number - 12)
    case 28, 29: .function(number - 13)
    case 31...34: .function(number - 14)
    default: nil
    }
  }

  /// Returns the mouse event of `button ; column ; row` (SGR 1006: `CSI < … M`, and `m` on
  /// release); nil for any button but the left one, and for a movement without it.
  private static func mouse(_ body: some Collection<UInt8>, isRelease: Bool) -> Mouse? {
    guard let parameters = parameters(Array(body)), parameters.count == 3,
      let button = parameters[0].first, let column = parameters[1].first,
      let row = parameters[2].first, column > 0, row > 0
    else { return nil }
    let action: Mouse.Action
    // The modifiers: Shift 4, Alt 8, Control 16.
    switch button & ~0b11100 {
    case 0: action = isRelease ? .release : .press
    case _ where isRelease: return nil
    case 32: action = .drag
    case 64: action = .scrollUp
    case 65: action = .scrollDown
    default: return nil
    }
    return Mouse(
      action, at: Point(column - 1, row - 1),
      modifiers: KeyModifiers(rawValue: UInt8(truncatingIfNeeded: button >> 2 & 0b111)))
  }

  /// The meaning of a key sent as its code point (`CSI code ; modifiers u`).
  private static func coded(_ code: Int, _ modifiers: KeyModifiers) -> Meaning? {
    switch code {
    case 9: return .key(KeyPress(.tab, modifiers))
    case 13: return .key(KeyPress(.enter, modifiers))
    case 27: return .key(KeyPress(.escape, modifiers))
    case 8, 127: return .key(KeyPress(.backspace, modifiers))
    case 57_399...57_426: return .key(KeyPress(keypad(code), modifiers))
    // The kitty protocol puts keys that enter no text into the private use area.
    case 0..<32, 0x7F..<0xA0, 0xE000..<0xF900: return nil
    default:
      guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) else { return nil }
      return .key(KeyPress(.character(Character(scalar)), modifiers))
    }
  }

  /// The keypad's keys, which have the numbers 57399 to 57426 in the kitty protocol.
  private static func keypad(_ code: Int) -> Key {
    let entering = Array("0123456789./*-+")
    if code - 57_399 < entering.count { return .character(entering[code - 57_399]) }
    let others: [Key] = [
      .enter, .character("="), .character(","), .left, .right, .up, .down, .pageUp, .pageDown,
      .home, .end, .insert, .delete,
    ]
    return others[code - 57_414]
  }

  /// The modifiers of xterm's parameter: 1 plus the bits Shift 1, Alt 2, Control 4.
  private static func modifiers(_ parameter: Int) -> KeyModifiers {
    KeyModifiers(rawValue: UInt8(truncatingIfNeeded: max(0, parameter - 1)) & 0b111)
  }

  /// Returns the parameters split at `;` and sub-parameters at `:`; nil if there is any other byte
  /// or a number too large to be meaningful.
  private static func parameters(_ body: [UInt8]) -> [[Int]]? {
    guard body.allSatisfy({ (0x30...0x3B).contains($0) }) else { return nil }
    var result: [[Int]] = []
    for parameter in body.split(separator: 0x3B, omittingEmptySubsequences: false) {
      var values: [Int] = []
      for part in parameter.split(separator: 0x3A, omittingEmptySubsequences: false) {
        guard part.count <= 7 else { return nil }
        values.append(part.reduce(0) { $0 * 10 + Int($1) - 0x30 })
      }
      result.append(values)
    }
    return result
  }
}
