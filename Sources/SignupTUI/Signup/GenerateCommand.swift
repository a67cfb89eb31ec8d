/// `generate`: a random password that a policy accepts.
struct GenerateCommand: Command {
  /// The number of words or characters.
  var form = PasswordGenerator.Form.words(6)
  /// The policy for the password.
  var policy = PasswordPolicy.classic
  /// True if its bits are not reported.
  var isQuiet = false

  private static let words = Option<Int>.number(
    "--words", "N", 3...20, of: "words", help: "a passphrase of so many words (default: 6)")
  private static let length = Option<Int>.number(
    "--length", "N", 8...128, of: "characters", help: "so many random characters instead")
  private static let policy = Option.text(
    "--policy", "POLICY",
    help: "what it has to fulfil: classic (the default), passphrase, nist, nist2 for use with a "
      + "second factor, or password rules such as 'required: lower; minlength: 12'"
  ).completed(from: .words(PasswordPolicy.names))
  private static let quiet = OptionSpec.quiet("do not say how many bits it has")

  static let name = "generate"

  static let specification = CommandSpec(
    name: name, summary: "make a random password that sign-up accepts",
    purpose: "Make a random password that sign-up accepts.", synopsis: [],
    usages: [
      [.optional(words.spec), .optional(policy.spec), .optional(quiet)],
      [.required(length.spec), .optional(policy.spec), .optional(quiet)],
    ],
    options: [words.spec, length.spec, policy.spec, quiet],
    rules: [
      .apart([words.spec], [length.spec], because: "a password is of words or of characters")
    ],
    notes: [
      "The password is the one line on standard output; how many bits it has is said on standard "
        + "error. Words are ordinary English ones of four to eight letters from a list of its own, "
        + "\(PasswordGenerator.wordCount) in number, which makes \(bits) bits a word. The "
        + "randomness is the system's."
    ])

  private static let bits = tenths(PasswordGenerator.bitsPerWord)
}

extension GenerateCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    isQuiet = arguments.has(Self.quiet)
    if let count = try arguments[Self.words] { form = .words(count) }
    if let count = try arguments[Self.length] { form = .characters(count) }
    policy = try AccountOptions.policy(arguments)
  }

  @MainActor func run() throws -> ExitStatus {
    let bits = try Secrets.holding {
      let made = try PasswordGenerator(policy: policy).make(form)
      try OutputFailure.check(OutputDescriptor.output.write(Array("\(made.password)\n".utf8)))
      return made.bits
    }
    if !isQuiet { OutputDescriptor.error.report("\(Program.name): \(Self.tenths(bits)) bits.") }
    return .success
  }

  /// A number with one decimal, rounded down.
  private static func tenths(_ number: Double) -> String {
    let tenths = Int(number * 10)
    return "\(tenths / 10).\(tenths % 10)"
  }
}
