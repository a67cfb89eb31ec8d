/// Where a file operation failed, and what the system said.
package struct FileFailure: Error, Equatable {
  package var path: String
  package var reason: String
  /// Whether the file is only in use, by somebody who keeps others out.
  package var isLocked = false
  /// Whether a new file cannot get all that the old one is besides its bytes.
  var isOfAttributes = false

  /// What is said of a folder, a pipe or a device.
  static let notRegular = "it is not a regular file"

  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// Takes the system's last error, or a given one.
  init(path: String, code: CInt = errno) {
    self.init(path: path, reason: SystemError(code).reason)
    isLocked = code == EWOULDBLOCK
  }

  /// Says of a file what of it a new one cannot get.
  static func unkept(_ reason: String, of path: String) -> FileFailure {
    var failure = FileFailure(path: path, reason: reason)
    failure.isOfAttributes = true
    return failure
  }
}
