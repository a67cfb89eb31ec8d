/// The program of a form's rule or options, run without a shell and for so long at most.
struct RuleProgram: Sendable {
  /// The longest time that the program may run.
  var timeout: Duration = .seconds(10)

  /// The maximum number of bytes of its output to keep.
  private static let largestAnswer = 4096
  /// The maximum number of bytes of a list of options.
  private static let largestList = 1 << 20

  /// Runs a program with its arguments, blocking its thread.
  ///
  /// - Parameter arguments: The program, as a path or a name to find in `PATH`, and its arguments.
  /// - Returns: Nil if it ends with status 0; otherwise the first line of its standard output or,
  ///   without one, of its standard error, which may be empty; or the reason why it did not run.
  func problem(_ arguments: [String]) -> String? {
    do throws(Failure) {
      let (isSuccess, texts) = try run(arguments, keeping: Self.largestAnswer)
      if isSuccess { return nil }
      let lines = [.output, .errorOutput].map { Self.firstLine(texts[$0] ?? []) }
      return lines[0].isEmpty ? lines[1] : lines[0]
    } catch { return error.description }
  }

  /// Returns the lines that a program writes to standard output, blocking its thread.
  ///
  /// - Throws: The reason for the failure: it could not be run, did not end with status 0, or wrote
  ///   too much or something other than text.
  func lines(_ arguments: [String]) throws(Failure) -> [String] {
    let (isSuccess, texts) = try run(arguments, keeping: Self.largestList + 1)
    guard isSuccess else {
      let line = Self.firstLine(texts[.errorOutput] ?? [])
      throw Failure(description: line.isEmpty ? "\(arguments[0]) failed" : line)
    }
    let output = texts[.output] ?? []
    guard output.count <= Self.largestList else {
      let size = "\(Self.largestList >> 20) MiB"
      throw Failure(description: "\(arguments[0]) wrote more than \(size) of options")
    }
    return try Self.lines(of: output, from: "the output of \(arguments[0])")
  }

  /// Returns the lines of UTF-8 text, without a byte order mark.
  static func lines(of bytes: [UInt8], from source: String) throws(Failure) -> [String] {
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard let text = String(validating: bytes.dropFirst(mark), as: UTF8.self) else {
      throw Failure(description: "\(source) is not UTF-8")
    }
    return text.utf8.split { $0 == 0x0A || $0 == 0x0D }.map { String(Substring($0)) }
  }

  /// The reason why a program has no result.
  struct Failure: Error, CustomStringConvertible { let description: String }

  /// Runs a program; returns whether its status is 0, and the beginning of its output.
  private func run(
    _ arguments: [String], keeping limit: Int
  ) throws(Failure) -> (isSuccess: Bool, texts: [ChildProcess.Channel: [UInt8]]) {
    let child = ChildProcess()
    do throws(SystemError) { try child.start(arguments, errorOutput: .read) } catch {
      throw Failure(description: "\(arguments[0]) could not be run: \(error.reason)")
    }
    var texts: [ChildProcess.Channel: [UInt8]] = [:]
    // Excess output is dropped, so that the program need not wait.
    let end = child.read(within: timeout) { channel, bytes in
      let count = texts[channel]?.count ?? 0
      texts[channel, default: []] += bytes.prefix(max(0, limit - count))
    }
    guard case .ended(let status) = end else {
      throw Failure(
        description: "\(arguments[0]) took longer than \(timeout.components.seconds) seconds")
    }
    return (status.isSuccess, texts)
  }

  /// The first line that contains a word, without terminal control characters.
  private static func firstLine(_ bytes: [UInt8]) -> String {
    let lines = bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    let clean = lines.lazy.map { line in
      String(decoding: line, as: UTF8.self).unicodeScalars.filter(\.isPrintable)
        .split(separator: " ").map { String($0) }.joined(separator: " ")
    }
    return String((clean.first { !$0.isEmpty } ?? "").prefix(300))
  }
}

extension Unicode.Scalar {
  fileprivate var isPrintable: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
    default: true
    }
  }
}
