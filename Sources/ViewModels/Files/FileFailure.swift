#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where a file operation failed, and what the system said.
struct FileFailure: Error, Equatable {
  var path: String
  var reason: String
  /// Whether the file is only in use, by somebody who keeps others out.
  var isLocked = false

  /// What is said of a folder, a pipe or a device.
  static let notRegular = "it is not a regular file"

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
