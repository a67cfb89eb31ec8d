/// Writes a file in place, because a new one cannot replace it or cannot have its owner.
///
/// The change is first written into a journal. The journal gets its name only when it is complete,
/// and loses it when the change is complete. If the program dies in between, the next program that
/// reads the file sees the new contents, and the next one that may write it completes the change.
extension AtomicFile {
  /// The possible paths of the journal: in the file's folder or, if that is not writable, in the
  /// folder for temporary files. The file's lock excludes other writers.
  private var changePaths: [String] {
    var status = stat()
    guard lstat(path, &status) == 0 else { return [path + Self.change] }
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    return [
      path + Self.change,
      "\(FilePath.isAbsolute(folder) ? folder : "/tmp")/\(Self.change.dropFirst())"
        + "-\(status.st_dev)-\(status.st_ino)",
    ]
  }

  private static let change = ".viewmodelkit-change"

  /// The path of the journal of an unfinished change; nil if there is none.
  private var changePath: String? { changePaths.first { access($0, F_OK) == 0 } }

  /// Makes an empty journal, without its name.
  func makeJournal() throws(FileFailure) -> (file: TemporaryFile, path: String) {
    let paths = changePaths
    do throws(FileFailure) { return (try TemporaryFile(beside: path), paths[0]) } catch {
      guard error.isOfReplacing, paths.count > 1 else { throw error }
      return (try TemporaryFile(beside: paths[1]), paths[1])
    }
  }

  /// Returns true if a file may be written in place after a failure to replace it.
  func isWritable(_ held: CInt, after failure: FileFailure) -> Bool {
    failure.isOfReplacing && isWritable(held)
  }

  private func isWritable(_ held: CInt) -> Bool { fcntl(held, F_GETFL) & O_ACCMODE == O_RDWR }

  /// Makes a change to a locked file.
  func overwrite(_ held: CInt, _ change: FileJournal) throws(FileFailure) {
    try FilePath.refuseForeignInSticky(held, path: path, folder: folder)
    let (temporary, changePath) = try makeJournal()
    defer { temporary.remove() }
    try fill(temporary, with: change.bytes)
    var isTakenBack = true
    let status = operations.commit {
      guard temporary.takeName(changePath) else { return -1 }
      FilePath.synchronize(FilePath.folder(of: changePath))
      if change.apply(to: held, operations) != 0 {
        let code = errno
        isTakenBack = change.takeBack(from: held, operations) == 0
        if isTakenBack { unlink(changePath) }
        errno = code
        return -1
      }
      unlink(changePath)
      return 0
    }
    if status == 0 { return FilePath.synchronize(FilePath.folder(of: changePath)) }
    let code = errno
    let failure = FileFailure(path: code == EEXIST ? changePath : path, code: code)
    if isTakenBack { throw failure }
    throw FileFailure(
      path: path,
      reason: "\(failure.reason); the change is in \(changePath), and the next program that writes "
        + "the file finishes it")
  }

  // MARK: After a program that died

  /// Completes an unfinished change if no program has the lock; a failure is reported to the next
  /// writer.
  func finishIfFree() {
    guard changePath != nil, let held = try? hold(waits: false) else { return }
    if held.isLocked { try? finish(held.file) }
    Descriptor.release(held.file)
  }

  /// Completes the change of a program that died, in a locked file; throws if that is impossible.
  func finish(_ held: CInt) throws(FileFailure) {
    guard let changePath else { return }
    guard let change = unfinishedChange(of: held) else {
      if isUnfinishedByOther(held, changePath) {
        throw FileFailure(
          path: path,
          reason: "another user's program died while it wrote the file; only that user or "
            + "root can finish the change in \(changePath)")
      }
      return
    }
    guard try change.finished(read(held)) != nil else {
      throw FileFailure(
        path: path,
        reason: "a program died while it wrote the file, and the file has changed since; see "
          + "which part of \(changePath) is missing, and remove that file")
    }
    guard isWritable(held) else {
      throw FileFailure(
        path: path,
        reason: "a program died while it wrote the file, and you need write permission to finish "
          + "the change in \(changePath)")
    }
    guard change.apply(to: held, operations) == 0 else { throw FileFailure(path: path) }
    unlink(changePath)
    FilePath.synchronize(FilePath.folder(of: changePath))
  }

  /// The unfinished change of a file; nil if there is none, or if another user may have forged it.
  func unfinishedChange(of file: CInt) -> FileJournal? {
    guard let changePath else { return nil }
    let kept = Descriptor.open(changePath, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
    guard kept >= 0 else { return nil }
    defer { close(kept) }
    var (own, other) = (stat(), stat())
    guard fstat(kept, &own) == 0, fstat(file, &other) == 0, own.st_mode & S_IFMT == S_IFREG,
      own.st_nlink == 1, own.st_mode & 0o022 == 0,
      [0, geteuid(), other.st_uid].contains(own.st_uid)
    else { return nil }
    var reader = self
    // The contents before and after, at most, and two lines.
    reader.sizeLimit = sizeLimit < Int.max / 4 ? sizeLimit * 2 + 1024 : .max
    guard let bytes = try? reader.read(kept) else { return nil }
    return FileJournal(bytes: bytes)
  }

  /// Returns true if another user who may write the file may have made the unfinished change.
  private func isUnfinishedByOther(_ file: CInt, _ changePath: String) -> Bool {
    var (own, other) = (stat(), stat())
    guard lstat(changePath, &own) == 0, fstat(file, &other) == 0 else { return false }
    return own.st_mode & S_IFMT == S_IFREG
      && ![0, geteuid(), other.st_uid].contains(own.st_uid) && other.st_mode & 0o022 != 0
  }
}
