/// `generate`: a random password that a policy accepts.
struct GenerateCommand: Command {
  /// The number of words or characters.
  var form = PasswordGenerator.Form.words(6)
  /// The policy for the password.
  var policy = PasswordPolicy.classic
  /// True if its bits are not reported.
  var isQuiet = false

  private static let words = Option<Int>.number(
    "--words", "N", 3...20, of: "words", help: "generate a passphrase of N words (default: 6)")
  private static let length = Option<Int>.number(
    "--length", "N", 8...128, of: "characters", help: "generate N random characters instead")
  private static let policy = Option.text(
    "--policy", "POLICY",
    help: "meet this password policy: classic (default), passphrase, nist, nist2 or rules"
  ).completed(from: .words(PasswordPolicy.names))
  private static let quiet = OptionSpec.quiet("do not print how many bits it has")

  static let name = "generate"

  static let specification = CommandSpec(
    name: name, summary: "generate a random password",
    purpose: "Generate a random password that sign-up accepts, and print it.", synopsis: [],
    usages: [
      [.optional(words.spec), .optional(policy.spec), .optional(quiet)],
      [.required(length.spec), .optional(policy.spec), .optional(quiet)],
    ],
    options: [words.spec, length.spec, policy.spec, quiet],
    rules: [
      .apart([words.spec], [length.spec], because: "a password is made of words or of characters")
    ],
    notes: ["The number of bits of randomness is printed on standard error."],
    examples: [
      "generate --words 5 --policy passphrase": "generate five words",
      "generate --length 16": "generate 16 characters",
    ])
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
