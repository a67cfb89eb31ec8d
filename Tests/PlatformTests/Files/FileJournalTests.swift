import Testing

@testable import Platform

@Suite("A change that is kept until it is done")
struct FileJournalTests {
  /// Contents before and after: an account more, one less, another hash, all, none.
  static let cases: [(String, String)] = [
    ("ann:X\n", "ann:X\nbob:Y\n"), ("ann:X\nbob:Y\neve:Z\n", "ann:X\neve:Z\n"),
    ("ann:X\nbob:Y\neve:Z\n", "ann:X\nbob:V\neve:Z\n"), ("ann:X\nbob:YYY\n", "ann:X\nbob:Y\n"),
    ("", "ann:X\n"), ("ann:X\n", ""), ("ann:X\n", "ann:X\n"), ("abc", "xyz!"),
  ]

  @Test("can be written as a file and read again, but not in part", arguments: cases)
  func coding(old: String, new: String) {
    let change = FileJournal(from: Array(old.utf8), to: Array(new.utf8))
    let bytes = change.bytes
    #expect(FileJournal(bytes: bytes) == change)
    for count in 0..<bytes.count {
      #expect(FileJournal(bytes: Array(bytes[..<count])) == nil)
    }
    #expect(FileJournal(bytes: bytes + [10]) == nil)
  }

  @Test("is finished wherever a writer has died, also where the disk has zeros", arguments: cases)
  func everyPlace(old: String, new: String) {
    let (old, new) = (Array(old.utf8), Array(new.utf8))
    let change = FileJournal(from: old, to: new)
    for count in 0...change.written.count {
      var half = old
      let end = min(change.offset + count, old.count)
      half.replaceSubrange(change.offset..<max(change.offset, end), with: change.written[..<count])
      #expect(change.finished(half) == new)
    }
    let zeros = [UInt8](repeating: 0, count: max(0, new.count - old.count))
    #expect(change.finished(old + zeros) == new)
  }

  @Test("writes nothing but what differs, and cuts off only line ends")
  func least() {
    let old = Array("ann:X\nbob:Y\n".utf8)
    let same = FileJournal(from: old, to: Array("ann:Z\nbob:Y\n".utf8))
    #expect(same.offset == 4 && same.written == Array("Z".utf8))
    let less = FileJournal(from: old, to: Array("bob:Y\n".utf8))
    #expect(less.written == Array("bob:Y\n\n\n\n\n\n\n".utf8))
  }

  @Test(
    "is not made where somebody else has written since",
    arguments: [
      "ann:X\nbob:Y\neve:Z\n", "ann:X\nbob:", "ann:X\neve:Y\n", "ann:X\nboX:", "",
      "ann:X\nbob:Y\nx",
    ])
  func foreign(found: String) {
    let change = FileJournal(
      from: Array("ann:X\n".utf8), to: Array("ann:X\nbob:Y\n".utf8))
    let isOurs = found == "ann:X\nbob:"
    #expect((change.finished(Array(found.utf8)) == nil) != isOurs)
  }

  @Test(
    "is not read from what is none",
    arguments: [
      "", "\n", "ann:X\n", "x\n1 2 3 4\n", "-1 0 0 0", "9223372036854775807 1 1 1",
      "0 9223372036854775807 1 0", "0 1", "0 0 0 0 0", "0 1 2 1",
    ])
  func nonsense(numbers: String) {
    let title =
      "This is an unfinished change of the file beside it, which its next writer finishes."
    #expect(FileJournal(bytes: Array("\(title)\n\(numbers)\nabc".utf8)) == nil)
    #expect(FileJournal(bytes: Array(numbers.utf8)) == nil)
  }
}
