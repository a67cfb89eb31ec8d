#if os(Linux)
  import Platform
  import Reactive
  import TerminalKit
  import TestSupport
  import Testing

  @Suite("Lines for people")
  struct OutputDescriptorTests {
    /// The bytes of each write of a report, in order.
    private func writes(of text: String, in characterSet: TerminalCharacterSet) -> [[UInt8]] {
      var ends: [CInt] = [-1, -1]
      // Each write is a packet of its own.
      precondition(socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
      let (input, output) = (ends[0], ends[1])
      let packets = Locked<[[UInt8]]>([])
      Threads.run([
        {
          OutputDescriptor(number: input).report(text, in: characterSet)
          close(input)
        },
        {
          var buffer = [UInt8](repeating: 0, count: 1 << 20)
          while case let count = read(output, &buffer, buffer.count), count > 0 {
            let packet = Array(buffer[..<count])
            packets.withLock { $0.append(packet) }
          }
          close(output)
        },
      ])
      return packets.withLock { $0 }
    }

    @Test(
      "A long line is written in parts, as it would be whole",
      arguments: TerminalCharacterSet.allCases)
    func longLine(characterSet: TerminalCharacterSet) {
      let piece = "naïve 漢字 \u{1F469}\u{200D}\u{1F4BB} text, "
      let parts = writes(of: String(repeating: piece, count: 5_000), in: characterSet)
      #expect(parts.count > 4 && parts.allSatisfy { $0.count <= 1 << 16 })
      let line = writes(of: piece, in: characterSet).joined().dropLast()
      #expect(parts.joined().elementsEqual(repeatElement(line, count: 5_000).joined() + [0x0A]))
    }

    @Test("Many short lines are written together, in parts")
    func manyLines() {
      let text = (0..<20_000).map { "line \($0)" }.joined(separator: "\n")
      let parts = writes(of: text, in: .ascii)
      #expect((5...20).contains(parts.count) && parts.allSatisfy { $0.count <= 1 << 15 })
      #expect(parts.joined().elementsEqual((text + "\n").utf8))
    }
  }
#endif
