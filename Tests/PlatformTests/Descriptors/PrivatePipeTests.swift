import Platform
import Testing

@Suite("A pipe that no other program inherits")
struct PrivatePipeTests {
  @Test("Bytes written at one end are read at the other, and neither end is handed on")
  func ends() throws {
    let pipe = try #require(PrivatePipe())
    defer {
      close(pipe.output)
      close(pipe.input)
    }
    #expect(write(pipe.input, [7], 1) == 1)
    var byte: UInt8 = 0
    #expect(read(pipe.output, &byte, 1) == 1 && byte == 7)
    #expect(fcntl(pipe.output, F_GETFD) == FD_CLOEXEC)
    #expect(fcntl(pipe.input, F_GETFD) == FD_CLOEXEC)
  }

  @Test("Where it does not block, a read of nothing fails at once")
  func nothing() throws {
    let pipe = try #require(PrivatePipe(blocks: false))
    defer {
      close(pipe.output)
      close(pipe.input)
    }
    var byte: UInt8 = 0
    #expect(read(pipe.output, &byte, 1) == -1 && errno == EAGAIN)
    #expect(fcntl(pipe.output, F_GETFD) == FD_CLOEXEC)
  }
}
