import Platform

/// The program of a form's rule, run without a shell and for so long at most.
struct RuleProgram: Sendable {
  /// The longest time that it may take.
  var patience: Duration = .seconds(10)

  /// The most bytes that are kept of what it says.
  private static let largestAnswer = 4096

  /// Runs a program with its arguments, blocking its thread.
  ///
  /// - Parameter words: The program, by a path or by a name that `PATH` leads to, and its
  ///   arguments.
  /// - Returns: Nil if it ends with status 0; else the first line that it has written to standard
  ///   output, or else to standard error, which may be none; or the reason why it did not run.
  func problem(_ words: [String]) -> String? {
    let nothing = Descriptor.open("/dev/null", O_RDONLY)
    guard nothing >= 0 else { return failure(words, errno) }
    defer { Descriptor.close(nothing) }
    guard let output = PrivatePipe(blocks: false) else { return failure(words, errno) }
    defer { Descriptor.close(output.output) }
    guard let complaints = PrivatePipe(blocks: false) else {
      let code = errno
      Descriptor.close(output.input)
      return failure(words, code)
    }
    defer { Descriptor.close(complaints.output) }
    var process: pid_t = 0
    let code = ChildProgram.start(
      words[0], Array(words.dropFirst()), environment: ChildProgram.allVariables, input: nothing,
      output: output.input, complaints: complaints.input, leadsGroup: true, &process)
    Descriptor.close(output.input)
    Descriptor.close(complaints.input)
    guard code == 0 else { return failure(words, code) }
    return answer(of: process, words, [output.output, complaints.output])
  }

  private func answer(of process: pid_t, _ words: [String], _ pipes: [CInt]) -> String? {
    let deadline = ContinuousClock.now + patience
    var texts: [[UInt8]] = [[], []]
    var status: CInt = 0
    while true {
      // Programs that it has started may keep the pipes open, so that its own end counts.
      let ended = waitpid(process, &status, WNOHANG)
      for (index, pipe) in pipes.enumerated() { Self.drain(pipe, into: &texts[index]) }
      if ended == process || (ended < 0 && errno != EINTR) { break }
      guard ContinuousClock.now < deadline else {
        // With all that it has started and that is still about.
        kill(-process, SIGKILL)
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return "\(words[0]) took longer than \(patience.components.seconds) seconds"
      }
      var entries = pipes.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      // At the end of both pipes poll would not wait.
      let areOpen = entries.withUnsafeMutableBufferPointer { poll($0.baseAddress, 2, 20) } >= 0
      if !areOpen || entries.contains(where: { $0.revents & Int16(POLLHUP) != 0 }) {
        poll(nil, 0, 2)
      }
    }
    guard status != 0 else { return nil }
    let lines = texts.map(Self.firstLine)
    return lines[0].isEmpty ? lines[1] : lines[0]
  }

  /// Reads what there is; what is too much is dropped, so that the program need not wait for it.
  private static func drain(_ pipe: CInt, into text: inout [UInt8]) {
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Descriptor.read(pipe, &chunk, chunk.count)
      guard count > 0 else { return }
      text += chunk[..<count].prefix(max(0, largestAnswer - text.count))
    }
  }

  /// The first line with a word in it, without what a terminal would act on.
  private static func firstLine(_ bytes: [UInt8]) -> String {
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    let clean = lines.lazy.map { line in
      String(String.UnicodeScalarView(line.unicodeScalars.filter(\.isPrintable)))
        .split(separator: " ").joined(separator: " ")
    }
    return String((clean.first { !$0.isEmpty } ?? "").prefix(300))
  }

  private func failure(_ words: [String], _ code: CInt) -> String {
    "\(words[0]) could not be run: \(SystemError(code).reason)"
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
