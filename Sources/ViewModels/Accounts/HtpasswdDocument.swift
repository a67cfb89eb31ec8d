/// The lines of a two-field account file, `name:hash`, kept byte for byte.
///
///     var document = HtpasswdDocument(bytes: Array("# staff\nann:$y$…\n".utf8))
///     document.hash(forKey: "ann")  // "$y$…"
///     document.append(name: "bob", hash: "$6$…")
///
/// The format of `htpasswd`, nginx, Apache and Dovecot. What is not understood – comments, blank
/// lines, names that are not UTF-8, unknown kinds of hash, further fields – stays as it is and
/// where it is. Lines may end in LF or CR LF, the last one in nothing; added lines end as the one
/// before.
struct HtpasswdDocument {
  private(set) var bytes: [UInt8]

  /// Takes the contents of a file as they are.
  init(bytes: [UInt8] = []) {
    self.bytes = bytes
  }

  /// The hash of the account with that ``AccountName/key``, of the first one if there are several.
  ///
  /// Takes time proportional to the length of the file.
  func hash(forKey key: String) -> String? {
    let asciiKey = key.utf8.allSatisfy { $0 < 0x80 } ? Array(key.utf8) : nil
    for line in lines {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), line.first != UInt8(ascii: "#")
      else { continue }
      let name = line[..<colon]
      guard isMatch(name, key: key, asciiKey: asciiKey) else { continue }
      let rest = line[(colon + 1)...]
      return String(decoding: rest.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
    }
    return nil
  }

  /// Why these bytes are no account file, nil if they may be one.
  ///
  /// Adding an account to a text or a picture that was named by mistake would do it no good.
  var foreignness: String? {
    if bytes.contains(0) { return "it holds binary data, not accounts" }
    let meaningful = lines.filter { line in
      line.first != UInt8(ascii: "#") && line.contains { $0 != UInt8(ascii: " ") && $0 != 0x09 }
    }
    guard !meaningful.isEmpty, !meaningful.contains(where: { $0.contains(UInt8(ascii: ":")) })
    else { return nil }
    return "none of its lines is an account, which would be name:hash"
  }

  /// Adds a line at the end, after giving the last one its line end if it has none.
  mutating func append(name: String, hash: String) {
    let end = lineEnd
    if let last = bytes.last, last != UInt8(ascii: "\n") { bytes += end }
    bytes += Array("\(name):\(hash)".utf8) + end
  }

  /// The end of the last line that has one; LF if none has.
  private var lineEnd: [UInt8] {
    guard let feed = bytes.lastIndex(of: UInt8(ascii: "\n")), feed > 0,
      bytes[feed - 1] == UInt8(ascii: "\r")
    else { return [UInt8(ascii: "\n")] }
    return [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
  }

  /// The lines without their ends.
  private var lines: some Sequence<ArraySlice<UInt8>> {
    bytes.lazy.split(separator: UInt8(ascii: "\n"))
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
  }

  /// Compares ASCII names without making a text of them: 100 000 lines are common, `É` is not.
  private func isMatch(_ name: ArraySlice<UInt8>, key: String, asciiKey: [UInt8]?) -> Bool {
    if name.allSatisfy({ $0 < 0x80 }) {
      guard let asciiKey else { return false }
      return name.elementsEqual(asciiKey) { byte, wanted in
        ((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) == wanted
      }
    }
    return AccountName.key(of: String(decoding: name, as: UTF8.self)) == key
  }
}
