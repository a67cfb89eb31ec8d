/// The destination of a converted trace: standard output, or a file that appears when it is whole,
/// or one such file after another.
struct TraceOutput: ~Copyable {
  /// The bytes that have not been written yet.
  var bytes: [UInt8] = []
  private var file: FileReplacement? = nil
  /// The path, in which ``TracePartOptions/placeholder`` stands for a part's number if there are
  /// parts; nil for standard output.
  private let path: String?
  private let inputs: [String]
  /// The number of the current part, from 1; nil if there is one file.
  private var part: Int?
  /// The indices in ``bytes`` at which other parts begin.
  private var cuts: [Int] = []

  private static let chunk = 1 << 16

  /// Makes an output.
  ///
  /// - Parameters:
  ///   - path: The path; nil for standard output.
  ///   - inputs: The input files, which must not be replaced.
  ///   - isSplit: True if each part has a file.
  init(path: String?, inputs: [String] = [], isSplit: Bool = false) throws {
    (self.path, self.inputs, part) = (path, inputs, isSplit ? 1 : nil)
    bytes.reserveCapacity(TraceOutput.chunk + 4096)
    file = try opened()
  }

  private func opened() throws -> FileReplacement? {
    guard let path else { return nil }
    let name = part.map { TracePartOptions.path(path, of: $0) } ?? path
    if let input = inputs.first(where: { TraceOutput.areSame($0, name) }) {
      throw UsageError(
        "\(name) is also read, as \(input), and would be replaced; give --output another name.")
    }
    return try FileReplacement(path: name)
  }

  /// Ends a part: later output goes to another file.
  mutating func cut() { cuts.append(bytes.count) }

  /// Writes the bytes once they are worth a call, or a part has ended.
  mutating func relieve() throws {
    if bytes.count >= TraceOutput.chunk || !cuts.isEmpty { try flush() }
  }

  /// Writes the rest, and gives the file its name.
  consuming func finish() throws {
    try flush()
    if let file = file.take() { try file.commit() }
  }

  /// Writes the bytes.
  mutating func flush() throws {
    let ends = cuts
    cuts = []
    var start = 0
    for end in ends {
      try write(Array(bytes[start..<end]))
      start = end
      if let file = file.take() { try file.commit() }
      part = part.map { $0 + 1 }
      file = try opened()
    }
    try write(start == 0 ? bytes : Array(bytes[start...]))
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func write(_ bytes: [UInt8]) throws {
    if file != nil {
      try file?.write(bytes)
    } else {
      // Names in a trace must not control a terminal.
      try OutputFailure.check(OutputDescriptor.output.write(foreign: bytes))
    }
  }

  /// Returns true if two paths lead to the same file.
  static func areSame(_ path: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    return stat(path, &first) == 0 && stat(other, &second) == 0
      && first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }
}
