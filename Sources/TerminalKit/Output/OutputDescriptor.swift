import Formats
import Platform

/// A file descriptor on which every write is complete or an error.
///
///     OutputDescriptor.output.report("Recorded in demo.cast.")
package struct OutputDescriptor: Sendable {
  /// The system's number for it.
  package let number: Int32

  /// Makes a descriptor from the system's number for it, which must be open for writing.
  package init(number: Int32) { self.number = number }

  /// Standard output.
  package static let output = OutputDescriptor(number: 1)
  /// Standard error.
  package static let error = OutputDescriptor(number: 2)

  /// Writes all bytes, waiting for a slow reader.
  ///
  /// - Returns: The system's `errno` on failure; nil if everything was written.
  package func write(_ bytes: [UInt8]) -> Int32? {
    let count = bytes.withUnsafeBytes { Descriptor.writeAll($0, to: number, waits: true) }
    return count == bytes.count ? nil : errno
  }

  /// Waits at most `limit` milliseconds until bytes can be written; returns true if they can.
  package func isReady(withinMilliseconds limit: Int32) -> Bool {
    var ready = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    return poll(&ready, 1, limit) > 0 && ready.revents & Int16(POLLOUT) != 0
  }

  /// Writes text for people: without control characters, even in quotations, and in the locale's
  /// characters, because without UTF-8 other bytes may be control codes.
  ///
  /// - Parameters:
  ///   - text: The lines.
  ///   - characterSet: The characters that can be shown; nil for those of the locale and of the
  ///     terminal's font.
  /// - Returns: The system's `errno` on failure; nil if everything was written.
  @discardableResult
  package func report(_ text: String, in characterSet: TerminalCharacterSet? = nil) -> Int32? {
    let characterSet = characterSet ?? TerminalCharacterSet.now(isTerminal: isatty(number) == 1)
    var bytes: [UInt8] = []
    var problem: Int32?
    Self.forEachPart(of: text, in: characterSet) { part in
      guard problem == nil else { return }
      bytes += part
      guard bytes.count >= Self.partLength else { return }
      problem = write(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
    return problem ?? write(bytes)
  }

  /// Returns the bytes of lines for people, each with its end.
  static func lines(_ text: String, in characterSet: TerminalCharacterSet) -> [UInt8] {
    var bytes: [UInt8] = []
    forEachPart(of: text, in: characterSet) { bytes += $0 }
    return bytes
  }

  /// The maximum number of characters to encode at once: a long line needs little memory.
  private static let partLength = 1 << 14

  private static func forEachPart(
    of text: String, in characterSet: TerminalCharacterSet, _ body: ([UInt8]) -> Void
  ) {
    for line in text.parts(at: "\n") {
      var rest = line
      while !rest.isEmpty {
        let part = rest.prefix(partLength)
        rest = rest[part.endIndex...]
        var bytes = Array(part.utf8)
        if !bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) {
          bytes = []
          Glyph.forEach(in: characterSet.encoded(String(part))) { bytes += $0.character.utf8 }
        }
        body(bytes)
      }
      body([0x0A])
    }
  }
}
