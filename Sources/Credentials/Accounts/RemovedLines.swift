/// The lines of an account that were taken out of a file, with the lines that stood around them, by
/// which they find back to their place.
///
/// Other programs may have added, removed and changed lines meanwhile: a line goes next to the
/// nearest of its old neighbours that is still there. An account's line is known by its name, any
/// other by its text; a blank line is no neighbour.
struct RemovedLines: Sendable {
  /// The lines, from the top.
  private let lines: [Line]
  /// The names of the same key that other accounts had when these went.
  private let others: Set<[UInt8]>

  private struct Line: Sendable {
    /// The bytes with the line's end.
    let bytes: [UInt8]
    /// The number of lines above it.
    let number: Int
    /// The nearest lines above and below it.
    let neighbours: [Neighbour]
  }

  private struct Neighbour: Sendable {
    let mark: [UInt8]
    /// The number of lines from it to the removed one: less than 0 for a line below.
    let distance: Int
  }

  /// The number of neighbours that are remembered on each side.
  private static let reach = 32

  /// Takes the lines of an account out of a document.
  ///
  /// - Parameters:
  ///   - entries: The lines of the account, in the order of the file.
  ///   - key: The key of its name.
  init(taking entries: [HtpasswdDocument.Entry], key: String, of document: inout HtpasswdDocument) {
    let bytes = document.bytes
    let all = Self.lines(of: bytes)
    let taken = Set(entries.map { $0.number - 1 })
    lines = entries.map { entry in
      let number = entry.number - 1
      func neighbours(_ places: some Sequence<Int>) -> [Neighbour] {
        var found: [Neighbour] = []
        for place in places where !taken.contains(place) {
          let mark = Self.mark(of: bytes[all[place]])
          if !mark.isEmpty { found.append(Neighbour(mark: mark, distance: number - place)) }
          if found.count == Self.reach { break }
        }
        return found
      }
      let nearest = neighbours((0..<number).reversed()) + neighbours(number + 1..<all.count)
      return Line(
        bytes: Array(bytes[entry.line]), number: number,
        neighbours: nearest.sorted { abs($0.distance) < abs($1.distance) })
    }
    document.remove(entries)
    others = Self.names(forKey: key, in: document)
  }

  /// Puts the lines back; false if another account has got the name meanwhile.
  func putBack(key: String, into document: inout HtpasswdDocument) -> Bool {
    guard Self.names(forKey: key, in: document).isSubset(of: others) else { return false }
    var bytes = document.bytes
    var least = 0
    for line in lines {
      let place = max(least, place(of: line, in: bytes))
      var text = line.bytes
      // The last line of a file may have no end, and only that.
      if place > 0, bytes[place - 1] != newline { text = lineEnd(in: bytes) + text }
      if place < bytes.count, text.last != newline { text += lineEnd(in: bytes) }
      bytes.insert(contentsOf: text, at: place)
      least = place + text.count
    }
    document = HtpasswdDocument(bytes: bytes)
    return true
  }

  /// Returns where in a file a line belongs.
  private func place(of line: Line, in bytes: [UInt8]) -> Int {
    let all = Self.lines(of: bytes)
    let wanted = Set(line.neighbours.map(\.mark))
    var found: [[UInt8]: [Int]] = [:]
    for (number, range) in all.enumerated() {
      let mark = Self.mark(of: bytes[range])
      if wanted.contains(mark) { found[mark, default: []].append(number) }
    }
    func isBlank(_ number: Int) -> Bool { Self.mark(of: bytes[all[number]]).isEmpty }
    for neighbour in line.neighbours {
      // Of several lines of the same text the one that is nearest to where it was.
      let before = line.number - neighbour.distance
      guard let now = found[neighbour.mark]?.min(by: { abs($0 - before) < abs($1 - before) })
      else { continue }
      // The blank lines that were between stay there.
      var blanks = abs(neighbour.distance) - 1
      if neighbour.distance > 0 {
        var number = now + 1
        while blanks > 0, number < all.count, isBlank(number) {
          (number, blanks) = (number + 1, blanks - 1)
        }
        return number < all.count ? all[number].lowerBound : bytes.count
      }
      var number = now
      while blanks > 0, number > 0, isBlank(number - 1) {
        (number, blanks) = (number - 1, blanks - 1)
      }
      return all[number].lowerBound
    }
    return line.number < all.count ? all[line.number].lowerBound : bytes.count
  }

  /// Returns the names of accounts that have a key.
  private static func names(
    forKey key: String, in document: HtpasswdDocument
  ) -> Set<[UInt8]> {
    Set(document.entries(forKey: key).map { Array(document.bytes[$0.name]) })
  }

  /// Returns what a line is known by: an account's name with its colon, else the text; nothing for
  /// a blank line.
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
