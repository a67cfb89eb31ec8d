import Formats

/// The bytes of a file around its documents: an edited file keeps the layout of its unedited parts.
struct StreamFileLayout {
  private let bytes: [UInt8]
  /// The bytes of each document, one or more.
  let documents: [Range<Int>]

  /// Finds the documents in the bytes of a file that has been read before; nil if there are none.
  /// O(bytes).
  ///
  /// - Parameter isList: True if the file is a list of documents.
  init?(_ bytes: [UInt8], isList: Bool) {
    self.bytes = bytes
    documents = bytes.withUnsafeBufferPointer { text in
      let mark = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      var scanner = JSONScanner(UnsafeBufferPointer(rebasing: text[mark...]))
      guard let file = scanner.eatValue() else { return [] }
      return Self.elements(of: isList ? file : Self.documents(of: file), from: text.baseAddress!)
    }
    if documents.isEmpty { return nil }
  }

  private static func documents(of file: JSONScanner.Value) -> JSONScanner.Value? {
    var scanner = JSONScanner(file.bytes)
    var found: JSONScanner.Value?
    _ = scanner.eatObject { key, value in
      if (try? JSONReader.read(Array(key.bytes))) == .string("documents") { found = value }
      return found == nil
    }
    return found
  }

  private static func elements(
    of list: JSONScanner.Value?, from start: UnsafePointer<UInt8>
  ) -> [Range<Int>] {
    guard let list else { return [] }
    var scanner = JSONScanner(list.bytes)
    var elements: [Range<Int>] = []
    _ = scanner.eatList { element in
      let offset = element.bytes.baseAddress! - start
      elements.append(offset..<offset + element.bytes.count)
      return true
    }
    return elements
  }

  /// Returns the bytes of the file with other documents.
  ///
  /// A document that was in the file keeps its bytes and the bytes before it; a new one is preceded
  /// by the bytes between the first two. O(bytes).
  func bytes(of entries: [StreamDocumentFile.Entry]) -> [UInt8] {
    let (first, last) = (documents[0], documents[documents.count - 1])
    if entries.isEmpty { return Array(bytes[..<start(of: first)] + bytes[end(of: last)...]) }
    var new = Array(bytes[..<first.lowerBound])
    for (number, entry) in entries.enumerated() {
      if number > 0 { new += separator(before: entry.origin.index) }
      if let index = entry.origin.index, !entry.origin.isChanged {
        new += bytes[documents[index]]
      } else {
        new += text(of: entry)
      }
    }
    return new + bytes[last.upperBound...]
  }

  /// The bytes before a document that is not the first; `index` is nil for a new document.
  private func separator(before index: Int?) -> ArraySlice<UInt8> {
    if let index, index > 0 { return gap(before: index) }
    if documents.count > 1 { return gap(before: 1) }
    return [UInt8(ascii: ",")] + blanks(before: documents[0])
  }

  private func gap(before index: Int) -> ArraySlice<UInt8> {
    bytes[documents[index - 1].upperBound..<documents[index].lowerBound]
  }

  /// The line feeds and blanks before a document.
  private func blanks(before document: Range<Int>) -> ArraySlice<UInt8> {
    bytes[start(of: document)..<document.lowerBound]
  }

  private func start(of document: Range<Int>) -> Int {
    bytes[..<document.lowerBound].lastIndex { !Self.isBlank($0) }.map { $0 + 1 } ?? 0
  }

  private func end(of document: Range<Int>) -> Int {
    bytes[document.upperBound...].firstIndex { !Self.isBlank($0) } ?? bytes.endIndex
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// The text of a changed document, as it was typed or with its previous margin; a new one has the
  /// margin of the first.
  private func text(of entry: StreamDocumentFile.Entry) -> [UInt8] {
    let lines = blanks(before: documents[entry.origin.index ?? 0])
      .split(separator: 0x0A, omittingEmptySubsequences: false)
    let margin = lines.count > 1 ? String(decoding: lines[lines.count - 1], as: UTF8.self) : ""
    let text = entry.json.text(width: max(40, 100 - margin.utf8.count))
    return Array(text.parts(at: "\n").joined(separator: "\n" + margin).utf8)
  }
}
