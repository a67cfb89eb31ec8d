import Credentials

/// Accounts in a table of PostgreSQL, which any number of machines share.
///
///     let store = PostgresAccountStore("host=db dbname=accounts")
///     try store.createTable()
///     try store.add("ann", password: "correct horse battery")
///
/// A name is unique because the database says so: of two machines that add it at the same time one
/// succeeds, and the other gets ``AccountError/taken(username:)``. Passwords are hashed here, as for
/// an account file, so the database and its log see no password.
public final class PostgresAccountStore: AccountStore {
  private let database: Database
  private let hasher: PasswordHasher
  /// A hash that no password matches, so that an unknown name takes as long as a known one.
  private let decoy: String

  /// Makes a store; the database is connected to when it is first needed.
  ///
  /// - Parameters:
  ///   - connection: The parameters of the connection, as psql takes them; the variables PGHOST,
  ///     PGDATABASE and so on hold for what is left out.
  ///   - hasher: Hashes new passwords.
  public init(_ connection: String = "", hasher: PasswordHasher = .yescrypt) {
    database = Database(connection)
    self.hasher = hasher
    let random = (0..<4).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 36) }.joined()
    decoy = (try? hasher.hash(random)) ?? ""
  }

  /// Makes the table, unless it is there.
  public func createTable() throws(AccountError) {
    try database.run(
      """
      CREATE TABLE IF NOT EXISTS accounts (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        key text NOT NULL UNIQUE, name text NOT NULL, hash text NOT NULL,
        created timestamptz NOT NULL DEFAULT now())
      """)
  }

  public func contains(_ username: String) throws(AccountError) -> Bool {
    let rows = try database.run("SELECT 1 FROM accounts WHERE key = $1", [try name(username).key])
    return !rows.values.isEmpty
  }

  public func add(_ username: String, password: String) throws(AccountError) {
    let (name, hash) = (try name(username), try self.hash(password))
    let rows = try database.run(
      "INSERT INTO accounts (key, name, hash) VALUES ($1, $2, $3) ON CONFLICT (key) DO NOTHING",
      [name.key, name.text, hash])
    if rows.changed == 0 { throw .taken(username: username) }
  }

  public func verify(_ username: String, password: String) throws(AccountError) -> Bool {
    let rows = try database.run(
      "SELECT hash FROM accounts WHERE key = $1", [try name(username).key])
    let hash = rows.values.first?[0]
    do throws(PasswordHashingError) {
      let isRight = try hasher.verify(password, hash ?? decoy)
      return isRight && hash != nil
    } catch {
      if case .unknownMethod = error { throw .uncheckable(username: username) }
      throw .invalidPassword(error)
    }
  }

  public func list() throws(AccountError) -> [Account] {
    let rows = try database.run("SELECT name, hash FROM accounts ORDER BY id")
    return rows.values.enumerated().map { Account(name: $1[0], hash: $1[1], line: $0 + 1) }
  }

  public func remove(_ username: String) throws(AccountError) {
    let rows = try database.run("DELETE FROM accounts WHERE key = $1", [try name(username).key])
    if rows.changed == 0 { throw .unknown(username: username) }
  }

  public func changePassword(of username: String, to password: String) throws(AccountError) {
    let (name, hash) = (try name(username), try self.hash(password))
    let rows = try database.run(
      "UPDATE accounts SET hash = $2 WHERE key = $1", [name.key, hash])
    if rows.changed == 0 { throw .unknown(username: username) }
  }

  private func name(_ text: String) throws(AccountError) -> AccountName {
    do throws(AccountName.Flaw) { return try AccountName(text) } catch {
      throw .invalidUsername(error)
    }
  }

  private func hash(_ password: String) throws(AccountError) -> String {
    do throws(PasswordHashingError) { return try hasher.hash(password) } catch {
      throw .invalidPassword(error)
    }
  }
}
