/// The permissions of a new file: its readers besides its owner.
package struct FileCreation: Hashable, Sendable {
  /// The permissions, regardless of the process's mask.
  package var mode: UInt32
  /// The number of the group; nil for the system's choice.
  package var group: UInt32?

  package init(mode: UInt32 = 0o600, group: UInt32? = nil) {
    (self.mode, self.group) = (mode, group)
  }

  func apply(to file: CInt, _ path: String) throws(FileFailure) {
    if let group, fchown(file, uid_t.max, group) != 0 { throw cannotGive(path) }
    guard fchmod(file, mode_t(mode)) == 0 else { throw FileFailure(path: path) }
  }

  /// Allows the file's readers to pass through a folder that was made for it.
  func apply(toFolder folder: String) throws(FileFailure) {
    // Not by its name, which another user may have replaced by a link.
    let file = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { throw FileFailure(path: folder) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw FileFailure(path: folder) }
    if let group, fchown(file, uid_t.max, group) != 0 { throw cannotGive(folder) }
    let passage = (mode & 0o040) >> 2 | (mode & 0o004) >> 2
    // In a folder that passes on its group, the new folder must do so, too.
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
