/// The lines of an account that were taken out of a file, with the lines around them, which lead
/// back to their old positions.
///
/// Other programs may have added, removed and changed lines meanwhile: a line goes next to the
/// nearest of its old neighbours that is still there. An account's line is known by its name, any
/// other by its text; a blank line is not a neighbour.
struct RemovedLines: Sendable {
  /// The lines with their ends, from the top, and the number of lines above each.
  private let lines: [(bytes: [UInt8], number: Int)]
  /// The marks of all lines of the original file; empty for these and for blank ones.
  private let marks: [[UInt8]]
  /// The names of the same key that other accounts had when these went.
  private let others: Set<[UInt8]>

  /// Takes the lines of an account out of a document.
  ///
  /// - Parameters:
  ///   - entries: The lines of the account, in the order of the file.
  ///   - key: The key of its name.
  init(taking entries: [HtpasswdDocument.Entry], key: String, of document: inout HtpasswdDocument) {
    let bytes = document.bytes
    lines = entries.map { (Array(bytes[$0.line]), $0.number - 1) }
    var marks = Self.lines(of: bytes).map { Self.mark(of: bytes[$0]) }
    for line in lines { marks[line.number] = [] }
    self.marks = marks
    document.remove(entries)
    others = Self.names(forKey: key, in: document)
  }

  /// Puts the lines back; false if another account has got the name meanwhile.
  func putBack(key: String, into document: inout HtpasswdDocument) -> Bool {
    guard Self.names(forKey: key, in: document).isSubset(of: others) else { return false }
    var bytes = document.bytes
    var least = 0
    for line in lines {
      let offset = max(least, offset(of: line, in: bytes))
      var text = line.bytes
      // The last line of a file may have no end, and only that.
      if offset > 0, bytes[offset - 1] != newline { text = lineEnd(in: bytes) + text }
      if offset < bytes.count, text.last != newline { text += lineEnd(in: bytes) }
      bytes.insert(contentsOf: text, at: offset)
      least = offset + text.count
    }
    document = HtpasswdDocument(bytes: bytes)
    return true
  }

  /// Returns the offset in a file at which a line belongs.
  private func offset(of line: (bytes: [UInt8], number: Int), in bytes: [UInt8]) -> Int {
    let all = Self.lines(of: bytes)
    var found: [[UInt8]: [Int]] = [:]
    for (number, range) in all.enumerated() {
      found[Self.mark(of: bytes[range]), default: []].append(number)
    }
    let blank = Set(found[[]] ?? [])
    let nearest = marks.indices.filter { !marks[$0].isEmpty }
      .sorted { (abs($0 - line.number), $0) < (abs($1 - line.number), $1) }
    for before in nearest {
      // If several lines have the same text, the one nearest to the old position.
      guard let now = found[marks[before]]?.min(by: { abs($0 - before) < abs($1 - before) })
      else { continue }
      // The blank lines that were between stay there.
      var blanks = abs(line.number - before) - 1
      let isAbove = before < line.number
      var number = isAbove ? now + 1 : now
      while blanks > 0, blank.contains(isAbove ? number : number - 1) {
        (number, blanks) = (isAbove ? number + 1 : number - 1, blanks - 1)
      }
      return number < all.count ? all[number].lowerBound : bytes.count
    }
    return line.number < all.count ? all[line.number].lowerBound : bytes.count
  }

  /// Returns the names of accounts that have a key.
  private static func names(forKey key: String, in document: HtpasswdDocument) -> Set<[UInt8]> {
    Set(document.entries(forKey: key).map { Array(document.bytes[$0.name]) })
  }

  /// Returns the part that identifies a line: an account's name with its colon, or else the text;
  /// empty for a blank line.
  private static func mark(of line: ArraySlice<UInt8>) -> [UInt8] {
    var text = line
    while let last = text.last, last == newline || last == carriageReturn { text.removeLast() }
    guard text.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { return [] }
    guard text.first != UInt8(ascii: "#"), let colon = text.firstIndex(of: UInt8(ascii: ":"))
    else { return Array(text) }
    return Array(text[...colon])
  }

  /// Returns the lines of some bytes with their ends.
  private static func lines(of bytes: [UInt8]) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: newline).map { $0 + 1 } ?? bytes.count
      lines.append(start..<end)
      start = end
    }
    return lines
  }

  /// Returns the end that lines of a file have.
  private func lineEnd(in bytes: [UInt8]) -> [UInt8] {
    guard let feed = bytes.firstIndex(of: newline), feed > 0, bytes[feed - 1] == carriageReturn
    else { return [newline] }
    return [carriageReturn, newline]
  }
}

private let newline = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
