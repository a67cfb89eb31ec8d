extension UsernamePolicy {
  /// 6 to 20 letters, digits, `_`, `-` and `.`; no name of the operators of the site or the system.
  public static let standard: UsernamePolicy = {
    var policy = UsernamePolicy()
    policy.reserved = ReservedNames.mailboxes.union(ReservedNames.system)
    policy.reservedWithNumbers = ReservedNames.operators
    return policy
  }()

  /// The names that Debian's `adduser` and `useradd` and systemd's strict mode all accept for a
  /// system account: 1 to 31 lower-case letters, digits, `_` and `-`, beginning with a letter or
  /// `_`; not one of the system's own names.
  public static let posix: UsernamePolicy = {
    var policy = UsernamePolicy(
      minimumLength: 1, maximumLength: 31, additionalCharacters: ["_", "-"])
    policy.isLowercaseOnly = true
    policy.start = .letterOrUnderscore
    policy.reserved = ReservedNames.system
    return policy
  }()

  /// A name that can be part of a web address: 3 to 30 letters, digits, `_` and `-`, beginning with
  /// a letter or a digit. Names that look like a part of the site or its owner are refused.
  public static let web: UsernamePolicy = {
    var policy = UsernamePolicy(
      minimumLength: 3, maximumLength: 30, additionalCharacters: ["_", "-"])
    policy.start = .letterOrDigit
    policy.reserved = ReservedNames.mailboxes.union(ReservedNames.web).union(ReservedNames.system)
    policy.reservedWithNumbers = ReservedNames.operators
    return policy
  }()

  /// A name in any one alphabet, by RFC 8265 (PRECIS): 2 to 32 letters and digits, `_`, `-`, `.`,
  /// `@` and `+`, a letter or a digit first; reserved are the names of ``standard``.
  ///
  /// Narrower than the RFC on purpose: other signs of ASCII have meanings in paths, shells and
  /// account files, and letters of several alphabets in one name are there to deceive. Whole names
  /// of another alphabet that look alike (`сосо` in Cyrillic) are not recognised.
  public static let precis: UsernamePolicy = {
    var policy = UsernamePolicy(
      minimumLength: 2, maximumLength: 32, additionalCharacters: ["_", "-", ".", "@", "+"])
    policy.characterSet = .precis
    policy.start = .letterOrDigit
    policy.reserved = standard.reserved
    policy.reservedWithNumbers = standard.reservedWithNumbers
    return policy
  }()
}
