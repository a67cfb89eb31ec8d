/// The program of a form's rule, run without a shell and for so long at most.
struct RuleProgram: Sendable {
  /// The longest time that it may take.
  var timeout: Duration = .seconds(10)

  /// The most bytes that are kept of what it says.
  private static let largestAnswer = 4096

  /// Runs a program with its arguments, blocking its thread.
  ///
  /// - Parameter arguments: The program, by a path or by a name that `PATH` leads to, and its
  ///   arguments.
  /// - Returns: Nil if it ends with status 0; else the first line that it has written to standard
  ///   output, or else to standard error, which may be none; or the reason why it did not run.
  func problem(_ arguments: [String]) -> String? {
    let child = ChildProcess()
    do throws(SystemError) { try child.start(arguments, errorOutput: .read) } catch {
      return "\(arguments[0]) could not be run: \(error.reason)"
    }
    var texts: [ChildProcess.Channel: [UInt8]] = [:]
    // What is too much is dropped, so that the program need not wait for it.
    let end = child.read(within: timeout) { channel, bytes in
      let count = texts[channel]?.count ?? 0
      texts[channel, default: []] += bytes.prefix(max(0, Self.largestAnswer - count))
    }
    guard case .ended(let status) = end else {
      return "\(arguments[0]) took longer than \(timeout.components.seconds) seconds"
    }
    if status.isSuccess { return nil }
    let lines = [.output, .errorOutput].map { Self.firstLine(texts[$0] ?? []) }
    return lines[0].isEmpty ? lines[1] : lines[0]
  }

  /// The first line with a word in it, without what a terminal would act on.
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
