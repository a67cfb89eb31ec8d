#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is only ever replaced as a whole, by one writer at a time.
///
/// A reader sees the old contents or the new, never half of either, and so does everybody after a
/// crash. The lock is on a file of its own beside the data (`accounts.lock`): the data file is a
/// new one after every write, and a lock on the old one would be no lock. It waits ten seconds for
/// another writer, who takes milliseconds; a writer that dies gives it up.
///
/// What a new file takes over from the old one is its mode, owner and group; access-control lists
/// and extended attributes are lost.
struct AtomicFile: Sendable {
  /// Where the data are, a symbolic link followed; the link itself is never replaced.
  let path: String
  var operations = FileOperations.live
  /// How many bytes are read at most; a file that has more is refused.
  var sizeLimit = Int.max

  /// Looks where a path leads. The file need not exist.
  init(path: String) throws(FileFailure) {
    var path = path
    for _ in 0..<40 {
      guard let target = try AtomicFile.linkTarget(of: path) else {
        self.path = path
        return
      }
      path = target.hasPrefix("/") ? target : AtomicFile.folder(of: path) + "/" + target
    }
    throw FileFailure(path: path, code: ELOOP)
  }

  private var folder: String { AtomicFile.folder(of: path) }
  private var lockPath: String { path + ".lock" }
  /// One name, because the lock lets one writer in: a crash leaves one file at most behind, and the
  /// next writer removes it.
  private var temporaryPath: String { path + ".new" }

  /// The contents, or nil when there is no such file. Takes no lock.
  func read() throws(FileFailure) -> [UInt8]? {
    // Not to be stuck on a named pipe.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw FileFailure(path: path)
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw FileFailure(path: path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileFailure(path: path, reason: "it is not a regular file")
    }
    guard status.st_size <= sizeLimit else {
      throw FileFailure(path: path, reason: "it has more than \(sizeLimit >> 20) MiB")
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
    var count = 0
    while true {
      if count == bytes.count { bytes += [UInt8](repeating: 0, count: bytes.count) }
      let got = bytes.withUnsafeMutableBytes { buffer in
        operations.readBytes(file, buffer.baseAddress! + count, buffer.count - count)
      }
      if got == 0 { break }
      if got > 0 { count += got } else if errno != EINTR { throw FileFailure(path: path) }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// Replaces the contents with what `change` makes of them, while no other writer can.
  ///
  /// `change` gets nil when there is no file yet, and may throw to leave everything as it is.
  /// Folders that are missing are made for the owner alone (0700), and so is a new file (0600).
  func update<Failure: Error>(
    failure: (FileFailure) -> Failure,
    _ change: ([UInt8]?) throws(Failure) -> [UInt8]
  ) throws(Failure) {
    let lock: CInt
    do throws(FileFailure) {
      try AtomicFile.makeFolders(folder)
      lock = try takeLock()
    } catch { throw failure(error) }
    defer { close(lock) }
    let old: [UInt8]?
    do throws(FileFailure) { old = try read() } catch { throw failure(error) }
    let new = try change(old)
    do throws(FileFailure) { try replace(with: new) } catch { throw failure(error) }
  }

  private func takeLock() throws(FileFailure) -> CInt {
    let file = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw FileFailure(path: lockPath) }
    for _ in 0..<FileOperations.lockTries {
      if operations.lock(file) == 0 { return file }
      guard errno == EWOULDBLOCK || errno == EINTR else {
        let failure = FileFailure(path: lockPath)
        close(file)
        throw failure
      }
      operations.pause()
    }
    close(file)
    throw FileFailure(path: lockPath, code: EWOULDBLOCK)
  }

  private func replace(with bytes: [UInt8]) throws(FileFailure) {
    guard unlink(temporaryPath) == 0 || errno == ENOENT else {
      throw FileFailure(path: temporaryPath)
    }
    // Private from the start; it gets the mode of its predecessor while it is still empty.
    let file = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw FileFailure(path: temporaryPath) }
    do throws(FileFailure) {
      try fill(file, with: bytes)
      guard operations.replace(temporaryPath, path) == 0 else { throw FileFailure(path: path) }
    } catch {
      unlink(temporaryPath)
      throw error
    }
    synchronizeFolder()
  }

  private func fill(_ file: CInt, with bytes: [UInt8]) throws(FileFailure) {
    defer { close(file) }
    try takeOverAttributes(to: file)
    var count = 0
    while count < bytes.count {
      let written = bytes.withUnsafeBytes { buffer in
        operations.writeBytes(file, buffer.baseAddress! + count, buffer.count - count)
      }
      if written >= 0 {
        count += written
      } else if errno != EINTR {
        throw FileFailure(path: temporaryPath)
      }
    }
    guard operations.synchronize(file) == 0 else { throw FileFailure(path: temporaryPath) }
  }

  /// Gives the new file the owner, group and mode of the one it is to replace, if there is one.
  private func takeOverAttributes(to file: CInt) throws(FileFailure) {
    var old = stat()
    var new = stat()
    guard stat(path, &old) == 0 else {
      if errno == ENOENT { return }
      throw FileFailure(path: path)
    }
    guard fstat(file, &new) == 0 else { throw FileFailure(path: temporaryPath) }
    if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid),
      fchown(file, old.st_uid, old.st_gid) != 0
    {
      throw FileFailure(
        path: path,
        reason: "its owner and group cannot be kept (\(String(cString: strerror(errno))))")
    }
    guard fchmod(file, old.st_mode & 0o7777) == 0 else { throw FileFailure(path: temporaryPath) }
  }

  /// Makes the rename itself last through a power failure.
  ///
  /// Its failure is no failure of the write: the new file is in place and whole, and some file
  /// systems cannot do it.
  private func synchronizeFolder() {
    let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { return }
    _ = fsync(file)
    close(file)
  }
}

// MARK: - Paths

extension AtomicFile {
  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Where a symbolic link points, or nil for anything else and for nothing.
  private static func linkTarget(of path: String) throws(FileFailure) -> String? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return nil }
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes { bytes in
      readlink(path, bytes.bindMemory(to: CChar.self).baseAddress!, bytes.count)
    }
    guard count > 0 else { throw FileFailure(path: path) }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }

  /// Makes a folder and the missing ones above it, from the top down.
  private static func makeFolders(_ path: String) throws(FileFailure) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, folder(of: path) != path else { throw FileFailure(path: path) }
    try makeFolders(folder(of: path))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileFailure(path: path) }
  }
}

/// Where a file operation failed, and what the system said.
struct FileFailure: Error, Equatable {
  var path: String
  var reason: String
  /// Whether the file is only in use, by somebody who keeps others out.
  var isLocked = false

  init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// Takes the system's last error, or a given one.
  init(path: String, code: CInt = errno) {
    self.init(path: path, reason: String(cString: strerror(code)))
    isLocked = code == EWOULDBLOCK
  }
}
