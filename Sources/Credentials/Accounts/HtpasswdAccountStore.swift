import Platform
import Reactive

/// Accounts in a two-field `name:hash` file that nginx, Apache, Dovecot and `htpasswd` read.
///
///     let path = try HtpasswdAccountStore.defaultPath(
///       folder: "my-site", environment: ["HOME": "/home/ann"])
///     path  // "/home/ann/.local/share/my-site/accounts"
///
///     let store = HtpasswdAccountStore(path: path)
///     try store.add("ann", password: "correct horse battery")
///
/// The new account is valid from the web server's next request on; no reload is needed. Names are
/// unique here regardless of case, but servers compare them byte for byte: only the spelling in the
/// file logs in. The file is created for its owner alone (0600). If an administrator changes its
/// mode or group so that a server can read it, later versions keep them, and its access-control
/// list and extended attributes.
///
/// Any number of threads and processes may add at once: the file is locked while it is read, the
/// name is checked and the file is replaced by a rename. No reader and no crash ever sees half a
/// file. Other names of the file (hard links) keep the old accounts.
///
/// A file that cannot be replaced is written in place: a file that is a mount point, one in a
/// folder where this user may not create files, and one whose owner, group or attributes this user
/// may not give to a new file. Until the change is done, a journal keeps it, next to the file with
/// the suffix `.viewmodelkit-change`, or in the folder for temporary files. If the program dies
/// meanwhile, the next one finishes the change.
///
/// Programs that do not take the lock (`htpasswd` for one) are not kept out. Any program that may
/// read the file may lock it (`flock`) and keep writers waiting. Files over 256 MiB are refused.
public struct HtpasswdAccountStore: AccountStore {
  /// The file by its given path; a symbolic link is followed and stays a link.
  public let path: String
  private let hasher: PasswordHasher
  private let operations: FileOperations
  private let creation: FileCreation
  private var writesInPlace = false
  /// Called under the lock by the change that makes the file.
  private var making: @Sendable () -> Void = {}
  /// The accounts of a store that has no file.
  private var memory: Locked<HtpasswdDocument>?

  /// The size of the largest file that is read.
  static let sizeLimit = 256 << 20

  /// Makes a store for a file, which need not exist, with the method to hash new passwords.
  public init(path: String, hasher: PasswordHasher = .yescrypt) {
    self.init(path: path, hasher: hasher, operations: .live)
  }

  /// Makes a store for a program that needs more control over its steps.
  ///
  /// - Parameters:
  ///   - creation: The attributes of a new file.
  ///   - writesInPlace: True to write an existing file in place and never replace it.
  ///   - waiting: Called once, from any thread, when another program has had the lock for a quarter
  ///     of a second.
  ///   - making: Called before the file is made, from any thread: by one program alone, however
  ///     many add the first account at once.
  ///   - commit: Must call its closure, which makes the change, and return its result; or return -1
  ///     to change nothing.
  package init(
    path: String, hasher: PasswordHasher, creation: FileCreation, writesInPlace: Bool = false,
    waiting: @escaping @Sendable () -> Void, making: @escaping @Sendable () -> Void = {},
    commit: @escaping @Sendable (_ change: () -> CInt) -> CInt
  ) {
    var operations = FileOperations.live
    operations.commit = commit
    operations.waiting = { _ in waiting() }
    self.init(path: path, hasher: hasher, operations: operations, creation: creation)
    (self.writesInPlace, self.making) = (writesInPlace, making)
  }

  init(
    path: String, hasher: PasswordHasher, operations: FileOperations,
    creation: FileCreation = FileCreation()
  ) {
    (self.path, self.hasher, self.operations, self.creation) = (path, hasher, operations, creation)
  }

  /// Makes a store without a file, which lives as long as its copies.
  init(keeping document: HtpasswdDocument, hasher: PasswordHasher) {
    self.init(path: "", hasher: hasher)
    memory = Locked(document)
  }

  /// Throws if accounts cannot be looked up and added here, as far as that can be known in advance.
  ///
  /// Reads the file, and makes and removes the file that would replace it, without its contents.
  /// Changes nothing, does not make a file that does not exist, and does not wait for a lock.
  public func check() throws(AccountError) {
    _ = try readIfThere()
    try rehearse()
  }

  /// Throws if the file cannot be written, which is better known before a password is hashed.
  private func rehearse() throws(AccountError) {
    guard memory == nil else { return }
    let file = try file(orElse: writeFailure)
    do throws(FileFailure) { try file.rehearse() } catch { throw writeFailure(error) }
  }

  /// Returns true if the file contains the name, in any case or Unicode form.
  ///
  /// Reads the file without taking the lock. A missing file contains no names.
  public func contains(_ username: String) throws(AccountError) -> Bool {
    try firstFree(of: [username]) == nil
  }

  /// Returns the first of several names that the file does not contain; reads the file once.
  public func firstFree(of usernames: [String]) throws(AccountError) -> String? {
    var keys: [String] = []
    for username in usernames { keys.append(try AccountName(checking: username).key) }
    let taken = try readIfThere()?.keys ?? []
    return zip(usernames, keys).first { !taken.contains($0.1) }?.0
  }

  /// Appends an account, or throws and leaves the file as it was.
  ///
  /// Hashes before taking the lock, so that others wait for a few milliseconds at most. Stops
  /// waiting for the lock after ten seconds and throws ``AccountError/locked(path:)``.
  public func add(_ username: String, password: String) throws(AccountError) {
    let name = try AccountName(checking: username)
    // Saves hashing for a name that is taken; the check that counts is the one under the lock.
    guard try !contains(username) else { throw .taken(username: username) }
    try rehearse()
    let hash = try makeHash(of: password)
    try change { document throws(AccountError) in
      guard document.entries(forKey: name.key).isEmpty else { throw .taken(username: username) }
      document.append(name: name.text, hash: hash)
    }
  }

  /// Returns true if the name exists and has this password.
  ///
  /// If accounts differ only in case, as other programs may write them, it checks the one spelled
  /// like the argument. Throws ``AccountError/uncheckable(username:)`` for a hash of an unknown
  /// kind, ``AccountError/tooExpensive(username:seconds:)`` for one that demands more than a few
  /// seconds of work, and ``AccountError/unreadable(path:reason:)`` if there is no file.
  ///
  /// An unknown name costs as much as a wrong password: it is tried against the hash of an account,
  /// always the same one for each name. Over many names the times are distributed as for those in
  /// the file. A locked account is like an unknown name.
  public func verify(_ username: String, password: String) throws(AccountError) -> Bool {
    let name = try AccountName(checking: username)
    let document = try readExisting()
    let hash = document.entries(of: name).first.map { document.text($0.hash) }
      .flatMap { PasswordScheme(hash: $0) == .locked ? nil : $0 }
    // Looked for even if it is not needed, since that takes its time in a large file.
    let decoy = document.decoy(for: name, where: hasher.canVerify) ?? hasher.decoy
    do throws(PasswordHashingError) {
      return try hasher.verify(password, hash ?? decoy) && hash != nil
    } catch {
      guard hash == nil, error == .unknownMethod else {
        throw AccountError(checking: username, error)
      }
    }
    // The text only looked like a hash.
    do throws(PasswordHashingError) {
      _ = try hasher.verify(password, hasher.decoy)
      return false
    } catch { throw AccountError(checking: username, error) }
  }

  /// Returns all accounts, in the order of their lines.
  ///
  /// Throws ``AccountError/unreadable(path:reason:)`` if the file is missing: a misspelled path is
  /// not an empty list.
  public func list() throws(AccountError) -> [Account] {
    let document = try readExisting()
    return document.entries.map { Account($0, of: document) }
  }

  /// Removes the line of an account, or throws and leaves the file as it was.
  ///
  /// All lines of that spelling go, because a server would read the next one otherwise.
  public func remove(_ username: String) throws(AccountError) { _ = try takeOut(username) }

  /// Removes an account as ``remove(_:)`` does, and returns what ``putBack(_:)`` takes.
  public func takeOut(_ username: String) throws(AccountError) -> RemovedAccount {
    _ = try readExisting().accounts(typed: username)
    var removed: RemovedAccount?
    try change { document throws(AccountError) in
      let entries = try document.accounts(typed: username)
      let spelling = document.text(entries[0].name)
      let key = AccountName.key(of: spelling.normalizedNFC)
      let lines = RemovedLines(taking: entries, key: key, of: &document)
      removed = RemovedAccount(name: spelling, lines: lines)
    }
    guard let removed else { throw .unknown(username: username) }
    return removed
  }

  /// Puts the lines of a removed account back, byte for byte: at their old position or, if the file
  /// has changed, next to the nearest of their old neighbours that still exists.
  ///
  /// Throws ``AccountError/taken(username:)`` if another account has taken the name meanwhile, and
  /// ``AccountError/unreadable(path:reason:)`` if the file no longer exists.
  public func putBack(_ account: RemovedAccount) throws(AccountError) {
    _ = try readExisting()
    let key = AccountName.key(of: account.name.normalizedNFC)
    try change { document throws(AccountError) in
      guard account.lines.putBack(key: key, into: &document) else {
        throw .taken(username: account.name)
      }
    }
  }

  /// Writes the hash of a new password into the line of an account, or throws and leaves the file
  /// as it was.
  ///
  /// All lines of that spelling get it, so that the old password opens none of them. The lines keep
  /// their further fields.
  public func changePassword(of username: String, to password: String) throws(AccountError) {
    _ = try readExisting().accounts(typed: username)
    try rehearse()
    let hash = try makeHash(of: password)
    try change { document throws(AccountError) in
      document.replaceHash(of: try document.accounts(typed: username), by: hash)
    }
  }

  /// Returns the name of an account in the file's spelling, which servers require.
  ///
  /// Throws as ``remove(_:)`` does.
  package func spelling(of username: String) throws(AccountError) -> String {
    try account(username).name
  }

  /// Returns an account of the file: the first one, if several lines are spelled the same.
  ///
  /// Throws as ``remove(_:)`` does.
  package func account(_ username: String) throws(AccountError) -> Account {
    let document = try readExisting()
    let found = try document.accounts(typed: username)
    guard let first = found.first else { throw .unknown(username: username) }
    return Account(first, of: document)
  }

  /// Returns a hash of the password that fits into the file.
  private func makeHash(of password: String) throws(AccountError) -> String {
    let hash: String
    do throws(PasswordHashingError) {
      hash = try hasher.hash(password)
    } catch { throw AccountError(hashing: error) }
    guard memory != nil || HtpasswdAccountStore.isWritable(hash) else {
      throw .invalidPassword(.unavailable(reason: "the hash cannot be stored in an account file"))
    }
    return hash
  }

  /// Replaces the file by the result of a closure, while no other writer can.
  private func change(
    _ body: (inout HtpasswdDocument) throws(AccountError) -> Void
  ) throws(AccountError) {
    if let memory {
      return try memory.withLock { document throws(AccountError) in try body(&document) }
    }
    try file(orElse: writeFailure).update(failure: writeFailure) { bytes throws(AccountError) in
      var document = HtpasswdDocument(bytes: bytes ?? [])
      try body(&document)
      if bytes == nil { making() }
      return document.bytes
    }
  }

  /// Returns false for the failure tokens of `crypt` (`*0`), locked accounts (`!…`) and line
  /// breaks.
  private static func isWritable(_ hash: String) -> Bool {
    guard let first = hash.utf8.first, first != UInt8(ascii: "*"), first != UInt8(ascii: "!")
    else { return false }
    return hash.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") }
  }

  /// Returns the accounts of the file, which has to exist.
  private func readExisting() throws(AccountError) -> HtpasswdDocument {
    guard let document = try readIfThere() else { throw missing }
    return document
  }

  /// The error if there is no file.
  package var missing: AccountError { .unreadable(path: path, reason: "there is no such file") }

  /// Returns the accounts of the file; nil if there is no file.
  private func readIfThere() throws(AccountError) -> HtpasswdDocument? {
    if let memory { return memory.withLock { $0 } }
    let file = try file(orElse: readFailure)
    do throws(FileFailure) {
      guard let bytes = try file.read() else { return nil }
      let document = HtpasswdDocument(bytes: bytes)
      guard let foreignness = document.foreignness else { return document }
      throw FileFailure(path: path, reason: foreignness)
    } catch { throw readFailure(error) }
  }

  private func file(orElse failure: (FileFailure) -> AccountError) throws(AccountError)
    -> AtomicFile
  {
    do throws(FileFailure) {
      var file = try AtomicFile(path: path)
      file.operations = operations
      file.creation = creation
      file.writesInPlace = writesInPlace
      file.sizeLimit = HtpasswdAccountStore.sizeLimit
      return file
    } catch { throw failure(error) }
  }

  private func readFailure(_ failure: FileFailure) -> AccountError {
    .unreadable(path: failure.path, reason: failure.reason)
  }

  private func writeFailure(_ failure: FileFailure) -> AccountError {
    failure.isLocked
      ? .locked(path: failure.path) : .cannotWrite(path: failure.path, reason: failure.reason)
  }
}

extension HtpasswdAccountStore {
  /// The default path of a program's account file: `accounts` in its folder of `$XDG_DATA_HOME`,
  /// or of `$HOME/.local/share`.
  ///
  /// As in the XDG base directory specification, an empty or relative `XDG_DATA_HOME` counts as not
  /// set.
  ///
  /// - Parameters:
  ///   - folder: The name of the program's folder.
  ///   - environment: The variables of the environment.
  /// - Throws: ``AccountError/noDefaultPath`` if neither variable helps.
  public static func defaultPath(
    folder: String, environment: [String: String]
  ) throws(AccountError) -> String {
    guard let data = UserFolder.data(environment) else { throw .noDefaultPath }
    return "\(data)/\(folder)/accounts"
  }
}

extension AccountName {
  /// Makes the name of an account, with a flaw reported as the store's error.
  init(checking username: String) throws(AccountError) {
    do throws(Flaw) { try self.init(username) } catch { throw .invalidUsername(error) }
  }
}

extension Account {
  fileprivate init(_ entry: HtpasswdDocument.Entry, of document: HtpasswdDocument) {
    self.init(name: document.text(entry.name), hash: document.text(entry.hash), line: entry.number)
  }
}

extension HtpasswdDocument {
  /// Returns the lines of the account that a name means: those with the exact spelling, otherwise
  /// those with its key. Ignores blanks around names, which other programs may have written.
  fileprivate func accounts(typed username: String) throws(AccountError) -> [Entry] {
    let all = entries
    var found = all.filter { text($0.name).utf8.elementsEqual(username.utf8) }
    if found.isEmpty {
      let name = try AccountName(checking: username)
      found = entries(of: name)
      if found.first.map({ text($0.name).utf8.elementsEqual(name.text.utf8) }) != true {
        found = all.filter { entry in
          found.contains(entry) || trimmedKey(of: bytes[entry.name]) == name.key
        }
      }
    }
    guard let first = found.first else { throw .unknown(username: username) }
    guard found.allSatisfy({ bytes[$0.name].elementsEqual(bytes[first.name]) }) else {
      throw .ambiguous(username: username, spellings: found.map { text($0.name) })
    }
    return found
  }

  /// Returns the key of a name without the blanks at its ends; nil if it has none.
  private func trimmedKey(of name: ArraySlice<UInt8>) -> String? {
    // White space is below `!` or takes several bytes.
    func canBeBlank(_ byte: UInt8?) -> Bool { byte.map { $0 <= 0x20 || $0 >= 0x80 } ?? false }
    guard canBeBlank(name.first) || canBeBlank(name.last) else { return nil }
    let text = String(decoding: name, as: UTF8.self)
    let trimmed = text.unicodeScalars.trimmed
    guard trimmed.count < text.unicodeScalars.count else { return nil }
    return AccountName.key(of: String(trimmed).normalizedNFC)
  }
}

extension String.UnicodeScalarView {
  /// The scalars without white space at both ends.
  fileprivate var trimmed: SubSequence {
    var rest = self[...]
    while rest.first?.properties.isWhitespace == true { rest.removeFirst() }
    while rest.last?.properties.isWhitespace == true { rest.removeLast() }
    return rest
  }
}
