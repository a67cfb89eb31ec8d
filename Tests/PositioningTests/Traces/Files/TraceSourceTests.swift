import Positioning
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("Where traces are read from")
struct TraceSourceTests {
  private let folder = ScratchFolder()

  private func fixes(_ path: String) throws -> [TraceEpoch] {
    var file = try TraceFile(path: path)
    var result: [TraceEpoch] = []
    while let epoch = try file.next() { result.append(epoch) }
    return result
  }

  private static let hasGzip = system("command -v gzip > /dev/null") == 0

  /// A file as gzip packs it.
  private func gzip(_ path: String) throws -> String {
    try #require(system("gzip -k '\(path)'") == 0)
    return path + ".gz"
  }

  @Test(
    "A gzip file is read as what it holds, whatever its name", .enabled(if: hasGzip),
    arguments: TraceFixture.allCases)
  func compressed(fixture: TraceFixture) throws {
    let plain = folder.write("trace", fixture.bytes)
    let packed = try gzip(plain)
    rename(packed, folder.file("trace.csv"))
    #expect(try fixes(folder.file("trace.csv")) == fixes(plain))
  }

  @Test("A gzip file that is cut off gives what came before", .enabled(if: hasGzip))
  func cutOff() throws {
    let plain = folder.write("trace", TraceFixture.drive.bytes)
    let packed = try gzip(plain)
    #expect(truncate(packed, 2000) == 0)
    let found = try fixes(packed)
    #expect(!found.isEmpty)
    #expect(Array(try fixes(plain).prefix(found.count - 1)) == Array(found.dropLast()))
  }

  @Test("A pipe with a name is read to its end, and then at any place")
  func pipe() throws {
    let path = folder.file("pipe")
    let plain = folder.write("trace", TraceFixture.drive.bytes)
    #expect(mkfifo(path, 0o600) == 0)
    #expect(system("cat '\(plain)' > '\(path)' &") == 0)
    var file = try TraceFile(path: path)
    #expect(file.size == TraceFixture.drive.bytes.count)
    let first = try file.next()
    while try file.next() != nil {}
    file.rewind()
    #expect(try file.next() == first)
  }

  @Test("A directory and a device are neither")
  func others() {
    #expect(throws: TraceError.directory(path: folder.path)) { try TraceFile(path: folder.path) }
    #expect(throws: TraceError.notSeekable(path: "/dev/null")) { try TraceFile(path: "/dev/null") }
    #expect(
      TraceError.notSeekable(path: "-").description
        == "standard input: is a device, not a file or a pipe; "
        + "name a file instead of -, or pipe one in with |")
  }
}
