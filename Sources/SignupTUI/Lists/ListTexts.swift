/// The texts of a list's rows as one run of bytes, which is searched in one pass, ignoring case.
struct ListTexts {
  private let bytes: [UInt8]
  /// The end of each row.
  private let ends: [Int]

  /// Stores the texts of each row, which are matched one by one.
  init(_ rows: some Sequence<[String]>) {
    var (bytes, ends): ([UInt8], [Int]) = ([], [])
    for texts in rows {
      for text in texts {
        bytes += text.lowercased().utf8
        bytes.append(0)
      }
      ends.append(bytes.count)
    }
    (self.bytes, self.ends) = (bytes, ends)
  }

  /// Returns the numbers of the rows that contain a text, which must not be empty.
  func rows(containing text: String) -> [Int] {
    let needle = Array(text.lowercased().utf8)
    guard let first = needle.first else { return Array(ends.indices) }
    var (found, row, offset): ([Int], Int, Int) = ([], 0, 0)
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return }
      while offset + needle.count <= buffer.count,
        let next = memchr(base + offset, CInt(first), buffer.count - offset)
      {
        offset = UnsafeRawPointer(next) - base
        guard offset + needle.count <= buffer.count else { return }
        guard memcmp(base + offset, needle, needle.count) == 0 else {
          offset += 1
          continue
        }
        while ends[row] <= offset { row += 1 }
        found.append(row)
        offset = ends[row]
      }
    }
    return found
  }
}
