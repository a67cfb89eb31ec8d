import Platform
import TestSupport
import Testing

@Suite("System calls on descriptors")
struct DescriptorTests {
  @Test("All bytes are written, however few a call takes, and again after a signal")
  func writesAll() {
    var written: [UInt8] = []
    var calls = 0
    let bytes = Array(UInt8(0)..<10)
    let count = bytes.withUnsafeBytes {
      Descriptor.writeAll($0) { place, count, offset in
        calls += 1
        guard calls != 2 else {
          errno = EINTR
          return -1
        }
        #expect(offset == written.count)
        written += UnsafeRawBufferPointer(start: place, count: min(3, count))
        return min(3, count)
      }
    }
    #expect(count == 10 && written == bytes && calls == 5)
  }

  @Test("The bytes written before an error are counted")
  func countsWritten() {
    let count = [UInt8](repeating: 0, count: 9).withUnsafeBytes {
      Descriptor.writeAll($0) { _, _, offset in
        errno = ENOSPC
        return offset < 6 ? 3 : -1
      }
    }
    #expect(count == 6 && SystemError().reason == "No space left on device")
  }

  @Test("A buffer is filled up to the end, and no further where a call fails")
  func readsAll() {
    var buffer = [UInt8](repeating: 0, count: 8)
    func fill(_ read: (UnsafeMutableRawPointer, Int, Int) -> Int) -> Int? {
      buffer.withUnsafeMutableBytes { Descriptor.readAll($0, read) }
    }
    #expect(fill { $2 < 6 ? min(2, $1) : 0 } == 6)
    #expect(fill { _, count, _ in count } == 8)
    #expect(
      fill { _, _, _ in
        errno = EIO
        return -1
      } == nil)
  }

  @Test("A temporary file has no name, and no child process inherits it")
  func temporaryFile() throws {
    let file = try #require(Descriptor.temporaryFile(for: "test"))
    defer { Descriptor.close(file) }
    var status = stat()
    #expect(fstat(file, &status) == 0 && status.st_nlink == 0)
    #expect(fcntl(file, F_GETFD) == FD_CLOEXEC)
    #expect([1, 2, 3].withUnsafeBytes { Descriptor.writeAll($0, to: file) } == 24)
  }
}
