/// The options that commands for accounts share.
enum AccountOptions {
  /// The file of the accounts.
  static let accounts = Option.file(
    "--accounts",
    help: "use this htpasswd file (default: ~/.local/share/\(Program.folder)/accounts)")

  /// The methods for hashing new passwords.
  static let schemes: KeyValuePairs<String, PasswordScheme> = [
    "yescrypt": .yescrypt, "sha512": .sha512, "bcrypt": .bcrypt,
  ]

  /// The method for hashing new passwords.
  static let hash = Option<PasswordScheme>.choice(
    "--hash", "KIND", among: schemes, usual: "yescrypt",
    help: "hash with yescrypt (default), sha512 or bcrypt")

  /// The policy for new passwords.
  static let policy = Option.text(
    "--policy", "POLICY",
    help: "accept passwords by this policy: classic (default), passphrase, nist, nist2 or rules"
  ).completed(from: .words(PasswordPolicy.names))

  /// The policy for new user names. Each is made when needed: hundreds of names are reserved.
  static let usernamePolicy = Option<@Sendable () -> UsernamePolicy>.choice(
    "--username-policy", "KIND",
    among: [
      "standard": { .standard }, "posix": { .posix }, "web": { .web }, "precis": { .precis },
    ],
    usual: "standard",
    help: "accept standard (default), posix, web or precis names"
  ).map { $0() }

  /// A password from standard input.
  static let passwordInput = OptionSpec(
    "--password-stdin", help: "read the password from the first line of standard input"
  ).ofCommandLineOnly

  /// The name of an account.
  static let name = CommandSpec.Operand(
    placeholder: "NAME", noun: "user", kind: .listed(.called(CompletionList.accounts.rawValue)))

  /// Returns the policy for new passwords.
  static func policy(_ arguments: Arguments) throws(UsageError) -> PasswordPolicy {
    guard let text = try arguments[policy] else { return .classic }
    do throws(PasswordRulesError) { return try PasswordPolicy(text) } catch {
      throw UsageError("--policy: \(error)")
    }
  }

  /// Returns the given path; nil for the default path.
  static func path(_ arguments: Arguments) throws(UsageError) -> String? {
    try arguments[accounts].map { text throws(UsageError) in try AccountPath.expanded(text) }
  }
}

/// The attributes of a new account file, and how an existing one is written, as given on the
/// command line.
struct CreationOptions: Equatable, Sendable {
  /// True if the file is written in place and never replaced.
  var writesInPlace = false
  /// The permissions; nil for the owner alone.
  var mode: UInt32?
  /// The number of the group; nil for the system's default.
  var group: UInt32?

  static let mode = Option<UInt32>.reading(
    "--mode", "MODE", as: "permissions from 600 to 664, such as 640",
    help: "set the mode of a new account file (default: 600)"
  ) { text in
    // The owner reads and writes, no user executes, and others do not write passwords.
    guard let mode = UInt32(text, radix: 8), mode & 0o600 == 0o600, mode & ~0o664 == 0 else {
      return nil
    }
    return mode
  }

  static let group = Option<SystemNames.Finding>.reading(
    "--group", "GROUP", as: "a group of this system",
    help: "let this group read a new account file"
  ) { text in SystemNames.group(named: text) }
  .completed(from: .groups)

  static let inPlace = OptionSpec(
    "--in-place",
    help: "write to the account file instead of replacing it")

  static let specs = [group.spec, mode.spec, inPlace]

  /// The attributes of a new file. A named group may read it, unless a mode forbids it.
  var creation: FileCreation {
    FileCreation(mode: mode ?? (group == nil ? 0o600 : 0o640), group: group)
  }
}

extension CreationOptions {
  init(_ arguments: Arguments) throws(UsageError) {
    writesInPlace = arguments.has(Self.inPlace)
    mode = try arguments[Self.mode]
    switch try arguments[Self.group] {
    case nil: break
    case .found(let number): group = number
    case .unknown: throw Self.groupError(arguments, "there is no such group")
    case .unavailable(let reason): throw Self.groupError(arguments, reason)
    }
  }

  private static func groupError(_ arguments: Arguments, _ reason: String) -> UsageError {
    let name = arguments.options[group.spec.name] ?? ""
    return UsageError(
      "--group takes a group of this system, not '\(name)' (\(reason)). 'getent group' lists them; "
        + "any number is accepted.")
  }
}

extension PasswordHasher {
  /// Returns the hasher for new passwords of one of the methods of `--hash`.
  static func of(_ scheme: PasswordScheme) -> PasswordHasher {
    switch scheme {
    case .sha512: .sha512Crypt()
    case .bcrypt: .bcrypt()
    default: .yescrypt
    }
  }

  /// Returns the method for an account's new password: that of the old one, so that the same
  /// servers can check it, or the default if `--hash` does not offer that.
  static func renewing(_ scheme: PasswordScheme) -> PasswordScheme {
    AccountOptions.schemes.contains { $0.value == scheme } ? scheme : .yescrypt
  }
}

extension PasswordScheme {
  /// The number of bytes of a password that it reads.
  var maximumPasswordBytes: Int { self == .bcrypt ? 72 : PasswordPolicy.maximumBytes }
}
