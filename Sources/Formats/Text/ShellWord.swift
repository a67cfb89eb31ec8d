extension String {
  /// The string as one word of a POSIX shell, in single quotes; any contents but U+0000 are
  /// allowed.
  ///
  ///     "it's".shellQuoted  // 'it'\''s'
  ///
  /// Quotation marks are found byte by byte: as a `Character`, `'` with a combining mark differs
  /// from `'`, but a shell sees the quotation mark that ends its word.
  package var shellQuoted: String {
    var quoted: [UInt8] = [UInt8(ascii: "'")]
    quoted.reserveCapacity(utf8.count + 2)
    for byte in utf8 {
      if byte == UInt8(ascii: "'") { quoted += #"'\'"#.utf8 }
      quoted.append(byte)
    }
    quoted.append(UInt8(ascii: "'"))
    return String(decoding: quoted, as: UTF8.self)
  }

  /// The string as one word of a POSIX shell, in quotes only if a shell requires them.
  package var shellWord: String {
    let isPlain = utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    return isPlain && !isEmpty ? self : shellQuoted
  }
}
