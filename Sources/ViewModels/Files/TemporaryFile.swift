#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A new and private file beside another, under a name that nobody can guess and take first.
struct TemporaryFile {
  let path: String
  let file: CInt

  private static let infix = ".new."
  private static let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
  private static let letterCount = 8

  private init(path: String, file: CInt) {
    self.path = path
    self.file = file
  }

  /// Makes an empty one, for its owner alone.
  init(beside other: String) throws(FileFailure) {
    while true {
      let path = Self.name(beside: other)
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      if file >= 0 {
        self.init(path: path, file: file)
        return
      }
      guard errno == EEXIST || errno == EINTR else {
        throw FileFailure(path: FilePath.folder(of: other))
      }
    }
  }

  /// Makes an empty one, for its owner alone, that has no name before ``giveName()``: nothing is
  /// left of it if the program is killed.
  ///
  /// Where the system or the file system knows no such files, it has its name at once.
  init(unnamedBeside other: String) throws(FileFailure) {
    #if os(Linux)
      // The system's name for it is a macro that Swift does not import.
      let temporary: CInt = 0o20_000_000 | O_DIRECTORY
      let file = open(FilePath.folder(of: other), temporary | O_WRONLY | O_CLOEXEC, 0o600)
      if file >= 0, access(Self.link(to: file), F_OK) == 0 {
        self.init(path: Self.name(beside: other), file: file)
        return
      }
      if file >= 0 { close(file) }
    #endif
    try self.init(beside: other)
  }

  /// Gives the file its name, if it has none yet; false where that fails, as `errno` says.
  func giveName() -> Bool {
    #if os(Linux)
      var status = stat()
      guard fstat(file, &status) == 0 else { return false }
      return status.st_nlink > 0
        || linkat(AT_FDCWD, Self.link(to: file), AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
    #else
      return true
    #endif
  }

  /// What leads to an open file without a name.
  private static func link(to file: CInt) -> String { "/proc/self/fd/\(file)" }

  /// A name that nobody can guess.
  private static func name(beside other: String) -> String {
    other + infix + String((0..<letterCount).map { _ in letters.randomElement()! })
  }

  /// Lets go of the file, and of its name if it has that one still.
  func remove() {
    unlink(path)
    close(file)
  }

  /// Removes what writers that died have left behind.
  ///
  /// To be called by the one who has the lock: nobody else then has such a file, but for somebody
  /// who makes the first one and will try again.
  static func removeLeftovers(beside other: String) {
    let name = FilePath.name(of: other) + infix
    for entry in FilePath.names(in: FilePath.folder(of: other)) where entry.hasPrefix(name) {
      let suffix = entry.dropFirst(name.count)
      guard suffix.count == letterCount, suffix.allSatisfy(letters.contains) else { continue }
      unlink(FilePath.folder(of: other) + "/" + entry)
    }
  }
}
