/// The lines of a two-field account file, `name:hash`, kept byte for byte.
///
///     var document = HtpasswdDocument(bytes: Array("# staff\nann:$y$…\n".utf8))
///     document.keys  // ["ann"]
///     document.append(name: "bob", hash: "$6$…")
///
/// The format of `htpasswd`, nginx, Apache and Dovecot. Everything else – comments, blank lines,
/// names that are not UTF-8, unknown kinds of hash, further fields – stays unchanged and where it
/// is. Lines end in LF or CR LF, the last one optionally; added lines end like the one before.
struct HtpasswdDocument {
  private(set) var bytes: [UInt8]

  /// Takes the contents of a file unchanged.
  init(bytes: [UInt8] = []) { self.bytes = bytes }

  /// The ranges of the parts of an account's line among the bytes.
  struct Entry: Equatable {
    /// The name, up to the first colon.
    var name: Range<Int>
    /// The hash, up to the second colon or the end of the line.
    var hash: Range<Int>
    /// The whole line with its end.
    var line: Range<Int>
    /// The number of the line, from 1.
    var number: Int
  }

  /// Returns the text of a part.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  // MARK: Lookup

  /// All accounts, in the order of the lines.
  var entries: [Entry] {
    var entries: [Entry] = []
    forEachLine { line, buffer in entries.append(line.entry(in: buffer)) }
    return entries
  }

  /// Returns the accounts of a name: those spelled alike or, if there are none, those of its key.
  ///
  /// Other programs may write a name on several lines. Servers use the first with the exact
  /// spelling, which is the first one returned. All lines are read, wherever the name is, so that
  /// the time does not reveal its presence.
  func entries(of name: AccountName) -> [Entry] {
    let found = entries(forKey: name.key)
    let exact = found.filter { bytes[$0.name].elementsEqual(name.text.utf8) }
    return exact.isEmpty ? found : exact
  }

  /// Returns the accounts that have an ``AccountName/key``, whatever their spelling.
  func entries(forKey key: String) -> [Entry] {
    entries.filter { AccountName.key(of: text($0.name)) == key }
  }

  /// The ``AccountName/key`` of every account.
  var keys: Set<String> { Set(entries.lazy.map { AccountName.key(of: text($0.name)) }) }

  /// Returns the hash of the account that stands in for an unknown name; nil if there is none.
  ///
  /// - Parameter isUsable: Returns true if a password can be tried against a hash.
  func decoy(for name: AccountName, where isUsable: (String) -> Bool) -> String? {
    var choice = DecoyChoice(for: name)
    forEachLine { line, buffer in
      let hash = line.entry(in: buffer).hash
      choice.offer(hash, of: buffer) { isUsable(text(hash)) }
    }
    return choice.hash.map(text)
  }

  /// Calls a closure with every line that is an account. Takes time in proportion to the bytes.
  @inline(__always) private func forEachLine(_ body: (AccountLine, UnsafeRawBufferPointer) -> Void)
  { bytes.withUnsafeBytes { buffer in AccountLine.forEach(in: buffer) { body($0, buffer) } } }

  /// The reason why these bytes are not an account file; nil if they may be one.
  ///
  /// An account must not be added to a document or a picture that was named by mistake.
  var foreignness: String? { bytes.withUnsafeBytes(AccountLine.foreignness) }

  // MARK: Changes

  /// Adds a line at the end, after adding the last one's line end if it has none.
  mutating func append(name: String, hash: String) {
    let end = lineEnd
    if let last = bytes.last, last != newline { bytes += end }
    bytes += Array("\(name):\(hash)".utf8) + end
  }

  /// Removes lines of accounts, given in the order of the file.
  mutating func remove(_ entries: [Entry]) {
    for entry in entries.reversed() { bytes.removeSubrange(entry.line) }
  }

  /// Writes another hash into lines of accounts, given in the order of the file.
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
