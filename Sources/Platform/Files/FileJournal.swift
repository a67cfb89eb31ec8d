/// A change to a file that is written in place, kept in a separate file until it is complete.
///
/// It can be completed only if every byte concerned is either the old or the new one, which is true
/// of a file that was not written since the program died: bytes from another program are not lost.
struct FileJournal: Equatable {
  /// The offset of the changed bytes.
  private(set) var offset: Int
  /// The old bytes.
  private(set) var old: [UInt8]
  /// The new bytes.
  private(set) var new: [UInt8]
  /// The number of unchanged bytes after them; 0 if the file grows or shrinks.
  private(set) var rest: Int

  /// The change from old contents to new ones.
  init(from old: [UInt8], to new: [UInt8]) {
    let offset = Self.commonCount(old, new)
    var rest = 0
    if old.count == new.count {
      while rest < old.count - offset, old[old.count - 1 - rest] == new[new.count - 1 - rest] {
        rest += 1
      }
    }
    (self.offset, self.rest) = (offset, rest)
    self.old = Array(old[offset..<(old.count - rest)])
    self.new = Array(new[offset..<(new.count - rest)])
  }

  /// The number of equal bytes at the beginning.
  private static func commonCount(_ first: [UInt8], _ second: [UInt8]) -> Int {
    let end = min(first.count, second.count)
    return first.withUnsafeBufferPointer { first in
      second.withUnsafeBufferPointer { second in
        var count = 0
        while count < end, first[count] == second[count] { count += 1 }
        return count
      }
    }
  }

  /// The size of the file before the change.
  var oldSize: Int { offset + old.count + rest }
  /// The size of the file after the change.
  var newSize: Int { offset + new.count + rest }

  /// The bytes to write at the offset in one call: the new bytes and, over those that will be cut
  /// off, line feeds, which are meaningless in the files written in this way. A reader that comes
  /// before they are cut off sees the new contents.
  var written: [UInt8] { new + [UInt8](repeating: newline, count: max(0, old.count - new.count)) }

  /// The new contents, made from those that a dead writer has left; nil if another program has
  /// written meanwhile.
  func finished(_ contents: [UInt8]) -> [UInt8]? {
    let sizes = min(oldSize, newSize)...max(oldSize, newSize)
    guard sizes.contains(contents.count) else { return nil }
    let written = written
    let found = contents[offset..<(contents.count - rest)]
    for (index, byte) in found.enumerated() where byte != written[index] {
      // An extended file contains zeros if its bytes have not reached the disk.
      guard index < old.count ? byte == old[index] : byte == 0 else { return nil }
    }
    return Array(contents.prefix(offset)) + new + Array(contents.suffix(rest))
  }

  // MARK: As a file

  private static let title =
    "This is an unfinished change of the file beside it, which its next writer finishes."

  /// The change as the bytes of a file.
  var bytes: [UInt8] {
    Array("\(Self.title)\n\(offset) \(old.count) \(new.count) \(rest)\n".utf8) + old + new
  }

  /// Reads the bytes of such a file; nil if they are invalid or incomplete.
  init?(bytes: [UInt8]) {
    let lines = bytes.split(separator: newline, maxSplits: 2, omittingEmptySubsequences: false)
    guard lines.count == 3, lines[0].elementsEqual(Self.title.utf8) else { return nil }
    let numbers = lines[1].split(separator: UInt8(ascii: " ")).map {
      Int(String(decoding: $0, as: UTF8.self)) ?? -1
    }
    guard numbers.count == 4, numbers.allSatisfy({ (0...Self.sizeLimit).contains($0) }),
      numbers[1] + numbers[2] == lines[2].count, numbers[3] == 0 || numbers[1] == numbers[2]
    else { return nil }
    (offset, rest) = (numbers[0], numbers[3])
    (old, new) = (Array(lines[2].prefix(numbers[1])), Array(lines[2].dropFirst(numbers[1])))
  }

  /// More bytes than any file that is written in this way.
  private static let sizeLimit = 1 << 48
}

extension FileJournal {
  /// Makes the change to an open file; returns -1, with an `errno`, if that fails.
  func apply(to file: CInt, _ operations: FileOperations) -> CInt {
    write(written, newSize, to: file, operations)
  }

  /// Undoes the change; returns -1, with an `errno`, if that fails.
  func takeBack(from file: CInt, _ operations: FileOperations) -> CInt {
    write(old, oldSize, to: file, operations)
  }

  private func write(
    _ bytes: [UInt8], _ size: Int, to file: CInt, _ operations: FileOperations
  ) -> CInt {
    guard operations.overwriteWholly(file, bytes, at: offset) == 0,
      new.count == old.count || operations.truncateWholly(file, to: size) == 0
    else { return -1 }
    return operations.synchronizeWholly(file)
  }
}

private let newline = UInt8(ascii: "\n")
