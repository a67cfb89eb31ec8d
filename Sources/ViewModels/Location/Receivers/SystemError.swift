import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension ReceiverError {
  /// What a failed `open` of a device or file means.
  ///
  /// - Parameters:
  ///   - code: The call's `errno`.
  ///   - path: What was to be opened.
  ///   - name: How the user knows it.
  static func opening(_ code: Int32, path: String, name: String) -> ReceiverError {
    switch code {
    case EACCES, EPERM: .notPermitted(name: name, group: group(of: path))
    // A device file whose device is unplugged opens with ENXIO or ENODEV.
    case ENOENT, ENOTDIR, ENXIO, ENODEV: .missing(name: name)
    case EBUSY, EWOULDBLOCK: .busy(name: name)
    default: .failed(name: name, reason: reason(code))
    }
  }

  /// What a failed connection means.
  static func connecting(_ code: Int32, name: String) -> ReceiverError {
    switch code {
    case ECONNREFUSED: .refused(name: name)
    case EADDRINUSE: .busy(name: name)
    case EACCES, EPERM: .notPermitted(name: name, group: nil)
    default: .unreachable(name: name, reason: reason(code))
    }
  }

  /// What a failed read of what had been opened means.
  static func reading(_ code: Int32, name: String) -> ReceiverError {
    switch code {
    // What a serial line says that was unplugged.
    case EIO, ENXIO, ENODEV, ECONNRESET: .closed(name: name)
    // What a connection says whose other side answers no more.
    case ETIMEDOUT, EHOSTUNREACH, ENETUNREACH, ENETDOWN:
      .unreachable(name: name, reason: reason(code))
    default: .failed(name: name, reason: reason(code))
    }
  }

  /// The system's words for an `errno`.
  static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

  /// The group that a device belongs to, where joining it would help: not that of the system's
  /// administrator, and one of the system's own file, which `usermod` changes.
  private static func group(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_gid != 0, status.st_mode & S_IRGRP != 0 else {
      return nil
    }
    return SystemNames.localNameOfGroup(status.st_gid)
  }
}
