#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

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

  /// Where the parts of an account's line are among the bytes.
  struct Entry: Equatable {
    /// The name, up to the first colon.
    var name: Range<Int>
    /// The hash, up to the second colon or the end of the line.
    var hash: Range<Int>
    /// The whole line with its end.
    var line: Range<Int>
    /// Which line it is, from 1.
    var number: Int
  }

  /// The text of a part.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  // MARK: Looking

  /// All accounts, in the order of the lines.
  var entries: [Entry] {
    var entries: [Entry] = []
    forEachLine { line, buffer in entries.append(line.entry(in: buffer)) }
    return entries
  }

  /// The accounts of a name: those that are spelled so, or if there are none those of its key.
  ///
  /// Several lines may have a name that some other program wrote. Servers take the first of those
  /// that are spelled exactly so, and so does whoever takes the first of these. All lines are
  /// looked at, wherever the name is, so that the time does not say whether it is there.
  func entries(of name: AccountName) -> [Entry] {
    var found: [Entry] = []
    let search = NameSearch(keys: [name.key])
    forEachLine { line, buffer in
      if search.match(line.name(in: buffer)) != nil { found.append(line.entry(in: buffer)) }
    }
    let exact = found.filter { bytes[$0.name].elementsEqual(name.text.utf8) }
    return exact.isEmpty ? found : exact
  }

  /// Which of some keys an account has, by their places.
  func taken(among keys: [String]) -> Set<Int> {
    var taken: Set<Int> = []
    let search = NameSearch(keys: keys)
    forEachLine { line, buffer in
      if let place = search.match(line.name(in: buffer)) { taken.insert(place) }
    }
    return taken
  }

  /// The hash of the account with that ``AccountName/key``, of the first one if there are several.
  func hash(forKey key: String) -> String? {
    var hash: Range<Int>?
    let search = NameSearch(keys: [key])
    forEachLine { line, buffer in
      if hash == nil, search.match(line.name(in: buffer)) != nil {
        hash = line.entry(in: buffer).hash
      }
    }
    return hash.map(text)
  }

  /// A line with a name before a colon that is no comment, by places among the bytes.
  private struct Line {
    var start: Int
    var colon: Int
    /// Where its end begins, which is one or two bytes, or none.
    var end: Int
    var next: Int
    var number: Int

    func name(in buffer: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(rebasing: buffer[start..<colon])
    }

    func entry(in buffer: UnsafeRawBufferPointer) -> Entry {
      let hashEnd = buffer.firstIndex(of: colonSign, in: (colon + 1)..<end) ?? end
      return Entry(
        name: start..<colon, hash: (colon + 1)..<hashEnd, line: start..<next, number: number)
    }
  }

  /// Calls a closure with every line that is an account. Takes time in proportion to the bytes.
  @inline(__always)
  private func forEachLine(_ body: (Line, UnsafeRawBufferPointer) -> Void) {
    bytes.withUnsafeBytes { buffer in
      var start = 0
      var number = 0
      while start < buffer.count {
        number += 1
        let feed = buffer.firstIndex(of: newline, in: start..<buffer.count)
        let next = feed.map { $0 + 1 } ?? buffer.count
        var end = feed ?? buffer.count
        if end > start, buffer[end - 1] == carriageReturn { end -= 1 }
        if buffer[start] != numberSign,
          let colon = buffer.firstIndex(of: colonSign, in: start..<end), colon > start
        {
          body(
            Line(start: start, colon: colon, end: end, next: next, number: number), buffer)
        }
        start = next
      }
    }
  }

  /// Why these bytes are no account file, nil if they may be one.
  ///
  /// Adding an account to a text or a picture that was named by mistake would do it no good.
  var foreignness: String? {
    bytes.withUnsafeBytes { buffer in
      if buffer.firstIndex(of: 0, in: 0..<buffer.count) != nil {
        return "it holds binary data, not accounts"
      }
      var isEmpty = true
      var start = 0
      // Up to the first account, which as a rule is near the start.
      while start < buffer.count {
        let feed = buffer.firstIndex(of: newline, in: start..<buffer.count) ?? buffer.count
        let line = buffer[start..<feed]
        start = feed + 1
        guard line.first != numberSign else { continue }
        let text = line.last == carriageReturn ? line.dropLast() : line
        guard text.contains(where: { $0 != blank && $0 != tab }) else { continue }
        isEmpty = false
        guard let colon = text.firstIndex(of: colonSign), colon > text.startIndex
        else { continue }
        let hash = text[(colon + 1)...].prefix { $0 != colonSign }
        if !hash.contains(where: { $0 == blank || $0 == tab }) { return nil }
      }
      return isEmpty ? nil : "none of its lines is an account, which would be name:hash"
    }
  }

  // MARK: Changing

  /// Adds a line at the end, after giving the last one its line end if it has none.
  mutating func append(name: String, hash: String) {
    let end = lineEnd
    if let last = bytes.last, last != newline { bytes += end }
    bytes += Array("\(name):\(hash)".utf8) + end
  }

  /// Removes lines of accounts, which are in the order of the file.
  mutating func remove(_ entries: [Entry]) {
    for entry in entries.reversed() { bytes.removeSubrange(entry.line) }
  }

  /// Puts another hash into lines of accounts, which are in the order of the file.
  mutating func replaceHash(of entries: [Entry], by hash: String) {
    for entry in entries.reversed() { bytes.replaceSubrange(entry.hash, with: hash.utf8) }
  }

  /// The end of the last line that has one; LF if none has.
  private var lineEnd: [UInt8] {
    guard let feed = bytes.lastIndex(of: newline), feed > 0, bytes[feed - 1] == carriageReturn
    else { return [newline] }
    return [carriageReturn, newline]
  }
}

private let newline = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
private let colonSign = UInt8(ascii: ":")
private let numberSign = UInt8(ascii: "#")
private let blank = UInt8(ascii: " ")
private let tab = UInt8(ascii: "\t")

extension UnsafeRawBufferPointer {
  /// The place of the first such byte in a range, by the C library's quick search.
  fileprivate func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    guard let base = baseAddress, !range.isEmpty,
      let found = memchr(base + range.lowerBound, CInt(byte), range.count)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }
}
