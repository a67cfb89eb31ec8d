/// Writing a file in place, where a new one cannot get all that it is: its owner above all.
///
/// The change is written into a file of its own first. That gets its name only when it is whole,
/// and loses it when the change is done. If the program dies between, the next program that reads
/// it takes it as it was to be, and one that may write it finishes the change.
extension AtomicFile {
  /// Where a change is kept until it is done. One place for everybody, whom the file's lock keeps
  /// apart.
  var changePath: String { path + ".viewmodelkit-change" }

  /// Returns true if a file may be written in place after a failure to replace it.
  func isWritable(_ held: CInt, after failure: FileFailure) -> Bool {
    failure.isOfAttributes && isWritable(held)
  }

  private func isWritable(_ held: CInt) -> Bool { fcntl(held, F_GETFL) & O_ACCMODE == O_RDWR }

  /// Makes a change in a file that is locked.
  func overwrite(_ held: CInt, _ change: UnfinishedChange) throws(FileFailure) {
    try FilePath.refuseForeignInSticky(held, path: path, folder: folder)
    let temporary = try TemporaryFile(beside: path)
    defer { temporary.remove() }
    try fill(temporary, with: change.bytes)
    var isTakenBack = true
    let status = operations.commit {
      guard temporary.takeName(changePath) else { return -1 }
      FilePath.synchronize(folder)
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
    if status == 0 { return FilePath.synchronize(folder) }
    let code = errno
    let failure = FileFailure(path: code == EEXIST ? changePath : path, code: code)
    if isTakenBack { throw failure }
    throw FileFailure(
      path: path,
      reason: "\(failure.reason); the change is in \(changePath), and the next program that writes "
        + "the file finishes it")
  }

  // MARK: After a program that died

  /// Finishes a change if there is one and no program has the lock; an obstacle is reported to the
  /// next writer.
  func finishIfFree() {
    guard access(changePath, F_OK) == 0,
      let held = try? hold(waits: false)
    else { return }
    if held.isLocked { try? finish(held.file) }
    close(held.file)
  }

  /// Finishes the change of a program that died, in a file that is locked; refuses to go on where
  /// that cannot be done.
  func finish(_ held: CInt) throws(FileFailure) {
    guard access(changePath, F_OK) == 0 else { return }
    guard let change = unfinishedChange(of: held) else {
      if isUnfinishedByOther(held) {
        throw FileFailure(
          path: path,
          reason: "somebody else's program died while it wrote the file, and only theirs or "
            + "root's can finish that, with \(changePath)")
      }
      return
    }
    guard try change.finished(read(held)) != nil else {
      throw FileFailure(
        path: path,
        reason: "a program died while it wrote the file, and somebody has written it since; see "
          + "what is missing of \(changePath), and remove that")
    }
    guard isWritable(held) else {
      throw FileFailure(
        path: path,
        reason: "a program died while it wrote the file, and who may only read it cannot finish "
          + "that, with \(changePath)")
    }
    guard change.apply(to: held, operations) == 0 else { throw FileFailure(path: path) }
    unlink(changePath)
    FilePath.synchronize(folder)
  }

  /// The change of a file that a program has not finished: nil where there is none, and where it
  /// may be another user's invention.
  func unfinishedChange(of file: CInt) -> UnfinishedChange? {
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
    return UnfinishedChange(bytes: bytes)
  }

  /// Returns true if the unfinished change may be that of another user who may write the file.
  private func isUnfinishedByOther(_ file: CInt) -> Bool {
    var (own, other) = (stat(), stat())
    guard lstat(changePath, &own) == 0, fstat(file, &other) == 0 else { return false }
    return own.st_mode & S_IFMT == S_IFREG
      && ![0, geteuid(), other.st_uid].contains(own.st_uid) && other.st_mode & 0o022 != 0
  }
}
