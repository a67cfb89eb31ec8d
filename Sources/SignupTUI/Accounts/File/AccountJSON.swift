/// Accounts as lines of JSON, the same wherever they are listed.
enum AccountJSON {
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
