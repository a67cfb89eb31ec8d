/// `strength`: the strength of the passwords on standard input, a line each.
struct StrengthCommand: Command {
  /// A file of additional words; nil for none.
  var words: String?

  private static let words = Option.file(
    "--word-list",
    help: "also treat these words as common, one per line")

  static let name = "strength"

  static let specification = CommandSpec(
    name: name, summary: "estimate how hard passwords are to guess",
    purpose: "Estimate how hard the passwords on standard input are to guess.", synopsis: [],
    options: [words.spec],
    notes: [
      "Each line of input is a password, optionally followed by tabs and words about its user, "
        + "such as the name. Each line of output has the score from 0 to 4, the decimal "
        + "logarithm of the number of guesses, and a warning, separated by tabs."
    ],
    examples: [
      "strength < passwords.txt": "estimate each line",
      "strength --word-list names.txt < passwords.txt": "know more words",
    ])
}

extension StrengthCommand {
  init(_ arguments: Arguments) throws(UsageError) { words = try arguments[Self.words] }

  @MainActor func run() throws -> ExitStatus { try Secrets.holding(estimate) }

  private func estimate() throws -> ExitStatus {
    if isatty(0) == 1 {
      throw UsageError(
        "strength reads a file or a pipe, not a terminal, which would show what is typed.")
    }
    let list: WordList? = if let words { try WordList(path: words) } else { nil }
    var isFine = true
    var number = 0
    var lines = InputLines(limit: 4096)
    while let line = try lines.next() {
      number += 1
      // The limit may cut a character, which is not the user's error.
      let bytes = line.isCut ? line.bytes.withoutPartialCharacter : line.bytes[...]
      guard let text = String(validating: bytes, as: UTF8.self) else {
        OutputDescriptor.error.report(
          "\(Program.name): line \(number) of standard input is not UTF-8 text.")
        isFine = false
        try write([0x0A])
        continue
      }
      let parts = text.parts(at: "\t").map(String.init)
      let strength = PasswordStrength(
        of: parts.first ?? "", userInputs: Array(parts.dropFirst()), words: list)
      var columns = Array("\(strength.score.rawValue)\t".utf8)
      columns.append(fixedPoint: strength.log10Guesses, decimals: 2)
      columns += "\t\(strength.advice?.warning?.text ?? "")\n".utf8
      try write(columns)
    }
    return isFine ? .success : .failure
  }

  private func write(_ line: [UInt8]) throws(OutputFailure) {
    try OutputFailure.check(OutputDescriptor.output.write(line))
  }
}

/// The lines of standard input, each up to a number of bytes; the rest of a longer one is passed
/// over.
private struct InputLines {
  let limit: Int
  /// The bytes read last.
  private var buffer = SecretBytes()
  private var position = 0
  private var isAtEnd = false

  init(limit: Int) { self.limit = limit }

  mutating func next() throws(InputFailure) -> (bytes: SecretBytes, isCut: Bool)? {
    var (bytes, length) = (SecretBytes(), 0)
    while true {
      if position == buffer.count, try !fill() {
        return length == 0 ? nil : (bytes, length > limit)
      }
      let end = buffer[position...].firstIndex(of: 0x0A) ?? buffer.count
      bytes.append(contentsOf: buffer[position..<min(end, position + limit - bytes.count)])
      length += end - position
      position = end
      guard end < buffer.count else { continue }
      position += 1
      if bytes.last == 0x0D, length <= limit { bytes.removeLast() }
      return (bytes, length > limit)
    }
  }

  private mutating func fill() throws(InputFailure) -> Bool {
    guard !isAtEnd else { return false }
    var count = 0
    buffer.removeAll()
    buffer.fill(atMost: 1 << 16) { room in
      count = Descriptor.read(0, room.baseAddress, room.count)
      return count
    }
    if count < 0 { throw InputFailure("cannot be read: \(SystemError().reason)") }
    (position, isAtEnd) = (0, count == 0)
    return !isAtEnd
  }
}

extension SecretBytes {
  /// The bytes without an incomplete character at the end.
  fileprivate var withoutPartialCharacter: Slice<SecretBytes> {
    guard let lead = suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }), self[lead] >= 0xC0 else {
      return self[...]
    }
    let length = self[lead] >= 0xF0 ? 4 : self[lead] >= 0xE0 ? 3 : 2
    return count - lead < length ? self[..<lead] : self[...]
  }
}
