/// The final messages of commands for accounts, and their exit statuses.
struct AccountReport: Equatable, Sendable {
  /// True if success is not reported.
  var isQuiet = false

  /// Reports success, unless `--quiet` is set. Failing to write the report is still a success.
  ///
  /// - Parameters:
  ///   - lines: The lines, of one or several sentences each.
  ///   - isInLines: True if no word may be broken at the terminal's edge. Commands are on separate
  ///     lines, so that users can copy them unchanged into a shell.
  func success(_ lines: [String], isInLines: Bool = false) -> ExitStatus {
    guard !isQuiet else { return .success }
    let width = isInLines && isatty(1) == 1 ? TerminalSettings().size.width : nil
    let lines = lines.flatMap { line in
      guard let width else { return [line] }
      guard line.hasBytes(of: " && ") else { return TextWrapping.lines(of: line, width: width) }
      var text = line
      if let colon = text.utf8.range(ofBytes: ": ") { text.replaceSubrange(colon, with: ":\n") }
      return text.replacingBytes("&& ", with: "&&\n").split(separator: "\n").map(String.init)
    }
    // If the reader is gone, this must still end in success.
    signal(SIGPIPE, SIG_IGN)
    if let code = OutputDescriptor.output.report(lines.joined(separator: "\n")) {
      OutputDescriptor.error.report(
        "SignupTUI: Cannot write to standard output (\(SystemError(code).reason)), but "
          + "this was done: \(lines.joined(separator: " "))")
    }
    return .success
  }

  /// Reports the reason why nothing was done.
  static func failure(_ error: AccountError) -> ExitStatus {
    if let field = error.signupIssue?.field {
      issue(field, error.description)
    } else {
      var hint = ""
      if case .invalidPassword(.unavailable) = error { hint = " Try another --hash." }
      OutputDescriptor.error.report("SignupTUI: \(error)\(hint)")
    }
    return error.exitStatus
  }

  /// Reports the error of a field, in a line for scripts.
  static func issue(_ field: SignupField, _ message: String) {
    let name = field.name
    // The field's name is printed once: “username: needs at least 6 characters.”
    let label = name.prefix(1).uppercased() + name.dropFirst() + " "
    let rest = message.hasPrefix(label) ? message.dropFirst(label.count) : message[...]
    OutputDescriptor.error.report("\(name): \(rest)\(rest.hasSuffix(".") ? "" : ".")")
  }

  /// Reports that the program waits for a lock, unless `--quiet` is set.
  func waiting(for path: String) {
    guard !isQuiet else { return }
    OutputDescriptor.error.report("SignupTUI: \(Self.waitingSentence(for: path))")
  }

  /// The sentence shown while waiting for a lock.
  static func waitingSentence(for path: String) -> String {
    "Waiting for another program, which has locked \(path)."
  }
}

extension AccountError {
  /// The exit status of a command that ends with this error.
  var exitStatus: ExitStatus {
    switch self {
    case .taken: .nameTaken
    case .unreadable, .cannotWrite, .locked, .noDefaultPath, .notSupported, .unavailable:
      .accountFile
    case .uncheckable, .tooExpensive, .outOfMemory: .accountFile
    case .unknown, .ambiguous, .invalidUsername, .invalidPassword: .failure
    }
  }
}

extension AccountReport { init(_ arguments: Arguments) { isQuiet = arguments.has(.quiet) } }
