/// A new and private file in another's folder, which replaces that one when it is complete.
///
/// On Linux it has no name until then: nothing is left of it however the program ends. If the
/// system or the file system does not support that, and briefly before its end, it has a unique
/// name that cannot be guessed, and a lock as long as its writer lives: a file with such a name and
/// without a lock is a leftover (`removeLeftovers(beside:)`).
struct TemporaryFile {
  /// The name that it has or will have.
  let path: String
  let file: CInt

  private init(path: String, file: CInt) { (self.path, self.file) = (path, file) }

  /// Makes an empty file that only its owner can use.
  init(beside other: String) throws(FileFailure) {
    #if os(Linux)
      let file = Descriptor.open(
        FilePath.folder(of: other), Descriptor.withoutName | O_WRONLY, mode: 0o600)
      if file >= 0, access(Self.link(to: file), F_OK) == 0 {
        // No other program can lock it: this fails only if locks are not supported.
        _ = flock(file, LOCK_EX | LOCK_NB)
        self.init(path: Self.name(beside: other), file: file)
        return
      }
      if file >= 0 { close(file) }
    #endif
    try self.init(namedBeside: other)
  }

  /// Makes an empty file that only its owner can use, with its name from the start.
  init(namedBeside other: String) throws(FileFailure) {
    while true {
      let path = Self.name(beside: other)
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      if file >= 0 {
        if Self.isHeld(file) {
          self.init(path: path, file: file)
          return
        }
        close(file)
      } else if errno != EEXIST, errno != EINTR {
        throw FileFailure(path: FilePath.folder(of: other))
      }
    }
  }

  /// Locks a new file; false if another program has removed it as a leftover.
  private static func isHeld(_ file: CInt) -> Bool {
    // Without locks, no other program can identify it as a leftover either.
    if flock(file, LOCK_EX | LOCK_NB) != 0 { return errno != EWOULDBLOCK }
    return linkCount(of: file) > 0
  }

  private static func linkCount(of file: CInt) -> Int {
    var status = stat()
    return fstat(file, &status) == 0 ? Int(status.st_nlink) : 0
  }

  /// Gives the file its temporary name, if it has none; false, with an `errno`, if that fails.
  func giveName() -> Bool { Self.linkCount(of: file) > 0 || isLinked(as: path) }

  /// Gives the file a name, which must be free, as its only one; false, with an `errno`, if that
  /// fails. No other program may do the same meanwhile.
  func takeName(_ name: String) -> Bool {
    guard Self.linkCount(of: file) > 0 else { return isLinked(as: name) }
    var status = stat()
    guard lstat(name, &status) != 0 else {
      errno = EEXIST
      return false
    }
    return rename(path, name) == 0
  }

  private func isLinked(as name: String) -> Bool {
    linkat(AT_FDCWD, Self.link(to: file), AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0
  }

  /// A path that leads to the file, whether it has a name or not.
  var source: String { Self.linkCount(of: file) > 0 ? path : Self.link(to: file) }

  /// Closes the file, and removes its temporary name if it has one.
  func remove() {
    unlink(path)
    close(file)
  }

  /// The path that leads to an open file without a name.
  private static func link(to file: CInt) -> String { "/proc/self/fd/\(file)" }

  // MARK: Names

  private static let marker = ".viewmodelkit-unfinished-"
  private static let letters = [UInt8]("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
  private static let letterCount = 26
  /// The maximum length of a name in file systems, in bytes.
  private static let longestName = 255

  /// A name that cannot be guessed.
  private static func name(beside other: String) -> String {
    FilePath.folder(of: other) + "/" + beginning(for: other)
      + String(decoding: (0..<letterCount).map { _ in letters.randomElement()! }, as: UTF8.self)
  }

  /// The beginning of all temporary names for a file: its own name, truncated to fit, and the
  /// marker.
  private static func beginning(for other: String) -> String {
    var name = FilePath.name(of: other).unicodeScalars
    let room = longestName - marker.utf8.count - letterCount
    while String(name).utf8.count > room { name.removeLast() }
    return String(name) + marker
  }

  // MARK: Leftovers

  /// Removes the leftovers of programs that died.
  ///
  /// A leftover has a name of this form, is a regular file with only that name, belongs to this
  /// user or to the owner of the other file, and is not locked by a living writer.
  static func removeLeftovers(beside other: String) {
    let (folder, beginning) = (FilePath.folder(of: other), beginning(for: other))
    var owners: Set<uid_t> = [geteuid()]
    var status = stat()
    if lstat(other, &status) == 0 { owners.insert(status.st_uid) }
    for name in FilePath.names(in: folder) ?? [] where name.utf8.starts(with: beginning.utf8) {
      let rest = name.utf8.dropFirst(beginning.utf8.count)
      guard rest.count == letterCount, rest.allSatisfy(letters.contains) else { continue }
      removeIfLeft(folder + "/" + name, by: owners)
    }
  }

  private static func removeIfLeft(_ path: String, by owners: Set<uid_t>) {
    var named = stat()
    // Avoids opening a device.
    guard lstat(path, &named) == 0, named.st_mode & S_IFMT == S_IFREG else { return }
    let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    var file = open(path, O_RDWR | flags)
    if file < 0, errno == EACCES { file = open(path, O_RDONLY | flags) }
    guard file >= 0 else { return }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1,
      owners.contains(status.st_uid), flock(file, LOCK_EX | LOCK_NB) == 0,
      FileAttributes.areSame(file, path)
    else { return }
    unlink(path)
  }
}
