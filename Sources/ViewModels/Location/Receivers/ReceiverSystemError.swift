import Platform

extension ReceiverError {
  /// Returns the meaning of a failed `open` of a device or file.
  ///
  /// - Parameters:
  ///   - error: The call's error.
  ///   - path: The path that was to be opened.
  static func opening(_ error: SystemError, path: String) -> ReceiverError {
    switch error.code {
    case EACCES, EPERM: .notPermitted(name: path, group: group(of: path))
    // The device file of an unplugged device opens with ENXIO or ENODEV.
    case ENOENT, ENOTDIR, ENXIO, ENODEV: .missing(name: path)
    case EBUSY, EWOULDBLOCK: .busy(name: path)
    default: .failed(name: path, reason: error.reason)
    }
  }

  /// The error for a failed connection.
  static func connecting(_ error: SystemError, name: String) -> ReceiverError {
    switch error.code {
    case ECONNREFUSED: .refused(name: name)
    case EADDRINUSE: .busy(name: name)
    case EACCES, EPERM: .notPermitted(name: name, group: nil)
    default: .unreachable(name: name, reason: error.reason)
    }
  }

  /// The error for a failed read after opening.
  static func reading(_ error: SystemError, name: String) -> ReceiverError {
    switch error.code {
    // The errors of a serial line that was unplugged.
    case EIO, ENXIO, ENODEV, ECONNRESET: .closed(name: name)
    // The error of a connection whose other side no longer responds.
    case ETIMEDOUT, EHOSTUNREACH, ENETUNREACH, ENETDOWN:
      .unreachable(name: name, reason: error.reason)
    default: .failed(name: name, reason: error.reason)
    }
  }

  /// The group that a device belongs to, if joining it would help: not the system administrator's,
  /// and one in the system's own file, which `usermod` changes.
  private static func group(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_gid != 0, status.st_mode & S_IRGRP != 0 else {
      return nil
    }
    return SystemNames.localNameOfGroup(status.st_gid)
  }
}
