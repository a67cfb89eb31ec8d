import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension ReceiverError {
  /// Returns the meaning of a failed `open` of a device or file.
  ///
  /// - Parameters:
  ///   - code: The call's `errno`.
  ///   - path: The path that was opened.
  ///   - name: The name that the user gave.
  static func opening(_ code: Int32, path: String, name: String) -> ReceiverError {
    switch code {
    case EACCES, EPERM: .notPermitted(name: name, group: group(of: path))
    // A device file whose device is unplugged opens with ENXIO or ENODEV.
    case ENOENT, ENOTDIR, ENXIO, ENODEV: .missing(name: name)
    case EBUSY, EWOULDBLOCK: .busy(name: name)
    default: .failed(name: name, reason: reason(code))
    }
  }

  /// Returns the meaning of a failed connection.
  static func connecting(_ code: Int32, name: String) -> ReceiverError {
    switch code {
    case ECONNREFUSED: .refused(name: name)
    case EADDRINUSE: .busy(name: name)
    case EACCES, EPERM: .notPermitted(name: name, group: nil)
    default: .unreachable(name: name, reason: reason(code))
    }
  }

  /// Returns the meaning of a failed read of an open descriptor.
  static func reading(_ code: Int32, name: String) -> ReceiverError {
    switch code {
    // The error of an unplugged serial line.
    case EIO, ENXIO, ENODEV, ECONNRESET: .closed(name: name)
    // The error of a connection whose other side answers no more.
    case ETIMEDOUT, EHOSTUNREACH, ENETUNREACH, ENETDOWN:
      .unreachable(name: name, reason: reason(code))
    default: .failed(name: name, reason: reason(code))
    }
  }

  /// The system's words for an `errno`.
  static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

  /// Returns the group that a device belongs to, if joining it would help: not that of the system's
  /// administrator, and one of the system's own file, which `usermod` changes.
  private static func group(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_gid != 0, status.st_mode & S_IRGRP != 0 else {
      return nil
    }
    return SystemNames.localNameOfGroup(status.st_gid)
  }
}
