import Platform

/// Text from outside the program, on its way to a terminal.
package enum TerminalSafeText {
  /// Returns lines without characters that control a terminal or the writing direction; line ends
  /// and tabs stay.
  ///
  /// - Parameters:
  ///   - lines: Whole lines, or a part of the text that ends between two characters.
  ///   - characterSet: The characters that can be shown.
  package static func bytes(of lines: [UInt8], in characterSet: TerminalCharacterSet) -> [UInt8] {
    func stays(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x09 }
    if lines.allSatisfy({ (0x20..<0x7F).contains($0) || stays($0) }) { return lines }
    var safe: [UInt8] = []
    safe.reserveCapacity(lines.count)
    var rest = lines[...]
    while !rest.isEmpty {
      let part = rest.prefix { !stays($0) }
      rest = rest.dropFirst(part.count)
      let end = rest.popFirst()
      // A carriage return is a part of the line's end there, and moves the cursor elsewhere.
      let isReturned = end == 0x0A && part.last == 0x0D
      let text = String(decoding: isReturned ? part.dropLast() : part, as: UTF8.self)
      Glyph.forEach(in: characterSet.encoded(text)) { safe += $0.character.utf8 }
      if isReturned { safe.append(0x0D) }
      if let end { safe.append(end) }
    }
    return safe
  }
}

extension OutputDescriptor {
  /// Writes lines from outside the program: unchanged to a file or another program, as
  /// ``TerminalSafeText`` to a terminal.
  ///
  /// - Returns: The system's `errno` on failure; nil if everything was written.
  package func write(foreign lines: [UInt8]) -> Int32? {
    guard isatty(number) == 1 else { return write(lines) }
    return write(TerminalSafeText.bytes(of: lines, in: .now(isTerminal: true)))
  }
}
