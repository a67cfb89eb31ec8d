/// The permissions of a file, which its replacement takes over.
enum FileAttributes {
  /// Returns true if a path names an open file itself; a link counts as another file.
  static func areSame(_ file: CInt, _ path: String) -> Bool {
    var (open, named) = (stat(), stat())
    return fstat(file, &open) == 0 && lstat(path, &named) == 0
      && open.st_dev == named.st_dev && open.st_ino == named.st_ino
  }

  /// Copies the owner, group, access-control list, extended attributes and mode of another file to
  /// a new and empty one; throws if any cannot be kept.
  ///
  /// One exception: if the group has the same access as the owner, a file that a member of the
  /// group replaces then belongs to that member, since only root can change a file's owner.
  static func copy(
    from old: CInt, _ oldPath: String, to new: CInt, _ newPath: String
  ) throws(FileFailure) {
    var (before, after) = (stat(), stat())
    guard fstat(old, &before) == 0 else { throw FileFailure(path: oldPath) }
    guard fstat(new, &after) == 0 else { throw FileFailure(path: newPath) }
    if (before.st_uid, before.st_gid) != (after.st_uid, after.st_gid),
      fchown(new, before.st_uid, before.st_gid) != 0
    {
      let reason = SystemError().reason
      let isShared = before.st_mode & 0o060 == 0o060
      guard isShared, fchown(new, uid_t.max, before.st_gid) == 0 else {
        throw .unkept("its owner and group cannot be kept (\(reason))", of: oldPath)
      }
    }
    // The list first: with it, the mode's group bits are its mask; without it, they would grant the
    // group access.
    try ExtendedAttributes.copy(from: old, oldPath, to: new)
    guard fchmod(new, before.st_mode & 0o7777) == 0 else { throw FileFailure(path: newPath) }
  }
}
