/// The permissions of a new file: its readers besides its owner.
package struct FileCreation: Hashable, Sendable {
  /// The permissions, whatever the process's mask.
  package var mode: UInt32
  /// The number of the group; nil for the one that the system gives it.
  package var group: UInt32?

  package init(mode: UInt32 = 0o600, group: UInt32? = nil) {
    (self.mode, self.group) = (mode, group)
  }

  func apply(to file: CInt, _ path: String) throws(FileFailure) {
    if let group, fchown(file, uid_t.max, group) != 0 { throw cannotGive(path) }
    guard fchmod(file, mode_t(mode)) == 0 else { throw FileFailure(path: path) }
  }

  /// Lets the readers of the file pass through a folder that was made for it.
  func apply(toFolder folder: String) throws(FileFailure) {
    // Not by its name, which another user may have given to a link meanwhile.
    let file = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { throw FileFailure(path: folder) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw FileFailure(path: folder) }
    if let group, fchown(file, uid_t.max, group) != 0 { throw cannotGive(folder) }
    let passage = (mode & 0o040) >> 2 | (mode & 0o004) >> 2
    // Below a folder that gives its group to what is made in it, the new one does, too.
    let inherited = status.st_mode & S_ISGID
    guard fchmod(file, mode_t(0o700 | passage & 0o011) | inherited) == 0 else {
      throw FileFailure(path: folder)
    }
  }

  private func cannotGive(_ path: String) -> FileFailure {
    FileFailure(
      path: path,
      reason: "it cannot be given to that group (\(SystemError().reason)), which takes "
        + "root or a member of the group")
  }
}
