/// Accounts as lines of JSON, the same wherever they are listed.
enum AccountJSON {
  /// A line as the help of commands shows it, and what it says.
  static let note =
    #"A line of JSON is {"name":"ann","access":"open","scheme":"yescrypt","strength":"strong"}"#
    + " (of accounts also \"line\", the line of the file): the name, what opens the account, how the password is hashed, and how strong such a hash "
    + "is, null where that is not known. open is who gets in with the right password, closed whom "
    + "no password lets in (the hash is empty, or begins with ! or *), unknown who has a hash of a "
    + "method that is not known here, though a server may know it. weak is a hash of an old method, "
    + "such as apr1 or {SHA}, which is quick to break, fair one that asks for little work, as "
    + "htpasswd makes them, unless told otherwise."

  /// Writes accounts to standard output, a line each, without the lines of the file.
  static func write(_ accounts: [ListedAccount]) throws { try write(accounts.map(members)) }

  /// Writes the accounts of a file to standard output, a line each.
  static func write(_ accounts: [Account]) throws {
    try write(accounts.map { members(ListedAccount($0)) + [JSONMember("line", $0.line.json)] })
  }

  private static func members(_ account: ListedAccount) -> [JSONMember] {
    [
      JSONMember("name", account.name.json), JSONMember("access", account.access.rawValue.json),
      JSONMember("scheme", account.scheme.rawValue.json),
      JSONMember("strength", account.strength?.word.json ?? .null),
    ]
  }

  private static func write(_ accounts: [[JSONMember]]) throws {
    let lines = accounts.map { JSONValue.object($0).compactText + "\n" }
    try OutputFailure.check(OutputDescriptor.output.write(json: lines.joined()))
  }
}
