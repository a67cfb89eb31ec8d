#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The steps of reading and replacing a file that a bad or full disk can hit.
///
/// They are values so that a test can make each of them fail. Like the calls they stand for, they
/// return a negative number and set `errno`.
struct FileOperations: Sendable {
  var readBytes: @Sendable (_ file: CInt, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int
  var writeBytes: @Sendable (_ file: CInt, _ bytes: UnsafeRawPointer, _ count: Int) -> Int
  var synchronize: @Sendable (_ file: CInt) -> CInt
  var replace: @Sendable (_ old: String, _ new: String) -> CInt
  /// Gives a file a second name, which must be free.
  var link: @Sendable (_ old: String, _ new: String) -> CInt
  /// Takes a lock that is free, or fails with `EWOULDBLOCK`.
  var lock: @Sendable (_ file: CInt) -> CInt
  /// Waits a little before the next try.
  var pause: @Sendable () -> Void
  /// Is called once when a lock has been waited for longer than a writer takes.
  var waiting: @Sendable (_ path: String) -> Void = { _ in }

  /// The system's own.
  static let live = FileOperations(
    readBytes: { read($0, $1, $2) },
    writeBytes: { write($0, $1, $2) },
    synchronize: { fsync($0) },
    replace: { rename($0, $1) },
    link: { systemLink($0, $1) },
    lock: { flock($0, LOCK_EX | LOCK_NB) },
    pause: { usleep(5_000) })

  /// How often a lock is tried for before it is given up: ten seconds' worth of `pause`.
  static let lockTries = 2_000
  /// How many of them nothing is said of: a quarter of a second.
  static let quietTries = 50
}

/// `link(2)`, which the property of the same name hides.
private func systemLink(_ old: String, _ new: String) -> CInt { link(old, new) }
