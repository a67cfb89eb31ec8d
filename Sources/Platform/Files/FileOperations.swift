/// The steps of reading and replacing a file that a bad or full disk can hit.
///
/// They are values so that a test can make each of them fail. Like the calls they stand for, they
/// return a negative number and set `errno`.
package struct FileOperations: Sendable {
  var readBytes: @Sendable (_ file: CInt, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int
  var writeBytes: @Sendable (_ file: CInt, _ bytes: UnsafeRawPointer, _ count: Int) -> Int
  var synchronize: @Sendable (_ file: CInt) -> CInt
  var replace: @Sendable (_ old: String, _ new: String) -> CInt
  /// Gives a file, which may have no name, one that must be free.
  var link: @Sendable (_ old: String, _ new: String) -> CInt
  /// Writes into the midst of a file.
  var overwrite:
    @Sendable (_ file: CInt, _ bytes: UnsafeRawPointer, _ count: Int, _ offset: Int) -> Int
  /// Cuts a file off.
  var truncate: @Sendable (_ file: CInt, _ size: Int) -> CInt
  /// Gives a new file what an old one is besides its bytes, or throws what of it cannot be kept.
  var takeOver:
    @Sendable (_ old: CInt, _ oldPath: String, _ new: CInt, _ newPath: String) throws(FileFailure)
      -> Void = { (old, oldPath, new, newPath) throws(FileFailure) in
        try FileAttributes.copy(from: old, oldPath, to: new, newPath)
      }
  /// Takes a lock that is free, or fails with `EWOULDBLOCK`.
  var lock: @Sendable (_ file: CInt) -> CInt
  /// Waits a little before the next try.
  var pause: @Sendable () -> Void
  /// Is called once when a lock has been waited for longer than a writer takes.
  package var waiting: @Sendable (_ path: String) -> Void = { _ in }
  /// Has to make the change that it gets and return its result; or returns -1, and nothing is
  /// changed.
  package var commit: @Sendable (_ change: () -> CInt) -> CInt = { $0() }

  /// The system's own.
  package static let live = FileOperations(
    readBytes: { read($0, $1, $2) }, writeBytes: { write($0, $1, $2) }, synchronize: { fsync($0) },
    replace: { rename($0, $1) }, link: { linkat(AT_FDCWD, $0, AT_FDCWD, $1, AT_SYMLINK_FOLLOW) },
    overwrite: { pwrite($0, $1, $2, off_t($3)) }, truncate: { ftruncate($0, off_t($1)) },
    lock: { flock($0, LOCK_EX | LOCK_NB) }, pause: { usleep(5_000) })

  /// The number of tries for a lock before it is given up: ten seconds of `pause`.
  static let lockTries = 2_000
  /// The number of them before `waiting` is called: a quarter of a second.
  static let quietTries = 50
}

extension FileOperations {
  /// Brings a file to the disk; a signal only interrupts that. Returns -1 as `errno` says.
  func synchronizeWholly(_ file: CInt) -> CInt {
    while synchronize(file) != 0 { if errno != EINTR { return -1 } }
    return 0
  }

  /// Writes all bytes to a file; returns -1 as `errno` says.
  func writeWholly(_ file: CInt, _ bytes: [UInt8]) -> CInt {
    let count = bytes.withUnsafeBytes { bytes in
      Descriptor.writeAll(bytes) { start, count, _ in writeBytes(file, start, count) }
    }
    return count == bytes.count ? 0 : -1
  }

  /// Writes all bytes at an offset of a file; returns -1 as `errno` says.
  func overwriteWholly(_ file: CInt, _ bytes: [UInt8], at start: Int) -> CInt {
    let count = bytes.withUnsafeBytes { bytes in
      Descriptor.writeAll(bytes) { overwrite(file, $0, $1, start + $2) }
    }
    return count == bytes.count ? 0 : -1
  }

  /// Cuts a file off; returns -1 as `errno` says.
  func truncateWholly(_ file: CInt, to size: Int) -> CInt {
    while truncate(file, size) != 0 { if errno != EINTR { return -1 } }
    return 0
  }
}
