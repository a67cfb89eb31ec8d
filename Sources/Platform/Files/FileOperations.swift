/// The steps of reading and replacing a file that may fail because of a bad or full disk.
///
/// They are values, which a test can make fail one by one. Like the system calls, they return a
/// negative number and set `errno`.
package struct FileOperations: Sendable {
  var readBytes: @Sendable (_ file: CInt, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int
  var writeBytes: @Sendable (_ file: CInt, _ bytes: UnsafeRawPointer, _ count: Int) -> Int
  var synchronize: @Sendable (_ file: CInt) -> CInt
  var replace: @Sendable (_ old: String, _ new: String) -> CInt
  /// Gives a file, which may have no name, a name that must be free.
  var link: @Sendable (_ old: String, _ new: String) -> CInt
  /// Writes into the middle of a file.
  var overwrite:
    @Sendable (_ file: CInt, _ bytes: UnsafeRawPointer, _ count: Int, _ offset: Int) -> Int
  /// Truncates a file.
  var truncate: @Sendable (_ file: CInt, _ size: Int) -> CInt
  /// Copies the attributes of an old file to a new one; throws if any cannot be kept.
  var takeOver:
    @Sendable (_ old: CInt, _ oldPath: String, _ new: CInt, _ newPath: String) throws(FileFailure)
      -> Void = { (old, oldPath, new, newPath) throws(FileFailure) in
        try FileAttributes.copy(from: old, oldPath, to: new, newPath)
      }
  /// Takes a lock that is free, or fails with `EWOULDBLOCK`.
  var lock: @Sendable (_ file: CInt) -> CInt
  /// Pauses before the next attempt.
  var pause: @Sendable () -> Void
  /// Called once when a lock has been waited for longer than writing takes.
  package var waiting: @Sendable (_ path: String) -> Void = { _ in }
  /// Must make the given change and return its result, or return -1 without changing anything.
  package var commit: @Sendable (_ change: () -> CInt) -> CInt = { $0() }

  /// The system's operations.
  package static let live = FileOperations(
    readBytes: { read($0, $1, $2) }, writeBytes: { write($0, $1, $2) }, synchronize: { fsync($0) },
    replace: { rename($0, $1) }, link: { linkat(AT_FDCWD, $0, AT_FDCWD, $1, AT_SYMLINK_FOLLOW) },
    overwrite: { pwrite($0, $1, $2, off_t($3)) }, truncate: { ftruncate($0, off_t($1)) },
    lock: { flock($0, LOCK_EX | LOCK_NB) }, pause: { usleep(5_000) })

  /// The maximum number of attempts to take a lock: ten seconds of `pause`.
  static let lockTries = 2_000
  /// The number of attempts before `waiting` is called: a quarter of a second.
  static let quietTries = 50
}

extension FileOperations {
  /// Flushes a file to disk, again after a signal. Returns -1, with an `errno`, on failure.
  func synchronizeWholly(_ file: CInt) -> CInt {
    while synchronize(file) != 0 { if errno != EINTR { return -1 } }
    return 0
  }

  /// Writes all bytes to a file; returns -1, with an `errno`, on failure.
  func writeWholly(_ file: CInt, _ bytes: [UInt8]) -> CInt {
    let count = bytes.withUnsafeBytes { bytes in
      Descriptor.writeAll(bytes) { start, count, _ in writeBytes(file, start, count) }
    }
    return count == bytes.count ? 0 : -1
  }

  /// Writes all bytes at an offset of a file; returns -1, with an `errno`, on failure.
  func overwriteWholly(_ file: CInt, _ bytes: [UInt8], at start: Int) -> CInt {
    let count = bytes.withUnsafeBytes { bytes in
      Descriptor.writeAll(bytes) { overwrite(file, $0, $1, start + $2) }
    }
    return count == bytes.count ? 0 : -1
  }

  /// Truncates a file; returns -1, with an `errno`, on failure.
  func truncateWholly(_ file: CInt, to size: Int) -> CInt {
    while truncate(file, size) != 0 { if errno != EINTR { return -1 } }
    return 0
  }
}
