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

  /// Makes an empty one, for its owner alone.
  init(beside other: String) throws(FileFailure) {
    while true {
      let suffix = (0..<Self.letterCount).map { _ in Self.letters.randomElement()! }
      let path = other + Self.infix + String(suffix)
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      if file >= 0 {
        (self.path, self.file) = (path, file)
        return
      }
      guard errno == EEXIST || errno == EINTR else {
        throw FileFailure(path: FilePath.folder(of: other))
      }
    }
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
