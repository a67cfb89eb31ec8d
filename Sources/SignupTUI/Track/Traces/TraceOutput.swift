/// The destination of a converted trace: standard output, or a file that appears when it is whole.
struct TraceOutput: ~Copyable {
  /// The bytes that have not been written yet.
  var bytes: [UInt8] = []
  private var file: FileReplacement?

  private static let chunk = 1 << 16

  /// Makes an output; nil is standard output.
  init(path: String?) throws {
    if let path { file = try FileReplacement(path: path) } else { file = nil }
    bytes.reserveCapacity(TraceOutput.chunk + 4096)
  }

  /// Writes the bytes once they are worth a call.
  mutating func relieve() throws { if bytes.count >= TraceOutput.chunk { try flush() } }

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
      // Names in a trace must not control a terminal.
      try OutputFailure.check(OutputDescriptor.output.write(foreign: bytes))
    }
    bytes.removeAll(keepingCapacity: true)
  }

  /// Returns true if two paths lead to the same file.
  static func areSame(_ path: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    return stat(path, &first) == 0 && stat(other, &second) == 0
      && first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }
}
