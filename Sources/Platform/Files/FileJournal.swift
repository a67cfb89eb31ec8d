/// The effect of a change on a file that is written in place, kept in a file of its own until it is
/// done.
///
/// It can be finished as long as every byte in question is the old one or the new one, so only in a
/// file that is as the program left it that died: bytes that another program has written since are
/// not lost.
struct FileJournal: Equatable {
  /// The offset of the bytes that change.
  private(set) var offset: Int
  /// These bytes as they were.
  private(set) var old: [UInt8]
  /// The bytes that they become.
  private(set) var new: [UInt8]
  /// The number of bytes after them that stay; none if the file grows or shrinks.
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

  /// The number of bytes that are the same from the beginning on.
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

  /// The size of the file before.
  var oldSize: Int { offset + old.count + rest }
  /// The size of the file after.
  var newSize: Int { offset + new.count + rest }

  /// The bytes to write at the offset, at once: the new bytes and, over all that is to be cut off,
  /// line ends, which mean nothing in the files that are written so. A reader who comes before they
  /// are cut off finds the new contents.
  var written: [UInt8] { new + [UInt8](repeating: newline, count: max(0, old.count - new.count)) }

  /// The new contents, made of those that a writer who died has left; nil if another has
  /// written meanwhile.
  func finished(_ contents: [UInt8]) -> [UInt8]? {
    let sizes = min(oldSize, newSize)...max(oldSize, newSize)
    guard sizes.contains(contents.count) else { return nil }
    let written = written
    let found = contents[offset..<(contents.count - rest)]
    for (index, byte) in found.enumerated() where byte != written[index] {
      // A file that was made longer has zeros if nothing has got to the disk.
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

  /// Reads the bytes of such a file; nil if they are something else, or not all.
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

  /// More bytes than any file has that is written so.
  private static let sizeLimit = 1 << 48
}

extension FileJournal {
  /// Makes the change in a file that is open; returns -1, as `errno` says, if that fails.
  func apply(to file: CInt, _ operations: FileOperations) -> CInt {
    write(written, newSize, to: file, operations)
  }

  /// Takes the change back; returns -1, as `errno` says, if that fails.
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
