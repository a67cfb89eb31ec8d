/// A file that is always replaced as a whole, by one writer at a time.
///
/// A reader sees either the old contents or the new, also after a crash. Writers lock the file
/// itself, and then check that it still has the name; there is no lock file that could belong to
/// another user. Every program that may read the file may lock it, too. A new file gets its name
/// only when it is complete, and only if the name is free. A writer waits ten seconds for a lock;
/// writing takes milliseconds, and a lock is released if its owner dies.
///
/// A new file takes over the owner, group, mode, access-control list and extended attributes of the
/// old one (`FileAttributes`). If this user may not set all of them, if the file is itself a mount,
/// as in a container, or if no file can be made in its folder, the old one is written in place, and
/// the change is kept in a journal until it is complete (`FileJournal`): only then, and only while
/// the system writes, can a reader see a mixture.
package struct AtomicFile: Sendable {
  /// The path of the data, with symbolic links followed; a link itself is never replaced.
  package let path: String
  package var operations = FileOperations.live
  /// The maximum number of bytes that are read; a larger file is refused.
  package var sizeLimit = Int.max
  /// True to write an existing file in place and never replace it: a program that has it open or
  /// mounted then sees the change.
  package var writesInPlace = false
  /// The attributes of a file that is created.
  package var creation = FileCreation()

  /// Resolves the path of a file, which need not exist.
  package init(path: String) throws(FileFailure) {
    // This can only be a folder.
    if path.utf8.last == UInt8(ascii: "/") {
      throw FileFailure(path: path, reason: FileFailure.notRegular)
    }
    self.path = try FilePath.resolvingLinks(path)
  }

  var folder: String { FilePath.folder(of: path) }

  /// The contents; nil if the file does not exist. Waits for no lock.
  package func read() throws(FileFailure) -> [UInt8]? {
    finishIfFree()
    guard let file = try open(O_RDONLY) else { return nil }
    defer { close(file) }
    let bytes = try read(file)
    // Another program is writing it in place, or was killed while doing so.
    return unfinishedChange(of: file)?.finished(bytes) ?? bytes
  }

  /// Replaces the contents by the result of `change`, while no other writer can.
  ///
  /// `change` receives nil if the file does not exist, and may throw to leave everything unchanged.
  /// It is called again if another program has created the file meanwhile. Missing folders are
  /// made, and removed again if no file is written into them.
  package func update<Failure: Error>(
    failure: (FileFailure) -> Failure, _ change: ([UInt8]?) throws(Failure) -> [UInt8]
  ) throws(Failure) {
    var made: [String] = []
    do throws(Failure) {
      do throws(FileFailure) {
        made = try FilePath.makeFolders(folder, for: creation)
      } catch { throw failure(error) }
      var isClaimed = false
      while true {
        switch try attempt(isClaimed: isClaimed, failure: failure, change) {
        case .done: return
        case .overtaken: break
        case .claimed: isClaimed = true
        }
      }
    } catch {
      for folder in made.reversed() { rmdir(folder) }
      throw error
    }
  }

  /// Removes the file, if it exists, while no other writer can change it.
  ///
  /// - Parameter check: Receives the contents, and throws to keep the file.
  package func remove<Failure: Error>(
    failure: (FileFailure) -> Failure, _ check: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let held: CInt?
    do throws(FileFailure) { held = try hold()?.file } catch { throw failure(error) }
    guard let held else { return }
    defer { Descriptor.release(held) }
    let bytes: [UInt8]
    do throws(FileFailure) { bytes = try read(held) } catch { throw failure(error) }
    try check(bytes)
    guard unlink(path) == 0 else { throw failure(FileFailure(path: path)) }
    FilePath.synchronize(folder)
  }

  /// Makes the file's folder and its parents, if they are missing.
  package func makeFolder() throws(FileFailure) {
    _ = try FilePath.makeFolders(folder, for: creation)
  }

  /// Does everything that an update does except for writing, to find out whether it could succeed.
  ///
  /// It neither takes a lock nor waits for one: another writer's lock will be free when it is
  /// needed, and a check should not delay writers.
  ///
  /// Missing folders are not made; the nearest existing one must allow it.
  package func rehearse() throws(FileFailure) {
    let existing = FilePath.nearestFolder(of: path)
    guard existing == folder else {
      guard access(existing, W_OK | X_OK) == 0 else { throw FileFailure(path: existing) }
      let temporary = try TemporaryFile(beside: existing + "/" + FilePath.name(of: path))
      defer { temporary.remove() }
      return try creation.apply(to: temporary.file, path)
    }
    let held = try open(O_RDWR)
    defer { if let held { close(held) } }
    if let held { try FilePath.refuseForeignInSticky(held, path: path, folder: folder) }
    do throws(FileFailure) {
      if held != nil, writesInPlace { throw FileFailure(path: path, code: EACCES) }
      let temporary = try TemporaryFile(beside: path)
      defer { temporary.remove() }
      try prepare(temporary, held)
    } catch {
      guard let held, isWritable(held, after: error) else { throw error }
      try makeJournal().file.remove()
    }
  }

  // MARK: An attempt

  /// The outcome of an attempt at an update.
  private enum Attempt {
    case done
    /// Another program has created the file meanwhile.
    case overtaken
    /// An empty file has been created, which can now be replaced.
    case claimed
  }

  /// Attempts an update once; if `isClaimed`, an empty file counts as missing.
  private func attempt<Failure: Error>(
    isClaimed: Bool, failure: (FileFailure) -> Failure,
    _ change: ([UInt8]?) throws(Failure) -> [UInt8]
  ) throws(Failure) -> Attempt {
    let held: CInt?
    var old: [UInt8]?
    do throws(FileFailure) { held = try hold()?.file } catch { throw failure(error) }
    defer { if let held { Descriptor.release(held) } }
    do throws(FileFailure) {
      if let held { try finish(held) }
      old = try held.map(read)
    } catch { throw failure(error) }
    let isNew = isClaimed && old == []
    let new = try change(isNew ? nil : old)
    do throws(FileFailure) {
      return try replace(held, old ?? [], with: new)
    } catch { throw failure(error) }
  }

  /// The file, locked; nil if it does not exist.
  ///
  /// - Parameter waits: Whether to wait for another program's lock. Otherwise the file is opened
  ///   without it, for reading.
  func hold(waits: Bool = true) throws(FileFailure) -> (file: CInt, isLocked: Bool)? {
    for attempt in 0..<FileOperations.lockTries {
      guard let file = try open(O_RDWR) else { return nil }
      if operations.lock(file) == 0 {
        if FileAttributes.areSame(file, path) { return (file, true) }
      } else if errno == EWOULDBLOCK, !waits {
        return (file, false)
      } else if errno == EWOULDBLOCK || errno == EINTR {
        if attempt == FileOperations.quietTries { operations.waiting(path) }
        operations.pause()
      } else {
        let failure = FileFailure(path: path)
        close(file)
        throw failure
      }
      Descriptor.release(file)
    }
    throw FileFailure(path: path, code: EWOULDBLOCK)
  }

  private func replace(
    _ held: CInt?, _ old: [UInt8], with bytes: [UInt8]
  ) throws(FileFailure) -> Attempt {
    do throws(FileFailure) {
      // Treated like a failure to replace it.
      if held != nil, writesInPlace { throw FileFailure(path: path, code: EACCES) }
      TemporaryFile.removeLeftovers(beside: path)
      let temporary = try TemporaryFile(beside: path)
      defer { temporary.remove() }
      try prepare(temporary, held)
      try fill(temporary, with: bytes)
      return try putInPlace(temporary, replacing: held != nil)
    } catch {
      guard let held, isWritable(held, after: error) else {
        // The file is itself a mount, and read-only.
        let isReadOnly = error.isOfReplacing && access(path, W_OK) != 0 && errno == EROFS
        throw isReadOnly ? FileFailure(path: path, code: EROFS) : error
      }
      try overwrite(held, FileJournal(from: old, to: bytes))
      return .done
    }
  }

  /// Gives a new file the attributes that it needs before it has any contents.
  func prepare(_ temporary: TemporaryFile, _ held: CInt?) throws(FileFailure) {
    if let held {
      try operations.takeOver(held, path, temporary.file, temporary.path)
    } else {
      try creation.apply(to: temporary.file, path)
    }
  }

  func fill(_ temporary: TemporaryFile, with bytes: [UInt8]) throws(FileFailure) {
    guard operations.writeWholly(temporary.file, bytes) == 0,
      operations.synchronizeWholly(temporary.file) == 0
    else { throw FileFailure(path: temporary.path) }
  }

  /// Gives a complete file its name, if that is free or may be replaced.
  private func putInPlace(
    _ temporary: TemporaryFile, replacing: Bool
  ) throws(FileFailure) -> Attempt {
    if replacing {
      let status = operations.commit {
        temporary.giveName() ? operations.replace(temporary.path, path) : -1
      }
      guard status == 0 else { throw FileFailure(path: path) }
      FilePath.synchronize(folder)
      return .done
    }
    let source = temporary.source
    if operations.commit({ operations.link(source, path) }) == 0 {
      FilePath.synchronize(folder)
      return .done
    }
    switch errno {
    case EEXIST: return .overtaken
    // The file system does not support hard links.
    case EPERM, EOPNOTSUPP, ENOSYS, EMLINK: return try claim()
    default: throw FileFailure(path: path)
    }
  }

  /// Creates an empty file, which can be locked and replaced like any other.
  private func claim() throws(FileFailure) -> Attempt {
    let empty = Descriptor.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    guard empty >= 0 else {
      if errno == EEXIST { return .overtaken }
      throw FileFailure(path: path)
    }
    defer { close(empty) }
    try creation.apply(to: empty, path)
    return .claimed
  }

  // MARK: Reading

  /// The file, opened; nil if it does not exist. A read-only file is opened for reading.
  func open(_ mode: CInt) throws(FileFailure) -> CInt? {
    // Prevents blocking on a named pipe. A path that has become a link since links were followed is
    // refused.
    let file = Descriptor.open(path, mode | O_NONBLOCK | O_NOFOLLOW)
    if file >= 0 { return file }
    switch errno {
    case ENOENT: return nil
    case EINTR: return try open(mode)
    // The name may still be given to another file.
    case EACCES where mode == O_RDWR, EROFS where mode == O_RDWR: return try open(O_RDONLY)
    case EISDIR: throw FileFailure(path: path, reason: FileFailure.notRegular)
    default: throw FileFailure(path: path)
    }
  }

  /// The size of a file, which must be regular and within the size limit.
  func checkedSize(of file: CInt) throws(FileFailure) -> Int {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw FileFailure(path: path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileFailure(path: path, reason: FileFailure.notRegular)
    }
    guard status.st_size <= sizeLimit else { throw tooLarge }
    return Int(status.st_size)
  }

  func read(_ file: CInt) throws(FileFailure) -> [UInt8] {
    let size = try checkedSize(of: file)
    lseek(file, 0, SEEK_SET)
    // One byte more, to recognise the end.
    var (bytes, isAtEnd) = try readPiece(file, size + 1)
    while !isAtEnd {
      let more: [UInt8]
      (more, isAtEnd) = try readPiece(file, 1 << 16)
      bytes += more
      guard bytes.count <= sizeLimit else { throw tooLarge }
    }
    return bytes
  }

  /// The next `size` bytes, or fewer if the file ends earlier; and whether it does.
  private func readPiece(
    _ file: CInt, _ size: Int
  ) throws(FileFailure) -> (bytes: [UInt8], isAtEnd: Bool) {
    var failure: FileFailure?
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      let room = UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: size)
      let read = Descriptor.readAll(room) { start, count, _ in
        operations.readBytes(file, start, count)
      }
      if read == nil { failure = FileFailure(path: path) }
      count = read ?? 0
    }
    if let failure { throw failure }
    return (bytes, bytes.count < size)
  }

  var tooLarge: FileFailure {
    FileFailure(path: path, reason: "it is larger than \(sizeLimit >> 20) MiB")
  }
}
