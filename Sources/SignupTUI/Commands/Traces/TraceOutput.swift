import Platform
import TerminalKit
import ViewModels

/// The destination of a converted trace: standard output, or a file that appears when it is whole.
struct TraceOutput: ~Copyable {
  /// The bytes that have not been written yet.
  var bytes: [UInt8] = []
  private var file: FileReplacement?

  /// True if it is read by a terminal, which names in a trace must not control.
  private let isTerminal: Bool

  private static let chunk = 1 << 16

  /// Makes an output; nil is standard output.
  init(path: String?) throws {
    if let path { file = try FileReplacement(path: path) } else { file = nil }
    isTerminal = path == nil && isatty(1) == 1
    bytes.reserveCapacity(TraceOutput.chunk + 4096)
  }

  /// Writes the bytes once they are worth a call.
  mutating func relieve() throws {
    if bytes.count >= TraceOutput.chunk { try flush() }
  }

  /// Writes the rest, and gives the file its name.
  consuming func finish() throws {
    try flush()
    if let file = file.take() { try file.commit() }
  }

  /// Writes the bytes.
  mutating func flush() throws {
    if file != nil {
      try file?.write(bytes)
    } else {
      if isTerminal { bytes = TraceOutput.withoutControls(bytes) }
      try OutputFailure.check(OutputDescriptor.output.write(bytes))
    }
    bytes.removeAll(keepingCapacity: true)
  }

  /// Returns UTF-8 with pictures of control characters in place of them, but for tabs and the ends
  /// of lines.
  static func withoutControls(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case 0x09, 0x0A: result.append(byte)
      case 0x0D where index < bytes.count && bytes[index] == 0x0A: result.append(byte)
      case 0..<0x20: result += [0xE2, 0x90, 0x80 + byte]
      case 0x7F: result += [0xE2, 0x90, 0xA1]
      // U+0080 to U+009F, of which some terminals take each for an escape sequence.
      case 0xC2 where index < bytes.count && bytes[index] < 0xA0:
        index += 1
        result += "\u{FFFD}".utf8
      default: result.append(byte)
      }
    }
    return result
  }

  /// Returns true if two paths lead to the same file.
  static func areSame(_ path: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    return stat(path, &first) == 0 && stat(other, &second) == 0
      && first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }
}
