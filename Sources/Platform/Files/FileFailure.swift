/// The failure of a file operation: the path, and the system's reason.
package struct FileFailure: Error, Equatable {
  package var path: String
  package var reason: String
  /// True if another program holds the lock on the file.
  package var isLocked = false
  /// True if the file cannot be replaced by a new one, though it may be writable: no file can be
  /// made in its folder, it is itself a mount, or a new one cannot have its attributes.
  var isOfReplacing = false

  /// The reason in words for a folder, a pipe or a device.
  package static let notRegular = "it is not a regular file"

  package init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }

  /// Uses the system's last error, or a given one.
  init(path: String, code: CInt = errno) {
    self.init(path: path, reason: SystemError(code).reason)
    isLocked = code == EWOULDBLOCK
    isOfReplacing = [EBUSY, EXDEV, EACCES, EPERM, EROFS].contains(code)
  }

  /// Makes the error of an attribute that the replacement of a file cannot keep.
  static func unkept(_ reason: String, of path: String) -> FileFailure {
    var failure = FileFailure(path: path, reason: reason)
    failure.isOfReplacing = true
    return failure
  }
}
