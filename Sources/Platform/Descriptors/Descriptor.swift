/// The system calls on descriptors, under names that methods of other types do not hide.
package enum Descriptor {
  /// Opens a file that no child process inherits; negative, with an `errno`, on failure.
  package static func open(_ path: String, _ flags: CInt, mode: mode_t = 0) -> CInt {
    systemOpen(path, flags | O_CLOEXEC, mode)
  }

  /// Closes a descriptor.
  package static func close(_ descriptor: CInt) { _ = systemClose(descriptor) }

  /// Unlocks a file and closes it. Closing it alone would leave the lock to a program that another
  /// thread is starting: until it is executed, it has a copy of every descriptor.
  package static func release(_ descriptor: CInt) {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Reads the available bytes, again after a signal; 0 at the end, negative on failure.
  package static func read(
    _ descriptor: CInt, _ bytes: UnsafeMutableRawPointer?, _ count: Int
  ) -> Int {
    while true {
      let length = systemRead(descriptor, bytes, count)
      if length >= 0 || errno != EINTR { return length }
    }
  }

  /// The status of a regular file; nil if the descriptor is not for one.
  package static func statusOfFile(_ descriptor: CInt) -> stat? {
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    return isFile ? status : nil
  }

  /// Fills a buffer by calls that each read some bytes, again after a signal.
  ///
  /// - Parameters:
  ///   - bytes: The buffer to fill.
  ///   - read: Reads at most `count` bytes to `start`, which is `offset` bytes after its beginning.
  /// - Returns: The number of bytes up to the end; nil, with an `errno`, if a call fails.
  package static func readAll(
    _ bytes: UnsafeMutableRawBufferPointer,
    _ read: (_ start: UnsafeMutableRawPointer, _ count: Int, _ offset: Int) -> Int
  ) -> Int? {
    var count = 0
    while count < bytes.count {
      let length = read(bytes.baseAddress! + count, bytes.count - count, count)
      if length == 0 { break }
      if length > 0 { count += length } else if errno != EINTR { return nil }
    }
    return count
  }

  /// Writes bytes by calls that each write some of them, again after a signal.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to write.
  ///   - write: Writes at most `count` bytes from `start`, which is `offset` bytes after the first.
  /// - Returns: The number of bytes written; if that is not all of them, `errno` has the reason.
  package static func writeAll(
    _ bytes: UnsafeRawBufferPointer,
    _ write: (_ start: UnsafeRawPointer, _ count: Int, _ offset: Int) -> Int
  ) -> Int {
    var count = 0
    while count < bytes.count {
      let length = write(bytes.baseAddress! + count, bytes.count - count, count)
      if length > 0 { count += length } else if length == 0 || errno != EINTR { break }
    }
    return count
  }

  /// Writes bytes to a descriptor, like ``writeAll(_:_:)``.
  ///
  /// - Parameter waits: True to wait for a reader if the descriptor does not block.
  package static func writeAll(
    _ bytes: UnsafeRawBufferPointer, to descriptor: CInt, waits: Bool = false
  ) -> Int {
    writeAll(bytes) { start, count, _ in
      let length = systemWrite(descriptor, start, count)
      if waits, length < 0, errno == EAGAIN {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&ready, 1, -1)
        errno = EINTR
      }
      return length
    }
  }

  /// Returns the bytes of a file or a pipe; nil if there are more than a limit.
  package static func contents(
    of path: String, atMost limit: Int = .max
  ) throws(SystemError) -> [UInt8]? {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { throw SystemError() }
    defer { close(file) }
    return try contents(of: file, atMost: limit)
  }

  /// Returns the rest of a file or a pipe; nil if there is more than a limit.
  package static func contents(
    of file: CInt, atMost limit: Int = .max
  ) throws(SystemError) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(file, &buffer, buffer.count)
      guard count >= 0 else { throw SystemError() }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      if bytes.count > limit { return nil }
    }
  }

  /// Makes a file that only this program can use, without a name or with one that is removed at
  /// once: nothing is left however the program ends. Nil, with an `errno`, if that fails.
  ///
  /// - Parameter purpose: The beginning of its name, as long as it has one.
  package static func temporaryFile(for purpose: String) -> CInt? {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    #if os(Linux)
      let unnamed = open(folder, withoutName | O_RDWR, mode: 0o600)
      if unnamed >= 0 { return unnamed }
    #endif
    var name = Array("\(folder)/\(purpose)-XXXXXX".utf8CString)
    let file = mkstemp(&name)
    guard file >= 0 else { return nil }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    unlink(name)
    return file
  }

  #if os(Linux)
    /// `O_TMPFILE`, a macro that Swift does not import: opens a file without a name in a folder.
    static let withoutName: CInt = 0o20_000_000 | O_DIRECTORY
  #endif
}

private func systemOpen(_ path: String, _ flags: CInt, _ mode: mode_t) -> CInt {
  open(path, flags, mode)
}

private func systemClose(_ descriptor: CInt) -> CInt { close(descriptor) }

private func systemRead(_ descriptor: CInt, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int
{ read(descriptor, bytes, count) }

private func systemWrite(_ descriptor: CInt, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
